"""Every place of a team chart: its columns by the names that people use, its values one by one.

Validator, reports, workbooks and cards all walk these lists. Cards and workbooks show the values in columns of
their own, and both are read back into the same data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from chartkit.dice import DiceSet, format_totals, parse_totals
from chartkit.errors import InputError
from chartkit.findings import JsonPath, changed_values, match_name, path_in_words, value_at
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


def _by_group(found: Iterable[ColumnPlace]) -> Iterable[tuple[str, list[ColumnPlace]]]:
    """Columns that are printed side by side: those of a formation, or of a part of the chart."""
    groups: dict[str, list[ColumnPlace]] = {}
    for place in found:
        groups.setdefault(place.formation or place.chart.replace("_", " "), []).append(place)
    return groups.items()


def column_tables(chart: TeamChart) -> list[Table]:
    """The columns side by side, those of each group and formation in a table of their own."""
    held = dict(columns_of(chart))
    return [
        Table(
            group,
            ("dice", *(place.name for place in places)),
            tuple((str(total), *(held[place][total].text for place in places)) for total in places[0].dice.totals),
        )
        for group, places in _by_group(held)
    ]


def grids(data: Mapping[str, Any]) -> list[Grid]:
    """Where every cell of a chart file stands: the columns as they are printed, then all that is no column."""
    every = [".".join(path) for path, _, _ in changed_values(data, {}) if path[0] not in _NOT_CELLS]
    there = [place for place in TEAM_COLUMNS if f"{'.'.join(place.path)}.{place.dice.totals[0]}" in every]
    found = [
        Grid(
            group,
            tuple(place.name for place in places),
            tuple(
                (str(total), tuple(f"{'.'.join(place.path)}.{total}" for place in places))
                for total in places[0].dice.totals
            ),
        )
        for group, places in _by_group(there)
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
            f"{row!r} is not a total of the {place.dice.name} dice.",
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


# Every value, one by one: what may stand there, how it is shown, and the data of a chart made of them.

Said = str | int | float | None


class What(Enum):
    """What kind of value it is."""

    RESULT = "a result"
    MEMBER = "one total of a dice set"
    MARK = "one total of a marked chart"
    WHOLE = "a whole number"
    NUMBER = "a number"
    TEXT = "a text"
    RANGE = "a range such as 1-36"


@dataclass(frozen=True, slots=True)
class Value:
    """One value: its path in the chart's file, and what may stand there."""

    path: tuple[str, ...]
    what: What
    #: What may be chosen; for a dice set the first word means that the total belongs to it.
    words: tuple[str, ...] = ()
    #: The dice total, for one row of a set or of marks.
    total: int | None = None
    #: The column of a result.
    column: ColumnPlace | None = None

    @property
    def key(self) -> str:
        """The path as people write it, with the total: `supplement.sack_rate.27`."""
        return ".".join((*self.path, *([] if self.total is None else [str(self.total)])))

    @property
    def in_supplement(self) -> bool:
        """Whether a team without a supplement sheet has no such value."""
        return self.path[0] == "supplement"

    @property
    def may_be_null(self) -> bool:
        """Pass percent without play calls, and the yards of a team without a sack rate."""
        return self.path[1:2] in (("pass_percent",), ("sack_rate",))

    @property
    def choices(self) -> str:
        """The words that may be chosen, in a line."""
        empty = self.what is What.MARK or "" in self.words
        return " or ".join([word for word in self.words if word] + (["empty"] if empty else []))


def _results(place: ColumnPlace) -> tuple[Value, ...]:
    return tuple(Value((*place.path, str(total)), What.RESULT, column=place) for total in place.dice.totals)


def _thirty(path: tuple[str, ...], what: What, words: Iterable[str]) -> tuple[Value, ...]:
    return tuple(Value(path, what, tuple(words), total) for total in dice.OFFENSIVE.totals)


#: The results of each column, by its path.
RESULTS = {place.path: _results(place) for place in TEAM_COLUMNS}
FUMBLE_RECOVERED = _thirty(("offense", "fumble_recovered"), What.MEMBER, ("recovered", "lost"))
PAT_GOOD = _thirty(("special_teams", "pat_good"), What.MEMBER, ("good", "missed"))
#: The charts of the supplement that are sets or marks, by their path, in the order of the published sheet (R3.6).
SUPPLEMENT_COLUMNS: Mapping[tuple[str, ...], tuple[Value, ...]] = {
    **{
        (name,): _thirty(("supplement", name), What.MEMBER, (symbol, ""))
        for name, symbol in columns.CANCELLATION.items()
    },
    **{path: _thirty(("supplement", *path), What.MARK, marks) for path, marks in MARKED.items()},
    **{
        ("line_of_scrimmage", foul): _thirty(
            ("supplement", "line_of_scrimmage", foul, "post"), What.MEMBER, ("Post", "Pre")
        )
        for foul in columns.LINE_OF_SCRIMMAGE
    },
}
_KINDS = {"muffed_snap_percent": What.NUMBER, "muffed_snap_rating": What.TEXT}
#: The figures of R3.7 in the order of the sheets.
FIGURES = {
    name: Value(("supplement", *name.split(".")), _KINDS.get(name, What.WHOLE))
    for name in shipped_data("labels.toml")["figures"]
}
CALLS, QUOTAS = (
    {play: Value(("supplement", "play_calls", play, name), What.WHOLE) for play in columns.PLAYS}
    for name in ("calls", "quota")
)
SOLITAIRE = {
    play: Value(("supplement", "solitaire", group, play), What.RANGE)
    for group, plays in columns.GROUPS.items()
    for play in plays
}
POWER_RATING = Value(("power_rating",), What.NUMBER)
#: Who the chart is of.
IDENTITY = (
    Value(("season",), What.WHOLE),
    *(Value(("team", name), What.TEXT) for name in ("code", "city", "name")),
    POWER_RATING,
)
#: Every value that is on the cards of a team; they say who it is at their foot.
ON_CARDS = (
    POWER_RATING,
    *FUMBLE_RECOVERED,
    *PAT_GOOD,
    *(value for column in RESULTS.values() for value in column),
    *(value for column in SUPPLEMENT_COLUMNS.values() for value in column),
    *FIGURES.values(),
    *CALLS.values(),
    *QUOTAS.values(),
    *SOLITAIRE.values(),
)


def span_of(value: Value) -> tuple[int, int | None] | None:
    """The lowest and highest number that may stand there (R3.7)."""
    return columns.SPANS.get(value.path[1:]) if value.in_supplement else None


def shown(data: Mapping[str, Any], value: Value) -> Said:
    """What a sheet shows of a chart's data at a place; None is an empty cell."""
    found = value_at(data, *value.path)
    if value.what is What.MEMBER:
        if found is None:
            return None
        inside, outside = value.words
        return (inside if value.total in parse_totals(found) else outside) or None
    if value.what is What.MARK:
        return found["result"] if found and value.total in parse_totals(found["on"]) else None
    said: Said = found
    return said


class Filled:
    """Builds the data of a chart value by value; an illegal word is reported as a problem."""

    def __init__(self, problem: Callable[[Value, str], None]) -> None:
        self.data: dict[str, Any] = {}
        self._problem = problem
        self._totals: dict[tuple[str, ...], set[int]] = {}
        self._symbols: dict[tuple[str, ...], str] = {}

    def put(self, value: Value, said: Said) -> None:
        """Fill in one value; None leaves it out."""
        if value.total is not None:
            self._put_total(value, str(said or ""), value.total)
        elif value.what is What.RESULT:
            put_at(self.data, value.path, "0" if said is None else str(said))
        elif said is not None or value.may_be_null:
            put_at(self.data, value.path, said)

    def _put_total(self, value: Value, text: str, total: int) -> None:
        totals = self._totals.setdefault(value.path, set())
        known = {word.upper(): word for word in value.words}
        word = known.get(text.upper())
        # A team without a supplement leaves the whole sheet empty.
        if word is None and (text or not (value.in_supplement or value.what is What.MARK)):
            self._problem(value, f"says {text!r}; legal: {value.choices}")
        elif value.what is What.MEMBER:
            if word and word == value.words[0]:
                totals.add(total)
        elif word:
            held = self._symbols.setdefault(value.path, word)
            if held == word:
                totals.add(total)
            else:
                self._problem(value, f"says {word} in a column that already has {held}; never both (R3.6)")

    def finish(self, *, supplement: bool, big_play: bool) -> dict[str, Any]:
        """The data, with sets and symbols; without the parts that the team does not have."""
        for path, totals in self._totals.items():
            marked = path[1:] in MARKED
            put_at(self.data, (*path, "on") if marked else path, format_totals(totals))
            if marked:
                put_at(self.data, (*path, "result"), self._symbols.get(path, ""))
        if not supplement:
            self.data["supplement"] = None
            return self.data
        sheet = self.data["supplement"]
        if not big_play:
            sheet["short_pass_big_play"] = {}
        if sheet["sack_rate"].get("sack_yards") is None and sheet["sack_rate"].get("scramble_yards") is None:
            sheet["sack_rate"] = None
        ranges = sheet.setdefault("solitaire", {})
        for group in columns.GROUPS:
            ranges.setdefault(group, {})
        return self.data
