"""A table as lines of text: side by side where there is room, else long texts folded, else row below row."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from chartkit.tables import Table

_GAP = "  "
#: A column of words that is folded keeps at least so much room.
_LEAST = 24


def lines(table: Table, width: int | None) -> list[str]:
    """The headings, a rule and the rows, nothing wider than `width`; None is a pipe, which has no edge."""
    widths = [max(map(len, cells)) for cells in zip(table.headings, *table.rows, strict=True)]
    if width is not None and _whole(widths) > width:
        widest = max(range(len(widths)), key=widths.__getitem__)
        room = width - _whole([wide for place, wide in enumerate(widths) if place != widest]) - len(_GAP)
        if room < min(_LEAST, width // 2) or table.headings[widest] not in table.left:
            return list(_below_each_other(table, width))
        widths[widest] = room
    return list(_side_by_side(table, widths))


def _whole(widths: Sequence[int]) -> int:
    return sum(widths) + len(_GAP) * (len(widths) - 1)


def _side_by_side(table: Table, widths: Sequence[int]) -> Iterator[str]:
    left = [heading in table.left for heading in table.headings]
    if any(table.headings):
        yield _row(table.headings, widths, left)
        yield "─" * _whole(widths)
    for row in table.rows:
        folded = [
            textwrap.wrap(cell, wide) or [""] if len(cell) > wide else [cell]
            for cell, wide in zip(row, widths, strict=True)
        ]
        for number in range(max(map(len, folded))):
            yield _row([part[number] if number < len(part) else "" for part in folded], widths, left)


def _row(cells: Sequence[str], widths: Sequence[int], left: Sequence[bool]) -> str:
    each = zip(cells, widths, left, strict=True)
    return _GAP.join(cell.ljust(wide) if is_left else cell.rjust(wide) for cell, wide, is_left in each).rstrip()


def _below_each_other(table: Table, width: int) -> Iterator[str]:
    """The first cell of a row as its heading, the others with their headings below it."""
    for first, *others in table.rows:
        yield from textwrap.wrap(first, width) or ["-"]
        parts = [f"{name} {cell}".strip() for name, cell in zip(table.headings[1:], others, strict=True) if cell]
        line = ""
        for part in parts:
            if line and len(line) + len(_GAP) + len(part) > width:
                yield line
                line = ""
            line = f"{line}{_GAP}{part}"
            if len(line) > width:
                *before, line = textwrap.wrap(part, width, initial_indent=_GAP, subsequent_indent=_GAP * 2)
                yield from before
        if line:
            yield line
