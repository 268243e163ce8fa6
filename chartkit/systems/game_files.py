"""The JSON files of a game: what is wrong with a file, how those of a build fit together, and what can be fixed.

A game names its formats and a validator for each (`GameFiles`); the rest is the same for every game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from chartkit import builds
from chartkit.errors import InputError, InvalidChartError
from chartkit.files import free_name, write_bytes
from chartkit.findings import (
    Catalogue,
    Change,
    Checked,
    Finding,
    JsonPath,
    JsonSource,
    PlaceNamer,
    Severity,
    UnreadableError,
    as_text,
    broken_paths,
    failing,
    list_at,
    named,
    nearest,
    read_bytes,
    read_json,
    value_at,
)
from chartkit.systems.base import Charts

CHARTS, SEASON_FILE = "charts", "season.json"
#: Files of a build that may lie beside its charts.
_NO_CHARTS = ("manifest.json", "report.json", "roundtrip.json", "chances.json")
_MOST_TOLD = 20
#: A workbook has some 60 kB, a book of all teams' cards a few megabytes.
_MOST_BYTES = 100_000_000

#: Finds what is wrong with the data of a file.
Validator = Callable[[Any], list[Finding]]


def build_around(path: Path) -> Path:
    """The build that a chart file lies in; of a folder the folder itself."""
    if path.is_dir():
        return path
    return path.parent.parent if path.parent.name == CHARTS else path.parent


def refuse_unsound(source: JsonSource, findings: Iterable[Finding]) -> None:
    """Raise UnreadableError or InvalidChartError if anything but warnings was found."""
    wrong = failing(source.findings) + source.located(failing(findings))
    for each in wrong:
        if each.severity is Severity.UNREADABLE:
            raise UnreadableError(each)
    if not wrong:
        return
    lines = [f"  {each.where}: {each.code} {each.place}: {each.sentence}" for each in wrong[:_MOST_TOLD]]
    if len(wrong) > _MOST_TOLD:
        lines.append(f"  and {len(wrong) - _MOST_TOLD} more (chartkit validate {source.file})")
    raise InvalidChartError("\n".join([f"{source.file} breaks the rules of its game:", *lines]), tuple(wrong))


def refuse_failing(findings: Iterable[Finding]) -> None:
    """InputError with the first finding of data that was just made and is in no file yet."""
    for wrong in failing(findings):
        allowed = f" Allowed: {wrong.allowed}" if wrong.allowed else ""
        raise InputError(f"{wrong.place}: {wrong.message}{allowed}")


@dataclass(frozen=True)
class GameFiles:
    """The formats of a game's files, each with its validator; the first is that of a team's chart."""

    validators: Mapping[str, Validator]
    codes: Callable[[], Catalogue]
    place: PlaceNamer
    #: Of the codes 280 to 283: no chart of a team, another season, another file name, an unknown team.
    prefix: str
    #: Files that the teams of a build share.
    common: tuple[str, ...] = (SEASON_FILE,)

    def check_path(self, path: Path) -> Checked:
        """Every problem of a file, or of a folder of charts and of how they fit together."""
        if not path.is_dir():
            return Checked((str(path),), tuple(self.check_file(path)))
        with builds.opened(path):
            return self._checked_folder(path)

    def check_file(self, path: Path) -> list[Finding]:
        """Every problem of one file; one that cannot be read at all is a finding too."""
        try:
            return self.check_source(read_json(path))
        except UnreadableError as error:
            return list(error.findings)

    def check_source(self, source: JsonSource) -> list[Finding]:
        """Every problem of a file that is JSON, with line and column."""
        stated = value_at(source.data, "format")
        validate = self.validators.get(stated) if isinstance(stated, str) else None
        flaws = named(source.findings, self.place)
        if validate is None:
            return [*flaws, *source.located(named([self._unknown_format(stated)], self.place))]
        broken = broken_paths(source)
        return [*flaws, *source.located([each for each in validate(source.data) if each.path not in broken])]

    def _unknown_format(self, stated: Any) -> Finding:
        known, is_said = list(self.validators), isinstance(stated, str)
        said = f"`{as_text(stated)}` is not a format that chartkit reads."
        return self.codes()["CK009"].finding(
            said if is_said else "the file does not say its `format`.",
            ("format",),
            value=stated if is_said else None,
            allowed=", ".join(f"`{each}`" for each in known),
            suggestion=nearest(stated, known) if is_said else "",
        )

    def sound(self, source: JsonSource, wanted: str, validate: Validator | None = None) -> Any:
        """The data of a file that must be of a format and without errors; raises with the findings."""
        stated = value_at(source.data, "format")
        if stated != wanted:
            text = as_text(stated) if isinstance(stated, str) else "none"
            message = f"this is not the file that was asked for: its format is {text}."
            refuse_unsound(source, [self.codes()["CK009"].finding(message, ("format",), allowed=wanted)])
        refuse_unsound(source, (validate or self.validators[wanted])(source.data))
        return source.data

    # Folders.

    def charts(self, folder: Path) -> dict[str, Path]:
        """The chart files of a build, or of a folder of charts, by the code that each is called by."""
        within = folder / CHARTS if (folder / CHARTS).is_dir() else folder
        left_out = (*self.common, *_NO_CHARTS)
        return {each.stem: each for each in sorted(within.glob("*.json")) if each.name not in left_out}

    def chosen_charts(self, folder: Path, wanted: Iterable[str]) -> dict[str, Path]:
        """The chart files of the wanted teams in that order, or of all if none is named."""
        found = self.charts(folder)
        if not found:
            raise InputError(
                "there are no charts here.",
                where=folder,
                remedy="Give a chart file or a season's folder such as build/2017.",
            )
        teams = [team.upper() for team in wanted]
        if missing := [team for team in teams if team not in found]:
            raise InputError(
                f"there is no chart of {', '.join(missing)}.",
                where=folder,
                remedy=f"There are: {', '.join(found)}.",
            )
        return {team: found[team] for team in teams} or found

    def files_of(self, path: Path) -> list[Path]:
        """The file, or what the teams of a folder share and their charts."""
        if not path.is_dir():
            return [path]
        common = [file for name in self.common if (file := path / name).is_file()]
        return [*common, *self.charts(path).values()]

    def _checked_folder(self, folder: Path) -> Checked:
        files = self.files_of(folder)
        if not files:
            missing = self.codes()["CK002"]
            message = f"this folder holds neither {SEASON_FILE} nor charts."
            finding = replace(missing.finding(message), file=str(folder), remedy=missing.remedy)
            return Checked((), (finding,))
        found: list[Finding] = []
        charts: list[JsonSource] = []
        season: JsonSource | None = None
        for path in files:
            try:
                source = read_json(path)
            except UnreadableError as error:
                found += error.findings
                continue
            found += self.check_source(source)
            if path == folder / SEASON_FILE:
                season = source
            elif value_at(source.data, "format") == next(iter(self.validators)):
                charts.append(source)
        if season is not None:
            names = {each.stem for each in files if each.name not in self.common}
            found += season.located(named(self._without_chart(season.data, names), self.place))
            for chart in charts:
                found += chart.located(named(self._in_build(chart, season.data), self.place))
        return Checked(tuple(map(str, files)), tuple(found))

    def _without_chart(self, season: Any, names: set[str]) -> Iterator[Finding]:
        """`names` are the codes in the file names of all charts, readable or not."""
        for index, team in enumerate(list_at(season, "teams")):
            code = value_at(team, "code")
            if isinstance(code, str) and code not in names:
                yield self.codes()[f"{self.prefix}280"].finding(
                    f"there is no chart of `{as_text(code)}` in the build.",
                    ("teams", index, "code"),
                    value=code,
                    allowed="a team with a chart",
                )

    def _in_build(self, chart: JsonSource, season: Any) -> Iterator[Finding]:
        """A chart is of the build's season, called after its team, and its team is in the season."""
        known = [code for team in list_at(season, "teams") if isinstance(code := value_at(team, "code"), str)]
        own, year = value_at(chart.data, "season"), value_at(season, "season")
        if isinstance(own, int) and isinstance(year, int) and own != year:
            yield self.codes()[f"{self.prefix}281"].finding(
                f"the chart is of {own}, the build of {year}.",
                ("season",),
                value=own,
                allowed=str(year),
                suggestion=str(year),
            )
        code, stem = value_at(chart.data, "team", "code"), Path(chart.file).stem
        if not isinstance(code, str):
            return
        if code != stem:
            yield self.codes()[f"{self.prefix}282"].finding(
                f"the file is called {stem}, but holds the chart of `{as_text(code)}`.",
                ("team", "code"),
                value=code,
                allowed=stem,
                suggestion=stem,
            )
        elif code not in known:
            yield self.codes()[f"{self.prefix}283"].finding(
                f"`{as_text(code)}` is not a team of season.json.",
                ("team", "code"),
                value=code,
                suggestion=nearest(code, known, most=1),
            )


class FileCharts(Charts):
    """Charts in JSON files, and documents that are made of them and can be read back: cards, workbooks."""

    #: By suffix: every problem of such a document.
    documents: ClassVar[Mapping[str, Callable[[Path], list[Finding]]]] = {}

    def check_files(self, path: Path) -> Checked:
        """Everything that is wrong with a file of the game, or with a folder of them."""
        raise self._lacks("validator")

    def fix_files(self, path: Path) -> list[Change]:
        """Fix mistakes that can only mean one thing in such files."""
        raise self._lacks("mistakes that can be fixed without asking")

    def check(self, path: Path) -> Checked:
        """Validate files, or a document."""
        problems_of = self.documents.get(path.suffix.lower())
        if problems_of is None or path.is_dir():
            return self.check_files(path)
        try:
            _refuse_huge(path)
            return Checked((str(path),), tuple(replace(each, file=str(path)) for each in problems_of(path)))
        except InputError as error:
            found = self.codes()["CK010"].finding(error.what)
            return Checked(
                (str(path),), (replace(found, file=error.where or str(path), remedy=error.remedy or ""),)
            )

    def fix(self, path: Path) -> list[Change]:
        """Fix files; documents are left alone."""
        return [] if path.suffix.lower() in self.documents else self.fix_files(path)


def _refuse_huge(path: Path) -> None:
    if path.is_file() and (size := path.stat().st_size) > _MOST_BYTES:
        raise InputError(
            f"the file has {size / 1e6:,.0f} MB; no chart has more than {_MOST_BYTES / 1e6:,.0f}.",
            where=path,
            remedy="Check that this is the file you meant.",
        )


#: Fixing a key or a type can uncover texts that were not checked before.
_MOST_ROUNDS = 3


@dataclass(frozen=True)
class Fixer:
    """Fixes the files of a game where it is certain what was meant.

    `meant` gives JSON text for a finding and the data of its file; None when more than one reading is possible.
    """

    files: GameFiles
    meant: Callable[[Finding, Any], str | None]

    def fix_path(self, path: Path) -> list[Change]:
        """Fix a file, or the files of a folder; gives the changes, each with its place in the old file."""
        return [change for file in self.files.files_of(path) for change in self._fix_file(file)]

    def _fix_file(self, path: Path) -> list[Change]:
        try:
            source = read_json(path)
        except UnreadableError:
            return []
        text, changes = self.fixed(source)
        if changes:
            write_bytes(free_name(path), path.read_bytes())
            write_bytes(path, text.encode("utf-8"))
        return changes

    def fixed(self, source: JsonSource) -> tuple[str, list[Change]]:
        """The text with every certain change made, and the changes."""
        done: list[Change] = []
        for _ in range(_MOST_ROUNDS):
            wanted = list(self._certain_changes(source))
            still_wrong = self._wrong_paths(_changed(source, wanted))
            # A change that does not make its place right is not made.
            wanted = [each for each in wanted if _new_path(each) not in still_wrong]
            if not wanted:
                break
            done += wanted
            source = _changed(source, wanted)
        return source.text, done

    def _wrong_paths(self, source: JsonSource) -> set[JsonPath]:
        """Wrong places without a certain fix; fixing a type may reveal a mistake that the next round fixes."""
        return {
            each.path for each in failing(self.files.check_source(source)) if self.meant(each, source.data) is None
        }

    def _certain_changes(self, source: JsonSource) -> Iterator[Change]:
        seen: set[JsonPath] = set()
        for finding in self.files.check_source(source):
            if finding.path in seen or not finding.path:
                continue
            new = self.meant(finding, source.data)
            if new is not None:
                seen.add(finding.path)
                old = finding.path[-1] if finding.at_key else value_at(source.data, *finding.path)
                yield Change(finding, json.dumps(old, ensure_ascii=False), new)


def _new_path(change: Change) -> JsonPath:
    path = change.finding.path
    return (*path[:-1], json.loads(change.new)) if change.finding.at_key else path


def _changed(source: JsonSource, changes: list[Change]) -> JsonSource:
    """The source with new texts in place of the old ones."""
    places = source.positions.places
    offsets = {
        (places.keys if each.finding.at_key else places.values)[each.finding.path]: each.new for each in changes
    }
    text = source.text
    for offset in sorted(offsets, reverse=True):
        end = json.JSONDecoder().raw_decode(text, offset)[1]
        text = text[:offset] + offsets[offset] + text[end:]
    return read_bytes(text.encode("utf-8"), source.file)
