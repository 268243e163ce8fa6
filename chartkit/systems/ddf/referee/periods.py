"""Coin toss, quarters, halves and overtime (R2.4, R23.6, R30.1); the NFL where the rules are silent (R0.4)."""

from __future__ import annotations

from chartkit.systems.ddf.referee.decisions import RECEIVE, Ask
from chartkit.systems.ddf.referee.events import Happening, Period
from chartkit.systems.ddf.referee.overtime import GUARANTEED
from chartkit.systems.ddf.referee.state import (
    COIN_TOSS,
    FIRST_POSSESSION,
    KICKOFF,
    OVER,
    SUDDEN_DEATH,
    GameState,
)
from chartkit.systems.ddf.referee.table import Table

TOSS = "rule.COIN TOSS"
#: A d10: the home team's faces and the visitor's.
_TOSS_WORDS = {face: "home" if face < 5 else "visitor" for face in range(10)}
TIMEOUTS = 3


def coin_toss(table: Table, state: GameState) -> GameState:
    """The winner chooses to kick or to receive (R2.4); overtime begins with another one (R30.1)."""
    if state.period == 1:
        table.events.append(Period(1, state.clock))
    winner = 0 if table.d10(0, TOSS, _TOSS_WORDS) < 5 else 1
    receives = winner if table.ask(Ask.COIN_TOSS, winner, state) == RECEIVE else 1 - winner
    stage = 0
    if state.period > 4:
        stage = FIRST_POSSESSION if table.matchup.overtime.ot_format in GUARANTEED else SUDDEN_DEATH
    return _kickoff_by(table, state._replace(received_first=receives, overtime=stage), 1 - receives)


def _kickoff_by(table: Table, state: GameState, kicker: int) -> GameState:
    table.events.append(Happening("possession", kicker, 0, table.matchup.constants.kickoff_line, "kicks off"))
    return state._replace(
        phase=KICKOFF,
        possession=kicker,
        down=0,
        spot=table.matchup.constants.kickoff_line,
        to_gain=0,
        kickoff_shift=0,
        stoppable=False,
        untimed=False,
    )


def end_period(table: Table, state: GameState) -> GameState:
    """At 0:00: change ends, half time, overtime or the end of the game (R23.6)."""
    period, rule = state.period, table.matchup.overtime
    if period >= 4:
        level = state.score[0] == state.score[1]
        ended = not level or rule.ot_format == "none" or (period > 4 and rule.ot_tie_allowed)
        if ended:
            return state._replace(phase=OVER, untimed=False, stoppable=False)
    seconds = table.matchup.rules.timing.period_seconds if period < 4 else rule.ot_seconds
    table.events.append(Period(period + 1, seconds))
    following = state._replace(
        period=period + 1, clock=seconds, by_period=(*state.by_period, (0, 0)), untimed=False, stoppable=False
    )
    if period % 2 == 1:
        # Ball, down and distance are kept.
        return following
    if period == 2:
        return _kickoff_by(table, following._replace(timeouts=(TIMEOUTS, TIMEOUTS)), state.received_first)
    following = following._replace(timeouts=(rule.ot_timeouts, rule.ot_timeouts))
    if period == 4 or period % 4 == 0:
        return following._replace(
            phase=COIN_TOSS, down=0, spot=0, to_gain=0, possession=0, kickoff_shift=0, overtime=0
        )
    return _kickoff_by(table, following, state.received_first)
