"""The box score of a game, as data and as plain text that fits a terminal; and the plays, told one by one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from chartkit.plays import STATISTICS as TOTALS
from chartkit.systems.ddf.charts import PLAYS, TeamChart
from chartkit.systems.ddf.engine.events import Period, Points
from chartkit.systems.ddf.engine.log import GameLog
from chartkit.systems.ddf.scorebook.plays import Play, plays_of
from chartkit.systems.ddf.scorebook.statistics import Drive, calls_made, drives_of, statistics
from chartkit.systems.ddf.scorebook.words import clock_in_words, period_in_words, sentence, spot_in_words
from chartkit.tables import Table

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


Teams = tuple[str, str]

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


# The box score as tables, and how each of them looks in the terminal.


def score_by_periods(box: Mapping[str, Any], teams: Teams) -> Table:
    """The score by quarters, visitors first."""
    numbers = box["line_score"]
    periods = len(numbers[teams[0]]) - 1
    names = [period_in_words(number).removeprefix("Q") for number in range(1, periods + 1)]
    rows = tuple((code, *map(str, numbers[code])) for code in reversed(teams))
    return Table("Score", ("", *names, "Final"), rows, frozenset({""}))


def scoring(box: Mapping[str, Any], teams: Teams) -> Table:
    """Every score in order."""
    rows = tuple(
        (
            period_in_words(each["period"]),
            clock_in_words(each["clock"]),
            each["team"],
            each["how"],
            ", ".join(f"{code} {each['score'][code]}" for code in reversed(teams)),
            each["play"],
        )
        for each in box["scoring"]
    )
    headings = ("quarter", "clock", "team", "how", "score", "play")
    return Table("Scoring", headings, rows, frozenset(headings))


def team_statistics(box: Mapping[str, Any], teams: Teams) -> Table:
    """Both teams side by side, as a game book prints them."""
    away, home = (box["statistics"][code] for code in reversed(teams))
    rows = tuple((title, _filled(form, away), _filled(form, home)) for title, form in TEAM_LINES)
    return Table("Team statistics", ("", teams[1], teams[0]), rows, frozenset({""}))


def _filled(form: str, totals: Mapping[str, int]) -> str:
    numbers: dict[str, Any] = defaultdict(int, totals)
    numbers["possession"] = clock_in_words(numbers["possession_seconds"])
    return form.format_map(numbers)


def drive_chart(box: Mapping[str, Any], teams: Teams) -> Table:
    """Drives: when and where they began, how long they were, how they ended."""
    rows = tuple(
        (
            each["team"],
            f"{period_in_words(each['period'])} {clock_in_words(each['clock'])}",
            spot_in_words(each["start"], each["team"], teams[1] if each["team"] == teams[0] else teams[0]),
            str(each["plays"]),
            str(each["yards"]),
            clock_in_words(each["seconds"]),
            each["result"],
        )
        for each in box["drives"]
    )
    return Table(
        "Drives",
        ("team", "began", "at", "plays", "yards", "time", "ended"),
        rows,
        frozenset({"team", "at", "ended"}),
    )


def usage(box: Mapping[str, Any], teams: Teams) -> Table:
    """How often each play was called, against its quota."""
    rows = tuple(
        (play, *(_calls(box["usage"][code][play]) for code in reversed(teams))) for play in box["usage"][teams[0]]
    )
    headings = ("", *(f"{code} calls/quota" for code in reversed(teams)))
    return Table("Plays called", headings, rows, frozenset({""}))


def _calls(made: Mapping[str, int | None]) -> str:
    return f"{made['calls']}/{made['quota'] if made['quota'] is not None else '-'}"


#: A part of the box score.
Part = Callable[[Mapping[str, Any], Teams], Table]
#: How a table is printed; a table without headings says what it is by itself.
_FORMS: Mapping[Part, tuple[str, bool]] = {
    score_by_periods: ("{:12}", True),
    scoring: ("{} {:>5}  {:4} {:22} {}", False),
    team_statistics: ("{:42}{:>14}{:>14}", True),
    drive_chart: ("{:6}{:>10}  {:10}{:>6}{:>6}{:>7}  {}", True),
    usage: ("{:18}{:>20}{:>20}", True),
}


def box_tables(box: Mapping[str, Any], teams: Teams) -> list[Table]:
    """The whole box score."""
    return [part(box, teams) for part in _FORMS]


def printed(part: Part, box: Mapping[str, Any], teams: Teams) -> Iterator[str]:
    """A part of the box score for the terminal."""
    table = part(box, teams)
    form, has_headings = _FORMS[part]
    if part is score_by_periods:
        form += "{:>6}" * (len(table.headings) - 1)
    for row in (table.headings, *table.rows) if has_headings else table.rows:
        yield form.format(*row)


def box_page(box: Mapping[str, Any], teams: Teams) -> Iterator[str]:
    """The whole box score with its headings."""
    for part in _FORMS:
        yield from ("", part(box, teams).title.upper())
        yield from printed(part, box, teams)
