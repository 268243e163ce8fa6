"""`chartkit systems`: which games chartkit can make charts for."""

from __future__ import annotations

from typing import Annotated

import typer

from chartkit.cli import console

PANEL = "Look things up"
PLACE = 90


def command(
    as_json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False,
) -> None:
    """List the game systems that chartkit knows, with their dice.

    Example: chartkit systems
    """
    from chartkit import systems

    found = [systems.find(name) for name in systems.names()]
    if as_json:
        console.print_json(
            [
                {
                    "name": system.name,
                    "title": system.title,
                    "dice": {name: dice.describe() for name, dice in system.dice.items()},
                }
                for system in found
            ]
        )
        return
    from rich.table import Table

    table = Table("name", "game", "dice")
    for system in found:
        table.add_row(system.name, system.title, "\n".join(f"{n}: {d.describe()}" for n, d in system.dice.items()))
    console.show(table)
