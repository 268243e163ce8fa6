"""R19 Penalties, R20 On the offense, R21 On the defense, R22 On special teams and returns."""

from __future__ import annotations

import pytest
from support.charts import random_chart, random_generic
from support.situations import charts_rolled, points, seconds, situation, where
from support.steps import next_step, ruled

from chartkit.football.field import walk_off
from chartkit.systems.ddf.engine.matchup import first_state, matchup
from chartkit.systems.ddf.engine.state import KICKOFF, TRY
from chartkit.systems.ddf.rules.turnovers import midpoint
from chartkit.systems.ddf.rules.whistle import try_over

KICK, BACK = "special.KICKOFF", "special.KICKOFF RETURN"
PUNT, RUN = "special.PUNT", "special.PUNT RETURN"


@pytest.mark.parametrize("theirs", ["(TD)", "INT 9", "F 3", "QT", "INC", "(4)"])
def test_r19_1_a_penalty_beats_every_defensive_result(theirs: str) -> None:
    assert where(situation("7-MEDIUM", [("off", "OFF 5"), ("def", theirs)])) == "NE 1-15 NE 32"


def test_r19_2_before_the_snap() -> None:
    played = situation("1-LINE PLUNGE", [("off", "OFF 5")], at="NE 20")
    assert (where(played), seconds(played)) == ("NE 1-15 NE 15", 0)
    reached = situation("1-LINE PLUNGE", [("off", "DEF 5")], down=3, to_go=4)
    assert where(reached) == "NE 1-10 NE 42"
    assert where(situation("1-LINE PLUNGE", [("off", "DEF 5")], down=3, to_go=6)) == "NE 3-1 NE 42"


def test_r19_3_after_the_snap_the_play_is_played_out() -> None:
    played = situation("2-OFF TACKLE", [("off", "OFF 10", 11), ("off", "6"), ("def", "-2")], choose="decline")
    assert where(played) == "NE 2-6 NE 41"
    turnover = situation(
        "6-SHORT", [("off", "OFF 10", 11), ("def", "INT 4"), ("special.INTERCEPTION RETURN", "9")], choose="decline"
    )
    assert where(turnover) == "PHI 1-10 NE 32"


def test_r19_4_accept_or_decline() -> None:
    cells = [("off", "OFF 10", 28), ("off", "B"), ("def", "(8)")]
    accepted = situation("3-END RUN", cells, at="NE 32", down=2, to_go=7, choose="accept")
    declined = situation("3-END RUN", cells, at="NE 32", down=2, to_go=7, choose="decline")
    assert (where(accepted), where(declined)) == ("NE 2-17 NE 22", "NE 1-10 NE 40")
    assert accepted.happened("no play") and not declined.happened("no play")


def test_r19_5_offsetting() -> None:
    played = situation("4-DRAW", [("off", "OFF 10", 12), ("off", "DEF 5", 23)])
    assert (where(played), seconds(played)) == ("NE 1-10 NE 37", 10)
    assert {record.detail.split(" ")[-1] for record in played.happened("penalty")} == {"offset"}


def test_r19_6_several_fouls_of_one_team() -> None:
    cells = [("off", "OFF 10", 11), ("off", "OFF 15", 12), ("off", "7")]
    assert where(situation("2-OFF TACKLE", cells, choose="accept OFF 10")) == "NE 1-20 NE 27"
    assert where(situation("2-OFF TACKLE", cells, choose="accept OFF 15")) == "NE 1-25 NE 22"
    assert where(situation("2-OFF TACKLE", cells, choose="decline")) == "NE 2-3 NE 44"


@pytest.mark.parametrize(
    ("call", "cells", "guilty"),
    [
        ("PUNT", [(PUNT, "OFF 10", 11), (PUNT, "42"), (RUN, "DEF 5", 11), (RUN, "6")], "NE"),
        ("PUNT", [(PUNT, "DEF 5", 11), (PUNT, "42"), (RUN, "OFF 10", 11), (RUN, "6")], "PHI"),
        ("KICKOFF", [(KICK, "OFF 10", 11), (KICK, "60"), (BACK, "DEF 5", 11), (BACK, "20")], "NE"),
        ("KICKOFF", [(KICK, "DEF 5", 11), (KICK, "60"), (BACK, "OFF 10", 11), (BACK, "20")], "PHI"),
    ],
)
def test_r19_6_one_foul_of_a_team_on_kick_and_return(call: str, cells: list[tuple[str, str]], guilty: str) -> None:
    down = 4 if call == "PUNT" else 1
    declined = situation(call, cells, down=down, choose="decline")
    for choice, count in (("OFF 10", 1), ("DEF 5", 1), ("decline", 2)):
        played = situation(call, cells, down=down, choose=choice)
        flags = played.happened("penalty")
        assert {played.teams.codes[flag.team] for flag in flags} == {guilty}
        assert len(flags) == count and all((flag.yards > 0) == (choice != "decline") for flag in flags)
        assert (where(played) == where(declined)) == (choice == "decline")


def test_r19_7_grounding_after_an_offensive_foul_is_the_play() -> None:
    cells = [("off", "OFF 10", 11), ("off", "OFF 12*", 12)]
    assert where(situation("7-MEDIUM", cells, choose="decline")) == "NE 2-22 NE 25"
    assert where(situation("7-MEDIUM", cells, choose="accept")) == "NE 1-20 NE 27"


@pytest.mark.parametrize(
    ("distance", "yards", "left"), [(8, 5, 4), (3, 10, 2), (4, 10, 2), (40, 15, 25), (1, 5, 1)]
)
def test_r19_8_half_the_distance(distance: int, yards: int, left: int) -> None:
    assert walk_off(distance, yards) == left


def test_r19_8_yards_to_go_change_by_what_was_walked() -> None:
    assert where(situation("1-LINE PLUNGE", [("off", "OFF 5")], at="NE 8")) == "NE 1-14 NE 4"
    assert where(situation("1-LINE PLUNGE", [("off", "DEF 5")], at="PHI 6", to_go="goal")) == "NE 1-goal PHI 3"


def test_r19_9_fouls_of_the_offense_are_measured_from_the_line() -> None:
    cells = [("off", "OFF 10", 11), ("off", "9")]
    assert where(situation("2-OFF TACKLE", cells)) == "NE 1-20 NE 27"
    assert where(situation("2-OFF TACKLE", cells, options=("pre_post_snap",))) == "NE 1-20 NE 27"


@pytest.mark.parametrize("foul", ["OFF 5", "OFF 10", "DEF 5", "DEF 15"])
def test_r19_10_a_penalised_call_counts_toward_its_quota(foul: str) -> None:
    for choice in ("accept", "decline"):
        played = situation("2-OFF TACKLE", [("off", foul, 11), ("off", "3")], choose=choice)
        assert played.after.calls[0][1] == 1


@pytest.mark.parametrize(
    ("foul", "choice", "after"),
    [
        ("OFF 15", "accept", -15),
        ("DEF 5X", "accept", 5),
        ("DEF 15", "accept", 15),
        ("DEF 5", "accept", 0),
        ("PI 20", "accept", 0),
        ("OFF 10", "decline", 0),
    ],
)
def test_r19_11_a_foul_on_a_touchdown_moves_the_kickoff(foul: str, choice: str, after: int) -> None:
    options = ("pre_post_snap",) if foul == "DEF 5" else ()
    check = [("supplement.LINE OF SCRIMMAGE.DEF 5", "Post")] if foul == "DEF 5" else []
    played = situation("8-LONG", [("off", foul, 11), *check, ("off", "TD")], choose=choice, options=options)
    assert (where(played), points(played), played.after.kickoff_shift) == ("NE try", {"NE": 6}, after)


@pytest.mark.parametrize(
    ("foul", "spot"), [("OFF 15", "NE 20"), ("DEF 5X", "NE 40"), ("DEF 15", "50"), ("PI 20", "NE 35")]
)
def test_r19_11_the_kickoff_is_made_from_there_after_the_try(foul: str, spot: str) -> None:
    cells = [("off", foul, 11), ("off", "TD"), ("special.PAT", "good", 34)]
    played = situation("8-LONG", cells)
    assert (where(played), points(played)) == (f"NE kicks {spot}", {"NE": 7})
    line = played.after.spot + played.after.kickoff_shift
    kicked, _ = next_step(played, [(KICK, "45"), (BACK, "3"), ("coverage.KICK", "0")])
    assert (kicked.possession, kicked.spot) == (1, 100 - line - 45 + 3)


@pytest.mark.parametrize(
    ("carried", "on_the_try", "spot"), [(0, -15, 20), (-15, -15, 18), (-15, 15, 35), (15, 15, 65)]
)
def test_r19_11_the_kickoff_never_loses_more_than_half_its_distance(
    carried: int, on_the_try: int, spot: int
) -> None:
    table = matchup(random_chart(1, season=2017), random_chart(2, season=2017, code="BBB"), random_generic(1))
    before = first_state(table)._replace(phase=TRY, kickoff_shift=carried)
    after = ruled(table, before, lambda game: try_over(game, on_the_try))
    assert (after.phase, after.spot + after.kickoff_shift) == (KICKOFF, spot)


def test_r19_11_an_accepted_hold_wipes_the_score_out() -> None:
    assert where(situation("8-LONG", [("off", "OFF 10", 11), ("off", "TD")])) == "NE 1-20 NE 27"
    good = situation(
        "FIELD GOAL", [("special.FIELD GOAL", "DEF 15", 11), ("special.FIELD GOAL", "40")], at="PHI 20"
    )
    assert where(good) == "NE kicks 50"


def test_r20_1_off_5_is_before_the_snap_in_basic_play() -> None:
    assert where(situation("6-SHORT", [("off", "OFF 5")])) == "NE 1-15 NE 32"


def test_r20_2_off_10_replays_the_down() -> None:
    assert where(situation("6-SHORT", [("off", "OFF 10", 11), ("off", "8")], down=3, to_go=4)) == "NE 3-14 NE 27"


def test_r20_3_holding_in_the_end_zone_is_a_safety() -> None:
    cells = [("off", "OFF 10", 39), ("off", "16")]
    assert points(situation("7-MEDIUM", cells, at="NE 5")) == {"PHI": 2}
    assert where(situation("7-MEDIUM", cells, at="NE 6")) == "NE 1-13 NE 3"
    assert where(situation("2-OFF TACKLE", cells, at="NE 4")) == "NE 1-12 NE 2"


def test_r20_4_off_15_in_basic_play_is_a_choice() -> None:
    cells = [("off", "OFF 15", 11), ("off", "6")]
    told = {"at": "PHI 44", "down": 2, "to_go": 7}
    assert where(situation("9-SIDELINE", cells, **told)) == "NE 2-22 NE 41"
    assert where(situation("9-SIDELINE", cells, choose="decline", **told)) == "NE 3-1 PHI 38"


def test_r20_5_off_40_is_a_kickoff_out_of_bounds() -> None:
    assert where(situation("KICKOFF", [(KICK, "OFF 40")])) == "PHI 1-10 PHI 40"


def test_r20_6_grounding() -> None:
    played = situation("7-MEDIUM", [("off", "OFF 12*")], at="NE 40", down=3, to_go=7)
    assert (where(played), seconds(played)) == ("NE 4-19 NE 28", 10)
    assert points(situation("7-MEDIUM", [("off", "OFF 12*")], at="NE 12")) == {"PHI": 2}
    assert where(situation("7-MEDIUM", [("off", "OFF 12*")], at="NE 40", down=4)) == "PHI 1-10 NE 28"


def test_r21_1_def_5() -> None:
    assert where(situation("4-DRAW", [("off", "DEF 5")])) == "NE 1-5 NE 42"
    post = [("off", "DEF 5", 12), ("supplement.LINE OF SCRIMMAGE.DEF 5", "Post"), ("off", "-2")]
    assert where(situation("4-DRAW", post, options=("pre_post_snap",))) == "NE 1-5 NE 42"
    assert where(situation("4-DRAW", post, options=("pre_post_snap",), choose="decline")) == "NE 2-12 NE 35"


@pytest.mark.parametrize(
    ("call", "cells", "after"),
    [
        ("2-OFF TACKLE", [("off", "-1")], "NE 1-10 NE 45"),
        ("2-OFF TACKLE", [("off", "2")], "NE 1-10 NE 47"),
        ("6-SHORT", [("off", "3")], "NE 1-10 NE 45"),
        ("6-SHORT", [("off", "INC")], "NE 1-10 NE 45"),
        ("6-SHORT", [("off", "INT 4"), ("special.INTERCEPTION RETURN", "TD")], "NE 1-10 NE 45"),
    ],
)
def test_r21_2_def_5x(call: str, cells: list[tuple[str, str]], after: str) -> None:
    assert where(situation(call, [("off", "DEF 5X", 19), *cells], at="NE 40", down=3, to_go=8)) == after


@pytest.mark.parametrize(
    ("cells", "after"),
    [
        ([("off", "QT"), ("offense.QT", "-9")], "NE 1-10 PHI 34"),
        ([("off", "INT 46")], "NE 1-10 PHI 25"),
        ([("off", "INC")], "NE 1-10 PHI 25"),
        ([("off", "12")], "NE 1-10 PHI 14"),
    ],
)
def test_r21_3_def_15_from_the_end_of_the_play(cells: list[tuple[str, str]], after: str) -> None:
    played = situation("8-LONG", [("off", "DEF 15", 15), *cells], at="PHI 40", down=2, to_go=1)
    assert where(played) == after


def test_r21_4_interference_at_the_spot_of_the_foul() -> None:
    assert where(situation("7-MEDIUM", [("off", "PI 12", 20), ("off", "INC")], at="50")) == "NE 1-10 PHI 38"
    deep = situation("8-LONG", [("off", "PI 45", 20), ("off", "INC")], at="PHI 40")
    assert where(deep) == "NE 1-goal PHI 1"
    assert where(situation("8-LONG", [("off", "PI 45", 20), ("off", "9")], at="PHI 40", choose="decline")) == (
        "NE 2-1 PHI 31"
    )


@pytest.mark.parametrize("foul", ["DEF 5X", "DEF 15", "PI 3"])
def test_r21_5_the_offense_may_decline(foul: str) -> None:
    played = situation("6-SHORT", [("off", foul, 11), ("off", "30")], choose="decline")
    assert where(played) == "NE 1-10 PHI 33"


def test_r22_1_special_teams_fouls_are_settled_after_the_play_without_checks() -> None:
    cells = [(PUNT, "OFF 5", 11), (PUNT, "42"), (RUN, "6")]
    played = situation("PUNT", cells, down=4, options=("pre_post_snap", "between_downs"), choose="tack on")
    assert where(played) == "PHI 1-10 PHI 32"
    assert not any(chart.startswith(("supplement", "generic")) for chart in charts_rolled(played))


def test_r22_2_return_fouls_move_the_ball_back_or_forward() -> None:
    assert where(situation("KICKOFF", [(KICK, "60"), (BACK, "OFF 5", 11), (BACK, "25")])) == "PHI 1-10 PHI 25"
    assert where(situation("KICKOFF", [(KICK, "60"), (BACK, "DEF 15", 11), (BACK, "25")])) == "PHI 1-10 PHI 45"


@pytest.mark.parametrize(("start", "half"), [(34, 67), (35, 67), (0, 50), (-5, 48), (-4, 48)])
def test_r22_3_the_midpoint_rounds_toward_midfield(start: int, half: int) -> None:
    assert midpoint(start) == half


def test_r22_3_the_midpoint_rule_and_a_void_touchdown() -> None:
    cells = [("special.PUNT RETURN", "OFF 10", 24)]
    told = {"at": "NE 34", "down": None, "to_go": None}
    long_one = situation("PUNT RETURN", [*cells, ("special.PUNT RETURN", "40")], **told)
    short = situation("PUNT RETURN", [*cells, ("special.PUNT RETURN", "20")], **told)
    score = situation("PUNT RETURN", [*cells, ("special.PUNT RETURN", "TD")], **told)
    assert [where(p) for p in (long_one, short, score)] == ["NE 1-10 PHI 43", "NE 1-10 NE 44", "NE 1-10 PHI 43"]
    assert points(score) == {}
