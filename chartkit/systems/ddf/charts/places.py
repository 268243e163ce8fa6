"""Every column and cell of a team's charts under the name that people call it by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chartkit.errors import InputError
from chartkit.findings import nearest
from chartkit.systems.ddf.charts import columns
from chartkit.systems.ddf.charts.chart import Column, TeamChart
from chartkit.systems.ddf.charts.columns import BIG_PLAY
from chartkit.systems.ddf.charts.odds import dice_of
from chartkit.tables import Table


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


def column_tables(chart: TeamChart) -> list[Table]:
    """The columns side by side, those of each group and formation in a table of their own."""
    groups: dict[str, list[Part]] = {}
    for part in parts(chart):
        group = part.formation or part.chart.replace("_", " ")
        groups.setdefault(group, []).append(part)
    return [
        Table(
            group,
            ("dice", *(part.name for part in group_parts)),
            tuple(
                (str(total), *(part.column[total].text for part in group_parts))
                for total in group_parts[0].column.totals
            ),
        )
        for group, group_parts in groups.items()
    ]


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


_CELL = "Write KC 6-SHORT 27, or KC:6-SHORT.27."
#: Names of a place in a file that a column does not need.
_GROUPS = ("offense", "defense", "special_teams", "columns", "coverage")
#: Where the columns of a group stand in a chart file.
_HOMES = {
    "offense": "offense.columns",
    "special_teams": "special_teams.columns",
    "coverage": "special_teams.coverage",
}


@dataclass(frozen=True)
class CellName:
    """A column of a chart and a row of it."""

    part: Part
    total: int

    @property
    def dotted(self) -> str:
        """The place in a chart file: `offense.columns.6-SHORT.27`."""
        part = self.part
        if part.chart == "defense":
            return f"defense.{part.formation}.{part.name}.{self.total}"
        if part.name == BIG_PLAY:
            return f"supplement.short_pass_big_play.{self.total}"
        return f"{_HOMES[part.chart]}.{part.name}.{self.total}"


def find_cell(chart: TeamChart, names: Sequence[str]) -> CellName:
    """The cell that is meant: column and row, for the defense formation, play and row; the place in a file too."""
    meant = [name for place, name in enumerate(names) if place > 1 or name not in _GROUPS]
    if len(meant) < 2:
        raise InputError("name a column and a row.", remedy=_CELL)
    part, row = _named_part(chart, " ".join(meant[:-1]).split()), meant[-1]
    dice_set = dice_of(part.column)
    if not (row.isascii() and row.isdigit()) or int(row) not in dice_set.ways:
        raise InputError(
            f"{row!r} is no total of the {dice_set.name} dice.",
            remedy=f"Name a row from {dice_set.totals[0]} to {dice_set.totals[-1]}.",
        )
    return CellName(part, int(row))


def _named_part(chart: TeamChart, words: Sequence[str]) -> Part:
    """A column, or a formation and a play, each of one or more words."""
    for split in range(1, len(words)):
        try:
            return find_part(chart, [" ".join(words[:split]), " ".join(words[split:])])
        except InputError:
            continue
    return find_part(chart, [" ".join(words)])
