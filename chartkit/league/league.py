"""A league: a build whose season can be played, and what the league asks of its game.

A game that can be played many times offers one `Simulation`. The league reads a build with it, asks it for a
`Simulator`, and hands that fixtures and runs; everything else (workers, resume, standings, playoffs, what-if, the
comparison with the real season) is the league's own work and the same for every game.
"""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from chartkit import builds
from chartkit.errors import InputError, NotOffered
from chartkit.findings import read_json
from chartkit.football.standings import Club
from chartkit.football.teams import PlainSeason, ScheduledGame, SeasonTeam, team_named

if TYPE_CHECKING:
    from chartkit.league.comparison import Certificate

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


# A build as a league.


_SCORES = ("home_score", "away_score")
#: Far more than any league plays.
_LAST_WEEK, _LONGEST_SCHEDULE = 99, 100_000


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to be played, in every run."""

    week: int
    home: str
    away: str
    playoff: bool = False
    #: Neither team has the home field.
    neutral: bool = False

    @property
    def number(self) -> int:
        """The number of its random stream. It depends on who meets whom in which week, not on the place in a list.

        So a game that is added to a schedule changes no other game.
        """
        words = f"{self.week} {self.away} {self.home} {self.playoff:d}{self.neutral:d}"
        return int.from_bytes(hashlib.sha256(words.encode()).digest()[:7], "big")


@dataclass(frozen=True)
class League:
    """Everything that a season needs; values only, so that it travels to other processes."""

    simulation: Simulation
    season: int
    teams: tuple[SeasonTeam, ...]
    schedule: tuple[ScheduledGame, ...]
    #: What the simulation read of the teams; only the simulation looks into it.
    charts: Any

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The teams in the order of all results."""
        return tuple(team.code for team in self.teams)

    @cached_property
    def fixtures(self) -> tuple[Fixture, ...]:
        """The schedule in order."""
        return tuple(Fixture(game.week, game.home, game.away) for game in self.schedule)

    @cached_property
    def clubs(self) -> tuple[Club, ...]:
        """The teams in their places."""
        return tuple(Club(team.code, team.conference, team.division) for team in self.teams)

    def only(self, codes: Sequence[str]) -> League:
        """The same league with these teams alone and without a schedule."""
        return replace(
            self,
            teams=tuple(next(team for team in self.teams if team.code == code) for code in dict.fromkeys(codes)),
            schedule=(),
            charts=self.simulation.charts_of(self.charts, codes),
        )

    def find_team(self, name: str) -> str:
        """The code of a team by its code, its nickname or its city."""
        code = team_named(self.teams, name)
        if code is None:
            raise InputError(f"there is no team {name!r}.", remedy=f"The teams are {' '.join(self.codes)}.")
        return code


def load_league(
    simulation: Simulation, build: Path, *, league: Path | None = None, schedule: Path | None = None
) -> League:
    """Read a build; `league` is a season file with other teams or games, `schedule` a CSV of week, away, home."""
    if not build.is_dir():
        raise InputError("there is no such folder.", where=build, remedy="Make one with `chartkit compile SEASON`.")
    with builds.opened(build):
        return _read_league(simulation, build, league, schedule)


def _read_league(simulation: Simulation, build: Path, league: Path | None, schedule: Path | None) -> League:
    file = league or build / "season.json"
    season = simulation.read_season(file)
    games = tuple(season.schedule) if schedule is None else read_schedule(schedule)
    playing = {code for game in games for code in (game.home, game.away)}
    # An invented schedule may leave teams out; they have no place in its standings.
    teams = tuple(team for team in season.teams if schedule is None or team.code in playing)
    charts = simulation.read_charts(build, season, teams)
    known = {team.code for team in teams}
    for game in games:
        for code in (game.home, game.away):
            if code not in known:
                raise InputError(
                    f"week {game.week} of the schedule has {code}, which is not a team of the league.",
                    where=schedule or file,
                    remedy=f"The teams are {' '.join(team.code for team in season.teams)}.",
                )
    return League(simulation, season.season, teams, games, charts)


def load_season_league(
    simulation: Simulation, build: Path, *, league: Path | None = None, schedule: Path | None = None
) -> League:
    """Read a build whose games are to be played; it must have some."""
    found = load_league(simulation, build, league=league, schedule=schedule)
    if not found.schedule:
        raise InputError(
            "the season has no games.", where=league or build, remedy="Give a schedule with --schedule."
        )
    return found


def read_schedule(path: Path) -> tuple[ScheduledGame, ...]:
    """A schedule as CSV: week, away, home, and away_score, home_score for games that were played."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"the schedule cannot be read: {error.strerror}.", where=path) from error
    except UnicodeDecodeError as error:
        raise InputError("the schedule is not a text file.", where=path, remedy="Save it as CSV.") from error
    if len(text) > _LONGEST_SCHEDULE:
        raise InputError("this is too large for a schedule.", where=path, remedy="A line has a game.")
    rows = csv.DictReader(text.splitlines())
    if missing := {"week", "away", "home"} - set(rows.fieldnames or ()):
        raise InputError(
            f"the schedule has no column {', '.join(sorted(missing))}.",
            where=path,
            remedy="The first line is week,away,home.",
        )
    games = []
    for row in rows:
        try:
            home_score, away_score = (int(row[name]) if row.get(name) else None for name in _SCORES)
            week = int(row["week"])
            if not 1 <= week <= _LAST_WEEK:
                raise ValueError(week)
            game = ScheduledGame(
                week, row["home"].strip().upper(), row["away"].strip().upper(), home_score, away_score
            )
        except (ValueError, TypeError, AttributeError) as error:
            cells = ",".join(str(cell) for cell in row.values() if cell is not None)
            raise InputError(
                f"{cells!r} is not a game.",
                where=f"{path}, line {rows.line_num}",
                remedy="A line has a week in numbers and two teams, such as 1,WND,BRK.",
            ) from error
        if game.home == game.away:
            raise InputError(f"{game.home} plays itself.", where=f"{path}, line {rows.line_num}")
        games.append(game)
    if not games:
        raise InputError("the schedule has no games.", where=path)
    return tuple(games)
