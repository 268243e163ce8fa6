"""Where things are on a sheet: points from the top left corner, as people think of paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

POINTS_PER_CM = 72 / 2.54


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a sheet; `y` grows downwards."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height

    def part(self, left: float, top: float, width: float, height: float) -> Box:
        """A part of this box, given as shares of it.

        >>> Box(10, 10, 100, 50).part(0.5, 0, 0.5, 1)
        Box(x=60.0, y=10.0, width=50.0, height=50)
        """
        return Box(self.x + left * self.width, self.y + top * self.height, width * self.width, height * self.height)

    def inset(self, border: float) -> Box:
        """The box without a border of that many points."""
        return Box(self.x + border, self.y + border, self.width - 2 * border, self.height - 2 * border)

    def beside(self, x: float, y: float) -> Box:
        """The same box moved."""
        return Box(self.x + x, self.y + y, self.width, self.height)


def edges(start: float, length: float, weights: Sequence[float]) -> tuple[float, ...]:
    """Cut a length by weights; the edges run from `start` to `start + length`.

    >>> edges(0, 30, (1, 2))
    (0, 10.0, 30.0)
    """
    whole, reached, cuts = sum(weights), 0.0, [start]
    for weight in weights:
        reached += weight
        cuts.append(start + length * reached / whole)
    return tuple(cuts)
