"""R13 Kickoffs, R14 Squib, R15 Onside, R16 Punts, R17 Field goals, R18 Tries."""

from __future__ import annotations

import pytest
from support.situations import charts_rolled, points, seconds, situation, where
from support.steps import kick_try, next_step

from chartkit.systems.ddf.engine.events import Happening
from chartkit.systems.ddf.engine.examples.script import Played

KICK, BACK, COVER = "special.KICKOFF", "special.KICKOFF RETURN", "coverage.KICK"
PUNT, RUN, HOLD = "special.PUNT", "special.PUNT RETURN", "coverage.PUNT"
GOAL = "special.FIELD GOAL"
RECOVERED = ("offense.FUMBLE RECOVERY", "recovered")
LOST = ("offense.FUMBLE RECOVERY", "lost")
RETURNED = [(KICK, "60"), (BACK, "12"), (COVER, "0")]


def flags(played: Played) -> list[tuple[str, str, int, str]]:
    """Every penalty of the log: on whom, what became of it, the yards and where the ball is then."""
    return [
        (played.teams.codes[event.team], event.detail, event.yards, played.spot(event))
        for event in played.happened("penalty")
    ]


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


@pytest.mark.parametrize(
    ("season", "spot"),
    [
        (1973, 20),
        (1993, 20),
        (2010, 20),
        (2015, 20),
        (2016, 25),
        (2017, 25),
        (2023, 25),
        (2024, 30),
        (2025, 35),
        (2040, 35),
    ],
)
def test_r13_2_the_touchback_spot_of_the_season(season: int, spot: int) -> None:
    automatic = situation("KICKOFF", [(KICK, "80")], offense=f"{season} NE")
    assert (where(automatic), seconds(automatic)) == (f"PHI 1-10 PHI {spot}", 0)
    line = automatic.before.spot
    taken = situation("KICKOFF", [(KICK, str(100 - line))], offense=f"{season} NE", choose="touchback")
    assert where(taken) == f"PHI 1-10 PHI {spot}"


@pytest.mark.parametrize(("season", "spot"), [(2015, 20), (2023, 25), (2024, 20), (2025, 20)])
def test_r29_1_a_squib_that_bounces_into_the_end_zone(season: int, spot: int) -> None:
    taken = situation("SQUIB KICK", [], offense=f"{season} NE", at="NE 50", choose="touchback")
    assert where(taken) == f"PHI 1-10 PHI {spot}"


@pytest.mark.parametrize(("season", "where_now"), [(2023, "PHI 1-10 PHI 33"), (2024, "PHI 1-10 PHI 40")])
def test_r29_1_a_kick_short_of_the_landing_zone(season: int, where_now: str) -> None:
    rolled = [(KICK, "44")] if season >= 2024 else [(KICK, "44"), (BACK, "12")]
    assert where(situation("KICKOFF", rolled, offense=f"{season} NE")) == where_now
    inside = situation("KICKOFF", [(KICK, "45"), (BACK, "12")], offense=f"{season} NE")
    assert where(inside) == "PHI 1-10 PHI 32"


@pytest.mark.parametrize(
    ("season", "quarter", "lead", "allowed"),
    [
        (2023, 1, 7, True),
        (2024, 3, -7, False),
        (2024, 4, -7, True),
        (2024, 4, 0, False),
        (2025, 1, -7, True),
        (2025, 4, 7, False),
    ],
)
def test_r29_1_when_an_onside_kick_is_allowed(season: int, quarter: int, lead: int, allowed: bool) -> None:
    score = {"NE": 20 + lead, "PHI": 20}
    tried = situation("ONSIDE KICK", [], offense=f"{season} NE", quarter=quarter, score=score)
    assert (tried.refused == "") == allowed
    if not allowed:
        assert "This season allows an onside kick only behind" in tried.refused


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


@pytest.mark.parametrize("quarter", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("call", ["KICKOFF", "FREE KICK"])
def test_r13_5_a_kick_that_is_made_again_is_not_lost_to_the_clock(call: str, quarter: int) -> None:
    cells = [(KICK, "OFF 5", 11), (KICK, "60"), (BACK, "12")]
    again = situation(call, cells, clock="0:10", quarter=quarter, score={"NE": 3, "PHI": 3})
    line = 35 if call == "KICKOFF" else 20
    assert (again.after.clock, again.after.spot + again.after.kickoff_shift) == (0, line - 5)
    assert again.after.untimed == (quarter not in (1, 3))
    state, events = next_step(again, RETURNED)
    if quarter in (1, 3):
        # Only the quarter ends: the kick is the first thing of the next one.
        assert (state.period, state.clock, state.phase) == (quarter + 1, 900, again.after.phase)
        return
    assert (state.period, state.clock, state.possession) == (quarter, 0, 1)
    assert (state.down, state.spot) == (1, 100 - (line - 5 + 60) + 12)
    assert any(isinstance(event, Happening) and event.what == "kickoff" for event in events)
    # The untimed kick was the last thing of the half.
    assert not state.untimed


def test_r13_5_offsetting_fouls_on_the_last_kick_of_a_half_are_kicked_again_too() -> None:
    for cells in (
        [(KICK, "OFF 5", 11), (KICK, "DEF 5", 12)],
        [(KICK, "OFF 10", 11), (KICK, "60"), (BACK, "OFF 10", 11), (BACK, "12")],
        [(KICK, "60"), (BACK, "OFF 10", 11), (BACK, "DEF 5", 12)],
    ):
        again = situation("KICKOFF", cells, clock="0:10", quarter=2)
        assert (where(again), again.after.clock, again.after.untimed) == ("NE kicks NE 35", 0, True)
        state, _ = next_step(again, RETURNED)
        assert (state.period, state.possession, state.spot) == (2, 1, 17)


def test_r13_5_an_untimed_kick_with_a_foul_is_made_once_more() -> None:
    cells = [(KICK, "OFF 5", 11), (KICK, "60"), (BACK, "12")]
    again = situation("KICKOFF", cells, clock="0:10", quarter=2)
    more, _ = next_step(again, [*cells, (COVER, "0")], penalty="accept")
    assert (more.phase, more.spot + more.kickoff_shift, more.untimed) == ("kickoff", 25, True)


def test_r13_6_other_fouls_are_walked_off_from_the_end() -> None:
    kick = situation("KICKOFF", [(KICK, "OFF 10", 11), (KICK, "60"), (BACK, "12")])
    back = situation("KICKOFF", [(KICK, "60"), (BACK, "DEF 5", 11), (BACK, "12")])
    assert (where(kick), where(back)) == ("PHI 1-10 PHI 27", "PHI 1-10 PHI 22")


#: Fouls by the kickers, then by the receivers, on a kickoff that is returned from the 5 to the 17.
KICKERS = [(KICK, "OFF 10", 11), (KICK, "60"), (BACK, "DEF 5", 11), (BACK, "12")]
RECEIVERS = [(KICK, "DEF 5", 11), (KICK, "60"), (BACK, "OFF 10", 11), (BACK, "12")]


@pytest.mark.parametrize(
    ("cells", "choice", "after", "told"),
    [
        (KICKERS, "accept OFF 10", "PHI 1-10 PHI 27", [("NE", "OFF 10 accepted", 10, "PHI 27")]),
        (KICKERS, "accept DEF 5", "PHI 1-10 PHI 22", [("NE", "DEF 5 accepted", 5, "PHI 22")]),
        (
            KICKERS,
            "decline",
            "PHI 1-10 PHI 17",
            [("NE", "OFF 10 declined", 0, "NE 35"), ("NE", "DEF 5 declined", 0, "NE 35")],
        ),
        (RECEIVERS, "accept DEF 5", "PHI 1-10 PHI 12", [("PHI", "DEF 5 accepted", 5, "PHI 12")]),
        # Half the distance (R19.8).
        (RECEIVERS, "accept OFF 10", "PHI 1-10 PHI 9", [("PHI", "OFF 10 accepted", 8, "PHI 9")]),
        (
            RECEIVERS,
            "decline",
            "PHI 1-10 PHI 17",
            [("PHI", "DEF 5 declined", 0, "NE 35"), ("PHI", "OFF 10 declined", 0, "NE 35")],
        ),
    ],
)
def test_r13_6_of_fouls_by_one_team_on_kickoff_and_return_one_is_taken_or_none(
    cells: list[tuple[str, str]], choice: str, after: str, told: list[tuple[str, str, int, str]]
) -> None:
    played = situation("KICKOFF", cells, choose=choice)
    assert (where(played), seconds(played)) == (after, 10)
    assert flags(played) == told


def test_r13_6_an_off_5_among_the_fouls_still_means_a_new_kick() -> None:
    cells = [(KICK, "OFF 5", 11), (KICK, "60"), (BACK, "DEF 15", 11), (BACK, "12")]
    assert where(situation("KICKOFF", cells, choose="accept OFF 5")) == "NE kicks NE 30"
    assert where(situation("KICKOFF", cells, choose="accept DEF 15")) == "PHI 1-10 PHI 32"
    assert where(situation("KICKOFF", cells, choose="decline")) == "PHI 1-10 PHI 17"


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        (
            [(KICK, "OFF 10", 11), (KICK, "60"), (BACK, "OFF 10", 11), (BACK, "12")],
            [("NE", "OFF 10 offset", 0, "NE 35"), ("PHI", "OFF 10 offset", 0, "NE 35")],
        ),
        (
            [(KICK, "DEF 5", 11), (KICK, "60"), (BACK, "DEF 15", 11), (BACK, "12")],
            [("PHI", "DEF 5 offset", 0, "NE 35"), ("NE", "DEF 15 offset", 0, "NE 35")],
        ),
    ],
)
def test_r13_6_fouls_of_both_teams_on_kickoff_and_return_offset(
    cells: list[tuple[str, str]], told: list[tuple[str, str, int, str]]
) -> None:
    played = situation("KICKOFF", cells)
    assert (where(played), seconds(played), flags(played)) == ("NE kicks NE 35", 10, told)
    assert not played.happened("return", "touchback", "kickoff")


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
    # There is no declining a single foul of the punters: the script falls back to the yards at the end.
    assert where(situation("PUNT", offense, down=4, choose="decline")) == "PHI 1-10 PHI 37"
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
    assert flags(played) == [("NE", "OFF 10 offset", 0, "NE 37"), ("PHI", "OFF 10 offset", 0, "NE 37")]
    other = situation("PUNT", [(PUNT, "DEF 5", 11), (PUNT, "42"), (RUN, "DEF 15", 11), (RUN, "6")], down=4)
    assert where(other) == "NE 4-10 NE 37"
    assert flags(other) == [("PHI", "DEF 5 offset", 0, "NE 37"), ("NE", "DEF 15 offset", 0, "NE 37")]
    both = situation("PUNT", [(PUNT, "42"), (RUN, "OFF 5", 11), (RUN, "DEF 5", 12)], down=4)
    assert (where(both), seconds(both)) == ("NE 4-10 NE 37", 10)
    assert flags(both) == [("PHI", "OFF 5 offset", 0, "NE 37"), ("NE", "DEF 5 offset", 0, "NE 37")]
    for each in (played, other, both):
        assert not each.happened("punt", "return")


#: Fouls by the punters, then by the receivers, on a punt that is returned from the 21 to the 27.
PUNTERS = [(PUNT, "OFF 10", 11), (PUNT, "42"), (RUN, "DEF 15", 11), (RUN, "6")]
RETURNERS = [(PUNT, "DEF 5", 11), (PUNT, "42"), (RUN, "OFF 15", 11), (RUN, "6")]


@pytest.mark.parametrize(
    ("cells", "choice", "after", "told"),
    [
        (PUNTERS, "replay OFF 10", "NE 4-20 NE 27", [("NE", "OFF 10 accepted", 10, "NE 27")]),
        (PUNTERS, "tack on OFF 10", "PHI 1-10 PHI 37", [("NE", "OFF 10 accepted", 10, "PHI 37")]),
        (PUNTERS, "accept DEF 15", "PHI 1-10 PHI 42", [("NE", "DEF 15 accepted", 15, "PHI 42")]),
        (
            PUNTERS,
            "decline",
            "PHI 1-10 PHI 27",
            [("NE", "OFF 10 declined", 0, "NE 37"), ("NE", "DEF 15 declined", 0, "NE 37")],
        ),
        (RETURNERS, "accept DEF 5", "NE 4-5 NE 42", [("PHI", "DEF 5 accepted", 5, "NE 42")]),
        # Half the distance (R19.8).
        (RETURNERS, "accept OFF 15", "PHI 1-10 PHI 14", [("PHI", "OFF 15 accepted", 13, "PHI 14")]),
        (
            RETURNERS,
            "decline",
            "PHI 1-10 PHI 27",
            [("PHI", "DEF 5 declined", 0, "NE 37"), ("PHI", "OFF 15 declined", 0, "NE 37")],
        ),
    ],
)
def test_r16_10_of_fouls_by_one_team_on_punt_and_return_one_is_taken_or_none(
    cells: list[tuple[str, str]], choice: str, after: str, told: list[tuple[str, str, int, str]]
) -> None:
    played = situation("PUNT", cells, down=4, choose=choice)
    assert (where(played), seconds(played)) == (after, 10)
    assert flags(played) == told


def test_r16_10_two_fouls_by_the_punters_on_the_punt_itself() -> None:
    cells = [(PUNT, "OFF 10", 11), (PUNT, "OFF 5", 12), (PUNT, "42"), (RUN, "6")]
    assert where(situation("PUNT", cells, down=4, choose="replay OFF 5")) == "NE 4-15 NE 32"
    assert where(situation("PUNT", cells, down=4, choose="tack on OFF 10")) == "PHI 1-10 PHI 37"
    assert where(situation("PUNT", cells, down=4, choose="decline")) == "PHI 1-10 PHI 27"


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


@pytest.mark.parametrize(
    ("season", "at", "after"),
    [
        # To 1973 a miss is a touchback, to 1993 the ball comes back to the line, then to the spot of the kick.
        (1970, "PHI 35", 20),
        (1973, "PHI 24", 20),
        (1974, "PHI 35", 35),
        (1993, "PHI 24", 24),
        (1993, "PHI 12", 20),
        (1994, "PHI 24", 32),
        (1994, "PHI 35", 43),
        (2017, "PHI 12", 20),
        (2017, "PHI 13", 21),
    ],
)
def test_r17_3_the_spot_after_a_miss_by_season(season: int, at: str, after: int) -> None:
    played = situation("FIELD GOAL", [(GOAL, "NG")], at=at, down=4, offense=f"{season} NE")
    assert (where(played), seconds(played)) == (f"PHI 1-10 PHI {after}", 10)


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
    assert kick_try(held, [(GOAL, "25")]) == {"NE": 1}
    assert kick_try(held, [(GOAL, "24")]) == {}


@pytest.mark.parametrize(
    ("fouls", "spot", "kick"),
    [
        (["OFF 5", "OFF 10"], 88 - 5, 30),
        (["OFF 10", "OFF 5"], 88 - 5, 30),
        (["OFF 5", "OFF 5", "OFF 15"], 93 - 5 - 15, 40),
        # A foul by the defense moves the spot of the try alone, by half the distance.
        (["OFF 5", "DEF 5"], 93 + 3, 20),
    ],
)
def test_r18_5_accepted_fouls_on_a_try_add_up(fouls: list[str], spot: int, kick: int) -> None:
    cells: list[tuple[str, str, int]] = []
    for number, foul in enumerate(fouls):
        cells.append(("off", foul, 11 + number))
        if foul not in ("OFF 5", "DEF 5"):
            cells.append(("off", "1", 30))
    played = situation("TWO POINT", cells)
    assert (where(played), played.unused) == ("NE try", [])
    assert (played.after.spot, played.after.try_kick) == (spot, kick)
    assert kick_try(played, [(GOAL, str(kick))]) == {"NE": 1}
    assert kick_try(played, [(GOAL, str(kick - 1))]) == {}


def test_r18_5_a_declined_foul_on_a_try_adds_nothing() -> None:
    cells = [("off", "OFF 5", 11), ("off", "OFF 10", 12), ("off", "1", 30)]
    assert where(situation("TWO POINT", cells, choose="decline")) == "NE kicks NE 35"


def test_r18_5_a_foul_on_the_kick_adds_to_the_one_before() -> None:
    held = situation("TWO POINT", [("off", "OFF 5")])
    assert held.after.try_kick == 20
    again, _ = next_step(held, [(GOAL, "OFF 10", 11), (GOAL, "40")], penalty="accept")
    assert (again.phase, again.try_kick, again.score) == ("try", 30, (0, 0))
    nearer, _ = next_step(held, [(GOAL, "DEF 5", 11), (GOAL, "NG")], penalty="accept")
    assert (nearer.phase, nearer.try_kick) == ("try", 15)


def test_r18_5_of_several_fouls_on_the_kick_any_one_is_taken() -> None:
    held = situation("TWO POINT", [("off", "OFF 5")])
    cells = [(GOAL, "OFF 5", 11), (GOAL, "OFF 10", 12), (GOAL, "40")]
    for choice, kick in (("accept OFF 5", 25), ("accept OFF 10", 30)):
        again, _ = next_step(held, cells, penalty=choice)
        assert (again.phase, again.try_kick) == ("try", kick)
    stands, events = next_step(held, cells, penalty="decline")
    assert (stands.phase, stands.score) == ("kickoff", (1, 0))
    told = [event.detail for event in events if isinstance(event, Happening) and event.what == "penalty"]
    assert told == ["OFF 5 declined", "OFF 10 declined"]


@pytest.mark.parametrize(("season", "kick"), [(1994, 12), (2014, 12), (2015, 25), (2017, 25)])
def test_r18_5_the_spot_of_a_penalised_kick_by_season(season: int, kick: int) -> None:
    held = situation("TWO POINT", [("off", "OFF 10", 11), ("off", "5")], offense=f"{season} NE")
    assert held.after.try_kick == kick


@pytest.mark.parametrize("season", [1950, 1993])
def test_r18_5_no_two_point_try_before_1994(season: int) -> None:
    refused = situation("TWO POINT", [("off", "2")], offense=f"{season} NE")
    assert "R18.5" in refused.refused and refused.after == refused.before
    assert points(situation("PAT", [("special.PAT", "good", 34)], offense=f"{season} NE")) == {"NE": 1}
    assert points(situation("TWO POINT", [("off", "2")], offense="1994 NE")) == {"NE": 2}


def test_r18_6_a_turnover_on_a_try_by_season() -> None:
    cells = [("def", "INT 1"), ("special.INTERCEPTION RETURN", "TD")]
    extra = {"offense": "6-SHORT"}
    from support.situations import situation as play

    modern = play("TWO POINT", [("offense.6-SHORT", "INT 1"), cells[1]], extra=extra)
    assert points(modern) == {"PHI": 2}
    older = play("TWO POINT", [("offense.6-SHORT", "INT 1")], extra=extra, offense="2014 NE")
    assert points(older) == {}
    assert "special.INTERCEPTION RETURN" not in charts_rolled(older)
