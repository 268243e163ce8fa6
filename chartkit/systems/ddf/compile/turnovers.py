"""Interceptions and fumbles of a team over all its calls: whole 216ths chosen together.

One 216th of 250 short passes is more than one interception, so a column cannot settle the season's count by itself.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from chartkit.systems.ddf.compile.goal_line import R_F, R_INT
from chartkit.systems.ddf.compile.outcomes import INT, F, is_pass, place_of_yards

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from chartkit.systems.ddf.compile.offense_fit import ColumnTarget

    Matrix = NDArray[np.float64]

_PLAIN = place_of_yards(3)


def choose_weights(
    rows: Mapping[str, Matrix], targets: Mapping[str, ColumnTarget], tolerance: Mapping[str, float]
) -> dict[str, dict[str, float]]:
    """For each call the shares of interceptions and fumbles to aim at: whole 216ths, and the season total right."""
    return {
        "intercepted": _choose(
            "intercepted", INT, R_INT, [c for c in targets if is_pass(c)], rows, targets, tolerance
        ),
        "fumbled": _choose("fumbled", F, R_F, list(targets), rows, targets, tolerance),
    }


def _choose(
    figure: str,
    cell: int,
    recorded: int,
    calls: list[str],
    rows: Mapping[str, Matrix],
    targets: Mapping[str, ColumnTarget],
    tolerance: Mapping[str, float],
) -> dict[str, float]:
    if not calls:
        return {}
    options: list[list[float]] = []
    for call in calls:
        base = rows[call][_PLAIN, recorded]
        kept = 1 - sum(targets[call].fouls.values())
        step = max((rows[call][cell, recorded] - base) / 216 / max(kept, 0.5), 1e-6)
        ideal = max(0.0, (targets[call].figures[figure] - base) / step)
        near = sorted({max(0, int(ideal) + shift) for shift in (-1, 0, 1, 2)})
        near = [k for _, k in sorted((abs(k - ideal), k) for k in near)]
        options.append([base + k * step for k in near[: 3 if len(calls) > 5 else 4]])
    plays = np.array([targets[call].plays for call in calls])
    wanted = np.array([targets[call].figures[figure] for call in calls])
    shares = np.array(list(product(*options)))
    # A column's unit is the larger of the tolerance and one play; the season's is one play and a half.
    unit = np.maximum(tolerance[figure], 1 / np.maximum(plays, 1))
    columns = (((shares - wanted) / unit) ** 2).sum(axis=1)
    season = ((shares - wanted) @ plays / 0.5) ** 2
    best = int(np.argmin(columns + season))
    return dict(zip(calls, shares[best].tolist(), strict=True))
