"""Pooched punts: what computer coaches take off, and how many end in the end zone."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from chartkit.systems.ddf.charts import OFFENSIVE, PUNT, gain
from chartkit.systems.ddf.compile.counted_columns import Cells
from chartkit.systems.ddf.compile.special_teams import (
    choose_pooch,
    fair_caught,
    live_chances,
    pooched,
    scored_part,
    touchbacks,
)

#: A column of 40 and 50 yards, equally often.
CELLS = [gain(40 if total < 25 else 50) for total in OFFENSIVE.totals]
LONG = sum(ways for total, ways in OFFENSIVE.ways.items() if total >= 25) / OFFENSIVE.outcomes
LINES = np.array([35.0, 45.0, 60.0, 61.0])


def test_a_punt_is_shortened_so_that_a_usual_one_lands_at_the_aim() -> None:
    usual = int(40 + 10 * LONG)
    taken = pooched(CELLS, LINES, {"inside": 60, "land_at": 5})
    assert taken.tolist() == [usual - 30, usual - 40, 0, 0]
    chances = touchbacks(CELLS, LINES, {"inside": 60, "land_at": 4})
    assert chances.tolist() == [pytest.approx(LONG)] * 2 + [0, 0], "four yards more than usual are a touchback"
    assert touchbacks(CELLS, LINES, {"inside": 60, "land_at": 9}).tolist() == [0, 0, 0, 0]


def punts(touchback: float, line: int = 45) -> pd.DataFrame:
    """Forty punts from a line, of which a share ended in the end zone."""
    number = 40
    return pd.DataFrame(
        {
            "column": PUNT,
            "wiped": False,
            "outcome": ["touchback" if place < touchback * number else "fair catch" for place in range(number)],
            "return_yards_made": np.nan,
            "return_outcome": "",
            "return_symbol": None,
            "yards": 35,
            "offense": "AAA",
            "defense": "BBB",
            "line": line,
        }
    )


@pytest.mark.parametrize(("touchback", "near"), [(LONG, True), (0.0, False)])
def test_the_aim_gives_as_many_touchbacks_as_the_season_had(touchback: float, near: bool) -> None:
    plays = punts(touchback)
    made: Any = SimpleNamespace(plays=plays, kicking={"AAA": SimpleNamespace(columns={PUNT: CELLS})})
    pooch = choose_pooch(made)
    assert touchbacks(CELLS, LINES[1:2], pooch) == [pytest.approx(LONG if near else 0)]
    assert choose_pooch(SimpleNamespace(plays=plays.assign(line=80), kicking={}))["land_at"] == 10, "as habits say"


def test_the_aim_moves_away_from_the_goal_line_when_playing_gives_too_many_touchbacks() -> None:
    made: Any = SimpleNamespace(plays=punts(LONG), kicking={"AAA": SimpleNamespace(columns={PUNT: CELLS})})
    now = choose_pooch(made)
    assert choose_pooch(made, now, 1.0) == now
    assert choose_pooch(made, now, 4.0)["land_at"] > now["land_at"]


def test_a_punt_is_run_back_unless_it_is_dead_where_it_lands() -> None:
    """R16.2, R16.4 and R16.6: out of bounds, shortened by ten yards, in the end zone, or let roll near it."""
    lines = np.array([40.0, 52.0, 55.0, 80.0])
    pooch = {"inside": 60, "land_at": 5}
    assert (pooched(CELLS, lines, pooch) >= 10).tolist() == [True, False, False, False]
    # From the 52 the long ones come down on the 2, where receivers let them roll.
    assert live_chances(CELLS, lines, pooch).tolist() == [0, pytest.approx(1 - LONG), 1, 1]
    out = [gain(40, out_of_bounds=True) if cell.yards == 40 else cell for cell in CELLS]
    assert live_chances(out, lines[3:], pooch) == [pytest.approx(LONG)]


def test_as_many_punts_are_run_back_as_in_the_season() -> None:
    """Really 30 of 90 live punts were; the column had counted 15 fair catches beside 20 returns and a muff."""
    counted = Cells({3: 12.0, 9: 8.0}, {}, {"FC": 15.0, "F 0": 1.0, "OFF 10": 2.0})
    made = fair_caught(counted, 30, 90)
    assert made.numbers == counted.numbers
    assert made.others == {"F 0": 1.0, "OFF 10": 2.0, "FC": pytest.approx(42.0)}
    assert "FC" not in fair_caught(counted, 30, 25).others, "more than all cannot be run back"
    assert fair_caught(counted, 0, 90) == counted


def test_a_touchdown_that_a_number_reaches_anyway_needs_no_cell() -> None:
    """Returns from 20 and from 80 yards away: of eight numbers two of 30 yards reach half of the time."""
    returns = pd.DataFrame(
        {
            "line": 60.0,
            "yards": [-20.0, 40.0] * 5,
            "return_symbol": ["TD", "TD", "30", "30*", "5", "5", "-3", "0", "0", "0"],
            "return_yards_made": [20.0, 80.0, 30, 30, 5, 5, -3, 0, 0, 0],
        }
    )
    assert scored_part(returns) == pytest.approx(1 - 2 * 0.5 / 2)
    assert scored_part(returns[2:]) == 1, "nobody scored"
    assert scored_part(returns.assign(yards=-39.0)) == 0, "from a yard away nearly all do"
