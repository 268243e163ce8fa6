"""Where results stand on the page: only rows of equal weight trade places, so no probability changes.

`sorted` puts each weight class in order. `classic` does as the published charts do: rare and dramatic results on
the rare totals of the teens and twenties, ordinary yardage on 30-39, and no ladder down the page.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from enum import StrEnum

from chartkit.systems.ddf import dice
from chartkit.systems.ddf.result import Kind, Result

_TOTALS = dice.OFFENSIVE.totals
_WAYS = dice.OFFENSIVE.ways
_CLASSES = tuple(
    tuple(total - _TOTALS[0] for total in _TOTALS if _WAYS[total] == weight)
    for weight in sorted(set(_WAYS.values()))
)


class Layout(StrEnum):
    """How a column is arranged."""

    SORTED = "sorted"
    CLASSIC = "classic"


def _rank(cell: Result) -> tuple[int, int, str]:
    """Order of a plain list: losses, gains, then the rest by name."""
    return (0, cell.yards, "") if cell.kind is Kind.YARDS else (1, cell.yards, str(cell.kind))


def _drama(cell: Result, middle: float) -> tuple[int, float]:
    """How much a result stands out: fouls and turnovers first, then yardage far from the usual."""
    if cell.kind is not Kind.YARDS:
        return (0 if cell.kind is not Kind.INCOMPLETE else 2, 0.0)
    return (1, -abs(cell.yards - middle))


def arrange(cells: Sequence[Result], layout: Layout, seed: int) -> list[Result]:
    """The same cells with the same weights in the chosen arrangement."""
    placed = list(cells)
    if layout is Layout.SORTED:
        for rows in _CLASSES:
            for row, cell in zip(rows, sorted((cells[row] for row in rows), key=_rank), strict=True):
                placed[row] = cell
        return placed
    rng = random.Random(seed)
    yards = sorted(cell.yards for cell in cells if cell.kind is Kind.YARDS)
    middle = yards[len(yards) // 2] if yards else 0
    for rows in _CLASSES:
        chosen = [cells[row] for row in rows]
        # Shuffled first, so that equals do not fall into a ladder.
        rng.shuffle(chosen)
        chosen.sort(key=lambda cell: _drama(cell, middle))
        thirties = [row for row in rows if row >= 20]
        others = [row for row in rows if row < 20]
        rng.shuffle(others)
        rng.shuffle(thirties)
        for row, cell in zip([*others, *thirties], chosen, strict=True):
            placed[row] = cell
    return placed
