"""The priority chart (R5) as a value: the look-up, and the exact odds of a play against a formation (R5-R8)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from chartkit.systems.ddf.charts import BREAKAWAY, TRAPPED, End, Kind, Odds, Result, TeamChart, Way, cell_ways, dice
from chartkit.systems.ddf.data import shipped
from chartkit.systems.ddf.rules import priority
from chartkit.systems.ddf.rules.game import cell_of, result_of
from chartkit.systems.ddf.rules.priority import COLUMN_NAMES, OUTCOMES, ROW_NAMES, Outcome


def offense_row(result: Result) -> str:
    """The row of the chart that an offensive result stands in (R5.7)."""
    return ROW_NAMES[priority.offense_row(cell_of(result))]


def defense_column(result: Result) -> str:
    """The column of the chart that a defensive result stands in (R5.7)."""
    return COLUMN_NAMES[priority.defense_column(cell_of(result))]


@dataclass(frozen=True, slots=True)
class PriorityChart:
    """The 12 x 10 table of R5.4."""

    outcomes: Mapping[tuple[str, str], Outcome]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> PriorityChart:
        """Build the chart from the JSON of R5.6."""
        return cls(
            {
                (row, column): Outcome(code)
                for row, codes in data["rows"].items()
                for column, code in zip(data["defense"], codes, strict=True)
            }
        )

    def look_up(self, offense: Result, defense: Result) -> Outcome:
        """What happens when these two results meet."""
        return self.outcomes[offense_row(offense), defense_column(defense)]


@cache
def standard_priority() -> PriorityChart:
    """The chart that ships with chartkit (R5.6)."""
    return PriorityChart.from_json(json.loads(shipped("priority_chart.json")))


def final_result(outcome: Outcome, offense: Result, defense: Result) -> Result:
    """The final result of a look-up (R5.3).

    Two outcomes need more than the two cells and are the caller's: ADD with `B` (R7) and F_QT (R8). F_EZ is a
    fumble further than any field.
    """
    return result_of(priority.combine(OUTCOMES.index(outcome), cell_of(offense), cell_of(defense)))


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
    ways: Counter[End] = Counter()
    for result, own in rolls.items():
        for answer, other in answers.items():
            for end, more in combiner.ends(result, answer):
                ways[end] += own * other * more
    return Odds(dice.OFFENSIVE.outcomes * dice.DEFENSIVE.outcomes * combiner.unit, ways)
