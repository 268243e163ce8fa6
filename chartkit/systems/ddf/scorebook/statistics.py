"""Team statistics as in an NFL game book, and drives: the plays of a log, given to the tally one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from chartkit.systems.ddf.charts import PLAYS
from chartkit.systems.ddf.engine.decisions import NO_HUDDLE
from chartkit.systems.ddf.engine.events import Event, record_of
from chartkit.systems.ddf.engine.state import KICKOFF, PHASES
from chartkit.systems.ddf.scorebook.names import DRIVE_END_OF_GAME, DRIVE_RESULTS, NAMES
from chartkit.systems.ddf.scorebook.plays import Play
from chartkit.systems.ddf.scorebook.tally import Tally, count_step, drive_ended, drive_is_over, finish, period_ended

Statistics = Counter[str]


def statistics(plays: Sequence[Play]) -> tuple[Statistics, Statistics]:
    """Both teams' statistics (home, visitor) by `names.NAMES`."""
    tally = Tally()
    for play in plays:
        load_play(tally, play)
        count_step(tally)
    for team, calls in enumerate(calls_made(plays)):
        tally.calls[team] = [calls[play] for play in PLAYS]
        # The log tells how many were used, not how many are left.
        tally.start_no_huddle[team] = sum(_hurries(play) for play in plays if play.after.team == team)
    finish(tally)
    home, visitor = (Counter(dict(zip(NAMES, counted, strict=True))) for counted in tally.statistics)
    return home, visitor


def counted(play: Play) -> Statistics:
    """What one play adds to the statistics of the team that had the ball or kicked it."""
    return statistics([play])[play.team]


def load_play(tally: Tally, play: Play) -> None:
    """Put a play before the tally, to be counted next; its seconds are its own wherever the log has them."""
    events: tuple[Event, ...] = (*play.happenings, *play.points, *play.charged, play.after)
    tally.records = [list(record) for record in map(record_of, events) if record]
    tally.record_count, tally.snapped_at = len(tally.records), 0
    tally.period, tally.ball_phase, tally.ball_team = play.period, PHASES.index(play.phase), play.team
    tally.ball_spot, tally.ball_down, tally.ball_to_go = play.spot, play.down, play.to_go


def _hurries(play: Play) -> int:
    """1 if the team with the ball after the play hurried, which shortens the play's own time (R23.2)."""
    return sum(clock.row == NO_HUDDLE for clock in play.charged)


def calls_made(plays: Sequence[Play]) -> tuple[Counter[str], Counter[str]]:
    """How often each team called each play 1-9, for the comparison with its quota (R26.2)."""
    calls: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for play in plays:
        if play.phase != KICKOFF and play.call in PLAYS:
            calls[play.team][play.call] += 1
    return calls


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
