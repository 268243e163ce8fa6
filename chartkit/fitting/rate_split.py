"""Rates to which two sides contribute: the best split between them, by a linear program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from chartkit.fitting.distributions import Matrix, Vector


@dataclass(frozen=True)
class Rates:
    """One event: how often each pair met, its rate for both sides, and the tolerances of these rates.

    `context` names where it happens (a kind of play). What the first side contributes counts only where the second
    contributes none of `overruled_by` (names of events in the same context), and the second side can undo a part of
    it if it is `undoable`. With `whole_context` the rates are those of all events of the context together. `usual`
    is what the second side contributes when nothing else decides.
    """

    matchups: Matrix
    first: Vector
    second: Vector
    first_tolerance: Vector
    second_tolerance: Vector
    context: str = ""
    undoable: bool = True
    whole_context: bool = False
    name: str = ""
    overruled_by: frozenset[str] = frozenset()
    usual: Vector | None = None


@dataclass(frozen=True)
class Totals:
    """Tolerances of each side's number over all events of a group."""

    first_tolerance: Vector
    second_tolerance: Vector


@dataclass(frozen=True)
class Split:
    """What each side contributes, and how far from its rate each stays."""

    first: Vector
    second: Vector
    first_miss: Vector
    second_miss: Vector


@dataclass(frozen=True)
class Preferences:
    """What misses cost, and what decides where the rates leave a choice.

    A miss costs `importance`, one of the second side `second_importance` times that, one of a total `totals` times
    that. `slack` holds steps of miss in tolerances with the part of the full price that each costs, so that many
    small misses are preferred to a few large ones. The second side contributes `second_share` of its own rate when
    nothing else decides; `pull` says how strongly.
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
        #: First row, first variable, and the matrix that stands there.
        self.entries: list[tuple[int, int, Any]] = []
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
        self.entries += [(first, start, matrix) for start, matrix in terms]
        return first

    def misses(self, row: int, tolerance: Vector, weight: float, preferences: Preferences) -> None:
        """Let equations miss: at the full price beyond the slack, at a small one within it."""
        from scipy.sparse import eye_array

        one = eye_array(len(tolerance))
        full = preferences.importance * weight / tolerance
        for sign in (1, -1):
            starts, before = [self.variables(full)], 0.0
            for until, price in preferences.slack:
                starts.append(self.variables(price * full, (until - before) * tolerance))
                before = until
            self.entries += [(row, start, sign * one) for start in starts]

    def solve(self) -> Vector:
        from scipy.optimize import linprog
        from scipy.sparse import coo_array

        rows, columns, values = [], [], []
        for row, start, matrix in self.entries:
            block = coo_array(matrix)
            rows.append(block.row + row)
            columns.append(block.col + start)
            values.append(block.data)
        shape = (self.rows, self.size)
        matrix = coo_array((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape=shape)
        solved = linprog(
            np.concatenate(self.cost),
            A_eq=matrix.tocsr(),
            b_eq=np.concatenate(self.goal),
            bounds=np.stack([np.zeros(self.size), np.concatenate(self.most)], axis=1),
            method="highs-ipm",
        )
        found: Vector = solved.x
        return found


@dataclass(frozen=True)
class RateGroup:
    """Rates of one event in several contexts, which add up to a number with a tolerance of its own."""

    rates: Sequence[Rates]
    totals: Totals | None
    preferences: Preferences


@dataclass(frozen=True)
class Relief:
    """The largest part of the first side's contributions that the second side may undo, and the cost of that."""

    most: float
    cost: float


class _RateTerms:
    """A rate in the program: its unknowns, and the terms that make the rate of each side."""

    def __init__(
        self, program: _Program, kind: Rates, preferences: Preferences, near: Vector, undone: int | None
    ) -> None:
        from scipy.sparse import diags_array, eye_array

        n, m = kind.matchups.shape
        self.rates, self.preferences, self.near = kind, preferences, near
        self.by_first = kind.matchups / np.maximum(kind.matchups.sum(axis=1, keepdims=True), 1)
        self.by_second = (kind.matchups / np.maximum(kind.matchups.sum(axis=0, keepdims=True), 1)).T
        self.a, self.b = program.variables(np.zeros(n)), program.variables(np.zeros(m))
        self.first_terms: list[tuple[int, Any]] = [(self.a, eye_array(n)), (self.b, self.by_first)]
        self.second_terms: list[tuple[int, Any]] = [(self.b, eye_array(m)), (self.a, self.by_second)]
        if undone is not None:
            self.first_terms.append((undone, -near[:, None] * self.by_first))
            self.second_terms.append((undone, -diags_array(self.by_second @ near)))
        usual = kind.usual
        if usual is None:
            league = float((kind.matchups.sum(axis=1) @ kind.first) / max(kind.matchups.sum(), 1))
            usual = preferences.second_share * (kind.second + league) / 2
        over, under = (program.variables(preferences.pull / kind.second_tolerance) for _ in range(2))
        program.equations(usual, (self.b, eye_array(m)), (over, eye_array(m)), (under, -eye_array(m)))

    def overrule(self, others: Sequence[_RateTerms]) -> None:
        """Subtract what the second side overrules: a product of unknowns, made linear around the last solution."""
        from scipy.sparse import diags_array

        here = self.rates
        for kind in (k for k in others if k.rates.context == here.context and k.rates.name in here.overruled_by):
            self.first_terms.append((kind.b, -self.near[:, None] * self.by_first))
            self.second_terms.append((kind.b, -diags_array(self.by_second @ self.near)))


def _value(terms: Iterable[tuple[int, Any]], solution: Vector) -> Vector:
    """The value of a sum of terms; each is the index of its first unknown and a matrix."""
    values = [matrix @ solution[start : start + matrix.shape[1]] for start, matrix in terms]
    total: Vector = np.sum(values, axis=0)
    return total


def split_rates(
    parts: Sequence[RateGroup], relief: Relief | None = None, rounds: int = 1
) -> tuple[list[list[Split]], dict[str, Vector]]:
    """Contributions a, b >= 0 to each rate with a[i] + mean_j b[j] = first[i] and b[j] + mean_i a[i] = second[j].

    Not all equations can hold (some team had a rate of 0), so the misses of rates and of totals are minimised in
    units of their tolerances. What is overruled or undone is a product of two unknowns, so the program is solved
    `rounds` times, each time around the last solution. Also returns what the second side undoes in each context.
    """
    around = [
        [(1 - part.preferences.second_share) * np.asarray(kind.first, dtype=np.float64) for kind in part.rates]
        for part in parts
    ]
    for _ in range(rounds):
        splits, undone = _solve(parts, relief, around)
        around = [[split.first for split in made] for made in splits]
    return splits, undone


def _solve(
    parts: Sequence[RateGroup], relief: Relief | None, around: Sequence[Sequence[Vector]]
) -> tuple[list[list[Split]], dict[str, Vector]]:
    program = _Program()
    contexts: dict[str, int] = {}
    if relief is not None:
        for rates in (rates for part in parts for rates in part.rates if rates.undoable):
            if rates.context not in contexts:
                size = rates.matchups.shape[1]
                contexts[rates.context] = program.variables(np.full(size, relief.cost), np.full(size, relief.most))
    made = [
        [
            _RateTerms(
                program, rates, part.preferences, near, contexts.get(rates.context) if rates.undoable else None
            )
            for rates, near in zip(part.rates, nears, strict=True)
        ]
        for part, nears in zip(parts, around, strict=True)
    ]
    every = [kind for kinds in made for kind in kinds]
    for kind in every:
        kind.overrule(every)

    def here(kind: _RateTerms) -> list[_RateTerms]:
        return [k for k in every if k.rates.context == kind.rates.context] if kind.rates.whole_context else [kind]

    for kind in every:
        preferences, own = kind.preferences, kind.rates
        row = program.equations(own.first, *(term for k in here(kind) for term in k.first_terms))
        program.misses(row, own.first_tolerance, 1.0, preferences)
        row = program.equations(own.second, *(term for k in here(kind) for term in k.second_terms))
        program.misses(row, own.second_tolerance, preferences.second_importance, preferences)
    for part, kinds in zip(parts, made, strict=True):
        if part.totals is not None:
            _add_totals(program, part.totals, part.preferences, kinds, here)
    solution = program.solve()
    sizes = {kind.rates.context: kind.rates.matchups.shape[1] for kind in every}
    undone = {context: solution[start : start + sizes[context]] for context, start in contexts.items()}

    def split(kind: _RateTerms) -> Split:
        n, m = kind.rates.matchups.shape
        first, second = solution[kind.a : kind.a + n], solution[kind.b : kind.b + m]
        to_first = _value((term for k in here(kind) for term in k.first_terms), solution)
        to_second = _value((term for k in here(kind) for term in k.second_terms), solution)
        return Split(first, second, to_first - kind.rates.first, to_second - kind.rates.second)

    return [[split(kind) for kind in kinds] for kinds in made], undone


def _add_totals(
    program: _Program,
    totals: Totals,
    preferences: Preferences,
    kinds: Sequence[_RateTerms],
    here: Callable[[_RateTerms], list[_RateTerms]],
) -> None:
    """Equations for each side's number over all rates of a group."""
    first_terms: list[tuple[int, Any]] = []
    second_terms: list[tuple[int, Any]] = []
    first_goal, second_goal = np.zeros(len(totals.first_tolerance)), np.zeros(len(totals.second_tolerance))
    for kind in kinds:
        by, against = kind.rates.matchups.sum(axis=1), kind.rates.matchups.sum(axis=0)
        first_goal += by * kind.rates.first
        second_goal += against * kind.rates.second
        for k in here(kind):
            first_terms += [(start, _scaled(by, matrix)) for start, matrix in k.first_terms]
            second_terms += [(start, _scaled(against, matrix)) for start, matrix in k.second_terms]
    row = program.equations(first_goal, *first_terms)
    program.misses(row, totals.first_tolerance, preferences.totals, preferences)
    row = program.equations(second_goal, *second_terms)
    program.misses(row, totals.second_tolerance, preferences.totals * preferences.second_importance, preferences)


def _scaled(by: Vector, matrix: Any) -> Any:
    from scipy.sparse import diags_array

    return diags_array(by) @ matrix
