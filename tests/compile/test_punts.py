"""Pooched punts: what computer coaches take off, and how many end in the end zone."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from chartkit.systems.ddf.charts import OFFENSIVE, PUNT, gain
from chartkit.systems.ddf.compile.special_teams import choose_pooch, pooched, touchbacks

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
