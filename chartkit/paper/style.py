"""Papers, fonts, sizes and looks, from a template."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from chartkit.paper.box import Box


class Frame(StrEnum):
    """How a cell is framed, inside its grid lines: what carries the meaning when colour does not."""

    NONE = "none"
    SOLID = "solid"
    HEAVY = "heavy"
    DASHED = "dashed"
    DOTTED = "dotted"
    DOUBLE = "double"


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

    @classmethod
    def from_template(cls, data: Mapping[str, Any]) -> Style:
        """Build the style from a checked template."""
        lines = data["lines"]
        looks = {}
        for name, look in data["look"].items():
            values = dict(look)
            values["frame"] = Frame(values.get("frame", "none"))
            values["hatch"] = Hatch(values.get("hatch", "none"))
            looks[name] = Look(**values)
        return cls(
            name=data["name"],
            fonts=data["font"],
            sizes={name: Size(**size) for name, size in data["size"].items()},
            looks=looks,
            line_width=lines["width"],
            line_colour=lines["colour"],
            frame_width=lines["frame"],
            padding=data["text"]["padding"],
            narrowest=data["text"]["narrowest"],
            least_size=data["text"]["least_size"],
        )


def papers(data: Mapping[str, Any]) -> dict[str, Paper]:
    """The papers of a template by name."""
    return {name: Paper(name, **paper) for name, paper in data["paper"].items()}


def rgb(colour: str) -> tuple[float, float, float]:
    """`#rrggbb` as shares of red, green and blue."""
    return tuple(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))  # type: ignore[return-value]
