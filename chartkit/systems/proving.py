"""Seasons played many times: what every game system offers as proof of its charts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol


@dataclass(frozen=True)
class Effort:
    """How much is played, and by whom."""

    runs: int
    seed: int = 0
    jobs: int = 1
    #: `processes`, `threads` or `dask`.
    backend: str = "processes"
    #: Of a Dask cluster.
    scheduler: str | None = None


class Certified(Protocol):
    """The season as played beside the real one."""

    @property
    def passed(self) -> bool:
        """Every figure that is judged lies within its tolerance."""

    def to_json(self) -> dict[str, Any]:
        """The report as data."""

    def to_html(self) -> str:
        """The report as a page that stands alone."""

    def to_text(self) -> str:
        """The verdicts for a terminal."""


class Proving(Protocol):
    """The proof that a game's charts give the season back."""

    def round_trip(self, build: Path, effort: Effort, told: Callable[[str, int, int], None]) -> Certified:
        """Play the season of a build and compare; `told` hears which rules, runs done, runs wanted."""
