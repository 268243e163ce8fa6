"""`chartkit systems`: which games chartkit can make charts for."""

from __future__ import annotations

from chartkit.cli import console
from chartkit.cli.options import AsJson

PANEL = "Look things up"
PLACE = 90


def command(
    as_json: AsJson = False,
) -> None:
    """List the game systems that chartkit knows, with their dice.

    \b
    Examples:
      chartkit systems
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
    from chartkit.tables import Table

    for system in found:
        dice = tuple((name, dice.describe()) for name, dice in system.dice.items())
        title = f"{system.name}: {system.title}"
        console.show_table(
            Table(title, ("dice", "faces and totals"), dice, left=frozenset({"dice", "faces and totals"}))
        )
