"""R13 Kickoffs, R14 Squib, R15 Onside, R16 Punts, R17 Field goals, R18 Tries."""

from __future__ import annotations

import pytest
from support.situations import charts_rolled, points, seconds, situation, where

KICK, BACK, COVER = "special.KICKOFF", "special.KICKOFF RETURN", "coverage.KICK"
PUNT, RUN, HOLD = "special.PUNT", "special.PUNT RETURN", "coverage.PUNT"
GOAL = "special.FIELD GOAL"
RECOVERED = ("offense.FUMBLE RECOVERY", "recovered")
LOST = ("offense.FUMBLE RECOVERY", "lost")


@pytest.mark.parametrize(("year", "line"), [("1999", 30), ("2010", 30), ("2011", 35), ("2017", 35)])
def test_r13_1_the_kickoff_line_of_the_season(year: str, line: int) -> None:
    played = situation("KICKOFF", [(KICK, "60"), (BACK, "0")], offense=f"{year} NE")
    assert where(played) == f"PHI 1-10 PHI {40 - line}"


def test_r13_1_a_penalty_on_the_score_moves_the_kick() -> None:
    assert where(situation("KICKOFF", [(KICK, "60"), (BACK, "0")], at="NE 20")) == "PHI 1-10 PHI 20"


def test_r13_2_touchbacks() -> None:
    taken = situation("KICKOFF", [(KICK, "70")], choose="touchback")
    brought = situation("KICKOFF", [(KICK, "71"), (BACK, "25")], choose="return")
    automatic = situation("KICKOFF", [(KICK, "75")])
    assert [where(p) for p in (taken, brought, automatic)] == [
        "PHI 1-10 PHI 25",
        "PHI 1-10 PHI 19",
        "PHI 1-10 PHI 25",
    ]
    older = situation("KICKOFF", [(KICK, "80")], offense="2016 NE")
    assert where(older) == "PHI 1-10 PHI 20"


def test_r13_3_return_against_coverage() -> None:
    forced = situation("KICKOFF", [(KICK, "64"), (BACK, "35"), (COVER, "(16)")])
    assert where(forced) == "PHI 1-10 PHI 17"
    short = situation("KICKOFF", [(KICK, "70"), (BACK, "4")], choose="return")
    assert where(short) == "PHI 1-10 PHI 25"


def test_r13_4_out_of_bounds() -> None:
    played = situation("KICKOFF", [(KICK, "OFF 40")])
    assert (where(played), seconds(played)) == ("PHI 1-10 PHI 40", 10)


def test_r13_5_off_5_is_a_choice() -> None:
    cells = [(KICK, "OFF 5", 11), (KICK, "60"), (BACK, "12")]
    assert where(situation("KICKOFF", cells)) == "NE kicks NE 30"
    assert where(situation("KICKOFF", cells, choose="decline")) == "PHI 1-10 PHI 17"


def test_r13_6_other_fouls_are_walked_off_from_the_end() -> None:
    kick = situation("KICKOFF", [(KICK, "OFF 10", 11), (KICK, "60"), (BACK, "12")])
    back = situation("KICKOFF", [(KICK, "60"), (BACK, "DEF 5", 11), (BACK, "12")])
    assert (where(kick), where(back)) == ("PHI 1-10 PHI 27", "PHI 1-10 PHI 22")


def test_r13_7_a_fumbled_return() -> None:
    lost = situation("KICKOFF", [(KICK, "60"), (BACK, "F 15"), LOST, ("special.FUMBLE RETURN", "5")])
    kept = situation("KICKOFF", [(KICK, "60"), (BACK, "F 15"), RECOVERED, ("special.FUMBLE RETURN", "0")])
    assert (where(lost), where(kept)) == ("NE 1-10 PHI 15", "PHI 1-10 PHI 20")


def test_r14_1_a_squib_goes_fifty_yards_and_meets_no_coverage() -> None:
    played = situation("SQUIB KICK", [("generic.SQUIB KICK", "16", 22)])
    assert where(played) == "PHI 1-10 PHI 31"
    assert charts_rolled(played) == ["generic.SQUIB KICK"]


@pytest.mark.parametrize("total", range(10, 40))
def test_r15_1_onside_totals(total: int) -> None:
    word = "recovered by kicking team" if 13 <= total <= 20 else "recovered by receiving team"
    played = situation("ONSIDE KICK", [("generic.ONSIDE KICK", word, total)])
    assert where(played) == ("NE 1-10 NE 47" if 13 <= total <= 20 else "PHI 1-10 NE 47")


def test_r15_2_onside_clock() -> None:
    kept = situation("ONSIDE KICK", [("generic.ONSIDE KICK", "recovered by kicking team", 15)])
    lost = situation("ONSIDE KICK", [("generic.ONSIDE KICK", "recovered by receiving team", 21)])
    assert (seconds(kept), seconds(lost)) == (0, 10)


@pytest.mark.parametrize("down", [1, 2, 3, 4])
def test_r16_1_a_punt_on_any_down(down: int) -> None:
    assert where(situation("PUNT", [(PUNT, "42"), (RUN, "0")], down=down)) == "PHI 1-10 PHI 21"


def test_r16_2_out_of_bounds_and_touchback() -> None:
    out = situation("PUNT", [(PUNT, "41*")], at="NE 40", down=4)
    deep = situation("PUNT", [(PUNT, "60")], at="NE 40", down=4)
    assert (where(out), where(deep), seconds(deep)) == ("PHI 1-10 PHI 19", "PHI 1-10 PHI 20", 0)
    assert charts_rolled(out) == [PUNT]


def test_r16_3_return_against_coverage_and_fair_catch() -> None:
    back = situation("PUNT", [(PUNT, "47"), (RUN, "6"), (HOLD, "-1")], at="NE 31", down=4)
    fair = situation("PUNT", [(PUNT, "42"), (RUN, "FC")], at="NE 33", down=4)
    assert (where(back), where(fair)) == ("PHI 1-10 PHI 27", "PHI 1-10 PHI 25")


def test_r16_4_pooch() -> None:
    short = situation("PUNT", [(PUNT, "36"), (RUN, "8")], at="PHI 39", down=4, pooch=8)
    dead = situation("PUNT", [(PUNT, "36")], at="PHI 39", down=4, pooch=12)
    assert (where(short), where(dead)) == ("PHI 1-10 PHI 19", "PHI 1-10 PHI 15")
    assert charts_rolled(dead) == [PUNT]
    blocked = situation("PUNT", [(PUNT, "BK -9"), LOST], at="PHI 39", down=4, pooch=12)
    assert where(blocked) == "PHI 1-10 PHI 48"


def test_r16_5_a_pooch_that_still_reaches_the_goal_line() -> None:
    assert where(situation("PUNT", [(PUNT, "50")], at="PHI 39", down=4, pooch=11)) == "PHI 1-10 PHI 20"


def test_r16_6_letting_it_roll_is_offered_on_the_ten_or_closer() -> None:
    rolling = [("generic.LET IT ROLL", "backward", 1), ("generic.LET IT ROLL", "0 yards", 0)]
    near = situation("PUNT", [(PUNT, "36"), *rolling], at="PHI 46", down=4, choose="let it roll")
    assert where(near) == "PHI 1-10 PHI 10"
    far = situation("PUNT", [(PUNT, "35"), (RUN, "3")], at="PHI 46", down=4, choose="let it roll")
    assert where(far) == "PHI 1-10 PHI 14"


@pytest.mark.parametrize(
    ("direction", "face", "after"),
    [(3, 5, "PHI 20"), (2, 4, "PHI 1"), (2, 0, "PHI 20"), (1, 0, "PHI 5"), (4, 3, "PHI 8"), (5, 9, "PHI 14")],
)
def test_r16_7_how_it_rolls(direction: int, face: int, after: str) -> None:
    words = "forward" if direction in (2, 3) else "backward"
    cells = [(PUNT, "55"), ("generic.LET IT ROLL", words, direction), ("generic.LET IT ROLL", "", face)]
    assert where(situation("PUNT", cells, at="NE 40", down=4, choose="let it roll")) == f"PHI 1-10 {after}"


def test_r16_8_blocked_and_fumbled_punts() -> None:
    lost = situation("PUNT", [(PUNT, "BK -14"), LOST], at="NE 33", down=4)
    kept = situation("PUNT", [(PUNT, "BK -14"), RECOVERED], at="NE 33", down=4)
    early = situation("PUNT", [(PUNT, "BK -14"), RECOVERED], at="NE 33", down=3)
    assert [where(p) for p in (lost, kept, early)] == ["PHI 1-10 NE 19", "PHI 1-10 NE 19", "NE 4-24 NE 19"]
    assert "special.FUMBLE RETURN" not in charts_rolled(lost)
    run = situation("PUNT", [(PUNT, "F -6"), LOST, ("special.FUMBLE RETURN", "10")], at="NE 33", down=4)
    assert where(run) == "PHI 1-10 NE 17"
    assert points(situation("PUNT", [(PUNT, "BK -14"), LOST], at="NE 10", down=4)) == {"PHI": 6}
    assert points(situation("PUNT", [(PUNT, "BK -14"), RECOVERED], at="NE 10", down=4)) == {"PHI": 2}


def test_r16_9_fouls_on_a_punt() -> None:
    offense = [(PUNT, "OFF 10", 11), (PUNT, "42"), (RUN, "6")]
    assert where(situation("PUNT", offense, down=4, choose="replay")) == "NE 4-20 NE 27"
    assert where(situation("PUNT", offense, down=4, choose="tack on")) == "PHI 1-10 PHI 37"
    defense = [(PUNT, "DEF 5", 11), (PUNT, "42"), (RUN, "6")]
    assert where(situation("PUNT", defense, down=4, choose="accept")) == "NE 4-5 NE 42"
    assert where(situation("PUNT", defense, down=4, to_go=4, choose="accept")) == "NE 1-10 NE 42"
    assert where(situation("PUNT", defense, down=4, choose="decline")) == "PHI 1-10 PHI 27"
    roughing = [(PUNT, "DEF 15", 11), (PUNT, "42"), (RUN, "6")]
    assert where(situation("PUNT", roughing, down=4, choose="accept")) == "NE 1-10 PHI 48"
    back = [(PUNT, "42"), (RUN, "OFF 10", 11), (RUN, "FC")]
    assert where(situation("PUNT", back, down=4)) == "PHI 1-10 PHI 11"
    ahead = [(PUNT, "42"), (RUN, "DEF 5", 11), (RUN, "6")]
    assert where(situation("PUNT", ahead, down=4)) == "PHI 1-10 PHI 32"


def test_r16_10_fouls_on_the_punt_and_on_its_return_offset() -> None:
    played = situation("PUNT", [(PUNT, "OFF 10", 11), (PUNT, "42"), (RUN, "OFF 10", 11), (RUN, "6")], down=4)
    assert (where(played), seconds(played)) == ("NE 4-10 NE 37", 10)


def test_r17_1_a_field_goal_out_of_range_is_refused() -> None:
    played = situation("FIELD GOAL", at="PHI 46", down=4, longest_field_goal=45)
    assert "R17.1" in played.refused
    assert played.after == played.before


def test_r17_2_good_when_the_number_reaches() -> None:
    assert points(situation("FIELD GOAL", [(GOAL, "25")], at="PHI 25", down=4)) == {"NE": 3}
    assert points(situation("FIELD GOAL", [(GOAL, "24")], at="PHI 25", down=4)) == {}
    assert points(situation("FIELD GOAL", [(GOAL, "NG")], at="PHI 5", down=4)) == {}
    assert points(situation("FIELD GOAL", [(GOAL, "0")], at="PHI 5", down=4)) == {}


def test_r17_3_a_miss_gives_the_ball_eight_yards_back_or_at_the_twenty() -> None:
    assert where(situation("FIELD GOAL", [(GOAL, "NG")], at="PHI 24", down=4)) == "PHI 1-10 PHI 32"
    assert where(situation("FIELD GOAL", [(GOAL, "NG")], at="PHI 10", down=4)) == "PHI 1-10 PHI 20"


def test_r17_4_blocks_and_fouls() -> None:
    assert where(situation("FIELD GOAL", [(GOAL, "BK -7"), LOST], at="PHI 24", down=4)) == "PHI 1-10 PHI 31"
    foul = [(GOAL, "OFF 10", 11), (GOAL, "40")]
    assert where(situation("FIELD GOAL", foul, at="PHI 24", down=4)) == "NE 4-20 PHI 34"
    assert points(situation("FIELD GOAL", foul, at="PHI 24", down=4, choose="decline")) == {"NE": 3}
    rough = [(GOAL, "DEF 15", 11), (GOAL, "NG")]
    assert where(situation("FIELD GOAL", rough, at="PHI 24", down=4)) == "NE 1-10 PHI 12"


def test_r18_1_the_kick() -> None:
    assert points(situation("PAT", [("special.PAT", "good", 34)])) == {"NE": 1}
    assert points(situation("PAT", [("special.PAT", "no good", 25)])) == {}


def test_r18_2_two_points_from_the_two() -> None:
    assert points(situation("TWO POINT", [("off", "2")])) == {"NE": 2}
    assert points(situation("TWO POINT", [("off", "1")])) == {}
    assert "R25.1" in situation("TWO POINT", extra={"offense": "8-LONG"}).refused


def test_r18_3_tries_use_no_clock_and_count_toward_the_quota() -> None:
    played = situation("TWO POINT", [("off", "2")])
    assert seconds(played) == 0
    assert played.after.calls[0][0] == 1


def test_r18_4_a_foul_replays_the_try() -> None:
    offside = situation("TWO POINT", [("off", "DEF 5")])
    assert (where(offside), offside.after.spot) == ("NE try", 99)
    held = situation("TWO POINT", [("off", "OFF 10", 11), ("off", "5")])
    assert (where(held), held.after.spot) == ("NE try", 88)
    declined = situation("TWO POINT", [("off", "OFF 10", 11), ("off", "1")], choose="decline")
    assert (where(declined), points(declined)) == ("NE kicks NE 35", {})


def test_r18_5_a_penalised_offense_may_kick_instead() -> None:
    held = situation("TWO POINT", [("off", "OFF 10", 11), ("off", "5")])
    assert held.after.try_kick == 25
    from support.steps import kick_try

    assert kick_try(held, [(GOAL, "25")]) == {"NE": 1}
    assert kick_try(held, [(GOAL, "24")]) == {}


def test_r18_6_a_turnover_on_a_try_by_season() -> None:
    cells = [("def", "INT 1"), ("special.INTERCEPTION RETURN", "TD")]
    extra = {"offense": "6-SHORT"}
    from support.situations import situation as play

    modern = play("TWO POINT", [("offense.6-SHORT", "INT 1"), cells[1]], extra=extra)
    assert points(modern) == {"PHI": 2}
    older = play("TWO POINT", [("offense.6-SHORT", "INT 1")], extra=extra, offense="2014 NE")
    assert points(older) == {}
    assert "special.INTERCEPTION RETURN" not in charts_rolled(older)
