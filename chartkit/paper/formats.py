"""A document as one clean web page with real tables, and as plain aligned text."""

from __future__ import annotations

from collections.abc import Iterator

from chartkit.pages import render
from chartkit.paper.sheet import Cell, Document, Grid, Placed, Sheet, Text
from chartkit.paper.style import Frame, Hatch, Look, Style, readable

# The web page: tables, headings and a style sheet made from the same looks.


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


# Plain text, for terminals, e-mail and screen readers.


def _width(cell: Cell) -> int:
    return max(map(len, _lines(cell)))


def _lines(cell: Cell) -> list[str]:
    # A bold figure is data; other bold text is only a way to set it.
    if cell.turned and not cell.key:
        return cell.text.split()
    words = f"{cell.text}!" if cell.bold and cell.key and cell.text[:1].isdigit() else cell.text
    return (f"({words})" if cell.ring and words else words).split("\n")


def _column_widths(grid: Grid) -> list[int]:
    widths = [1] * len(grid.widths)
    single = [(place, cell) for row in grid.rows for place, cell in enumerate(row) if cell and cell.across == 1]
    for place, cell in single:
        if not (cell.turned and cell.key):
            widths[place] = max(widths[place], _width(cell))
    wide = [(place, cell) for row in grid.rows for place, cell in enumerate(row) if cell and cell.across > 1]
    for place, cell in wide:
        short = _width(cell) - sum(widths[place : place + cell.across]) - 2 * (cell.across - 1)
        if short > 0:
            widths[place + cell.across - 1] += short
    return widths


def grid_text(grid: Grid) -> str:
    """A grid with its columns aligned; what runs up the side of the card stands below."""
    widths = _column_widths(grid)
    out, below = [grid.caption.upper()] if grid.caption else [], []
    # A tall cell hands its lines down, one to each row that it covers.
    waiting: dict[int, list[str]] = {}
    for number, row in enumerate(grid.rows):
        heading = number < grid.heading_rows
        tall = max((len(_lines(c)) for c in row if c and c.down == 1 and not (c.turned and c.key)), default=1)
        parts: list[list[str]] = []
        place = 0
        while place < len(row):
            cell = row[place]
            across = cell.across if cell else 1
            room = sum(widths[place : place + across]) + 2 * (across - 1)
            lines: list[str] = []
            if cell is not None and cell.turned and cell.key:
                below.append(cell.text)
            elif cell is not None and cell.down > 1:
                lines = _lines(cell)
                waiting[place] = lines[tall:]
                lines = lines[:tall]
            elif cell is not None:
                lines = _lines(cell)
            elif waiting.get(place):
                lines, waiting[place] = waiting[place][:tall], waiting[place][tall:]
            lines += [""] * (tall - len(lines))
            left = cell is not None and _width(cell) > 12 and not heading
            parts.append([line.ljust(room) if left else line.center(room) for line in lines])
            place += across
        out += ["  ".join(pieces).rstrip() for pieces in zip(*parts, strict=True)]
    return "\n".join([*out, *below])


def _sheet(sheet: Sheet) -> str:
    return "\n\n".join(grid_text(item.grid) if isinstance(item, Placed) else item.text for item in _parts(sheet))


def text_page(document: Document) -> str:
    """The document from its first sheet to its last; bold results end in `!`, circled ones stand in brackets."""
    return "\n\n\n".join([document.title, *(_sheet(sheet) for sheet in document.sheets)]) + "\n"
