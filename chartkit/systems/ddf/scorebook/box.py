"""The box score of a game, as data and as plain text that fits a terminal; and the plays, told one by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from chartkit.football.field import clock_in_words
from chartkit.pages import Table
from chartkit.plays import STATISTICS as TOTALS
from chartkit.systems import box_score as any_box
from chartkit.systems.box_score import GAME_BOOK, Box, Forms, Teams
from chartkit.systems.ddf.charts import PLAYS, TeamChart
from chartkit.systems.ddf.engine.events import Period, Points
from chartkit.systems.ddf.engine.log import GameLog
from chartkit.systems.ddf.scorebook.plays import Play, plays_of
from chartkit.systems.ddf.scorebook.statistics import Drive, calls_made, drives_of, statistics
from chartkit.systems.ddf.scorebook.words import sentence


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
