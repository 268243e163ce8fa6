"""A document as one clean web page: real tables, headings and a style sheet made from the same looks."""

from __future__ import annotations

from html import escape

from chartkit.paper.grid import Cell, Grid
from chartkit.paper.sheet import Document, Placed, Sheet, Text
from chartkit.paper.style import Frame, Hatch, Look, Style

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
_PAGE = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ font-family: "DejaVu Sans", Verdana, sans-serif; color: #000; background: #fff; margin: 1.5rem; }}
table {{ border-collapse: collapse; margin: 0.5rem 0 1.5rem; font-size: 0.9rem; }}
caption {{ text-align: left; font-weight: bold; padding: 0.3rem 0; }}
th, td {{ border: 1px solid {line}; padding: 0.15rem 0.5rem; text-align: center; white-space: pre-line; }}
.bold {{ font-weight: bold; }}
.turned {{ writing-mode: vertical-rl; transform: rotate(180deg); }}
.ring {{ outline: 2px solid #000; outline-offset: -4px; border-radius: 50%; }}
.gap td {{ border: none; padding: 0.15rem; }}
{looks}
@media print {{ section {{ break-after: page; }} }}
</style>
</head>
<body>
<main>
{sheets}
</main>
</body>
</html>
"""


def _css(name: str, look: Look) -> str:
    rules = [f"color:{look.ink}"]
    if look.fill:
        rules.append(f"background-color:{look.fill}")
    if look.hatch in _HATCHES:
        rules.append(f"background-image:{_HATCHES[look.hatch]}")
    if look.frame in _BORDERS:
        rules.append(f"border:{_BORDERS[look.frame]}")
    if look.weight == "bold":
        rules.append("font-weight:bold")
    if look.align != "centre":
        rules.append(f"text-align:{look.align}")
    return f".look-{name} {{ {'; '.join(rules)} }}"


def _cell(cell: Cell, *, heading: bool) -> str:
    classes = [f"look-{cell.look}"]
    classes += [name for name, on in (("bold", cell.bold), ("turned", cell.turned), ("ring", cell.ring)) if on]
    tag, scope = (
        ("th", ' scope="col"') if heading else ("th", ' scope="row"') if cell.look == "dice" else ("td", "")
    )
    spans = "".join(
        f' {name}="{count}"' for name, count in (("colspan", cell.across), ("rowspan", cell.down)) if count > 1
    )
    return f'<{tag} class="{" ".join(classes)}"{scope}{spans}>{escape(cell.text)}</{tag}>'


def _grid(grid: Grid) -> str:
    lines = ["<table>", f"<caption>{escape(grid.caption)}</caption>"]
    covered = [0] * len(grid.widths)
    for number, row in enumerate(grid.rows):
        cells, skip = [], 0
        for place, cell in enumerate(row):
            if cell is not None:
                cells.append(_cell(cell, heading=number < grid.heading_rows))
                skip = cell.across - 1
                covered[place : place + cell.across] = [cell.down] * cell.across
            elif skip:
                skip -= 1
            elif not covered[place]:
                cells.append("<td></td>")
        gap = ' class="gap"' if all(cell is None for cell in row) else ""
        lines.append(f"<tr{gap}>{''.join(cells)}</tr>")
        covered = [max(0, rows - 1) for rows in covered]
    return "\n".join([*lines, "</table>"])


def _sheet(sheet: Sheet) -> str:
    lines = [f'<section aria-label="{escape(sheet.title)}">']
    for item in sheet.items:
        if isinstance(item, Placed):
            lines.append(_grid(item.grid))
        elif isinstance(item, Text) and not item.paper_only:
            tag = f"h{item.level}" if item.level else "p"
            lines.append(f"<{tag}>{escape(item.text)}</{tag}>")
    return "\n".join([*lines, "</section>"])


def page(document: Document, style: Style) -> str:
    """The whole page; tables for tables, headings for headings, in reading order."""
    return _PAGE.format(
        language=document.language,
        title=escape(document.title),
        line=style.line_colour,
        looks="\n".join(_css(name, look) for name, look in style.looks.items()),
        sheets="\n".join(_sheet(sheet) for sheet in document.sheets),
    )
