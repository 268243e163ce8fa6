"""Draws a document with reportlab: operators written by hand, fills and lines grouped by kind, text last."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from chartkit.paper.box import Box
from chartkit.paper.fonts import CAP_HEIGHT, LEADING, Fitter, width
from chartkit.paper.grid import Cell
from chartkit.paper.sheet import Document, Figure, Item, Placed, Shape, Sheet, Text
from chartkit.paper.strokes import Strokes, ellipse, fill_operator, frame_depth, hatching, line, rectangle
from chartkit.paper.style import Hatch, Look, Style

CREATOR = "chartkit"


class _Words:
    """The text operators of one sheet; remembers the state that the last text left."""

    def __init__(self, canvas: Any, encoded: dict[tuple[str, str], list[tuple[str, str]]]) -> None:
        self._document = canvas._doc
        self._encoded = encoded
        self._font = self._scale = self._ink = ""
        self.operators: list[str] = []

    def _runs(self, face: str, text: str) -> list[tuple[str, str]]:
        """A text as strings of the subsets of its font."""
        found = self._encoded.get((face, text))
        if found is None:
            from reportlab.pdfbase import pdfmetrics

            font: Any = pdfmetrics.getFont(face)
            found = self._encoded[face, text] = [
                (font.getSubsetInternalName(subset, self._document), _escaped(part))
                for subset, part in font.splitString(text, self._document)
            ]
        return found

    def show(self, face: str, size: float, scale: float, ink: str, matrix: str, text: str) -> None:
        """One line of text; font, scale and colour are set only when they change."""
        out = self.operators
        if ink != self._ink:
            out.append(fill_operator(ink))
            self._ink = ink
        stretch = f"{100 * scale:.4g} Tz"
        if stretch != self._scale:
            out.append(stretch)
            self._scale = stretch
        out.append(f"{matrix} Tm")
        for subset, part in self._runs(face, text):
            font = f"{subset} {size:.4g} Tf"
            if font != self._font:
                out.append(font)
                self._font = font
            out.append(f"({part}) Tj")


def _escaped(part: bytes) -> str:
    return "".join(
        f"\\{chr(code)}" if code in b"()\\" else chr(code) if 32 <= code < 127 else f"\\{code:03o}" for code in part
    )


class SheetPainter:
    """Draws sheets of one style onto a canvas."""

    def __init__(self, canvas: Any, style: Style, fitter: Fitter) -> None:
        self._canvas = canvas
        self._style = style
        self._fitter = fitter
        self._encoded: dict[tuple[str, str], list[tuple[str, str]]] = {}

    def paint(self, sheet: Sheet) -> None:
        """Write the operators of a sheet to the current page."""
        strokes, words = Strokes(sheet.height), _Words(self._canvas, self._encoded)
        for item in sheet.items:
            self._item(item, strokes, words)
        style = self._style
        out = strokes.operators(style.line_width, style.line_colour, style.frame_width)
        self._canvas.addLiteral("\n".join([*out, "BT", *words.operators, "ET"]))

    def _item(self, item: Item, strokes: Strokes, words: _Words) -> None:
        if isinstance(item, Placed):
            pieces = list(item.grid.placed(item.box))
            even = {
                name: self._fitter.even_size(pieces, look, name)
                for name, look in self._style.looks.items()
                if look.even
            }
            for cell, box in pieces:
                look = self._style.looks[cell.look]
                self._ground(strokes, box, look, lined=item.grid.lines and look.lined)
                if cell.ring:
                    strokes.rings.append(ellipse(box.inset(0.8), strokes.height))
                if cell.text:
                    self._text(words, cell, box, look, strokes.height, min(cell.most, even.get(cell.look, 1000.0)))
        elif isinstance(item, Text):
            self._text(words, item, item.box, self._style.looks[item.look], strokes.height, item.most)
        else:
            self._shape(item, strokes)

    def _ground(self, strokes: Strokes, box: Box, look: Look, *, lined: bool) -> None:
        path = rectangle(box, strokes.height)
        if look.fill is not None:
            strokes.fills.setdefault(look.fill, []).append(path)
        if lined:
            strokes.grid.append(path)
        if look.hatch is not Hatch.NONE:
            strokes.hatches += hatching(box, strokes.height, look.hatch)
        if look.frame != "none":
            strokes.frame(box, look.frame)

    def _shape(self, shape: Shape, strokes: Strokes) -> None:
        look = self._style.looks[shape.look]
        if shape.figure is Figure.LINE:
            strokes.grid.append(line(shape.box, strokes.height))
        elif shape.figure is Figure.PATCH:
            strokes.patches.append(rectangle(shape.box, strokes.height))
        elif shape.figure is Figure.ELLIPSE:
            strokes.rings.append(ellipse(shape.box, strokes.height))
        else:
            self._ground(strokes, shape.box, look, lined=True)

    def _text(self, words: _Words, piece: Cell | Text, box: Box, look: Look, height: float, most: float) -> None:
        bold = isinstance(piece, Cell) and piece.bold
        room = frame_depth(look.frame, self._style.frame_width)
        across, down = (box.height, box.width) if piece.turned else (box.width, box.height)
        lines, size, scale = self._fitter.fit(piece.text, look, bold, across, down, room, most)
        face = self._fitter.face(look, bold)
        first = size * (CAP_HEIGHT + LEADING * (len(lines) - 1)) / 2 - size * CAP_HEIGHT
        for number, text in enumerate(lines):
            if not text:
                continue
            wide = width(face, text) * size * scale
            along = {
                "left": self._style.padding + room,
                "centre": (across - wide) / 2,
                "right": across - wide - self._style.padding - room,
            }[look.align]
            over = first - number * LEADING * size
            if piece.turned:
                x, y = box.x + box.width / 2 - over, height - box.bottom + along
                matrix = f"0 1 -1 0 {x:.2f} {y:.2f}"
            else:
                x, y = box.x + along, height - box.y - box.height / 2 + over
                matrix = f"1 0 0 1 {x:.2f} {y:.2f}"
            words.show(face, size, scale, look.ink, matrix, text)


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
def draw(document: Document, style: Style) -> bytes:
    """The document as a PDF; the same document gives the same bytes."""
    from reportlab.pdfgen.canvas import Canvas

    stream = io.BytesIO()
    fitter = Fitter(style)
    canvas = Canvas(stream, invariant=1, pageCompression=1, lang=document.language)
    canvas.setTitle(document.title)
    canvas.setCreator(CREATOR)
    canvas.setAuthor(CREATOR)
    canvas.setSubject(document.subject or document.title)
    canvas.setViewerPreference("DisplayDocTitle", "true")
    painter = SheetPainter(canvas, style, fitter)
    for number, sheet in enumerate(document.sheets):
        canvas.setPageSize((sheet.width, sheet.height))
        if sheet.depth >= 0 and sheet.title:
            key = f"sheet-{number}"
            canvas.bookmarkPage(key)
            first = sheet.depth - len(sheet.above)
            for depth, entry in enumerate(sheet.above, start=first):
                canvas.bookmarkPage(f"{key}-{depth}")
                canvas.addOutlineEntry(entry, f"{key}-{depth}", depth, closed=depth > 0)
            canvas.addOutlineEntry(sheet.title, key, sheet.depth, closed=sheet.depth > 0)
        painter.paint(sheet)
        canvas.showPage()
    if any(sheet.depth >= 0 for sheet in document.sheets):
        canvas.showOutline()
    canvas.save()
    return stream.getvalue()
