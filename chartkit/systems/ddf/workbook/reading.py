"""Read a workbook back: values and positions only, so that any spreadsheet program may have saved it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from openpyxl import load_workbook

from chartkit.dice import format_totals
from chartkit.errors import InputError
from chartkit.systems.ddf.chart_json import GAME, TEAM_FORMAT
from chartkit.systems.ddf.workbook import layout
from chartkit.systems.ddf.workbook.layout import Slot, What
from chartkit.systems.ddf.workbook.values import UnreadableCellError, from_cell

if TYPE_CHECKING:
    from openpyxl import Workbook

Json = dict[str, Any]
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
        return load_workbook(path)
    except Exception as error:
        # openpyxl answers a damaged workbook with whatever error it meets first.
        raise InputError(
            "this is not a workbook that can be read.", where=str(path), remedy="Save it as .xlsx and try again."
        ) from error


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
            address = f"{heading.sheet}!{layout.letter(heading.column)}{heading.row}"
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


def _put(data: Json, path: tuple[str, ...], value: Any) -> None:
    for key in path[:-1]:
        data = data.setdefault(key, {})
    data[path[-1]] = value


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
                _put(self.data, slot.path, "0" if value is None else str(value))
            case _:
                # What is empty is missing, but for the two that may be null: `pass_percent`, and the yards of a
                # team without a sack rate.
                if value is not None or slot.path[1:2] in (("pass_percent",), ("sack_rate",)):
                    _put(self.data, slot.path, value)

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
            _put(self.data, path, format_totals(totals))
        for path, found in self.marks.items():
            word, on = next(iter(found.items()), ("", set()))
            _put(self.data, (*path, "result"), word)
            _put(self.data, (*path, "on"), format_totals(on))
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
    if layout.KEPT not in book.sheetnames:
        return None
    sheet = book[layout.KEPT]
    text = "".join(str(sheet.cell(row, 1).value or "") for row in range(2, sheet.max_row + 1))
    try:
        found = json.loads(text)
    except json.JSONDecodeError:
        return None
    # Somebody may have typed over it.
    return found if isinstance(found, dict) and found.get("format") == TEAM_FORMAT else None


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
