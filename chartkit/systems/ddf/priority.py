"""The priority chart (R5): which side's result counts, as data, and the look-up."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Any

from chartkit.records import dataclass
from chartkit.systems.ddf.result import DEFENSE_FOULS, FOULS, Kind, Result
from chartkit.systems.ddf.shipped import shipped


class Outcome(StrEnum):
    """R5.3: what the priority chart says to do."""

    ADD = "ADD"
    OFF = "OFF"
    DEF = "DEF"
    TD = "TD"
    INC = "INC"
    INT_MIN = "INT_MIN"
    F_MAX = "F_MAX"
    F_MIN = "F_MIN"
    F_DEFYD = "F_DEFYD"
    F_EZ = "F_EZ"
    F_QT = "F_QT"
    PEN = "PEN"
    GRD = "GRD"


_TOUCHDOWN = Result(Kind.TOUCHDOWN)
_INCOMPLETE = Result(Kind.INCOMPLETE)


def _sign(yards: int, zero: str) -> str:
    return "#" if yards > 0 else "-#" if yards < 0 else zero


def offense_row(result: Result) -> str:
    """The row of the chart that an offensive result stands in (R5.7)."""
    if result.kind is Kind.YARDS:
        return _sign(result.yards, "NOGAIN")
    if result.kind is Kind.GROUNDING:
        return "OFF*"
    if result.kind in FOULS:
        return "DEF/PI" if result.kind in DEFENSE_FOULS else "OFF"
    return str(result.kind)


def defense_column(result: Result) -> str:
    """The column of the chart that a defensive result stands in; `(0)` classes as `(#)` (R5.7)."""
    if result.kind is Kind.YARDS:
        return _sign(result.yards, "NOIMPACT")
    if result.kind is Kind.FORCED:
        return "(-#)" if result.yards < 0 else "(#)"
    return str(result.kind)


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


def settle(outcome: Outcome, offense: Result, defense: Result) -> Result:
    """The final result of a look-up (R5.3).

    Three outcomes need more than the two cells and are the caller's: ADD with `B` (R7), F_EZ (R11.5) and F_QT (R8).
    """
    match outcome:
        case Outcome.ADD:
            total = offense.yards + defense.yards
            # R4.4: the star is the offense's and survives an addition.
            return Result(Kind.YARDS, total, offense.out_of_bounds)
        case Outcome.OFF | Outcome.PEN | Outcome.GRD:
            return offense
        case Outcome.DEF:
            return defense
        case Outcome.TD:
            return _TOUCHDOWN
        case Outcome.INC:
            return _INCOMPLETE
        case Outcome.INT_MIN:
            return Result(Kind.INTERCEPTION, min(offense.yards, defense.yards))
        case Outcome.F_MAX:
            return Result(Kind.FUMBLE, max(offense.yards, defense.yards))
        case Outcome.F_MIN:
            return Result(Kind.FUMBLE, min(offense.yards, defense.yards))
        case Outcome.F_DEFYD:
            return Result(Kind.FUMBLE, defense.yards)
    raise ValueError(f"{outcome} cannot be settled from the two cells alone")
