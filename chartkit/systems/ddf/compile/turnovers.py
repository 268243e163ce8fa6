"""Interceptions and fumbles of a team over all its calls: whole 216ths chosen together.

One 216th of 250 short passes is more than one interception, so a column cannot settle the season's count by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
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
    """For each call the shares of interceptions and fumbles to aim at: whole 216ths, and the season total right.

    Only one total weighs 1 of 216. Where both want it, the ending whose season suffers less does without.
    """
    passes = [call for call in targets if is_pass(call)]

    def choose(figure: str, without: frozenset[str]) -> _Choice:
        cell, recorded, calls = (INT, R_INT, passes) if figure == "intercepted" else (F, R_F, list(targets))
        return _choose(figure, cell, recorded, calls, rows, targets, tolerance, without)

    free = {figure: choose(figure, frozenset()) for figure in ("intercepted", "fumbled")}
    both = free["intercepted"].ones & free["fumbled"].ones
    if not both:
        return {figure: choice.shares for figure, choice in free.items()}
    other = {figure: choose(figure, both) for figure in free}
    yields = min(free, key=lambda figure: other[figure].price - free[figure].price)
    return {figure: (other if figure == yields else free)[figure].shares for figure in free}


@dataclass(frozen=True)
class _Choice:
    """Shares by call, the calls that take exactly 1 of 216, and what is missed."""

    shares: dict[str, float]
    ones: frozenset[str]
    price: float


def _choose(
    figure: str,
    cell: int,
    recorded: int,
    calls: list[str],
    rows: Mapping[str, Matrix],
    targets: Mapping[str, ColumnTarget],
    tolerance: Mapping[str, float],
    without: frozenset[str],
) -> _Choice:
    if not calls:
        return _Choice({}, frozenset(), 0.0)
    options: list[list[tuple[int, float]]] = []
    for call in calls:
        base = rows[call][_PLAIN, recorded]
        kept = 1 - sum(targets[call].fouls.values())
        step = max((rows[call][cell, recorded] - base) / 216 / max(kept, 0.5), 1e-6)
        ideal = max(0.0, (targets[call].figures[figure] - base) / step)
        near = {max(0, int(ideal) + shift) for shift in (-1, 0, 1, 2)} - ({1} if call in without else set())
        ranked = [k for _, k in sorted((abs(k - ideal), k) for k in near)]
        options.append([(k, base + k * step) for k in ranked[: 3 if len(calls) > 5 else 4]])
    plays = np.array([targets[call].plays for call in calls])
    wanted = np.array([targets[call].figures[figure] for call in calls])
    chosen = list(product(*options))
    shares = np.array([[share for _, share in choice] for choice in chosen])
    # A column's unit is the larger of the tolerance and one play; the season's is one play and a half.
    unit = np.maximum(tolerance[figure], 1 / np.maximum(plays, 1))
    price = (((shares - wanted) / unit) ** 2).sum(axis=1) + ((shares - wanted) @ plays / 0.5) ** 2
    best = int(np.argmin(price))
    ones = frozenset(call for call, (k, _) in zip(calls, chosen[best], strict=True) if k == 1)
    return _Choice(dict(zip(calls, shares[best].tolist(), strict=True)), ones, float(price[best]))
