"""A game on a page: play-by-play, scoring summary and box score as plain text that fits a terminal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from chartkit.systems.ddf.scorebook.box import TEAM_LINES
from chartkit.systems.ddf.scorebook.plays import Play
from chartkit.systems.ddf.scorebook.words import clock_in_words, period_in_words, sentence, spot_in_words

_PERIODS = {1: "FIRST QUARTER", 2: "SECOND QUARTER", 3: "THIRD QUARTER", 4: "FOURTH QUARTER"}


def period_name(period: int) -> str:
    """`FIRST QUARTER`, `OVERTIME`, `OVERTIME 2`."""
    if period in _PERIODS:
        return _PERIODS[period]
    return "OVERTIME" if period == 5 else f"OVERTIME {period - 4}"


class Narrator:
    """Tells plays one by one, under headings by period; the score after each that scored."""

    def __init__(self, teams: tuple[str, str]) -> None:
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


def play_by_play(plays: Sequence[Play], teams: tuple[str, str]) -> Iterator[str]:
    """One line a play."""
    narrator = Narrator(teams)
    for play in plays:
        yield from narrator.lines(play)


def line_score(box: Mapping[str, Any], teams: tuple[str, str]) -> Iterator[str]:
    """The score by quarters, visitors first."""
    numbers = box["line_score"]
    periods = len(numbers[teams[0]]) - 1
    names = [period_in_words(number).removeprefix("Q") for number in range(1, periods + 1)]
    yield f"{'':12}" + "".join(f"{name:>6}" for name in [*names, "Final"])
    for code in reversed(teams):
        yield f"{code:12}" + "".join(f"{points:>6}" for points in numbers[code])


def scoring(box: Mapping[str, Any], teams: tuple[str, str]) -> Iterator[str]:
    """Every score in order."""
    for each in box["scoring"]:
        score = ", ".join(f"{code} {each['score'][code]}" for code in reversed(teams))
        when = f"{period_in_words(each['period'])} {clock_in_words(each['clock']):>5}"
        yield f"{when}  {each['team']:4} {each['how']:22} {score}"


def team_statistics(box: Mapping[str, Any], teams: tuple[str, str]) -> Iterator[str]:
    """Both teams side by side, as a game book prints them."""
    away, home = (box["statistics"][code] for code in reversed(teams))
    yield f"{'':42}{teams[1]:>14}{teams[0]:>14}"
    for title, form in TEAM_LINES:
        yield f"{title:42}{_filled(form, away):>14}{_filled(form, home):>14}"


def _filled(form: str, totals: Mapping[str, int]) -> str:
    numbers: dict[str, Any] = defaultdict(int, totals)
    numbers["possession"] = clock_in_words(numbers["possession_seconds"])
    return form.format_map(numbers)


def drive_chart(box: Mapping[str, Any], teams: tuple[str, str]) -> Iterator[str]:
    """Drives: when and where they began, how long they were, how they ended."""
    yield f"{'team':6}{'began':>10}  {'at':10}{'plays':>6}{'yards':>6}{'time':>7}  ended"
    for each in box["drives"]:
        other = teams[1] if each["team"] == teams[0] else teams[0]
        where = spot_in_words(each["start"], each["team"], other)
        began = f"{period_in_words(each['period'])} {clock_in_words(each['clock'])}"
        size = f"{each['plays']:>6}{each['yards']:>6}{clock_in_words(each['seconds']):>7}"
        yield f"{each['team']:6}{began:>10}  {where:10}{size}  {each['result']}"


def usage(box: Mapping[str, Any], teams: tuple[str, str]) -> Iterator[str]:
    """How often each play was called, against its quota."""
    yield f"{'':18}" + "".join(f"{code + ' calls/quota':>20}" for code in reversed(teams))
    for play in box["usage"][teams[0]]:
        cells = []
        for code in reversed(teams):
            made = box["usage"][code][play]
            cells.append(f"{made['calls']}/{made['quota'] if made['quota'] is not None else '-'}")
        yield f"{play:18}" + "".join(f"{cell:>20}" for cell in cells)


def box_page(box: Mapping[str, Any], teams: tuple[str, str]) -> Iterator[str]:
    """The whole box score with its headings."""
    for title, part in (
        ("SCORE", line_score),
        ("SCORING", scoring),
        ("TEAM STATISTICS", team_statistics),
        ("DRIVES", drive_chart),
        ("PLAYS CALLED", usage),
    ):
        yield from ("", title)
        yield from part(box, teams)
