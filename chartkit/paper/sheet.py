"""What is printed, before it is drawn: sheets of grids, texts and shapes at their places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from chartkit.paper.box import Box
from chartkit.paper.grid import Cell, Grid


@dataclass(frozen=True, slots=True)
class Placed:
    """A grid in its box."""

    grid: Grid
    box: Box


@dataclass(frozen=True, slots=True)
class Text:
    """A line or, where the look wraps, a paragraph in a box."""

    text: str
    box: Box
    look: str = "plain"
    key: str = ""
    turned: bool = False
    #: 1 to 3 for a heading of a web page, 0 for plain text.
    level: int = 0
    #: No larger than that many points.
    most: float = 1000.0
    #: Only paper needs it: page numbers, tags, scales.
    paper_only: bool = False


class Figure(StrEnum):
    """The shapes that gear is drawn with."""

    RECTANGLE = "rectangle"
    ELLIPSE = "ellipse"
    LINE = "line"
    #: A rectangle laid over hatching, to write on.
    PATCH = "patch"


@dataclass(frozen=True, slots=True)
class Shape:
    """A drawn shape; a line runs from the top left to the bottom right of its box."""

    figure: Figure
    box: Box
    look: str = "plain"


Item = Placed | Text | Shape


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of paper."""

    title: str
    width: float
    height: float
    items: tuple[Item, ...]
    #: The entry in the outline: its depth, or -1 for none.
    depth: int = 0
    #: Entries of the outline just above its own that begin with this sheet, from the outermost.
    above: tuple[str, ...] = ()
    #: What the printed tag says, so that the sheet can be read back without its file.
    tag: str = ""

    def texts(self) -> Iterator[tuple[Cell | Text, Box]]:
        """Everything with words on it, in reading order, with its box."""
        for item in self.items:
            if isinstance(item, Placed):
                yield from item.grid.placed(item.box)
            elif isinstance(item, Text):
                yield item, item.box

    def keyed(self) -> dict[str, Box]:
        """Where each piece of data stands."""
        return {piece.key: box for piece, box in self.texts() if piece.key}


@dataclass(frozen=True, slots=True)
class Document:
    """Sheets with a title and a language."""

    title: str
    sheets: tuple[Sheet, ...]
    language: str = "en"
    subject: str = ""
