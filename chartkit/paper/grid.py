"""A table as a value: cells with a look, placed later in a box; the same one for PDF, web page and plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chartkit.paper.box import Box, edges


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
    #: Circled by hand, as it were: the quota on a scorecard.
    ring: bool = False
    #: No larger than that many points, whatever the look allows.
    most: float = 1000.0


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
