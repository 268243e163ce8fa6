"""A piece of work for one or many processes: some fixtures, some runs, and what they add up to."""

from __future__ import annotations

import hashlib
import json
import pickle
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from chartkit.league.league import Fixture, League, Rules, Simulator
from chartkit.league.one_season import ranks_of

Numbers = NDArray[np.int32]
Array = NDArray[np.float64]


@dataclass(frozen=True)
class Job:
    """What is played: a league's fixtures by some rules from a seed."""

    league: League
    rules: Rules
    seed: int = 0
    #: The game's fastest if empty.
    engine: str = ""
    #: None for the league's schedule.
    chosen: tuple[Fixture, ...] | None = None
    #: Rank the teams after every run, and play the playoffs too.
    ranked: bool = False
    playoffs: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "engine", self.league.simulation.engine_named(self.engine))

    @cached_property
    def fixtures(self) -> tuple[Fixture, ...]:
        """The games of every run in order."""
        return self.league.fixtures if self.chosen is None else self.chosen

    @cached_property
    def teams(self) -> tuple[str, ...]:
        """The teams in the order of `Chunk.totals`."""
        return self.league.codes

    @cached_property
    def games_of(self) -> NDArray[np.int32]:
        """How many games each team plays in a run."""
        return np.bincount(self.sides.ravel(), minlength=len(self.teams)).astype(np.int32)

    @cached_property
    def sides(self) -> NDArray[np.int64]:
        """By game: the numbers of the home team and of the visitor."""
        place = {code: number for number, code in enumerate(self.teams)}
        games = [(place[fixture.home], place[fixture.away]) for fixture in self.fixtures]
        return np.array(games, np.int64).reshape(-1, 2)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The statistics in the order of `Chunk.totals`."""
        return self.league.simulation.statistics

    def simulator(self) -> Simulator:
        """What plays this job's games."""
        return self.league.simulation.simulator(self.league, self.rules, self.seed, self.engine)

    @cached_property
    def packed(self) -> bytes:
        """The job and its simulator, packed for other processes, so that their tables are made once."""
        simulator = self.simulator()
        simulator.prepare(playoffs=self.playoffs)
        # A copy without the cached properties, which need not be sent.
        return zlib.compress(pickle.dumps((replace(self), simulator), protocol=5), 1)

    @cached_property
    def fingerprint(self) -> str:
        """Two jobs with the same one give the same results."""
        league = self.league
        words = {
            "game": league.simulation.name,
            "charts": league.simulation.fingerprint(league.charts),
            "season": league.season,
            "teams": [repr(club) for club in league.clubs],
            "fixtures": [repr(fixture) for fixture in self.fixtures],
            "options": self.rules.to_json(),
            "seed": self.seed,
            "engine": self.engine,
            "ranked": [self.ranked, self.playoffs],
            "statistics": self.names,
        }
        return hashlib.sha256(json.dumps(words, sort_keys=True).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Chunk:
    """Some runs of a job."""

    #: The numbers of the runs.
    runs: NDArray[np.int64]
    #: Run, fixture, (home, visitor).
    scores: Numbers
    #: Run, team, statistic: sums over the fixtures.
    totals: Numbers
    #: The same of the team's opponents.
    allowed: Numbers
    #: Run, team, (place, seed, stage) as in `postseason`; None when the job does not rank.
    ranks: Numbers | None = None

    def wins(self, job: Job) -> Array:
        """Run, team: games won, a tie is half a win."""
        sides = np.zeros((len(job.fixtures), len(job.teams)))
        games = np.arange(len(sides))
        sides[games, job.sides[:, 0]], sides[games, job.sides[:, 1]] = 0.5, -0.5
        margin = np.sign(self.scores[:, :, 0] - self.scores[:, :, 1])
        won: Array = job.games_of / 2 + margin @ sides
        return won


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> tuple[Job, Simulator]:
    """A process unpacks a job once, however many chunks of it it plays."""
    found: tuple[Job, Simulator] = pickle.loads(zlib.decompress(packed))
    return found


def play_packed(packed: bytes, runs: Sequence[int]) -> Chunk:
    """Play some runs of a job that came from another process."""
    job, simulator = _unpacked(packed)
    return play_runs(job, simulator, runs)


def play_pair(before: bytes, after: bytes, runs: Sequence[int]) -> tuple[Chunk, Chunk]:
    """Play the same runs of two jobs."""
    return play_packed(before, runs), play_packed(after, runs)


def play_runs(job: Job, simulator: Simulator, runs: Sequence[int]) -> Chunk:
    """Play some runs of a job here."""
    played = simulator.play(job.fixtures, runs)
    scores = np.ascontiguousarray(played[..., job.names.index("points")].swapaxes(0, 1), np.int32)
    totals = np.zeros((len(runs), len(job.teams), played.shape[-1]), np.int32)
    allowed = np.zeros_like(totals)
    for team in range(len(job.teams)):
        for side in (0, 1):
            games = np.flatnonzero(job.sides[:, side] == team)
            totals[:, team] += played[games, :, side].sum(axis=0, dtype=np.int32)
            allowed[:, team] += played[games, :, 1 - side].sum(axis=0, dtype=np.int32)
    ranks = None
    if job.ranked or job.playoffs:
        bracket = simulator if job.playoffs else None
        ranks = ranks_of(job.league, job.fixtures, scores, runs, job.seed, bracket)
    return Chunk(np.asarray(runs, np.int64), scores, totals, allowed, ranks)


# Sums.


#: 95% of a normal distribution lie within this many standard errors.
NORMAL_95 = 1.959964


@dataclass
class Sums:
    """Number, mean and squared deviations of anything that has one value a run (Chan's update)."""

    number: int = 0
    mean: Array = field(default_factory=lambda: np.zeros(()))
    _squares: Array = field(default_factory=lambda: np.zeros(()))

    def add(self, values: NDArray[np.generic]) -> None:
        """Add runs; the first axis is the run."""
        each = np.asarray(values, np.float64)
        number = len(each)
        if not number:
            return
        mean = each.mean(axis=0)
        whole, apart = self.number + number, mean - self.mean
        between = apart**2 * (self.number * number / whole)
        self._squares = self._squares + ((each - mean) ** 2).sum(axis=0) + between
        self.mean = self.mean + apart * (number / whole)
        self.number = whole

    @property
    def deviation(self) -> Array:
        """The standard deviation from run to run; 0 with a single run."""
        found: Array = np.sqrt(self._squares / max(1, self.number - 1))
        return found

    @property
    def error(self) -> Array:
        """The standard error of the mean."""
        found: Array = self.deviation / np.sqrt(self.number)
        return found


def share_interval(hits: int, number: int) -> tuple[float, float]:
    """Wilson's 95% interval of a share: sensible at 0 and 1 too."""
    if not number:
        return 0.0, 1.0
    square, share = NORMAL_95**2, hits / number
    middle = (share + square / (2 * number)) / (1 + square / number)
    half = NORMAL_95 / (1 + square / number) * np.sqrt(share * (1 - share) / number + square / (4 * number**2))
    return max(0.0, float(middle - half)), min(1.0, float(middle + half))
