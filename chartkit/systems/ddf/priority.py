"""The priority chart (R5): which side's result counts, as data, and the look-up."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from chartkit.systems.ddf.result import Result
from chartkit.systems.ddf.rules import priority
from chartkit.systems.ddf.rules.game import cell_of, result_of
from chartkit.systems.ddf.rules.priority import COLUMN_NAMES, OUTCOMES, ROW_NAMES, Outcome
from chartkit.systems.ddf.shipped import shipped


def offense_row(result: Result) -> str:
    """The row of the chart that an offensive result stands in (R5.7)."""
    return ROW_NAMES[priority.offense_row(cell_of(result))]


def defense_column(result: Result) -> str:
    """The column of the chart that a defensive result stands in (R5.7)."""
    return COLUMN_NAMES[priority.defense_column(cell_of(result))]


__all__ = ["Outcome", "PriorityChart", "defense_column", "final_result", "offense_row", "standard_priority"]


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
