"""Exact odds: what a column gives on all rolls, for given grades and outside special situations (17)."""

from __future__ import annotations

from collections import Counter
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

    #: Share of throws that are caught.
    completed: float
    yards: float
    sacks: int
    interceptions: int
    fumbles: int
    flags: int
    scrambles: int
    long_gains: int


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


def mean_yards(tables: Tables, column: str, grades: GradesOf, *types: str) -> float:
    """The mean of the outcomes of these types in a column, of all if none is named."""
    found = [(weight, got) for weight, got in outcomes(tables, column, grades) if not types or got.type in types]
    yards = sum(weight * (TOUCHDOWN if got.type == "touchdown" else got.yards) for weight, got in found)
    return yards / sum(weight for weight, _ in found)


def scramble_mean(tables: Tables, grades: GradesOf) -> float:
    """The mean of the scramble column (6.4)."""
    return mean_yards(tables, "qb_scramble", grades)


def play_odds(tables: Tables, column: str, grades: GradesOf) -> PlayOdds:
    """A column of action table 1 (17)."""
    counts: Counter[str] = Counter()
    yards = 0.0
    for weight, got in outcomes(tables, column, grades):
        counts[got.type] += weight
        match got.type:
            case "long_gain":
                yards += weight * mean_yards(tables, "long_gain", grades)
            case "touchdown":
                yards += weight * TOUCHDOWN
            case "scramble":
                yards += weight * scramble_mean(tables, grades)
            case "gain" | "sack" | "qb_run":
                yards += weight * got.yards
    caught = sum(counts[kind] for kind in ("gain", "long_gain", "touchdown")) if column in PASSES else 0
    throws = caught + counts["incomplete"] + counts["interception"]
    kinds = ("sack", "interception", "fumble", "flag", "scramble", "long_gain")
    completed = caught / throws if throws else 0.0
    return PlayOdds(completed, yards / (36 - counts["flag"]), *(counts[kind] for kind in kinds))


def field_goal_odds(tables: Tables, length: int, grades: GradesOf) -> int:
    """Out of 36 rolls, how many make a field goal of that length (8.6)."""
    found = outcomes(tables, "field_goal", grades)
    return sum(weight for weight, got in found if got.type == "range" and got.yards >= length)


def gross_punt(tables: Tables, grades: GradesOf) -> float:
    """Mean length of the punts that are neither blocked nor flagged (8.4)."""
    return mean_yards(tables, "punt", grades, "punt")


def return_mean(tables: Tables, column: str, grades: GradesOf) -> float:
    """Mean of the returns of a column that are plain numbers: punt returns in yards, kickoffs as yard lines."""
    return mean_yards(tables, column, grades, "gain", "return_to", "kick_out_of_bounds")
