"""`chartkit diff`: what changed between two charts."""

from __future__ import annotations

from typing import Annotated

import typer

from chartkit import systems
from chartkit.cli import console, options


def command(
    old: Annotated[str, typer.Argument(metavar="OLD", help=f"The chart before: {options.TEAM}.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The chart after, named in the same way.")],
    as_json: options.AsJson = False,
) -> None:
    """Compare two charts cell by cell, grouped by column, and say what the changes do to the odds.

    \b
    Examples:
      chartkit diff BRK WND
      chartkit diff build/2031/charts/BRK.json build/2031/charts/WND.json
    """
    before, after = systems.chart_of(old), systems.chart_of(new)
    console.show_report(systems.of_file(before, after).charts().diff(before, after), as_json=as_json)
