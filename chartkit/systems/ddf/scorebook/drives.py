"""Drives: where they began, how many plays and yards and how much time they took, how they ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chartkit.systems.ddf.scorebook.names import DRIVE_END_OF_GAME, DRIVE_RESULTS
from chartkit.systems.ddf.scorebook.plays import Play
from chartkit.systems.ddf.scorebook.statistics import load_play
from chartkit.systems.ddf.scorebook.tally import Tally, count_step, drive_ended, drive_is_over, period_ended


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
    #: One of `names.DRIVE_RESULTS`.
    result: str
    red_zone: bool


def drives_of(plays: Sequence[Play]) -> list[Drive]:
    """Every drive of a game in order, as the tally cuts them."""
    drives: list[Drive] = []
    tally = Tally()
    first: Play | None = None
    for play in plays:
        load_play(tally, play)
        if first and drive_is_over(tally):
            drives.append(_drive(tally, first, period_ended(tally.drive_period)))
            first = None
        count_step(tally)
        if tally.drive_open and first is None:
            first = play
    if first:
        drives.append(_drive(tally, first, DRIVE_END_OF_GAME))
    return drives


def _drive(tally: Tally, first: Play, unfinished: int) -> Drive:
    return Drive(
        team=first.team,
        period=first.period,
        clock=first.clock,
        start=first.spot,
        plays=tally.drive_plays,
        yards=tally.drive_reached - tally.drive_start,
        seconds=tally.drive_seconds,
        result=DRIVE_RESULTS[drive_ended(tally, unfinished)],
        red_zone=tally.drive_red_zone,
    )
