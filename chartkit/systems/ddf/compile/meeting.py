"""Two charts meet: the recorded result of every cell of one side against a mixture of the other side's cells."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def offense_rows(defense, pairs, recorded):  # type: ignore[no-untyped-def]
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


@njit(cache=True, nogil=True)
def defense_rows(offense, pairs, recorded):  # type: ignore[no-untyped-def]
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
