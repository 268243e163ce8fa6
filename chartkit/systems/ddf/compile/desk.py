"""The desk on which a season is compiled: what was asked for, and what each stage has laid down so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chartkit.systems.ddf.compile.layout import Layout
from chartkit.systems.ddf.priority import PriorityChart, standard_priority

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    from chartkit.plays.reading import SeasonPlays
    from chartkit.systems.ddf.chart import ScheduledGame, Season, SeasonTeam, Squeeze, TeamChart
    from chartkit.systems.ddf.compile.coach_tables import Situations
    from chartkit.systems.ddf.compile.influence import Influence
    from chartkit.systems.ddf.compile.joint import JointFit
    from chartkit.systems.ddf.compile.kick_measure import KickMeasure
    from chartkit.systems.ddf.compile.measure import Measured
    from chartkit.systems.ddf.compile.ratings import Ratings
    from chartkit.systems.ddf.compile.special_teams import KickingSheet
    from chartkit.systems.ddf.compile.supplement import Recoveries
    from chartkit.systems.ddf.compile.targets import Targets
    from chartkit.systems.ddf.compile.trapped import TrappedCharts
    from chartkit.systems.ddf.compile.writing import LeagueCall
    from chartkit.systems.ddf.edits import NotApplied
    from chartkit.systems.ddf.result import Result

    Vector = NDArray[np.float64]
    Matrix = NDArray[np.float64]


def _silent(stage: str, done: int, total: int) -> None:
    """No progress."""


@dataclass(frozen=True)
class Options:
    """What the author asked for; the same options and input give the same bytes."""

    shrink: bool = False
    layout: Layout = Layout.CLASSIC
    seed: int = 0
    jobs: int = 1
    classify_rules: Path | None = None
    penalty_rules: Path | None = None
    edits: Path | None = None
    priority: PriorityChart = field(default_factory=standard_priority)


@dataclass
class Desk:
    """Input, options, and the work of the stages in their order."""

    source: SeasonPlays
    settings: Mapping[str, Any]
    options: Options
    progress: Callable[[str, int, int], None] = _silent
    #: What is missing or was replaced, in plain words.
    notes: list[str] = field(default_factory=list)

    classified: pd.DataFrame = field(init=False)
    plays: pd.DataFrame = field(init=False)
    results: pd.DataFrame = field(init=False)
    teams: tuple[str, ...] = ()
    clubs: dict[str, SeasonTeam] = field(default_factory=dict)
    targets: Targets = field(init=False)
    schedule: tuple[ScheduledGame, ...] = ()
    situations: Situations = field(init=False)
    coach: dict[str, dict[str, Any]] = field(default_factory=dict)
    mix: dict[str, Vector] = field(default_factory=dict)
    influence: Influence = field(init=False)
    squeeze: tuple[Squeeze, ...] = ()
    #: Column -> team -> thirty cells.
    long_columns: dict[str, dict[str, list[Result]]] = field(default_factory=dict)
    #: (call, side, team) -> how far a small sample was pulled toward the league.
    shrunk: dict[tuple[str, str, str], float] = field(default_factory=dict)
    joint: JointFit = field(init=False)
    trapped: dict[str, TrappedCharts] = field(default_factory=dict)
    kicking: dict[str, KickingSheet] = field(default_factory=dict)
    recovered: Recoveries = field(init=False)
    ratings: dict[str, Ratings] = field(default_factory=dict)
    season_chart: Season = field(init=False)
    league: dict[str, LeagueCall] = field(default_factory=dict)
    charts: dict[str, TeamChart] = field(default_factory=dict)
    not_applied: dict[str, list[NotApplied]] = field(default_factory=dict)
    edited: dict[str, int] = field(default_factory=dict)
    findings: dict[str, list[Any]] = field(default_factory=dict)
    measured: Measured = field(init=False)
    kicks: list[KickMeasure] = field(default_factory=list)
    #: Touchdowns of the league under each squeeze table.
    touchdowns: dict[str, float] = field(default_factory=dict)
    report: dict[str, Any] = field(default_factory=dict)

    @property
    def season(self) -> int:
        """The year of the season."""
        return self.source.season
