"""What plays the games of a season: the fast kernel, or the referee, behind one interface."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from chartkit.systems.ddf.proof.league import Fixture, League

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from chartkit.systems.ddf.referee.log import GameLog
    from chartkit.systems.ddf.referee.options import Options

    Numbers = NDArray[np.int32]

KERNEL, REFEREE = "kernel", "referee"
ENGINES = (KERNEL, REFEREE)


@dataclass(frozen=True, slots=True)
class Played:
    """One fixture, played once a run: [run, home or visitor] and [run, home or visitor, statistic].

    Of several fixtures there is one more axis in front.
    """

    scores: Numbers
    statistics: NDArray[np.signedinteger]


class Simulator(Protocol):
    """Plays fixtures; the same seed, season, fixture and run always give the same game."""

    @property
    def names(self) -> tuple[str, ...]:
        """The statistics in order."""

    def set_tables(self, *, playoffs: bool) -> None:
        """Do beforehand what every process would have to do."""

    def play(self, fixture: Fixture, runs: Sequence[int]) -> Played:
        """Play a fixture in these runs."""

    def play_all(self, fixtures: Sequence[Fixture], runs: Sequence[int]) -> Played:
        """Play several fixtures in these runs, which follow each other: the fixture is the first axis."""

    def log(self, fixture: Fixture, run: int) -> GameLog:
        """The same game of one run with every event."""


def one_after_another(simulator: Simulator, fixtures: Sequence[Fixture], runs: Sequence[int]) -> Played:
    """Several fixtures of a simulator that plays one at a time."""
    played = [simulator.play(fixture, runs) for fixture in fixtures]
    return Played(np.stack([each.scores for each in played]), np.stack([each.statistics for each in played]))


def simulator_of(engine: str, league: League, options: Options, seed: int) -> Simulator:
    """The engine by its name."""
    if engine == KERNEL:
        from chartkit.systems.ddf.proof.kernel_simulator import KernelSimulator

        return KernelSimulator(league, options, seed)
    from chartkit.systems.ddf.proof.referee_simulator import RefereeSimulator

    return RefereeSimulator(league, options, seed)
