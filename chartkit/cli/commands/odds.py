"""`chartkit odds`: the exact odds of a chart."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from chartkit.cli import console

PANEL = "Work on charts"
PLACE = 42


def command(
    chart: Annotated[Path, typer.Argument(metavar="CHART", help="A team chart.")],
    wanted: Annotated[
        list[str] | None, typer.Argument(metavar="[COLUMN]...", help="Only these columns or plays, e.g. 6-SHORT.")
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option("--against", metavar="CHART", help="Combine every play with this team's formations."),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw a picture: a .png or .svg file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print as JSON, with exact fractions.")] = False,
) -> None:
    """Show the exact odds: of every column, or of every play against every formation of another team.

    Nothing is sampled; all outcomes of the dice are counted.

    \b
    Examples:
      chartkit odds PHI.json
      chartkit odds PHI.json 6-SHORT --against NE.json
      chartkit odds PHI.json --plot PHI.png
    """
    from chartkit import systems

    work = systems.find().charts()
    if plot is not None:
        work.plot_odds(chart, against, plot)
        console.wrote(plot)
        if not as_json:
            return
    console.show_report(work.odds(chart, against, wanted or []), as_json=as_json)
