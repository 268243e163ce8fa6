"""Exact odds: of a column, and of a play against a formation through the priority chart (R5-R8, basic play)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

from chartkit.dice import DiceSet, Finite
from chartkit.systems.ddf import dice
from chartkit.systems.ddf.chart import Column, TeamChart
from chartkit.systems.ddf.columns import BREAKAWAY, TRAPPED
from chartkit.systems.ddf.priority import Outcome, PriorityChart, final_result, standard_priority
from chartkit.systems.ddf.result import FOULS, Kind, Result


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
_SCORES = (Kind.TOUCHDOWN, Kind.FORCED_TD)


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
        """On a pass: yardage of any sign and touchdowns that are no sack or scramble (R6.3)."""
        return Fraction(
            self.count(
                lambda end: end.way is Way.PLAY and (end.result.kind in _YARDAGE or end.result.kind in _SCORES)
            ),
            self.outcomes,
        )

    @property
    def trapped(self) -> Fraction:
        """The quarterback was trapped: as a cell, or as the way to a sack or scramble."""
        return Fraction(
            self.count(lambda end: end.way is Way.TRAPPED or end.result.kind is Kind.TRAPPED), self.outcomes
        )

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


def _added(pairs: Iterable[tuple[End, int]]) -> dict[End, int]:
    ways: dict[End, int] = {}
    for end, count in pairs:
        ways[end] = ways.get(end, 0) + count
    return ways


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

    >>> from chartkit.systems.ddf.result import parse
    >>> cells = tuple(parse("INC" if 33 <= total <= 37 else "7") for total in range(10, 40))
    >>> column_odds(Column(10, cells)).share("INC")
    Fraction(1, 3)
    """
    dice_set = dice_of(column)
    return Odds(dice_set.outcomes, {End(result): ways for result, ways in cell_ways(column, dice_set).items()})


class _Combiner:
    """Follows one pair of results to its ends; weights are of `unit`, the outcomes of one more offensive roll."""

    def __init__(self, offense: TeamChart, priority: PriorityChart) -> None:
        self._priority = priority
        self._breakaway = cell_ways(offense.offense.columns[BREAKAWAY], dice.OFFENSIVE)
        self._trapped = cell_ways(offense.offense.columns[TRAPPED], dice.OFFENSIVE)
        self.unit = dice.OFFENSIVE.outcomes

    def ends(self, offense: Result, defense: Result) -> Iterable[tuple[End, int]]:
        outcome = self._priority.look_up(offense, defense)
        if outcome is Outcome.F_EZ:
            return [(End(Result(Kind.FUMBLE), Way.END_ZONE), self.unit)]
        if outcome is Outcome.F_QT:
            return [(_fumble_after(cell), ways) for cell, ways in self._trapped.items()]
        if outcome is Outcome.ADD and offense.kind is Kind.BREAKAWAY:
            return [(self._broke_away(cell, defense), ways) for cell, ways in self._breakaway.items()]
        final = final_result(outcome, offense, defense)
        if final.kind is Kind.TRAPPED:
            # R8.2: the reading of the QT column is final; the defense's result is not added.
            return [(End(cell, Way.TRAPPED), ways) for cell, ways in self._trapped.items()]
        if final.kind is Kind.BREAKAWAY:
            return [(End(cell, Way.BREAKAWAY), ways) for cell, ways in self._breakaway.items()]
        return [(End(final), self.unit)]

    def _broke_away(self, cell: Result, defense: Result) -> End:
        """R7.1: a cell of column B that is not a number meets the same defensive result in the priority chart."""
        outcome = self._priority.look_up(cell, defense)
        return End(final_result(outcome, cell, defense), Way.BREAKAWAY)


def _fumble_after(cell: Result) -> End:
    """F_QT: a fumble where the QT column leaves the ball (R5.3)."""
    if cell.kind is Kind.TOUCHDOWN:
        return End(Result(Kind.FUMBLE), Way.END_ZONE)
    return End(Result(Kind.FUMBLE, cell.yards), Way.TRAPPED)


def play_odds(
    offense: TeamChart, defense: TeamChart, play: str, formation: str, priority: PriorityChart | None = None
) -> Odds:
    """A play against a formation, B and QT columns included; a penalty is an end of its own, not played out."""
    combiner = _Combiner(offense, priority or standard_priority())
    rolls = cell_ways(offense.offense.columns[play], dice.OFFENSIVE)
    answers = cell_ways(defense.defense[formation][play], dice.DEFENSIVE)
    ways = _added(
        (end, own * other * more)
        for result, own in rolls.items()
        for answer, other in answers.items()
        for end, more in combiner.ends(result, answer)
    )
    return Odds(dice.OFFENSIVE.outcomes * dice.DEFENSIVE.outcomes * combiner.unit, ways)
