"""What can be done with a game's chart files by hand: check, explain, count odds, compare, begin a new one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from chartkit.findings import Catalogue, Checked
from chartkit.tables import Report


class ChartWork(Protocol):
    """The work on charts that every game system offers."""

    def codes(self) -> Catalogue:
        """Every code that a check of this game's files can give."""

    def check(self, path: Path) -> Checked:
        """Everything that is wrong with a file, or with a folder of files."""

    def explain(self, words: Sequence[str]) -> Report:
        """What a cell means: its text alone, or a chart file and the names of column and row."""

    def odds(self, chart: Path, against: Path | None, wanted: Sequence[str]) -> Report:
        """The exact odds of a chart's columns, or of its plays against another chart's defense."""

    def plot_odds(self, chart: Path, against: Path | None, target: Path) -> None:
        """The same odds as a picture."""

    def diff(self, old: Path, new: Path) -> Report:
        """What changed between two charts, and what that does to the odds."""

    def new_chart(self, team: str, season: int | None, city: str, name: str) -> str:
        """The text of a blank but valid chart file."""
