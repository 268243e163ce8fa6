"""From plays to charts: what every game system's compiler offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from chartkit.tables import Report

if TYPE_CHECKING:
    from chartkit.plays.reading import SeasonPlays

#: Stage by name, how much of it is done, how much there is.
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class CompileOrder:
    """What an author asks of a compile; the same order on the same plays gives the same bytes."""

    out: Path
    #: The charts to write; all teams' if none is named.
    teams: tuple[str, ...] = ()
    jobs: int = 1
    shrink: bool = False
    layout: str = "classic"
    seed: int = 0
    settings: Path | None = None
    rules: Path | None = None
    penalties: Path | None = None
    #: Folder with hand edits, a file for each team.
    edits: Path | None = None


@dataclass(frozen=True)
class Compiled:
    """What came of it."""

    files: tuple[Path, ...]
    notes: tuple[str, ...]
    #: Findings of the validator by severity.
    findings: Mapping[str, int]
    #: Tables for people, and the same as data: how well the charts give the season back.
    report: Report
    passed: bool
    edits_left_out: Sequence[str] = field(default_factory=tuple)


class Compiling(Protocol):
    """The compiler of a game system."""

    def compile(self, plays: SeasonPlays, order: CompileOrder, progress: Progress) -> Compiled:
        """Compile a season and write its build."""

    def tune(self, shares: Mapping[str, float], means: Mapping[str, float], options: int) -> Report:
        """Dice totals that add up to wanted shares, nearest first."""

    def edits_from(self, old: Path, new: Path, *, reason: str) -> tuple[str, int, str]:
        """Team, season and text of the edits file that makes `new` of `old`."""
