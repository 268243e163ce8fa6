"""Overtime: its formats, and how far it has come after each play; plain functions, as games compile them too.

The first team is the one that receives the opening kickoff of overtime.
"""

from __future__ import annotations

from typing import Any

FORMATS = ("none", "sudden death", "modified", "both possess")
NO_OVERTIME, FIRST_SCORE_WINS, MODIFIED, BOTH_POSSESS = range(len(FORMATS))
#: How far overtime with guaranteed possessions has come; 0: it has not begun, or is over.
FIRST_POSSESSION, SECOND_POSSESSION, SUDDEN_DEATH = 1, 2, 3


def first_stage(overtime_format: int) -> int:
    """Where overtime begins."""
    return FIRST_POSSESSION if overtime_format >= MODIFIED else SUDDEN_DEATH


def stage_after(game: Any, overtime_format: int, scrimmage: int, trying: int) -> int:
    """How far overtime has come after a step; 0 when it is over.

    The game has phase, possession and score now and before the step, and its stage; two of its phases are told.
    """
    first = game.received_first
    mine, theirs = game.score[1 - first], game.score[first]
    level = SUDDEN_DEATH if mine == theirs else 0
    scored = game.score[0] != game.was_score[0] or game.score[1] != game.was_score[1]
    if game.overtime == FIRST_POSSESSION:
        if scored:
            won = mine > theirs or (game.phase == trying and overtime_format == MODIFIED)
            return 0 if won else SECOND_POSSESSION
        return SUDDEN_DEATH if game.phase == scrimmage and game.possession != first else FIRST_POSSESSION
    if game.overtime != SECOND_POSSESSION:
        return level
    if game.was_phase == trying:
        # A try of the first team belongs to its own possession, and one that is replayed decides nothing yet.
        return SECOND_POSSESSION if game.was_team == first or game.phase == trying else level
    if scored:
        answered = game.phase == trying and game.possession != first and mine <= theirs
        return SECOND_POSSESSION if answered else level
    return level if game.phase == scrimmage and game.possession == first else SECOND_POSSESSION
