"""R23 Clock, R24 Timeouts and tempo, R25 Restrictions, R26 Quotas."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.situations import charts_rolled, points, seconds, situation, where
from support.steps import Answers, ListedRolls, next_step

from chartkit.systems.ddf.charts import Squeeze
from chartkit.systems.ddf.charts import columns as col
from chartkit.systems.ddf.charts.columns import overtime_quota
from chartkit.systems.ddf.engine.decisions import Ask, Decision
from chartkit.systems.ddf.engine.examples.script import Played
from chartkit.systems.ddf.engine.matchup import squeeze_tables
from chartkit.systems.ddf.engine.state import GameState
from chartkit.systems.ddf.engine.table import Table, step
from chartkit.systems.ddf.rules.legality import quota_left
from chartkit.systems.ddf.rules.tables import standard_rules

GOAL = "special.FIELD GOAL"
RUN_BACK = "special.FUMBLE RETURN"
RECOVERED = ("offense.FUMBLE RECOVERY", "recovered")


_PLUNGE = [("offense.1-LINE PLUNGE", "3"), ("defense.A-STANDARD.1-LINE PLUNGE", "0")]


def _settled(pending_row: str, *, home: Answers | None = None, away: Answers | None = None, **change: object):  # type: ignore[no-untyped-def]
    """Settle the clock of a state with pending seconds; gives (state, spiked, events)."""
    base = situation("2-OFF TACKLE", [("off", "3")])
    rules = standard_rules()
    state = base.before._replace(
        pending=rules.seconds(pending_row),
        pending_row=pending_row,
        stoppable=pending_row in ("in bounds", "kneel"),
    )
    state = state._replace(**change)
    table = Table(base.setting.matchup, ListedRolls([]), (home or Answers(), away or Answers()))
    after, spiked = table.settle_clock(state)
    return after, spiked, table.events


def _barred(played: Played, state: GameState, choice: str) -> str:
    """Why the home team may not do this about the clock."""
    return Decision(Ask.CLOCK, 0, state, played.setting.matchup).why_not(choice)


@pytest.mark.parametrize(
    ("call", "cells", "cost"),
    [
        ("2-OFF TACKLE", [("off", "3")], 40),
        ("7-MEDIUM", [("off", "QT"), ("offense.QT", "-5")], 40),
        ("6-SHORT", [("off", "7")], 40),
        ("6-SHORT", [("off", "7*")], 30),
        ("6-SHORT", [("off", "INC")], 10),
        ("6-SHORT", [("off", "OFF 9*")], 10),
        ("6-SHORT", [("off", "INT 5")], 10),
        ("6-SHORT", [("off", "TD")], 10),
        ("6-SHORT", [("off", "OFF 10", 11), ("off", "7")], 10),
        ("6-SHORT", [("off", "OFF 5")], 0),
        ("QB KNEEL", [], 40),
        ("INTENTIONAL SAFETY", [], 40),
        ("FIELD GOAL", [(GOAL, "NG")], 10),
        ("PAT", [("special.PAT", "good")], 0),
        ("KICKOFF", [("special.KICKOFF", "80")], 0),
    ],
)
def test_r23_1_the_timing_chart(call: str, cells: list[tuple[str, str]], cost: int) -> None:
    at = "PHI 20" if call == "FIELD GOAL" else "NE 37"
    assert seconds(situation(call, cells, at=at)) == cost


def test_r23_1_a_failed_fourth_down_and_a_declined_foul_cost_ten() -> None:
    assert seconds(situation("2-OFF TACKLE", [("off", "3")], down=4)) == 10
    assert seconds(situation("2-OFF TACKLE", [("off", "OFF 10", 11), ("off", "3")], choose="decline")) == 10


@pytest.mark.parametrize(
    ("call", "down", "loose", "back", "after", "cost"),
    [
        ("2-OFF TACKLE", 1, ("off", "F 3"), [(RUN_BACK, "6")], "NE 2-1 NE 46", 40),
        ("2-OFF TACKLE", 1, ("off", "F 3"), [(RUN_BACK, "OFF 10", 11), (RUN_BACK, "6")], "NE 2-11 NE 36", 10),
        ("2-OFF TACKLE", 1, ("off", "F 3"), [(RUN_BACK, "OFF 15", 11), (RUN_BACK, "6")], "NE 2-16 NE 31", 10),
        ("2-OFF TACKLE", 1, ("off", "F 3"), [(RUN_BACK, "DEF 5", 11), (RUN_BACK, "6")], "NE 1-10 PHI 49", 10),
        ("2-OFF TACKLE", 4, ("off", "F 3"), [(RUN_BACK, "OFF 10", 11), (RUN_BACK, "6")], "PHI 1-10 NE 36", 10),
        ("6-SHORT", 1, ("off", "F 3"), [(RUN_BACK, "DEF 15", 11), (RUN_BACK, "TD")], "NE try", 10),
        ("PUNT", 3, ("special.PUNT", "F -6"), [(RUN_BACK, "9")], "NE 4-7 NE 40", 40),
        ("PUNT", 3, ("special.PUNT", "F -6"), [(RUN_BACK, "OFF 5", 11), (RUN_BACK, "9")], "NE 4-12 NE 35", 10),
        # Fouls of both sides: the down again.
        (
            "2-OFF TACKLE",
            2,
            ("off", "F 3"),
            [(RUN_BACK, "OFF 5", 11), (RUN_BACK, "DEF 5", 12)],
            "NE 2-10 NE 37",
            10,
        ),
    ],
)
def test_r23_1_a_foul_on_the_return_of_ones_own_fumble_costs_ten(
    call: str, down: int, loose: tuple[str, str], back: list[tuple[str, str]], after: str, cost: int
) -> None:
    played = situation(call, [loose, RECOVERED, *back], down=down)
    assert (where(played), seconds(played)) == (after, cost)
    assert played.between is not None
    # What costs 10 is charged at once; the 40 of a play in bounds can still be adjusted (R23.2).
    assert (played.between.pending, played.between.stoppable) == ((40, True) if cost == 40 else (0, False))


def test_r23_2_the_last_plays_time_stays_open_until_the_reveal() -> None:
    played = situation("2-OFF TACKLE", [("off", "3")], clock="0:20", quarter=2)
    assert played.between is not None
    assert (played.between.pending, played.between.clock) == (40, 20)
    saved, _, _ = _settled("in bounds", clock=20, period=2, home=Answers(clock="timeout"))
    assert saved.clock == 10


def test_r23_3_precedence_kneel_first_and_touchbacks() -> None:
    assert seconds(situation("QB KNEEL", at="NE 1", clock="5:00")) == 40
    turnover = situation("7-MEDIUM", [("def", "INT 26"), ("special.INTERCEPTION RETURN", "0")], at="PHI 24")
    kick = situation("PUNT", [("special.PUNT", "60")], at="NE 45", down=4)
    assert (seconds(turnover), seconds(kick)) == (10, 0)


@pytest.mark.parametrize(("quarter", "left"), [(1, "1:40"), (2, "2:00"), (3, "1:40"), (4, "2:00")])
def test_r23_4_two_minute_stop(quarter: int, left: str) -> None:
    played = situation("2-OFF TACKLE", [("off", "3")], clock="2:20", quarter=quarter)
    minutes, rest = left.split(":")
    assert played.after.clock == 60 * int(minutes) + int(rest)


#: Overtime of the regular season is one period; in the playoffs every second period ends a half.
OVERTIMES = [
    (5, (), True),
    (5, ("playoff",), False),
    (6, ("playoff",), True),
    (7, ("playoff",), False),
    (8, ("playoff",), True),
]


@pytest.mark.parametrize(("period", "options", "ends_half"), OVERTIMES)
def test_r23_4_the_two_minute_stop_of_overtime(period: int, options: tuple[str, ...], ends_half: bool) -> None:
    told = {"options": options, "quarter": period}
    stopped = situation("2-OFF TACKLE", [("off", "3")], clock="2:20", **told)
    assert stopped.after.clock == (120 if ends_half else 100)
    at_two = situation("2-OFF TACKLE", [("off", "3")], clock="2:00", **told)
    assert at_two.after.clock == 80


@pytest.mark.parametrize(("period", "options", "ends_half"), OVERTIMES)
def test_r23_4_out_of_bounds_late_in_overtime(period: int, options: tuple[str, ...], ends_half: bool) -> None:
    told = {"options": options, "quarter": period}
    for clock, late in (("5:10", False), ("5:00", True), ("1:30", True)):
        played = situation("6-SHORT", [("off", "7*")], clock=clock, **told)
        assert seconds(played) == (10 if late and ends_half else 30)


@pytest.mark.parametrize("season", [1999, 2012, 2017, 2025])
def test_r23_4_overtime_stops_in_every_season(season: int) -> None:
    played = situation("2-OFF TACKLE", [("off", "3")], clock="2:20", quarter=5, offense=f"{season} NE")
    assert played.after.clock == 120


@pytest.mark.parametrize(
    ("quarter", "clock", "cost"),
    [(2, "2:00", 10), (2, "2:10", 10), (4, "5:00", 10), (4, "5:10", 30), (1, "2:00", 30), (2, "5:00", 30)],
)
def test_r23_5_out_of_bounds_late_in_a_half(quarter: int, clock: str, cost: int) -> None:
    played = situation("6-SHORT", [("off", "7*")], quarter=quarter, clock=clock)
    # At 2:10 the play is charged 30, but the two-minute stop ends it after 10.
    assert seconds(played) == cost


def test_r23_6_the_end_of_a_period() -> None:
    ended = situation("2-OFF TACKLE", [("off", "3")], clock="0:30", quarter=1)
    state, _ = next_step(ended, [])
    assert (state.period, state.clock, state.possession, state.down, state.spot) == (2, 900, 0, 2, 40)
    touchdown = situation("2-OFF TACKLE", [("off", "TD")], clock="0:10", quarter=2)
    assert (touchdown.after.clock, where(touchdown)) == (0, "NE try")
    kicked, _ = next_step(touchdown, [("special.PAT", "good")])
    assert kicked.score == (7, 0)
    saved = situation("2-OFF TACKLE", [("off", "DEF 15", 11), ("off", "3")], clock="0:10", quarter=2)
    assert (saved.after.clock, saved.after.untimed) == (0, True)
    more, _ = next_step(saved, _PLUNGE)
    assert more.period == 2


BOTH_FOUL = [("off", "OFF 10", 11), ("off", "DEF 15", 12)]
#: The same on the return of an interception, on kicks, and on a kick and its return.
BOTH_FOUL_LATER = [
    (
        "7-MEDIUM",
        [
            ("off", "INT 9"),
            ("special.INTERCEPTION RETURN", "OFF 5", 11),
            ("special.INTERCEPTION RETURN", "DEF 5", 12),
        ],
    ),
    ("PUNT", [("special.PUNT", "OFF 5", 11), ("special.PUNT", "DEF 5", 12)]),
    (
        "PUNT",
        [
            ("special.PUNT", "OFF 5", 11),
            ("special.PUNT", "5"),
            ("special.PUNT RETURN", "OFF 5", 11),
            ("special.PUNT RETURN", "3"),
        ],
    ),
    ("FIELD GOAL", [(GOAL, "OFF 10", 11), (GOAL, "DEF 5", 12)]),
]


@pytest.mark.parametrize("quarter", [2, 4, 5])
@pytest.mark.parametrize("times", [1, 2])
def test_r23_6_offsetting_fouls_on_the_last_play_of_a_half_replay_the_down_untimed(
    quarter: int, times: int
) -> None:
    played = situation("4-DRAW", BOTH_FOUL, clock="0:10", quarter=quarter, down=3, score={"NE": 3, "PHI": 3})
    again = played.after
    if times == 2:
        # The untimed down has fouls on both sides as well.
        table = Table(played.setting.matchup, ListedRolls([11, 1, 12]), (Answers(offense_call="4-DRAW"), Answers()))
        again = step(table, again)
    assert (again.period, again.clock, again.untimed) == (quarter, 0, True)
    assert (again.possession, again.down, again.spot, again.to_go) == (0, 3, 37, 10)
    last, _ = next_step(Played(played.setting, again, []), _PLUNGE)
    assert (last.period, last.clock, last.down, last.untimed) == (quarter, 0, 4, False)
    over, _ = next_step(Played(played.setting, last, []), _PLUNGE)
    assert over.period == quarter + 1 or over.phase == "over"


@pytest.mark.parametrize(("period", "options", "ends_half"), OVERTIMES)
def test_r23_6_an_overtime_period_that_ends_no_half_ends_on_offsetting_fouls(
    period: int, options: tuple[str, ...], ends_half: bool
) -> None:
    told = {"options": options, "quarter": period, "down": 3, "score": {"NE": 3, "PHI": 3}}
    played = situation("4-DRAW", BOTH_FOUL, clock="0:10", **told)
    assert (played.after.clock, played.after.untimed) == (0, ends_half)


@pytest.mark.parametrize(("call", "cells"), BOTH_FOUL_LATER)
def test_r23_6_offsetting_fouls_on_kicks_and_returns_too(call: str, cells: list[tuple[str, str]]) -> None:
    told = {"at": "PHI 20", "down": 4, "to_go": 5, "quarter": 2}
    played = situation(call, cells, clock="0:10", **told)
    assert (where(played), played.after.clock, played.after.untimed) == ("NE 4-5 PHI 20", 0, True)
    # With time left it is a down like any other.
    early = situation(call, cells, clock="0:30", **told)
    assert (where(early), early.after.clock, early.after.untimed) == ("NE 4-5 PHI 20", 20, False)


def test_r23_6_a_quarter_ends_on_offsetting_fouls_and_a_half_on_a_foul_by_the_offense() -> None:
    for quarter in (1, 3):
        played = situation("4-DRAW", BOTH_FOUL, clock="0:10", quarter=quarter, down=3)
        assert (played.after.clock, played.after.untimed) == (0, False)
        state, _ = next_step(played, [])
        assert (state.period, state.down, state.spot, state.possession) == (quarter + 1, 3, 37, 0)
    held = situation("4-DRAW", [("off", "OFF 10", 11), ("off", "3")], clock="0:10", quarter=2)
    assert (held.after.clock, held.after.untimed) == (0, False)


def test_r23_7_every_third_forty_second_play() -> None:
    costs = []
    for forties in range(6):
        base = situation("2-OFF TACKLE", [("off", "3")], third_play_30=True)
        state = base.before._replace(pending=40, pending_row="in bounds", stoppable=True, forties=forties)
        table = Table(base.setting.matchup, ListedRolls([]), (Answers(), Answers()))
        after, _ = table.settle_clock(state)
        costs.append(state.clock - after.clock)
    assert costs == [40, 40, 30, 40, 40, 30]
    assert not situation("2-OFF TACKLE", [("off", "3")]).setting.matchup.options.third_play_30


def test_r24_1_three_timeouts_a_half_after_an_inbounds_play() -> None:
    played = situation("2-OFF TACKLE", [("off", "3")])
    state = played.before._replace(stoppable=True)
    assert not _barred(played, state, "timeout")
    assert "No timeout left" in _barred(played, state._replace(timeouts=(0, 3)), "timeout")
    assert "inbounds" in _barred(played, state._replace(stoppable=False), "timeout")


def test_r24_2_before_and_after_the_reveal() -> None:
    before, _, _ = _settled("in bounds", away=Answers(clock="timeout"))
    assert (900 - before.clock, before.timeouts) == (10, (3, 2))
    after = situation(
        "3-END RUN",
        front="D-PASS NICKEL",
        extra={"timeout": "PHI, after the choices are revealed"},
        clock="1:20",
        half=2,
        timeouts={"PHI": 1},
    )
    assert (after.after.timeouts[1], after.after.clock, after.after.pending) == (0, 80, 0)
    assert after.calls == {"offense": "3-END RUN", "defense": "D-PASS NICKEL"}


def test_r24_3_no_huddle() -> None:
    after, _, _ = _settled("in bounds", clock=40, no_huddle=(8, 0), home=Answers(clock="no huddle"))
    assert (after.clock, after.no_huddle) == (20, (7, 0))
    played = situation("2-OFF TACKLE", [("off", "3")])
    state = played.before._replace(pending=40, no_huddle=(0, 0))
    assert "quota" in _barred(played, state, "no huddle")
    assert "20 seconds" in _barred(played, state._replace(pending=10, no_huddle=(1, 0)), "no huddle")


@pytest.mark.parametrize(("seconds_", "left"), [(10, 20), (20, 10)])
def test_r24_4_spike(seconds_: int, left: int) -> None:
    base = situation("6-SHORT", [("off", "12")], at="PHI 42", clock="0:30", quarter=4, spike_seconds=seconds_)
    assert base.between is not None
    table = Table(base.setting.matchup, ListedRolls([]), (Answers(clock="spike"), Answers()))
    after = step(table, base.between)
    assert (after.clock, after.down, after.to_go, after.spot) == (left, 2, 10, 70)
    assert not any(hasattr(event, "chart") for event in table.events)
    assert sum(after.calls[0]) == 1
    assert "inbounds" in _barred(base, base.between._replace(stoppable=False), "spike")


def test_r24_5_kneel() -> None:
    played = situation("QB KNEEL", at="NE 42", clock="1:10", quarter=4)
    assert (where(played), seconds(played), charts_rolled(played)) == ("NE 2-11 NE 41", 40, [])
    stopped, _, _ = _settled("kneel", away=Answers(clock="timeout"))
    assert 900 - stopped.clock == 10


@pytest.mark.parametrize(("quarter", "clock"), [(1, "8:00"), (2, "0:30"), (4, "2:10"), (4, "1:10")])
def test_r24_5_a_kneel_on_fourth_down_is_a_change_of_possession(quarter: int, clock: str) -> None:
    played = situation("QB KNEEL", at="NE 42", down=4, to_go=6, clock=clock, quarter=quarter)
    assert (where(played), seconds(played), charts_rolled(played)) == ("PHI 1-10 NE 41", 10, [])
    between = played.between
    assert between is not None
    # Charged at once: the new offense has nothing to hurry, spike or stop.
    assert (between.pending, between.stoppable, between.clock) == (0, False, played.after.clock)
    for choice in ("timeout", "no huddle", "spike"):
        for team in (0, 1):
            decision = Decision(Ask.CLOCK, team, between._replace(no_huddle=(3, 3)), played.setting.matchup)
            assert decision.why_not(choice)
    assert played.happened("downs")[0].team == 1


def test_r24_5_a_kneel_in_the_end_zone_is_a_safety_of_forty_seconds() -> None:
    for down in (1, 4):
        played = situation("QB KNEEL", at="NE 1", down=down)
        assert (points(played), seconds(played), where(played)) == ({"PHI": 2}, 40, "NE free-kicks NE 20")


def test_r24_6_intentional_safety() -> None:
    played = situation("INTENTIONAL SAFETY", at="NE 2", clock="0:50", quarter=4, score={"NE": 27, "PHI": 18})
    assert (played.after.score, played.after.clock) == ((27, 20), 10)
    assert where(played) == "NE free-kicks NE 20"


@pytest.mark.parametrize(("play", "inside"), [("8-LONG", 20), ("7-MEDIUM", 10), ("4-DRAW", 3)])
def test_r25_1_plays_that_are_not_allowed_near_the_goal_line(play: str, inside: int) -> None:
    refused = situation(play, at=f"PHI {inside}", to_go="goal")
    assert "R25.1" in refused.refused and refused.after == refused.before
    assert not situation(play, [("off", "1")], at=f"PHI {inside + 1}").refused


@pytest.mark.parametrize(
    ("play", "at", "squeeze", "spot"),
    [
        ("3-END RUN", "PHI 5", "printed", "PHI 2"),
        ("4-DRAW", "PHI 5", "printed", "PHI 2"),
        ("5-SCREEN", "PHI 5", "printed", "PHI 2"),
        ("1-LINE PLUNGE", "PHI 5", "printed", "PHI 1"),
        ("3-END RUN", "PHI 6", "printed", "PHI 2"),
        ("3-END RUN", "PHI 5", "off", "PHI 1"),
    ],
)
def test_r25_1_the_goal_line_squeeze(play: str, at: str, squeeze: str, spot: str) -> None:
    played = situation(play, [("off", "4")], at=at, to_go="goal", goal_line_squeeze=squeeze)
    assert where(played) == f"NE 2-goal {spot}"


def test_r25_1_a_season_brings_its_own_table() -> None:
    rows = (Squeeze(5, ("6-SHORT",), 2), Squeeze(10, ("6-SHORT", "1-LINE PLUNGE"), 1, frozenset({34})))
    yards, incomplete = squeeze_tables(rows)
    short, plunge = col.PLAYS.index("6-SHORT"), 0
    assert [yards[short][5], yards[short][6], yards[short][11], yards[plunge][3], yards[plunge][10]] == [
        2,
        1,
        0,
        1,
        1,
    ]
    assert [incomplete[short][5], incomplete[short][6], incomplete[plunge][11]] == [0, 1 << 34, 0]


def test_r25_2_only_a_final_number_is_squeezed() -> None:
    told = {"at": "PHI 5", "to_go": "goal"}
    assert points(situation("3-END RUN", [("off", "TD")], **told)) == {"NE": 6}
    assert where(situation("3-END RUN", [("off", "0"), ("def", "(3)")], **told)) == "NE 2-goal PHI 3"
    assert where(situation("5-SCREEN", [("off", "QT"), ("offense.QT", "2")], **told)) == "NE 2-goal PHI 3"


def test_r26_1_a_play_at_its_maximum_is_refused() -> None:
    played = situation(
        "1-LINE PLUNGE", options=("play_quotas",), plays_called={"1-LINE PLUNGE": 17}, quota={"1-LINE PLUNGE": 17}
    )
    assert "R26.1" in played.refused and played.after == played.before


def test_r26_2_calls_count_and_special_calls_do_not() -> None:
    assert sum(situation("2-OFF TACKLE", [("off", "3")]).after.calls[0]) == 1
    for call, cells in (("QB KNEEL", []), ("PUNT", [("special.PUNT", "40")])):
        assert sum(situation(call, cells).after.calls[0]) == 0


def test_r26_3_the_final_call_is_charged() -> None:
    assert situation("2-OFF TACKLE", [("off", "OFF 5")]).after.calls[0][1] == 1
    changed = situation(
        "1-LINE PLUNGE",
        options=("audibles",),
        offensive_audibles={"NE": 1},
        extra={
            "audible": "NE offense",
            "first_choice": {"offense": "1-LINE PLUNGE", "defense": "A-STANDARD"},
            "second_choice": {"offense": "3-END RUN", "defense": "A-STANDARD"},
        },
    )
    assert changed.calls["offense"] == "3-END RUN" and sum(changed.after.calls[0]) == 0


def test_r26_4_quotas_grow_in_overtime() -> None:
    assert (overtime_quota(17), overtime_quota(30)) == (4, 8)
    played = situation(
        "1-LINE PLUNGE",
        [("off", "2")],
        options=("play_quotas",),
        plays_called={"1-LINE PLUNGE": 17},
        quota={"1-LINE PLUNGE": 17},
        quarter=5,
    )
    assert not played.refused
    assert quota_left(played.setting.matchup.game_in(played.before), 0) == 4


def test_r26_5_without_a_legal_play_the_quotas_are_ignored() -> None:
    spent = dict.fromkeys(col.PLAYS, 5)
    played = situation("2-OFF TACKLE", [("off", "3")], options=("play_quotas",), plays_called=spent, quota=spent)
    assert not played.refused
    assert replace(Squeeze(5, (), 1), yards=2).yards == 2
