"""The space in which charts are fitted: what a play can end as, and what each pair of cells gives (R5).

A final outcome is a gain of -20 to 99 yards or one of five others. An offensive cell is written in the same space
(a gain cell is its yards), so that one table of (offensive cell, defensive cell) -> final outcome, built from the
priority chart, holds everything that the fit needs to know of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from chartkit.systems.ddf.columns import PASSES, RUNS
from chartkit.systems.ddf.priority import Outcome, PriorityChart, settle
from chartkit.systems.ddf.result import Kind, Result, gain

if TYPE_CHECKING:
    from numpy.typing import NDArray

GRID = range(-20, 100)
YARDS = len(GRID)
TD, INC, INT, QT, F = YARDS, YARDS + 1, YARDS + 2, YARDS + 3, YARDS + 4
#: Final outcomes: the grid, then touchdown by a TD cell, incomplete, intercepted, trapped, fumbled.
OUTCOMES = YARDS + 5
NUMBERS = np.arange(GRID.start, GRID.stop, dtype=np.float64)

_KINDS = {
    TD: Kind.TOUCHDOWN,
    INC: Kind.INCOMPLETE,
    INT: Kind.INTERCEPTION,
    QT: Kind.TRAPPED,
    F: Kind.FUMBLE,
}
_BY_KIND = {kind: place for place, kind in _KINDS.items()}

#: Defensive cells that the fit may use, in a fixed order.
DEFENSE_NUMBERS = range(-12, 16)
DEFENSE_FORCED = range(-12, 41)
DEFENSE_CELLS: tuple[Result, ...] = (
    *(gain(yards) for yards in DEFENSE_NUMBERS),
    *(Result(Kind.FORCED, yards) for yards in DEFENSE_FORCED),
    *(Result(kind) for kind in (Kind.TRAPPED, Kind.INTERCEPTION, Kind.FUMBLE, Kind.INCOMPLETE)),
)
DEFENSE_PLACE: Mapping[Result, int] = {cell: place for place, cell in enumerate(DEFENSE_CELLS)}
NO_IMPACT = DEFENSE_PLACE[gain(0)]
DEF_QT, DEF_INT = DEFENSE_PLACE[Result(Kind.TRAPPED)], DEFENSE_PLACE[Result(Kind.INTERCEPTION)]
DEF_F, DEF_INC = DEFENSE_PLACE[Result(Kind.FUMBLE)], DEFENSE_PLACE[Result(Kind.INCOMPLETE)]


def place_of_yards(yards: int) -> int:
    """Where a gain stands on the grid; what is longer or shorter than the grid stands at its end."""
    return min(max(yards, GRID.start), GRID.stop - 1) - GRID.start


def offense_cell(place: int) -> Result:
    """The offensive cell behind a place of the outcome space."""
    return gain(GRID[place]) if place < YARDS else Result(_KINDS[place])


def place_of(result: Result) -> int:
    """The place of a plain offensive cell: yards, TD, INC, INT, QT or F."""
    return place_of_yards(result.yards) if result.kind is Kind.YARDS else _BY_KIND[result.kind]


def _final(chart: PriorityChart, offense: Result, defense: Result) -> int:
    outcome = chart.look_up(offense, defense)
    if outcome in (Outcome.F_EZ, Outcome.F_QT):
        return F
    final = settle(outcome, offense, defense)
    if final.kind is Kind.FORCED:
        return place_of_yards(final.yards)
    return TD if final.kind is Kind.FORCED_TD else place_of(final)


@cache
def _pair_table(chart_rows: tuple[tuple[tuple[str, str], str], ...]) -> NDArray[np.int64]:
    chart = PriorityChart({key: Outcome(code) for key, code in chart_rows})
    return np.array(
        [[_final(chart, offense_cell(place), cell) for cell in DEFENSE_CELLS] for place in range(OUTCOMES)],
        dtype=np.int64,
    )


def pair_table(chart: PriorityChart) -> NDArray[np.int64]:
    """Final outcome of every offensive cell (row) against every defensive cell (column)."""
    return _pair_table(tuple(sorted((key, str(code)) for key, code in chart.outcomes.items())))


def is_run(call: str) -> bool:
    """Whether a call is one of plays 1-4."""
    return call in RUNS


def is_pass(call: str) -> bool:
    """Whether a call is one of plays 5-9."""
    return call in PASSES
