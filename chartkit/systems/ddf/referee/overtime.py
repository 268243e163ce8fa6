"""When overtime is over, by the format of the season (R30.2)."""

from __future__ import annotations

from chartkit.systems.ddf.referee.matchup import Matchup
from chartkit.systems.ddf.referee.state import (
    FIRST_POSSESSION,
    OVER,
    SCRIMMAGE,
    SECOND_POSSESSION,
    SUDDEN_DEATH,
    TRY,
    GameState,
)

GUARANTEED = ("modified", "both possess")


def judge(matchup: Matchup, before: GameState, after: GameState) -> GameState:
    """The state after a step of overtime: over, or how far it has come."""
    stage = after.overtime
    if stage == FIRST_POSSESSION:
        stage = _first(matchup, before, after)
    elif stage == SECOND_POSSESSION:
        stage = _second(before, after)
    elif after.score[0] != after.score[1]:
        stage = 0
    if not stage:
        return after._replace(phase=OVER, pending=0, stoppable=False, untimed=False)
    return after._replace(overtime=stage)


def _first(matchup: Matchup, before: GameState, after: GameState) -> int:
    """The receivers of the opening kickoff have their possession."""
    first = after.received_first
    if after.score != before.score:
        ahead = 0 if after.score[0] > after.score[1] else 1
        won = ahead != first or (after.phase == TRY and matchup.overtime.ot_format == "modified")
        return 0 if won else SECOND_POSSESSION
    if after.phase == SCRIMMAGE and after.possession != first:
        return SUDDEN_DEATH
    return FIRST_POSSESSION


def _second(before: GameState, after: GameState) -> int:
    """The other team answers; it must at least draw level."""
    first = after.received_first
    if before.phase == TRY and before.possession == first:
        return SECOND_POSSESSION
    mine, theirs = after.score[1 - first], after.score[first]
    if before.phase == TRY:
        # A try that is replayed after a foul decides nothing yet.
        return SECOND_POSSESSION if after.phase == TRY else SUDDEN_DEATH if mine == theirs else 0
    if after.score != before.score:
        if mine > theirs:
            return 0
        if after.phase == TRY and after.possession != first:
            return SECOND_POSSESSION
        return SUDDEN_DEATH if mine == theirs else 0
    if after.phase == SCRIMMAGE and after.possession == first:
        return SUDDEN_DEATH if mine == theirs else 0
    return SECOND_POSSESSION
