"""Charts as values: one team's chart of whichever game its file says, its odds, and what changes to it do.

    trial = try_changes(chart, {"offense.columns.6-SHORT.27": "12"})
    trial.findings, trial.figures
    keep_changes(chart, {"offense.columns.6-SHORT.27": "12"}, reason="the long one in week 3", folder="edits/2031")

A chart never changes in place, and nothing but files of hand edits is ever written: `compile` applies them.
"""

from __future__ import annotations

import copy
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chartkit import systems
from chartkit.api import display
from chartkit.errors import InputError, InvalidChartError, NotOffered
from chartkit.files import as_path, dumps, file_name, write_text
from chartkit.findings import Finding, changed_values, failing, read_json, unknown_name, value_at
from chartkit.pages import Report
from chartkit.systems.base import Compiler, Grid, HandEdit

if TYPE_CHECKING:
    import pandas as pd

#: Files of a build that no game needs.
_NOT_PLAYED = ("print", "*.html", "*.pdf", "*.svg")


@dataclass(frozen=True)
class Chart:
    """One team's chart. What the game's own chart has is here too: `chart.offense["6-SHORT"][27].text`."""

    game: str
    #: The chart as its file has it.
    data: Mapping[str, Any]
    #: The chart as a value of its game.
    value: Any = field(compare=False)
    #: Its file; None when it was edited and not saved.
    path: Path | None = field(default=None, compare=False)
    #: The build around it, with the coach tables and what the teams of a season share.
    build: Path | None = field(default=None, compare=False)

    @classmethod
    def load(cls, path: str | Path) -> Chart:
        """Read a chart file; InvalidChartError carries the findings when it breaks the rules of its game."""
        path = Path(path)
        system = systems.of_file(path)
        value = system.charts().load(path)
        around = path.parent.parent if path.parent.name == "charts" else None
        return cls(system.name, read_json(path).data, value, path, around)

    @property
    def team(self) -> str:
        """The code of the team."""
        return str(self.data["team"]["code"])

    @property
    def season(self) -> int:
        """The season, by the year in which it began."""
        return int(self.data["season"])

    @property
    def title(self) -> str:
        """Season and team: `2017 Philadelphia Eagles`."""
        team = self.data["team"]
        named = [team.get("city"), team.get("name")]
        return " ".join(filter(None, [str(self.season), *(named if any(named) else [self.team])]))

    def __getattr__(self, name: str) -> Any:
        # Called only for what a Chart itself does not have.
        if name.startswith("_") or name == "value":
            raise AttributeError(name)
        return getattr(self.value, name)

    def __dir__(self) -> Iterable[str]:
        return sorted({*super().__dir__(), *(name for name in dir(self.value) if not name.startswith("_"))})

    def __hash__(self) -> int:
        return hash((self.game, self.season, self.team))

    def __repr__(self) -> str:
        return f"<Chart {self.title}>"

    def _repr_html_(self) -> str:
        return display.html(self.title, tables=systems.find(self.game).charts().tables(self.value))

    def odds(self, column: str | None = None, against: Chart | str | None = None) -> pd.DataFrame:
        """The exact odds: a row for each result of a column, or of a play against each formation of another team.

        Without a column it has all of them. `ways` of `outcomes` rolls give the result.
        """
        other = None if against is None else self.of_same_game(chart_named(against)).value
        return display.frame(systems.find(self.game).charts().odds_rows(self.value, column, other, self.build))

    def of_same_game(self, other: Chart) -> Chart:
        """The other chart, if it is of the same game; InputError if not."""
        if other.game != self.game:
            raise InputError(f"{self.title} is a chart of {self.game}, and {other.title} one of {other.game}.")
        return other

    def edit(self, changes: Mapping[str, Any]) -> Chart:
        """The chart with some cells changed, named as the validator names them: `offense.columns.6-SHORT.27`.

        The result is checked: InvalidChartError when it breaks a rule. The chart itself stays as it is.
        """
        data = with_values(self.data, changes)
        with _written(self.team, data) as path:
            try:
                value = systems.find(self.game).charts().load(path)
            except InvalidChartError as error:
                lines = [f"  {each.code} {each.place}: {each.sentence}" for each in error.findings]
                told = "\n".join([f"{self.title} would break the rules of its game:", *lines])
                raise InvalidChartError(told, error.findings) from None
        return replace(self, data=data, value=value, path=None)

    def save(self, path: str | Path) -> Chart:
        """Write the chart file; gives the chart that is now there."""
        write_text(Path(path), dumps(self.data))
        return replace(self, path=Path(path))


def with_values(data: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of a chart's data with other values at some places."""
    changed = copy.deepcopy(dict(data))
    for place, value in changes.items():
        *parents, last = place.split(".")
        holder = changed
        for key in parents:
            holder = _inside(holder, key)
        _inside(holder, last)
        holder[last] = value
    return changed


def _inside(holder: Any, key: str) -> Any:
    if not isinstance(holder, dict) or key not in holder:
        raise unknown_name(key, holder if isinstance(holder, dict) else ())
    return holder[key]


@contextmanager
def _written(team: str, data: Mapping[str, Any]) -> Iterator[Path]:
    """A temporary file with the data of a chart."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / file_name(team, ".json")
        write_text(path, dumps(data))
        yield path


def chart_named(team: Chart | str | Path) -> Chart:
    """A chart as it is; of a name, the team or file that commands find by it."""
    return team if isinstance(team, Chart) else Chart.load(systems.chart_of(str(team)))


@contextmanager
def file_of(chart: Chart) -> Iterator[Path]:
    """The chart's file with its build around it; an edited chart gets a temporary one."""
    if chart.path is not None and chart.path.is_file():
        yield chart.path
        return
    with copied(chart.build, "charts", "plays.parquet") as folder:
        path = folder / "charts" / file_name(chart.team, ".json")
        chart.save(path)
        yield path


@contextmanager
def copied(build: Path | None, *without: str) -> Iterator[Path]:
    """A temporary copy of what games need of a build, without some files; an empty folder for None."""
    with tempfile.TemporaryDirectory() as folder:
        if build is not None:
            left_out = shutil.ignore_patterns(*_NOT_PLAYED, *without)
            shutil.copytree(build, folder, ignore=left_out, dirs_exist_ok=True)
        yield Path(folder)


# A chart on the workbench: its cells as they are printed, the effect of changes, and changes kept as hand edits.


@dataclass(frozen=True)
class Figure:
    """One figure of a column before and after a change."""

    table: str
    column: str
    figure: str
    before: str
    after: str


@dataclass(frozen=True)
class Trial:
    """A chart with changes that are not kept."""

    findings: tuple[Finding, ...]
    #: None when the changes break the rules of the game.
    chart: Chart | None
    #: What the changes do to the odds of the columns.
    figures: tuple[Figure, ...] = ()


def grids(chart: Chart) -> Sequence[Grid]:
    """The chart as it is printed; each cell by its place in the file."""
    return systems.find(chart.game).charts().grids(chart.data)


def cells(chart: Chart) -> dict[str, Any]:
    """What stands at each place of the grids."""
    return {
        place: value_at(chart.data, *place.split("."))
        for grid in grids(chart)
        for _, places in grid.rows
        for place in places
    }


def try_changes(chart: Chart, changes: Mapping[str, str], columns: Sequence[str] = ()) -> Trial:
    """Everything that is wrong with a changed chart, and what the changes do to some of its columns, or to all."""
    charts = systems.find(chart.game).charts()
    with _changed(chart, changes) as (old, new, data):
        findings = tuple(replace(each, file="") for each in charts.check(new).findings)
        if failing(findings):
            return Trial(findings, None)
        edited = replace(chart, data=data, value=charts.load(new), path=None)
        try:
            before, after = (charts.odds(path, None, columns) for path in (old, new))
        except (NotOffered, InputError):
            # Only columns have odds.
            return Trial(findings, edited)
        return Trial(findings, edited, tuple(_figures(before, after)))


@contextmanager
def _changed(chart: Chart, changes: Mapping[str, str]) -> Iterator[tuple[Path, Path, dict[str, Any]]]:
    """The chart's own file, a file with the changes in it, and its data."""
    if chart.path is None:
        raise InputError(f"{chart!r} is in no file yet.", remedy="Save it first.")
    known = cells(chart)
    if unknown := [place for place in changes if place not in known]:
        raise unknown_name(unknown[0], known)
    data = with_values(chart.data, {place: _like(known[place], text) for place, text in changes.items()})
    # The checksum of the compiled chart: every edited chart differs from it.
    (data.get("source") or {}).pop("chart_sha256", None)
    with _written(chart.team, data) as new:
        yield chart.path, new, data


def _like(old: Any, text: str) -> Any:
    """A text as the type of the old value; one that cannot be converted stays a text, and the check reports it."""
    if isinstance(old, int | float) and not isinstance(old, bool):
        try:
            return int(text) if isinstance(old, int) or text.lstrip("-").isdigit() else float(text)
        except ValueError:
            return text
    return None if old is None and not text else text


def _figures(before: Report, after: Report) -> Iterator[Figure]:
    """Every figure of the tables that differs."""
    for (table, column, name), now, was in changed_values(_by_name(after), _by_name(before)):
        yield Figure(table, column, name, was or "", now or "")


def _by_name(report: Report) -> dict[str, dict[str, dict[str, str]]]:
    """The figures of a report by table, column and name; empty ones are left out."""
    return {
        table.title: {
            row[0]: {name: text for name, text in zip(table.headings[1:], row[1:], strict=True) if text}
            for row in table.rows
        }
        for table in report.tables
    }


def column_odds(chart: Chart, column: str) -> Report:
    """The odds of a column, in all parts of the chart that have one of that name."""
    with file_of(chart) as path:
        return systems.find(chart.game).charts().odds(path, None, [column])


def hand_edits(chart: Chart, folder: str | Path | None = None) -> Sequence[HandEdit]:
    """The edits that compile would apply to the chart, from edits/SEASON or another folder."""
    system = systems.find(chart.game)
    if not system.offers("compiler"):
        return ()
    return system.compiler().hand_edits(chart.season, chart.team, as_path(folder))


def keeps_edits(chart: Chart) -> bool:
    """Whether the chart's game has files of hand edits; without them changes can only be tried."""
    system = systems.find(chart.game)
    return system.offers("compiler") and type(system.compiler()).keep_edits is not Compiler.keep_edits


def keep_changes(
    chart: Chart, changes: Mapping[str, str], *, reason: str, folder: str | Path | None = None
) -> Path:
    """Add the changes to the chart's edits file; a cell that is back to its compiled value loses its edit."""
    known = cells(chart)
    dropped = [
        place for place, text in changes.items() if place in known and _like(known[place], text) == known[place]
    ]
    with _changed(chart, changes) as (old, new, _):
        compiler = systems.find(chart.game).compiler()
        return compiler.keep_edits(old, new, reason=reason, target=as_path(folder), without=dropped)
