"""Printing and reading helpers for tests of cards."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

import pypdfium2
import pypdfium2.raw as pdfium

from chartkit.paper import Document, Layout, ReadTeams, Sheet, draw_pdf, opened
from chartkit.systems.ddf.cards.read_back import ReadCard, read_pages
from chartkit.systems.ddf.cards.team import team_sheets
from chartkit.systems.ddf.charts import TeamChart

STYLES = ("classic", "ink-saver", "large-print")
PAPERS = ("letter", "a4", "legal", "tabloid")
PARTS = ("team", "supplement")


def sheets_of(charts: Sequence[TeamChart], layout: Layout, *, fit_one: bool = False) -> list[Sheet]:
    """All sheets of some teams."""
    return [sheet for chart in charts for sheet in team_sheets(chart, layout, PARTS, fit_one=fit_one)]


def printed(charts: Sequence[TeamChart], layout: Layout, *, fit_one: bool = False) -> bytes:
    """A PDF of some teams."""
    return draw_pdf(Document("Cards", tuple(sheets_of(charts, layout, fit_one=fit_one))), layout.style)


def read(data: bytes) -> ReadTeams[ReadCard]:
    """The cards of a PDF."""
    with opened(data, "cards.pdf") as pdf:
        return read_pages(pdf)


def letters(data: bytes, page: int) -> list[tuple[str, float, float, float, float, float]]:
    """Every visible letter of a page: the letter, its size, its left, top, right and bottom (y downwards)."""
    document = pypdfium2.PdfDocument(data)
    sheet = document[page]
    words, height = sheet.get_textpage(), sheet.get_height()
    found = []
    for index in range(words.count_chars()):
        letter = chr(pdfium.FPDFText_GetUnicode(words.raw, index))
        if letter.isspace():
            continue
        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        pdfium.FPDFText_GetCharBox(words.raw, index, left, right, bottom, top)
        size = pdfium.FPDFText_GetFontSize(words.raw, index)
        found.append((letter, size, left.value, height - top.value, right.value, height - bottom.value))
    document.close()
    return found
