"""Situations that decide a half or a game: what a sensible coach may do there, and what none may."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from importlib.resources import files
from itertools import combinations_with_replacement
from typing import Any

import pytest
from support.absurd import absurdities
from support.charts import random_chart, random_generic

from chartkit.systems.ddf.charts import PASSES, PLAYS, RUNS
from chartkit.systems.ddf.coaches.computer import ComputerCoach, SituationCoach, SolitaireCoach
from chartkit.systems.ddf.coaches.scouting import Scouting
from chartkit.systems.ddf.coaches.sharp import SharpCoach
from chartkit.systems.ddf.coaches.tables import CoachTable
from chartkit.systems.ddf.coaches.winning import winning
from chartkit.systems.ddf.engine import decisions as d
from chartkit.systems.ddf.engine.decisions import Ask, Choice, Decision
from chartkit.systems.ddf.engine.matchup import Matchup, first_state, matchup
from chartkit.systems.ddf.engine.state import GameState
from chartkit.systems.ddf.engine.table import SeededRolls, play
from chartkit.systems.ddf.rules.options import Options

LEAGUE = CoachTable.from_json(
    json.loads(files("chartkit.systems.ddf").joinpath("data/coach_league.json").read_text("utf-8"))
)
ANY_PLAY = frozenset(PLAYS)
#: How often a coach is asked: he may draw.
OFTEN = 30


def table_of(season: int, *, playoff: bool = False) -> Matchup:
    options = Options.advanced().with_features(["play_quotas"], on=False)
    charts = (random_chart(n, season=season, code=code) for n, code in ((1, "HOM"), (2, "VIS")))
    if playoff:
        options = Options.from_json({**options.to_json(), "playoff": True})
    return matchup(*charts, random_generic(1), options)


TABLES = {
    "2017": table_of(2017),
    "2009": table_of(2009),
    "2025": table_of(2025),
    "2009 playoff": table_of(2009, playoff=True),
    "2017 playoff": table_of(2017, playoff=True),
    "2023 playoff": table_of(2023, playoff=True),
    "2025 playoff": table_of(2025, playoff=True),
}
SCOUTING: dict[str, Scouting] = {}


def coach(kind: str, table: str) -> ComputerCoach:
    if kind == "solitaire":
        return SolitaireCoach(TABLES[table].home.supplement, 1)
    if kind == "situation":
        return SituationCoach(LEAGUE, 1)
    if table not in SCOUTING:
        SCOUTING[table] = Scouting(TABLES[table])
    return SharpCoach(1, SCOUTING[table])


def ball(
    lead: int,
    clock: int,
    *,
    spot: int = 40,
    down: int = 1,
    to_go: int = 10,
    period: int = 4,
    timeouts: tuple[int, int] = (3, 3),
    **more: Any,
) -> GameState:
    """The home team has the ball."""
    return first_state(TABLES["2017"])._replace(
        phase="scrimmage",
        period=period,
        clock=clock,
        possession=0,
        down=down,
        spot=spot,
        to_gain=min(100, spot + to_go),
        timeouts=timeouts,
        score=(20 + max(lead, 0), 20 + max(-lead, 0)),
        **more,
    )


def overtime(stage: int, lead: int, *, has_first: bool, clock: int = 400, **more: Any) -> GameState:
    """Overtime: the home team has the ball; `stage` 1 to 3: first and second possession, sudden death."""
    return ball(lead, clock, period=5, overtime=stage, received_first=0 if has_first else 1, **more)


@dataclass(frozen=True)
class Case:
    """A question, and what may and may not be answered."""

    name: str
    state: GameState
    may: frozenset[Choice] = frozenset()
    may_not: frozenset[Choice] = frozenset()
    ask: Ask = Ask.OFFENSE_CALL
    about: tuple[Any, ...] = ()
    team: int = 0
    tables: tuple[str, ...] = ("2017",)
    coaches: tuple[str, ...] = ("solitaire", "situation", "sharp")
    outcomes: dict[str, GameState] = field(default_factory=dict)


def some(*choices: Choice) -> frozenset[Choice]:
    return frozenset(choices)


#: Nine points ahead are two scores: a coach who counts may try for them.
NOT_SHARP = ("solitaire", "situation")
KNEEL = some(d.QB_KNEEL)
TRY_STATE: dict[str, Any] = {"spot": 98, "down": 0, "to_go": 2}


def a_try(lead: int, clock: int, **more: Any) -> GameState:
    return ball(lead, clock, **TRY_STATE, **more)._replace(phase="try")


def kick_off(lead: int, clock: int, *, period: int = 4, **more: Any) -> GameState:
    return ball(lead, clock, spot=35, down=0, to_go=0, period=period, **more)._replace(phase="kickoff", to_gain=0)


PENDING = {"pending": 40, "pending_row": "in bounds", "stoppable": True, "no_huddle": (5, 5)}
ALL_OVERTIMES = tuple(TABLES)

CASES = [
    # Kneels count downs and the other side's timeouts.
    Case("kneel it out, first down", ball(3, 120, timeouts=(3, 0)), may=KNEEL),
    Case("kneel it out, a timeout against", ball(3, 90, timeouts=(3, 1)), may=KNEEL),
    Case("two timeouts are too many", ball(3, 120, timeouts=(3, 2)), may_not=KNEEL),
    Case("third down, too much time", ball(3, 60, down=3, timeouts=(0, 0)), may_not=KNEEL),
    Case("third down, just enough", ball(3, 50, down=3, timeouts=(0, 0)), may=KNEEL),
    Case("fourth down, the last seconds", ball(3, 10, down=4, timeouts=(0, 3)), may=KNEEL),
    Case("fourth down, too much time", ball(3, 40, down=4, timeouts=(0, 0)), may_not=KNEEL),
    Case("a large lead is no reason to hand the ball over", ball(20, 100, down=3, timeouts=(0, 3)), may_not=KNEEL),
    Case("no kneel into a safety", ball(3, 30, spot=1, timeouts=(0, 0)), may_not=KNEEL),
    Case("nobody kneels when behind", ball(-3, 30, timeouts=(0, 0)), may_not=KNEEL),
    Case("nobody kneels in the third quarter", ball(7, 30, period=3, timeouts=(0, 0)), may_not=KNEEL),
    Case("half time, deep", ball(3, 30, period=2, spot=15, timeouts=(3, 0)), may=KNEEL),
    Case("half time, the kneel would not end it", ball(3, 40, period=2, spot=15, down=4), may_not=KNEEL),
    *(
        Case(
            f"no timeout after an own kneel, period {period}",
            ball(3, 60, period=period, spot=30, down=2, **{**PENDING, "pending_row": "kneel"}),
            may=some(d.PLAY_ON),
            ask=Ask.CLOCK,
        )
        for period in (2, 4)
    ),
    # Overtime of every format.
    Case(
        "behind on the only possession nobody punts",
        overtime(2, -3, has_first=False, spot=30, down=4, to_go=8),
        may=ANY_PLAY,
        tables=ALL_OVERTIMES,
    ),
    Case(
        "a field goal does not help when down 7",
        overtime(2, -7, has_first=False, spot=85, down=4, to_go=8),
        may=ANY_PLAY,
        tables=ALL_OVERTIMES,
    ),
    Case(
        "sudden death, in range: kick",
        overtime(3, 0, has_first=True, spot=85, down=4, to_go=8),
        may=some(d.FIELD_GOAL),
        tables=ALL_OVERTIMES,
    ),
    Case(
        "sudden death, deep: punt",
        overtime(3, 0, has_first=True, spot=15, down=4, to_go=12),
        may=some(d.PUNT),
        tables=ALL_OVERTIMES,
    ),
    Case(
        "down 2 after the answering touchdown the kick loses",
        a_try(-2, 300, period=5, overtime=2, received_first=1),
        may=some(d.TWO_POINT),
        ask=Ask.TRY,
        tables=("2025", "2023 playoff"),
    ),
    Case(
        "down 1 after the answering touchdown: either may do",
        a_try(-1, 300, period=5, overtime=2, received_first=1),
        may=some(d.TWO_POINT, d.PAT),
        ask=Ask.TRY,
        tables=("2025", "2023 playoff"),
    ),
    Case(
        "level after the answering touchdown the kick wins",
        a_try(0, 300, period=5, overtime=2, received_first=1),
        may=some(d.PAT),
        ask=Ask.TRY,
        tables=("2025", "2023 playoff"),
    ),
    Case(
        "where both possess the second knows what it needs",
        ball(0, 600, period=5)._replace(phase="coin toss"),
        may=some(d.KICK),
        ask=Ask.COIN_TOSS,
        tables=("2025", "2023 playoff"),
    ),
    Case(
        "sudden death: the ball first",
        ball(0, 600, period=5)._replace(phase="coin toss"),
        may=some(d.RECEIVE),
        ask=Ask.COIN_TOSS,
        tables=("2009", "2009 playoff", "2017"),
    ),
    # Where no tie is allowed overtime goes on in the next period.
    *(
        case
        for clock in (8, 20, 40)
        for case in (
            Case(
                f"down 1 after the answering touchdown, {clock} seconds left: two, since the others get the ball",
                a_try(-1, clock, period=5, overtime=2, received_first=1),
                may=some(d.TWO_POINT),
                ask=Ask.TRY,
                tables=("2025 playoff",),
            ),
            Case(
                f"sudden death, fourth and 1 at midfield, {clock} seconds left: go",
                overtime(3, 0, has_first=True, clock=clock, spot=50, down=4, to_go=1),
                may=ANY_PLAY,
                tables=("2009 playoff", "2017 playoff", "2025 playoff"),
            ),
            Case(
                f"3 behind, fourth and 3 at midfield, {clock} seconds left: go",
                overtime(2, -3, has_first=False, clock=clock, spot=50, down=4, to_go=3),
                may=ANY_PLAY,
                tables=("2017 playoff", "2025 playoff"),
            ),
        )
    ),
    # A foul that keeps the game alive.
    Case(
        "accept the foul when declining ends the game",
        ball(-4, 10, spot=50, down=4),
        may=some("accept"),
        ask=Ask.PENALTY,
        outcomes={
            "accept": ball(-4, 0, spot=55, down=1, untimed=True),
            "decline": ball(-4, 0, spot=90, down=1),
        },
    ),
    *(
        Case(
            f"accept the foul when declining ends the half, {lead} ahead",
            ball(lead, 10, period=2, spot=60),
            may=some("accept"),
            ask=Ask.PENALTY,
            outcomes={
                "accept": ball(lead, 0, period=2, spot=75, untimed=True),
                "decline": ball(lead, 10, period=2, spot=80, **PENDING),
            },
        )
        for lead in (-7, 0, 7)
    ),
    Case(
        "decline when the half ends with a score",
        ball(0, 10, period=2, spot=80),
        may=some("decline"),
        ask=Ask.PENALTY,
        outcomes={
            "accept": ball(0, 0, period=2, spot=85, untimed=True),
            "decline": kick_off(3, 0, period=2),
        },
    ),
    Case(
        "decline when the game is won",
        ball(4, 10, spot=50, down=4),
        may=some("decline"),
        ask=Ask.PENALTY,
        team=1,
        outcomes={
            "accept": ball(-4, 0, spot=55, down=1, untimed=True),
            "decline": ball(-4, 0, spot=60, down=2),
        },
    ),
    # Kickoffs in the end zone.
    Case(
        "nobody runs a kick out from deep",
        kick_off(0, 500, period=1),
        may=some(d.TOUCHBACK),
        ask=Ask.KICK_RETURN,
        about=(8,),
        team=1,
        tables=("2017", "2025"),
    ),
    # Run and pass.
    *(
        Case(f"leading by {lead}, {clock} seconds left: run", ball(lead, clock), may=some(*RUNS, d.QB_KNEEL))
        for lead in (1, 4, 8)
        for clock in (120, 100)
    ),
    # A long third down may be thrown only where a run and a punt would leave the others time and a chance.
    *(
        Case(
            f"leading by {lead}, {clock} seconds left, third and {to_go}, {timeouts} timeouts against: run",
            ball(lead, clock, down=3, to_go=to_go, timeouts=(3, timeouts)),
            may=some(*RUNS, d.QB_KNEEL),
        )
        for lead, clock, to_go, timeouts in (
            (5, 60, 4, 0),
            (5, 60, 9, 0),
            (3, 60, 8, 0),
            (12, 110, 8, 3),
            (21, 80, 8, 3),
            (27, 110, 8, 1),
        )
    ),
    Case(
        "leading by 4, third and 8, time and timeouts against",
        ball(4, 110, down=3, to_go=8),
        may_not=some("8-LONG"),
    ),
    # Three scores ahead nothing but a stopped clock or an interception can lose the game.
    *(
        Case(
            f"leading by {lead}, {clock} seconds left, at its own {spot}, down {down}: run",
            ball(lead, clock, spot=spot, down=down),
            may=some(*RUNS, d.QB_KNEEL),
        )
        for lead in (17, 24, 31)
        for clock in (300, 200, 130)
        for spot, down in ((1, 1), (1, 3), (5, 2), (40, 2), (40, 3))
    ),
    *(
        Case(
            f"leading by {lead}, {clock} seconds left, fourth down at its own 5: punt",
            ball(lead, clock, spot=5, down=4, to_go=3),
            may=some(d.PUNT),
            coaches=("sharp",),
        )
        for lead in (17, 24)
        for clock in (300, 200, 130)
    ),
    *(
        Case(
            f"{-lead} behind, {clock} seconds left, down {down} at {spot}, {timeouts} timeouts: pass",
            ball(lead, clock, spot=spot, down=down, timeouts=(timeouts, 3)),
            may=some(*PASSES),
        )
        for lead, clock, spot, down, timeouts in (
            (-10, 100, 30, 1, 3),
            (-3, 90, 30, 1, 3),
            (-7, 120, 50, 2, 1),
            (-7, 70, 85, 1, 0),
            (-16, 110, 90, 1, 3),
        )
    ),
    # A fourth and long that must be made.
    *(
        Case(
            f"overtime, 3 behind, {clock} seconds left, fourth and {to_go} at the own {spot}: pass",
            overtime(2, -3, has_first=False, clock=clock, spot=spot, down=4, to_go=to_go),
            may=some(*PASSES),
            tables=ALL_OVERTIMES,
        )
        for clock in (400, 30)
        for spot, to_go in ((20, 15), (45, 6))
    ),
    *(
        Case(
            f"{-lead} behind, {clock} seconds left, fourth and {to_go}: a kick or a pass",
            ball(lead, clock, spot=spot, down=4, to_go=to_go),
            may=some(*PASSES, d.PUNT, d.FIELD_GOAL),
        )
        for lead, clock, spot, to_go in ((-4, 160, 57, 10), (-9, 250, 45, 7), (-12, 290, 73, 8), (-20, 200, 60, 5))
    ),
    # The last play of a half or of a level game: a kick, a throw to the end zone, or a knee.
    *(
        Case(f"{name}, {clock} seconds left, {down} down {where}", state, may=may)
        for clock in (8, 10)
        for name, lead, period in (
            ("half time, behind", -7, 2),
            ("half time, ahead", 3, 2),
            ("half time, far ahead", 20, 2),
            ("level", 0, 4),
        )
        for down in (1, 3, 4)
        for where, spot, may in (
            ("at the own 5", 5, KNEEL),
            ("at the own 30", 30, KNEEL),
            ("at midfield", 50, some("8-LONG")),
            ("at the other 45", 55, some("8-LONG")),
            ("in range", 85, some(d.FIELD_GOAL)),
        )
        for state in (ball(lead, clock, period=period, spot=spot, down=down, to_go=7),)
    ),
    Case("no last pass from the own 1", ball(0, 10, spot=1, down=2), may=some(*RUNS)),
    Case("the first quarter ends without haste", ball(0, 10, period=1, spot=50, down=4), may=some(d.PUNT)),
    Case("behind in the last minute: pass", ball(-4, 50, timeouts=(0, 3)), may=some(*PASSES)),
    Case("behind in the last minute, third down: pass", ball(-7, 40, down=3, spot=60), may=some(*PASSES)),
    Case("the last play is thrown to the end zone", ball(-4, 10, spot=55), may=some("8-LONG")),
    Case(
        "fourth and 6, leading by 7 with 1:20 left",
        ball(7, 80, down=4, to_go=6, timeouts=(3, 3)),
        may=some(d.PUNT),
    ),
    # Fourth downs.
    Case("fourth and 17 at the own 1", ball(0, 500, period=1, spot=1, down=4, to_go=17), may=some(d.PUNT)),
    Case("fourth and 12 at the own 20", ball(3, 700, period=3, spot=20, down=4, to_go=12), may=some(d.PUNT)),
    Case("behind with no time left nobody punts", ball(-3, 40, spot=30, down=4, to_go=15), may=ANY_PLAY),
    Case("a field goal does not help when 4 behind", ball(-4, 20, spot=80, down=4), may=ANY_PLAY),
    *(
        Case(
            f"{-lead} behind, {clock} seconds left, fourth and {to_go} at {spot}: go",
            ball(lead, clock, spot=spot, down=4, to_go=to_go, timeouts=(timeouts, 3)),
            may=ANY_PLAY,
        )
        for lead, clock, spot, to_go, timeouts in (
            (-8, 80, 91, 9, 3),
            (-8, 80, 91, 9, 0),
            (-14, 30, 81, 6, 1),
            (-12, 60, 70, 1, 1),
            (-25, 40, 70, 4, 1),
            (-1, 90, 34, 29, 3),
            (-1, 90, 34, 29, 1),
            (-4, 110, 20, 12, 2),
            (-17, 120, 54, 6, 1),
        )
    ),
    Case(
        "10 behind with time for two scores: the field goal first",
        ball(-10, 80, spot=72, down=4, to_go=8, timeouts=(2, 3)),
        may=some(d.FIELD_GOAL),
    ),
    Case("the kick that ties", ball(-3, 20, spot=85, down=4, timeouts=(0, 0)), may=some(d.FIELD_GOAL)),
    Case(
        "the last kick, whatever the down",
        ball(-2, 10, spot=85, down=1, timeouts=(0, 0)),
        may=some(d.FIELD_GOAL),
    ),
    Case(
        "the last kick of the half",
        ball(10, 10, period=2, spot=85, down=2, timeouts=(0, 0)),
        may=some(d.FIELD_GOAL),
    ),
    # Tries.
    Case("the first touchdown of a game: kick", a_try(6, 500, period=1), may=some(d.PAT), ask=Ask.TRY),
    Case("late and 2 behind: two points", a_try(-2, 60), may=some(d.TWO_POINT), ask=Ask.TRY),
    Case("late and level: kick", a_try(0, 30), may=some(d.PAT), ask=Ask.TRY),
    Case("late and 7 ahead: kick, two scores", a_try(7, 60), may=some(d.PAT), ask=Ask.TRY, coaches=NOT_SHARP),
    # Kickoffs.
    Case("an onside kick when nothing else helps", kick_off(-3, 40), may=some(d.ONSIDE_KICK), ask=Ask.KICKOFF),
    Case("no onside kick with much time", kick_off(-3, 290), may=some(d.KICKOFF), ask=Ask.KICKOFF),
    *(
        Case(
            f"{-lead} behind with {clock} seconds left, all timeouts and one score to make: deep",
            kick_off(lead, clock),
            may_not=some(d.ONSIDE_KICK),
            ask=Ask.KICKOFF,
            tables=("2017", "2025"),
        )
        for lead in (-1, -3, -7)
        for clock in (290, 230, 180)
    ),
    *(
        Case(
            f"{-lead} behind with {clock} seconds left: onside, small as the chance may be",
            kick_off(lead, clock, timeouts=(timeouts, timeouts)),
            may=some(d.ONSIDE_KICK),
            ask=Ask.KICKOFF,
            tables=("2017", "2025"),
        )
        for lead, clock, timeouts in ((-3, 110, 1), (-3, 60, 3), (-8, 40, 2), (-10, 150, 1))
    ),
    Case("no onside kick with a lead", kick_off(3, 40), may_not=some(d.ONSIDE_KICK), ask=Ask.KICKOFF),
    Case("no onside kick early", kick_off(-14, 300, period=3), may=some(d.KICKOFF), ask=Ask.KICKOFF),
    Case("a squib to end the half", kick_off(3, 10, period=2), may=some(d.SQUIB_KICK), ask=Ask.KICKOFF),
    # The clock.
    Case(
        "a timeout saves the drive",
        ball(-3, 40, spot=70, **PENDING),
        may=some(d.TIMEOUT),
        ask=Ask.CLOCK,
    ),
    Case(
        "the leader lets the clock run",
        ball(3, 60, timeouts=(3, 3), **PENDING),
        may=some(d.PLAY_ON),
        ask=Ask.CLOCK,
    ),
    Case(
        "a spike for the kick",
        ball(-3, 30, spot=75, timeouts=(0, 0), **PENDING),
        may=some(d.SPIKE),
        ask=Ask.CLOCK,
    ),
    Case(
        "no spike on fourth down",
        ball(-3, 30, spot=75, down=4, timeouts=(0, 0), **PENDING),
        may_not=some(d.SPIKE),
        ask=Ask.CLOCK,
    ),
    Case(
        "hurry without timeouts",
        ball(-6, 100, timeouts=(0, 0), **PENDING),
        may=some(d.NO_HUDDLE),
        ask=Ask.CLOCK,
    ),
    Case(
        "the defense stops the clock when behind",
        ball(3, 110, down=2, timeouts=(0, 2), **PENDING),
        may=some(d.TIMEOUT),
        ask=Ask.CLOCK,
        team=1,
    ),
    Case(
        "no timeout against a lead that is knelt home",
        ball(3, 60, down=2, timeouts=(0, 1), **PENDING),
        may=some(d.PLAY_ON),
        ask=Ask.CLOCK,
        team=1,
    ),
    # Fourth down: the clock runs before a punt, and before a kick with much time left.
    *(
        Case(
            f"no timeout before a punt, period {period}, lead {lead}, {clock} seconds left",
            ball(lead, clock, period=period, spot=spot, down=4, to_go=to_go, **PENDING),
            may=some(d.PLAY_ON),
            ask=Ask.CLOCK,
        )
        for period, lead, clock, spot, to_go in (
            (2, 11, 80, 36, 3),
            (2, -7, 60, 25, 10),
            (2, 0, 40, 40, 8),
            (4, 0, 80, 30, 10),
            (4, 0, 100, 35, 12),
        )
    ),
    Case(
        "behind, a punt is no reason for a timeout",
        ball(-7, 130, spot=10, down=4, to_go=20, **PENDING),
        may_not=some(d.TIMEOUT),
        ask=Ask.CLOCK,
    ),
    *(
        Case(
            f"the clock runs before a field goal, period {period}, lead {lead}",
            ball(lead, 80, period=period, spot=82, down=4, to_go=7, **PENDING),
            may=some(d.PLAY_ON),
            ask=Ask.CLOCK,
        )
        for period, lead in ((2, 0), (2, -10), (2, 7), (4, 0), (4, -2))
    ),
    Case(
        "the last kick of the half is hurried to",
        ball(-7, 40, period=2, spot=80, down=4, to_go=7, **PENDING),
        may=some(d.NO_HUDDLE),
        ask=Ask.CLOCK,
    ),
    Case(
        "a timeout for the last kick",
        ball(-2, 20, spot=80, down=4, to_go=7, **PENDING),
        may=some(d.TIMEOUT),
        ask=Ask.CLOCK,
    ),
    Case(
        "a timeout to go for it",
        ball(-5, 50, spot=70, down=4, to_go=7, **PENDING),
        may=some(d.TIMEOUT),
        ask=Ask.CLOCK,
    ),
    # Near the goal, tied or no more than a field goal behind, time is for the other side.
    *(
        Case(
            f"the clock runs near the goal, lead {lead}, {clock} seconds left",
            ball(lead, clock, spot=95, to_go=5, **PENDING),
            may=some(d.PLAY_ON),
            ask=Ask.CLOCK,
        )
        for lead in (0, -1, -2, -3)
        for clock in (150, 110, 90)
    ),
    *(
        Case(
            f"the last seconds near the goal are saved, lead {lead}, {clock} seconds left",
            ball(lead, clock, spot=92, to_go=8, **PENDING),
            may=some(d.TIMEOUT),
            ask=Ask.CLOCK,
        )
        for lead, clock in ((0, 30), (-2, 40), (-3, 50))
    ),
    *(
        Case(
            f"the other side stops the clock, {lead} ahead, {clock} seconds left",
            ball(-lead, clock, spot=92, to_go=8, **PENDING),
            may=some(d.TIMEOUT),
            ask=Ask.CLOCK,
            team=1,
        )
        for lead in (0, 1, 2)
        for clock in (110, 80)
    ),
    Case(
        "before half time the clock runs near the goal",
        ball(0, 100, period=2, spot=95, to_go=5, **PENDING),
        may=some(d.PLAY_ON),
        ask=Ask.CLOCK,
    ),
    Case(
        "before half time the last seconds near the goal are saved",
        ball(0, 50, period=2, spot=95, to_go=5, **PENDING),
        may=some(d.TIMEOUT),
        ask=Ask.CLOCK,
    ),
    *(
        Case(
            f"the half does not end in range, lead {lead}",
            ball(lead, 40, period=2, spot=85, down=3, to_go=9, **PENDING),
            may=some(d.TIMEOUT),
            ask=Ask.CLOCK,
        )
        for lead in (-30, -16, 16, 28)
    ),
    *(
        Case(
            f"no timeout that the two-minute mark gives for nothing, team {team}",
            ball(lead, 130, down=2, **PENDING),
            may=some(d.PLAY_ON),
            ask=Ask.CLOCK,
            team=team,
        )
        for team, lead in ((0, -7), (1, 4))
    ),
    # Punts.
    Case("no pooch from afar", ball(0, 500, period=1, spot=20, down=4), may=some(0), ask=Ask.POOCH),
]


@pytest.mark.parametrize(
    ("case", "kind"),
    [pytest.param(case, kind, id=f"{case.name}-{kind}") for case in CASES for kind in case.coaches],
)
def test_a_sensible_coach(case: Case, kind: str) -> None:
    for name in case.tables:
        table, asked = TABLES[name], coach(kind, name)
        decision = Decision(case.ask, case.team, case.state, table, case.about, case.outcomes)
        often = 1 if case.ask not in (Ask.OFFENSE_CALL, Ask.TRY) else OFTEN
        made = {asked.decide(decision) for _ in range(often)}
        assert not made & case.may_not, f"{name}: {made}"
        assert not case.may or made <= case.may, f"{name}: {made}"
        told = asked.explain(decision, next(iter(made)))
        assert told.endswith(".")


@pytest.mark.parametrize("kind", ["solitaire", "situation"])
@pytest.mark.parametrize(
    ("lead", "clock", "spot", "down", "to_go"),
    [
        # Behind with time left, or near the goal line.
        *((-7, 100, 40, 2, 1), (-4, 80, 97, 2, 3), (-2, 110, 80, 2, 10), (-7, 50, 99, 2, 1)),
        # A leader's long third down: a lead of one score, and one of two that is as good as won.
        *((4, 110, 40, 3, 8), (12, 200, 60, 3, 9)),
    ],
)
def test_a_run_and_a_pass_are_possible(kind: str, lead: int, clock: int, spot: int, down: int, to_go: int) -> None:
    state = ball(lead, clock, spot=spot, down=down, to_go=to_go)
    asked, decision = coach(kind, "2017"), Decision(Ask.OFFENSE_CALL, 0, state, TABLES["2017"])
    made = {asked.decide(decision) for _ in range(5 * OFTEN)}
    assert made & set(RUNS) and made & set(PASSES)


@pytest.mark.parametrize("table", ["2009 playoff", "2025 playoff"])
def test_the_chance_to_win_does_not_run_out_where_overtime_goes_on(table: str) -> None:
    asked = coach("solitaire", table)
    for state in (
        overtime(3, 0, has_first=True, spot=65),
        overtime(3, 0, has_first=True, spot=40, down=3, to_go=8),
        overtime(2, -3, has_first=False, spot=80),
    ):
        early = Decision(Ask.OFFENSE_CALL, 0, state, TABLES[table])
        chances = {winning(asked.after(early, state._replace(clock=clock)), 0) for clock in (600, 120, 40, 8, 0)}
        assert len(chances) == 1, "the ball, the down and the distance are kept"


@pytest.mark.parametrize("pair", list(combinations_with_replacement(("solitaire", "situation", "sharp"), 2)))
def test_nobody_laughs_at_a_game(pair: tuple[str, str]) -> None:
    found: list[str] = []
    for seed in range(6):
        seats = (coach(pair[0], "2017"), coach(pair[1], "2017"))
        for number, seat in enumerate(seats):
            seat.random.seed(f"{pair} {seed} {number}")
        found += absurdities(play(TABLES["2017"], seats, SeededRolls(seed)))
    assert not found
