"""R23 Clock, R24 Timeouts and tempo, R25 Restrictions, R26 Quotas."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.situations import charts_rolled, points, seconds, situation, where
from support.steps import Answers, next_step

from chartkit.systems.ddf import columns as col
from chartkit.systems.ddf.chart import Squeeze
from chartkit.systems.ddf.referee.arithmetic import overtime_quota
from chartkit.systems.ddf.referee.clock import settle
from chartkit.systems.ddf.referee.legality import no_huddle_barred, quota_left, spike_barred, timeout_barred
from chartkit.systems.ddf.referee.play import step
from chartkit.systems.ddf.referee.rolls import ListedRolls
from chartkit.systems.ddf.referee.rulebook import standard_rules
from chartkit.systems.ddf.referee.sheet import _squeeze
from chartkit.systems.ddf.referee.table import Table

GOAL = "special.FIELD GOAL"


def _settled(pending_row: str, *, home: Answers | None = None, away: Answers | None = None, **change: object):  # type: ignore[no-untyped-def]
    """Settle the clock of a state with pending seconds; gives (state, spiked, events)."""
    base = situation("2-OFF TACKLE", [("off", "3")])
    timing = standard_rules().timing
    state = base.before._replace(
        pending=timing.seconds(pending_row),
        pending_row=pending_row,
        stoppable=pending_row in ("in bounds", "kneel"),
    )
    state = state._replace(**change)
    table = Table(base.setting.matchup, ListedRolls([]), (home or Answers(), away or Answers()))
    after, spiked = settle(table, state)
    return after, spiked, table.events


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
    cells = [("offense.1-LINE PLUNGE", "3"), ("defense.A-STANDARD.1-LINE PLUNGE", "0")]
    more, _ = next_step(saved, cells)
    assert more.period == 2


def test_r23_7_every_third_forty_second_play() -> None:
    costs = []
    for forties in range(6):
        base = situation("2-OFF TACKLE", [("off", "3")], third_play_30=True)
        state = base.before._replace(pending=40, pending_row="in bounds", stoppable=True, forties=forties)
        table = Table(base.setting.matchup, ListedRolls([]), (Answers(), Answers()))
        after, _ = settle(table, state)
        costs.append(state.clock - after.clock)
    assert costs == [40, 40, 30, 40, 40, 30]
    assert not situation("2-OFF TACKLE", [("off", "3")]).setting.matchup.options.third_play_30


def test_r24_1_three_timeouts_a_half_after_an_inbounds_play() -> None:
    state = situation("2-OFF TACKLE", [("off", "3")]).before._replace(stoppable=True)
    assert not timeout_barred(state, 0)
    assert "No timeout left" in timeout_barred(state._replace(timeouts=(0, 3)), 0)
    assert "inbounds" in timeout_barred(state._replace(stoppable=False), 0)


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
    state = situation("2-OFF TACKLE", [("off", "3")]).before._replace(pending=40, no_huddle=(0, 0))
    assert "quota" in no_huddle_barred(state, 0)
    assert "20 seconds" in no_huddle_barred(state._replace(pending=10, no_huddle=(1, 0)), 0)


@pytest.mark.parametrize(("seconds_", "left"), [(10, 20), (20, 10)])
def test_r24_4_spike(seconds_: int, left: int) -> None:
    base = situation("6-SHORT", [("off", "12")], at="PHI 42", clock="0:30", quarter=4, spike_seconds=seconds_)
    assert base.between is not None
    table = Table(base.setting.matchup, ListedRolls([]), (Answers(clock="spike"), Answers()))
    after = step(table, base.between)
    assert (after.clock, after.down, after.to_go, after.spot) == (left, 2, 10, 70)
    assert not any(hasattr(event, "chart") for event in table.events)
    assert sum(after.calls[0]) == 1
    assert "inbounds" in spike_barred(base.between._replace(stoppable=False), 0)


def test_r24_5_kneel() -> None:
    played = situation("QB KNEEL", at="NE 42", clock="1:10", quarter=4)
    assert (where(played), seconds(played), charts_rolled(played)) == ("NE 2-11 NE 41", 40, [])
    stopped, _, _ = _settled("kneel", away=Answers(clock="timeout"))
    assert 900 - stopped.clock == 10


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
    table, inside = _squeeze(rows)
    short, plunge = table[col.PLAYS.index("6-SHORT")], table[0]
    assert inside == 10
    assert (short[5], short[6], plunge[3], plunge[10]) == (rows[0], rows[1], rows[1], rows[1])


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
    assert quota_left(played.setting.matchup, played.before, "1-LINE PLUNGE") == 4


def test_r26_5_without_a_legal_play_the_quotas_are_ignored() -> None:
    spent = dict.fromkeys(col.PLAYS, 5)
    played = situation("2-OFF TACKLE", [("off", "3")], options=("play_quotas",), plays_called=spent, quota=spent)
    assert not played.refused
    assert replace(Squeeze(5, (), 1), yards=2).yards == 2
