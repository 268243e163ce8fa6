"""`chartkit explain`: what a cell means."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from chartkit.cli import console
from chartkit.cli.options import AsJson, System

PANEL = "Look things up"
PLACE = 91
#: A loss such as -2 is a cell, not an option.
SETTINGS: dict[str, Any] = {"ignore_unknown_options": True}


def command(
    words: Annotated[
        list[str],
        typer.Argument(metavar="CELL | FILE COLUMN DICE", help="A cell's text; or a chart, a column and a row."),
    ],
    as_json: AsJson = False,
    system: System = "ddf",
) -> None:
    """Say in words what a cell means, its colour and where it may stand.

    \b
    Examples:
      chartkit explain "F -5"
      chartkit explain build/2031/charts/BRK.json 6-SHORT 27
      chartkit explain build/2031/charts/BRK.json A-STANDARD 6-SHORT 3
    """
    from chartkit import systems

    console.show_report(systems.find(system).charts().explain(words), as_json=as_json)
