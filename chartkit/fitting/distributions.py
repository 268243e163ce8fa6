"""Distributions on whole numbers: distance, sampling noise, and what a cut-off hides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Vector: TypeAlias = NDArray[np.float64]
Matrix: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.int64]


def wasserstein(left: Vector, right: Vector) -> float:
    """1-Wasserstein distance of two masses on the same grid of whole numbers, each normalised to its own sum.

    >>> wasserstein(np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0]))
    2.0
    """
    if left.sum() <= 0 or right.sum() <= 0:
        return 0.0
    return float(np.abs(np.cumsum(left / left.sum()) - np.cumsum(right / right.sum())).sum())


def bootstrap_noise(counts: Vector, *, rounds: int, seed: int) -> float:
    """Mean distance between a sample and samples drawn from it again: how far the data can be trusted."""
    size = round(float(counts.sum()))
    if size == 0:
        return 0.0
    chances = counts / counts.sum()
    draws = np.random.default_rng(seed).multinomial(size, chances, size=rounds) / size
    return float(np.abs(np.cumsum(draws - chances, axis=1)).sum(axis=1).mean())


def kaplan_meier(values: Sequence[int], censored: Sequence[bool], grid: range) -> Vector:
    """The distribution behind values of which some are only known to be "at least this much".

    Mass that stays beyond the last value seen in full is put on the largest censored one.
    """
    observed = np.zeros(len(grid))
    cut = np.zeros(len(grid))
    for value, hidden in zip(values, censored, strict=True):
        place = min(max(value, grid[0]), grid[-1]) - grid[0]
        (cut if hidden else observed)[place] += 1
    mass = np.zeros(len(grid))
    alive = 1.0
    at_risk = observed.sum() + cut.sum()
    for place in range(len(grid)):
        if at_risk <= 0:
            break
        dies = observed[place] / at_risk
        mass[place] = alive * dies
        alive *= 1 - dies
        at_risk -= observed[place] + cut[place]
    seen = np.flatnonzero(observed + cut)
    if alive > 0 and len(seen):
        mass[seen[-1]] += alive
    return mass


def shrink(own: Vector, size: float, prior: Vector, strength: float) -> tuple[Vector, float]:
    """Pull a small sample toward a prior (empirical Bayes, fixed strength); also says how far it was pulled."""
    weight = size / (size + strength) if size + strength > 0 else 0.0
    return weight * own + (1 - weight) * prior, 1 - weight
