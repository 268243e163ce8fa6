"""`chartkit odds`: the exact odds of a chart."""

from __future__ import annotations

from typing import Annotated

import typer

from chartkit import systems
from chartkit.cli import console, options


def command(
    chart: options.Chart,
    wanted: Annotated[
        list[str] | None, typer.Argument(metavar="[COLUMN]...", help="Only these columns or plays, e.g. 6-SHORT.")
    ] = None,
    against: Annotated[
        str | None,
        typer.Option("--against", metavar="TEAM", help="Combine every play with this team's formations."),
    ] = None,
    plot: options.Plot = None,
    as_json: Annotated[bool, options.as_json(", with exact fractions")] = False,
) -> None:
    """Show the exact odds: of every column, or of every play against every formation of another team.

    Nothing is sampled; all outcomes of the dice are counted.

    \b
    Examples:
      chartkit odds BRK
      chartkit odds BRK 6-SHORT --against WND
      chartkit odds build/2031/charts/BRK.json --plot BRK.png
    """
    own, other = systems.chart_of(chart), systems.chart_of(against) if against else None
    work = systems.of_file(own, *([other] if other else [])).charts()
    if plot is not None:
        work.plot_odds(own, other, plot)
        console.wrote(plot)
    console.show_report(work.odds(own, other, wanted or []), as_json=as_json)
