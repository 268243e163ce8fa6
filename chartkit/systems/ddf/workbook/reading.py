"""Read a workbook back and judge it: values and positions only, as any spreadsheet program may have saved it."""

from __future__ import annotations

import datetime
import io
import math
import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from openpyxl import load_workbook
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.cell_range import CellRange

from chartkit.dice import format_totals
from chartkit.errors import InputError, InvalidChartError
from chartkit.files import dumps
from chartkit.findings import Checked, Finding, JsonPath, Severity, UnreadableError, read_bytes
from chartkit.systems.base import ImportedChart
from chartkit.systems.ddf.charts import (
    GAME,
    TEAM_FORMAT,
    edits,
    place_in_words,
    put_at,
    team_from_json,
    team_to_json,
)
from chartkit.systems.ddf.validate import codes, team_from_source, validate_team
from chartkit.systems.ddf.workbook import layout
from chartkit.systems.ddf.workbook.layout import Slot, What

if TYPE_CHECKING:
    from openpyxl import Workbook


class UnreadableCellError(ValueError):
    """A workbook cell whose value makes no sense; the text says why."""


def _date_as_range(value: datetime.datetime | datetime.date | datetime.time) -> str:
    """The range that a spreadsheet took for a date: 1-7 became 7 January, 1-36 January 1936."""
    if isinstance(value, datetime.time):
        raise UnreadableCellError(f"the spreadsheet turned it into the time {value}")
    if value.day == 1 and value.year % 100 > 12:
        return f"{value.month}-{value.year % 100}"
    return f"{value.month}-{value.day}"


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip()


def _number(value: Any, slot: Slot) -> float:
    if isinstance(value, bool | datetime.datetime | datetime.date | datetime.time):
        raise UnreadableCellError(f"{value} is not {slot.what.value}")
    text = _plain(value).replace("−", "-")
    percent = text.endswith("%")
    # A decimal comma is what half the world types.
    text = text.removesuffix("%").strip().replace(",", ".")
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise UnreadableCellError(f"{value!r} is not {slot.what.value}")
    if percent or slot.path[-1] != "pass_percent" or not 0 < number < 1:
        return number
    # A cell formatted as a percentage holds 0.61 for 61%.
    return round(number * 100, 6)


def from_cell(value: Any, slot: Slot) -> str | int | float | None:
    """What a person meant by a workbook cell; results stay text for the validator to judge."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    match slot.what:
        case What.WHOLE:
            number = _number(value, slot)
            if not float(number).is_integer():
                raise UnreadableCellError(f"{value!r} is not a whole number")
            return int(number)
        case What.NUMBER:
            return _number(value, slot)
        case What.RANGE:
            if isinstance(value, datetime.datetime | datetime.date | datetime.time):
                return _date_as_range(value)
            return _plain(value).replace("–", "-").replace(" ", "")
        case What.TEXT:
            text = _plain(value)
            # 002 typed into a number cell comes back as 2.
            return text.zfill(3) if slot.path[-1] == "muffed_snap_rating" else text
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        raise UnreadableCellError(
            f"the spreadsheet turned it into the date {value:%Y-%m-%d}; type it again as text"
        )
    return _plain(value)


Json = dict[str, Any]
#: A chart's workbook unpacks to some 300 kB and merges nothing; beyond this something else was given.
_MOST_UNPACKED, _MOST_MERGED = 8_000_000, 10_000
_MERGED_AREA = re.compile(rb"mergeCell [^>]*\bref=[\"']([A-Za-z0-9:]+)[\"']")
#: Season, team and rating at the head of the Offense sheet: never empty.
_WRITTEN_OUT = (What.WHOLE, What.NUMBER, What.TEXT)


@dataclass(frozen=True, slots=True)
class CellProblem:
    """A workbook cell that cannot be read as what it should hold."""

    address: str
    why: str
    #: The place in the chart's JSON, dotted.
    path: str


@dataclass(frozen=True, slots=True)
class ReadWorkbook:
    """What a workbook says: the chart as JSON (not yet judged), the chart as exported, and unreadable cells."""

    data: Json
    exported: Json | None
    problems: tuple[CellProblem, ...]


def _open(path: Path) -> Workbook:
    if not path.is_file():
        what = "this is a folder, not a workbook." if path.is_dir() else "there is no such file."
        raise InputError(what, where=str(path), remedy="Name a workbook that `chartkit export-xlsx` wrote.")
    try:
        # In memory: openpyxl leaves a file open when it fails on it.
        data = io.BytesIO(path.read_bytes())
        with zipfile.ZipFile(data) as archive:
            _refuse_excess(archive, path)
        return load_workbook(data)
    except InputError:
        raise
    except Exception as error:
        # openpyxl answers a damaged workbook with whatever error it meets first.
        raise InputError(
            "this is not a workbook that can be read.", where=str(path), remedy="Save it as .xlsx and try again."
        ) from error


def _refuse_excess(archive: zipfile.ZipFile, path: Path) -> None:
    """Refuse what openpyxl would work on for minutes: it makes an object of every cell of a merged range."""
    unpacked = sum(entry.file_size for entry in archive.infolist())
    if unpacked > _MOST_UNPACKED:
        raise InputError(
            f"the workbook unpacks to {unpacked / 1e6:,.0f} MB; no chart takes {_MOST_UNPACKED / 1e6:.0f}.",
            where=str(path),
            remedy="Check that this is the file you meant.",
        )
    merged = 0
    for name in archive.namelist():
        for area in _MERGED_AREA.findall(archive.read(name) if name.endswith(".xml") else b""):
            size = CellRange(area.decode("ascii")).size
            merged += size["rows"] * size["columns"]
    if merged > _MOST_MERGED:
        raise InputError(
            f"{merged:,} cells are merged.", where=str(path), remedy="Unmerge them (Format > Merge cells)."
        )


def _check_sheets(book: Workbook, path: Path) -> None:
    there = [sheet.title for sheet in book.worksheets]
    if missing := [name for name in layout.NEEDED if name not in there]:
        raise InputError(
            f"the sheet {missing[0]!r} is missing (it has: {', '.join(there)}).",
            where=str(path),
            remedy="A chart's workbook has the sheets "
            f"{', '.join(layout.NEEDED)}; make one with: chartkit export-xlsx TEAM.json",
        )


def _check_headings(book: Workbook, path: Path) -> None:
    """A row or column that was inserted moves every value; say so instead of reading nonsense."""
    for heading in layout.headings():
        found = book[heading.sheet].cell(heading.row, heading.column).value
        text = str(int(found)) if isinstance(found, float) and found.is_integer() else str(found or "").strip()
        if text.upper() != heading.text.upper():
            address = f"{heading.sheet}!{get_column_letter(heading.column)}{heading.row}"
            raise InputError(
                f"the heading {heading.text!r} should stand there, but {text!r} does.",
                where=f"{path}: {address}",
                remedy="Rows and columns must stay where chartkit put them; undo the insertion, deletion or sort.",
            )


def _merged(book: Workbook) -> dict[str, set[tuple[int, int]]]:
    return {
        name: {
            (row, column)
            for area in book[name].merged_cells.ranges
            for row in range(area.min_row, area.max_row + 1)
            for column in range(area.min_col, area.max_col + 1)
        }
        for name in layout.NEEDED
    }


class _Reader:
    """Collects values and problems while walking the slots."""

    def __init__(self, book: Workbook) -> None:
        self.book = book
        self.merged = _merged(book)
        self.problems: list[CellProblem] = []
        self.data: Json = {"format": TEAM_FORMAT, "game": GAME}
        self.members: dict[tuple[str, ...], set[int]] = {}
        self.marks: dict[tuple[str, ...], dict[str, set[int]]] = {}
        self.supplement_is_empty = True

    def problem(self, slot: Slot, why: str) -> None:
        self.problems.append(CellProblem(slot.address, why, ".".join(slot.path)))

    def value(self, slot: Slot) -> str | int | float | None:
        cell = self.book[slot.sheet].cell(slot.row, slot.column)
        if (slot.row, slot.column) in self.merged[slot.sheet]:
            self.problem(slot, "the cell is merged with others; unmerge it (Format > Merge cells)")
            return None
        if cell.data_type == "f":
            self.problem(slot, f"holds the formula {cell.value}; type the value itself")
            return None
        if cell.data_type == "e":
            self.problem(slot, f"holds the error {cell.value}")
            return None
        try:
            value = from_cell(cell.value, slot)
        except UnreadableCellError as error:
            self.problem(slot, str(error))
            return None
        if value is None and slot.sheet == layout.OFFENSE and slot.what in _WRITTEN_OUT:
            self.problem(slot, f"is empty; it needs {slot.what.value}")
        return value

    def read(self, slot: Slot) -> None:
        value = self.value(slot)
        if slot.sheet == layout.SUPPLEMENT and value is not None:
            self.supplement_is_empty = False
        match slot.what:
            case What.MEMBER:
                self._member(slot, str(value or ""))
            case What.MARK:
                self._mark(slot, str(value or ""))
            case What.RESULT:
                put_at(self.data, slot.path, "0" if value is None else str(value))
            case _:
                # An empty cell is a missing value, except for two that may be null: `pass_percent`, and the yards
                # of a team without a sack rate.
                if value is not None or slot.path[1:2] in (("pass_percent",), ("sack_rate",)):
                    put_at(self.data, slot.path, value)

    def _member(self, slot: Slot, text: str) -> None:
        inside, outside = slot.words
        totals = self.members.setdefault(slot.path, set())
        if text.upper() == inside.upper():
            assert slot.total is not None
            totals.add(slot.total)
        # A team without a supplement leaves the whole sheet empty.
        elif text.upper() != outside.upper() and (text or slot.sheet != layout.SUPPLEMENT):
            self.problem(slot, f"says {text!r}; legal: {layout.legal_in_words(slot)}")

    def _mark(self, slot: Slot, text: str) -> None:
        found = self.marks.setdefault(slot.path, {})
        if not text:
            return
        legal = {word.upper(): word for word in slot.words}
        if text.upper() not in legal:
            self.problem(slot, f"says {text!r}; legal: {layout.legal_in_words(slot)}")
            return
        word = legal[text.upper()]
        if others := set(found) - {word}:
            self.problem(slot, f"says {word} in a column that already has {min(others)}; never both (R3.6)")
            return
        assert slot.total is not None
        found.setdefault(word, set()).add(slot.total)

    def finish(self) -> None:
        for path, totals in self.members.items():
            put_at(self.data, path, format_totals(totals))
        for path, found in self.marks.items():
            word, on = next(iter(found.items()), ("", set()))
            put_at(self.data, (*path, "result"), word)
            put_at(self.data, (*path, "on"), format_totals(on))
        if self.supplement_is_empty:
            self.data["supplement"] = None
            return
        supplement = self.data["supplement"]
        big_play = supplement["short_pass_big_play"]
        sheet = self.book[layout.SUPPLEMENT]
        if all(
            sheet.cell(row, 2).value is None for row in range(layout.FIRST_ROW, layout.FIRST_ROW + len(big_play))
        ):
            supplement["short_pass_big_play"] = {}
        if (
            supplement["sack_rate"].get("sack_yards") is None
            and supplement["sack_rate"].get("scramble_yards") is None
        ):
            supplement["sack_rate"] = None
        supplement.setdefault("solitaire", {})
        for group in ("run", "pass"):
            supplement["solitaire"].setdefault(group, {})


def _exported(book: Workbook) -> Json | None:
    """The chart as it was exported, unless somebody typed over it."""
    if layout.KEPT not in book.sheetnames:
        return None
    sheet = book[layout.KEPT]
    text = "".join(str(sheet.cell(row, 1).value or "") for row in range(2, sheet.max_row + 1))
    try:
        source = read_bytes(text.encode("utf-8"), layout.KEPT)
        team_from_source(source)
    except (UnicodeEncodeError, UnreadableError, InvalidChartError):
        return None
    data: Json = source.data
    return data if not source.findings else None


def read_workbook(path: Path) -> ReadWorkbook:
    """Read a chart from a workbook; what is wrong with single cells is collected, not raised."""
    book = _open(path)
    _check_sheets(book, path)
    _check_headings(book, path)
    reader = _Reader(book)
    for slot in layout.slots():
        reader.read(slot)
    reader.finish()
    data = reader.data
    exported = _exported(book)
    data["source"] = (exported or {}).get("source", {})
    return ReadWorkbook(data, exported, tuple(reader.problems))


def address_of(path: str) -> str | None:
    """The workbook cell of a place in the chart's JSON; a chart-wide place gives its first cell."""
    return _addresses().get(path) or next(
        (address for place, address in _addresses().items() if place.startswith(f"{path}.")), None
    )


def _addresses() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for slot in layout.slots():
        found.setdefault(".".join(slot.path), slot.address)
    return found


def _unreadable(problem: CellProblem, file: Path) -> Finding:
    path: JsonPath = tuple(problem.path.split("."))
    finding = codes()["DDF290"].finding(f"{problem.why.rstrip('.')}.", path)
    return replace(finding, file=str(file), cell=problem.address, place=place_in_words(path))


def _placed(finding: Finding, file: Path) -> Finding:
    return replace(finding, file=str(file), cell=address_of(finding.dotted) or "")


def check_workbook(file: Path) -> tuple[ReadWorkbook, list[Finding]]:
    """Read a workbook and find everything that is wrong with it."""
    read = read_workbook(file)
    problems = [_unreadable(problem, file) for problem in read.problems]
    told = {finding.path for finding in problems}
    rules = validate_team(read.data, plausible=not problems)
    return read, problems + [_placed(finding, file) for finding in rules if finding.path not in told]


def import_workbook(file: Path, *, date: datetime.date | None) -> ImportedChart:
    """Read and judge a workbook."""
    read, found = check_workbook(file)
    checked = Checked((str(file),), tuple(found))
    if any(finding.severity is not Severity.WARNING for finding in found):
        return ImportedChart(checked, None, None)
    # Canonical texts, whatever way they were typed in.
    data = team_to_json(team_from_json(read.data))
    if not read.exported:
        return ImportedChart(checked, dumps(data), None)
    made = edits.extract(read.exported, data, reason=f"changed in {file.name}", date=date)
    team, season = data["team"]["code"], data["season"]

    def keep(target: Path | None) -> Path:
        home = edits.edits_home(season, team, target)
        edits.keep(home, team, season, made)
        return home

    return ImportedChart(checked, dumps(data), len(made), keep)
