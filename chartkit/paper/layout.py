"""The layout of a game's sheets: what every sheet carries, text that fills pages, and the template on a paper."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path
from typing import Any

from chartkit.errors import InputError
from chartkit.paper.sheet import (
    POINTS_PER_CM,
    Box,
    Cell,
    Figure,
    Grid,
    Item,
    Placed,
    Shape,
    Sheet,
    Text,
    edges,
)
from chartkit.paper.style import Fitter, Paper, Style, load_template, papers

# What every sheet carries besides its content: title, small print, a ruler to check the scale by, trim marks.


RULER_CM = 5
RULER_LABEL = f"{RULER_CM} cm"
_TICK, _MARK = 4.0, 10.0
#: Room for the label of the ruler and for a page number.
_LABEL, _NUMBER = 36.0, 48.0


def ruler(paper: Paper, foot: float) -> list[Item]:
    """Five centimetres at the foot of the sheet: if they measure five, the printer did not shrink it."""
    area = paper.printable
    length = RULER_CM * POINTS_PER_CM
    left, base = area.right - length, area.bottom - 1.0
    items: list[Item] = [Shape(Figure.LINE, Box(left, base, length, 0), "rule")]
    for cm in range(RULER_CM + 1):
        tall = _TICK if cm % RULER_CM else _TICK + 2
        items.append(Shape(Figure.LINE, Box(left + cm * POINTS_PER_CM, base - tall, 0, tall), "rule"))
    label = Box(left - _LABEL, area.bottom - foot + 1, _LABEL - 2, foot - 1)
    items.append(Text(RULER_LABEL, label, "note_right", paper_only=True))
    return items


def page_number_box(width: float, height: float, margin: float, foot: float) -> Box:
    """Where a page number stands: between the small print and the ruler."""
    right = width - margin - RULER_CM * POINTS_PER_CM - _LABEL
    return Box(right - _NUMBER, height - margin - foot + 1, _NUMBER, foot - 1)


def title_line(area: Box, height: float, left: str, middle: str, right: str) -> list[Item]:
    """The title line of a sheet: left, middle and right."""
    parts = (
        (left, 0.0, 0.38, "title", 1),
        (middle, 0.38, 0.32, "subtitle", 2),
        (right, 0.70, 0.30, "title_right", 0),
    )
    return [
        Text(text, Box(area.x + at * area.width, area.y, share * area.width, height), look, level=level)
        for text, at, share, look, level in parts
        if text
    ]


def trim_marks(paper: Paper) -> list[Item]:
    """Corner marks inside the printable area, so that no viewer shrinks the page for them."""
    area = paper.printable
    inner = area.inset(-_MARK / 2)
    items: list[Item] = []
    for x, y in ((inner.x, inner.y), (inner.right, inner.y), (inner.x, inner.bottom), (inner.right, inner.bottom)):
        across = x if x < paper.width / 2 else x - _MARK
        down = y if y < paper.height / 2 else y - _MARK
        items.append(Shape(Figure.LINE, Box(across, y, _MARK, 0), "rule"))
        items.append(Shape(Figure.LINE, Box(x, down, 0, _MARK), "rule"))
    return items


def cut_marks(boxes: Iterable[Box]) -> list[Item]:
    """Short lines outside the corners of cards that are cut apart."""
    items: list[Item] = []
    for box in boxes:
        for x, away in ((box.x, -1), (box.right, 1)):
            for y, up in ((box.y, -1), (box.bottom, 1)):
                start_x = x if away > 0 else x - _TICK
                start_y = y if up > 0 else y - _TICK
                items.append(Shape(Figure.LINE, Box(start_x + away * 1.5, y, _TICK, 0), "rule"))
                items.append(Shape(Figure.LINE, Box(x, start_y + up * 1.5, 0, _TICK), "rule"))
    return items


# Text and tables that fill columns and pages by themselves: for sheets that are read rather than looked up.


#: Between a table and what follows, and between two paragraphs, as shares of the type size.
_TABLE_GAP, _PARAGRAPH_GAP = 0.8, 0.1
#: Tables of up to this many rows are not broken.
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
            last = items[-1] if items else None
            if placed is None and isinstance(last, Text) and last.level and used:
                items.pop()
                waiting.insert(0, Words(last.text, last.look, last.level))
            number, used = number + 1, 0.0
            if number == len(columns):
                yield items
                items, number = [], 0
    if items:
        yield items


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
    rows = tuple(tuple(cell and replace(cell, most=size) for cell in row) for row in block.rows)
    block = replace(block, rows=rows)
    heights = natural_heights(block, room.width, fitter)
    fits = bisect(list(accumulate(heights)), room.height + 0.01)
    if fits == len(heights):
        return Placed(replace(block, heights=tuple(heights)), replace(room, height=sum(heights))), None
    if not first and (fits <= block.heading_rows + 1 or len(heights) <= _KEPT_WHOLE):
        return None, block
    fits = max(fits, block.heading_rows + 1)
    head = replace(block, rows=block.rows[:fits], heights=tuple(heights[:fits]))
    tail_rows = (*block.rows[: block.heading_rows], *block.rows[fits:])
    tail = replace(block, rows=tail_rows, heights=(1.0,) * len(tail_rows))
    return Placed(head, replace(room, height=sum(heights[:fits]))), tail


def natural_heights(grid: Grid, width: float, fitter: Fitter) -> list[float]:
    """How tall each row must be for its texts at their largest size."""
    xs = edges(0.0, width, grid.widths)

    def height(cell: Cell, place: int) -> float:
        look = fitter.style.looks[cell.look]
        return fitter.height_of(cell.text, look, xs[place + cell.across] - xs[place], cell.most)

    return [
        max((height(cell, place) for place, cell in enumerate(row) if cell is not None), default=0.0)
        for row in grid.rows
    ]


# The template of a game on a paper, with the foot by which a sheet is known again.


IMPRINT = "Printed by chartkit"
BETWEEN = " · "
#: A checksum on paper: `3F9A-1C22-7B`.
SEAL = "[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{2}"


def seal(checksum: str) -> str:
    """The first 40 bits of a SHA-256, as a card shows them; a damaged card matches by chance once in 10^12."""
    digits = checksum[:10].upper()
    return f"{digits[:4]}-{digits[4:8]}-{digits[8:]}"


def foot_text(parts: tuple[str, ...], style: str, paper: str, checksum: str = "") -> str:
    """The foot as it is printed.

    >>> foot_text(("2017 PHI", "Philadelphia", "Eagles", "offense, basic"), "classic", "a4", "0123-4567-89")
    'Printed by chartkit · 2017 PHI · Philadelphia · Eagles · offense, basic · classic on a4 · chart 0123-4567-89'
    """
    sealed = (f"chart {checksum}",) if checksum else ()
    return BETWEEN.join((IMPRINT, *parts, f"{style} on {paper}", *sealed))


@dataclass(frozen=True)
class Layout:
    """How sheets look: template, paper, switches; the chart says what stands on them."""

    data: Mapping[str, Any]
    style: Style
    paper: Paper
    marks: bool = False

    @classmethod
    def load(
        cls, template: str | Path, style: str, paper: str, *, override: Path | None = None, marks: bool = False
    ) -> Layout:
        """Read and check the template of a game."""
        data = load_template(style, template, override)
        known = papers(data)
        if paper not in known:
            raise InputError(f"there is no paper {paper!r}.", remedy=f"Known are: {', '.join(known)}.")
        return cls(data, Style.from_template(data), known[paper], marks)

    @property
    def landscape(self) -> Paper:
        """The paper as team cards use it."""
        return self.paper.turned()

    def columns(self, grid: str) -> Mapping[str, float]:
        """Column weights of a grid."""
        weights: Mapping[str, float] = self.data["columns"][grid]
        return weights

    @property
    def heights(self) -> Mapping[str, float]:
        """Row weights."""
        weights: Mapping[str, float] = self.data["heights"]
        return weights

    def points(self, name: str) -> float:
        """A measure of the furniture."""
        return float(self.data["furniture"][name])

    def body(self, paper: Paper) -> Box:
        """The printable area below the title line and above the foot."""
        area, title, foot = paper.printable, self.points("title"), self.points("foot")
        return Box(area.x, area.y + title, area.width, area.height - title - foot)

    def sheet(
        self,
        paper: Paper,
        items: Iterable[Item],
        *,
        title: str,
        about: tuple[str, ...] = (),
        checksum: str = "",
        accent: str = "",
        depth: int = 0,
        heading: tuple[str, str, str] = ("", "", ""),
    ) -> Sheet:
        """A sheet with what stands around its content: title, foot, ruler; `about` is what the foot says first."""
        area, foot = paper.printable, self.points("foot")
        line = foot_text(about or (title,), self.style.name, self.paper.name, checksum)
        room = Box(
            area.x,
            area.bottom - foot + 1,
            area.width - RULER_CM * POINTS_PER_CM - _LABEL - _NUMBER,
            foot - 1,
        )
        around = (
            *title_line(area, self.points("title"), *heading),
            *items,
            Text(line, room, "note", paper_only=True),
            *ruler(paper, foot),
            *(trim_marks(paper) if self.marks else []),
        )
        return Sheet(title, paper.width, paper.height, around, depth=depth, accent=accent)


def filled_sheets(
    layout: Layout,
    title: str,
    blocks: Sequence[Block],
    *,
    columns: int = 1,
    heading: str = "",
    about: tuple[str, ...] = (),
    upright: bool = True,
) -> list[Sheet]:
    """Sheets that text and tables fill by themselves, at the largest size that needs one page only."""
    paper = layout.paper if upright else layout.landscape
    body, gap = layout.body(paper), layout.points("gap")
    wide = (body.width - gap * (columns - 1)) / columns
    boxes = [Box(body.x + n * (wide + gap), body.y, wide, body.height) for n in range(columns)]
    limits, fitter = layout.style.sizes["read"], Fitter(layout.style)
    for step in range(int(4 * (limits.largest - limits.smallest)) + 1):
        pages = list(flowed(blocks, boxes, fitter, limits.largest - step / 4))
        if len(pages) == 1:
            break
    return [
        layout.sheet(
            paper,
            items,
            title=title,
            about=about or (title,),
            depth=0 if number == 0 else -1,
            heading=(title, "", heading),
        )
        for number, items in enumerate(pages)
    ]
