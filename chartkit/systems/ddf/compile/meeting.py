"""Two charts meet: the recorded result of every cell of one side against a mixture of the other side's cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chartkit.fitting.fast import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]
    Matrix = NDArray[np.float64]
    Indices = NDArray[np.int64]


@compiled
def offense_rows(defense: Vector, pairs: Indices, recorded: Matrix) -> Matrix:
    """Recorded outcome of each offensive cell against defensive cells with these weights."""
    rows = np.zeros((pairs.shape[0], recorded.shape[1]))
    for s in range(pairs.shape[0]):
        for t in range(pairs.shape[1]):
            weight = defense[t]
            if weight > 0.0:
                final = pairs[s, t]
                for r in range(recorded.shape[1]):
                    rows[s, r] += weight * recorded[final, r]
    return rows


@compiled
def defense_rows(offense: Vector, pairs: Indices, recorded: Matrix) -> Matrix:
    """Recorded outcome of each defensive cell against offensive cells with these weights."""
    rows = np.zeros((pairs.shape[1], recorded.shape[1]))
    for t in range(pairs.shape[1]):
        for s in range(pairs.shape[0]):
            weight = offense[s]
            if weight > 0.0:
                final = pairs[s, t]
                for r in range(recorded.shape[1]):
                    rows[t, r] += weight * recorded[final, r]
    return rows
