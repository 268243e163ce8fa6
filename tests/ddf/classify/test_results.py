"""What came of a play, as the cells of the game say it."""

import pytest

from chartkit.systems.ddf.classify import NAMES
from tests.ddf.classify.hand_made import classified, kickoff, only, passed, play, punt, run

FUMBLE = {"fumble": True, "fumbled_1_team": "BUF"}
LOST = {**FUMBLE, "fumble_lost": True, "fumble_recovery_1_team": "NYJ"}
KEPT = {**FUMBLE, "fumble_recovery_1_team": "BUF"}
TOUCHDOWN = {"touchdown": True, "td_team": "BUF"}


@pytest.mark.parametrize(
    ("row", "outcome", "symbol", "second"),
    [
        (run(4), "gain", "4", None),
        (run(-2), "gain", "-2", None),
        (run(0), "gain", "0", None),
        (run(0, out_of_bounds=True), "gain", "0", None),
        (run(7, "end", out_of_bounds=True), "gain", "7*", None),
        (run(11), "gain", "11", None),
        (run(12), "breakaway", "B", "12"),
        (run(40, out_of_bounds=True), "breakaway", "B", "40*"),
        (run(75, rush_touchdown=True, **TOUCHDOWN), "breakaway", "B", "TD"),
        (run(1, rush_touchdown=True, yardline_100=1, **TOUCHDOWN), "touchdown", "TD", None),
        (passed(30, 20), "gain", "30", None),
        (passed(75, 20, pass_touchdown=True, **TOUCHDOWN), "touchdown", "TD", None),
        (passed(0, 20, caught=False), "incomplete", "INC", None),
        (play("pass", sack=True, yards_gained=-7), "trapped", "QT", "-7"),
        (play("pass", sack=True, yards_gained=0), "trapped", "QT", "-1"),
        (run(9, "end", qb_scramble=True, out_of_bounds=True), "trapped", "QT", "9*"),
        (run(9, "end", qb_scramble=True, yardline_100=9, rush_touchdown=True, **TOUCHDOWN), "trapped", "QT", "TD"),
        (play("pass", sack=True, yards_gained=-7, **LOST), "trapped", "QT", "F -7"),
        (run(3, **LOST), "fumble", "F 3", None),
        (run(0, **KEPT), "fumble", "F", None),
        (passed(12, 5, **LOST), "fumble", "F 12", None),
    ],
)
def test_the_result_of_a_scrimmage_play(row, outcome, symbol, second):
    found = only(row)
    assert (found.outcome, found.symbol) == (outcome, symbol)
    assert found.second_symbol == second if second else found.isna().second_symbol


def test_a_catch_that_ends_in_a_fumble_is_a_completion_in_statistics_and_a_fumble_in_the_game():
    found = only(passed(12, 5, **LOST, fumble_recovery_1_yards=4))
    assert (found.completed, found.fumbled, found.lost) == (True, True, True)
    assert (found.return_column, found.return_by, found.return_symbol) == ("FUMBLE RETURN", "NYJ", "4")


def test_a_fumble_recovered_twice_counts_its_first_recovery():
    found = only(run(3, **LOST, fumble_recovery_1_yards=10, fumble_recovery_2_team="BUF"))
    assert (found.symbol, found.lost, found.return_by, found.return_symbol) == ("F 3", True, "NYJ", "10")


def test_a_fumble_run_back_for_a_touchdown():
    found = only(run(3, **LOST, fumble_recovery_1_yards=70, touchdown=True, td_team="NYJ"))
    assert (found.symbol, found.scored, found.return_symbol) == ("F 3", False, "TD")


def test_a_fumble_out_of_bounds_stays_with_the_offense():
    found = only(run(3, **FUMBLE, fumble_out_of_bounds=True))
    assert (found.symbol, found.lost, found.return_by) == ("F 3", False, "BUF")


def test_a_lateral_counts_in_full():
    found = only(passed(41, 4, desc="pass short right to 25-L.McCoy. Lateral to 10-D.Thompson for 41 yards"))
    assert (found.call, found.symbol) == ("6-SHORT", "41")


def test_a_safety_on_a_fumble_is_a_fumble_of_the_offense():
    found = only(play("pass", sack=True, yards_gained=-3, yardline_100=97, safety=True, **KEPT))
    assert (found.symbol, found.second_symbol, found.lost) == ("QT", "F -3", False)


@pytest.mark.parametrize(
    ("extra", "symbol"),
    [
        ({"return_yards": 12}, "12"),
        ({"return_yards": 12, "out_of_bounds": True}, "12*"),
        ({"return_yards": 0, "touchback": True}, "0"),
        ({"return_yards": 40, "touchdown": True, "td_team": "NYJ"}, "TD"),
    ],
)
def test_interceptions_have_a_spot_and_a_return(extra, symbol):
    found = only(passed(0, 14, caught=False, interception=True, **extra))
    assert (found.outcome, found.symbol, found.yards) == ("interception", "INT 14", 14)
    assert (found.return_column, found.return_by, found.return_symbol) == ("INTERCEPTION RETURN", "NYJ", symbol)


@pytest.mark.parametrize(
    ("row", "outcome", "symbol", "kick", "back"),
    [
        (kickoff(64, return_yards=22), "kick", "64", "deep", "22"),
        (kickoff(68, return_yards=22, out_of_bounds=True), "kick", "68", "deep", "22*"),
        (kickoff(65, touchback=True), "touchback", "65", "deep", None),
        (kickoff(62, kickoff_fair_catch=True), "touchback", "62", "deep", None),
        (kickoff(55, kickoff_out_of_bounds=True), "out of bounds", "OFF 40", "deep", None),
        (kickoff(66, return_yards=101, touchdown=True, td_team="BUF"), "kick", "66", "deep", "TD"),
        (kickoff(66, return_yards=20, **LOST), "kick", "66", "deep", "F 20"),
        (kickoff(48, return_yards=9), "kick", "48", "squib", "9"),
        (
            kickoff(58, return_yards=9, desc="7-N.Folk kicks 58 yards, squib kick, to BUF 7."),
            "kick",
            "58",
            "squib",
            "9",
        ),
        (kickoff(12, desc="7-N.Folk kicks onside 12 yards from NYJ 35 to NYJ 47."), "kick", "12", "onside", "0"),
        (kickoff(12, own_kickoff_recovery=True), "kick", "12", "onside", None),
    ],
)
def test_kickoffs(row, outcome, symbol, kick, back):
    found = only(row)
    assert (found.offense, found.defense, found.column) == ("NYJ", "BUF", "KICKOFF")
    assert (found.outcome, found.symbol, found.kick) == (outcome, symbol, kick)
    assert found.return_symbol == back if back else found.isna().return_symbol


def test_the_kick_after_a_safety_is_a_free_kick():
    found = classified(run(-3, safety=True), kickoff(60, yardline_100=20), run(3), kickoff(60))
    assert list(found.kick.dropna()) == ["free kick", "deep"]


@pytest.mark.parametrize(
    ("row", "outcome", "symbol", "back"),
    [
        (punt(45, return_yards=8), "kick", "45", "8"),
        (punt(45, return_yards=-3), "kick", "45", "-3"),
        (punt(41, punt_out_of_bounds=True), "out of bounds", "41*", None),
        (punt(50, touchback=True), "touchback", "50", None),
        (punt(45, punt_fair_catch=True), "kick", "45", "FC"),
        (punt(45, punt_downed=True), "kick", "45", "0"),
        (punt(45, return_yards=80, touchdown=True, td_team="NYJ"), "kick", "45", "TD"),
        (
            punt(45, return_yards=0, fumble=True, fumbled_1_team="NYJ", fumble_recovery_1_team="BUF"),
            "kick",
            "45",
            "F",
        ),
    ],
)
def test_punts(row, outcome, symbol, back):
    found = only(row)
    assert (found.outcome, found.symbol) == (outcome, symbol)
    assert found.return_symbol == back if back else found.isna().return_symbol


def test_a_blocked_punt_for_a_touchdown_lies_where_it_was_picked_up():
    words = (
        "(10:13) 4-C.Schmidt punt is BLOCKED by 88-M.Thomas, Center-65-R.Ferguson, RECOVERED by NYJ-24-B.Burris at "
    )
    words += "BUF 8. 24-B.Burris for 8 yards, TOUCHDOWN."
    blocked = punt(None, punt_blocked=True, desc=words, touchdown=True, td_team="NYJ", fumble_recovery_1_team="NYJ")
    found = only(blocked)
    assert (found.outcome, found.symbol, found.lost) == ("blocked", "BK -17", True)


@pytest.mark.parametrize(("result", "symbol"), [("made", "G"), ("missed", "NG"), ("blocked", "BK -8")])
def test_field_goals_by_line_of_scrimmage(result, symbol):
    found = only(play("field_goal", field_goal_result=result, kick_distance=40, yardline_100=22, down=4))
    assert (found.column, found.symbol, found.line) == ("FIELD GOAL", symbol, 22)


@pytest.mark.parametrize(
    ("result", "symbol"), [("good", "G"), ("failed", "NG"), ("blocked", "NG"), ("aborted", "NG")]
)
def test_kicked_tries(result, symbol):
    found = only(play("extra_point", extra_point_result=result, kick_distance=33, yardline_100=15, down=None))
    assert (found.column, found.symbol) == ("PAT", symbol)


@pytest.mark.parametrize(("result", "symbol"), [("success", "G"), ("failure", "NG"), ("return", "NG")])
def test_two_point_tries(result, symbol):
    found = only(run(2, two_point_attempt=True, two_point_conv_result=result, down=None, yardline_100=2))
    assert (found.column, found.symbol) == ("TWO-POINT TRY", symbol)


def test_the_table_has_exactly_the_columns_that_its_page_lists():
    assert tuple(classified(run(3)).columns[-len(NAMES) :]) == NAMES
