"""R6 Scrimmage, R7 Breakaway, R8 Trapped, R9 Interceptions, R10 Incomplete, R11 Fumbles, R12 Touchdowns."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.situations import charts_rolled, points, seconds, situation, where

from chartkit.systems.ddf.engine.events import Chance, Intent
from chartkit.systems.ddf.rules.options import Options

RECOVERED = ("offense.FUMBLE RECOVERY", "recovered")
LOST = ("offense.FUMBLE RECOVERY", "lost")


def test_r6_1_both_calls_are_made_before_any_dice() -> None:
    played = situation("6-SHORT", [("off", "5")], front="F-BLITZ")
    kinds = [type(event) for event in played.events[:3]]
    assert kinds == [Intent, Intent, Chance]
    assert [event.choice for event in played.events[:2] if isinstance(event, Intent)] == ["6-SHORT", "F-BLITZ"]
    assert situation("10-HAIL MARY").refused and situation("6-SHORT", front="G-PREVENT").refused


def test_r6_2_one_defensive_result_serves_all_rolls_of_the_offense() -> None:
    played = situation("2-OFF TACKLE", [("off", "OFF 10"), ("off", "OFF 10", 12), ("off", "6"), ("def", "-2")])
    charts = charts_rolled(played)
    assert charts.count("defense.A-STANDARD.2-OFF TACKLE") == 1
    assert charts.count("offense.2-OFF TACKLE") == 3


def test_r6_3_on_a_pass_every_number_is_a_completion() -> None:
    for cells in ([("off", "7")], [("off", "INC"), ("def", "(0)")], [("off", "0")]):
        assert situation("6-SHORT", cells).happened("complete")
    assert situation("1-LINE PLUNGE", [("off", "7")]).happened("run")


def test_r6_4_each_kind_of_result_has_its_own_end() -> None:
    assert situation("6-SHORT", [("off", "INC")]).happened("incomplete")
    assert situation("6-SHORT", [("off", "QT"), ("offense.QT", "-4")]).happened("sack")
    assert situation("6-SHORT", [("off", "INT 5"), ("special.INTERCEPTION RETURN", "3")]).happened("interception")
    assert situation("2-OFF TACKLE", [("off", "F 2"), RECOVERED]).happened("fumble")
    assert situation("2-OFF TACKLE", [("off", "TD")]).happened("touchdown")


@pytest.mark.parametrize(
    ("call", "mine", "never"),
    [("1-LINE PLUNGE", "B", "offense.B"), ("6-SHORT", "QT", "offense.QT"), ("6-SHORT", "16!", "supplement.SHORT")],
)
def test_r6_5_lazy_rolls(call: str, mine: str, never: str) -> None:
    big_play = [("supplement.SHORT PASS BIG PLAY", "40", 21)] if mine == "16!" else []
    played = situation(
        call, [("off", mine), ("def", "(2)"), *big_play], options=("short_pass_big_play",), mode="advanced"
    )
    assert not any(chart.startswith(never) for chart in charts_rolled(played))
    assert where(played) == "NE 2-8 NE 39"


@pytest.mark.parametrize(
    ("theirs", "column", "after"),
    [
        ("0", "14", "NE 1-10 NE 45"),
        ("-2", "22", "NE 1-10 PHI 49"),
        ("3", "46", "NE 1-10 PHI 20"),
        ("2", "TD", "NE try"),
    ],
)
def test_r7_1_breakaway_adds_the_defensive_yards(theirs: str, column: str, after: str) -> None:
    played = situation("2-OFF TACKLE", [("off", "B"), ("def", theirs), ("offense.B", column)], at="NE 31")
    assert where(played) == after


def test_r7_1_a_fumble_in_column_b_is_looked_up() -> None:
    played = situation("2-OFF TACKLE", [("off", "B"), ("def", "3"), ("offense.B", "F 14"), RECOVERED], at="NE 31")
    assert played.happened("fumble")[0].spot == 45


def test_r7_2_an_override_leaves_column_b_alone() -> None:
    played = situation("2-OFF TACKLE", [("off", "B"), ("def", "(-1)")], at="NE 31")
    assert where(played) == "NE 2-11 NE 30"
    assert "offense.B" not in charts_rolled(played)


@pytest.mark.parametrize(
    ("column", "after", "what"),
    [
        ("-10", "NE 2-20 NE 27", "sack"),
        ("3", "NE 2-7 NE 40", "scramble"),
        ("0", "NE 2-10 NE 37", "sack"),
        ("TD", "NE try", "scramble"),
    ],
)
def test_r8_1_the_qt_column_says_what_becomes_of_the_passer(column: str, after: str, what: str) -> None:
    played = situation("7-MEDIUM", [("off", "9"), ("def", "QT"), ("offense.QT", column)])
    assert where(played) == after and played.happened(what)


def test_r8_1_a_fumble_in_the_qt_column() -> None:
    played = situation(
        "7-MEDIUM", [("off", "QT"), ("offense.QT", "F -7"), RECOVERED, ("special.FUMBLE RETURN", "0")]
    )
    assert played.happened("fumble")[0].spot == 30


def test_r8_2_the_defensive_yards_are_not_added() -> None:
    played = situation("6-SHORT", [("off", "QT"), ("def", "7"), ("offense.QT", "3")])
    assert where(played) == "NE 2-7 NE 40"
    assert "containment.QT" not in charts_rolled(played)


def test_r9_1_an_interception_beyond_the_end_zone_is_nine_deep() -> None:
    played = situation("8-LONG", [("def", "INT 90"), ("special.INTERCEPTION RETURN", "15")], at="NE 37")
    assert played.happened("interception")[0].spot == -9
    assert where(played) == "PHI 1-10 PHI 6"


def test_r9_2_the_return_must_be_rolled_and_may_score() -> None:
    played = situation("8-LONG", [("def", "INT 9"), ("special.INTERCEPTION RETURN", "TD")])
    assert points(played) == {"PHI": 6}
    assert points(situation("8-LONG", [("def", "INT 9"), ("special.INTERCEPTION RETURN", "46")])) == {"PHI": 6}


def test_r9_3_a_return_that_stays_in_the_end_zone_is_a_touchback() -> None:
    cells = [("def", "INT 26")]
    stays = situation("7-MEDIUM", [*cells, ("special.INTERCEPTION RETURN", "2")], at="PHI 24")
    leaves = situation("7-MEDIUM", [*cells, ("special.INTERCEPTION RETURN", "7")], at="PHI 24")
    assert (where(stays), where(leaves)) == ("PHI 1-10 PHI 20", "PHI 1-10 PHI 5")
    assert seconds(stays) == 10


def test_r9_4_backward_into_the_own_end_zone_is_a_safety_and_a_catch_in_theirs_a_touchdown() -> None:
    back = situation("7-MEDIUM", [("def", "INT 20"), ("special.INTERCEPTION RETURN", "-6")], at="PHI 24")
    assert points(back) == {"NE": 2}
    theirs = situation("5-SCREEN", [("def", "INT -6")], at="NE 5")
    assert points(theirs) == {"PHI": 6}
    assert "special.INTERCEPTION RETURN" not in charts_rolled(theirs)


def test_r9_5_a_foul_on_the_return_and_one_on_the_play() -> None:
    cells = [("def", "INT 10"), ("special.INTERCEPTION RETURN", "OFF 15"), ("special.INTERCEPTION RETURN", "20")]
    assert where(situation("7-MEDIUM", cells)) == "PHI 1-10 NE 42"
    voided = situation("7-MEDIUM", [("off", "PI 12"), ("off", "5"), ("def", "INT 10")])
    assert where(voided) == "NE 1-10 NE 49"


def test_r10_1_incomplete_brings_the_ball_back() -> None:
    assert where(situation("7-MEDIUM", [("off", "INC")])) == "NE 2-10 NE 37"
    assert where(situation("7-MEDIUM", [("off", "INC")], down=4)) == "PHI 1-10 NE 37"
    assert where(situation("7-MEDIUM", [("off", "INT 12"), ("def", "(TD)")])) == "NE 2-10 NE 37"


def test_r11_1_the_spot_counts_from_the_line_or_the_catch() -> None:
    assert situation("1-LINE PLUNGE", [("off", "F 8"), RECOVERED]).happened("fumble")[0].spot == 45
    assert situation("1-LINE PLUNGE", [("off", "F"), RECOVERED]).happened("fumble")[0].spot == 37
    kick = situation("KICKOFF", [("special.KICKOFF", "60"), ("special.KICKOFF RETURN", "F 12"), RECOVERED])
    assert kick.happened("fumble")[0].spot == 17


def test_r11_2_the_fumbling_teams_own_chart_says_who_has_it() -> None:
    kept = situation("1-LINE PLUNGE", [("off", "F 8"), RECOVERED, ("special.FUMBLE RETURN", "0")])
    lost = situation("1-LINE PLUNGE", [("off", "F 8"), LOST, ("special.FUMBLE RETURN", "4")])
    assert (where(kept), where(lost)) == ("NE 2-2 NE 45", "PHI 1-10 NE 41")


@pytest.mark.parametrize(("rule", "rolls"), [("always", True), ("never", False)])
def test_r11_3_the_house_rule_for_the_offenses_own_return(rule: str, rolls: bool) -> None:
    played = situation(
        "1-LINE PLUNGE", [("off", "F 8"), RECOVERED, ("special.FUMBLE RETURN", "1")], offense_fumble_return=rule
    )
    assert ("special.FUMBLE RETURN" in charts_rolled(played)) is rolls
    assert Options.basic().offense_fumble_return == "always"


def test_r11_4_downs_after_a_fumble() -> None:
    short = situation("1-LINE PLUNGE", [("off", "F 3"), RECOVERED, ("special.FUMBLE RETURN", "0")], down=4)
    past = situation("1-LINE PLUNGE", [("off", "F 11"), RECOVERED, ("special.FUMBLE RETURN", "0")])
    assert (where(short), where(past)) == ("PHI 1-10 NE 40", "NE 1-10 NE 48")


def test_r11_5_in_the_defenses_end_zone() -> None:
    cells = [("off", "F 40")]
    mine = situation("8-LONG", [*cells, RECOVERED], at="PHI 30")
    theirs = situation("8-LONG", [*cells, LOST], at="PHI 30")
    assert points(mine) == {"NE": 6}
    assert where(theirs) == "PHI 1-10 PHI 20"
    assert "special.FUMBLE RETURN" not in charts_rolled(theirs)


def test_r11_6_in_the_own_end_zone() -> None:
    cells = [("off", "F -6")]
    assert points(situation("2-OFF TACKLE", [*cells, RECOVERED], at="NE 4")) == {"PHI": 2}
    assert points(situation("2-OFF TACKLE", [*cells, LOST], at="NE 4")) == {"PHI": 6}


def test_r11_7_a_fumble_return_scores() -> None:
    assert points(situation("2-OFF TACKLE", [("off", "F 3"), LOST, ("special.FUMBLE RETURN", "TD")])) == {"PHI": 6}
    assert points(situation("2-OFF TACKLE", [("off", "F 3"), LOST, ("special.FUMBLE RETURN", "40")])) == {"PHI": 6}


def test_r12_1_a_touchdown_needs_no_yards() -> None:
    assert points(situation("8-LONG", [("off", "TD")], at="NE 3")) == {"NE": 6}
    assert points(situation("8-LONG", [("off", "-3"), ("def", "(TD)")], at="NE 3")) == {"NE": 6}


def test_r12_2_then_the_try_then_a_kickoff() -> None:
    assert where(situation("8-LONG", [("off", "TD")])) == "NE try"
    assert where(situation("PAT", [("special.PAT", "no good", 25)])) == "NE kicks NE 35"


def test_an_override_of_options_reaches_the_game() -> None:
    assert replace(Options(), offense_fumble_return="never").offense_fumble_return == "never"
