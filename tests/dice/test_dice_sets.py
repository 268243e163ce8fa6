from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chartkit.dice import DiceSet, Die, format_totals, parse_totals
from chartkit.systems.ddf.charts import dice

#: R1.2, row by row.
OFFENSIVE_WAYS = (2, 3, 4, 5, 6, 6, 4, 3, 2, 1, 4, 6, 8, 10, 12, 12, 8, 6, 4, 2, 6, 9, 12, 15, 18, 18, 12, 9, 6, 3)


def test_r1_2_offensive_dice_have_the_printed_weights() -> None:
    assert tuple(dice.OFFENSIVE.ways.items()) == tuple(enumerate(OFFENSIVE_WAYS, 10))
    assert dice.OFFENSIVE.outcomes == 216


def test_r1_3_defensive_dice_have_the_printed_weights() -> None:
    assert dict(dice.DEFENSIVE.ways) == {1: 12, 2: 11, 3: 9, 4: 3, 5: 1}


def test_r1_4_d10_is_fair() -> None:
    assert {dice.D10.chance(face) for face in range(10)} == {Fraction(1, 10)}


@given(st.lists(st.lists(st.integers(-9, 9), min_size=1, max_size=6), min_size=1, max_size=3))
def test_ways_of_any_dice_add_up_to_the_outcomes(faces: list[list[int]]) -> None:
    dice_set = DiceSet("any", tuple(Die(str(index), tuple(each)) for index, each in enumerate(faces)))
    assert sum(dice_set.ways.values()) == dice_set.outcomes
    assert sum(map(dice_set.chance, dice_set.totals)) == 1


@given(st.frozensets(st.integers(10, 39)))
def test_totals_read_back_as_written(totals: frozenset[int]) -> None:
    assert parse_totals(format_totals(totals)) == totals


@pytest.mark.parametrize(
    ("text", "why"), [("12-10", "backwards"), ("10,10-12", "twice"), ("a", "neither"), (",", "neither")]
)
def test_a_broken_set_of_totals_says_why(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        parse_totals(text)
