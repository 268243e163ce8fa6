"""A game on a page: play-by-play, scoring summary and box score as plain text that fits a terminal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from chartkit.systems.ddf.scorebook.box import TEAM_LINES
from chartkit.systems.ddf.scorebook.plays import Play
from chartkit.systems.ddf.scorebook.words import clock_in_words, period_in_words, sentence, spot_in_words
from chartkit.tables import Table

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


def play_by_play(plays: Sequence[Play], teams: Teams) -> Iterator[str]:
    """One line a play."""
    narrator = Narrator(teams)
    for play in plays:
        yield from narrator.lines(play)


# The box score as tables, and how each of them looks in the terminal.


def line_score(box: Mapping[str, Any], teams: Teams) -> Table:
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
    line_score: ("{:12}", True),
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
    if part is line_score:
        form += "{:>6}" * (len(table.headings) - 1)
    for row in (table.headings, *table.rows) if has_headings else table.rows:
        yield form.format(*row)


def box_page(box: Mapping[str, Any], teams: Teams) -> Iterator[str]:
    """The whole box score with its headings."""
    for part in _FORMS:
        yield from ("", part(box, teams).title.upper())
        yield from printed(part, box, teams)
