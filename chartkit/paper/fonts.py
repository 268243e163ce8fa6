"""Fonts: DejaVu, free to embed and to pass on, as it comes with matplotlib; and how wide a text is."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from chartkit.errors import InputError
from chartkit.paper.sheet import Box, Cell, Text
from chartkit.paper.style import Look, Style

#: Of the em: how tall capitals and digits are, and the distance between two lines.
CAP_HEIGHT, LEADING = 0.729, 1.18
#: Points between a frame and the capitals inside it.
_AIR = 0.4
#: Letters that reach below the line, and how far, of the em.
_LOW, _DESCENT = frozenset("()Qgjpqy,;|"), 0.13


def _folders() -> list[Path]:
    folders = []
    for package, inside in (("matplotlib", "mpl-data/fonts/ttf"), ("reportlab", "fonts")):
        spec = find_spec(package)
        if spec is not None and spec.origin is not None:
            folders.append(Path(spec.origin).parent / inside)
    return folders


@lru_cache(maxsize=64)
def register(name: str) -> str:
    """Make a font known to reportlab: a name such as `DejaVuSans-Bold`, or the path of a .ttf file."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    own = Path(name)
    path = next((f for f in (folder / f"{name}.ttf" for folder in _folders()) if f.is_file()), own)
    face = path.stem
    try:
        pdfmetrics.registerFont(TTFont(face, str(path)))
    except TTFError as error:
        raise InputError(
            f"the font {name!r} cannot be used: {error}.", remedy="Name a DejaVu font or the path of a .ttf file."
        ) from error
    return face


@lru_cache(maxsize=65536)
def width(face: str, text: str) -> float:
    """The width of a text in a registered font at size 1."""
    from reportlab.pdfbase import pdfmetrics

    font: Any = pdfmetrics.getFont(face)
    known = font.face.charToGlyph
    for letter in text:
        if ord(letter) not in known:
            raise InputError(
                f"{face} has no letter {letter!r} (in {text!r}).",
                remedy="Write it otherwise, or name another font in a template.",
            )
    return float(font.stringWidth(text, 1.0))


def wrapped(face: str, text: str, size: float, room: float) -> list[str]:
    """Break a text into lines that fit; a word that is too long stands alone."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and width(face, longer) * size > room:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return lines


#: Lines, size and horizontal scale.
Fitted = tuple[tuple[str, ...], float, float]


class Fitter:
    """Chooses size and condensation so that a text stays inside its box; remembers what it chose."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.faces = {weight: register(name) for weight, name in style.fonts.items()}
        self._chosen: dict[tuple[str, str, str, float, float, float, float, float], Fitted] = {}

    def face(self, look: Look, bold: bool) -> str:
        """The font of a look; bold text has its own."""
        return self.faces["bold" if bold else look.weight]

    def fit(
        self, text: str, look: Look, bold: bool, across: float, down: float, room: float = 0.0, most: float = 1000.0
    ) -> Fitted:
        """Lines, size and scale for a text in a box whose frame takes `room`; no larger than `most`."""
        face = self.face(look, bold)
        key = (text, face, look.size, look.air, across, down, room, most)
        found = self._chosen.get(key)
        if found is None:
            found = self._chosen[key] = self._fit(text, look, face, across, down, room, most)
        return found

    def _fit(
        self, text: str, look: Look, face: str, across: float, down: float, taken: float, most: float
    ) -> Fitted:
        style, limits = self.style, self.style.sizes[look.size]
        # Capitals leave air above and below, so a frame needs less of it there than at the sides.
        room = across - 2 * (style.padding + taken + look.air)
        height = down - 2 * (max(style.padding, taken + _AIR) + look.air)
        low = not _LOW.isdisjoint(text.rpartition("\n")[2])
        size = min(most, max(limits.smallest, min(limits.largest, limits.share * down)))
        while True:
            lines = wrapped(face, text, size, room) if look.wrap else text.split("\n")
            widest = max(width(face, line) for line in lines) * size
            scale = min(1.0, room / widest) if widest else 1.0
            tall = size * (CAP_HEIGHT + LEADING * (len(lines) - 1) + (2 * _DESCENT if low else 0.0))
            if scale >= style.narrowest and tall <= height:
                return tuple(lines), size, scale
            size -= 0.25
            if size < style.least_size:
                raise InputError(
                    f"{text!r} does not fit a box of {across:.0f} by {down:.0f} points.",
                    remedy="Choose a larger paper, or wider columns in a template.",
                )

    def even_size(self, pieces: Iterable[tuple[Cell, Box]], look: Look, name: str) -> float:
        """The size at which all cells of a look fit, so that a row of headings looks like one."""
        return min(
            (
                self.fit(cell.text, look, cell.bold, *text_room(cell, box))[1]
                for cell, box in pieces
                if cell.look == name and cell.text
            ),
            default=1000.0,
        )

    def height_of(self, text: str, look: Look, across: float, size: float) -> float:
        """How tall a box must be for a text at that size (or the largest that its look allows)."""
        size = min(size, self.style.sizes[look.size].largest)
        frame = self.style.frame_depth(look.frame)
        room = across - 2 * (self.style.padding + frame + look.air)
        face = self.face(look, False)
        lines = wrapped(face, text, size, room) if look.wrap else text.split("\n")
        tall = size * (CAP_HEIGHT + LEADING * (len(lines) - 1))
        return tall + 2 * _DESCENT * size + 4 * self.style.padding + 2 * (frame + look.air)


def text_room(piece: Cell | Text, box: Box) -> tuple[float, float]:
    """How long and how tall a text may be in its box; one that runs up the side has the box turned."""
    return (box.height, box.width) if piece.turned else (box.width, box.height)
