"""The local search finds the best column of a small problem, always the same one."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from chartkit.fitting import Problem


def _problem(goal: float = 0.25) -> Problem:
    numbers = 7
    gains = np.zeros((numbers + 1, 8))
    for value in range(numbers):
        gains[value, value:] = 1.0
    figures = np.zeros((1, numbers + 1, 2))
    figures[0, :numbers, 0] = np.arange(numbers)
    figures[0, numbers, 1] = 1.0
    shares = np.array([0.1, 0.2, 0.3, 0.2, 0.1, 0.05, 0.05, 0.0])
    return Problem(
        weights=np.array([0.1, 0.2, 0.3, 0.15, 0.25]),
        classes=np.zeros(5, dtype=np.int64),
        allowed=np.ones((1, numbers + 1), dtype=np.bool_),
        gains=gains,
        figures=figures,
        reroll=np.zeros(numbers + 1),
        conditional=np.array([True, True]),
        ladder=np.array([*range(numbers), -1], dtype=np.int64),
        target_gains=np.cumsum(shares),
        target=np.array([2.0, goal]),
        tolerance=np.array([0.1, 0.01]),
        importance=np.array([1.0, 1.0]),
        distance_weight=10.0,
    )


def test_it_finds_what_trying_everything_finds() -> None:
    problem = _problem()
    found, score = problem.solve(np.zeros(5, dtype=np.int64), restarts=30, seed=7)
    assert score == pytest.approx(problem.score(found))
    everything = min(problem.score(np.array(cells)) for cells in product(range(8), repeat=5))
    assert score == pytest.approx(everything)


def test_the_same_seed_gives_the_same_cells() -> None:
    problem = _problem(0.4)
    start = np.zeros(5, dtype=np.int64)
    first, _ = problem.solve(start, restarts=5, seed=3)
    again, _ = problem.solve(start, restarts=5, seed=3)
    assert first.tolist() == again.tolist()
    assert start.tolist() == [0] * 5


def test_forbidden_symbols_stay_out() -> None:
    allowed = np.ones((1, 8), dtype=np.bool_)
    allowed[0, 3] = False
    found, _ = replace(_problem(), allowed=allowed).solve(np.zeros(5, dtype=np.int64), restarts=10, seed=1)
    assert 3 not in found


def test_a_symbol_that_is_rolled_again_only_scales_the_rest() -> None:
    problem = replace(_problem(0.0), reroll=np.array([0.0] * 7 + [1.0]), conditional=np.array([True, False]))
    found, _ = replace(problem, target=np.array([2.0, 0.25])).solve(
        np.zeros(5, dtype=np.int64), restarts=30, seed=2
    )
    weights = np.bincount(found, weights=problem.weights, minlength=8)
    assert weights[7] == pytest.approx(0.25)
    assert weights[:7] @ np.arange(7) / 0.75 == pytest.approx(2.0, abs=0.1)
