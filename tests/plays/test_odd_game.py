"""The invented game adds up, whatever happens in it."""

import pytest

from chartkit.plays import read, reconcile
from chartkit.plays.cleaning import MARKER, TIMEOUT


@pytest.fixture
def game(rows, season_file):
    return next(read([season_file(rows)]))


@pytest.fixture
def totals(game):
    return reconcile(game.plays).by_game.set_index("team")


def test_every_row_is_accounted_for(game, rows):
    assert game.rows == len(rows) == len(game.plays) + len(game.set_aside)
    assert game.set_aside["reason"].value_counts().to_dict() == {MARKER: 4, TIMEOUT: 1}
    assert game.set_aside["place"].tolist()[:2] == ["line 2", "line 11"]


def test_the_score_is_reproduced_play_by_play(game):
    found = reconcile(game.plays)
    assert (found.games_stated, found.games_reproduced) == (1, 1)
    assert found.finals == found.plays == ()


def test_points_by_quarter(totals):
    periods = ["points_q1", "points_q2", "points_q3", "points_q4", "points_overtime", "points"]
    assert totals.loc["FOX", periods].tolist() == [9, 0, 2, 8, 3, 22]
    assert totals.loc["OWL", periods].tolist() == [0, 0, 9, 10, 0, 19]


def test_a_ball_fumbled_twice_is_lost_by_both(totals):
    # The Owls lose the muffed punt as well.
    assert totals["fumbles_lost"].to_dict() == {"FOX": 1, "OWL": 2}
    assert totals["turnovers"].to_dict() == {"FOX": 2, "OWL": 3}


def test_safeties_go_to_the_team_without_the_ball(totals):
    # One out of the end zone by the Owls, one by the Foxes after an interception.
    assert totals["safeties"].to_dict() == {"FOX": 1, "OWL": 1}


def test_a_lateral_counts_in_full(totals):
    assert totals.loc["OWL", "passing_yards"] == 30


def test_only_accepted_penalties_count(totals):
    assert totals.loc[["FOX", "OWL"], ["penalties", "penalty_yards"]].to_numpy().tolist() == [[1, 10], [0, 0]]


def test_tries_are_no_rushes(totals):
    assert totals.loc["FOX", ["rushes", "two_points_tried", "two_points"]].tolist() == [1, 1, 1]
    assert totals.loc["OWL", ["two_points_tried", "two_points", "third_downs", "third_downs_made"]].tolist() == [
        2,
        1,
        1,
        1,
    ]


def test_kicks_and_returns(totals):
    names = ["punts", "punt_yards", "kickoffs", "kickoff_returns", "kickoff_return_yards", "field_goals"]
    assert totals.loc["OWL", names].tolist() == [1, 0, 4, 1, 20, 1]
    assert totals.loc["FOX", names].tolist() == [1, 45, 2, 2, 35, 1]
    assert totals.loc["OWL", "punt_returns"] == 1


def test_without_a_clock_there_is_no_possession(totals):
    assert totals["possession_seconds"].isna().all()


def test_what_does_not_add_up_is_named_with_game_and_play(rows, season_file):
    rows.loc[rows["extra_point_result"] == "good", "extra_point_result"] = "failed"
    found = reconcile(next(read([season_file(rows)])).plays)
    assert [(item.team, item.stated, item.recomputed) for item in found.finals] == [("FOX", 22, 21)]
    assert [(item.game_id, item.play_id, item.stated_home, item.home) for item in found.plays] == [
        ("2017_01_OWL_FOX", 280.0, 1, 0)
    ]
    assert not found.clean
