"""`chartkit diff`: what changed between two charts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from chartkit.cli import console

PANEL = "Work on charts"
PLACE = 44


def command(
    old: Annotated[Path, typer.Argument(metavar="OLD", help="The chart before.")],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="The chart after.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False,
) -> None:
    """Compare two charts cell by cell, grouped by column, and say what the changes do to the odds.

    Example: chartkit diff build/2017/charts/PHI.json my/PHI.json
    """
    from chartkit import systems

    console.show_report(systems.find().charts().diff(old, new), as_json=as_json)
