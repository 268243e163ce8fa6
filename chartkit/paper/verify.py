"""Reads a printed document and compares every text on it with what should be there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from chartkit.paper.box import Box
from chartkit.paper.read import Letters, PdfFile
from chartkit.paper.sheet import Document


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
    """Page by page: its letters (for whoever reads on) and the texts that are not where they should be."""
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
