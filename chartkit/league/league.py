"""A build as a league that can play: its teams, who meets whom, and the charts of its game."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from chartkit import builds
from chartkit.errors import InputError
from chartkit.football.standings import Club
from chartkit.football.teams import ScheduledGame, SeasonTeam, team_named
from chartkit.league.simulation import Simulation

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
        raise InputError(
            "there is no such folder.", where=str(build), remedy="Make one with `chartkit compile SEASON`."
        )
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
                    f"week {game.week} of the schedule has {code}, which is no team of the league.",
                    where=str(schedule or file),
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
            "the season has no games.", where=str(league or build), remedy="Give a schedule with --schedule."
        )
    return found


def read_schedule(path: Path) -> tuple[ScheduledGame, ...]:
    """A schedule as CSV: week, away, home, and away_score, home_score for games that were played."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"the schedule cannot be read: {error.strerror}.", where=str(path)) from error
    except UnicodeDecodeError as error:
        raise InputError("the schedule is not a text file.", where=str(path), remedy="Save it as CSV.") from error
    if len(text) > _LONGEST_SCHEDULE:
        raise InputError("this is too large for a schedule.", where=str(path), remedy="A line has a game.")
    rows = csv.DictReader(text.splitlines())
    if missing := {"week", "away", "home"} - set(rows.fieldnames or ()):
        raise InputError(
            f"the schedule has no column {', '.join(sorted(missing))}.",
            where=str(path),
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
                f"{cells!r} is no game.",
                where=f"{path}, line {rows.line_num}",
                remedy="A line has a week in numbers and two teams, such as 1,WND,BRK.",
            ) from error
        if game.home == game.away:
            raise InputError(f"{game.home} plays itself.", where=f"{path}, line {rows.line_num}")
        games.append(game)
    if not games:
        raise InputError("the schedule has no games.", where=str(path))
    return tuple(games)
