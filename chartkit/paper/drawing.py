"""A document as a PDF, as one clean web page with real tables, and as plain aligned text.

A PDF is drawn with reportlab's canvas: grounds first, then lines by kind, then text in reading order.
"""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from chartkit.pages import render
from chartkit.paper.sheet import Box, Cell, Document, Figure, Grid, Item, Placed, QrCode, Shape, Sheet, Text
from chartkit.paper.style import (
    CAP_HEIGHT,
    DOUBLE_STEP,
    FRAME_INSET,
    LEADING,
    Fitter,
    Frame,
    Hatch,
    Look,
    Style,
    readable,
    rgb,
    text_room,
    width,
)

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.pdfgen.pathobject import PDFPathObject
    from reportlab.pdfgen.textobject import PDFTextObject

# The PDF.

CREATOR = "chartkit"
#: Points between two lines of hatching, their width, and their colour.
_HATCH_STEP, _HATCH_WIDTH, _HATCH_COLOUR = 4.0, 0.4, "#B4BCC2"
_RING_WIDTH = 1.2
_BLACK, _WHITE = "#000000", "#FFFFFF"
#: Ink and gap of broken lines, in points.
_DASHES = {Frame.DASHED: (2.4, 1.4), Frame.DOTTED: (0.5, 1.3)}


class _Layer(IntEnum):
    """The order in which things are drawn, the first at the bottom."""

    GROUND = 0
    LINED_GROUND = 1
    HATCH = 2
    PATCH = 3
    LINE = 4
    FRAME = 5
    RING = 6


def _set_fill(target: Canvas | PDFTextObject, colour: str) -> None:
    """Greys are set as greys, so that a black-and-white sheet stays one for the printer."""
    red, green, blue = rgb(colour)
    if red == green == blue:
        target.setFillGray(red)
    else:
        target.setFillColorRGB(red, green, blue)


class _SheetPainter:
    """Draws one sheet; lines and grounds are gathered so that each kind is set up once for all cells."""

    def __init__(self, canvas: Canvas, style: Style, fitter: Fitter, height: float) -> None:
        self._canvas = canvas
        self._style = style
        self._fitter = fitter
        self._height = height
        #: By layer and by colour (of a ground) or frame.
        self._paths: dict[tuple[_Layer, str], PDFPathObject] = defaultdict(canvas.beginPath)
        self._words = canvas.beginText()
        #: What the last text left set: ink, condensation, font and size.
        self._ink, self._scale, self._font = "", 1.0, ("", 0.0)

    def paint(self, sheet: Sheet) -> None:
        """Draw the sheet on the current page."""
        for item in sheet.items:
            self._item(item)
        # Colours keep the order in which the sheet uses them.
        for (layer, kind), path in sorted(self._paths.items(), key=lambda entry: entry[0][0]):
            self._draw(layer, kind, path)
        self._canvas.drawText(self._words)

    def _draw(self, layer: _Layer, kind: str, path: PDFPathObject) -> None:
        canvas, style = self._canvas, self._style
        filled = layer in (_Layer.GROUND, _Layer.LINED_GROUND, _Layer.PATCH)
        if filled:
            _set_fill(canvas, kind or _WHITE)
        if layer in (_Layer.GROUND, _Layer.PATCH):
            canvas.drawPath(path, stroke=0, fill=1)
            return
        colour, line_width = {
            _Layer.HATCH: (_HATCH_COLOUR, _HATCH_WIDTH),
            _Layer.LINED_GROUND: (style.line_colour, style.line_width),
            _Layer.LINE: (style.line_colour, style.line_width),
            _Layer.RING: (_BLACK, _RING_WIDTH),
        }.get(layer) or (_BLACK, style.line_of(Frame(kind)))
        canvas.saveState()
        canvas.setStrokeColorRGB(*rgb(colour))
        canvas.setLineWidth(line_width)
        if kind in _DASHES:
            canvas.setDash(*_DASHES[Frame(kind)])
        canvas.drawPath(path, stroke=1, fill=int(filled))
        canvas.restoreState()

    def _item(self, item: Item) -> None:
        looks = self._style.looks
        if isinstance(item, Placed):
            pieces = list(item.grid.placed(item.box))
            even = {name: self._fitter.even_size(pieces, look, name) for name, look in looks.items() if look.even}
            for cell, box in pieces:
                look = looks[cell.look].accented(cell.accent)
                self._ground(box, look, lined=item.grid.lines and look.lined)
                if cell.ring:
                    self._ring(box.inset(0.8))
                if cell.text:
                    self._text(cell, box, look, min(cell.most, even.get(cell.look, cell.most)))
        elif isinstance(item, Text):
            self._text(item, item.box, looks[item.look], item.most)
        elif isinstance(item, QrCode):
            self._code(item)
        else:
            self._shape(item)

    def _code(self, code: QrCode) -> None:
        for x, y, across, down in _qr_rectangles(code.text):
            self._rectangle(_Layer.GROUND, _BLACK, code.box.part(x, y, across, down))

    def _shape(self, shape: Shape) -> None:
        box = shape.box
        match shape.figure:
            case Figure.LINE:
                path = self._paths[_Layer.LINE, ""]
                path.moveTo(box.x, self._height - box.y)
                path.lineTo(box.right, self._height - box.bottom)
            case Figure.PATCH:
                self._rectangle(_Layer.PATCH, "", box)
            case Figure.ELLIPSE:
                self._ring(box)
            case Figure.RECTANGLE:
                self._ground(box, self._style.looks[shape.look], lined=True)

    def _rectangle(self, layer: _Layer, kind: str, box: Box) -> None:
        self._paths[layer, kind].rect(box.x, self._height - box.bottom, box.width, box.height)

    def _ring(self, box: Box) -> None:
        self._paths[_Layer.RING, ""].ellipse(box.x, self._height - box.bottom, box.width, box.height)

    def _ground(self, box: Box, look: Look, *, lined: bool) -> None:
        if look.fill is not None:
            self._rectangle(_Layer.LINED_GROUND if lined else _Layer.GROUND, look.fill, box)
        elif lined:
            self._rectangle(_Layer.LINE, "", box)
        if look.hatch in (Hatch.RISING, Hatch.CROSSED):
            self._hatching(box, rising=True)
        if look.hatch in (Hatch.FALLING, Hatch.CROSSED):
            self._hatching(box, rising=False)
        if look.frame is not Frame.NONE:
            self._rectangle(_Layer.FRAME, look.frame, box.inset(FRAME_INSET))
        if look.frame is Frame.DOUBLE:
            self._rectangle(_Layer.FRAME, look.frame, box.inset(FRAME_INSET + DOUBLE_STEP))

    def _hatching(self, box: Box, *, rising: bool) -> None:
        """Slanting lines that end at the edges of the box."""
        path, base = self._paths[_Layer.HATCH, ""], self._height - box.bottom
        offset = _HATCH_STEP
        while offset < box.width + box.height:
            # The line x + y = offset within the box, measured from its lower left corner.
            x1, y1 = min(offset, box.width), max(0.0, offset - box.width)
            x2, y2 = max(0.0, offset - box.height), min(offset, box.height)
            if rising:
                x1, x2 = box.width - x1, box.width - x2
            path.moveTo(box.x + x1, base + y1)
            path.lineTo(box.x + x2, base + y2)
            offset += _HATCH_STEP

    def _text(self, piece: Cell | Text, box: Box, look: Look, most: float) -> None:
        bold = isinstance(piece, Cell) and piece.bold
        room = self._style.frame_depth(look.frame)
        across, down = text_room(piece, box)
        lines, size, scale = self._fitter.fit(piece.text, look, bold, across, down, room, most)
        face = self._fitter.face(look, bold)
        first = size * (CAP_HEIGHT + LEADING * (len(lines) - 1)) / 2 - size * CAP_HEIGHT
        for number, text in enumerate(lines):
            if not text:
                continue
            wide = width(face, text) * size * scale
            along = {
                "left": self._style.padding + look.air + room,
                "centre": (across - wide) / 2,
                "right": across - wide - self._style.padding - look.air - room,
            }[look.align]
            over = first - number * LEADING * size
            self._set_type(look.ink, scale, face, size)
            if piece.turned:
                x, y = box.x + box.width / 2 - over, self._height - box.bottom + along
                self._words.setTextTransform(0, 1, -1, 0, x, y)
            else:
                self._words.setTextOrigin(box.x + along, self._height - box.y - box.height / 2 + over)
            self._words.textOut(text)

    def _set_type(self, ink: str, scale: float, face: str, size: float) -> None:
        """Set only what the last text left otherwise."""
        if ink != self._ink:
            _set_fill(self._words, ink)
            self._ink = ink
        if scale != self._scale:
            self._words.setHorizScale(100 * scale)
            self._scale = scale
        if (face, size) != self._font:
            self._words.setFont(face, size)
            self._font = (face, size)


@lru_cache(maxsize=256)
def _qr_rectangles(text: str) -> tuple[tuple[float, float, float, float], ...]:
    """The dark parts of a QR code as shares of its box, from the top left; an eighth of it may be dirty."""
    from reportlab.graphics.barcode.qr import QrCodeWidget

    code: Any = QrCodeWidget(text, barLevel="M", barBorder=0, barWidth=1.0, barHeight=1.0)
    # The first rectangle is the ground.
    return tuple((each.x, 1 - each.y - each.height, each.width, each.height) for each in code.draw().contents[1:])


@contextmanager
def _binary_streams() -> Iterator[None]:
    """Streams as bytes: reportlab's default of printable letters takes a third of the time and of the file."""
    from reportlab import rl_config

    before = rl_config.useA85
    rl_config.useA85 = 0
    try:
        yield
    finally:
        rl_config.useA85 = before


@_binary_streams()
def draw_pdf(document: Document, style: Style) -> bytes:
    """The document as a PDF; the same document gives the same bytes."""
    # reportlab is heavy, and web pages and plain text do without it.
    from reportlab.pdfgen.canvas import Canvas

    stream = io.BytesIO()
    fitter = Fitter(style)
    canvas = Canvas(stream, invariant=1, pageCompression=1, lang="en")
    canvas.setTitle(document.title)
    canvas.setCreator(CREATOR)
    canvas.setAuthor(CREATOR)
    canvas.setSubject(document.title)
    if document.game:
        canvas.setKeywords(f"chartkit game {document.game}")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    for number, sheet in enumerate(document.sheets):
        canvas.setPageSize((sheet.width, sheet.height))
        if sheet.depth >= 0 and sheet.title:
            _bookmark(canvas, sheet, f"sheet-{number}")
        _SheetPainter(canvas, style.accented(sheet.accent), fitter, sheet.height).paint(sheet)
        canvas.showPage()
    if any(sheet.depth >= 0 for sheet in document.sheets):
        canvas.showOutline()
    canvas.save()
    return stream.getvalue()


def _bookmark(canvas: Canvas, sheet: Sheet, key: str) -> None:
    """The sheet's entry in the outline, below the entries that begin with it."""
    canvas.bookmarkPage(key)
    for depth, entry in enumerate(sheet.above, start=sheet.depth - len(sheet.above)):
        canvas.bookmarkPage(f"{key}-{depth}")
        canvas.addOutlineEntry(entry, f"{key}-{depth}", depth, closed=depth > 0)
    canvas.addOutlineEntry(sheet.title, key, sheet.depth, closed=sheet.depth > 0)


# The web page: tables, headings and a style sheet made from the same looks.


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
        style=style,
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
