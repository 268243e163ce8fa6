"""What every sheet carries besides its content: title, small print, a ruler to check the scale by, trim marks."""

from __future__ import annotations

from collections.abc import Iterable

from chartkit.paper.sheet import POINTS_PER_CM, Box, Figure, Item, Shape, Text
from chartkit.paper.style import Paper

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


def foot_line(paper: Paper, foot: float, text: str) -> list[Item]:
    """The small print at the left, by which a sheet is known again."""
    area = paper.printable
    width = area.width - RULER_CM * POINTS_PER_CM - _LABEL - _NUMBER
    return [Text(text, Box(area.x, area.bottom - foot + 1, width, foot - 1), "note", paper_only=True)]


def page_number_box(width: float, height: float, margin: float, foot: float) -> Box:
    """Where a page number stands: between the small print and the ruler."""
    right = width - margin - RULER_CM * POINTS_PER_CM - _LABEL
    return Box(right - _NUMBER, height - margin - foot + 1, _NUMBER, foot - 1)


def title_line(area: Box, height: float, left: str, middle: str, right: str) -> list[Item]:
    """Who, what, and a figure in the corner."""
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
