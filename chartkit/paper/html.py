"""A document as one clean web page: real tables, headings and a style sheet made from the same looks."""

from __future__ import annotations

from collections.abc import Iterator

from chartkit.pages import render
from chartkit.paper.sheet import Cell, Document, Grid, Placed, Sheet, Text
from chartkit.paper.style import Frame, Hatch, Look, Style, readable

_BORDERS = {
    Frame.SOLID: "2px solid #000",
    Frame.HEAVY: "3px solid #000",
    Frame.DASHED: "2px dashed #000",
    Frame.DOTTED: "2px dotted #000",
    Frame.DOUBLE: "4px double #000",
}
_HATCHES = {
    Hatch.RISING: "repeating-linear-gradient(135deg,#0000 0 4px,#b4bcc2 4px 5px)",
    Hatch.FALLING: "repeating-linear-gradient(45deg,#0000 0 4px,#b4bcc2 4px 5px)",
}
_HATCHES[Hatch.CROSSED] = ",".join(_HATCHES.values())


def _css(look: Look) -> str:
    ink, fill = (f"var(--ink,{look.ink})", f"var(--accent,{look.fill})") if look.accent else (look.ink, look.fill)
    rules = [f"color:{ink}"]
    if fill:
        rules.append(f"background-color:{fill}")
    if look.hatch in _HATCHES:
        rules.append(f"background-image:{_HATCHES[look.hatch]}")
    if look.frame in _BORDERS:
        rules.append(f"border:{_BORDERS[look.frame]}")
    if look.weight == "bold":
        rules.append("font-weight:bold")
    if look.align != "centre":
        rules.append(f"text-align:{look.align}")
    return "; ".join(rules)


def table_rows(grid: Grid) -> Iterator[list[Cell | None]]:
    """The cells of each row as HTML wants them: None is an empty cell, covered places are left out."""
    covered = [0] * len(grid.widths)
    for row in grid.rows:
        cells: list[Cell | None] = []
        skip = 0
        for place, cell in enumerate(row):
            if cell is not None:
                cells.append(cell)
                skip = cell.across - 1
                covered[place : place + cell.across] = [cell.down] * cell.across
            elif skip:
                skip -= 1
            elif not covered[place]:
                cells.append(None)
        yield cells
        covered = [max(0, rows - 1) for rows in covered]


def _parts(sheet: Sheet) -> list[Placed | Text]:
    """What a web page shows of a sheet, in reading order."""
    return [
        item for item in sheet.items if isinstance(item, Placed) or (isinstance(item, Text) and not item.paper_only)
    ]


def html_page(document: Document, style: Style) -> str:
    """The whole page; tables for tables, headings for headings, in reading order."""
    return render(
        "cards.html",
        document=document,
        line_colour=style.line_colour,
        looks={name: _css(look) for name, look in style.looks.items()},
        parts=_parts,
        readable=readable,
        table_rows=table_rows,
    )
