import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.charts import any_result

from chartkit.systems.ddf.charts import BLANK, Kind, NotAResultError, Result, parse

FORMS = [
    "gain",
    "gain*",
    "gain!",
    "gain*!",
    "loss",
    "loss*",
    "0",
    *(str(kind) for kind in Kind if kind is not Kind.YARDS),
]


@given(st.sampled_from(FORMS), st.randoms(use_true_random=False))
def test_r4_1_every_result_reads_back_as_written(form: str, rng: random.Random) -> None:
    result = any_result(rng, form)
    assert result.form == form
    assert parse(str(result)) == result
    assert parse(str(result).lower()) == result
    assert parse(str(result).replace(" ", "")) == result


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("", "0"),
        ("Pl 14", "PI 14"),
        ("F+3", "F 3"),
        ("f−5", "F -5"),
        ("O=10", "OFF 10"),
        ("D=5X", "DEF 5X"),
        ("D=15", "DEF 15"),
        ("+7", "7"),
        ("( 9 )", "(9)"),
        ("INT 0", "INT"),
        ("16!*", "16*!"),
        ("post", "Post"),
    ],
)
def test_r4_1_reads_what_people_and_old_charts_write(text: str, canonical: str) -> None:
    assert str(parse(text)) == canonical


@pytest.mark.parametrize(
    "text", ["100", "0*", "-3!", "OFF 7", "PI", "PI 0", "B 3", "(12", "INT INT", "OFF *", "F 123", "1.5", "½"]
)
def test_r4_1_refuses_what_is_no_result(text: str) -> None:
    with pytest.raises(NotAResultError):
        parse(text)


def test_blank_is_no_gain() -> None:
    assert parse("0") == BLANK == Result(Kind.YARDS, 0)
