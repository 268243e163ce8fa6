"""The layout of a set of sheets: a template, a paper and the switches of a print job, made ready."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chartkit.errors import InputError
from chartkit.paper import furniture, template
from chartkit.paper.box import Box
from chartkit.paper.sheet import Item, Sheet
from chartkit.paper.style import Paper, Style, papers

TEMPLATE = "ddf-cards.toml"
TAG = "chartkit"


@dataclass(frozen=True)
class Layout:
    """Everything about form; a chart brings the matter."""

    data: Mapping[str, Any]
    style: Style
    paper: Paper
    marks: bool = False

    @classmethod
    def load(cls, style: str, paper: str, *, override: Path | None = None, marks: bool = False) -> Layout:
        """Read and check the template."""
        data = template.load(style, TEMPLATE, override)
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

    def tag(self, sheet: str, *words: object) -> str:
        """What the foot of a sheet says; the reader finds its way by it."""
        return " | ".join(map(str, (TAG, "ddf", sheet, self.style.name, self.paper.name, *words)))

    def sheet(
        self,
        paper: Paper,
        items: Iterable[Item],
        *,
        title: str,
        tag: str,
        depth: int = 0,
        heading: tuple[str, str, str] = ("", "", ""),
        key: str = "",
    ) -> Sheet:
        """A sheet with its furniture, in reading order: title, matter, foot."""
        foot = self.points("foot")
        return Sheet(
            title,
            paper.width,
            paper.height,
            (
                *furniture.title_line(paper.printable, self.points("title"), *heading, key=key),
                *items,
                *furniture.foot_line(paper, foot, tag),
                *furniture.ruler(paper, foot),
                *(furniture.trim_marks(paper) if self.marks else []),
            ),
            depth=depth,
            tag=tag,
        )
