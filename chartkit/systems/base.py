"""What the rest of chartkit may ask of any game system."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from chartkit.dice import DiceSet
from chartkit.systems.chart_work import ChartWork
from chartkit.systems.compiling import Compiling
from chartkit.systems.play_work import PlayWork
from chartkit.systems.playing import Playing
from chartkit.systems.printing import CardPrinter
from chartkit.systems.proving import Proving
from chartkit.systems.workbooks import Workbooks


class GameSystem(Protocol):
    """One tabletop game: its dice, its charts and the way from plays to charts and back."""

    @property
    def name(self) -> str:
        """Short name, as typed on the command line and written into chart files."""

    @property
    def title(self) -> str:
        """The game's name as its players know it."""

    @property
    def dice(self) -> Mapping[str, DiceSet]:
        """The dice of the game by name."""

    def plays(self) -> PlayWork:
        """The work on a season's plays."""

    def compiling(self) -> Compiling:
        """The way from plays to charts."""

    def charts(self) -> ChartWork:
        """The work on chart files."""

    def printing(self) -> CardPrinter:
        """The game's way onto paper and back."""

    def playing(self) -> Playing:
        """The game's referee."""

    def workbooks(self) -> Workbooks:
        """The game's charts in a spreadsheet."""

    def proving(self) -> Proving:
        """The proof that the charts give the season back."""
