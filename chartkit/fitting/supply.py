"""Who brings what: the best split of rates between two sides whose supplies add up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]
    Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Rates:
    """One kind of meeting: how often each pair met, the rates of both sides, and how exact each wants to be."""

    meetings: Matrix
    first: Vector
    second: Vector
    first_tolerance: Vector
    second_tolerance: Vector


@dataclass(frozen=True)
class Totals:
    """How exact each side wants to be in its number over all kinds of meeting."""

    first_tolerance: Vector
    second_tolerance: Vector


@dataclass(frozen=True)
class Split:
    """What each side brings, and how far from its rate each stays."""

    first: Vector
    second: Vector
    first_miss: Vector
    second_miss: Vector


@dataclass(frozen=True)
class Taste:
    """What decides where the rates leave a choice.

    A miss of the second side counts `second_importance` of one of the first. A miss within `slack` tolerances costs
    only `slack_cost` of a full one, so that many small misses are preferred to a few large ones. The second side
    brings `second_share` of its own rate when nothing else decides; `pull` is how hard.
    """

    second_importance: float
    second_share: float
    pull: float
    slack: float = 0.0
    slack_cost: float = 0.05


class _Program:
    """A linear program put together block by block."""

    def __init__(self) -> None:
        self.cost: list[Vector] = []
        self.most: list[Vector] = []
        self.entries: list[tuple[int, Vector, Any]] = []
        self.goal: list[Vector] = []
        self.size = 0
        self.rows = 0

    def variables(self, cost: Vector, most: Vector | None = None) -> int:
        first = self.size
        self.cost.append(cost)
        self.most.append(np.full(len(cost), np.inf) if most is None else most)
        self.size += len(cost)
        return first

    def equations(self, goal: Vector, *terms: tuple[int, Any]) -> int:
        """`sum of matrix @ variables = goal`; a term is the first variable and its matrix."""
        first = self.rows
        self.goal.append(goal)
        self.rows += len(goal)
        for start, matrix in terms:
            self.entries.append((first, np.array([start]), matrix))
        return first

    def misses(self, row: int, tolerance: Vector, weight: float, taste: Taste) -> None:
        """Let equations miss: freely paid beyond the slack, nearly free within."""
        from scipy.sparse import eye_array

        one = eye_array(len(tolerance))
        full = weight / tolerance
        for sign in (1, -1):
            beyond = self.variables(full)
            within = self.variables(taste.slack_cost * full, taste.slack * tolerance)
            for start in (beyond, within):
                self.entries.append((row, np.array([start]), sign * one))

    def solve(self) -> Vector:
        from scipy.optimize import linprog
        from scipy.sparse import coo_array

        rows, columns, values = [], [], []
        for row, start, matrix in self.entries:
            block = coo_array(matrix)
            rows.append(block.row + row)
            columns.append(block.col + int(start[0]))
            values.append(block.data)
        shape = (self.rows, self.size)
        matrix = coo_array((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape=shape)
        solved = linprog(
            np.concatenate(self.cost),
            A_eq=matrix.tocsr(),
            b_eq=np.concatenate(self.goal),
            bounds=np.stack([np.zeros(self.size), np.concatenate(self.most)], axis=1),
            method="highs-ds",
        )
        found: Vector = solved.x
        return found


def split_supply(kinds: Sequence[Rates], totals: Totals | None, taste: Taste) -> list[Split]:
    """Supplies a, b >= 0 of each kind with a[i] + mean_j b[j] = first[i] and b[j] + mean_i a[i] = second[j].

    Not everybody can be exact (somebody had none): misses are kept least in units of the tolerances, of the rates
    and of the totals over all kinds.
    """
    from scipy.sparse import diags_array, eye_array

    program = _Program()
    places = []
    for kind in kinds:
        n, m = kind.meetings.shape
        by_first = kind.meetings / np.maximum(kind.meetings.sum(axis=1, keepdims=True), 1)
        by_second = (kind.meetings / np.maximum(kind.meetings.sum(axis=0, keepdims=True), 1)).T
        league = float((kind.meetings.sum(axis=1) @ kind.first) / max(kind.meetings.sum(), 1))
        a, b = program.variables(np.zeros(n)), program.variables(np.zeros(m))
        row = program.equations(kind.first, (a, eye_array(n)), (b, by_first))
        program.misses(row, kind.first_tolerance, 1.0, taste)
        row = program.equations(kind.second, (b, eye_array(m)), (a, by_second))
        program.misses(row, kind.second_tolerance, taste.second_importance, taste)
        anchor = taste.second_share * (kind.second + league) / 2
        over, under = (program.variables(taste.pull / kind.second_tolerance) for _ in range(2))
        program.equations(anchor, (b, eye_array(m)), (over, eye_array(m)), (under, -eye_array(m)))
        places.append((a, b, by_first, by_second))
    if totals is not None:
        _count_totals(program, kinds, places, totals, taste, diags_array)
    solution = program.solve()
    made = []
    for kind, (a, b, by_first, by_second) in zip(kinds, places, strict=True):
        first = solution[a : a + len(kind.first)]
        second = solution[b : b + len(kind.second)]
        made.append(
            Split(first, second, first + by_first @ second - kind.first, second + by_second @ first - kind.second)
        )
    return made


def _count_totals(
    program: _Program,
    kinds: Sequence[Rates],
    places: Sequence[tuple[int, int, Matrix, Matrix]],
    totals: Totals,
    taste: Taste,
    diagonal: Any,
) -> None:
    first_terms, second_terms = [], []
    first_goal, second_goal = np.zeros(len(kinds[0].first)), np.zeros(len(kinds[0].second))
    for kind, (a, b, by_first, by_second) in zip(kinds, places, strict=True):
        by, against = kind.meetings.sum(axis=1), kind.meetings.sum(axis=0)
        first_goal += by * kind.first
        second_goal += against * kind.second
        first_terms += [(a, diagonal(by)), (b, by[:, None] * by_first)]
        second_terms += [(b, diagonal(against)), (a, against[:, None] * by_second)]
    row = program.equations(first_goal, *first_terms)
    program.misses(row, totals.first_tolerance, 1.0, taste)
    row = program.equations(second_goal, *second_terms)
    program.misses(row, totals.second_tolerance, taste.second_importance, taste)
