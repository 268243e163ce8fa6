"""`chartkit systems`: which games chartkit can make charts for."""

from __future__ import annotations

from typing import Any

from chartkit import systems
from chartkit.cli import console, options
from chartkit.pages import Table
from chartkit.systems import GameSystem


def command(
    as_json: options.AsJson = False,
) -> None:
    """List the games that chartkit knows: their dice, what each offers, and the files that it brings.

    \b
    Examples:
      chartkit systems
    """
    found, wrong = systems.installed()
    for each in wrong:
        console.say(f"warning: {each}")
    if as_json:
        console.print_json([_as_json(system) for system in found])
        return
    for system in found:
        dice = [(name, dice.describe()) for name, dice in system.dice.items()]
        offered = [about for name, about in systems.CAPABILITIES.items() if system.offers(name)]
        missing = [about for name, about in systems.CAPABILITIES.items() if not system.offers(name)]
        files = [*system.schemas(), *system.templates(), *system.pages()]
        rows = (
            *(("dice", f"{name}: {faces}") for name, faces in dice),
            ("has", ", ".join(offered) or "nothing yet"),
            ("has not", ", ".join(missing) or "-"),
            ("files", ", ".join(files) or "-"),
        )
        headings = ("", "what it is")
        console.show_table(Table(f"{system.name}: {system.title}", headings, rows, left=frozenset(headings)))


def _as_json(system: GameSystem) -> dict[str, Any]:
    return {
        "name": system.name,
        "title": system.title,
        "dice": {name: dice.describe() for name, dice in system.dice.items()},
        "offers": [name for name in systems.CAPABILITIES if system.offers(name)],
        "schemas": {name: str(path) for name, path in system.schemas().items()},
        "templates": {name: str(path) for name, path in system.templates().items()},
        "pages": {name: str(path) for name, path in system.pages().items()},
    }
