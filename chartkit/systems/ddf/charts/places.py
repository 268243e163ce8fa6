"""Every place of a team chart: its columns by the names that people use, its values by their path in the file.

Validator, reports, workbooks and cards all walk these lists.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from chartkit.dice import DiceSet
from chartkit.errors import InputError
from chartkit.findings import JsonPath, changed_values, match_name, path_in_words
from chartkit.pages import Table
from chartkit.systems.base import Grid
from chartkit.systems.ddf.charts import columns, dice
from chartkit.systems.ddf.charts.chart import Column, TeamChart
from chartkit.systems.ddf.data import shipped_data

#: Parts of a chart file that are no cells.
_NOT_CELLS = ("format", "game", "season", "team", "source")


@dataclass(frozen=True, slots=True)
class ColumnPlace:
    """Where a column stands: in which chart under which name, and where in the file."""

    #: The chart that legality and meanings go by: offense, defense, special_teams, coverage, supplement, generic.
    chart: str
    name: str
    path: tuple[str, ...]
    #: The dice that its rows are rolled with.
    dice: DiceSet = dice.OFFENSIVE
    #: Of a defense column.
    formation: str = ""

    @property
    def title(self) -> str:
        """`6-SHORT`, or `A-STANDARD 6-SHORT`."""
        return f"{self.formation} {self.name}" if self.formation else self.name

    @property
    def words(self) -> str:
        """The column in words: `offense, 6-SHORT`."""
        chart = {"special_teams": "special teams", "coverage": "special teams"}.get(self.chart, self.chart)
        return ", ".join(part for part in (chart, self.formation, self.name) if part)

    @property
    def is_pass(self) -> bool:
        """Completions are the offense's; a defense column only changes them."""
        return self.chart == "offense" and self.name in columns.PASSES

    def of(self, chart: TeamChart) -> Column | None:
        """The column in a team's chart; None for a Big Play chart that the team does not have."""
        match self.chart:
            case "offense":
                return chart.offense.columns[self.name]
            case "defense":
                return chart.defense[self.formation][self.name]
            case "special_teams":
                return chart.special_teams.columns[self.name]
            case "coverage":
                return chart.special_teams.coverage[self.name]
        return chart.supplement.short_pass_big_play if chart.supplement else None


#: Every column of a team chart: offense, special teams, coverages, Big Play, then the defense by formation.
TEAM_COLUMNS = (
    *(ColumnPlace("offense", name, ("offense", "columns", name)) for name in columns.OFFENSE),
    *(ColumnPlace("special_teams", name, ("special_teams", "columns", name)) for name in columns.SPECIAL_TEAMS),
    *(
        ColumnPlace("coverage", name, ("special_teams", "coverage", name), dice.DEFENSIVE)
        for name in columns.COVERAGE
    ),
    ColumnPlace("supplement", columns.BIG_PLAY, ("supplement", "short_pass_big_play")),
    *(
        ColumnPlace("defense", play, ("defense", formation, play), dice.DEFENSIVE, formation)
        for formation in columns.FORMATIONS
        for play in columns.PLAYS
    ),
)
#: The one column of a season file.
SQUIB_RETURN = ColumnPlace("generic", columns.SQUIB, ("generic", "squib_kick_return"))

#: The charts of the supplement that hold one of two symbols or none (R3.6): path below the supplement -> symbols.
MARKED: Mapping[tuple[str, ...], tuple[str, ...]] = {
    ("sack_rate",): columns.SACK_RATE_MARKS,
    ("fumble_recovery",): columns.FUMBLE_RECOVERY_MARKS,
    **{("penalty_influence", foul): marks for foul, marks in columns.INFLUENCE_MARKS.items()},
}
#: Every set of totals of a team chart and of a season file.
TEAM_SETS: tuple[JsonPath, ...] = (
    ("offense", "fumble_recovered"),
    ("special_teams", "pat_good"),
    *(("supplement", field) for field in columns.CANCELLATION),
    *(("supplement", *path, "on") for path in MARKED),
    *(("supplement", "line_of_scrimmage", foul, "post") for foul in columns.LINE_OF_SCRIMMAGE),
)
SEASON_SETS: tuple[JsonPath, ...] = (
    ("generic", "holding"),
    ("generic", "between_downs", "offense"),
    ("generic", "between_downs", "defense"),
)


def columns_of(chart: TeamChart) -> Iterator[tuple[ColumnPlace, Column]]:
    """Every column that a team has, with its place."""
    for place in TEAM_COLUMNS:
        column = place.of(chart)
        if column is not None:
            yield place, column


def column_tables(chart: TeamChart) -> list[Table]:
    """The columns side by side, those of each group and formation in a table of their own."""
    groups: dict[str, dict[str, Column]] = {}
    for place, column in columns_of(chart):
        groups.setdefault(place.formation or place.chart.replace("_", " "), {})[place.name] = column
    return [
        Table(
            group,
            ("dice", *held),
            tuple(
                (str(total), *(column[total].text for column in held.values()))
                for total in next(iter(held.values())).totals
            ),
        )
        for group, held in groups.items()
    ]


def grids(data: Mapping[str, Any]) -> list[Grid]:
    """Where every cell of a chart file stands: the columns as they are printed, then all that is no column."""
    every = [".".join(path) for path, _, _ in changed_values(data, {}) if path[0] not in _NOT_CELLS]
    groups: dict[str, list[ColumnPlace]] = {}
    for place in TEAM_COLUMNS:
        if f"{'.'.join(place.path)}.{place.dice.totals[0]}" in every:
            groups.setdefault(place.formation or place.chart.replace("_", " "), []).append(place)
    found = [
        Grid(
            group,
            tuple(place.name for place in held),
            tuple(
                (str(total), tuple(f"{'.'.join(place.path)}.{total}" for place in held))
                for total in held[0].dice.totals
            ),
        )
        for group, held in groups.items()
    ]
    in_columns = {cell for grid in found for _, cells in grid.rows for cell in cells}
    rest = [cell for cell in every if cell not in in_columns]
    rows = tuple((cell.removeprefix("supplement.").replace("_", " "), (cell,)) for cell in rest)
    return [*found, Grid("ratings", ("value",), rows)]


def find_column(chart: TeamChart, names: Sequence[str]) -> tuple[ColumnPlace, Column]:
    """The column that is named: `6-SHORT`, or a formation and a play for the defense."""
    if len(names) == 2:
        formation = match_name(names[0], columns.FORMATIONS, "formation")
        play = match_name(names[1], columns.PLAYS, "play")
        title = f"{formation} {play}"
    elif len(names) == 1:
        title = match_name(names[0], tuple(place.title for place in TEAM_COLUMNS if not place.formation), "column")
    else:
        raise InputError("name a column, or a formation and a play.", remedy="For example: 6-SHORT, or A 6-SHORT.")
    for place, column in columns_of(chart):
        if place.title == title:
            return place, column
    raise InputError(f"{chart.team.code} has no {title} chart.")


_CELL = "Write KC 6-SHORT 27, or KC:6-SHORT.27."
#: Parts of a path in a file that may be left out when a column is named.
_GROUPS = ("offense", "defense", "special_teams", "columns", "coverage")


def find_cell(chart: TeamChart, names: Sequence[str]) -> tuple[ColumnPlace, Column, int]:
    """The cell that is meant: column and row, for the defense formation, play and row; the place in a file too."""
    meant = [name for place, name in enumerate(names) if place > 1 or name not in _GROUPS]
    if len(meant) < 2:
        raise InputError("name a column and a row.", remedy=_CELL)
    place, column = _split_and_find(chart, " ".join(meant[:-1]).split())
    row, totals = meant[-1], place.dice.totals
    if not (row.isascii() and row.isdigit()) or int(row) not in totals:
        raise InputError(
            f"{row!r} is no total of the {place.dice.name} dice.",
            remedy=f"Name a row from {totals[0]} to {totals[-1]}.",
        )
    return place, column, int(row)


def _split_and_find(chart: TeamChart, words: Sequence[str]) -> tuple[ColumnPlace, Column]:
    """A column, or a formation and a play, each of one or more words."""
    for split in range(1, len(words)):
        try:
            return find_column(chart, [" ".join(words[:split]), " ".join(words[split:])])
        except InputError:
            continue
    return find_column(chart, [" ".join(words)])


def place_in_words(path: JsonPath) -> str:
    """Say where it is: "offense, 6-SHORT, dice 27".

    >>> place_in_words(("schedule", 11, "home"))
    'schedule, game 12, home'
    >>> place_in_words(("offense", ""))
    'offense, ""'
    """
    labels = shipped_data("labels.toml")
    return path_in_words(
        path, labels["fields"], labels["entries"], lambda _, step: f"dice {step}" if step.isdigit() else ""
    )


def put_at(data: dict[str, Any], path: Sequence[str], value: Any) -> None:
    """Put a value at a path; blocks on the way are made."""
    for step in path[:-1]:
        data = data.setdefault(step, {})
    data[path[-1]] = value
