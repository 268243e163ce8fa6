"""A small two-person zero-sum game solved exactly: the simplex method on its payoff table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

_EPSILON = 1e-12


class Solution(NamedTuple):
    """What the game is worth to the row player, and how often each side plays each choice."""

    value: float
    rows: tuple[float, ...]
    columns: tuple[float, ...]


def solve(payoffs: Sequence[Sequence[float]]) -> Solution:
    """The value and one pair of optimal mixed strategies; rows want much, columns little.

    >>> solve([[1, -1], [-1, 1]])
    Solution(value=0.0, rows=(0.5, 0.5), columns=(0.5, 0.5))
    """
    shift = 1.0 - min(min(row) for row in payoffs)
    # With payoffs above 0: the most sum(w) with payoffs * w <= 1; its duals are the row player's weights.
    tableau, basis = _start(payoffs, shift)
    while (entering := _entering(tableau[-1])) is not None:
        leaving = _leaving(tableau, basis, entering)
        _pivot(tableau, leaving, entering)
        basis[leaving] = entering
    width = len(payoffs[0])
    columns = [0.0] * width
    for row, variable in enumerate(basis):
        if variable < width:
            columns[variable] = tableau[row][-1]
    rows = [max(0.0, price) for price in tableau[-1][width:-1]]
    whole = sum(columns)
    dual = sum(rows)
    return Solution(
        1.0 / whole - shift, tuple(weight / dual for weight in rows), tuple(weight / whole for weight in columns)
    )


def _start(payoffs: Sequence[Sequence[float]], shift: float) -> tuple[list[list[float]], list[int]]:
    height, width = len(payoffs), len(payoffs[0])
    tableau = []
    for place, row in enumerate(payoffs):
        slack = [0.0] * height
        slack[place] = 1.0
        tableau.append([*(value + shift for value in row), *slack, 1.0])
    tableau.append([*[-1.0] * width, *[0.0] * height, 0.0])
    return tableau, list(range(width, width + height))


def _entering(costs: list[float]) -> int | None:
    """Bland's rule: the first that improves, so that no cycle is possible."""
    return next((place for place, cost in enumerate(costs[:-1]) if cost < -_EPSILON), None)


def _leaving(tableau: list[list[float]], basis: list[int], entering: int) -> int:
    best, least = -1, 0.0
    for row, line in enumerate(tableau[:-1]):
        if line[entering] > _EPSILON:
            ratio = line[-1] / line[entering]
            if best < 0 or ratio < least or (ratio == least and basis[row] < basis[best]):
                best, least = row, ratio
    return best


def _pivot(tableau: list[list[float]], leaving: int, entering: int) -> None:
    pivot = tableau[leaving][entering]
    line = [value / pivot for value in tableau[leaving]]
    tableau[leaving] = line
    for row, other in enumerate(tableau):
        factor = other[entering]
        if row != leaving and factor:
            tableau[row] = [value - factor * by for value, by in zip(other, line, strict=True)]
