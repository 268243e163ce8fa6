"""What the league asks of a game: its teams, its rules, and statistics of the games that it plays.

A game that can be played many times offers one `Simulation`. The league reads a build with it, asks it for a
`Simulator`, and hands that fixtures and runs; everything else (workers, resume, standings, playoffs, what-if, the
comparison with the real season) is the league's own work and the same for every game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from chartkit.errors import InputError, NotOffered
from chartkit.findings import read_json
from chartkit.football.teams import PlainSeason, ScheduledGame, SeasonTeam

if TYPE_CHECKING:
    from chartkit.league.comparison import Certificate
    from chartkit.league.league import Fixture, League

#: Fixture, run, (home, visitor), statistic.
Statistics = NDArray[np.int16]


class Rules(Protocol):
    """The rules that a job is played by; a value, which the league only passes on and writes down."""

    def to_json(self) -> Mapping[str, Any]:
        """The rules as a report names them."""


class SeasonFile(Protocol):
    """What the league needs of a game's season file."""

    @property
    def season(self) -> int:
        """The year in which the season began."""

    @property
    def teams(self) -> Sequence[SeasonTeam]:
        """The teams in the order of all results."""

    @property
    def schedule(self) -> Sequence[ScheduledGame]:
        """The games, with the real scores of those that were played."""


class OneSetOfRules:
    """The rules of a game that has no options."""

    def to_json(self) -> Mapping[str, Any]:
        """Nothing to name."""
        return {}


@dataclass(frozen=True)
class RecordedGame:
    """One game in full; teams are in the order home, visitor."""

    score: tuple[int, int]
    statistics: tuple[Mapping[str, int], Mapping[str, int]]
    #: The page of the box score, line by line.
    box: Sequence[str]
    #: Plays in the columns of the nflverse files.
    rows: Iterable[Mapping[str, Any]]


class Simulator(Protocol):
    """Plays fixtures. The same seed, season, fixture and run always give the same game.

    It travels to other processes, so it is made of values.
    """

    def prepare(self, *, playoffs: bool) -> None:
        """Do once what every process would have to do."""

    def play(self, fixtures: Sequence[Fixture], runs: Sequence[int]) -> Statistics:
        """The statistics of each fixture in runs that follow each other."""

    def record(self, fixture: Fixture, run: int) -> RecordedGame:
        """The game of one run again, in full."""


@dataclass(frozen=True)
class Changes:
    """The changes to try."""

    #: `TEAM:CELL=VALUE`.
    settings: tuple[str, ...] = ()
    charts: tuple[Path, ...] = ()
    coaches: tuple[Path, ...] = ()


class Simulation:
    """Many games of one game system; a subclass writes what its game can do."""

    #: As its players know it, and as its files name it.
    game: ClassVar[str] = "This game"
    name: ClassVar[str] = ""
    #: What is counted of each team, in order; `points` is always among it. See `league.statistics`.
    statistics: ClassVar[tuple[str, ...]] = ("points",)
    #: Ways to play the same games, the fastest first: how many games make some tenths of a second of work.
    engines: ClassVar[Mapping[str, int]] = {"table": 1000}
    #: Engines that hold no lock of the interpreter, so that threads share them.
    threaded: ClassVar[frozenset[str]] = frozenset()

    def read_season(self, file: Path) -> SeasonFile:
        """The season file of a build; a game whose file holds more than teams and games reads it itself."""
        return PlainSeason.from_json(read_json(file).data, str(file))

    def read_charts(self, build: Path, season: SeasonFile, teams: Sequence[SeasonTeam]) -> Any:
        """The charts (and coaches) of these teams: a value that only the game itself looks into."""
        raise NotOffered(self.game, "games played many times")

    def charts_of(self, charts: Any, codes: Sequence[str]) -> Any:
        """The same charts of fewer teams."""
        return charts

    def fingerprint(self, charts: Any) -> Any:
        """The charts as JSON: charts with the same one play the same games."""
        return repr(charts)

    def rules(self, preset: str) -> Rules:
        """The rules of the `advanced` or the `basic` game; advanced are those that the certificate is for."""
        if preset == "basic":
            raise NotOffered(self.game, "basic game")
        return OneSetOfRules()

    def simulator(self, league: League, rules: Rules, seed: int, engine: str) -> Simulator:
        """What plays the games of a league."""
        raise NotOffered(self.game, "games played many times")

    def certificate(self) -> Certificate:
        """What a round trip compares, and how near it must be."""
        raise NotOffered(self.game, "certificate")

    def compared(self) -> Mapping[str, Rules]:
        """The rules of a round trip by name: the certificate's first, then what stands beside it."""
        return {"the rules": self.rules("advanced")}

    def changed(self, league: League, changes: Changes) -> tuple[Any, frozenset[str]]:
        """The charts with the changes, and the teams whose games they touch."""
        raise NotOffered(self.game, "way to try a change")

    def is_prepared(self, engine: str) -> bool:
        """An engine can play at once on this machine."""
        return True

    def kept_in(self) -> Path | None:
        """The folder that keeps a compiled engine between runs."""
        return None

    def prepare(self) -> None:
        """Make the fast engine ready on this machine: a while the first time, nothing later."""

    def engine_named(self, name: str) -> str:
        """An engine of the game, the fastest if no name is given."""
        if name and name not in self.engines:
            raise InputError(f"there is no engine {name!r}.", remedy=f"The engines are {', '.join(self.engines)}.")
        return name or next(iter(self.engines))
