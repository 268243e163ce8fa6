"""From plays to grades: shrunken rates, league quantiles, and a budget spent to the last point (16.2)."""

from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd
import pytest

from chartkit.plays.players import Rate, Rated, shrunken
from chartkit.systems.coachs_call.grades import RECEIVING, band_of, grades_for
from chartkit.systems.coachs_call.tables import standard_tables
from chartkit.systems.coachs_call.teams import BACKS, GRADED_SLOTS, Slot, cost

TABLES = standard_tables()


def rated(percentile: float = 0.5, plays: int = 100, **places: float) -> dict[str, Rated]:
    slots = (*GRADED_SLOTS, *(f"{RECEIVING} {slot}" for slot in BACKS))
    return {slot: Rated("", Rate(plays, 0.0, 0.0), places.get(slot, percentile)) for slot in slots}


def spent(grades: dict[str, str], receiving: tuple[str, ...]) -> int:
    return cost(tuple(Slot(slot, grade, "", slot in receiving) for slot, grade in grades.items()), TABLES)


def test_rates_are_pulled_toward_the_league_by_how_few_plays_there_are() -> None:
    rng = np.random.default_rng(5)
    skills = {"A": 2.0, "B": 0.0, "C": -2.0}
    rows = [
        (team, team, rng.normal(mean, 6))
        for team, mean in skills.items()
        for _ in range(40 if team == "A" else 400)
    ]
    rates, mean = shrunken(pd.DataFrame(rows, columns=["team", "player", "value"]))
    few, many = rates["A", "A"], rates["C", "C"]
    kept = [(rate.shrunk - mean) / (rate.own - mean) for rate in (few, many)]
    assert 0 < kept[0] < kept[1] < 1
    assert few.plays == 40


def test_rates_without_skill_keep_their_order() -> None:
    rows = [("X", "x", value) for value in (0, 10)] + [("Y", "y", value) for value in (1, 10)]
    rates, mean = shrunken(pd.DataFrame(rows, columns=["team", "player", "value"]))
    assert mean == pytest.approx(5.25)
    assert rates["X", "x"].shrunk < rates["Y", "y"].shrunk


@pytest.mark.parametrize(
    ("slot", "percentile", "grade"),
    [
        ("QB", 0.75, "A"),
        ("QB", 0.74, "B"),
        ("QB", 0.25, "B"),
        ("QB", 0.05, "C"),
        ("RB1", 0.11, "C"),
        ("RB1", 0.09, "D"),
        ("REC4", 0.0, "D"),
    ],
)
def test_16_2_quantiles(slot: str, percentile: float, grade: str) -> None:
    assert band_of(slot, percentile, TABLES) == grade


@pytest.mark.parametrize("budget", [33, 56, 62, 66, 70, 76, 101])
def test_2_2_the_budget_is_spent_to_the_last_point(budget: int) -> None:
    rng = np.random.default_rng(budget)
    own = {slot: Rated("", Rate(int(rng.integers(1, 400)), 0, 0), float(rng.random())) for slot in rated()}
    found = grades_for(own, budget, TABLES)
    assert spent(dict(found.grades), found.receiving) == budget
    assert set(found.moved) == {
        slot for slot in GRADED_SLOTS if found.grades[slot] != band_of(slot, own[slot].percentile, TABLES)
    }


def test_a_roster_that_fits_is_left_alone() -> None:
    # All B is 74; two points more for an A quarterback.
    found = grades_for(rated(QB=0.9), 76, TABLES)
    assert (found.error, found.moved, found.grades["QB"], found.receiving) == (0.0, (), "A", ())


def test_the_grade_that_is_least_wrong_moves() -> None:
    found = grades_for(rated(REC2=0.26), 72, TABLES)
    assert found.moved == ("REC2",)
    found = grades_for(rated(**{f"{RECEIVING} RB2": 0.99}), 76, TABLES)
    assert (found.receiving, found.moved) == (("RB2",), ())


def test_the_best_of_all_ways_is_found() -> None:
    """Against every way to change three slots of a small problem."""
    own = rated(QB=0.7, K=0.3, P=0.6)
    found = grades_for(own, 74, TABLES)
    assert found.error == 0.0
    tight = grades_for(own, 72, TABLES)
    prices = TABLES.prices
    ways = [
        (qb, k, p)
        for qb, k, p in product("ABC", repeat=3)
        if prices["quarterback"][qb] + prices["kicker"][k] + prices["punter"][p] == 7 + 4 + 2 - 2
    ]
    bands = {"A": (0.75, 1), "B": (0.25, 0.75), "C": (0, 0.25)}

    def error(way: tuple[str, str, str]) -> float:
        outside = [max(bands[g][0] - x, x - bands[g][1], 0) for g, x in zip(way, (0.7, 0.3, 0.6), strict=True)]
        return sum(each**2 for each in outside) / len(GRADED_SLOTS)

    assert tight.error <= min(map(error, ways)) + 1e-12
