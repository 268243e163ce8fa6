"""Every column of a team's charts under the name that people call it by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from chartkit.errors import InputError
from chartkit.findings import nearest
from chartkit.systems.ddf import columns
from chartkit.systems.ddf.chart import Column, TeamChart
from chartkit.systems.ddf.columns import BIG_PLAY


@dataclass(frozen=True)
class Part:
    """One column with its place: the group it is printed in, its formation if it is a defense column, its name."""

    #: The chart that legality and meanings go by: offense, defense, special_teams, coverage, supplement.
    chart: str
    name: str
    column: Column
    formation: str = ""

    @property
    def title(self) -> str:
        """`6-SHORT`, or `A-STANDARD 6-SHORT`."""
        return f"{self.formation} {self.name}" if self.formation else self.name

    @property
    def place(self) -> str:
        """The column in words: `offense, 6-SHORT`."""
        chart = {"special_teams": "special teams", "coverage": "special teams"}.get(self.chart, self.chart)
        return ", ".join(part for part in (chart, self.formation, self.name) if part)


def parts(chart: TeamChart) -> Iterator[Part]:
    """Offense, special teams, coverages, Big Play, then the defense formation by formation."""
    for name in columns.OFFENSE:
        yield Part("offense", name, chart.offense.columns[name])
    for name in columns.SPECIAL_TEAMS:
        yield Part("special_teams", name, chart.special_teams.columns[name])
    for name in columns.COVERAGE:
        yield Part("coverage", name, chart.special_teams.coverage[name])
    if chart.supplement and chart.supplement.short_pass_big_play:
        yield Part("supplement", BIG_PLAY, chart.supplement.short_pass_big_play)
    for formation in columns.FORMATIONS:
        for play in columns.PLAYS:
            yield Part("defense", play, chart.defense[formation][play], formation)


def match_name(text: str, names: tuple[str, ...], what: str) -> str:
    """The name that a person means: `6`, `short`, `6-short` for 6-SHORT."""
    wanted = _plain(text)
    several: list[str] = []
    for fits in (_whole, _piece, _start):
        found = [name for name in names if wanted and fits(_plain(name), wanted)]
        if len(found) == 1:
            return found[0]
        several = several or found
    if several:
        raise InputError(f"{text!r} is more than one {what}.", remedy=f"Choose one of {', '.join(several)}.")
    guess = nearest(text, names)
    remedy = f"Did you mean {guess}?" if guess else f"Known are: {', '.join(names)}."
    raise InputError(f"there is no {what} called {text!r}.", remedy=remedy)


def _plain(text: str) -> str:
    return " ".join(text.upper().replace("-", " ").replace("_", " ").split())


def _whole(name: str, wanted: str) -> bool:
    return name == wanted


def _piece(name: str, wanted: str) -> bool:
    number, _, rest = name.partition(" ")
    return wanted == rest or (len(number) == 1 and wanted == number)


def _start(name: str, wanted: str) -> bool:
    return name.startswith(wanted) or wanted in name.split()


_NOT_DEFENSE = (*columns.OFFENSE, *columns.SPECIAL_TEAMS, *columns.COVERAGE, BIG_PLAY)


def find_part(chart: TeamChart, names: list[str]) -> Part:
    """The column that is named: `6-SHORT`, or a formation and a play for the defense."""
    if len(names) == 2:
        formation = match_name(names[0], columns.FORMATIONS, "formation")
        play = match_name(names[1], columns.PLAYS, "play")
        return Part("defense", play, chart.defense[formation][play], formation)
    if len(names) != 1:
        raise InputError("name a column, or a formation and a play.", remedy="For example: 6-SHORT, or A 6-SHORT.")
    name = match_name(names[0], _NOT_DEFENSE, "column")
    for part in parts(chart):
        if part.name == name:
            return part
    raise InputError(f"{chart.team.code} has no {name} chart.")
