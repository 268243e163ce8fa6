"""A game in the columns of a season's play-by-play file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from chartkit.demo.columns import COLUMNS
from chartkit.systems.ddf.referee.matchup import Matchup
from chartkit.systems.ddf.scorebook.play_by_play import GameCard, rows
from chartkit.systems.ddf.scorebook.plays import Play


def columns_and_rows(table: Matchup, plays: Sequence[Play]) -> tuple[Sequence[str], Iterator[Mapping[str, Any]]]:
    """Every column of the files in their order; a cell that the game knows nothing about is empty."""
    home, away = table.codes
    card = GameCard(home, away, table.season, playoffs=table.options.playoff)
    return COLUMNS, ({name: row.get(name) for name in COLUMNS} for row in rows(card, plays))
