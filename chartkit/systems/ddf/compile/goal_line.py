"""What the goal line does to a gain: the cut at the line, and the squeeze in front of it (R25).

Both are linear in the final outcome, so they are one matrix per team and call, made from the lines of scrimmage
where that call was really made.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from chartkit.systems.ddf import dice
from chartkit.systems.ddf.chart import Squeeze
from chartkit.systems.ddf.compile.outcomes import (
    GRID,
    INC,
    INT,
    NUMBERS,
    OUTCOMES,
    QT,
    TD,
    YARDS,
    F,
    is_pass,
    place_of_yards,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]
    Vector = NDArray[np.float64]

#: Recorded outcomes: gains on the grid, incomplete, intercepted, trapped, fumbled, and the share of touchdowns,
#: which are gains too and stand in both places.
R_INC, R_INT, R_QT, R_F, R_TD = YARDS, YARDS + 1, YARDS + 2, YARDS + 3, YARDS + 4
RECORDED = YARDS + 5
#: Lines of scrimmage: 1 to 99 yards from the goal; place 0 stays empty.
LINES = 100


def squeeze_at(table: Sequence[Squeeze], call: str, line: int) -> Squeeze | None:
    """The row that applies: of those with the call and at least this distance, the nearest to the goal."""
    rows = [row for row in table if call in row.calls and line <= row.inside]
    return min(rows, key=lambda row: row.inside) if rows else None


def incomplete_chance(row: Squeeze | None, call: str) -> float:
    """How often a squeezed completion falls incomplete."""
    if row is None or not is_pass(call):
        return 0.0
    return sum(dice.OFFENSIVE.ways[total] for total in row.incomplete) / dice.OFFENSIVE.outcomes


def squeezed_out(lines: Vector, table: Sequence[Squeeze], call: str) -> float:
    """Share of this call's completions that the squeeze drops."""
    total = float(lines.sum())
    if total <= 0:
        return 0.0
    falls = [incomplete_chance(squeeze_at(table, call, line), call) for line in range(len(lines))]
    return float(lines @ np.array(falls)) / total


def recorded_matrix(lines: Vector, table: Sequence[Squeeze], call: str) -> Matrix:
    """Final outcome -> recorded outcome for a call made `lines[l]` of the time from `l` yards out."""
    matrix = np.zeros((OUTCOMES, RECORDED))
    share = lines / lines.sum() if lines.sum() > 0 else np.eye(1, LINES, 75)[0]
    places = np.arange(YARDS)
    for line in np.flatnonzero(share):
        weight = share[line]
        row = squeeze_at(table, call, int(line))
        falls = incomplete_chance(row, call)
        off = row.yards if row else 0
        squeezed = np.where(NUMBERS > 0, np.maximum(0, NUMBERS - off), NUMBERS)
        recorded = np.minimum(squeezed, line).astype(np.int64) - GRID.start
        kept = weight * (1 - falls)
        matrix[places, recorded] += kept
        matrix[:YARDS, R_INC] += weight * falls
        matrix[:YARDS, R_TD] += kept * (squeezed >= line)
        matrix[TD, place_of_yards(int(line))] += weight
        matrix[TD, R_TD] += weight
    matrix[INC, R_INC] = matrix[INT, R_INT] = matrix[QT, R_QT] = matrix[F, R_F] = 1.0
    return matrix
