"""What a game system can offer.

A game is a subclass of `GameSystem`. It overrides the method of each capability that it has, and the methods of a
capability that it can do; what it leaves out answers with one sentence that names the game and what it lacks
(`NotOffered`, exit code 2). A game needs no capability at all to be listed.

    class Toy(GameSystem):
        name, title = "toy", "Toy Football"

        def charts(self) -> ToyCharts:
            return ToyCharts()

Heavy parts are imported by the method that offers them, or named in `rooms`: `chartkit --help` need not wait.
"""

from __future__ import annotations

import datetime
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from chartkit.errors import InputError, NotOffered
from chartkit.findings import Severity, read_json
from chartkit.pages import Report

if TYPE_CHECKING:
    import pandas as pd

    from chartkit.dice import DiceSet
    from chartkit.findings import Catalogue, Change, Checked, Finding
    from chartkit.league import Simulation
    from chartkit.pages import Table
    from chartkit.paper import Document, Style
    from chartkit.plays import SeasonPlays
    from chartkit.systems.table import GameOption, GameOrder, TableGame

Room = TypeVar("Room")
#: What a game may offer, by the method that gives it.
CAPABILITIES: Mapping[str, str] = {
    "charts": "charts to check, read and compare",
    "classifier": "words for the plays of a season",
    "compiler": "a compiler",
    "cards": "cards to print",
    "workbook": "workbooks",
    "referee": "a referee to play under",
    "simulation": "games played many times",
}


class GameSystem:
    """One tabletop game: its name, its dice, its files, and what can be done with them."""

    #: As typed on the command line and written into the "game" field of its files.
    name: ClassVar[str]
    #: As its players know it.
    title: ClassVar[str]

    @property
    def dice(self) -> Mapping[str, DiceSet]:
        """The dice of the game by name."""
        return {}

    #: Capability -> `module:class` that offers it, loaded when it is asked for: instead of a method.
    rooms: ClassVar[Mapping[str, str]] = {}

    def charts(self) -> Charts:
        """The work on chart files."""
        return self._room("charts", Charts)

    def classifier(self) -> Classifier:
        """What the plays of a season were in the words of the game."""
        return self._room("classifier", Classifier)

    def compiler(self) -> Compiler:
        """The way from plays to charts."""
        return self._room("compiler", Compiler)

    def cards(self) -> Cards:
        """The game's way onto paper and back."""
        return self._room("cards", Cards)

    def workbook(self) -> Workbook:
        """The game's charts in a spreadsheet."""
        return self._room("workbook", Workbook)

    def referee(self) -> Referee:
        """One game at the table."""
        return self._room("referee", Referee)

    def simulation(self) -> Simulation:
        """Many games, for the league."""
        # The league loads numpy.
        from chartkit.league import Simulation

        return self._room("simulation", Simulation)

    def offers(self, capability: str) -> bool:
        """Whether the game has one of `CAPABILITIES`."""
        is_written = getattr(type(self), capability) is not getattr(GameSystem, capability)
        return is_written or capability in self.rooms

    def _room(self, capability: str, kind: type[Room]) -> Room:
        if capability not in self.rooms:
            raise self._lacks(capability)
        module, _, name = self.rooms[capability].partition(":")
        found = getattr(import_module(module), name)()
        assert isinstance(found, kind)
        return found

    def _lacks(self, capability: str) -> NotOffered:
        return NotOffered(f"{self.title} ({self.name})", CAPABILITIES[capability].removeprefix("a "))

    @property
    def folder(self) -> Path:
        """Where the game's package keeps its schemas/, templates/, data/ and docs/."""
        return Path(str(sys.modules[type(self).__module__].__file__)).parent

    def schemas(self) -> Mapping[str, Path]:
        """The JSON Schemas of the game's files by name."""
        return {path.name.removesuffix(".schema.json"): path for path in _files(self.folder / "schemas")}

    def templates(self) -> Mapping[str, Path]:
        """The files that people may copy and edit, by name."""
        return {path.name: path for path in _files(self.folder / "templates")}

    def pages(self) -> Mapping[str, Path]:
        """Pages about the game, by name."""
        return {path.stem: path for path in _files(self.folder / "docs")}


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*") if path.is_file())


class Capability:
    """The base of everything that a game offers."""

    #: The game as its players know it, for the sentence that says what it lacks.
    game: ClassVar[str] = "This game"

    def _lacks(self, what: str) -> NotOffered:
        return NotOffered(self.game, what)


# Charts.


@dataclass(frozen=True, slots=True)
class Grid:
    """A part of a chart as it is printed: the place in the file of every cell, by row and heading."""

    title: str
    headings: tuple[str, ...]
    #: What stands before a row, and the places of its cells, as findings name them: `offense.columns.6-SHORT.27`.
    rows: tuple[tuple[str, tuple[str, ...]], ...]


class Charts(Capability):
    """Chart files: check, explain, count odds, compare, begin a new one."""

    def codes(self) -> Catalogue:
        """Every code that a check of this game's files can give."""
        raise self._lacks("codes of a validator")

    def load(self, path: Path) -> Any:
        """A chart file as a value of the game's own type; InvalidChartError when it breaks the rules."""
        raise self._lacks("charts to load")

    def tables(self, chart: Any) -> Sequence[Table]:
        """A loaded chart as tables for people."""
        return ()

    def grids(self, data: Mapping[str, Any]) -> Sequence[Grid]:
        """Where every cell of a chart file stands on paper."""
        raise self._lacks("charts to edit as a spreadsheet")

    def odds_rows(
        self, chart: Any, column: str | None, against: Any | None, build: Path | None
    ) -> Iterable[Mapping[str, Any]]:
        """The exact odds of a loaded chart: a row for each result of each column, or of the one that is named.

        With `against` the odds are those against that chart; `build` holds what the teams of a season share.
        """
        raise self._lacks("odds of a chart")

    def check(self, path: Path) -> Checked:
        """Everything that is wrong with a file, or with a folder of files."""
        raise self._lacks("validator")

    def fix(self, path: Path) -> list[Change]:
        """Fix mistakes that can only mean one thing, in a file or a folder of files, and keep the old files."""
        raise self._lacks("mistakes that can be fixed without asking")

    def explain(self, words: Sequence[str]) -> Report:
        """What a cell means: its text alone, or a chart file and the names of column and row."""
        raise self._lacks("cells to explain")

    def odds(self, chart: Path, against: Path | None, wanted: Sequence[str]) -> Report:
        """The exact odds of a chart's columns, or of its plays against another chart's defense."""
        raise self._lacks("odds of a chart")

    def plot_odds(self, chart: Path, against: Path | None, target: Path) -> None:
        """The same odds as a picture."""
        raise self._lacks("picture of odds")

    def diff(self, old: Path, new: Path) -> Report:
        """What changed between two charts, and what that does to the odds."""
        raise self._lacks("comparison of charts")

    def new_chart(self, team: str, season: int | None, city: str, name: str) -> str:
        """The text of a blank but valid chart file."""
        raise self._lacks("blank chart")


# The plays of a season.


@dataclass(frozen=True)
class TeamCalls:
    """What one team called over a season: how often, and the most in any one game."""

    team: str
    games: int
    calls: Mapping[str, int]
    quotas: Mapping[str, int]
    groups: Mapping[str, int]
    bases: Mapping[str, int]


@dataclass(frozen=True)
class Moved:
    """Plays that go from one column to another when the rules change."""

    before: str
    after: str
    plays: int


class Classifier(Capability):
    """What each play of a season was, listed and counted."""

    def classify(
        self, plays: pd.DataFrame, *, rules: Path | None = None, penalties: Path | None = None
    ) -> pd.DataFrame:
        """The play table with what each play was in this game, by the standard rules or an author's own."""
        raise self._lacks("words for the plays of a season")

    def column_named(self, text: str) -> str:
        """The column of plays that a text means (`6-SHORT`, `6`, `short`); InputError when there is none."""
        raise self._lacks("columns of plays")

    def plays_behind(
        self, classified: pd.DataFrame, *, column: str | None, team: str | None, defense: bool
    ) -> pd.DataFrame:
        """The plays of a column and a team (or against it), with the columns that people want to see."""
        raise self._lacks("list of the plays behind a chart")

    def team_calls(self, classified: pd.DataFrame) -> list[TeamCalls]:
        """Calls and quotas of every team, by team code."""
        raise self._lacks("calls to count")

    def moved(self, before: pd.DataFrame, after: pd.DataFrame) -> list[Moved]:
        """What changed between two classifications of the same plays, most plays first."""
        raise self._lacks("comparison of two classifications")


# From plays to charts.

#: Stage by name, how much of it is done, how much there is.
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class CompileOrder:
    """What an author asks of a compile; the same order on the same plays gives the same bytes."""

    out: Path
    #: The charts to write; all teams' if none is named.
    teams: tuple[str, ...] = ()
    jobs: int = 1
    shrink: bool = False
    layout: str = "classic"
    seed: int = 0
    settings: Path | None = None
    rules: Path | None = None
    penalties: Path | None = None
    #: Folder with hand edits, a file for each team.
    edits: Path | None = None
    #: Tables that all teams of a game share are fitted to the season too.
    refit: bool = False
    #: Charts that were changed by hand in the build are kept as copies and not carried over.
    discard_edits: bool = False


def by_severity(findings: Iterable[Finding]) -> dict[str, int]:
    """How many findings of each severity."""
    counts = Counter(str(each.severity) for each in findings)
    return {str(severity): counts[str(severity)] for severity in Severity}


@dataclass(frozen=True)
class Compiled:
    """The result of a compile."""

    files: tuple[Path, ...]
    notes: tuple[str, ...]
    #: Findings of the validator by severity.
    findings: Mapping[str, int]
    #: How well the charts reproduce the season.
    report: Report
    passed: bool
    edits_left_out: Sequence[str] = field(default_factory=tuple)
    #: What happened to each hand edit, in a sentence.
    by_hand: Sequence[str] = field(default_factory=tuple)


@dataclass(frozen=True, slots=True)
class HandEdit:
    """One cell changed by hand, with the author's reason; None for a cell that was or is not there."""

    cell: str
    was: Any
    now: Any
    reason: str = ""
    date: datetime.date | None = None
    always: bool = False


class Compiler(Capability):
    """From plays to charts."""

    def compile(self, plays: SeasonPlays, order: CompileOrder, progress: Progress) -> Compiled:
        """Compile a season and write its build."""
        raise self._lacks("compiler")

    def refuse_unknown(self, plays: SeasonPlays, order: CompileOrder) -> None:
        """InputError for a team that the season does not have."""
        held = set(plays.plays["home_team"]) | set(plays.plays["away_team"])
        for unknown in sorted(set(order.teams) - held):
            raise InputError(
                f"there is no team {unknown} in season {plays.season}.",
                remedy=f"The teams are {' '.join(sorted(map(str, held)))}.",
            )

    def read_report(self, build: Path) -> Report:
        """The report of a build that was compiled before."""
        return Report(read_json(build / "report.json").data)

    def tune(self, shares: Mapping[str, float], means: Mapping[str, float], options: int) -> Report:
        """Dice totals that add up to wanted shares, nearest first."""
        raise self._lacks("columns of dice totals to tune")

    def keep_edits(
        self, old: Path, new: Path, *, reason: str, target: Path | None = None, without: Sequence[str] = ()
    ) -> Path:
        """Add what makes `new` of `old` to the edits file that compile reads, or to another; gives the file.

        Edits that the file has of the cells in `without` are given up.
        """
        raise self._lacks("files of hand edits")

    def hand_edits(self, season: int, team: str, target: Path | None = None) -> Sequence[HandEdit]:
        """The edits that compile would apply to a team's chart."""
        return ()


# Paper.


@dataclass(frozen=True)
class PrintJob:
    """What to print, on what and how."""

    source: Path
    teams: tuple[str, ...] = ()
    what: tuple[str, ...] = ()
    paper: str = "letter"
    style: str = "classic"
    template: Path | None = None
    duplex: bool = False
    marks: bool = False
    fit_one: bool = False
    #: Team code -> `#RRGGBB`, instead of the colour that the season file or the list of NFL teams has.
    colours: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Print:
    """One document ready to be drawn, and the name that its file takes."""

    name: str
    document: Document
    style: Style


@dataclass(frozen=True)
class ReadChart:
    """A chart read from paper: the name and text of its file."""

    file_name: str
    text: str


@dataclass(frozen=True)
class ReadPaper:
    """What was read from a PDF: charts, or the cells that could not be read, and the pages without a chart."""

    charts: tuple[ReadChart, ...]
    problems: tuple[Mapping[str, object], ...]
    other_pages: tuple[int, ...] = ()
    #: What people should know even if all charts were read.
    warnings: tuple[str, ...] = ()


class Cards(Capability):
    """Charts onto paper and back."""

    def kinds(self) -> Mapping[str, str]:
        """What can be printed: name and one line about it."""
        raise self._lacks("cards to print")

    def compose(self, job: PrintJob, *, apart: bool = False) -> list[Print]:
        """The documents of a job: one, or with `apart` one a team and one a kind."""
        raise self._lacks("cards to print")

    def check(self, made: Print, pdf: bytes, template: Path | None = None) -> list[str]:
        """Read a drawn document back; every place where the paper differs from the charts."""
        return []

    def read(self, path: Path, *, template: Path | None = None) -> ReadPaper:
        """Read charts from a PDF."""
        raise self._lacks("cards that can be read back")


# Spreadsheets.


@dataclass(frozen=True)
class ExportedWorkbook:
    """A workbook ready to be written."""

    file_name: str
    content: bytes


@dataclass(frozen=True)
class ImportedChart:
    """What a workbook holds; chart and edits are there only when nothing is wrong with it."""

    checked: Checked
    chart: str | None
    #: How many cells were changed by hand; None when the workbook does not know what was exported.
    changed: int | None
    #: Adds the changes to the edits file that compile reads, or to another; gives the file.
    keep: Callable[[Path | None], Path] | None = None


class Workbook(Capability):
    """Charts to workbooks and back."""

    def export(self, path: Path, teams: Sequence[str]) -> Sequence[ExportedWorkbook]:
        """The workbook of a chart file, or of the charts of a build (all, or the teams named)."""
        raise self._lacks("workbooks")

    def read(self, file: Path, *, date: datetime.date | None) -> ImportedChart:
        """Read a workbook back, judged like any chart, findings named by sheet and cell."""
        raise self._lacks("workbooks that can be read back")


# The table.


@dataclass(frozen=True, slots=True)
class ExampleVerdict:
    """One worked example: whether it came out as expected (None: it cannot be played), and why."""

    id: str
    passed: bool | None
    expected: Mapping[str, Any]
    got: Mapping[str, Any]
    why: str

    def to_json(self) -> dict[str, Any]:
        """As `chartkit referee --json` prints it."""
        return asdict(self)


class Referee(Capability):
    """One game by its rules."""

    def examples(self, data: Any) -> Sequence[ExampleVerdict]:
        """Play the worked examples of a file and compare."""
        raise self._lacks("worked examples")

    def coaches(self) -> Sequence[str]:
        """The coaches that can be named."""
        return ()

    def options(self) -> Sequence[GameOption]:
        """The rules that can be switched."""
        return ()

    def new_game(self, order: GameOrder) -> TableGame:
        """Set the table; charts that break the rules are refused."""
        raise self._lacks("referee to play under")

    def resumed_game(self, file: Path, order: GameOrder) -> TableGame:
        """A game file, checked event by event, to be continued with the charts that are in it."""
        raise self._lacks("games that can be continued")

    #: The format of the game's game files.
    log_format: ClassVar[str] = ""

    def is_finished(self, events: Sequence[Any]) -> bool:
        """Whether the events of a game file, as they stand in it, end with the final whistle."""
        raise self._lacks("games that can be continued")

    def open_games(self, folder: Path) -> Sequence[Path]:
        """The game files of a folder that are not over, the latest first."""
        if not self.log_format:
            raise self._lacks("games that can be continued")
        files = sorted(folder.glob("*.json"), key=lambda file: file.stat().st_mtime, reverse=True)
        return [file for file in files if self._is_open(file)]

    def _is_open(self, file: Path) -> bool:
        try:
            data = json.loads(file.read_text("utf-8"))
            return data["format"] == self.log_format and not self.is_finished(data["events"])
        except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return False

    def recorded_game(self, file: Path) -> TableGame:
        """A game file, checked event by event, to be shown."""
        raise self._lacks("game files to show")

    def chances(self, build: Path, games: int, seed: int, progress: Progress) -> Report:
        """Make a build's table of chances to win and write it there; gives its predictions beside results."""
        raise self._lacks("table of the chances to win")
