"""Data-Driven Football as a game system."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chartkit.dice import DiceSet
    from chartkit.systems.chart_work import ChartWork
    from chartkit.systems.compiling import Compiling
    from chartkit.systems.play_work import PlayWork
    from chartkit.systems.playing import Playing
    from chartkit.systems.printing import CardPrinter
    from chartkit.systems.proving import Proving
    from chartkit.systems.workbooks import Workbooks


class DDF:
    """Data-Driven Football; heavy parts are imported by the method that needs them."""

    name = "ddf"
    title = "Data-Driven Football"

    @property
    def dice(self) -> Mapping[str, DiceSet]:
        """Offensive and defensive dice and the d10 (R1)."""
        from chartkit.systems.ddf import dice

        return {"offensive": dice.OFFENSIVE, "defensive": dice.DEFENSIVE, "d10": dice.D10}

    def plays(self) -> PlayWork:
        """Calls and result symbols, and the plays behind a column."""
        from chartkit.systems.ddf.play_work import DdfPlayWork

        return DdfPlayWork()

    def compiling(self) -> Compiling:
        """The compiler."""
        from chartkit.systems.ddf.compiling import DdfCompiling

        return DdfCompiling()

    def charts(self) -> ChartWork:
        """Validator, result language and odds."""
        from chartkit.systems.ddf.chart_work import DdfChartWork

        return DdfChartWork()

    def printing(self) -> CardPrinter:
        """Team cards, reference sheets and table gear; and cards read back from PDF."""
        from chartkit.systems.ddf.cards.printer import DdfPrinter

        return DdfPrinter()

    def playing(self) -> Playing:
        """The referee."""
        from chartkit.systems.ddf.playing import DdfPlaying

        return DdfPlaying()

    def workbooks(self) -> Workbooks:
        """Charts as Excel workbooks and back."""
        from chartkit.systems.ddf.workbook.work import DdfWorkbooks

        return DdfWorkbooks()

    def proving(self) -> Proving:
        """Seasons played many times."""
        from chartkit.systems.ddf.proving import DdfProving

        return DdfProving()
