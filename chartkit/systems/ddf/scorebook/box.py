"""The book of a game: statistics, drives, the box score as data and as text; and the plays, told one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from chartkit.football.field import clock_in_words
from chartkit.pages import Table
from chartkit.plays import STATISTICS as TOTALS
from chartkit.systems import statistics as any_box
from chartkit.systems.ddf.charts import PLAYS, TeamChart
from chartkit.systems.ddf.engine.decisions import NO_HUDDLE
from chartkit.systems.ddf.engine.events import Event, Period, Points, record_of
from chartkit.systems.ddf.engine.state import KICKOFF, PHASES
from chartkit.systems.ddf.engine.table import GameLog
from chartkit.systems.ddf.scorebook.names import DRIVE_END_OF_GAME, DRIVE_RESULTS, NAMES, RED_ZONE
from chartkit.systems.ddf.scorebook.plays import Play, plays_of, sentence
from chartkit.systems.ddf.scorebook.tally import Tally, count_step, drive_ended, drive_is_over, finish, period_ended
from chartkit.systems.statistics import GAME_BOOK, Box, Forms, Teams

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
        red_zone=tally.drive_furthest >= RED_ZONE,
    )


def line_score(log: GameLog) -> dict[str, list[int]]:
    """Points by period for each team, then the final score."""
    periods: list[list[int]] = []
    for event in log.events:
        if isinstance(event, Period):
            periods.append([0, 0])
        elif isinstance(event, Points):
            periods[-1][event.team] += event.points
    return {
        code: [*(points[team] for points in periods), log.score[team]]
        for team, code in enumerate(log.matchup.codes)
    }


def scoring_summary(plays: Sequence[Play], teams: tuple[str, str]) -> list[dict[str, Any]]:
    """Every score with what brought it and the score after it."""
    found = []
    for play in plays:
        if play.points:
            home, away = play.score_after
            found.append(
                {
                    "period": play.period,
                    "clock": play.clock,
                    "team": teams[play.points[-1].team],
                    "how": play.points[-1].how,
                    "play": sentence(play, teams),
                    "score": {teams[0]: home, teams[1]: away},
                }
            )
    return found


def _game_book(totals: Mapping[str, int]) -> dict[str, int]:
    """The statistics that a game book has, by name."""
    return {name: totals[name] for name in sorted((*TOTALS, "red_zone_drives", "red_zone_touchdowns"))}


def _drive_json(drive: Drive, teams: tuple[str, str]) -> dict[str, Any]:
    return {
        "team": teams[drive.team],
        "period": drive.period,
        "clock": drive.clock,
        "start": drive.start,
        "plays": drive.plays,
        "yards": drive.yards,
        "seconds": drive.seconds,
        "result": drive.result,
    }


def _usage(chart: TeamChart, calls: Mapping[str, int]) -> dict[str, dict[str, int | None]]:
    quotas = chart.supplement.play_calls if chart.supplement else {}
    return {
        play: {"calls": calls.get(play, 0), "quota": quotas[play].quota if play in quotas else None}
        for play in PLAYS
    }


def box_score(log: GameLog) -> dict[str, Any]:
    """The whole box score as it stands in the game's file."""
    teams = log.matchup.codes
    plays = plays_of(log.events)
    drives = drives_of(plays)
    calls = calls_made(plays)
    charts = (log.matchup.home, log.matchup.away)
    totals = statistics(plays)
    return {
        "line_score": line_score(log),
        "scoring": scoring_summary(plays, teams),
        "statistics": {code: _game_book(totals[team]) for team, code in enumerate(teams)},
        "drives": [_drive_json(drive, teams) for drive in drives],
        "usage": {code: _usage(charts[team], calls[team]) for team, code in enumerate(teams)},
    }


_PERIODS = {1: "FIRST QUARTER", 2: "SECOND QUARTER", 3: "THIRD QUARTER", 4: "FOURTH QUARTER"}


def period_name(period: int) -> str:
    """`FIRST QUARTER`, `OVERTIME`, `OVERTIME 2`."""
    if period in _PERIODS:
        return _PERIODS[period]
    return "OVERTIME" if period == 5 else f"OVERTIME {period - 4}"


class Narrator:
    """Tells plays one by one, under headings by period; the score after each that scored."""

    def __init__(self, teams: Teams) -> None:
        self._teams = teams
        self._period = 0

    def lines(self, play: Play) -> Iterator[str]:
        """The lines of the next play."""
        teams = self._teams
        if play.period != self._period:
            self._period = play.period
            yield from ("", period_name(play.period))
        for team in play.timeouts:
            yield f"       Timeout {teams[team]}."
        line = f"{clock_in_words(play.clock):>5}  {sentence(play, teams)}"
        if play.points:
            home, away = play.score_after
            line += f"  [{teams[1]} {away}, {teams[0]} {home}]"
        yield line


def play_lines(plays: Sequence[Play], teams: Teams) -> Iterator[str]:
    """One line a play."""
    narrator = Narrator(teams)
    for play in plays:
        yield from narrator.lines(play)


def usage(box: Box, teams: Teams) -> Table:
    """How often each play was called, against its quota."""
    rows = tuple(
        (play, *(_calls(box["usage"][code][play]) for code in reversed(teams))) for play in box["usage"][teams[0]]
    )
    headings = ("", *(f"{code} calls/quota" for code in reversed(teams)))
    return Table("Plays called", headings, rows, frozenset({""}))


def _calls(made: Mapping[str, int | None]) -> str:
    return f"{made['calls']}/{made['quota'] if made['quota'] is not None else '-'}"


#: The parts of the box score, and how each is printed.
FORMS: Forms = {**GAME_BOOK, usage: ("{:18}{:>20}{:>20}", True)}
box_page = partial(any_box.box_page, forms=FORMS)
