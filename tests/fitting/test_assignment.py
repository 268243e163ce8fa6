"""A stand-alone column is filled as well as any order of rows allows."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartkit.fitting import assign, lay_out, wasserstein

WEIGHTS = [1, 2, 2, 3, 4]


def _price(order: tuple[int, ...], numbers: tuple[int, ...]) -> float:
    position, total = 0, 0.0
    for weight in order:
        piece = numbers[position : position + weight]
        median = sorted(piece)[(len(piece) - 1) // 2]
        total += sum(abs(value - median) for value in piece)
        position += weight
    return total


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.integers(-5, 30), st.floats(0.01, 1.0), min_size=1, max_size=8))
def test_no_order_of_rows_is_cheaper(numbers: dict[int, float]) -> None:
    slots = lay_out(numbers, {}, sum(WEIGHTS))
    content, price = assign(WEIGHTS, slots)
    assert price == pytest.approx(min(_price(order, slots.numbers) for order in set(permutations(WEIGHTS))))
    assert len(content) == len(WEIGHTS)


def test_the_price_is_the_distance_of_what_the_rows_give() -> None:
    numbers = {value: 1.0 / (1 + abs(value - 4)) for value in range(-3, 25)}
    weights = [2, 3, 4, 5, 6, 6, 4, 3, 2, 1, 4, 6, 8, 10, 12, 12, 8, 6, 4, 2, 6, 9, 12, 15, 18, 18, 12, 9, 6, 3]
    slots = lay_out(numbers, {}, 216)
    content, price = assign(weights, slots)
    given_back, wanted = np.zeros(40), np.zeros(40)
    for value, weight in zip(content, weights, strict=True):
        assert isinstance(value, int)
        given_back[value + 5] += weight
    for value in slots.numbers:
        wanted[value + 5] += 1
    assert price / 216 == pytest.approx(wasserstein(given_back, wanted))


def test_categories_get_whole_dice_outcomes() -> None:
    content, price = assign([1, 2, 3, 6], lay_out({5: 9.0}, {"F": 1.0, "TD": 2.0}, 12))
    assert sorted(map(str, content)) == ["5", "5", "F", "TD"]
    assert content[0] == "F"
    assert content[1] == "TD"
    assert price == 0


def test_two_categories_that_want_the_same_row_cannot_both_have_it() -> None:
    content, price = assign([1, 5, 6], lay_out({5: 10.0}, {"F": 1.0, "TD": 1.0}, 12))
    assert sum(value in ("F", "TD") for value in content) == 1
    assert price > 0


def test_weights_and_slots_must_agree() -> None:
    with pytest.raises(ValueError, match="rows weigh 3"):
        assign([1, 2], lay_out({1: 1.0}, {}, 12))
