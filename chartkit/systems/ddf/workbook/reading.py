"""Read a workbook back and judge it: values and positions only, as any spreadsheet program may have saved it."""

from __future__ import annotations

import datetime
import io
import math
import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from openpyxl import load_workbook
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.cell_range import CellRange

from chartkit.errors import CHECK_FILE, InputError, InvalidChartError
from chartkit.files import dumps
from chartkit.findings import Checked, Finding, Severity, UnreadableError, read_bytes
from chartkit.systems.base import ImportedChart
from chartkit.systems.ddf.charts import (
    GAME,
    TEAM_FORMAT,
    edits,
    place_in_words,
    team_from_json,
    team_to_json,
)
from chartkit.systems.ddf.charts.places import IDENTITY, Filled, Said, Value, What
from chartkit.systems.ddf.validate import codes, team_from_source, validate_team
from chartkit.systems.ddf.workbook import layout
from chartkit.systems.ddf.workbook.layout import Slot

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


def _number(found: Any, value: Value) -> float:
    if isinstance(found, bool | datetime.datetime | datetime.date | datetime.time):
        raise UnreadableCellError(f"{found} is not {value.what.value}")
    text = _plain(found).replace("−", "-")
    percent = text.endswith("%")
    # A decimal comma is what half the world types.
    text = text.removesuffix("%").strip().replace(",", ".")
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise UnreadableCellError(f"{found!r} is not {value.what.value}")
    if percent or value.path[-1] != "pass_percent" or not 0 < number < 1:
        return number
    # A cell formatted as a percentage holds 0.61 for 61%.
    return round(number * 100, 6)


def from_cell(found: Any, value: Value) -> Said:
    """What a person meant by a workbook cell; results stay text for the validator to judge."""
    if found is None or (isinstance(found, str) and not found.strip()):
        return None
    match value.what:
        case What.WHOLE:
            number = _number(found, value)
            if not float(number).is_integer():
                raise UnreadableCellError(f"{found!r} is not a whole number")
            return int(number)
        case What.NUMBER:
            return _number(found, value)
        case What.RANGE:
            if isinstance(found, datetime.datetime | datetime.date | datetime.time):
                return _date_as_range(found)
            return _plain(found).replace("–", "-").replace(" ", "")
        case What.TEXT:
            text = _plain(found)
            # 002 typed into a number cell comes back as 2.
            return text.zfill(3) if value.path[-1] == "muffed_snap_rating" else text
    if isinstance(found, datetime.datetime | datetime.date | datetime.time):
        raise UnreadableCellError(
            f"the spreadsheet turned it into the date {found:%Y-%m-%d}; type it again as text"
        )
    return _plain(found)


Json = dict[str, Any]
#: A chart's workbook unpacks to some 300 kB and merges nothing; beyond this something else was given.
_MOST_UNPACKED, _MOST_MERGED = 8_000_000, 10_000
_MERGED_AREA = re.compile(rb"mergeCell [^>]*\bref=[\"']([A-Za-z0-9:]+)[\"']")


@dataclass(frozen=True, slots=True)
class ReadWorkbook:
    """What a workbook says: the chart as JSON (not yet judged), the chart as exported, and unreadable cells."""

    data: Json
    exported: Json | None
    problems: tuple[Finding, ...]


def _open(path: Path) -> Workbook:
    if not path.is_file():
        what = "this is a folder, not a workbook." if path.is_dir() else "there is no such file."
        raise InputError(what, where=path, remedy="Name a workbook that `chartkit export-xlsx` wrote.")
    try:
        # In memory: openpyxl leaves a file open when it fails on it.
        data = io.BytesIO(path.read_bytes())
        with zipfile.ZipFile(data) as archive:
            _refuse_excess(archive, path)
        return load_workbook(data)
    except InputError:
        raise
    except Exception as error:
        # openpyxl raises any kind of error on a damaged workbook.
        raise InputError(
            "this is not a workbook that can be read.", where=path, remedy="Save it as .xlsx and try again."
        ) from error


def _refuse_excess(archive: zipfile.ZipFile, path: Path) -> None:
    """Refuse what openpyxl would work on for minutes: it makes an object of every cell of a merged range."""
    unpacked = sum(entry.file_size for entry in archive.infolist())
    if unpacked > _MOST_UNPACKED:
        what = f"the workbook unpacks to {unpacked / 1e6:,.0f} MB; no chart takes {_MOST_UNPACKED / 1e6:.0f}."
        raise InputError(what, where=path, remedy=CHECK_FILE)
    merged = 0
    for name in archive.namelist():
        for area in _MERGED_AREA.findall(archive.read(name) if name.endswith(".xml") else b""):
            size = CellRange(area.decode("ascii")).size
            merged += size["rows"] * size["columns"]
    if merged > _MOST_MERGED:
        raise InputError(f"{merged:,} cells are merged.", where=path, remedy="Unmerge them (Format > Merge cells).")


def _check_sheets(book: Workbook, path: Path) -> None:
    there = [sheet.title for sheet in book.worksheets]
    if missing := [name for name in layout.NEEDED if name not in there]:
        raise InputError(
            f"the sheet {missing[0]!r} is missing (it has: {', '.join(there)}).",
            where=path,
            remedy="A chart's workbook has the sheets "
            f"{', '.join(layout.NEEDED)}; make one with: chartkit export-xlsx TEAM.json",
        )


def _check_headings(book: Workbook, path: Path) -> None:
    """A row or column that was inserted moves every value; say so instead of reading nonsense."""
    for heading in layout.contents():
        if not isinstance(heading, layout.Heading):
            continue
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
    """Reads the values of the slots, and collects what is wrong with cells."""

    def __init__(self, book: Workbook) -> None:
        self.book = book
        self.merged = _merged(book)
        self.problems: list[Finding] = []

    def problem(self, slot: Slot, why: str) -> None:
        path = slot.value.path
        found = codes()["DDF290"].finding(f"{why.rstrip('.')}.", path)
        self.problems.append(replace(found, cell=slot.address, place=place_in_words(path)))

    def said(self, slot: Slot) -> Said:
        cell = self.book[slot.sheet].cell(slot.row, slot.column)
        if (slot.row, slot.column) in self.merged[slot.sheet]:
            self.problem(slot, "the cell is merged with others; unmerge it (Format > Merge cells)")
        elif cell.data_type == "f":
            self.problem(slot, f"holds the formula {cell.value}; type the value itself")
        elif cell.data_type == "e":
            self.problem(slot, f"holds the error {cell.value}")
        else:
            try:
                said = from_cell(cell.value, slot.value)
            except UnreadableCellError as error:
                self.problem(slot, str(error))
                return None
            if said is None and slot.value in IDENTITY:
                self.problem(slot, f"is empty; it needs {slot.value.what.value}")
            return said
        return None

    def read(self) -> Json:
        """The chart as JSON; an empty supplement sheet, or an empty Big Play column, means that there is none."""
        by_value = {slot.value: slot for slot in layout.slots()}
        filled = Filled(lambda value, why: self.problem(by_value[value], why))
        supplement = False
        for slot in layout.slots():
            said = self.said(slot)
            filled.put(slot.value, said)
            supplement = supplement or (said is not None and slot.value.in_supplement)
        sheet, rows = self.book[layout.SUPPLEMENT], range(layout.FIRST_ROW, layout.FIRST_ROW + 30)
        big_play = any(sheet.cell(row, 2).value is not None for row in rows)
        data = filled.finish(supplement=supplement, big_play=big_play)
        return {"format": TEAM_FORMAT, "game": GAME, **data}


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
    data = reader.read()
    exported = _exported(book)
    data["source"] = (exported or {}).get("source", {})
    return ReadWorkbook(data, exported, tuple(reader.problems))


@cache
def _addresses() -> Mapping[str, str]:
    """The first workbook cell of every place in the chart's JSON."""
    return {".".join(slot.value.path): slot.address for slot in reversed(layout.slots())}


def address_of(path: str) -> str:
    """The workbook cell of a place in the JSON of a chart; a part of it gives its first cell, the whole none."""
    within = (slot.address for slot in layout.slots() if ".".join(slot.value.path).startswith(f"{path}."))
    return _addresses().get(path) or next(within, "")


def check_workbook(file: Path) -> tuple[ReadWorkbook, list[Finding]]:
    """Read a workbook and find everything that is wrong with it."""
    read = read_workbook(file)
    told = {finding.path for finding in read.problems}
    rules = [each for each in validate_team(read.data, plausible=not told) if each.path not in told]
    found = [*read.problems, *(replace(each, cell=address_of(each.dotted)) for each in rules)]
    return read, [replace(each, file=str(file)) for each in found]


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
