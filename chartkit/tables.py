"""Reports: tables for people, and the same as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Table:
    """One table of texts; columns whose heading stands in `left` begin at the left, all others end at the right."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: frozenset[str] = frozenset()
    #: Lines between the title and the table.
    under: tuple[str, ...] = ()


def counted(number: int, thing: str) -> str:
    """`1 game`, `2,000 games`."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


@dataclass(frozen=True)
class Report:
    """What a command found out: tables, notes below them, and the JSON of all of it."""

    data: Any
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class GamesReport(Report):
    """What many games of the same two teams say, and how each of them ended."""

    #: In the order of the runs: run, home points, visitor points.
    by_run: NDArray[np.int64] | None = None
