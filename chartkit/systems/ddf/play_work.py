"""The plays of a season in the words of Data-Driven Football."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from chartkit.systems.play_work import Moved, TeamCalls

if TYPE_CHECKING:
    import pandas as pd


class DdfPlayWork:
    """Calls, symbols, lists and counts; pandas is imported by the method that needs it."""

    def classify(
        self, plays: pd.DataFrame, *, rules: Path | None = None, penalties: Path | None = None
    ) -> pd.DataFrame:
        """The nine calls and the result symbols of every play (R3.2, R4)."""
        from chartkit.systems.ddf.classify import classify

        return classify(plays, rules=rules, penalties=penalties)

    def column_named(self, text: str) -> str:
        """A call, B, QT, a special-teams column, PAT, TWO-POINT TRY, MUFFED SNAP, KNEEL or SPIKE."""
        from chartkit.systems.ddf.classify.listing import COLUMNS
        from chartkit.systems.ddf.parts import match_name

        return match_name(text, COLUMNS, "column")

    def plays_behind(
        self, classified: pd.DataFrame, *, column: str | None, team: str | None, defense: bool
    ) -> pd.DataFrame:
        """The plays behind a column of a chart."""
        from chartkit.systems.ddf.classify import listing

        return listing.plays_behind(classified, column=column, team=team, defense=defense)

    def team_calls(self, classified: pd.DataFrame) -> list[TeamCalls]:
        """Play-call totals and quotas (R32.3)."""
        from chartkit.systems.ddf.classify import summary

        return summary.team_calls(classified)

    def moved(self, before: pd.DataFrame, after: pd.DataFrame) -> list[Moved]:
        """Plays that changed their column."""
        from chartkit.systems.ddf.classify import summary

        return summary.moved(before, after)
