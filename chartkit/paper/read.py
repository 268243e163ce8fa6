"""Reads a PDF: texts in known boxes, ruled tables, and whether a printed document says what it should."""

from __future__ import annotations

import ctypes
import io
import re
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from chartkit.errors import InputError
from chartkit.paper.sheet import Box, Document

_PASSWORD_ERROR, _FORMAT_ERROR = 4, 3
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
            raise InputError(
                f"the page has {count:,} letters; no card has more than {_MOST_LETTERS:,}.",
                where=f"{self.where}: page {page + 1}",
                remedy="Check that this is the file you meant.",
            )
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
        # pdfium repairs what it can; a file that ends in mid-air has lost pages all the same.
        if not pages or b"%%EOF" not in data[-1024:]:
            raise _damaged(where)
        if pages > _MOST_PAGES:
            raise InputError(
                f"this PDF has {pages:,} pages; no book of cards has more than {_MOST_PAGES:,}.",
                where=where,
                remedy="Check that this is the file you meant.",
            )
        yield PdfFile(document, where)
    finally:
        document.close()


@dataclass(frozen=True, slots=True)
class Difference:
    """A place where the paper does not say what it should."""

    page: int
    place: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"page {self.page}, {self.place}: {self.found!r} instead of {self.expected!r}"


def _bare(text: str) -> str:
    return "".join(text.split())


def differences(document: Document, pdf: PdfFile) -> Iterator[tuple[int, Letters, list[Difference]]]:
    """Page by page: its letters, for further reading, and the texts that are not where they should be."""
    for number, sheet in enumerate(document.sheets):
        letters = pdf.letters(number)
        places: dict[str, Box] = {}
        expected: dict[str, str] = {}
        for index, (piece, box) in enumerate(sheet.texts()):
            place = f"{index}"
            places[place], expected[place] = box, piece.text
        found = letters.in_boxes(places)
        wrong = [
            Difference(number + 1, sheet.title, text, found[place][0])
            for place, text in expected.items()
            if _bare(text) != _bare(found[place][0])
        ]
        yield number, letters, wrong


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
