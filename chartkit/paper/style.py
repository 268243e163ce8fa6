"""Papers, looks and fonts, from templates of ours that a user's own template overrides; texts fitted to boxes.

The fonts are DejaVu, free to embed and to pass on, as it comes with matplotlib.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from chartkit import resources
from chartkit.errors import InputError
from chartkit.findings import read_toml, refuse_misshapen
from chartkit.paper.sheet import Box, Cell, Text


class Frame(StrEnum):
    """How a cell is framed, inside its grid lines: what carries the meaning when colour does not."""

    NONE = "none"
    SOLID = "solid"
    HEAVY = "heavy"
    DASHED = "dashed"
    DOTTED = "dotted"
    DOUBLE = "double"


#: Points between a grid line and the frame inside it, and between the two lines of a double frame.
FRAME_INSET, DOUBLE_STEP = 0.9, 1.1
#: Widths of frames as multiples of the style's.
_FRAME_WIDTHS = {Frame.HEAVY: 2.0, Frame.DOUBLE: 0.6}


#: WCAG's figure for text that everyone can read.
_CONTRAST = 7.0


class Hatch(StrEnum):
    """Lines across a cell."""

    NONE = "none"
    RISING = "rising"
    FALLING = "falling"
    CROSSED = "crossed"


@dataclass(frozen=True, slots=True)
class Look:
    """How one kind of cell is drawn."""

    fill: str | None = None
    ink: str = "#000000"
    frame: Frame = Frame.NONE
    hatch: Hatch = Hatch.NONE
    weight: str = "body"
    size: str = "cell"
    align: str = "centre"
    wrap: bool = False
    #: All cells of this look in a grid take the size that fits them all.
    even: bool = False
    #: Grid lines of cells with this look; False leaves them open.
    lined: bool = True
    #: Takes the colour of the sheet's team, if there is one.
    accent: bool = False
    #: Points of white around the text, besides the style's padding.
    air: float = 0.0

    def accented(self, colour: str) -> Look:
        """The look in a team's colour, if it takes one."""
        if not colour or not self.accent:
            return self
        fill, ink = readable(colour)
        return replace(self, fill=fill, ink=ink)


@dataclass(frozen=True, slots=True)
class Size:
    """A type size: a share of the row's height, within limits in points."""

    share: float
    smallest: float
    largest: float


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper with the margin that printers need, in points."""

    name: str
    width: float
    height: float
    margin: float

    def turned(self) -> Paper:
        """The same paper, landscape."""
        return Paper(self.name, self.height, self.width, self.margin)

    @property
    def printable(self) -> Box:
        """Where a common printer can print."""
        return Box(self.margin, self.margin, self.width - 2 * self.margin, self.height - 2 * self.margin)


@dataclass(frozen=True, slots=True)
class Style:
    """Fonts, sizes, looks and lines."""

    name: str
    fonts: Mapping[str, str]
    sizes: Mapping[str, Size]
    looks: Mapping[str, Look]
    line_width: float
    line_colour: str
    frame_width: float
    padding: float
    narrowest: float
    least_size: float

    def accented(self, colour: str) -> Style:
        """The style with a team's colour where a look takes it, dark or light enough to read what stands on it."""
        if not colour:
            return self
        return replace(self, looks={name: look.accented(colour) for name, look in self.looks.items()})

    def line_of(self, frame: Frame) -> float:
        """How wide the line of a frame is."""
        return self.frame_width * _FRAME_WIDTHS.get(frame, 1.0)

    def frame_depth(self, frame: Frame) -> float:
        """How far the ink of a frame reaches into its cell."""
        if frame is Frame.NONE:
            return 0.0
        return FRAME_INSET + (DOUBLE_STEP if frame is Frame.DOUBLE else 0.0) + self.line_of(frame) / 2

    @classmethod
    def from_template(cls, data: Mapping[str, Any]) -> Style:
        """Build the style from a checked template."""
        lines = data["lines"]
        kinds: dict[str, Any] = {"frame": Frame, "hatch": Hatch}
        looks = {
            name: Look(**{field: kinds[field](value) if field in kinds else value for field, value in look.items()})
            for name, look in data["look"].items()
        }
        return cls(
            name=data["name"],
            fonts=data["font"],
            sizes={name: Size(**size) for name, size in data["size"].items()},
            looks=looks,
            line_width=lines["width"],
            line_colour=lines["colour"],
            frame_width=lines["frame"],
            **data["text"],
        )


def papers(data: Mapping[str, Any]) -> dict[str, Paper]:
    """The papers of a template by name."""
    return {name: Paper(name, **paper) for name, paper in data["paper"].items()}


def readable(colour: str) -> tuple[str, str]:
    """A colour, made darker or lighter where it must be, and the ink that can be read on it.

    >>> readable("#004C54"), readable("#FFB612"), readable("#FB4F14")
    (('#004C54', '#FFFFFF'), ('#FFB612', '#000000'), ('#FC6937', '#000000'))
    """
    ink, towards = max((("#FFFFFF", 0.0), ("#000000", 1.0)), key=lambda way: contrast(colour, way[0]))
    shares, found, step = rgb(colour), colour, 0
    while contrast(found, ink) < _CONTRAST:
        step += 1
        mixed = (share + (towards - share) * step / 20 for share in shares)
        found = "#" + "".join(f"{round(255 * share):02X}" for share in mixed)
    return found, ink


def contrast(one: str, other: str) -> float:
    """How well one colour is read on another, as WCAG counts it: 1 to 21."""
    dark, light = sorted(_luminance(colour) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    light = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in rgb(colour)]
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


def rgb(colour: str) -> tuple[float, float, float]:
    """`#rrggbb` as shares of red, green and blue."""
    return tuple(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))  # type: ignore[return-value]


def merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Tables are merged key by key; anything else is replaced.

    >>> merged({"look": {"red": {"ink": "#000000"}}}, {"look": {"red": {"fill": "#ffffff"}}})
    {'look': {'red': {'ink': '#000000', 'fill': '#ffffff'}}}
    """
    result = dict(below)
    for key, value in above.items():
        old = result.get(key)
        result[key] = merged(old, value) if isinstance(old, dict) and isinstance(value, Mapping) else value
    return result


def style_names() -> list[str]:
    """The styles that ship with chartkit."""
    folder = resources.template("paper")
    return sorted(path.stem for path in folder.glob("*.toml") if path.stem != "papers")


@lru_cache(maxsize=32)
def load_template(style: str, layout: str | Path, override: Path | None = None) -> Mapping[str, Any]:
    """Papers, then the game's layout, then the style, then the user's template: later ones win.

    A layout is the name of one of ours, or the path of one that a game brings.
    """
    if style not in style_names():
        raise InputError(f"there is no style {style!r}.", remedy=f"Known are: {', '.join(style_names())}.")
    data = read_toml(resources.template("paper/papers.toml"))
    data = merged(data, read_toml(resources.template(layout)))
    data = merged(data, read_toml(resources.template(f"paper/{style}.toml")))
    source = f"templates/paper/{style}.toml"
    if override is not None:
        own = read_toml(override)
        name = f"{style}+{own.get('name', override.stem)}"
        data, source = merged(data, own) | {"name": name}, str(override)
    _check(data, source)
    return data


def _check(data: Mapping[str, Any], source: str) -> None:
    """Name the entries that are wrong, as the user wrote them."""
    refuse_misshapen(data, resources.schema("paper-template"), source)
    for name, look in data["look"].items():
        for field, known in (("weight", data["font"]), ("size", data["size"])):
            if look.get(field, next(iter(known))) not in known:
                raise InputError(
                    f"look.{name}.{field}: there is no {field} called {look[field]!r}.",
                    where=source,
                    remedy=f"Known are: {', '.join(known)}.",
                )


# Fonts, and texts that stay inside their boxes.


#: Of the em: how tall capitals and digits are, and the distance between two lines.
CAP_HEIGHT, LEADING = 0.729, 1.18
#: Points between a frame and the capitals inside it.
_AIR = 0.4
#: Letters that reach below the line, and how far, of the em.
_LOW, _DESCENT = frozenset("()Qgjpqy,;|"), 0.13


@lru_cache(maxsize=64)
def register(name: str) -> str:
    """Make a font known to reportlab: a name such as `DejaVuSans-Bold`, or the path of a .ttf file."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    found = find_spec("matplotlib")
    ours = Path(found.origin).parent / f"mpl-data/fonts/ttf/{name}.ttf" if found and found.origin else Path(name)
    path = ours if ours.is_file() else Path(name)
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
