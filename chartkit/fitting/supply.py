"""Who brings what: the best split of a rate between two sides whose supplies add up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]
    Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Split:
    """What each side brings, and how far from its rate each stays."""

    first: Vector
    second: Vector
    first_miss: Vector
    second_miss: Vector


def split_supply(
    meetings: Matrix,
    first_rate: Vector,
    second_rate: Vector,
    *,
    first_tolerance: Vector,
    second_tolerance: Vector,
    second_importance: float,
    second_share: float,
    pull: float,
) -> Split:
    """Supplies a, b >= 0 with a[i] + mean_j b[j] = first_rate[i] and b[j] + mean_i a[i] = second_rate[j].

    `meetings[i, j]` counts how often they met. Not everybody can be exact (somebody had none): misses are kept
    least in units of the tolerances. `second_share` says which part of its own rate a second side brings when
    nothing else decides; `pull` is how hard.
    """
    from scipy.optimize import linprog
    from scipy.sparse import bmat, csr_array, eye_array

    n, m = meetings.shape
    by_first = meetings / np.maximum(meetings.sum(axis=1, keepdims=True), 1)
    by_second = (meetings / np.maximum(meetings.sum(axis=0, keepdims=True), 1)).T
    league = float((meetings.sum(axis=1) @ first_rate) / max(meetings.sum(), 1))
    anchor = second_share * (second_rate + league) / 2
    # Variables: a, b, first miss + and -, second miss + and -, distance of b from its anchor + and -.
    one_n, one_m = eye_array(n), eye_array(m)
    rows = bmat(
        [
            [one_n, csr_array(by_first), one_n, -one_n, None, None, None, None],
            [csr_array(by_second), one_m, None, None, one_m, -one_m, None, None],
            [None, one_m, None, None, None, None, one_m, -one_m],
        ]
    )
    cost = np.concatenate(
        [
            np.zeros(n + m),
            np.tile(1 / first_tolerance, 2),
            np.tile(second_importance / second_tolerance, 2),
            np.tile(pull / second_tolerance, 2),
        ]
    )
    solved = linprog(
        cost, A_eq=rows, b_eq=np.concatenate([first_rate, second_rate, anchor]), bounds=(0, None), method="highs-ds"
    )
    a, b = solved.x[:n], solved.x[n : n + m]
    return Split(a, b, a + by_first @ b - first_rate, b + by_second @ a - second_rate)
