"""Game systems are found by name; nothing outside a system's package knows its columns."""

from __future__ import annotations

from chartkit.errors import InputError
from chartkit.systems.base import GameSystem

DEFAULT = "ddf"


def names() -> list[str]:
    """The installed game systems, ours and plug-ins'."""
    from importlib.metadata import entry_points

    return sorted(entry.name for entry in entry_points(group="chartkit.systems"))


def find(name: str = DEFAULT) -> GameSystem:
    """The game system of that name."""
    from importlib.metadata import entry_points

    for entry in entry_points(group="chartkit.systems", name=name):
        system: GameSystem = entry.load()()
        return system
    raise InputError(
        f"there is no game system called {name!r}.",
        remedy=f"Known are: {', '.join(names())} (chartkit systems).",
    )
