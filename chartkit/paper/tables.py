"""Ruled tables of any PDF, as rows of texts: for charts that other people printed."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass

from chartkit.paper.read import opened


@dataclass(frozen=True)
class TablePage:
    """The words of a page, and its ruled tables from the top left."""

    number: int
    text: str
    tables: tuple[tuple[tuple[str, ...], ...], ...]


def table_pages(data: bytes, where: str) -> Iterator[TablePage]:
    """Page by page; the file is opened as every PDF is, so that what is wrong with it is told the same way."""
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
