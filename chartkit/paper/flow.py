"""Text and tables that fill columns and pages by themselves: for sheets that are read rather than looked up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from chartkit.paper.fonts import Fitter
from chartkit.paper.sheet import Box, Cell, Grid, Item, Placed, Row, Text, edges

#: Between a table and what follows, and between two paragraphs, as shares of the type size.
_TABLE_GAP, _PARAGRAPH_GAP = 0.8, 0.1
#: Tables of up to so many rows are not broken.
_KEPT_WHOLE = 10
#: How much larger a heading is than the text.
_HEADING = 1.3


@dataclass(frozen=True, slots=True)
class Words:
    """A heading (`level` 1 to 3) or a paragraph."""

    text: str
    look: str = "text"
    level: int = 0


Block = Words | Grid


def fitted_to_one(
    blocks: Sequence[Block], columns: Sequence[Box], fitter: Fitter, sizes: Sequence[float]
) -> list[list[Item]]:
    """The pages at the first of these type sizes that needs one page only, or else at the last."""
    pages: list[list[Item]] = []
    for size in sizes:
        pages = list(flowed(blocks, columns, fitter, size))
        if len(pages) == 1:
            break
    return pages


def flowed(blocks: Sequence[Block], columns: Sequence[Box], fitter: Fitter, size: float) -> Iterator[list[Item]]:
    """Fill the columns of page after page; a table that does not fit goes on with its headings repeated."""
    items: list[Item] = []
    waiting = list(blocks)
    number, used = 0, 0.0
    while waiting:
        block, column = waiting.pop(0), columns[number]
        left = column.height - used
        placed, rest = _place(
            block, Box(column.x, column.y + used, column.width, left), fitter, size, first=used == 0.0
        )
        if placed is not None:
            items.append(placed)
            gap = _TABLE_GAP if isinstance(placed, Placed) else _PARAGRAPH_GAP
            used = placed.box.bottom - column.y + gap * size
        if rest is not None:
            waiting.insert(0, rest)
            # A heading never stands alone at the foot of a column.
            if placed is None and items and _is_heading(items[-1]) and used:
                heading = items.pop()
                assert isinstance(heading, Text)
                waiting.insert(0, Words(heading.text, heading.look, heading.level))
            number, used = number + 1, 0.0
            if number == len(columns):
                yield items
                items, number = [], 0
    if items:
        yield items


def _is_heading(item: Item) -> bool:
    return isinstance(item, Text) and item.level > 0


def _place(
    block: Block, room: Box, fitter: Fitter, size: float, *, first: bool
) -> tuple[Text | Placed | None, Block | None]:
    """A block in the room that is left, and what of it did not fit."""
    if isinstance(block, Words):
        most = size * _HEADING if block.level else size
        tall = fitter.height_of(block.text, fitter.style.looks[block.look], room.width, most)
        if tall > room.height and not first:
            return None, block
        box = Box(room.x, room.y, room.width, tall)
        return Text(block.text, box, block.look, level=block.level, most=most), None
    block = _sized(block, size)
    heights = natural_heights(block, room.width, fitter)
    fits = _rows_that_fit(heights, room.height)
    if fits == len(heights):
        return Placed(replace(block, heights=tuple(heights)), replace(room, height=sum(heights))), None
    if not first and (fits <= block.heading_rows + 1 or len(heights) <= _KEPT_WHOLE):
        return None, block
    fits = max(fits, block.heading_rows + 1)
    head = replace(block, rows=block.rows[:fits], heights=tuple(heights[:fits]))
    tail_rows = (*block.rows[: block.heading_rows], *block.rows[fits:])
    tail = replace(block, rows=tail_rows, heights=(1.0,) * len(tail_rows))
    return Placed(head, replace(room, height=sum(heights[:fits]))), tail


def _sized(grid: Grid, size: float) -> Grid:
    rows = tuple(tuple(cell and replace(cell, most=size) for cell in row) for row in grid.rows)
    return replace(grid, rows=rows)


def _rows_that_fit(heights: Sequence[float], room: float) -> int:
    reached = 0.0
    for number, height in enumerate(heights):
        reached += height
        if reached > room + 0.01:
            return number
    return len(heights)


def natural_heights(grid: Grid, width: float, fitter: Fitter) -> list[float]:
    """How tall each row must be for its texts at their largest size."""
    xs = edges(0.0, width, grid.widths)
    return [_row_height(row, xs, fitter) for row in grid.rows]


def _row_height(row: Row, xs: Sequence[float], fitter: Fitter) -> float:
    def height(cell: Cell, place: int) -> float:
        look = fitter.style.looks[cell.look]
        return fitter.height_of(cell.text, look, xs[place + cell.across] - xs[place], cell.most)

    return max((height(cell, place) for place, cell in enumerate(row) if cell is not None), default=0.0)
