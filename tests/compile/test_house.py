"""House rules counted from a season, and what fouls that the offense may leave do to the columns."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from chartkit.football.teams import ScheduledGame
from chartkit.systems.ddf.charts import DEFENSIVE, Shift
from chartkit.systems.ddf.compile import house
from chartkit.systems.ddf.compile.fit_space import GRID
from chartkit.systems.ddf.compile.house import SHIFTS, balanced_shifts, shift_of
from chartkit.systems.ddf.compile.settings import ComebackSettings, load_settings
from chartkit.systems.ddf.compile.supplement import Ratings
from chartkit.systems.ddf.compile.targets import kept_plays, season_targets

OWN = load_settings(None).house


def stops(counts: dict[int, int]) -> pd.DataFrame:
    """Runs on third and 8 that ended so many yards short of the line to gain."""
    left = [yards for yards, number in counts.items() for _ in range(number)]
    return pd.DataFrame(
        {
            "down": 3,
            "column": "2-OFF TACKLE",
            "wiped": False,
            "outcome": "gain",
            "ydstogo": 8,
            "line": 60,
            "yards": [8 - yards for yards in left],
        }
    )


def test_balls_inches_short_are_told_by_the_curve_around_the_line() -> None:
    flat = dict.fromkeys(range(-5, 6), 100)
    assert house.measurements(stops(flat), OWN) == pytest.approx((0.0, 0.0), abs=1e-9)
    short, moved = house.measurements(stops({**flat, 0: 60, 1: 140}), OWN)
    assert short == pytest.approx(0.4) and moved == pytest.approx(40 / 140)
    assert house.measurements(stops({0: 5, 1: 30}), OWN) == (0.0, 0.0), "too few to say"


def test_few_losses_in_the_own_end_zone_are_safeties() -> None:
    rows = [("run", 50, -2 if number % 4 == 0 else 3, False) for number in range(100)]
    rows += [("run", 98, 1, number == 0) for number in range(40)]
    plays = pd.DataFrame(rows, columns=["play_type", "line", "yards_gained", "safety"])
    plays = plays.assign(fumble=False, penalty=False)
    # A quarter of 40 runs from the 2 would end in the end zone; one did.
    assert house.safety_share(plays) == pytest.approx(0.1)


def test_a_team_that_snaps_sooner_has_more_quick_plays() -> None:
    rows = []
    for team, seconds in (("AAA", 35), ("BBB", 40)):
        rows += [(team, team, 900 - seconds * number) for number in range(11)]
    plays = pd.DataFrame(rows, columns=["game_id", "offense", "quarter_seconds_remaining"]).assign(
        play_type="run", qtr=1, complete_pass=False, sack=False, penalty=False, out_of_bounds=False
    )
    plays = plays.assign(two_point_attempt=False)
    # Two and a half seconds from the mean are a quarter of what a quick play saves: 6 of 24.
    assert house.team_pace(plays, 9) == {"AAA": 15, "BBB": 3}
    assert house.team_pace(plays, 2) == {"AAA": 4, "BBB": 0}, "2 on average, although one cannot be slower"
    unknown = plays.assign(quarter_seconds_remaining=np.nan)
    assert house.team_pace(unknown, 9) == {}


def test_a_team_that_scores_more_in_the_red_zone_gains_more_there_on_some_totals() -> None:
    def chance(zone: Shift) -> float:
        return sum(DEFENSIVE.ways[total] for total in zone.on) / DEFENSIVE.outcomes

    def shift(real: float) -> Shift:
        return shift_of(np.array([real, 4.0, 7.0, 10.0, 14.0, 20.0, 28.0, 34.0, 38.0, 40.0]))

    better, worse, far_better = shift(24.0), shift(17.0), shift(31.0)
    assert (better.yards, worse.yards, far_better.yards) == (1, -1, 2)
    assert chance(better) == pytest.approx(0.5, abs=0.06) and chance(worse) == pytest.approx(0.5, abs=0.06)
    assert chance(far_better) == pytest.approx(11 / 14, abs=0.06)
    assert shift(60.0) == Shift(4, frozenset(DEFENSIVE.totals)), "four yards are the most"
    assert shift(20.0) == Shift()


def test_the_league_scores_as_often_with_its_red_zones_as_without_them() -> None:
    scored = dict(zip(SHIFTS, (4.0, 7.0, 10.0, 14.0, 20.0, 24.0, 26.0, 27.0, 28.0), strict=True))
    shifts = balanced_shifts(np.array([[real, *scored.values()] for real in (30, 10, 20, 20) for _ in range(3)]))
    made = sum(
        20.0 + (scored[each.yards] - 20.0) * sum(DEFENSIVE.ways[total] for total in each.on) / DEFENSIVE.outcomes
        for each in shifts
    )
    assert made == pytest.approx(240, abs=3), "three teams cannot score 30: the others make up for it"


def rated(home_field: int, road: int) -> Ratings:
    return Ratings(224.5, home_field, road, 1, 1)


def test_home_field_is_worth_the_seasons_margin() -> None:
    schedule = [ScheduledGame(1, "AAA", "BBB", 24, 20), ScheduledGame(2, "BBB", "AAA", 20, 20)]
    ratings = {"AAA": rated(2, 0), "BBB": rated(0, 0)}
    tables = house.home_field_totals(schedule, ratings, OWN)
    share = sum(DEFENSIVE.ways[total] for total in tables[0]) / DEFENSIVE.outcomes
    # Two points a game, but only half of the games have a home team with an advantage.
    assert share == pytest.approx(2 * 2 / OWN.margin_of_a_yard, abs=0.06)
    assert tables == (tables[0],) * 3
    beaten = [ScheduledGame(1, "AAA", "BBB", 10, 20)]
    assert house.home_field_totals(beaten, ratings, OWN)[0] == frozenset()


def ends(games: list[tuple[int, int, int, int]]) -> pd.DataFrame:
    """Home and visitors after three quarters, and at the end."""
    rows = []
    for number, (*before, home, away) in enumerate(games):
        rows += [(str(number), 1, 3, 0), (str(number), 3, *before), (str(number), 4, home, away)]
    return pd.DataFrame(rows, columns=["game_id", "qtr", "total_home_score", "total_away_score"])


def test_what_trailing_teams_make_up_in_the_fourth_quarter_becomes_a_table() -> None:
    games = [(20, 10, 20, 17), (0, 14, 7, 14), (30, 0, 33, 20), (10, 7, 10, 13), (7, 7, 10, 7)]
    assert house.fourth_quarters(ends(games)) == {1: [6.0], 2: [7.0, 7.0], 3: [17.0]}
    alone = ComebackSettings(known=(0.0,) * 3, games=0.0, played=(0.0,) * 3, yard=(12.0, 14.0, 1.0))
    shares = [
        sum(DEFENSIVE.ways[total] for total in totals) / DEFENSIVE.outcomes
        for totals in house.comeback_totals(ends(games), alone)
    ]
    assert shares == pytest.approx([0.5, 0.5, 1.0], abs=0.06)
    known = replace(alone, games=100.0, yard=(12.0, 12.0, 12.0))
    assert house.comeback_totals(ends(games), known)[:2] == (frozenset(), frozenset()), "a few games say little"


def results(rows: list[tuple[str, int, str, int]]) -> pd.DataFrame:
    frame = pd.DataFrame(rows, columns=["ending", "yards", "foul", "foul_yards"])
    return frame.assign(
        game="g",
        offense="AAA",
        defense="BBB",
        call="6-SHORT",
        line=60,
        down=1,
        to_go=10,
        out_of_bounds=False,
        touchdown=False,
    )


def test_columns_hold_what_is_left_when_the_offense_has_chosen() -> None:
    season = results(
        [("GAIN", 20, "", 0)] * 50 + [("GAIN", 4, "", 0)] * 20 + [("INC", 0, "", 0)] * 20 + [("", 0, "PI", 12)] * 10
    )
    accepted, stands, ended = kept_plays(season, "6-SHORT", {})
    # A catch of 20 yards is better than interference of 12.
    assert accepted["PI"] == pytest.approx(1 - 50 / 90)
    assert stands[20 - GRID.start] > stands[4 - GRID.start] == pytest.approx(ended["INC"])
    side = season_targets(season, ("AAA", "BBB")).calls["6-SHORT"].offense
    assert side.plays[0] == 90 and side.gains[0].sum() + side.endings[0].sum() == pytest.approx(90)
    assert side.gains[0][20 - GRID.start] < 50 < np.ceil(side.gains[0].sum())


def test_the_defense_keeps_traps_and_failed_third_downs_instead_of_holding() -> None:
    rows = [("GAIN", 4, "", 0)] * 40 + [("INC", 0, "", 0)] * 40 + [("QT", 0, "", 0)] * 10
    season = results([*rows, *[("", 0, "OFF 10", 0)] * 10]).assign(down=[1, 3] * 50)
    _, stands, ended = kept_plays(season, "6-SHORT", {})
    assert ended["QT"] == 1 and ended["INC"] == pytest.approx(1 - 0.1 * 0.5)
    # Four yards are short of a first down on third and 10, a gain of ten is not.
    assert stands[4 - GRID.start] == pytest.approx(0.95) and stands[10 - GRID.start] == pytest.approx(0.9)
    side = season_targets(season, ("AAA", "BBB")).calls["6-SHORT"].offense
    assert side.rate("QT")[0] < 10 / 90, "the column holds fewer traps than the season is to have"


def test_a_yard_short_of_the_line_may_have_reached_it() -> None:
    season = results([("GAIN", 9, "", 0)] * 10)
    side = season_targets(season, ("AAA", "BBB"), moved=0.3).calls["6-SHORT"].offense
    assert side.gains[0][9 - GRID.start] == pytest.approx(7) and side.gains[0][10 - GRID.start] == pytest.approx(3)
