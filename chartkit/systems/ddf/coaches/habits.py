"""Sensible fixed rules for every decision but the calls themselves, as data."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from chartkit.systems.ddf.referee.state import FREE_KICK, KICKOFF, OVER, TRY, GameState
from chartkit.systems.ddf.shipped import shipped

POINT = 1000


@cache
def habits() -> Mapping[str, Any]:
    """The shipped habits."""
    found: Mapping[str, Any] = json.loads(shipped("coach_habits.json"))
    return found


def ahead(state: GameState, team: int) -> int:
    """The team's lead; negative when behind."""
    return state.score[team] - state.score[1 - team]


def fits(row: Mapping[str, Any], state: GameState, lead: int) -> bool:
    """Whether a row of habits speaks of this period, clock and lead."""
    low, high = row["ahead"]
    return state.period in row["periods"] and state.clock <= row["clock"] and low <= lead <= high


@cache
def first_down_worth() -> tuple[int, ...]:
    """Thousandths of a point of first and 10 at each yard line 0..100."""
    points: Sequence[Sequence[int]] = habits()["value"]["first_down"]
    worth = [points[0][1]]
    for spot in range(1, 101):
        left = max((point for point in points if point[0] <= spot), key=lambda point: point[0])
        right = min((point for point in points if point[0] >= spot), key=lambda point: point[0], default=points[-1])
        width = right[0] - left[0]
        worth.append(left[1] if not width else left[1] + (right[1] - left[1]) * (spot - left[0]) // width)
    return tuple(worth)


def worth(state: GameState, team: int) -> int:
    """What a situation is worth to a team in thousandths of a point, the score included.

    Whole numbers only, so that every engine comes to the same answer.
    """
    lead = POINT * ahead(state, team)
    if state.phase == OVER:
        return lead
    value = habits()["value"]
    sign = 1 if state.possession == team else -1
    # R19.11: a foul on a score moves the kickoff that follows.
    shift = state.kickoff_shift * int(value["kickoff_yard"])
    if state.phase == TRY:
        return lead + sign * (int(value["try"]) + shift)
    if state.phase == KICKOFF:
        return lead + sign * (int(value["kickoff"]) + shift)
    if state.phase == FREE_KICK:
        return lead + sign * int(value["free_kick"])
    down = state.down - 1
    situation = first_down_worth()[min(100, max(0, state.spot))] - value["down"][down]
    situation -= (state.to_gain - state.spot - 10) * value["yard_to_go"][down]
    return lead + sign * int(situation)
