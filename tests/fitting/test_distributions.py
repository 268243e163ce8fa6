"""Distances, noise, hidden values and sums of dice."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import wasserstein_distance

from chartkit.fitting import bootstrap_noise, kaplan_meier, shrink, wasserstein
from chartkit.systems.ddf.compile.option_sets import nearest_subset

masses = st.lists(st.floats(0, 10), min_size=12, max_size=12).filter(lambda values: sum(values) > 0.1)


@given(masses, masses)
def test_the_distance_is_the_one_of_the_books(left: list[float], right: list[float]) -> None:
    places = np.arange(12)
    expected = wasserstein_distance(places, places, left, right)
    assert wasserstein(np.array(left), np.array(right)) == pytest.approx(expected, abs=1e-9)


def test_noise_shrinks_with_the_sample() -> None:
    few, many = np.array([2.0, 3.0, 5.0]), np.array([200.0, 300.0, 500.0])
    assert bootstrap_noise(few, rounds=200, seed=1) > 5 * bootstrap_noise(many, rounds=200, seed=1)
    assert bootstrap_noise(few, rounds=50, seed=1) == bootstrap_noise(few, rounds=50, seed=1)


def test_values_cut_off_count_as_at_least_that_much() -> None:
    mass = kaplan_meier([1, 1, 3, 5], [False, True, False, False], range(0, 10))
    assert mass.sum() == pytest.approx(1)
    # One of four is seen to end at 1; the one cut off there is shared out to 3 and 5.
    assert mass[1] == pytest.approx(0.25)
    assert mass[3] == mass[5] == pytest.approx(0.375)


def test_what_lies_beyond_the_last_value_seen_stays_there() -> None:
    mass = kaplan_meier([2, 8], [False, True], range(0, 10))
    assert mass[8] == pytest.approx(0.5)


def test_shrinking_says_how_far() -> None:
    pulled, how_far = shrink(np.array([1.0, 0.0]), 10, np.array([0.0, 1.0]), 30)
    assert how_far == pytest.approx(0.75)
    assert pulled.tolist() == pytest.approx([0.25, 0.75])


@given(st.lists(st.integers(1, 18), min_size=1, max_size=8), st.floats(0, 60))
def test_no_subset_of_rows_comes_nearer(weights: list[int], wanted: float) -> None:
    chosen = nearest_subset(weights, wanted)
    reached = sum(weights[i] for i in chosen)
    every = [sum(w for i, w in enumerate(weights) if mask >> i & 1) for mask in range(1 << len(weights))]
    assert abs(reached - wanted) == pytest.approx(min(abs(total - wanted) for total in every))
    assert len(set(chosen)) == len(chosen)
