"""`chartkit explain`: what a cell means."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from chartkit import systems
from chartkit.cli import console, options

#: A loss such as -2 is a cell, not an option.
CONTEXT_SETTINGS: dict[str, Any] = {"ignore_unknown_options": True}


def command(
    words: Annotated[
        list[str],
        typer.Argument(metavar="TEXT | TEAM COLUMN ROW", help="A cell's text; or a team, a column and a row."),
    ],
    as_json: options.AsJson = False,
    system: options.System = systems.DEFAULT,
) -> None:
    """Say in words what a cell means, its colour and where it may stand.

    \b
    Examples:
      chartkit explain "F -5"
      chartkit explain BRK 6-SHORT 27
      chartkit explain BRK:A.6-SHORT.3
      chartkit explain build/2031/charts/BRK.json A-STANDARD 6-SHORT 3
    """
    is_file = words[0].lower().endswith(".json") or Path(words[0]).is_file()
    game = systems.of_file(Path(words[0])) if is_file else systems.find(system)
    console.show_report(game.charts().explain(words), as_json=as_json)
