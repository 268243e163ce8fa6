"""What the command line may ask of a game that prints its charts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from chartkit.paper.sheet import Document
    from chartkit.paper.style import Style


@dataclass(frozen=True)
class PrintJob:
    """What to print, on what and how."""

    source: Path
    teams: tuple[str, ...] = ()
    what: tuple[str, ...] = ()
    paper: str = "letter"
    style: str = "classic"
    template: Path | None = None
    duplex: bool = False
    marks: bool = False
    fit_one: bool = False


@dataclass(frozen=True)
class Print:
    """One document ready to be drawn, and the name that its file takes."""

    name: str
    document: Document
    style: Style


@dataclass(frozen=True)
class ReadChart:
    """A chart read from paper: the name and text of its file."""

    file_name: str
    text: str


@dataclass(frozen=True)
class ReadPaper:
    """What was read from a PDF: charts, cells that could not be read, and pages that hold no chart."""

    charts: tuple[ReadChart, ...]
    problems: tuple[Mapping[str, object], ...]
    other_pages: tuple[int, ...] = ()


class CardPrinter(Protocol):
    """A game's way onto paper and back."""

    def kinds(self) -> Mapping[str, str]:
        """What can be printed: name and one line about it."""

    def compose(self, job: PrintJob, *, apart: bool = False) -> list[Print]:
        """The documents of a job: one, or with `apart` one a team and one a kind."""

    def check(self, made: Print, pdf: bytes, template: Path | None = None) -> list[str]:
        """Read a drawn document back; every place where the paper differs from the charts."""

    def read(self, path: Path, *, template: Path | None = None) -> ReadPaper:
        """Read charts from a PDF."""
