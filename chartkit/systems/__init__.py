"""Game systems are found by name; nothing outside a system's package knows its columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from chartkit.errors import InputError

if TYPE_CHECKING:
    from chartkit.systems.base import GameSystem

DEFAULT = "ddf"
#: The systems that ship with chartkit: looking for plug-ins reads the records of every installed package.
_OURS: Mapping[str, tuple[str, str]] = {"ddf": ("chartkit.systems.ddf.system", "DDF")}


def names() -> list[str]:
    """The installed game systems, ours and plug-ins'."""
    from importlib.metadata import entry_points

    return sorted({*_OURS, *(entry.name for entry in entry_points(group="chartkit.systems"))})


def find(name: str = DEFAULT) -> GameSystem:
    """The game system of that name."""
    if name in _OURS:
        from importlib import import_module

        module, kind = _OURS[name]
        ours: GameSystem = getattr(import_module(module), kind)()
        return ours
    from importlib.metadata import entry_points

    for entry in entry_points(group="chartkit.systems", name=name):
        try:
            system: GameSystem = entry.load()()
        except (ImportError, AttributeError) as error:
            raise InputError(
                f"the game system {name} is installed, but cannot be loaded: {error}.",
                remedy="Install its package again, or ask its author.",
            ) from error
        return system
    raise InputError(
        f"there is no game system called {name!r}.",
        remedy=f"Known are: {', '.join(names())} (chartkit systems).",
    )
