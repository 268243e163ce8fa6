"""Reads a PDF: texts in known boxes, ruled tables, whether a print says what it should; and the sheets of teams.

The foot of a team's sheet is small print for people; a reader of sheets recognises the sheet by it.
"""

from __future__ import annotations

import ctypes
import io
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from chartkit.errors import CHECK_FILE, InputError
from chartkit.files import read_bytes
from chartkit.paper.layout import BETWEEN, IMPRINT, SEAL, Layout
from chartkit.paper.sheet import Box, Document

Card = TypeVar("Card")

_PASSWORD_ERROR = 4
#: pdfium writes a hyphen at the end of a line as this control character.
_HYPHEN = "\x02"
#: A letter's origin is on its baseline at the left: a hair inside its box.
_NUDGE = 0.05
_NAME_LENGTH = 128
#: A book of 32 teams has some 130 pages of some 1,500 letters; beyond this something else was given.
_MOST_PAGES, _MOST_LETTERS, _MOST_UNPACKED = 2_000, 100_000, 64_000_000
#: The beginning of a stream that is packed once, and as zlib does it.
_STREAM = re.compile(rb"/Filter\s*\[?\s*/FlateDecode.{0,400}?>>\s*stream\r?\n", re.DOTALL)


@dataclass(frozen=True)
class Letters:
    """The letters of a page with the points that they stand on, y downwards."""

    text: str
    xs: Any
    ys: Any
    _page: Any

    def font_of(self, index: int) -> str:
        """The name of the font of a letter."""
        import pypdfium2.raw as pdfium

        buffer, flags = ctypes.create_string_buffer(_NAME_LENGTH), ctypes.c_int()
        pdfium.FPDFText_GetFontInfo(self._page.raw, index, buffer, _NAME_LENGTH, flags)
        return buffer.value.decode("utf-8", "replace")

    def in_boxes(self, boxes: Mapping[str, Box]) -> dict[str, tuple[str, int]]:
        """For each box the letters in it, without spaces at the ends, and the index of the first one (or -1)."""
        import numpy as np

        edges = np.array([(box.x, box.y, box.right, box.bottom) for box in boxes.values()])
        texts = dict.fromkeys(boxes, ("", -1))
        if not self.text or not len(edges):
            return texts
        xs, ys = self.xs[:, None] + _NUDGE, self.ys[:, None] - _NUDGE
        inside = (xs >= edges[:, 0]) & (xs < edges[:, 2]) & (ys > edges[:, 1]) & (ys <= edges[:, 3])
        places, letters = np.nonzero(inside.T)
        starts = np.searchsorted(places, np.arange(len(edges) + 1))
        for number, name in enumerate(boxes):
            own = letters[starts[number] : starts[number + 1]].tolist()
            text = "".join([self.text[index] for index in own])
            if bare := text.strip():
                texts[name] = (bare, own[len(text) - len(text.lstrip())])
        return texts


class PdfFile:
    """An open PDF."""

    def __init__(self, document: Any, where: str) -> None:
        self._document = document
        self.where = where

    def __len__(self) -> int:
        return len(self._document)

    def letters(self, page: int) -> Letters:
        """Every letter of a page, in the order in which it was written."""
        import numpy as np
        import pypdfium2
        import pypdfium2.raw as pdfium

        try:
            sheet = self._document[page]
            words = sheet.get_textpage()
        except pypdfium2.PdfiumError as error:
            raise _damaged(f"{self.where}: page {page + 1}") from error
        height, count = sheet.get_height(), words.count_chars()
        if count > _MOST_LETTERS:
            what = f"the page has {count:,} letters; no card has more than {_MOST_LETTERS:,}."
            raise InputError(what, where=f"{self.where}: page {page + 1}", remedy=CHECK_FILE)
        code, origin = pdfium.FPDFText_GetUnicode, pdfium.FPDFText_GetCharOrigin
        raw, x, y = words.raw, ctypes.c_double(), ctypes.c_double()
        text, xs, ys = [], np.empty(count), np.empty(count)
        for index in range(count):
            letter = chr(code(raw, index))
            text.append("-" if letter == _HYPHEN else letter)
            origin(raw, index, x, y)
            xs[index], ys[index] = x.value, height - y.value
        return Letters("".join(text), xs, ys, words)

    def has_pictures(self, page: int) -> bool:
        """Whether a page is (also) a picture, as a scan is."""
        import pypdfium2.raw as pdfium

        return any(True for _ in self._document[page].get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE]))


def _damaged(where: str) -> InputError:
    return InputError("this PDF is damaged or was cut short.", where=where, remedy="Fetch or print it again.")


def refuse_damaged_streams(data: bytes, where: str) -> None:
    """Compare every packed stream with its own checksum, which readers of PDF files do not do."""
    if b"/Encrypt" in data:
        return
    for found in _STREAM.finditer(data):
        unpacker, packed, unpacked = zlib.decompressobj(), memoryview(data)[found.end() :], 0
        try:
            while not unpacker.eof and packed and unpacked <= _MOST_UNPACKED:
                unpacked += len(unpacker.decompress(packed, _MOST_UNPACKED // 16))
                packed = memoryview(unpacker.unconsumed_tail)
        except zlib.error as error:
            raise _damaged(where) from error
        if not unpacker.eof:
            raise _damaged(where)


@contextmanager
def opened(data: bytes, where: str) -> Iterator[PdfFile]:
    """Open a PDF; say in plain words why that cannot be done."""
    import pypdfium2

    if not data.lstrip()[:5] == b"%PDF-":
        raise InputError("this is not a PDF.", where=where, remedy="Give a PDF that chartkit printed.")
    try:
        document = pypdfium2.PdfDocument(data)
        pages = len(document)
    except pypdfium2.PdfiumError as error:
        code = getattr(error, "err_code", None)
        if code == _PASSWORD_ERROR or "password" in str(error).lower():
            raise InputError(
                "this PDF is encrypted.", where=where, remedy="Save a copy without a password and read that."
            ) from error
        raise _damaged(where) from error
    try:
        # pdfium repairs what it can, but a file that is cut off has lost pages.
        if not pages or b"%%EOF" not in data[-1024:]:
            raise _damaged(where)
        if pages > _MOST_PAGES:
            what = f"this PDF has {pages:,} pages; no book of cards has more than {_MOST_PAGES:,}."
            raise InputError(what, where=where, remedy=CHECK_FILE)
        yield PdfFile(document, where)
    finally:
        document.close()


def differences(document: Document, pdf: PdfFile) -> Iterator[tuple[int, Letters, list[str]]]:
    """Page by page: its letters, for further reading, and the texts that are not where they should be."""
    for number, sheet in enumerate(document.sheets):
        letters = pdf.letters(number)
        pieces = {str(index): piece for index, piece in enumerate(sheet.texts())}
        found = letters.in_boxes({place: box for place, (_, box) in pieces.items()})
        yield (
            number,
            letters,
            [
                f"page {number + 1}, {sheet.title}: {found[place][0]!r} instead of {piece.text!r}"
                for place, (piece, _) in pieces.items()
                if "".join(piece.text.split()) != "".join(found[place][0].split())
            ],
        )


@dataclass(frozen=True)
class TablePage:
    """The words of a page, and its ruled tables from the top left."""

    number: int
    text: str
    tables: tuple[tuple[tuple[str, ...], ...], ...]


def table_pages(data: bytes, where: str) -> Iterator[TablePage]:
    """Page by page; the file is first opened like every PDF, so that a damaged one gives the same message."""
    import pdfplumber

    with opened(data, where):
        pass
    with pdfplumber.open(io.BytesIO(data)) as pdf:
        for number, page in enumerate(pdf.pages, start=1):
            found = sorted(page.find_tables(), key=lambda table: (round(table.bbox[1]), table.bbox[0]))
            tables = tuple(
                tuple(tuple(" ".join((text or "").split()) for text in row) for row in table.extract())
                for table in found
            )
            yield TablePage(number, page.extract_text() or "", tables)


# A team's sheets: the foot that says whose they are, and their cells, gathered by team.


@dataclass(frozen=True, slots=True)
class ReadCell:
    """What stands in a cell of a page (from 1)."""

    page: int
    text: str
    bold: bool = False


@dataclass(frozen=True, slots=True)
class UnreadCell:
    """A cell that could not be read."""

    page: int
    cell: str
    what: str

    def __str__(self) -> str:
        return f"page {self.page}, {self.cell}: {self.what}"


@dataclass(frozen=True)
class Foot:
    """What the foot of a team's sheet tells."""

    season: int
    code: str
    city: str
    name: str
    #: The sheet, and what the game says of it: `offense` and `with supplement`.
    sheet: str
    more: str
    style: str
    paper: str
    #: Empty on sheets that were printed before there was one.
    checksum: str

    @classmethod
    def of(cls, match: re.Match[str]) -> Foot:
        """The foot that a pattern found; it need not have all the parts."""
        found = {name: (text or "").strip() for name, text in match.groupdict().items()}
        found = {"more": "", "checksum": "", **found}
        return cls(season=int(found.pop("season")), **found)

    def parts(self) -> tuple[str, ...]:
        """The foot without imprint and layout, which all sheets have."""
        about = f"{self.sheet}, {self.more}" if self.more else self.sheet
        return f"{self.season} {self.code}", self.city, self.name, about

    def code_text(self) -> str:
        """What the square code in the corner says; with 20 letters its squares are as large as can be."""
        return f"{self.code} {self.season} {self.checksum.replace('-', '')}"

    @property
    def chart(self) -> tuple[int, str, str, str, str, str]:
        """What all sheets of one chart have in common."""
        return self.season, self.code, self.city, self.name, self.more, self.checksum


def foot_pattern(about: str) -> re.Pattern[str]:
    """The foot of a game's sheets; `about` is a pattern with the groups `sheet` and perhaps `more`."""
    return re.compile(
        BETWEEN.join(
            (
                IMPRINT,
                r"(?P<season>[0-9]{1,4}) (?P<code>[^·\s]+)",
                r"(?P<city>[^·\r\n]*)",
                r"(?P<name>[^·\r\n]*)",
                about,
                r"(?P<style>\S+) on (?P<paper>\S+)",
                rf"chart (?P<checksum>{SEAL})(?!\w)",
            )
        )
    )


def has_team_foot(text: str) -> bool:
    """Whether a page has the foot of a team's sheet, readable or not."""
    return re.search(rf"{IMPRINT}{BETWEEN}[0-9]+ [^·\s]+{BETWEEN}", text) is not None


def printed_layout(template: str, style: str, paper: str, override: Path | None) -> Layout:
    """The layout that a foot names; one with a template of the author's own needs that template."""
    base, _, own = style.partition("+")
    if own and override is None:
        raise InputError(
            f"these cards were printed with a template of your own ({own}).", remedy="Name it with --template."
        )
    return Layout.load(template, base, paper, override=override if own else None)


@dataclass
class TeamPages:
    """The texts of one team, gathered from its pages."""

    foot: Foot
    #: Sheet -> the page (from 1) that it is on.
    pages: dict[str, int] = field(default_factory=dict)
    cells: dict[str, ReadCell] = field(default_factory=dict)
    problems: list[UnreadCell] = field(default_factory=list)

    @property
    def first_page(self) -> int:
        """The first page of the team."""
        return min(self.pages.values())

    def seal_problems(self, made: str) -> list[UnreadCell]:
        """What to tell if the checksum of the cells is not the one in the foot."""
        foot = self.foot
        if foot.checksum in ("", made):
            return []
        what = (
            f"the cells of {foot.season} {foot.code} make chart {made}, but the foot says {foot.checksum}: "
            "the file was damaged or changed after printing"
        )
        return [UnreadCell(self.first_page, "checksum", what)]


@dataclass(frozen=True)
class ReadTeams(Generic[Card]):
    """What a file held: the cards of teams, and what stands in the way of others."""

    cards: tuple[Card, ...]
    problems: tuple[UnreadCell, ...]
    #: Pages (from 1) that are no team's.
    other_pages: tuple[int, ...]


@dataclass
class Gathered:
    """The pages of a file, sorted by whose they are."""

    #: By season and code.
    teams: dict[tuple[int, str], TeamPages] = field(default_factory=dict)
    #: Pages (from 1) that are no team's.
    others: list[int] = field(default_factory=list)
    problems: list[UnreadCell] = field(default_factory=list)

    def read(self, card_of: Callable[[TeamPages], tuple[Card | None, list[UnreadCell]]]) -> ReadTeams[Card]:
        """The card of each team whose pages fit together, or what is wrong with its cells."""
        cards, problems = [], list(self.problems)
        for team in self.teams.values():
            card, wrong = (None, team.problems) if team.problems else card_of(team)
            problems += wrong
            if card is not None:
                cards.append(card)
        return ReadTeams(tuple(cards), tuple(problems), tuple(self.others))


def gather(
    pages: Iterable[tuple[int, Letters]],
    read_foot: Callable[[str], Foot | None],
    cells_of: Callable[[Letters, Foot, int], dict[str, ReadCell]],
) -> Gathered:
    """The cells of each team; a page that does not fit the team's other pages is a problem."""
    found = Gathered()
    for index, letters in pages:
        page, foot = index + 1, read_foot(letters.text)
        if foot is None:
            found.others.append(page)
            if has_team_foot(letters.text):
                what = "it is damaged, so nothing tells whose page this is"
                found.problems.append(UnreadCell(page, "foot", what))
            continue
        team = found.teams.setdefault((foot.season, foot.code), TeamPages(foot))
        name = f"{foot.season} {foot.code}"
        if foot.sheet in team.pages:
            what = f"a second {foot.sheet} sheet of {name}; the first is on page {team.pages[foot.sheet]}"
            team.problems.append(UnreadCell(page, "foot", what))
        elif foot.chart != team.foot.chart:
            what = f"this is another chart of {name} than on page {team.first_page}; give each a PDF of its own"
            team.problems.append(UnreadCell(page, "foot", what))
        else:
            team.pages[foot.sheet] = page
            team.cells |= cells_of(letters, foot, page)
    return found


def read_sheets(
    path: Path, read: Callable[[PdfFile], ReadTeams[Card]], *, kind: str, remedy: str
) -> ReadTeams[Card]:
    """What a game reads from a PDF file; InputError says why there is nothing."""
    data = read_bytes(path)
    with opened(data, str(path)) as pdf:
        refuse_damaged_streams(data, str(path))
        try:
            found = read(pdf)
        except InputError as wrong:
            # A foot that names an unknown style or paper.
            raise InputError(wrong.what, where=wrong.where or str(path), remedy=wrong.remedy) from wrong
        if found.cards or found.problems:
            return found
        empty = all(not pdf.letters(page).text.strip() for page in range(len(pdf)))
        if empty and any(pdf.has_pictures(page) for page in range(len(pdf))):
            raise InputError(
                "this PDF is a scan: it has pictures of pages and no text.",
                where=path,
                remedy="Print the cards again from the chart file, or type the chart in (chartkit export-xlsx "
                "makes a workbook for that where a game has workbooks).",
            )
        raise InputError(f"no page of this PDF is a {kind} that chartkit printed.", where=path, remedy=remedy)
