"""Who brings what: the best split of rates between two sides whose supplies add up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]
    Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Rates:
    """One kind of meeting: how often each pair met, the rates of both sides, and how exact each wants to be.

    `ground` names where it happens: the second side's relief on a ground takes its part of all that the first side
    brings there, if the kind can be `relieved`. The rates of a kind with `all_here` are of everything that happens
    on its ground, whatever the kind. What the first side brings counts only where the second brings none of
    `overruled_by` (names of kinds on the same ground). `usual` is what the second side brings when nothing else
    decides.
    """

    meetings: Matrix
    first: Vector
    second: Vector
    first_tolerance: Vector
    second_tolerance: Vector
    ground: str = ""
    relieved: bool = True
    all_here: bool = False
    name: str = ""
    overruled_by: frozenset[str] = frozenset()
    usual: Vector | None = None


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

    A miss counts `importance`, one of the second side `second_importance` of that, one of a total `totals` times as
    much. `slack` holds steps of miss in
    tolerances with the part of the full price that each costs, so that many small misses are preferred to a few
    large ones. The second side brings `second_share` of its own rate when nothing else decides; `pull` is how hard.
    """

    second_importance: float
    second_share: float
    pull: float
    slack: Sequence[tuple[float, float]] = ()
    importance: float = 1.0
    totals: float = 1.0


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
        full = taste.importance * weight / tolerance
        for sign in (1, -1):
            starts, before = [self.variables(full)], 0.0
            for until, price in taste.slack:
                starts.append(self.variables(price * full, (until - before) * tolerance))
                before = until
            for start in starts:
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


@dataclass(frozen=True)
class Part:
    """Kinds of meeting that add up to a number of their own."""

    kinds: Sequence[Rates]
    totals: Totals | None
    taste: Taste


@dataclass(frozen=True)
class Relief:
    """How much of the first side's supply the second side may undo at most, and what all of it would cost."""

    most: float
    cost: float


class _Kind:
    """A kind of meeting in the program: its unknowns, and the terms of what happens to each side."""

    def __init__(self, program: _Program, kind: Rates, taste: Taste, near: Vector, undone: int | None) -> None:
        from scipy.sparse import diags_array, eye_array

        n, m = kind.meetings.shape
        self.rates, self.taste, self.near = kind, taste, near
        self.by_first = kind.meetings / np.maximum(kind.meetings.sum(axis=1, keepdims=True), 1)
        self.by_second = (kind.meetings / np.maximum(kind.meetings.sum(axis=0, keepdims=True), 1)).T
        self.a, self.b = program.variables(np.zeros(n)), program.variables(np.zeros(m))
        self.first_terms: list[tuple[int, Any]] = [(self.a, eye_array(n)), (self.b, self.by_first)]
        self.second_terms: list[tuple[int, Any]] = [(self.b, eye_array(m)), (self.a, self.by_second)]
        if undone is not None:
            self.first_terms.append((undone, -near[:, None] * self.by_first))
            self.second_terms.append((undone, -diags_array(self.by_second @ near)))
        usual = kind.usual
        if usual is None:
            league = float((kind.meetings.sum(axis=1) @ kind.first) / max(kind.meetings.sum(), 1))
            usual = taste.second_share * (kind.second + league) / 2
        over, under = (program.variables(taste.pull / kind.second_tolerance) for _ in range(2))
        program.equations(usual, (self.b, eye_array(m)), (over, eye_array(m)), (under, -eye_array(m)))

    def overrule(self, others: Sequence[_Kind]) -> None:
        """Take off what the second side's results overrule; a product, so around the last solution."""
        from scipy.sparse import diags_array

        here = self.rates
        for kind in (k for k in others if k.rates.ground == here.ground and k.rates.name in here.overruled_by):
            self.first_terms.append((kind.b, -self.near[:, None] * self.by_first))
            self.second_terms.append((kind.b, -diags_array(self.by_second @ self.near)))

    def brought(self, solution: Vector) -> tuple[Vector, Vector]:
        """What each side brings."""
        n, m = self.rates.meetings.shape
        return solution[self.a : self.a + n], solution[self.b : self.b + m]


def _happens(terms: Iterable[tuple[int, Any]], solution: Vector) -> Vector:
    """The value of terms: each is the first unknown and its matrix."""
    values = [matrix @ solution[start : start + matrix.shape[1]] for start, matrix in terms]
    total: Vector = np.sum(values, axis=0)
    return total


def split_supply(
    parts: Sequence[Part], relief: Relief | None = None, rounds: int = 1
) -> tuple[list[list[Split]], dict[str, Vector]]:
    """Supplies a, b >= 0 of each kind with a[i] + mean_j b[j] = first[i] and b[j] + mean_i a[i] = second[j].

    Not everybody can be exact (somebody had none): misses are kept least in units of the tolerances, of the rates
    and of the totals over all kinds of a part. What is overruled or undone is a product of two unknowns, so the
    program is solved in `rounds`, each around the last solution. Also says how much relief the second side gives on
    each ground.
    """
    around = [
        [(1 - part.taste.second_share) * np.asarray(kind.first, dtype=np.float64) for kind in part.kinds]
        for part in parts
    ]
    for _ in range(rounds):
        splits, undone = _solve(parts, relief, around)
        around = [[split.first for split in made] for made in splits]
    return splits, undone


def _solve(
    parts: Sequence[Part], relief: Relief | None, around: Sequence[Sequence[Vector]]
) -> tuple[list[list[Split]], dict[str, Vector]]:
    program = _Program()
    grounds: dict[str, int] = {}
    if relief is not None:
        for rates in (rates for part in parts for rates in part.kinds if rates.relieved):
            if rates.ground not in grounds:
                size = rates.meetings.shape[1]
                grounds[rates.ground] = program.variables(np.full(size, relief.cost), np.full(size, relief.most))
    made = [
        [
            _Kind(program, rates, part.taste, near, grounds.get(rates.ground) if rates.relieved else None)
            for rates, near in zip(part.kinds, nears, strict=True)
        ]
        for part, nears in zip(parts, around, strict=True)
    ]
    every = [kind for kinds in made for kind in kinds]
    for kind in every:
        kind.overrule(every)

    def here(kind: _Kind) -> list[_Kind]:
        return [k for k in every if k.rates.ground == kind.rates.ground] if kind.rates.all_here else [kind]

    for kind in every:
        taste, own = kind.taste, kind.rates
        row = program.equations(own.first, *(term for k in here(kind) for term in k.first_terms))
        program.misses(row, own.first_tolerance, 1.0, taste)
        row = program.equations(own.second, *(term for k in here(kind) for term in k.second_terms))
        program.misses(row, own.second_tolerance, taste.second_importance, taste)
    for part, kinds in zip(parts, made, strict=True):
        if part.totals is not None:
            _count_totals(program, part.totals, part.taste, kinds, here)
    solution = program.solve()
    sizes = {kind.rates.ground: kind.rates.meetings.shape[1] for kind in every}
    undone = {ground: solution[start : start + sizes[ground]] for ground, start in grounds.items()}

    def split(kind: _Kind) -> Split:
        first, second = kind.brought(solution)
        to_first = _happens((term for k in here(kind) for term in k.first_terms), solution)
        to_second = _happens((term for k in here(kind) for term in k.second_terms), solution)
        return Split(first, second, to_first - kind.rates.first, to_second - kind.rates.second)

    return [[split(kind) for kind in kinds] for kinds in made], undone


def _count_totals(
    program: _Program,
    totals: Totals,
    taste: Taste,
    kinds: Sequence[_Kind],
    here: Callable[[_Kind], list[_Kind]],
) -> None:
    """What happens to each side over all kinds of a part, as a number."""
    first_terms: list[tuple[int, Any]] = []
    second_terms: list[tuple[int, Any]] = []
    first_goal, second_goal = np.zeros(len(totals.first_tolerance)), np.zeros(len(totals.second_tolerance))
    for kind in kinds:
        by, against = kind.rates.meetings.sum(axis=1), kind.rates.meetings.sum(axis=0)
        first_goal += by * kind.rates.first
        second_goal += against * kind.rates.second
        for k in here(kind):
            first_terms += [(start, _scaled(by, matrix)) for start, matrix in k.first_terms]
            second_terms += [(start, _scaled(against, matrix)) for start, matrix in k.second_terms]
    row = program.equations(first_goal, *first_terms)
    program.misses(row, totals.first_tolerance, taste.totals, taste)
    row = program.equations(second_goal, *second_terms)
    program.misses(row, totals.second_tolerance, taste.totals * taste.second_importance, taste)


def _scaled(by: Vector, matrix: Any) -> Any:
    from scipy.sparse import diags_array

    return diags_array(by) @ matrix
