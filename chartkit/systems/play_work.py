"""What a game system makes of a season's plays: what each one was, listed and counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class TeamCalls:
    """What one team called over a season: how often, and the most in any one game."""

    team: str
    games: int
    calls: Mapping[str, int]
    quotas: Mapping[str, int]
    groups: Mapping[str, int]
    bases: Mapping[str, int]


@dataclass(frozen=True)
class Moved:
    """Plays that go from one column to another when the rules change."""

    before: str
    after: str
    plays: int


class PlayWork(Protocol):
    """The work on classified plays."""

    def classify(
        self, plays: pd.DataFrame, *, rules: Path | None = None, penalties: Path | None = None
    ) -> pd.DataFrame:
        """The play table with what each play was in this game, by the standard rules or an author's own."""

    def column_named(self, text: str) -> str:
        """The column of plays that a text means (`6-SHORT`, `6`, `short`); InputError when there is none."""

    def plays_behind(
        self, classified: pd.DataFrame, *, column: str | None, team: str | None, defense: bool
    ) -> pd.DataFrame:
        """The plays of a column and a team (or against it), with the columns that people want to see."""

    def team_calls(self, classified: pd.DataFrame) -> list[TeamCalls]:
        """Calls and quotas of every team, by team code."""

    def moved(self, before: pd.DataFrame, after: pd.DataFrame) -> list[Moved]:
        """What changed between two classifications of the same plays, most plays first."""
