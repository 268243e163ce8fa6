"""Penalties as the symbols of the game."""

import pytest

from chartkit.systems.ddf.classify.rules import load_penalties
from tests.ddf.classify.hand_made import kickoff, only, passed, play, punt, run
from tests.support.seasons import DEMO, real_plays


def foul(name, team, yards):
    return {"penalty": True, "penalty_type": name, "penalty_team": team, "penalty_yards": yards}


@pytest.mark.parametrize(
    ("name", "team", "yards", "symbol"),
    [
        ("False Start", "BUF", 5, "OFF 5"),
        ("False Start", "BUF", 3, "OFF 5"),
        ("Offensive Holding", "BUF", 10, "OFF 10"),
        ("Offensive Holding", "BUF", 4, "OFF 10"),
        ("Illegal Use of Hands", "BUF", 10, "OFF 10"),
        ("Illegal Use of Hands", "NYJ", 5, "DEF 5X"),
        ("Unnecessary Roughness", "BUF", 15, "OFF 15"),
        ("Defensive Offside", "NYJ", 5, "DEF 5"),
        ("Defensive Holding", "NYJ", 5, "DEF 5X"),
        ("Illegal Contact", "NYJ", 5, "DEF 5X"),
        ("Roughing the Passer", "NYJ", 15, "DEF 15"),
        ("Face Mask", "NYJ", 15, "DEF 15"),
        ("Face Mask", "NYJ", 5, "DEF 15"),
        ("A Foul Nobody Knows", "BUF", 10, "OFF 10"),
        ("A Foul Nobody Knows", "NYJ", 15, "DEF 15"),
        (None, "NYJ", 5, "DEF 5"),
    ],
)
def test_accepted_penalties_on_a_play_that_stands(name, team, yards, symbol):
    found = only(passed(8, 5, **foul(name, team, yards)))
    assert (found.foul, found.foul_status, found.foul_column) == (symbol, "accepted", "6-SHORT")
    assert (found.outcome, found.symbol) == ("gain", "8")


def test_the_small_face_mask_ended_with_2007():
    assert only(run(8, season=1999, **foul("Face Mask", "NYJ", 5))).foul == "DEF 5"
    assert only(run(8, season=2010, **foul("Face Mask", "NYJ", 5))).foul == "DEF 15"


def test_intentional_grounding_is_the_result():
    found = only(passed(0, 3, caught=False, **foul("Intentional Grounding", "BUF", 12)))
    assert (found.outcome, found.symbol, found.foul_column) == ("foul", "OFF 12*", "6-SHORT")


def test_interference_on_a_run_is_the_nearest_foul_that_a_run_can_have():
    assert only(run(3, **foul("Defensive Pass Interference", "NYJ", 12))).foul == "DEF 15"


def test_a_declined_penalty_leaves_the_play_and_is_told():
    words = "5-T.Taylor pass short left for 8 yards. Penalty on NYJ-92-L.Williams, Defensive Offside, declined."
    found = only(passed(8, 5, desc=words))
    assert (found.symbol, found.foul, found.foul_status) == ("8", "DEF 5", "declined")


def test_offsetting_penalties_wipe_the_play_out():
    words = (
        "(9:10) 25-L.McCoy left end to BUF 31 for 6 yards. Penalty on BUF-C.Glenn, Offensive Holding, offsetting, "
        "enforced at BUF 25 - No Play. Penalty on NYJ-92-L.Williams, Face Mask (15 Yards), offsetting."
    )
    found = only(play("no_play", desc=words))
    assert (found.call, found.wiped) == ("3-END RUN", True)
    assert (found.outcome, found.symbol, found.foul_status) == ("foul", "OFF 10", "offsetting")


@pytest.mark.parametrize(
    ("row", "symbol", "column"),
    [
        # On a kickoff BUF receives and NYJ kicks.
        (kickoff(64, return_yards=20, **foul("Offside on Free Kick", "NYJ", 5)), "OFF 5", "KICKOFF"),
        (kickoff(64, return_yards=20, **foul("Offensive Holding", "BUF", 10)), "OFF 10", "KICKOFF RETURN"),
        (kickoff(64, return_yards=20, **foul("Face Mask", "NYJ", 15)), "DEF 15", "KICKOFF RETURN"),
        # On a punt BUF kicks and NYJ receives.
        (punt(45, return_yards=5, **foul("Offensive Holding", "BUF", 10)), "OFF 10", "PUNT"),
        (punt(45, return_yards=5, **foul("Running Into the Kicker", "NYJ", 5)), "DEF 5", "PUNT"),
        (punt(45, return_yards=5, **foul("Roughing the Kicker", "NYJ", 15)), "DEF 15", "PUNT"),
        (punt(45, punt_fair_catch=True, **foul("Fair Catch Interference", "BUF", 15)), "OFF 15", "PUNT"),
        (punt(45, return_yards=5, **foul("Illegal Block Above the Waist", "NYJ", 10)), "OFF 10", "PUNT RETURN"),
        (punt(45, return_yards=5, **foul("Horse Collar Tackle", "BUF", 15)), "DEF 15", "PUNT RETURN"),
    ],
)
def test_fouls_on_kicks_belong_to_the_kick_or_to_the_return(row, symbol, column):
    found = only(row)
    assert (found.foul, found.foul_column) == (symbol, column)


def test_a_foul_after_an_interception_belongs_to_the_return():
    intercepted = {"caught": False, "interception": True, "return_yards": 18}
    found = only(passed(0, 4, **intercepted, **foul("Horse Collar Tackle", "BUF", 15)))
    assert (found.symbol, found.foul, found.foul_column) == ("INT 4", "DEF 15", "INTERCEPTION RETURN")
    found = only(passed(0, 4, **intercepted, **foul("Illegal Block Above the Waist", "NYJ", 10)))
    assert (found.foul, found.foul_column) == ("OFF 10", "INTERCEPTION RETURN")


def test_a_foul_between_downs_is_dead():
    words = (
        "25-L.McCoy left end for 6 yards. PENALTY on NYJ-92-L.Williams, Unnecessary Roughness, 15 yards, enforced "
    )
    found = only(run(6, "end", desc=words + "between downs.", **foul("Unnecessary Roughness", "NYJ", 15)))
    assert found.foul_ball == "dead"
    found = only(run(6, "end", desc=words + "at BUF 31.", **foul("Unnecessary Roughness", "NYJ", 15)))
    assert found.foul_ball == "live"


@pytest.mark.parametrize("season", [DEMO, 1999, 2016, 2017, 2022, 2023])
def test_every_penalty_name_of_a_season_is_in_the_table(season):
    names = set(real_plays(season).penalty_type.dropna())
    assert names
    assert not names - set(load_penalties().index)
