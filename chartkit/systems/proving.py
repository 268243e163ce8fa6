"""Games and seasons played many times: what every game system offers as proof of its charts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from chartkit.tables import Report

#: Games done, games wanted.
GamesTold = Callable[[int, int], None]


@dataclass(frozen=True)
class Effort:
    """How much is played, and by whom."""

    runs: int
    seed: int = 0
    jobs: int = 1
    #: `threads`, `processes`, `dask`, or `auto`.
    backend: str = "auto"
    #: Of a Dask cluster.
    scheduler: str | None = None
    #: `kernel`, or `referee`: the rule book itself.
    engine: str = "kernel"
    #: The basic game instead of the advanced one.
    basic: bool = False


@dataclass(frozen=True)
class SimulateOrder:
    """One game, many times."""

    away: str
    home: str
    build: Path
    effort: Effort
    plot: Path | None = None


@dataclass(frozen=True)
class SeasonOrder:
    """A whole season, many times."""

    build: Path
    effort: Effort
    playoffs: bool = False
    #: Where the runs go; None keeps none.
    out: Path | None = None
    resume: bool = False
    #: A season file with other teams or games.
    league: Path | None = None
    #: A CSV of week, away, home.
    schedule: Path | None = None


@dataclass(frozen=True)
class ChosenRun:
    """One run of a season in full."""

    run: int
    #: Where box scores, results and play-by-play go; None writes nothing.
    export: Path | None = None


@dataclass(frozen=True)
class WhatIfOrder:
    """A change, and how often it is tried."""

    build: Path
    effort: Effort
    #: `TEAM:CELL=VALUE`.
    settings: tuple[str, ...] = ()
    charts: tuple[Path, ...] = ()
    coaches: tuple[Path, ...] = ()
    schedule: Path | None = None


class Certified(Protocol):
    """The season as played beside the real one."""

    @property
    def passed(self) -> bool:
        """Every figure that is judged lies within its tolerance."""

    def to_json(self) -> dict[str, Any]:
        """The report as data."""

    def to_html(self) -> str:
        """The report as a page that stands alone."""

    def report(self) -> Report:
        """The verdicts for a terminal, and all of it as data."""


class Proving(Protocol):
    """Games and seasons played many times, and the proof that a game's charts give the season back."""

    def is_prepared(self, engine: str) -> bool:
        """An engine can play at once on this machine."""

    def prepare(self) -> None:
        """Make the fast engine ready on this machine: a while the first time, nothing later."""

    def round_trip(self, build: Path, effort: Effort, told: Callable[[str, int, int], None]) -> Certified:
        """Play the season of a build and compare; `told` hears which rules, runs done, runs wanted."""

    def simulate(self, order: SimulateOrder, told: GamesTold) -> Report:
        """Win probability, spread, total and statistics of a game."""

    def season(self, order: SeasonOrder, told: GamesTold) -> Report:
        """Wins, standings and odds of every team; an interrupt ends it with what is done."""

    def chosen_run(self, order: SeasonOrder, chosen: ChosenRun, told: GamesTold) -> Report:
        """One run as a full season."""

    def what_if(self, order: WhatIfOrder, told: GamesTold) -> Report:
        """What a change of charts or coaches does, paired by common random numbers."""
