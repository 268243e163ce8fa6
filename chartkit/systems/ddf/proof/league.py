"""A build as a league that can play: charts, common charts, coach tables, who meets whom."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from chartkit.errors import InputError
from chartkit.football.records import Club
from chartkit.systems.ddf.chart import GenericCharts, ScheduledGame, SeasonTeam, TeamChart
from chartkit.systems.ddf.coach_file import load_coach
from chartkit.systems.ddf.coaches.tables import CoachTable
from chartkit.systems.ddf.generic import standard_generic
from chartkit.systems.ddf.team_names import team_named
from chartkit.systems.ddf.validate import load_season, load_team_chart

LEAGUE = "LEAGUE"
_SCORES = ("home_score", "away_score")


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game that is to be played, as often as one likes."""

    week: int
    home: str
    away: str
    playoff: bool = False
    #: Nobody has the home field.
    neutral: bool = False

    @property
    def number(self) -> int:
        """What its random stream is known by: who meets whom in which week, not the place in a list.

        A game that is added to a schedule thus changes no other.
        """
        words = f"{self.week} {self.away} {self.home} {self.playoff:d}{self.neutral:d}"
        return int.from_bytes(hashlib.sha256(words.encode()).digest()[:7], "big")


@dataclass(frozen=True)
class League:
    """Everything that a season needs; values only, so that it travels to other processes."""

    season: int
    teams: tuple[SeasonTeam, ...]
    schedule: tuple[ScheduledGame, ...]
    charts: Mapping[str, TeamChart]
    generic: GenericCharts
    #: Coach files as they were read; a team without one follows its chart's own percentages.
    coaches: Mapping[str, Mapping[str, Any]]

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

    def coach_table(self, code: str) -> CoachTable | None:
        """The team's coach table, else the league's, else none."""
        data = self.coaches.get(code) or self.coaches.get(LEAGUE)
        return CoachTable.from_json(data, self.coaches.get(LEAGUE)) if data else None

    def only(self, codes: Sequence[str]) -> League:
        """The same league with these teams alone and without a schedule."""
        return replace(
            self,
            teams=tuple(next(team for team in self.teams if team.code == code) for code in dict.fromkeys(codes)),
            schedule=(),
            charts={code: self.charts[code] for code in codes},
            coaches={code: data for code, data in self.coaches.items() if code in codes or code == LEAGUE},
        )


def load_league(build: Path, *, league: Path | None = None, schedule: Path | None = None) -> League:
    """Read a build; `league` is a season file with other teams or games, `schedule` a CSV of week, away, home."""
    if not build.is_dir():
        raise InputError(
            "there is no such folder.", where=str(build), remedy="Make one with `chartkit compile SEASON`."
        )
    season = load_season(league or build / "season.json")
    folder = build / "charts" if (build / "charts").is_dir() else build
    games = season.schedule if schedule is None else read_schedule(schedule)
    playing = {code for game in games for code in (game.home, game.away)}
    # An invented schedule may leave teams out; they have no place in its standings.
    teams = tuple(team for team in season.teams if schedule is None or team.code in playing)
    charts = {}
    for team in teams:
        path = folder / f"{team.code}.json"
        if not path.is_file():
            raise InputError(
                f"there is no chart of {team.code}.", where=str(folder), remedy="Compile the season again."
            )
        charts[team.code] = load_team_chart(path)
    for game in games:
        for code in (game.home, game.away):
            if code not in charts:
                raise InputError(
                    f"week {game.week} of the schedule has {code}, which is no team of the league.",
                    where=str(schedule or league or build / "season.json"),
                    remedy=f"The teams are {' '.join(team.code for team in season.teams)}.",
                )
    coaches = {path.stem: load_coach(path) for path in sorted((build / "coaches").glob("*.json"))}
    generic = season.generic or standard_generic(season.season)
    return League(season.season, teams, tuple(games), charts, generic, coaches)


def load_season_league(build: Path, *, league: Path | None = None, schedule: Path | None = None) -> League:
    """Read a build whose games are to be played; it must have some."""
    found = load_league(build, league=league, schedule=schedule)
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
            game = ScheduledGame(
                int(row["week"]), row["home"].strip().upper(), row["away"].strip().upper(), home_score, away_score
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


def find_team(league: League, name: str) -> str:
    """A team by its code, its nickname or its city."""
    code = team_named(league.teams, name)
    if code is None:
        raise InputError(f"there is no team {name!r}.", remedy=f"The teams are {' '.join(league.codes)}.")
    return code
