"""Distributions on whole numbers: distance, sampling noise, censored samples, and the best column of dice for one.

A column that stands alone is laid out exactly. Its target is one slot per dice outcome, categories as blocks and
numbers in order. For a given order of rows each row's best value is the median of its slice, so only the order
matters; rows of equal weight are interchangeable, which leaves a dynamic program over the multiset of weights.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

Vector: TypeAlias = NDArray[np.float64]
Matrix: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.int64]
Function = TypeVar("Function", bound=Callable[..., Any])
_njit: Any = numba.njit


def compiled(function: Function) -> Function:
    """Compile a function, keep the machine code between runs, and let other threads work while it runs."""
    return cast(Function, _njit(cache=True, nogil=True)(function))


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


# A column that stands alone.


#: What a slot in the wrong category costs, in yards: far more than any wrong number.
_WRONG = 40.0


@dataclass(frozen=True)
class Slots:
    """A target in dice outcomes: each slot a number (category "") or a category."""

    numbers: tuple[int, ...]
    categories: tuple[str, ...]


def lay_out(numbers: Mapping[int, float], categories: Mapping[str, float], outcomes: int) -> Slots:
    """Turn shares into slots: whole outcomes for the categories, quantiles for the numbers.

    >>> lay_out({3: 1.0, 5: 1.0}, {"F": 1.0}, 6).categories
    ('', '', '', '', 'F', 'F')
    """
    total = sum(numbers.values()) + sum(categories.values())
    if total <= 0:
        raise ValueError("a column needs at least one result")
    exact = {name: share / total * outcomes for name, share in categories.items() if share > 0}
    free = {"": sum(numbers.values()) / total * outcomes, **exact}
    whole = {name: int(share) for name, share in free.items()}
    for name in sorted(free, key=lambda name: (whole[name] - free[name], name))[: outcomes - sum(whole.values())]:
        whole[name] += 1
    count = whole.pop("")
    values = sorted(value for value, share in numbers.items() if share > 0)
    cumulative = np.cumsum([numbers[value] for value in values])
    middles = (np.arange(count) + 0.5) / max(count, 1) * (cumulative[-1] if values else 0)
    places = np.minimum(np.searchsorted(cumulative, middles), max(len(values) - 1, 0))
    laid = [values[place] for place in places]
    blocks = [name for name, size in whole.items() for _ in range(size)]
    return Slots((*laid, *[0] * len(blocks)), (*[""] * count, *blocks))


@compiled
def _prices(kinds: Indices, values: Indices, sizes: Indices, wrong: float) -> tuple[Vector, Indices, Indices]:
    """For every position and weight: the best content of such a row, and its cost."""
    outcomes = kinds.shape[0]
    price = np.full((outcomes + 1, sizes.shape[0]), np.inf)
    kind = np.zeros((outcomes + 1, sizes.shape[0]), np.int64)
    value = np.zeros((outcomes + 1, sizes.shape[0]), np.int64)
    for k in range(sizes.shape[0]):
        w = sizes[k]
        for p in range(outcomes - w + 1):
            for candidate in range(p, p + w):
                if candidate > p and kinds[candidate] == kinds[candidate - 1]:
                    continue
                chosen = kinds[candidate]
                total = 0.0
                median = 0
                if chosen == 0:
                    first, last = candidate, candidate
                    while last + 1 < p + w and kinds[last + 1] == 0:
                        last += 1
                    median = values[(first + last) // 2]
                for q in range(p, p + w):
                    if kinds[q] != chosen:
                        total += wrong
                    elif chosen == 0:
                        total += abs(values[q] - median)
                if total < price[p, k]:
                    price[p, k] = total
                    kind[p, k] = chosen
                    value[p, k] = median
    return price, kind, value


@compiled
def _cheapest(price: Vector, sizes: Indices, counts: Indices) -> tuple[Indices, float]:
    """The cheapest order in which to place all rows, as the sequence of weight classes."""
    classes = sizes.shape[0]
    strides = np.ones(classes, np.int64)
    for k in range(1, classes):
        strides[k] = strides[k - 1] * (counts[k - 1] + 1)
    states = strides[-1] * (counts[-1] + 1)
    cost = np.full(states, np.inf)
    came = np.full(states, -1, np.int8)
    cost[0] = 0.0
    used = np.zeros(classes, np.int64)
    position = 0
    for state in range(states):
        here = cost[state]
        if here < np.inf:
            for k in range(classes):
                if used[k] < counts[k]:
                    there = here + price[position, k]
                    if there < cost[state + strides[k]]:
                        cost[state + strides[k]] = there
                        came[state + strides[k]] = k
        # Count up to the next state.
        for k in range(classes):
            if used[k] < counts[k]:
                used[k] += 1
                position += sizes[k]
                break
            position -= used[k] * sizes[k]
            used[k] = 0
    total = 0
    for k in range(classes):
        total += counts[k]
    order = np.zeros(total, np.int64)
    state = states - 1
    for place in range(total - 1, -1, -1):
        order[place] = came[state]
        state -= strides[came[state]]
    return order, cost[states - 1]


def assign(weights: Sequence[int], target: Slots) -> tuple[list[int | str], float]:
    """Best content for each row: a number or a category; and the cost in yards times outcomes.

    Wrong categories are allowed at a high cost, because two that both need the one row of weight 1 cannot have it.
    """
    if sum(weights) != len(target.numbers):
        raise ValueError(f"rows weigh {sum(weights)}, the target has {len(target.numbers)} slots")
    names = ["", *dict.fromkeys(name for name in target.categories if name)]
    kinds = np.array([names.index(name) for name in target.categories], dtype=np.int64)
    values = np.array(target.numbers, dtype=np.int64)
    by_weight = sorted(Counter(weights).items())
    sizes = np.array([weight for weight, _ in by_weight], dtype=np.int64)
    counts = np.array([count for _, count in by_weight], dtype=np.int64)
    price, kind, value = _prices(kinds, values, sizes, _WRONG)
    order, total = _cheapest(price, sizes, counts)
    rows = {int(weight): [i for i, w in enumerate(weights) if w == weight] for weight in sizes}
    content: list[int | str] = [0] * len(weights)
    position = 0
    for k in order:
        row = rows[int(sizes[k])].pop(0)
        content[row] = names[kind[position, k]] if kind[position, k] else int(value[position, k])
        position += int(sizes[k])
    return content, float(total)
