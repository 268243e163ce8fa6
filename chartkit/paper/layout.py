"""The layout of a game's sheets: its template on a paper, with the foot by which a sheet is known again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chartkit.errors import InputError
from chartkit.paper import furniture
from chartkit.paper.flow import Block, fitted_to_one
from chartkit.paper.fonts import Fitter
from chartkit.paper.sheet import Box, Item, Sheet
from chartkit.paper.style import Paper, Style, load_template, papers

IMPRINT = "Printed by chartkit"
BETWEEN = " · "
#: A checksum on paper: `3F9A-1C22-7B`.
SEAL = "[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{2}"


def seal(checksum: str) -> str:
    """The first 40 bits of a SHA-256, as a card shows them; a damaged card matches by chance once in 10^12."""
    digits = checksum[:10].upper()
    return f"{digits[:4]}-{digits[4:8]}-{digits[8:]}"


def foot_text(parts: tuple[str, ...], style: str, paper: str, checksum: str = "") -> str:
    """The foot as it is printed.

    >>> foot_text(("2017 PHI", "Philadelphia", "Eagles", "offense, basic"), "classic", "a4", "0123-4567-89")
    'Printed by chartkit · 2017 PHI · Philadelphia · Eagles · offense, basic · classic on a4 · chart 0123-4567-89'
    """
    sealed = (f"chart {checksum}",) if checksum else ()
    return BETWEEN.join((IMPRINT, *parts, f"{style} on {paper}", *sealed))


@dataclass(frozen=True)
class Layout:
    """How sheets look: template, paper, switches; the chart says what stands on them."""

    data: Mapping[str, Any]
    style: Style
    paper: Paper
    marks: bool = False

    @classmethod
    def load(
        cls, template: str | Path, style: str, paper: str, *, override: Path | None = None, marks: bool = False
    ) -> Layout:
        """Read and check the template of a game."""
        data = load_template(style, template, override)
        known = papers(data)
        if paper not in known:
            raise InputError(f"there is no paper {paper!r}.", remedy=f"Known are: {', '.join(known)}.")
        return cls(data, Style.from_template(data), known[paper], marks)

    @property
    def landscape(self) -> Paper:
        """The paper as team cards use it."""
        return self.paper.turned()

    def columns(self, grid: str) -> Mapping[str, float]:
        """Column weights of a grid."""
        weights: Mapping[str, float] = self.data["columns"][grid]
        return weights

    @property
    def heights(self) -> Mapping[str, float]:
        """Row weights."""
        weights: Mapping[str, float] = self.data["heights"]
        return weights

    def points(self, name: str) -> float:
        """A measure of the furniture."""
        return float(self.data["furniture"][name])

    def body(self, paper: Paper) -> Box:
        """The printable area below the title line and above the foot."""
        area, title, foot = paper.printable, self.points("title"), self.points("foot")
        return Box(area.x, area.y + title, area.width, area.height - title - foot)

    def sheet(
        self,
        paper: Paper,
        items: Iterable[Item],
        *,
        title: str,
        about: tuple[str, ...] = (),
        checksum: str = "",
        accent: str = "",
        depth: int = 0,
        heading: tuple[str, str, str] = ("", "", ""),
    ) -> Sheet:
        """A sheet with its furniture: title, content, foot; `about` is what the foot says first."""
        foot = self.points("foot")
        line = foot_text(about or (title,), self.style.name, self.paper.name, checksum)
        return Sheet(
            title,
            paper.width,
            paper.height,
            (
                *furniture.title_line(paper.printable, self.points("title"), *heading),
                *items,
                *furniture.foot_line(paper, foot, line),
                *furniture.ruler(paper, foot),
                *(furniture.trim_marks(paper) if self.marks else []),
            ),
            depth=depth,
            accent=accent,
        )


def filled_sheets(
    layout: Layout,
    title: str,
    blocks: Sequence[Block],
    *,
    columns: int = 1,
    heading: str = "",
    about: tuple[str, ...] = (),
    upright: bool = True,
) -> list[Sheet]:
    """Sheets that text and tables fill by themselves, at the largest size that needs one page only."""
    paper = layout.paper if upright else layout.landscape
    body, gap = layout.body(paper), layout.points("gap")
    wide = (body.width - gap * (columns - 1)) / columns
    boxes = [Box(body.x + n * (wide + gap), body.y, wide, body.height) for n in range(columns)]
    limits = layout.style.sizes["read"]
    sizes = [limits.largest - step / 4 for step in range(int(4 * (limits.largest - limits.smallest)) + 1)]
    return [
        layout.sheet(
            paper,
            items,
            title=title,
            about=about or (title,),
            depth=0 if number == 0 else -1,
            heading=(title, "", heading),
        )
        for number, items in enumerate(fitted_to_one(blocks, boxes, Fitter(layout.style), sizes))
    ]
