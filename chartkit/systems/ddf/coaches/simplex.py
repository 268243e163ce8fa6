"""The simplex method: games of calls solved, and what the limits of a plan are worth. Exact but for rounding.

Each call solves a table of nine by six: `scipy.optimize.linprog` would take many times as long to set one up.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

#: Every pivot adds up many numbers: what is so little from 0 is 0.
_ROUNDED = 1e-9


class Solution(NamedTuple):
    """What a game of calls is worth to the row player, and how often each side plays each choice."""

    value: float
    rows: tuple[float, ...]
    columns: tuple[float, ...]


def solve(payoffs: Numbers) -> Solution:
    """The value and one pair of optimal mixed strategies of a zero-sum game; rows want much, columns little.

    With payoffs above 0: the most sum(w) with payoffs * w <= 1; its duals are the row player's weights.

    >>> solve(np.array([[1.0, -1.0], [-1.0, 1.0]]))
    Solution(value=0.0, rows=(0.5, 0.5), columns=(0.5, 0.5))
    """
    height, width = payoffs.shape
    shift = 1.0 - float(payoffs.min())
    tableau, basis = _begun(payoffs + shift, np.ones(width), np.ones(height))
    _improve(tableau, basis)
    weights = np.zeros(width + height)
    weights[basis] = tableau[:-1, -1]
    mine, theirs = np.maximum(0.0, tableau[-1, width:-1]).tolist(), weights[:width].tolist()
    dual, whole = sum(mine), sum(theirs)
    return Solution(
        1.0 / whole - shift, tuple(weight / dual for weight in mine), tuple(weight / whole for weight in theirs)
    )


class Program:
    """The most sum(values * x) with table * x <= limits and x >= 0, for one set of limits after another.

    Solved once; other limits (none below 0) leave a tableau whose prices are right and whose amounts may be
    negative, and the dual simplex method puts those right. Each set begins at the first one: the order of questions
    changes nothing.
    """

    def __init__(self, table: Numbers, values: Numbers, limits: Numbers) -> None:
        self._tableau, self._basis = _begun(table, values, limits)
        _improve(self._tableau, self._basis)
        self._slack = slice(table.shape[1], -1)

    def prices(self, limits: Numbers) -> Numbers:
        """What one more of each limit would add."""
        tableau, basis = self._tableau.copy(), self._basis.copy()
        tableau[:, -1] = tableau[:, self._slack] @ limits
        _restore(tableau, basis)
        found: Numbers = np.maximum(0.0, tableau[-1, self._slack])
        return found


def _begun(table: Numbers, values: Numbers, limits: Numbers) -> tuple[Numbers, list[int]]:
    """The tableau of x = 0 and its basis: what is left of each limit."""
    height, width = table.shape
    tableau = np.zeros((height + 1, width + height + 1))
    tableau[:-1] = np.hstack([table, np.eye(height), limits[:, None]])
    tableau[-1, :width] = -values
    return tableau, list(range(width, width + height))


def _improve(tableau: Numbers, basis: list[int]) -> None:
    """The primal method; Bland's rule (the first column that improves, of equal rows the first variable) never
    cycles where numbers are exact. Rounding hides that rows are equal and that a column improves nothing.
    """
    while (better := np.flatnonzero(tableau[-1, :-1] < -_ROUNDED)).size:
        entering = int(better[0])
        rows = np.flatnonzero(tableau[:-1, entering] > _ROUNDED)
        ratios = tableau[rows, -1] / tableau[rows, entering]
        equal = rows[ratios <= ratios.min() + _ROUNDED]
        _pivot(tableau, basis, min(equal.tolist(), key=lambda row: basis[row]), entering)
        amounts = tableau[:-1, -1]
        amounts[np.abs(amounts) < _ROUNDED] = 0.0


def _restore(tableau: Numbers, basis: list[int]) -> None:
    """The dual method: amounts below 0 leave the basis, the first variable first."""
    while (below := np.flatnonzero(tableau[:-1, -1] < -_ROUNDED)).size:
        leaving = min(below.tolist(), key=lambda row: basis[row])
        columns = np.flatnonzero(tableau[leaving, :-1] < -_ROUNDED)
        entering = int(columns[np.argmin(tableau[-1, columns] / -tableau[leaving, columns])])
        _pivot(tableau, basis, leaving, entering)


def _pivot(tableau: Numbers, basis: list[int], leaving: int, entering: int) -> None:
    tableau[leaving] /= tableau[leaving, entering]
    others = tableau[:, entering].copy()
    others[leaving] = 0.0
    tableau -= np.outer(others, tableau[leaving])
    basis[leaving] = entering
