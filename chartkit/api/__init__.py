"""The API of values: what `import chartkit` offers, and what the commands and the browser page stand on.

A function for every step, each gives a value: `charts` (one team's chart), `plays`, `seasons` (a
compiled season, findings), `games` (one game), `tables` (a game with people), `many_games` (games and seasons
played many times), `cards`. Each asks the game system that a file names, so that every game comes through the same
functions. Values have a short repr and a notebook view (`display`); long work says how far it is (`progress`).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from chartkit.api.cards import print_cards
    from chartkit.api.charts import Chart
    from chartkit.api.display import Answer
    from chartkit.api.games import Game, play
    from chartkit.api.many_games import (
        Effect,
        Games,
        RoundTrip,
        Seasons,
        one_season,
        roundtrip,
        season,
        simulate,
        whatif,
    )
    from chartkit.api.plays import Plays, read_plays
    from chartkit.api.seasons import CompileReport, Season, compile, load, validate
    from chartkit.api.tables import GameTable, new_table, open_table
    from chartkit.findings import Checked

# Loaded on first use: a command needs one or two of them.
_MODULES = ("charts", "games", "tables", "seasons", "plays", "many_games", "cards", "display")

__all__ = [
    "Answer",
    "Chart",
    "Checked",
    "CompileReport",
    "Effect",
    "Game",
    "GameTable",
    "Games",
    "Plays",
    "RoundTrip",
    "Season",
    "Seasons",
    "compile",
    "load",
    "new_table",
    "one_season",
    "open_table",
    "play",
    "print_cards",
    "read_plays",
    "roundtrip",
    "season",
    "simulate",
    "validate",
    "whatif",
]


def __getattr__(name: str) -> Any:
    for module in _MODULES if name in __all__ else ():
        found = import_module(f"{__name__}.{module}")
        if hasattr(found, name):
            return getattr(found, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
