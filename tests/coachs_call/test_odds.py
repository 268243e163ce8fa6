"""The check values of section 17, and cells in words."""

from __future__ import annotations

import pytest

from chartkit.errors import InputError
from chartkit.systems.coachs_call import tables as odds
from chartkit.systems.coachs_call.tables import COLUMNS, standard_tables
from chartkit.systems.coachs_call.words import cell_text, cell_words, column_named

TABLES = standard_tables()


@pytest.mark.parametrize(
    ("column", "completed", "sacks", "interceptions", "yards"),
    [
        ("line_run", 0, 0, 0, 4.9),
        ("end_run", 0, 0, 0, 4.9),
        ("short_pass", 66.7, 2, 1, 6.1),
        ("medium_pass", 50.0, 2, 1, 6.7),
        ("deep_route", 31.0, 3, 2, 6.7),
        ("long_pass", 17.2, 3, 3, 6.4),
    ],
)
def test_17_columns(column: str, completed: float, sacks: int, interceptions: int, yards: float) -> None:
    found = odds.play_odds(TABLES, column, {})
    assert (found.sacks, found.interceptions) == (sacks, interceptions)
    assert round(100 * found.completed, 1) == completed
    assert round(found.yards, 1) == yards


def test_17_other_columns() -> None:
    assert [round(odds.mean_yards(TABLES, "long_gain", {"defense": grade})) for grade in "ABC"] == [36, 42, 44]
    scrambles = [round(odds.mean_yards(TABLES, "qb_scramble", {"mobility": grade}), 1) for grade in "ABC"]
    assert scrambles == [9.9, 7.6, 5.7]
    assert [round(odds.mean_yards(TABLES, "punt", {"punter": grade}), 1) for grade in "ABC"] == [44.3, 41.8, 39.0]
    assert [odds.field_goal_odds(TABLES, length, {}) for length in (30, 40, 45, 50)] == [32, 25, 20, 9]


def test_2_4_a_d_is_a_c() -> None:
    of_d, of_c = (odds.play_odds(TABLES, "line_run", {"rusher": grade}) for grade in "DC")
    assert of_d == of_c
    assert of_c.yards < odds.play_odds(TABLES, "line_run", {}).yards


def test_cells_in_words() -> None:
    runs, short = TABLES.columns["line_run"], TABLES.columns["short_pass"]
    assert cell_text(runs["16"]) == "-1 (A run: 4)"
    assert cell_words(runs["16"], "line_run") == [
        "A loss of 1 yard.",
        "If the ball carrier is graded A: a gain of 4 yards.",
    ]
    assert cell_text(short["11"]) == "Scramble (3rd/4th & 1: 14)"
    assert cell_words(short["35"], "short_pass")[1] == (
        "If the receiver is graded C or D: complete for a loss of 2 yards."
    )


def test_every_cell_has_a_text_and_a_sentence() -> None:
    for column in COLUMNS:
        for cell in TABLES.columns[column].values():
            assert cell_text(cell)
            assert all(sentence.endswith(".") for sentence in cell_words(cell, column))


def test_columns_by_name() -> None:
    assert column_named("Line run") == column_named("line_run") == column_named("line") == "line_run"
    with pytest.raises(InputError, match="more than one column"):
        column_named("long")
    assert column_named("Long gain") == "long_gain"
