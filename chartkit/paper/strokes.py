"""The lines of a sheet as PDF operators: rectangles, frames, hatching and rings, gathered by how they are drawn."""

from __future__ import annotations

from chartkit.paper.box import Box
from chartkit.paper.style import Frame, Hatch, rgb

#: Points between a grid line and the frame inside it, and between two lines of hatching.
FRAME_INSET, HATCH_STEP = 0.9, 4.0
#: Between the two lines of a double frame.
_DOUBLE_STEP = 1.1
_DASHES = {Frame.DASHED: "[2.4 1.4] 0 d", Frame.DOTTED: "[0.5 1.3] 0 d"}
#: Widths of lines as multiples of the style's.
_WIDTHS = {Frame.HEAVY: 2.0, Frame.DOUBLE: 0.6}
#: How far the control points of a quarter circle stand out.
_ARC = 0.5523


def frame_depth(frame: Frame, frame_width: float) -> float:
    """How far the ink of a frame reaches into its cell."""
    if frame is Frame.NONE:
        return 0.0
    inner = FRAME_INSET + (_DOUBLE_STEP if frame is Frame.DOUBLE else 0.0)
    return inner + frame_width * _WIDTHS.get(frame, 1.0) / 2


def fill_operator(colour: str, *, stroke: bool = False) -> str:
    """Set the colour that follows; greys take the short form."""
    red, green, blue = rgb(colour)
    if red == green == blue:
        return f"{red:.3g} {'G' if stroke else 'g'}"
    return f"{red:.3g} {green:.3g} {blue:.3g} {'RG' if stroke else 'rg'}"


def rectangle(box: Box, height: float, inset: float = 0.0) -> str:
    """The path of a box on a page of that height, whose y runs upwards."""
    return (
        f"{box.x + inset:.2f} {height - box.bottom + inset:.2f} "
        f"{box.width - 2 * inset:.2f} {box.height - 2 * inset:.2f} re"
    )


def line(box: Box, height: float) -> str:
    """The path from the top left to the bottom right of a box."""
    return f"{box.x:.2f} {height - box.y:.2f} m {box.right:.2f} {height - box.bottom:.2f} l"


def ellipse(box: Box, height: float) -> str:
    """The path of the ellipse in a box."""
    rx, ry = box.width / 2, box.height / 2
    cx, cy = box.x + rx, height - box.y - ry
    kx, ky = rx * _ARC, ry * _ARC
    arcs = (
        (cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
        (cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
        (cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry),
        (cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy),
    )
    curves = " ".join(f"{' '.join(f'{value:.2f}' for value in arc)} c" for arc in arcs)
    return f"{cx + rx:.2f} {cy:.2f} m {curves}"


def hatching(box: Box, height: float, hatch: Hatch) -> list[str]:
    """Slanting lines that end at the edges of a box."""
    paths = []
    if hatch in (Hatch.RISING, Hatch.CROSSED):
        paths += _slanted(box, height, rising=True)
    if hatch in (Hatch.FALLING, Hatch.CROSSED):
        paths += _slanted(box, height, rising=False)
    return paths


def _slanted(box: Box, height: float, *, rising: bool) -> list[str]:
    paths = []
    offset = HATCH_STEP
    while offset < box.width + box.height:
        # The line x + y = offset within the box, measured from its lower left corner.
        x1, y1 = min(offset, box.width), max(0.0, offset - box.width)
        x2, y2 = max(0.0, offset - box.height), min(offset, box.height)
        if rising:
            x1, x2 = box.width - x1, box.width - x2
        base = height - box.bottom
        paths.append(f"{box.x + x1:.2f} {base + y1:.2f} m {box.x + x2:.2f} {base + y2:.2f} l")
        offset += HATCH_STEP
    return paths


class Strokes:
    """Everything but text on one sheet; each kind of line is set up once, however many cells use it."""

    def __init__(self, height: float) -> None:
        self.height = height
        self.fills: dict[str, list[str]] = {}
        self.grid: list[str] = []
        self.hatches: list[str] = []
        self.patches: list[str] = []
        self.frames: dict[Frame, list[str]] = {}
        self.rings: list[str] = []

    def frame(self, box: Box, frame: Frame) -> None:
        """Frame a cell inside its grid lines."""
        paths = self.frames.setdefault(frame, [])
        paths.append(rectangle(box, self.height, FRAME_INSET))
        if frame is Frame.DOUBLE:
            paths.append(rectangle(box, self.height, FRAME_INSET + _DOUBLE_STEP))

    def operators(self, line_width: float, line_colour: str, frame_width: float) -> list[str]:
        """All of it, fills first, in a fixed order."""
        out = ["q"]
        for colour, paths in self.fills.items():
            out += [fill_operator(colour), *paths, "f"]
        if self.hatches:
            out += [fill_operator("#B4BCC2", stroke=True), "0.4 w", *self.hatches, "S"]
        if self.patches:
            out += ["1 g", *self.patches, "f"]
        if self.grid:
            out += [fill_operator(line_colour, stroke=True), f"{line_width} w", *self.grid, "S"]
        for frame, paths in sorted(self.frames.items()):
            out += [
                "q 0 G",
                f"{frame_width * _WIDTHS.get(frame, 1.0):.3g} w",
                _DASHES.get(frame, "[] 0 d"),
                *paths,
                "S Q",
            ]
        if self.rings:
            out += ["0 G 1.2 w", *self.rings, "S"]
        out.append("Q")
        return out
