"""Exact odds: what a column gives on all rolls, for given grades and outside special situations (17)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from chartkit.systems.coachs_call.tables import COMBINED_COLUMNS, SUMS, Cell, Condition, Outcome, Tables

#: Position as conditions name it -> its grade.
GradesOf = Mapping[str, str]
#: What a touchdown of the long-gain column counts for (17).
TOUCHDOWN = 60
RUNS, PASSES = COMBINED_COLUMNS[:2], COMBINED_COLUMNS[2:6]
SUM_WEIGHTS = {str(total): 6 - abs(7 - total) for total in SUMS}


@dataclass(frozen=True, slots=True)
class PlayOdds:
    """A column of action table 1, out of 36 rolls; yards are a mean over the rolls without a flag."""

    flags: int
    sacks: int
    interceptions: int
    completions: int
    incompletions: int
    scrambles: int
    fumbles: int
    long_gains: int
    yards: float

    @property
    def completed(self) -> float:
        """Share of throws that are caught."""
        throws = self.completions + self.incompletions + self.interceptions
        return self.completions / throws if throws else 0.0


def holds(condition: Condition, grades: GradesOf) -> bool:
    """Whether a variant counts by grades alone: no condition of down, distance or clock does; a D is a C (2.4)."""
    if condition.downs or condition.quarters or condition.boxes_left_max is not None:
        return False
    grade = grades.get(condition.whose, "B")
    return condition.grade == ("C" if grade == "D" else grade)


def outcome_for(cell: Cell, grades: GradesOf) -> Outcome:
    """What a cell gives (4.4)."""
    return next((then for when, then in cell.variants if holds(when, grades)), cell.base)


def outcomes(tables: Tables, column: str, grades: GradesOf) -> Iterator[tuple[int, Outcome]]:
    """Every roll of a column: its weight out of 36, and what it gives."""
    for roll, cell in tables.columns[column].items():
        yield (1 if column in COMBINED_COLUMNS else SUM_WEIGHTS[roll]), outcome_for(cell, grades)


def long_gain_mean(tables: Tables, grades: GradesOf) -> float:
    """The mean of the long-gain column."""
    return (
        sum(
            weight * (TOUCHDOWN if got.type == "touchdown" else got.yards)
            for weight, got in outcomes(tables, "long_gain", grades)
        )
        / 36
    )


def scramble_mean(tables: Tables, grades: GradesOf) -> float:
    """The mean of the scramble column (6.4)."""
    return sum(weight * got.yards for weight, got in outcomes(tables, "qb_scramble", grades)) / 36


def play_odds(tables: Tables, column: str, grades: GradesOf) -> PlayOdds:
    """A column of action table 1 (17)."""
    counts: dict[str, int] = defaultdict(int)
    yards = 0.0
    for weight, got in outcomes(tables, column, grades):
        counts[got.type] += weight
        match got.type:
            case "long_gain":
                yards += weight * long_gain_mean(tables, grades)
            case "touchdown":
                yards += weight * TOUCHDOWN
            case "scramble":
                yards += weight * scramble_mean(tables, grades)
            case "gain" | "sack" | "qb_run":
                yards += weight * got.yards
    is_pass = column in PASSES
    caught = counts["gain"] + counts["long_gain"] + counts["touchdown"]
    return PlayOdds(
        flags=counts["flag"],
        sacks=counts["sack"],
        interceptions=counts["interception"],
        completions=caught if is_pass else 0,
        incompletions=counts["incomplete"],
        scrambles=counts["scramble"],
        fumbles=counts["fumble"],
        long_gains=counts["long_gain"],
        yards=yards / (36 - counts["flag"]),
    )


def field_goal_odds(tables: Tables, length: int, grades: GradesOf) -> int:
    """Out of 36 rolls, how many make a field goal of that length (8.6)."""
    return sum(
        weight
        for weight, got in outcomes(tables, "field_goal", grades)
        if got.type == "range" and got.yards >= length
    )


def gross_punt(tables: Tables, grades: GradesOf) -> float:
    """Mean length of the punts that are neither blocked nor flagged (8.4)."""
    kicked = [(weight, got.yards) for weight, got in outcomes(tables, "punt", grades) if got.type == "punt"]
    return sum(weight * yards for weight, yards in kicked) / sum(weight for weight, _ in kicked)


def return_mean(tables: Tables, column: str, grades: GradesOf) -> float:
    """Mean of the returns of a column that are plain numbers: punt returns in yards, kickoffs as yard lines."""
    plain = [
        (weight, got.yards)
        for weight, got in outcomes(tables, column, grades)
        if got.type in ("gain", "return_to", "kick_out_of_bounds")
    ]
    return sum(weight * yards for weight, yards in plain) / sum(weight for weight, _ in plain)
