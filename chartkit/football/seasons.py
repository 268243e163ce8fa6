"""How long an NFL season is."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_DATA = Path(__file__).parent / "data" / "seasons.toml"


@dataclass(frozen=True)
class SeasonLength:
    """What a full season holds."""

    first: int
    teams: int
    games_each: int
    weeks: int
    games: int


@cache
def _lengths() -> tuple[SeasonLength, ...]:
    rows = tomllib.loads(_DATA.read_text(encoding="utf-8"))["season"]
    return tuple(sorted((SeasonLength(**row) for row in rows), key=lambda row: row.first))


def season_length(season: int) -> SeasonLength | None:
    """The length of an NFL season; None before 1999."""
    begun = [row for row in _lengths() if row.first <= season]
    return begun[-1] if begun else None
