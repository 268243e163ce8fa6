"""`chartkit odds`: the exact odds of a chart."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from chartkit.cli import console
from chartkit.cli.options import Plot, System, json_option

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
    plot: Plot = None,
    as_json: Annotated[bool, json_option(", with exact fractions")] = False,
    system: System = "ddf",
) -> None:
    """Show the exact odds: of every column, or of every play against every formation of another team.

    Nothing is sampled; all outcomes of the dice are counted.

    \b
    Examples:
      chartkit odds build/2031/charts/BRK.json
      chartkit odds build/2031/charts/BRK.json 6-SHORT --against build/2031/charts/WND.json
      chartkit odds build/2031/charts/BRK.json --plot BRK.png
    """
    from chartkit import systems

    work = systems.find(system).charts()
    if plot is not None:
        work.plot_odds(chart, against, plot)
        console.wrote(plot)
    console.show_report(work.odds(chart, against, wanted or []), as_json=as_json)
