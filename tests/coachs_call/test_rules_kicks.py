"""Sections 8 to 13, paragraph by paragraph, with scripted dice; a rewound number is a 34 unless a test says so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from support.coachs_call import PLAIN, Script, named, play, roster, table

from chartkit.systems import records as r
from chartkit.systems.coachs_call.rules import game as n
from chartkit.systems.coachs_call.rules.flow import step
from chartkit.systems.coachs_call.rules.game import Options
from chartkit.systems.coachs_call.rules.reading import begin_record
from chartkit.systems.coachs_call.tables import CODES
from chartkit.systems.coachs_call.teams import SLOTS
from chartkit.systems.logged import Table

SLOT = {name: place for place, name in enumerate(SLOTS)}


def before(number: int, distance: int) -> list[int]:
    """A history in which the number stands so many boxes before the next roll."""
    return [*PLAIN[:20], number, *PLAIN[: distance - 1]]


def then(*numbers: int, distance: int) -> list[int]:
    """A history that gives these rewound numbers one after the other."""
    history = PLAIN[: 30 - distance * len(numbers)]
    for number in reversed(numbers):
        history = [*history, number, *PLAIN[: distance - 1]]
    return history


def kickoff(roll: int, **setting: Any) -> tuple[Mapping[str, int], Table]:
    seat = table([roll], phase=n.KICKOFF, possession=0, down=0, spot=35, to_gain=0, **setting)
    seat.step()
    return named(seat), seat


# 8.


@pytest.mark.parametrize(
    ("number", "defense", "recovered", "spot"),
    [
        (11, "B", 1, 70 + 8),
        (22, "B", 0, 30),
        (45, "B", 0, 30),
        (45, "A", 1, 70),
        (46, "B", 1, 75),
        (46, "C", 0, 30),
    ],
)
def test_8_1_fumbles(number: int, defense: str, recovered: int, spot: int) -> None:
    row, seat = play(n.LINE_RUN, [11], history=before(number, 6), away=roster("VIS", "B", DEF=defense))
    assert (row["recovered_by"], row["end_spot"]) == (recovered, spot)
    assert seat.game.down == (2 if recovered == 0 else 1)


def test_8_1_a_long_gain_on_the_return() -> None:
    row, _ = play(n.LINE_RUN, [11], history=then(32, 21, distance=6))
    assert (row["recovered_by"], row["return_yards"], row["end_spot"]) == (1, 25, 95)


def test_a26_the_defense_of_a_return() -> None:
    """The long-gain column looks at the team that tries to stop the carrier."""
    history = then(32, 54, distance=6)
    home_is_a = {"home": roster("HOM", "B", DEF="A"), "history": history, "spot": 60}
    assert play(n.LINE_RUN, [11], **home_is_a)[0]["return_yards"] == 24
    snap = Options(return_defense="snap")
    assert play(n.LINE_RUN, [11], options=snap, **home_is_a)[0]["return_yards"] == 60


@pytest.mark.parametrize(
    ("number", "defense", "result", "yards"),
    [
        (11, "B", r.INTERCEPTED, 30),
        (24, "A", r.INTERCEPTED, 30),
        (24, "B", r.INTERCEPTED, 0),
        (44, "C", r.NOT_CAUGHT, 0),
    ],
)
def test_8_2_interceptions(number: int, defense: str, result: int, yards: int) -> None:
    row, _ = play(n.SHORT, [21], history=before(number, 1), away=roster("VIS", "B", DEF=defense))
    assert (row["result"], row["return_yards"]) == (result, yards)


def test_8_2_a_fumble_on_the_return() -> None:
    """Sum 12, then 8.1 with the roles exchanged: the passing team has the ball again, first down."""
    row, seat = play(n.SHORT, [21], history=then(66, 11, distance=1))
    assert (row["fumble_team"], row["recovered_by"], seat.game.possession) == (1, 0, 0)
    assert (seat.game.spot, seat.game.down) == (38 + 8, 1)


def test_8_4_punts_and_the_short_punt_column() -> None:
    row, seat = play(n.PUNT, [34], down=4)
    assert (row["kick_yards"], row["result"]) == (42, r.CAUGHT_FAIR)
    assert (seat.game.possession, seat.game.spot) == (1, 28)
    assert play(n.PUNT, [26], down=4, spot=54)[0]["kick_yards"] == 38
    assert play(n.PUNT, [26], down=4, spot=55)[0]["kick_yards"] == 30


@pytest.mark.parametrize(
    ("number", "result", "yards", "spot"),
    [(23, r.RETURNED, 14, 42), (13, r.WENT_OUT, 0, 28), (34, r.CAUGHT_FAIR, 0, 28), (44, r.RETURNED, 7, 35)],
)
def test_8_4_punt_returns(number: int, result: int, yards: int, spot: int) -> None:
    row, seat = play(n.PUNT, [34], down=4, history=before(number, 1))
    assert (row["result"], row["return_yards"], seat.game.spot) == (result, yards, spot)


def test_8_4_long_gain_and_fumble_on_a_punt_return() -> None:
    assert play(n.PUNT, [34], down=4, history=then(12, 21, distance=1))[0]["return_yards"] == 25
    row, seat = play(n.PUNT, [34], down=4, history=then(11, 22, distance=1))
    assert (row["fumble_team"], row["recovered_by"], seat.game.possession) == (1, 1, 1)


def test_8_4_the_ball_may_always_roll() -> None:
    row, seat = play(n.PUNT, [34], down=4, history=before(23, 1), other=Script(let_it_roll=1))
    assert (row["result"], row["kick_yards"], seat.game.spot) == (r.DOWNED, 47, 23)


def test_8_5_a_roll_goes_forward_or_back_on_doubles() -> None:
    assert play(n.PUNT, [34], down=4, history=then(15, 16, distance=1))[0]["kick_yards"] == 49
    assert play(n.PUNT, [34], down=4, history=then(15, 33, distance=1))[0]["kick_yards"] == 36


def test_8_5_a35_a_punt_on_or_over_the_goal_line_is_a_touchback() -> None:
    row, seat = play(n.PUNT, [12], down=4, spot=50)
    assert (row["result"], seat.game.spot) == (r.IN_END_ZONE, 20)
    row, _ = play(n.PUNT, [15], down=4, spot=60, history=before(66, 4))
    assert row["kick_yards"] == 40 - 12 - 12, "6: rolls dead from the 12, and back on doubles"


def test_8_5_a35_a_punt_can_be_run_out_of_the_end_zone_if_that_is_agreed() -> None:
    agreed, number = Options(punt_returns="end zone"), before(44, 1)
    row, seat = play(n.PUNT, [12], down=4, spot=45, options=agreed, history=number)
    assert (row["result"], row["return_from"], row["return_yards"]) == (r.RETURNED, -9, 7)
    assert seat.game.spot == 20, "he does not leave the end zone"
    row, seat = play(n.PUNT, [12], down=4, spot=37, options=agreed, history=number)
    assert (row["return_from"], seat.game.spot) == (-1, 6)
    row, seat = play(n.PUNT, [12], down=4, spot=45, options=agreed, other=Script(stay_in_the_end_zone=1))
    assert (row["result"], seat.game.spot) == (r.IN_END_ZONE, 20)


def test_8_4_short_punts_without_a_return() -> None:
    coach = Script()
    row, seat = play(n.PUNT, [13], down=4, spot=60, other=coach)
    assert (row["result"], seat.game.spot) == (r.WENT_OUT, 5), "4: out at the 5"
    assert "let it roll" not in coach.asked


def test_7_5_8_6_field_goals() -> None:
    row, seat = play(n.FIELD_GOAL, [34], down=4, spot=72)
    assert (row["kick_yards"], row["result"], seat.game.score) == (45, r.GOOD, [3, 0])
    row, seat = play(n.FIELD_GOAL, [34], down=4, spot=71)
    assert (row["result"], seat.game.possession, seat.game.spot) == (r.NO_GOOD, 1, 36)
    row, _ = play(n.FIELD_GOAL, [11], down=4, spot=72)
    assert (row["result"], row["fumble_spot"], row["credit"] >= 0) == (r.WAS_BLOCKED, 64, True)
    assert play(n.FIELD_GOAL, [56], down=4, spot=97)[0]["result"] == r.NO_GOOD
    assert play(n.FIELD_GOAL, [56], down=4, spot=97, home=roster(K="A"))[0]["result"] == r.GOOD


@pytest.mark.parametrize(
    ("roll", "score", "season", "kicker", "good"),
    [
        (34, [6, 0], 2017, "B", True),
        (56, [6, 0], 2017, "B", True),
        (56, [6, 6], 2017, "B", False),
        (56, [6, 6], 2010, "A", True),
        (56, [6, 6], 2017, "A", False),
        (11, [6, 0], 2017, "B", False),
        (45, [6, 0], 2017, "C", False),
    ],
)
def test_8_7_extra_points(roll: int, score: list[int], season: int, kicker: str, good: bool) -> None:
    """A15: on 11 good unless tied; an A kicker's 21 yards are tried first."""
    home = roster("HOM", "B", season, K=kicker)
    seat = table([roll], phase=n.TRY, down=0, spot=0, score=list(score), home=home)
    seat.step()
    assert (named(seat)["result"] == r.GOOD, seat.game.phase) == (good, n.KICKOFF)


def test_8_7_two_point_try() -> None:
    coach = Script(call=n.LINE_RUN, **{"try": 1})
    seat = table([51], phase=n.TRY, down=0, spot=0, score=[6, 0], coach=coach)
    seat.step()
    assert (seat.game.score, named(seat)["is_try"], named(seat)["spot"]) == ([8, 0], 1, 98)
    coach = Script(call=[n.PUNT, n.LINE_RUN], **{"try": 1})
    seat = table([21], phase=n.TRY, down=0, spot=0, score=[6, 0], coach=coach)
    seat.step()
    assert seat.game.score == [6, 0] and coach.reasons == ["a two-point try is an ordinary run or pass (8.7)."]


def test_8_8_blocked_punts_and_fumbles_before_the_kick() -> None:
    row, _ = play(n.PUNT, [11], down=4)
    assert (row["result"], row["fumble_spot"], row["credit"] >= 0) == (r.WAS_BLOCKED, 18, True)
    row, _ = play(n.PUNT, [11], down=4, spot=60)
    assert (row["result"], row["fumble_spot"], row["credit"]) == (0, 45, n.NONE)


@pytest.mark.parametrize(
    ("roll", "returner", "spot"),
    [(34, "B", 20), (36, "B", 30), (15, "A", 45), (14, "C", 12), (46, "A", 40), (56, "B", 25)],
)
def test_8_9_kickoffs(roll: int, returner: str, spot: int) -> None:
    _, seat = kickoff(roll, away=roster("VIS", KR=returner))
    assert (seat.game.possession, seat.game.spot, seat.game.down) == (1, spot, 1)


def test_8_9_long_gain_and_fumble_on_a_kickoff() -> None:
    assert kickoff(13, history=before(21, 2))[1].game.spot == 29, "from the 4"
    row, seat = kickoff(11, history=before(46, 6))
    assert (row["fumble_spot"], seat.game.possession, seat.game.spot) == (10, 0, 95)


@pytest.mark.parametrize(("roll", "team", "spot"), [(34, 0, 47), (13, 0, 44), (44, 1, 55)])
def test_8_10_onside_kicks(roll: int, team: int, spot: int) -> None:
    _, seat = kickoff(roll, coach=Script(kickoff=1))
    assert (seat.game.possession, seat.game.spot) == (team, spot)


def test_8_11_after_a_safety_returns_are_15_longer() -> None:
    assert kickoff(34, after_safety=1)[1].game.spot == 35
    assert kickoff(13, after_safety=1, history=before(21, 2))[1].game.spot == 44
    assert kickoff(56, after_safety=1)[1].game.spot == 25, "a touchback stays"


def test_8_12_a20_spots_of_a_season() -> None:
    spots = {year: table(home=roster("HOM", "B", year)).game for year in (1990, 2005, 2017)}
    assert [game.kickoff_line for game in spots.values()] == [35, 30, 35]
    assert [game.extra_point_spot for game in spots.values()] == [2, 2, 15]


# 9.


def flagged(call: int, box: int, number: int, roll: int, **setting: Any) -> tuple[Mapping[str, int], Table]:
    """A flag with this underlying number."""
    distance = abs(roll // 10 - roll % 10) or 6
    return play(call, [roll], box=box, history=before(number, distance), **setting)


@pytest.mark.parametrize(
    ("box", "spot", "down", "to_go", "no_play"),
    [
        (1, 25, 1, 15, 1),  # Off 5
        (6, 35, 1, 5, 1),  # Def 5
        (0, 50, 1, 10, 0),  # Def 15+ at the end of a gain of 5
        (14, 50, 1, 10, 0),  # the row is the box modulo 14
    ],
)
def test_9_1_9_3_penalties_on_runs(box: int, spot: int, down: int, to_go: int, no_play: int) -> None:
    row, seat = flagged(n.LINE_RUN, box, 45, 12)
    game = seat.game
    assert (game.spot, game.down, game.to_gain - game.spot) == (spot, down, to_go)
    assert (row["accepted"], row["no_play"]) == (1, no_play)


def test_9_2_the_underlying_play() -> None:
    assert flagged(n.LINE_RUN, 1, 45, 12, other=Script(penalty=1))[0]["gain"] == 5, "declined"
    assert flagged(n.LINE_RUN, 1, 12, 12, other=Script(penalty=1))[0]["gain"] == 0, "a second flag"
    without = Options(flag_underlying=False)
    _, seat = flagged(n.LINE_RUN, 0, 45, 12, options=without)
    assert seat.game.spot == 45, "A16: measured from scrimmage"


def test_a17_the_offended_team_chooses() -> None:
    offense, defense = Script(call=n.LINE_RUN), Script()
    flagged(n.LINE_RUN, 1, 45, 12, coach=offense, other=defense)
    assert "penalty" in defense.asked and "penalty" not in offense.asked
    always = Script()
    flagged(n.LINE_RUN, 1, 45, 12, other=always, options=Options(decline=False))
    assert "penalty" not in always.asked


@pytest.mark.parametrize(
    ("call", "yards"), [(n.SHORT, 10), (n.SCREEN, 10), (n.MEDIUM, 15), (n.DEEP, 22), (n.LONG, 35), (n.TRICK, 35)]
)
def test_9_4_interference(call: int, yards: int) -> None:
    _, seat = flagged(call, 1, 33, 16, down=3)
    assert (seat.game.spot, seat.game.down) == (30 + yards, 1)


def test_9_4_interference_on_a_catch_becomes_off_10() -> None:
    row, seat = flagged(n.SHORT, 1, 52, 16)
    assert (n.FOULS[row["foul"]], seat.game.spot, seat.game.down) == ("Off", 20, 1)


def test_9_4_interference_near_the_goal_line() -> None:
    _, seat = flagged(n.LONG, 1, 33, 16, spot=80)
    assert seat.game.spot == 99


def test_9_5_contact_and_holding_by_the_return_team() -> None:
    assert kickoff(66, box=1)[1].game.spot == 15
    row, seat = play(n.PUNT, [66], down=4, box=1, history=then(34, 23, distance=6))
    assert (row["return_yards"], seat.game.spot) == (14, 18), "ten back from the catch on the 28"
    row, seat = play(n.PUNT, [66], down=4, box=1, other=Script(let_it_roll=1), history=then(34, 12, distance=6))
    assert (row["accepted"], seat.game.spot) == (0, 25), "ignored"


@pytest.mark.parametrize(
    ("box", "team", "spot", "down"),
    [
        (6, 0, 45, 1),  # Roughing 15
        (9, 0, 35, 4),  # Running 5, and fourth down again
        (7, 0, 20, 4),  # KT 10
        (11, 0, 25, 4),  # Off 5 (A13)
        (0, 1, 43, 1),  # KT 15+ at the end of a return that never was
        (2, 1, 14, 1),  # RT 15, half the distance to the goal
    ],
)
def test_9_6_penalties_on_punts(box: int, team: int, spot: int, down: int) -> None:
    _, seat = play(n.PUNT, [66], down=4, box=box)
    assert (seat.game.possession, seat.game.spot, seat.game.down) == (team, spot, down)


@pytest.mark.parametrize(("box", "option", "spot"), [(6, "half", 10), (6, "full", 5), (2, "half", 35)])
def test_a12_kickoff_returns(box: int, option: str, spot: int) -> None:
    assert kickoff(66, box=box, options=Options(rt_15_half=option))[1].game.spot == spot


def test_9_3_kick_again() -> None:
    _, seat = kickoff(66, box=0)
    assert (seat.game.phase, seat.game.possession, seat.game.spot) == (n.KICKOFF, 0, 30)


def test_9_1_flags_on_punt_returns() -> None:
    row, seat = play(n.PUNT, [34], down=4, box=6, history=then(66, 23, distance=1))
    assert (n.FOULS[row["foul"]], row["foul_team"], seat.game.spot) == ("TT +", 0, 42 + 15)


def test_a11_flags_on_field_goals() -> None:
    spot = {"down": 4, "spot": 72}
    assert play(n.FIELD_GOAL, [66], box=6, **spot)[1].game.spot == 86, "Roughing 15, half the distance"
    row, seat = play(n.FIELD_GOAL, [66], box=0, **spot)
    assert (n.FOULS[row["foul"]], seat.game.spot, seat.game.down) == ("KT", 57, 4)
    assert play(n.FIELD_GOAL, [66], box=1, **spot)[0]["result"] == r.GOOD, "contact is ignored"
    row, _ = play(n.FIELD_GOAL, [66], box=6, options=Options(field_goal_flags="none"), **spot)
    assert (row["foul"], row["result"]) == (n.NO_FOUL, r.GOOD)


# 10.


def test_10_1_a_quarter_ends_when_its_boxes_are_filled() -> None:
    seat = table([45], coach=Script(call=n.LINE_RUN), box=39)
    seat.step()
    seat.step()
    assert (seat.game.quarter, seat.game.box, seat.game.phase) == (2, 0, n.SCRIMMAGE)
    seat = table([45], coach=Script(call=n.LINE_RUN), box=34, options=Options(boxes=35))
    seat.step()
    seat.step()
    assert seat.game.quarter == 2, "A4"


def test_10_1_half_time() -> None:
    seat = table([45], coach=Script(call=n.LINE_RUN), box=39, quarter=2, received_first=1, timeouts=[0, 1])
    seat.step()
    seat.step()
    game = seat.game
    assert (game.quarter, game.phase, game.possession, game.timeouts) == (3, n.KICKOFF, 1, [3, 3])


def test_10_2_a25_a_half_never_ends_before_the_try() -> None:
    seat = table([62, 34], coach=Script(call=n.LINE_RUN), box=39, quarter=2, spot=92)
    for _ in range(3):
        seat.step()
    assert (seat.game.score, seat.game.quarter) == ([7, 0], 3)
    assert seat.game.history[seat.game.written - 1] == 34 and seat.game.written == len(PLAIN) + 1
    seat = table(
        [63, 34, 34], coach=Script(call=n.LINE_RUN), box=39, quarter=2, spot=92, options=Options(last_try="kickoff")
    )
    for _ in range(4):
        seat.step()
    assert seat.game.quarter == 3 and [row[r.KIND] for row in seat.log().records][2] == r.IS_KICKOFF


def test_10_3_a_time_out_saves_the_box() -> None:
    seat = table([45], coach=Script(call=n.LINE_RUN, time_out=1))
    seat.step()
    game = seat.game
    assert (game.box, game.written, game.timeouts, game.history[game.written - 1]) == (10, 30, [2, 3], 45)
    seat = table([45], coach=Script(call=n.LINE_RUN), other=Script(time_out=1))
    seat.step()
    assert seat.game.timeouts == [3, 2], "either team"


def test_10_3_a_spike_saves_the_box_and_costs_a_down() -> None:
    seat = table([45], coach=Script(call=n.LINE_RUN, spike=1))
    seat.step()
    assert (seat.game.box, seat.game.down, seat.game.to_gain - seat.game.spot) == (10, 3, 5)
    assert seat.log().records[-1][r.KIND] == r.IS_SPIKE


@pytest.mark.parametrize("roll", [41, 61])
def test_10_3_only_after_an_in_bounds_play(roll: int) -> None:
    coach = Script(call=n.LINE_RUN if roll == 41 else n.SHORT, time_out=1)
    seat = table([roll], coach=coach)
    seat.step()
    assert "time out" not in coach.asked and seat.game.box == 11


@pytest.mark.parametrize(("box", "quarter", "after"), [(37, 2, 37), (36, 2, 37), (37, 1, 38), (38, 5, 38)])
def test_10_4_out_of_bounds_in_the_last_three_boxes(box: int, quarter: int, after: int) -> None:
    seat = table([41], coach=Script(call=n.LINE_RUN), box=box, quarter=quarter)
    seat.step()
    assert seat.game.box == after


def test_a36_the_last_three_boxes_counted_after_the_roll() -> None:
    options = Options(late_out_of_bounds="after")
    seat = table([41], coach=Script(call=n.LINE_RUN), box=36, quarter=2, options=options)
    seat.step()
    assert seat.game.box == 36


def overtime(option: str, rolls: list[int], home: Script, **state: Any) -> Table:
    seat = table(
        [21, *rolls], coach=home, quarter=5, box=0, phase=n.OPENING, options=Options(overtime=option), **state
    )
    for _ in range(1 + len(rolls)):
        step(seat.game)
    return seat


def test_10_5_a21_sudden_death() -> None:
    home = Script(call=[n.FIELD_GOAL])
    seat = overtime("sudden death", [34], home)
    game = seat.game
    assert (game.possession, game.spot, game.overtime) == (0, 20, 3)
    game.spot = 80
    seat.dice = lambda: 34
    seat.step()
    assert game.phase == n.OVER and game.score == [3, 0]


@pytest.mark.parametrize(("option", "over"), [("modified", False), ("both possess", False), ("sudden death", True)])
def test_10_5_a21_a_first_field_goal(option: str, over: bool) -> None:
    seat = overtime(option, [34], Script(call=n.FIELD_GOAL))
    seat.game.spot = 80
    seat.dice = lambda: 34
    seat.step()
    assert (seat.game.phase == n.OVER) == over


def test_10_5_a_tie_stands_after_the_strip() -> None:
    for playoff, over in ((False, True), (True, False)):
        seat = table([45], coach=Script(call=n.LINE_RUN), quarter=5, box=39, options=Options(playoff=playoff))
        seat.step()
        seat.step()
        assert (seat.game.phase == n.OVER) == over


def test_10_6_the_shaded_box() -> None:
    seat = table([45, 43], coach=Script(call=n.LINE_RUN), quarter=2, box=22)
    seat.step()
    assert seat.game.rare_pending == 1
    seat.step()
    assert seat.log().records[-1][r.RARE] >= 0
    for quarter, box, options in ((1, 22, Options()), (2, 21, Options()), (2, 22, Options(rare_plays=False))):
        seat = table([45], coach=Script(call=n.LINE_RUN), quarter=quarter, box=box, options=options)
        seat.step()
        assert seat.game.rare_pending == 0
    seat = table([45], coach=Script(call=n.LINE_RUN), quarter=2, box=0, options=Options(shaded_box="A-a"))
    seat.step()
    assert seat.game.rare_pending == 1, "A5"


def test_10_6_no_rare_play_before_a_kick() -> None:
    row, seat = play(n.PUNT, [34], down=4, rare_pending=1)
    assert (row["rare"], seat.game.rare_pending) == (n.NONE, 0)


# 11.


def rare(roll: int, *more: int, **setting: Any) -> tuple[Mapping[str, int], Table]:
    return play(n.LINE_RUN, [roll, *more], rare_pending=1, **setting)


def entry(row: Mapping[str, int]) -> tuple[str, str]:
    return ("favored", "underdog")[row["rare"] // 36], CODES[row["rare"] % 36]


def test_11_1_which_list() -> None:
    assert entry(rare(43)[0]) == ("favored", "43"), "even: the home team"
    weak, strong = roster("HOM", status="underdog"), roster("VIS", status="favorite")
    assert entry(rare(33, home=weak, away=strong)[0]) == ("underdog", "33")


@pytest.mark.parametrize(
    ("roll", "gained", "spot", "down"),
    [
        (11, 40, 70, 1),
        (12, 3, 48, 1),
        (15, 15, 45, 1),
        (23, 0, 30, 2),
        (33, 0, 45, 1),
        (41, 0, 30, 1),
        (42, 0, 99, 1),
        (45, -4, 13, 2),
        (53, 9, 39, 2),
    ],
)
def test_11_2_favored_entries(roll: int, gained: int, spot: int, down: int) -> None:
    row, seat = rare(roll)
    assert (row["gain"], seat.game.spot, seat.game.down) == (gained, spot, down)


@pytest.mark.parametrize(
    ("roll", "gained", "team", "spot", "down"),
    [
        (11, -8, 0, 22, 2),
        (13, 0, 0, 20, 1),
        (21, 10, 1, 60, 1),
        (23, 60, 1, 5, 1),
        (24, 70, 1, 20, 1),
        (31, 50, 1, 20, 1),
        (42, 0, 0, 20, 2),
        (44, 0, 1, 100, 0),
        (52, 7, 0, 37, 2),
        (53, 0, 0, 30, 1),
    ],
)
def test_11_2_a31_underdog_entries(roll: int, gained: int, team: int, spot: int, down: int) -> None:
    weak, strong = roster("HOM", status="underdog"), roster("VIS", status="favorite")
    row, seat = rare(roll, home=weak, away=strong)
    assert (row["gain"], row["end_team"], row["end_spot"], seat.game.down) == (gained, team, spot, down)


def test_11_2_a_printed_gain_scores_at_the_goal_line() -> None:
    row, seat = rare(43, spot=90)
    assert (row["gain"], seat.game.score) == (10, [6, 0])


@pytest.mark.parametrize(("roll", "spot", "code"), [(23, 85, "23"), (23, 86, "11"), (31, 75, "31"), (31, 76, "11")])
def test_11_3_entries_that_need_room(roll: int, spot: int, code: str) -> None:
    weak, strong = roster("HOM", status="underdog"), roster("VIS", status="favorite")
    assert entry(rare(roll, home=weak, away=strong, spot=spot)[0]) == ("underdog", code)


def test_11_4_challenges() -> None:
    row, seat = rare(22, 33, other=Script(challenge=1))
    assert (row["challenge"], row["result"], seat.game.timeouts) == (2, r.NOT_CAUGHT, [3, 3])
    row, seat = rare(22, 34, other=Script(challenge=1))
    assert (row["challenge"], row["gain"], seat.game.timeouts) == (1, 30, [3, 2])
    assert seat.game.written == len(PLAIN) + 1, "the roll is not written"
    coach = Script(challenge=1)
    rare(22, other=coach, timeouts=[3, 0])
    assert "challenge" not in coach.asked, "A34"
    row, _ = rare(
        22, 33, other=Script(challenge=1), timeouts=[3, 0], options=Options(challenge_without_time_out=True)
    )
    assert row["challenge"] == 2


def test_11_5_entries_that_cost_a_time_out() -> None:
    _, seat = rare(41)
    assert (seat.game.timeouts, seat.game.box, seat.game.rare_pending) == ([3, 2], 11, 0)
    assert rare(41, timeouts=[3, 0])[1].game.timeouts == [3, 0]


# 12.


def injured(box: int, **setting: Any) -> tuple[Mapping[str, int], Table]:
    return play(n.END_RUN, [23], box=box, **setting)


@pytest.mark.parametrize(("box", "team", "slot"), [(5, 0, "QB"), (0, 1, "DL1"), (35, 1, "DL1"), (33, 0, "REC2")])
def test_12_1_a32_injuries_by_box(box: int, team: int, slot: str) -> None:
    row, _ = injured(box)
    assert (row["injured_team"], row["injured"]) == (team, SLOT[slot])


def test_12_1_the_substitute_is_two_points_lower() -> None:
    _, seat = injured(5)
    assert seat.game.grades[0][n.QB] == n.C
    assert injured(5, options=Options(injuries=False))[0]["injured"] == n.NONE


def test_12_2_two_linemen_out() -> None:
    _, seat = injured(3, linemen_out=[1, 0])
    assert (seat.game.grades[0][n.QB], seat.game.grades[0][n.RB1]) == (n.C, n.C)


@pytest.mark.parametrize(
    ("spot", "games"),
    [(6, 2), (15, 3), (25, 4), (35, 5), (45, 6), (55, 8), (65, 99), (75, 10), (85, 12), (95, 1)],
)
def test_12_3_only_a_tied_score_outlasts_the_game(spot: int, games: int) -> None:
    assert injured(5, spot=spot)[0]["games_out"] == games
    assert injured(5, spot=spot, score=[7, 0])[0]["games_out"] == 0


def test_12_3_a32_the_spot_before_the_play_counts_if_that_is_agreed() -> None:
    row, _ = injured(5, spot=21)
    assert (row["end_spot"], row["games_out"]) == (20, 3)
    assert injured(5, spot=21, options=Options(injury_spot="before"))[0]["games_out"] == 4


def test_12_4_stamina() -> None:
    tired = [[[0] * 30, [0] * 30], [[0] * 30, [0] * 30]]
    tired[0][0][n.RB1], tired[0][0][n.REC1] = 30, 12
    assert play(n.LINE_RUN, [65], touches=tired, home=roster("HOM", "A"))[0]["gain"] == 15
    assert play(n.LINE_RUN, [22], touches=tired)[0]["gain"] == -5, "D"
    row, _ = play(n.LINE_RUN, [11], touches=tired, history=before(22, 6))
    assert (row["recovered_by"], row["return_yards"]) == (1, 30)
    assert play(n.SHORT, [51], touches=tired)[0]["result"] == r.NOT_CAUGHT
    tired[0][0][n.RB1] = 29
    assert play(n.LINE_RUN, [22], touches=tired)[0]["gain"] == 0, "A33: the thirtieth is not above"
    tired[0][0][n.RB1] = 29
    assert play(n.LINE_RUN, [22], touches=tired, options=Options(tired_at_limit=True))[0]["gain"] == -5


# 13.


def test_13_1_credit_for_sacks_and_interceptions() -> None:
    assert play(n.SHORT, [13], box=0)[0]["credit"] == SLOT["DL3"]
    assert play(n.SHORT, [13], box=20)[0]["credit"] == SLOT["DL3"], "modulo 20"
    assert play(n.SHORT, [21], box=3)[0]["credit"] == SLOT["DB1"]
    assert play(n.DEEP, [22], box=10)[0]["credit"] == SLOT["LB1"]


def test_13_2_credit_for_recoveries_by_the_box_before() -> None:
    assert play(n.LINE_RUN, [11], box=1)[0]["recovery_credit"] == SLOT["DL3"]
    long_run = then(45, 11, distance=6)
    assert play(n.LINE_RUN, [66], box=1, history=long_run)[0]["recovery_credit"] == SLOT["DB1"], "the star"
    assert play(n.LINE_RUN, [11], box=0)[0]["recovery_credit"] == SLOT["DB1"], "the last box of the quarter before"
    assert kickoff(11)[0]["recovery_credit"] == n.NONE, "no name on special teams"


def test_a_record_begins_empty() -> None:
    seat = table()
    begin_record(seat.game, r.IS_RUN, 0)
    assert seat.game.row[r.PLAYER] == n.NONE and seat.game.row[r.YARDS] == 0
