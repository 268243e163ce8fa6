"""Reads texts back from a PDF: opens it, or says clearly why not, and finds what stands in known boxes."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from chartkit.errors import InputError
from chartkit.paper.box import Box

_PASSWORD_ERROR, _FORMAT_ERROR = 4, 3
#: pdfium writes a hyphen at the end of a line as this control character.
_HYPHEN = "\x02"
#: A letter's origin is on its baseline at the left: a hair inside its box.
_NUDGE = 0.05
_NAME_LENGTH = 128


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
        import pypdfium2.raw as pdfium

        sheet = self._document[page]
        height = sheet.get_height()
        words = sheet.get_textpage()
        count = words.count_chars()
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
        raise InputError(
            "this PDF is damaged or was cut short.", where=where, remedy="Fetch or print it again."
        ) from error
    try:
        # pdfium repairs what it can; a file that ends in mid-air has lost pages all the same.
        if not pages or b"%%EOF" not in data[-1024:]:
            raise InputError(
                "this PDF is damaged or was cut short.", where=where, remedy="Fetch or print it again."
            )
        yield PdfFile(document, where)
    finally:
        document.close()
