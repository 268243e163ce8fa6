"""What playing the season corrects in targets and tables."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from chartkit.league.comparison import Simulated
from chartkit.systems.ddf.compile import load_settings
from chartkit.systems.ddf.compile.calibrate import Beside, RealSeason, corrected
from chartkit.systems.ddf.compile.corrections import COMEBACK, FACTORS, PACE, SHORT, Corrections, weighed
from chartkit.systems.ddf.compile.targets import RUNNING, season_targets, with_yards

TEAMS = ("AAA", "BBB")
OWN = load_settings(None).play
#: Statistics of a team's season that are asked for.
COUNTED = (
    *("points", "rushing_yards", "rushes", "passing_yards", "sack_yards", "passes", "sacks", "punts"),
    *("fourth_downs", "fourth_downs_made", "drives_downs", "field_goals_tried", "two_points", "two_points_tried"),
    *("passing_touchdowns", "rushing_touchdowns", "first_downs", "red_zone_touchdowns", "red_zone_drives"),
    *("plays", "drives"),
)


class Real(RealSeason):
    """A season with the same numbers for both teams."""

    def __init__(self) -> None:
        pass

    def of(self, name: str, *, allowed: bool = False) -> Any:
        return np.full(2, 100.0)


def beside(wins: tuple[float, float] = (8.0, 8.0), **times: float) -> Beside:
    """A season played twice, with some statistics of the first team multiplied; really they won so often."""
    totals = np.full((2, 2, len(COUNTED)), 100.0)
    for name, factor in times.items():
        totals[:, 0, COUNTED.index(name)] *= factor
    scores = np.tile(np.array([[[24.0, 14.0]]]), (2, 1, 1))
    sim = Simulated(TEAMS, tuple(COUNTED), totals, totals[:, ::-1], np.full(2, 16.0), np.full((2, 2), 8.0), scores)
    return Beside(Real(), sim, np.array([10.0]), np.array(wins))


def test_what_is_right_is_left_alone() -> None:
    none = Corrections.none(2)
    found = corrected(none, beside(), OWN)
    assert found.factors == dict.fromkeys(FACTORS, 1.0)
    assert all(not values.any() for values in (*found.yards.values(), *found.touchdowns.values(), found.close))
    assert found.tries == 0


def test_a_team_that_gains_and_scores_too_much_when_played_gets_less() -> None:
    found = corrected(Corrections.none(2), beside(rushing_yards=1.2, points=1.1), OWN)
    assert found.yards["offense", RUNNING] == pytest.approx([-0.2 * OWN.damping, 0.0])
    assert found.yards["defense", RUNNING] == pytest.approx([0.0, -0.2 * OWN.damping])
    scored, against = found.touchdowns["offense"], found.touchdowns["defense"]
    assert scored[0] - scored[1] == pytest.approx(-10 * OWN.damping / OWN.points_of_a_touchdown, abs=1e-3)
    assert scored.mean() == pytest.approx(-2.5 * OWN.damping / OWN.points_of_a_touchdown, abs=1e-3)
    assert against.tolist() == scored.tolist()[::-1]


def test_the_league_is_corrected_in_its_tables_and_no_table_without_end() -> None:
    found = corrected(Corrections.none(2), beside(punts=1.1, first_downs=0.9, rushing_touchdowns=0.9), OWN).factors
    assert found["go"] > 1 and found["field goal"] > 1 and found["punt"] == 1
    assert found["goal-line run"] > 1
    assert found[SHORT] == OWN.factor[0], "a tenth fewer first downs: as few measured short as may be"


def test_leads_melt_until_margins_and_close_games_are_both_as_near_as_they_can_be() -> None:
    """Played margins are 10 and 4, so half of the games are within one score."""
    plain = beside()
    assert plain.sim.scores is not None
    sim = replace(plain.sim, scores=np.array([[[24.0, 14.0]], [[20.0, 16.0]]]))
    for margins, ratio in (([10.0, 4.0], 1.0), ([5.0, 9.0], 1.0), ([7.0, 7.0], 2**0.5), ([30.0, 30.0], 7 / 30)):
        season = replace(plain, sim=sim, margins=np.array(margins))
        assert season.apart_ratio == pytest.approx(ratio)
        factor = corrected(Corrections.none(2), season, OWN).factors[COMEBACK]
        expected = np.clip(ratio ** (OWN.comeback * OWN.damping), *OWN.factor)
        assert factor == pytest.approx(expected, abs=1e-3)


def test_where_drives_are_too_many_there_are_fewer_plays() -> None:
    """Plays are judged within 1.5%, drives within 3%."""
    found = corrected(Corrections.none(2), beside(plays=1.01, drives=1.06), OWN).factors
    assert found[PACE] == pytest.approx((1.005**2 * 1.03) ** (-OWN.damping / 3), abs=1e-3)
    assert corrected(Corrections.none(2), beside(plays=0.99, drives=1.02), OWN).factors[PACE] == 1.0


def test_a_team_that_really_won_more_gains_more_late_in_close_games() -> None:
    found = corrected(Corrections.none(2), beside((8.4, 7.6)), OWN).close
    assert found[0] == pytest.approx(0.4 / 16 * OWN.damping / OWN.wins_of_a_yard, abs=1e-3)
    assert found[1] == -found[0]
    farther = corrected(Corrections.none(2), beside((16.0, 0.0)), OWN).close
    assert farther.tolist() == [OWN.most_close, -OWN.most_close]


class Tries(Real):
    """A season with 55 good tries for two of 100."""

    def of(self, name: str, *, allowed: bool = False) -> Any:
        return np.full(2, 27.5 if name == "two_points" else 50.0)


def test_tries_for_two_are_as_good_as_in_the_season() -> None:
    """Played, 60 of 100 are good."""
    made = beside(two_points=0.8, two_points_tried=2.0)
    season = replace(made, real=Tries())
    played = 180 / 300
    assert season.tries(0.0, 30) == pytest.approx(0.55 / played - 1), "so many good ones do not count"
    plain = (played - 0.5) / 0.5
    assert season.tries(0.5, 30) == pytest.approx((0.55 - plain) / (1 - plain)), "half of the failed ones counted"
    assert season.tries(0.0, 101) == 0, "too few to say"


def test_corrections_are_kept_as_they_are_used() -> None:
    found = corrected(Corrections.none(2), beside(rushing_yards=1.0777, points=1.0333, punts=1.02), OWN)
    again = Corrections.from_json(json.loads(json.dumps(found.to_json())))
    assert again.to_json() == found.to_json()
    assert all((again.yards[place] == values).all() for place, values in found.yards.items())


def test_yards_are_moved_a_yard_at_a_time_and_losses_stay() -> None:
    rows = [("AAA", "BBB", yards) for yards in (-2, 0, 3, 4, 5, 6)] + [("BBB", "AAA", yards) for yards in (2, 8)]
    plays = pd.DataFrame(rows, columns=["offense", "defense", "yards"]).assign(
        game="1", call="1-LINE PLUNGE", ending="GAIN", line=60, down=1, to_go=10, out_of_bounds=False
    )
    plain = season_targets(plays.assign(touchdown=False, foul="", foul_yards=0), TEAMS)
    added = {place: np.array([0.25, -0.5]) for place in Corrections.none(2).yards}
    before, after = (each.calls["1-LINE PLUNGE"] for each in (plain, with_yards(plain, added)))
    assert after.offense.mean - before.offense.mean == pytest.approx([0.25, -0.5])
    assert after.defense.mean - before.defense.mean == pytest.approx([0.25, -0.5])
    assert after.offense.gains.sum(axis=1) == pytest.approx(before.offense.gains.sum(axis=1))
    assert after.offense.gains[0, :9] == pytest.approx(before.offense.gains[0, :9])


def test_coach_tables_are_weighed_where_it_counts() -> None:
    plain = {
        "AAA": {
            "calls": {key: {"1-LINE PLUNGE": 0.5, "6-SHORT": 0.5} for key in ("1|1|1-3|late", "1|1|21-50|late")},
            "fourth_down": {key: {"go": 0.2, "punt": 0.8} for key in ("1|51-60|normal", "11+|51-60|normal")},
            "team": "AAA",
        }
    }
    none = Corrections.none(1)
    assert none.coach(plain) == plain
    made = replace(none, factors={**none.factors, "go": 1.5, "few yards": 2.0, "goal-line run": 3.0}).coach(plain)
    assert made["AAA"]["calls"]["1|1|1-3|late"] == {"1-LINE PLUNGE": 0.75, "6-SHORT": 0.25}
    assert made["AAA"]["calls"]["1|1|21-50|late"] == {"1-LINE PLUNGE": 0.5, "6-SHORT": 0.5}
    few, many = (shares["go"] for shares in made["AAA"]["fourth_down"].values())
    assert few == pytest.approx(0.6 / 1.4, abs=1e-4) and many == pytest.approx(0.15 / 0.95, abs=1e-4)


def test_more_field_goals_come_from_the_edge_of_the_range() -> None:
    shares = {"go": 0.2, "punt": 0.2, "field goal": 0.6}
    plain = {"AAA": {"calls": {}, "fourth_down": {f"4-6|{field}|normal": shares for field in ("11-20", "31-33")}}}
    none = Corrections.none(1)
    near, far = (
        replace(none, factors={**none.factors, "field goal": 2.0}).coach(plain)["AAA"]["fourth_down"].values()
    )
    assert near == shares
    assert far["field goal"] == pytest.approx(1.2 / 1.6)


def test_weighed_shares_add_up() -> None:
    made = weighed({"go": 0.3333, "punt": 0.3333, "field goal": 0.3334}, {"go": 1.7})
    assert sum(made.values()) == pytest.approx(1.0)
    assert made["go"] / made["punt"] == pytest.approx(1.7, abs=1e-3)


def test_a_build_keeps_what_was_corrected(small_build: Path) -> None:
    kept = json.loads((small_build / "fit.json").read_text(encoding="utf-8"))
    assert set(kept["corrections"]["factors"]) == set(FACTORS)
    assert any(any(values) for values in kept["corrections"]["yards"].values())
    assert set(kept["kicking"]) == {path.stem for path in (small_build / "charts").glob("*.json")}
