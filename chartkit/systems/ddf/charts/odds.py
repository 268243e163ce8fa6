"""Exact odds: every result of a column with the number of rolls that give it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

from chartkit.dice import DiceSet, Finite
from chartkit.systems.ddf.charts import dice
from chartkit.systems.ddf.charts.chart import Column
from chartkit.systems.ddf.charts.result import FOULS, Kind, Result


class Way(StrEnum):
    """How a play came to its result."""

    PLAY = "play"
    BREAKAWAY = "breakaway"
    TRAPPED = "trapped"
    #: The ball was carried into the defense's end zone and fumbled there (R5.3 F_EZ).
    END_ZONE = "end zone"


@dataclass(frozen=True, slots=True)
class End:
    """A final result and the way to it."""

    result: Result
    way: Way = Way.PLAY


_YARDAGE = (Kind.YARDS, Kind.FORCED)
#: What a pass that was caught can say.
_CAUGHT = (*_YARDAGE, Kind.TOUCHDOWN, Kind.FORCED_TD)


#: The shares that a table of odds shows; every end belongs to exactly one.
SHARES = ("gain", "no gain", "loss", "TD", "B", "INC", "QT", "INT", "F", "BK", "FC", "G", "NG", "penalty")
_SHARE_OF = {
    Kind.TOUCHDOWN: "TD",
    Kind.FORCED_TD: "TD",
    **dict.fromkeys(FOULS, "penalty"),
    **{Kind(name): name for name in SHARES if name in set(Kind) and name != "TD"},
}


def share_of(result: Result) -> str:
    """Which of SHARES a result counts to."""
    if result.kind in _YARDAGE:
        return "gain" if result.yards > 0 else "loss" if result.yards < 0 else "no gain"
    return _SHARE_OF[result.kind]


@dataclass(frozen=True)
class Odds:
    """Every end with the number of equally likely outcomes that lead to it."""

    outcomes: int
    ways: Mapping[End, int]

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """How many of the outcomes belong to each of SHARES."""
        found = dict.fromkeys(SHARES, 0)
        for end, ways in self.ways.items():
            found[share_of(end.result)] += ways
        return found

    def count(self, wanted: Callable[[End], bool]) -> int:
        """How many of the outcomes are wanted."""
        return sum(ways for end, ways in self.ways.items() if wanted(end))

    def share(self, name: str) -> Fraction:
        """One of SHARES, exactly."""
        return Fraction(self.counts[name], self.outcomes)

    def shares(self) -> dict[str, Fraction]:
        """All of SHARES; they add up to 1."""
        return {name: self.share(name) for name in SHARES}

    @property
    def completions(self) -> Fraction:
        """On a pass: yards of any sign and touchdowns that are not sacks or scrambles (R6.3)."""
        found = self.count(lambda end: end.way is Way.PLAY and end.result.kind in _CAUGHT)
        return Fraction(found, self.outcomes)

    @property
    def trapped(self) -> Fraction:
        """The quarterback was trapped: as a cell, or as the way to a sack or scramble."""
        found = self.count(lambda end: end.way is Way.TRAPPED or end.result.kind is Kind.TRAPPED)
        return Fraction(found, self.outcomes)

    @cached_property
    def yards(self) -> Finite:
        """The results that are yards."""
        return Finite.of((end.result.yards, ways) for end, ways in self.ways.items() if end.result.kind in _YARDAGE)

    @property
    def yards_per_play(self) -> Fraction | None:
        """Mean yards where an incompletion counts 0; penalties, turnovers and touchdowns are left out."""
        pairs = [
            (end.result.yards if end.result.kind in _YARDAGE else 0, ways)
            for end, ways in self.ways.items()
            if end.result.kind in (*_YARDAGE, Kind.INCOMPLETE)
        ]
        return Finite.of(pairs).mean


def cell_ways(column: Column, dice_set: DiceSet) -> dict[Result, int]:
    """The different cells of a column with the outcomes that hit them."""
    found: dict[Result, int] = {}
    for total, result in column.items():
        found[result] = found.get(result, 0) + dice_set.ways[total]
    return found


def dice_of(column: Column) -> DiceSet:
    """The dice that a column is read with: thirty rows or five."""
    return dice.OFFENSIVE if column.first == dice.OFFENSIVE.totals[0] else dice.DEFENSIVE


def column_odds(column: Column) -> Odds:
    """The odds of one column by itself: of 216, or of 36 for five rows.

    >>> from chartkit.systems.ddf.charts import parse
    >>> cells = tuple(parse("INC" if 33 <= total <= 37 else "7") for total in range(10, 40))
    >>> column_odds(Column(10, cells)).share("INC")
    Fraction(1, 3)
    """
    dice_set = dice_of(column)
    return Odds(dice_set.outcomes, {End(result): ways for result, ways in cell_ways(column, dice_set).items()})
