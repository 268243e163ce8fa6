"""`chartkit diff`: what changed between two charts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from chartkit.cli import console
from chartkit.cli.options import AsJson, System

PANEL = "Work on charts"
PLACE = 44


def command(
    old: Annotated[Path, typer.Argument(metavar="OLD", help="The chart before.")],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="The chart after.")],
    as_json: AsJson = False,
    system: System = "ddf",
) -> None:
    """Compare two charts cell by cell, grouped by column, and say what the changes do to the odds.

    \b
    Examples:
      chartkit diff build/2031/charts/BRK.json build/2031/charts/WND.json
    """
    from chartkit import systems

    console.show_report(systems.find(system).charts().diff(old, new), as_json=as_json)
