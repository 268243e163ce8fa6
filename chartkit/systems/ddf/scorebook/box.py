"""The box score of a game: line score, scoring summary, team statistics, drives, play usage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from chartkit.plays import STATISTICS as TOTALS
from chartkit.systems.ddf.charts import PLAYS, TeamChart
from chartkit.systems.ddf.engine.events import Period, Points
from chartkit.systems.ddf.engine.log import GameLog
from chartkit.systems.ddf.scorebook.drives import Drive, drives_of
from chartkit.systems.ddf.scorebook.plays import Play, plays_of
from chartkit.systems.ddf.scorebook.statistics import calls_made, statistics
from chartkit.systems.ddf.scorebook.words import sentence

#: As in an NFL game book: title -> how it is put together from the totals.
TEAM_LINES: tuple[tuple[str, str], ...] = (
    ("First downs", "{first_downs}"),
    ("  by rushing", "{first_downs_rushing}"),
    ("  by passing", "{first_downs_passing}"),
    ("  by penalty", "{first_downs_penalty}"),
    ("Third downs", "{third_downs_made}-{third_downs}"),
    ("Fourth downs", "{fourth_downs_made}-{fourth_downs}"),
    ("Plays", "{plays}"),
    ("Total net yards", "{total_yards}"),
    ("Rushes-yards", "{rushes}-{rushing_yards}"),
    ("Passing: completions-attempts-intercepted", "{completions}-{passes}-{interceptions}"),
    ("Net passing yards", "{net_passing_yards}"),
    ("Sacked-yards lost", "{sacks}-{sack_yards}"),
    ("Punts-yards", "{punts}-{punt_yards}"),
    ("Punt returns-yards", "{punt_returns}-{punt_return_yards}"),
    ("Kickoff returns-yards", "{kickoff_returns}-{kickoff_return_yards}"),
    ("Interception return yards", "{interception_return_yards}"),
    ("Fumbles-lost", "{fumbles}-{fumbles_lost}"),
    ("Penalties-yards", "{penalties}-{penalty_yards}"),
    ("Field goals", "{field_goals}-{field_goals_tried}"),
    ("Red zone: touchdowns-trips", "{red_zone_touchdowns}-{red_zone_drives}"),
    ("Time of possession", "{possession}"),
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
