"""What is printed, before it is drawn: sheets of grids, texts and shapes at their places.

Places are points from the top left corner, as people think of paper. A grid is the same value for PDF, web page and
plain text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

POINTS_PER_CM = 72 / 2.54


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a sheet; `y` grows downwards."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height

    def part(self, left: float, top: float, width: float, height: float) -> Box:
        """A part of this box, given as shares of it.

        >>> Box(10, 10, 100, 50).part(0.5, 0, 0.5, 1)
        Box(x=60.0, y=10.0, width=50.0, height=50)
        """
        return Box(self.x + left * self.width, self.y + top * self.height, width * self.width, height * self.height)

    def inset(self, border: float) -> Box:
        """The box without a border of that many points."""
        return Box(self.x + border, self.y + border, self.width - 2 * border, self.height - 2 * border)


def edges(start: float, length: float, weights: Sequence[float]) -> tuple[float, ...]:
    """Cut a length by weights; the edges run from `start` to `start + length`.

    >>> edges(0, 30, (1, 2))
    (0, 10.0, 30.0)
    """
    whole, reached, cuts = sum(weights), 0.0, [start]
    for weight in weights:
        reached += weight
        cuts.append(start + length * reached / whole)
    return tuple(cuts)


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: what it says, how it looks, and (where it carries data) the key that it is read back by."""

    text: str = ""
    look: str = "plain"
    key: str = ""
    across: int = 1
    down: int = 1
    bold: bool = False
    #: Runs up the side.
    turned: bool = False
    #: Circled: the quota on a scorecard.
    ring: bool = False
    #: No larger than that many points, whatever the look allows.
    most: float = 1000.0
    #: A team's colour, where it is another than the sheet's.
    accent: str = ""


Row = tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of cells; `None` marks a place that a wider or taller cell covers."""

    name: str
    caption: str
    widths: tuple[float, ...]
    heights: tuple[float, ...]
    rows: tuple[Row, ...]
    heading_rows: int = 1
    #: A grid that only arranges text has no lines of its own.
    lines: bool = True

    def __post_init__(self) -> None:
        if len(self.rows) != len(self.heights) or any(len(row) != len(self.widths) for row in self.rows):
            raise ValueError(f"grid {self.name}: rows and columns do not fit their sizes")

    def placed(self, box: Box) -> Iterator[tuple[Cell, Box]]:
        """Every cell with its box, in reading order."""
        xs, ys = edges(box.x, box.width, self.widths), edges(box.y, box.height, self.heights)
        for r, row in enumerate(self.rows):
            top = ys[r]
            for c, cell in enumerate(row):
                if cell is not None:
                    left = xs[c]
                    yield cell, Box(left, top, xs[c + cell.across] - left, ys[r + cell.down] - top)


def span(cells: Sequence[Cell]) -> list[Cell | None]:
    """Lay cells side by side, each followed by the places that it covers."""
    row: list[Cell | None] = []
    for cell in cells:
        row += [cell, *([None] * (cell.across - 1))]
    return row


def table(
    name: str,
    caption: str,
    headings: Sequence[str],
    rows: Sequence[Sequence[Cell | str]],
    widths: Sequence[float],
    *,
    look: str = "plain",
    heading_look: str = "heading",
) -> Grid:
    """A plain table: one row of headings, then cells; texts take the table's look."""
    body: list[Row] = [tuple(cell if isinstance(cell, Cell) else Cell(cell, look) for cell in row) for row in rows]
    head: list[Row] = [tuple(Cell(text, heading_look) for text in headings)] if headings else []
    return Grid(
        name,
        caption,
        tuple(widths),
        (1.0,) * (len(head) + len(body)),
        tuple(head + body),
        heading_rows=len(head),
    )


#: A table in the looks of sheets that are read rather than looked up.
reading_table = partial(table, look="read", heading_look="read_heading")


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
    #: Only paper needs it: page numbers, feet, scales.
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


@dataclass(frozen=True, slots=True)
class QrCode:
    """A square code that a camera reads; paper only."""

    text: str
    box: Box


Item = Placed | Text | Shape | QrCode


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
    #: The team's colour, or none.
    accent: str = ""

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
    """Sheets with a title, in English."""

    title: str
    sheets: tuple[Sheet, ...]
    #: The game that it belongs to, by which the file is read back.
    game: str = ""
