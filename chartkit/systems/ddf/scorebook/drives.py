"""Drives: where they began, how many plays and yards and how much time they took, how they ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chartkit.systems.ddf.referee.state import SCRIMMAGE
from chartkit.systems.ddf.scorebook.plays import Play
from chartkit.systems.ddf.scorebook.statistics import snapped

TOUCHDOWN, FIELD_GOAL, MISSED_FIELD_GOAL = "touchdown", "field goal", "missed field goal"
PUNT, INTERCEPTION, FUMBLE, DOWNS, SAFETY = "punt", "interception", "fumble", "downs", "safety"
BLOCKED_PUNT, BLOCKED_FIELD_GOAL = "blocked punt", "blocked field goal"
END_OF_HALF, END_OF_GAME = "end of half", "end of game"
#: A drive that got this near the goal line was in the red zone.
RED_ZONE = 80


@dataclass(frozen=True, slots=True)
class Drive:
    """One possession from its first snap to its end."""

    team: int
    period: int
    clock: int
    #: Yards from the own goal line.
    start: int
    plays: int
    yards: int
    seconds: int
    result: str
    red_zone: bool


def _result(last: Play, is_last_of_game: bool) -> str:
    for what, result in ((("touchdown",), TOUCHDOWN), (("safety",), SAFETY)):
        if (happened := last.first(*what)) and (what[0] == "safety" or happened.team == last.team):
            return result
    if kick := last.first("field goal"):
        return FIELD_GOAL if kick.detail == "good" else MISSED_FIELD_GOAL
    if blocked := last.first("blocked"):
        return f"blocked {blocked.detail}"
    if last.first("interception"):
        return INTERCEPTION
    if last.first("punt"):
        return PUNT
    if last.fumble_lost:
        return FUMBLE
    if last.first("downs"):
        return DOWNS
    return END_OF_GAME if is_last_of_game else END_OF_HALF


def _half(play: Play) -> int:
    return min(3, (play.period + 1) // 2) if play.period <= 4 else play.period


def _goes_on(play: Play, following: Play | None) -> bool:
    return (
        following is not None
        and following.phase == SCRIMMAGE
        and following.team == play.team
        and _half(following) == _half(play)
        and play.after.phase == SCRIMMAGE
        and play.after.team == play.team
        # The ball can be lost and won back within one play.
        and not (play.first("punt") or play.first("interception"))
    )


def drives_of(plays: Sequence[Play]) -> list[Drive]:
    """Every drive of a game in order."""
    drives: list[Drive] = []
    current: list[Play] = []
    for index, play in enumerate(plays):
        if play.phase != SCRIMMAGE:
            continue
        current.append(play)
        following = plays[index + 1] if index + 1 < len(plays) else None
        if _goes_on(play, following):
            continue
        drives.append(_drive(current, is_last_of_game=following is None))
        current = []
    return drives


def _drive(plays: Sequence[Play], *, is_last_of_game: bool) -> Drive:
    first, last = plays[0], plays[-1]
    deed = last.deed
    gained = deed.yards if deed and deed.what in ("run", "complete", "scramble", "sack", "kneel") else 0
    return Drive(
        team=first.team,
        period=first.period,
        clock=first.clock,
        start=first.spot,
        plays=sum(map(snapped, plays)),
        yards=last.spot + gained - first.spot,
        seconds=sum(seconds for play in plays for _, seconds in play.charged),
        result=_result(last, is_last_of_game),
        red_zone=any(play.spot >= RED_ZONE for play in plays),
    )
