"""Option sets: which dice totals add up to a wanted share of a column."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations, product

from chartkit.dice import format_totals
from chartkit.pages import Report, Table
from chartkit.systems.ddf.charts import OFFENSIVE, Kind, Result, dice, gain

_FIVE = tuple(dice.DEFENSIVE.ways[total] for total in dice.DEFENSIVE.totals)
_TOTALS = dice.OFFENSIVE.totals
_WAYS = dice.OFFENSIVE.ways


def additive_five(mean: float, limit: int) -> tuple[Result, ...]:
    """Five cells whose mean is as near to `mean` as can be, with as little spread as that allows.

    >>> [str(cell) for cell in additive_five(-1.0, 6)]
    ['-1', '-1', '-1', '-1', '-1']
    """
    low = math.floor(min(max(mean, -limit), limit))
    _, _, best = min((round(abs(got - mean), 2), spread, cells) for got, spread, cells in _fives(low))
    return tuple(gain(yards) for yards in best)


@cache
def _fives(low: int) -> list[tuple[float, float, tuple[int, ...]]]:
    """Mean, spread and yards of all sets of five cells near `low`."""
    found = []
    for cells in product(range(low - 1, low + 3), repeat=5):
        mean = sum(weight * yards for weight, yards in zip(_FIVE, cells, strict=True)) / 36
        spread = sum(weight * (yards - mean) ** 2 for weight, yards in zip(_FIVE, cells, strict=True)) / 36
        found.append((mean, round(spread, 4), cells))
    return found


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


def nearest_subset(weights: Sequence[int], wanted: float) -> tuple[int, ...]:
    """Indices whose weights add up nearest to `wanted`, the fewest and earliest of equally good choices.

    >>> nearest_subset([5, 4, 3, 2], 7)
    (0, 3)
    """
    best = _subsets(tuple(weights))
    total = min(best, key=lambda total: (abs(total - wanted), total))
    return best[total]


@cache
def _subsets(weights: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """For every sum that can be reached the fewest and earliest indices that reach it."""
    best: dict[int, tuple[int, ...]] = {0: ()}
    for index, weight in enumerate(weights):
        for total, chosen in sorted(best.items(), reverse=True):
            longer = (*chosen, index)
            there = best.get(total + weight)
            if there is None or len(longer) < len(there):
                best[total + weight] = longer
    return best


def totals_near(share: float, free: frozenset[int] = frozenset(_TOTALS)) -> frozenset[int]:
    """Totals among `free` whose chance is nearest to `share`, few and rare rather than many."""
    rows = sorted(free, key=lambda total: (_WAYS[total], total))
    return frozenset(rows[i] for i in nearest_subset([_WAYS[total] for total in rows], share * 216))


def option_sets(ways: int, free: frozenset[int], number: int) -> list[tuple[int, tuple[int, ...]]]:
    """Sets of totals nearest to this many of 216 ways: the miss and the totals, few and connected ones first."""
    rows = sorted(free)
    # reached -> the sets found for it, each as few totals as possible.
    found: dict[int, list[tuple[int, ...]]] = {0: [()]}
    for total in rows:
        for reached, sets in sorted(found.items(), reverse=True):
            longer = found.setdefault(reached + OFFENSIVE.ways[total], [])
            longer += [(*chosen, total) for chosen in sets]
            longer.sort(key=_simple)
            del longer[number:]
    ranked = sorted(
        ((abs(reached - ways), chosen) for reached, sets in found.items() for chosen in sets if chosen or not ways),
        key=lambda option: (option[0], _simple(option[1])),
    )
    return ranked[:number]


def _simple(chosen: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
    """Few runs of totals first, then few totals: what a person can remember."""
    runs = sum(total - 1 not in chosen for total in chosen)
    return (runs, len(chosen), chosen)


def tune(shares: Mapping[str, float], means: Mapping[str, float], options: int) -> Report:
    """For each wanted share the totals that add up to it, nearest first; and a column that serves all of them."""
    tables, data = [], {}
    every = frozenset(OFFENSIVE.totals)
    for name, share in shares.items():
        wanted = share * 216
        listed = [
            (sum(OFFENSIVE.ways[total] for total in chosen), chosen)
            for _, chosen in option_sets(round(wanted), every, options)
        ]
        rows = tuple(
            (format_totals(chosen), str(ways), f"{100 * ways / 216:.2f}", f"{100 * (ways / 216 - share):+.2f}")
            for ways, chosen in listed
        )
        title = f"{name}: {100 * share:.2f}% is {wanted:.1f} of 216"
        tables.append(Table(title, ("totals", "of 216", "percent", "miss"), rows, frozenset({"totals"})))
        data[name] = [
            {"totals": format_totals(chosen), "ways": ways, "percent": round(100 * ways / 216, 3)}
            for ways, chosen in listed
        ]
    column = _together(shares)
    together = tuple(
        (name, format_totals(chosen), str(ways), f"{100 * ways / 216:.2f}", f"{100 * shares[name]:.2f}")
        for name, (ways, chosen) in column.items()
    )
    headings = ("symbol", "totals", "of 216", "percent", "wanted")
    tables.append(Table("all together, no total used twice", headings, together, frozenset({"symbol", "totals"})))
    left = every - frozenset(total for _, chosen in column.values() for total in chosen)
    kept = sum(OFFENSIVE.ways[total] for total in left)
    notes = [f"left for other results: {format_totals(left) or 'nothing'} ({kept} of 216)"]
    for name, mean in means.items():
        if kept:
            notes.append(
                f"{name} {mean:g}: the totals that are left must average {mean * 216 / kept:.2f} yards "
                f"if {mean:g} is the mean of all rolls, {mean:g} if it is the mean of the gains"
            )
    return Report(
        {
            "options": data,
            "together": {n: {"totals": format_totals(c), "ways": w} for n, (w, c) in column.items()},
            "left": format_totals(left),
        },
        tuple(tables),
        tuple(notes),
    )


def _together(shares: Mapping[str, float]) -> dict[str, tuple[int, tuple[int, ...]]]:
    free = frozenset(OFFENSIVE.totals)
    column = {}
    # The rarest first: only one total weighs 1 of 216.
    for name, share in sorted(shares.items(), key=lambda item: item[1]):
        options = option_sets(round(share * 216), free, 1)
        chosen = options[0][1] if options else ()
        column[name] = (sum(OFFENSIVE.ways[total] for total in chosen), chosen)
        free -= frozenset(chosen)
    return {name: column[name] for name in shares}
