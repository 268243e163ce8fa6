"""Small sets and columns: five cells that add a mean, marks on some totals, ranges that people can remember."""

from __future__ import annotations

import math
from itertools import combinations, product

from chartkit.fitting.distributions import nearest_subset
from chartkit.systems.ddf import dice
from chartkit.systems.ddf.result import Kind, Result, gain

_FIVE = tuple(dice.DEFENSIVE.ways[total] for total in dice.DEFENSIVE.totals)
_TOTALS = dice.OFFENSIVE.totals
_WAYS = dice.OFFENSIVE.ways


def additive_five(mean: float, limit: int) -> tuple[Result, ...]:
    """Five cells whose mean is as near to `mean` as can be, with as little spread as that allows.

    >>> [str(cell) for cell in additive_five(-1.0, 6)]
    ['-1', '-1', '-1', '-1', '-1']
    """
    low = math.floor(min(max(mean, -limit), limit))
    near = range(low - 1, low + 3)

    def price(cells: tuple[int, ...]) -> tuple[float, float, tuple[int, ...]]:
        got = sum(weight * yards for weight, yards in zip(_FIVE, cells, strict=True)) / 36
        spread = sum(weight * (yards - got) ** 2 for weight, yards in zip(_FIVE, cells, strict=True)) / 36
        return (round(abs(got - mean), 2), round(spread, 4), cells)

    best = min(product(near, repeat=5), key=price)
    return tuple(gain(yards) for yards in best)


def marked_five(share: float, symbol: str) -> tuple[Result, ...]:
    """Five cells with `symbol` on totals that add up nearest to `share`, the rarest totals first."""
    blank, mark = gain(0), Result(Kind(symbol))
    options = [chosen for size in range(6) for chosen in combinations(range(5), size)]
    best = min(options, key=lambda chosen: (abs(sum(_FIVE[i] for i in chosen) / 36 - share), len(chosen), chosen))
    return tuple(mark if i in best else blank for i in range(5))


def five_share(cells: tuple[Result, ...], kind: Kind) -> float:
    """Share of the defensive dice that hit this kind of cell."""
    return sum(weight for weight, cell in zip(_FIVE, cells, strict=True) if cell.kind is kind) / 36


def share_of(totals: frozenset[int]) -> float:
    """Chance of rolling one of these totals."""
    return sum(_WAYS[total] for total in totals) / 216


def range_near(share: float, first: int = _TOTALS[0]) -> frozenset[int]:
    """One run of totals whose chance is nearest to `share`; it starts at `first` if that is as good as any.

    >>> min(range_near(0.48)), max(range_near(0.48))
    (11, 28)
    """
    if share * 216 < 0.5:
        return frozenset()
    runs = [
        frozenset(range(low, high + 1))
        for low in range(_TOTALS[0], _TOTALS[-1] + 1)
        for high in range(low, _TOTALS[-1] + 1)
    ]
    return min(runs, key=lambda run: (round(abs(share_of(run) - share) * 216), abs(min(run) - first), min(run)))


def totals_near(share: float, free: frozenset[int] = frozenset(_TOTALS)) -> frozenset[int]:
    """Totals among `free` whose chance is nearest to `share`, few and rare rather than many."""
    rows = sorted(free, key=lambda total: (_WAYS[total], total))
    return frozenset(rows[i] for i in nearest_subset([_WAYS[total] for total in rows], share * 216))
