"""The statistics of a game, counted while it is played, and its box score as tables and as text for a terminal.

What counts is plain functions over an object with `statistics` by team and place; games compile them with their
rules, and add statistics of their own behind the common ones. The data of a box score: `line_score` (points by
period, then all of them) and `statistics` by team; `scoring`, a list of scores; `drives`, if the game counts them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from string import Formatter
from typing import Any

from chartkit.football.field import clock_in_words, period_in_words, spot_in_words
from chartkit.pages import Table
from chartkit.plays import STATISTICS

#: In this order; first the statistics that real seasons are counted by.
COMMON: tuple[str, ...] = (
    *STATISTICS,
    "rushing_touchdowns",
    "passing_touchdowns",
    "return_touchdowns",
    "net_punt_yards",
    "spikes",
)
# fmt: off
(
    POINTS, POINTS_Q1, _, _, _, POINTS_OVERTIME, TOUCHDOWNS, FIRST_DOWNS, FIRST_RUSHING, FIRST_PASSING,
    FIRST_PENALTY, PLAYS, TOTAL_YARDS, RUSHES, RUSHING_YARDS, PASSES, COMPLETIONS, PASSING_YARDS,
    NET_PASSING_YARDS, INTERCEPTIONS, SACKS, SACK_YARDS, FUMBLES, FUMBLES_LOST, TURNOVERS, PUNTS, PUNT_YARDS,
    PUNT_RETURNS, PUNT_RETURN_YARDS, KICKOFFS, KICKOFF_RETURNS, KICKOFF_RETURN_YARDS, INTERCEPTION_YARDS,
    GOALS_TRIED, GOALS, POINTS_TRIED, EXTRA_POINTS, TWO_TRIED, TWO_POINTS, SAFETIES, PENALTIES, PENALTY_YARDS,
    THIRD_DOWNS, THIRD_MADE, FOURTH_DOWNS, FOURTH_MADE, POSSESSION, RUSHING_TOUCHDOWNS, PASSING_TOUCHDOWNS,
    RETURN_TOUCHDOWNS, NET_PUNT_YARDS, SPIKES,
) = range(len(COMMON))
# fmt: on
_OVERTIME = 5


def clear(tally: Any) -> None:
    """Set every count to 0."""
    for team in range(2):
        for place in range(len(tally.statistics[team])):
            tally.statistics[team][place] = 0


def count(tally: Any, team: int, statistic: int, number: int) -> None:
    """Add to a statistic of a team."""
    tally.statistics[team][statistic] += number


def count_yards(tally: Any, team: int, statistic: int, yards: int) -> None:
    """One more of something whose yards are the next statistic: a rush, a sack, a punt, a return, a penalty."""
    count(tally, team, statistic, 1)
    count(tally, team, statistic + 1, yards)


def count_points(tally: Any, team: int, points: int, period: int) -> None:
    """Points, in the game and in the period."""
    count(tally, team, POINTS, points)
    count(tally, team, POINTS_Q1 + min(period, _OVERTIME) - 1, points)


def count_pass(tally: Any, team: int, caught: bool, picked: bool, yards: int) -> None:
    """A pass attempt; a sack is none."""
    count(tally, team, PASSES, 1)
    count(tally, team, INTERCEPTIONS, 1 if picked else 0)
    if caught:
        count_yards(tally, team, COMPLETIONS, yards)


def count_down(tally: Any, team: int, down: int, made: int) -> None:
    """A down from scrimmage that was played and stands; `made` is 1 if it made a first down."""
    if down >= 3:
        count(tally, team, THIRD_DOWNS if down == 3 else FOURTH_DOWNS, 1)
        count(tally, team, THIRD_MADE if down == 3 else FOURTH_MADE, made)


def sum_up(tally: Any) -> None:
    """After the last play: the statistics that are sums of others."""
    for team in range(2):
        mine = tally.statistics[team]
        mine[FIRST_DOWNS] = mine[FIRST_RUSHING] + mine[FIRST_PASSING] + mine[FIRST_PENALTY]
        mine[NET_PASSING_YARDS] = mine[PASSING_YARDS] - mine[SACK_YARDS]
        mine[PLAYS] = mine[RUSHES] + mine[PASSES] + mine[SACKS]
        mine[TOTAL_YARDS] = mine[RUSHING_YARDS] + mine[NET_PASSING_YARDS]
        mine[TURNOVERS] = mine[INTERCEPTIONS] + mine[FUMBLES_LOST]


Box = Mapping[str, Any]
Teams = tuple[str, str]
#: A part of the box score.
Part = Callable[[Box, Teams], Table]

#: As in an NFL game book: each title, and its text with the names of totals.
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


def score_by_periods(box: Box, teams: Teams) -> Table:
    """The score by quarters, visitors first."""
    numbers = box["line_score"]
    periods = len(numbers[teams[0]]) - 1
    names = [period_in_words(number).removeprefix("Q") for number in range(1, periods + 1)]
    rows = tuple((code, *map(str, numbers[code])) for code in reversed(teams))
    return Table("Score", ("", *names, "Final"), rows, frozenset({""}))


def scoring(box: Box, teams: Teams) -> Table:
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


def team_statistics(box: Box, teams: Teams) -> Table:
    """Both teams side by side, as a game book prints them."""
    away, home = (box["statistics"][code] for code in reversed(teams))
    rows = tuple(
        (title, _filled(form, away), _filled(form, home)) for title, form in TEAM_LINES if _is_counted(form, home)
    )
    return Table("Team statistics", ("", teams[1], teams[0]), rows, frozenset({""}))


def _is_counted(form: str, totals: Mapping[str, int]) -> bool:
    return all(name in (*totals, "possession") for _, name, _, _ in Formatter().parse(form) if name)


def _filled(form: str, totals: Mapping[str, int]) -> str:
    said: dict[str, object] = {**totals, "possession": clock_in_words(totals["possession_seconds"])}
    for before, name, _, _ in Formatter().parse(form):
        # `2-(-3)`, as game books write a loss after a dash.
        if name and before.endswith("-") and totals.get(name, 0) < 0:
            said[name] = f"({totals[name]})"
    return form.format_map(said)


def drive_chart(box: Box, teams: Teams) -> Table:
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


#: How a table is printed; a table without headings says what it is by itself.
Forms = Mapping[Part, tuple[str, bool]]
GAME_BOOK: Forms = {
    score_by_periods: ("{:12}", True),
    scoring: ("{} {:>5}  {:4} {:22} {}", False),
    team_statistics: ("{:42}{:>14}{:>14}", True),
    drive_chart: ("{:6}{:>10}  {:10}{:>6}{:>6}{:>7}  {}", True),
}


def printed(part: Part, box: Box, teams: Teams, forms: Forms = GAME_BOOK) -> Iterator[str]:
    """A part of the box score for the terminal."""
    table = part(box, teams)
    form, has_headings = forms[part]
    if part is score_by_periods:
        form += "{:>6}" * (len(table.headings) - 1)
    for row in (table.headings, *table.rows) if has_headings else table.rows:
        yield form.format(*row)


def _parts(box: Box, forms: Forms) -> list[Part]:
    return [part for part in forms if part is not drive_chart or "drives" in box]


def box_tables(box: Box, teams: Teams, forms: Forms = GAME_BOOK) -> list[Table]:
    """The whole box score."""
    return [part(box, teams) for part in _parts(box, forms)]


def box_page(box: Box, teams: Teams, forms: Forms = GAME_BOOK) -> Iterator[str]:
    """The whole box score with its headings."""
    for part in _parts(box, forms):
        yield from ("", part(box, teams).title.upper())
        yield from printed(part, box, teams, forms)
