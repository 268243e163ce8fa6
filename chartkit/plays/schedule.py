"""Who plays in a season: its games, how many are missing, and its teams by the names that a source gives them."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from chartkit.errors import InputError
from chartkit.football import teams as nfl
from chartkit.football.teams import ScheduledGame, SeasonTeam, Team, is_code, season_codes, season_length
from chartkit.plays.totals import points


def schedule_of(plays: pd.DataFrame) -> tuple[ScheduledGame, ...]:
    """Every regular-season game with its result, by week and home team."""
    games = plays.groupby("game_id", sort=True).agg(
        week=("week", "first"),
        home=("home_team", "first"),
        away=("away_team", "first"),
        home_final=("home_score", "last"),
        away_final=("away_score", "last"),
        home_last=("total_home_score", "max"),
        away_last=("total_away_score", "max"),
    )
    # Without a final score, take the last running score, or else add up the points of the plays.
    made = pd.DataFrame(points(plays), index=plays["game_id"].to_numpy(), columns=["home", "away"])
    scored = made.groupby(level=0, sort=True).sum()
    home = games["home_final"].fillna(games["home_last"]).fillna(scored["home"])
    away = games["away_final"].fillna(games["away_last"]).fillna(scored["away"])
    scores = pd.DataFrame({"home": home, "away": away}).astype("Int64").astype(object)
    known = scores.where(scores.notna(), None)
    rows = zip(games["week"], games["home"], games["away"], known["home"], known["away"], strict=True)
    found = [ScheduledGame(int(week), str(one), str(other), *final) for week, one, other, *final in rows]
    return tuple(sorted(found, key=lambda game: (game.week, game.home, game.away)))


def named_clubs(teams: Iterable[Team]) -> dict[str, SeasonTeam]:
    """The clubs of another league as its workbook or its teams file names them."""
    return {
        team.code: SeasonTeam(team.code, team.city, team.nickname, team.conference, team.division, team.color)
        for team in teams
    }


def season_team(code: str, season: int, clubs: Mapping[str, SeasonTeam]) -> SeasonTeam:
    """A team in its place in the league; a club without a name goes by its code."""
    if code in clubs:
        return clubs[code]
    team = nfl.find(code, season)
    if team is None:
        return SeasonTeam(code, code, code, "", "")
    return SeasonTeam(team.code, team.city, team.nickname, team.conference, team.division)


# Which games are there.


@dataclass(frozen=True)
class SeasonGames:
    """Games and teams of a season, and in words what is missing of it."""

    games: int
    regular: int
    playoffs: int
    teams: tuple[str, ...]
    missing: str | None
    #: Teams that play twice in one week, with the games.
    slips: tuple[str, ...]

    @property
    def partial(self) -> bool:
        """Whether games are missing."""
        return self.missing is not None


def count_games(plays: pd.DataFrame, season: int) -> SeasonGames:
    """Count games and teams and compare with the league's full season, or the teams with each other."""
    games = plays.groupby("game_id", sort=False)[["home_team", "away_team", "season_type", "week"]].first()
    playoffs = int((games["season_type"] == "POST").sum())
    regular = games[games["season_type"] != "POST"]
    played = pd.concat([regular["home_team"], regular["away_team"]]).value_counts()
    teams = tuple(sorted(set(games["home_team"]) | set(games["away_team"])))
    fewest, most = (int(played.min()), int(played.max())) if len(played) else (0, 0)
    length = season_length(season)
    official = length is not None and set(teams) <= season_codes(season).keys()
    missing = None
    if official and length is not None and (len(regular) < length.games or len(teams) < length.teams):
        missing = (
            f"{len(regular)} of {length.games} regular-season games, {len(teams)} of {length.teams} teams, "
            f"{fewest} to {most} of {length.games_each} games a team"
        )
    elif not official and fewest != most:
        missing = f"some teams have {fewest} games, others {most}"
    # A team that plays twice in one week is a sign of a wrong week in the source.
    slips = []
    for (_, week), held in games.groupby(["season_type", "week"], sort=False):
        playing = pd.concat([held["home_team"], held["away_team"]])
        for team in sorted(playing[playing.duplicated()].unique()):
            several = playing.index[playing == team]
            slips.append(f"{team} plays {len(several)} games in week {week}: {', '.join(sorted(several))}")
    return SeasonGames(len(games), len(regular), playoffs, teams, missing, tuple(slips))


# Names and colors of the teams of a private league: a CSV file beside the plays, or a sheet of a workbook.
# league_teams.csv belongs to league.csv, league.xlsx or league.csv.gz; the sheet is called Teams.


HEADINGS = ("team", "city", "nickname", "conference", "division", "color")
_COLOR = re.compile(r"#[0-9a-f]{6}")
_LONGEST_NAME = 40
_MOST_BYTES = 1 << 20


def teams_beside(plays: Path) -> tuple[Team, ...]:
    """The teams of the teams file beside a file of plays; none when there is no such file."""
    path = plays.with_name(f"{plays.name.split('.')[0]}_teams.csv")
    return read_teams(path) if path.is_file() else ()


def read_teams(path: Path) -> tuple[Team, ...]:
    """The teams of a teams file."""
    if path.stat().st_size > _MOST_BYTES:
        raise InputError("this is too large for a list of teams.", where=path)
    try:
        text = path.read_bytes().decode("utf-8-sig")
        lines = list(csv.reader(io.StringIO(text, newline="")))
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError(
            "this list of teams is not CSV text.", where=path, remedy="Save it as CSV UTF-8."
        ) from error
    return teams_of_rows(lines, str(path), "line {}")


def teams_of_rows(rows: Iterable[Iterable[object]], where: str, place: str) -> tuple[Team, ...]:
    """The teams of a table whose first row is the heading; `place` names a row in a message."""
    lines = [["" if cell is None else " ".join(str(cell).split()) for cell in row] for row in rows]
    heading = [cell.lower() for cell in lines[0]] if lines else []
    if HEADINGS[0] not in heading:
        raise InputError(
            "the list of teams has no column headed team.",
            where=where,
            remedy=f"Its first line is {','.join(HEADINGS)}; only team must be filled in.",
        )
    made: dict[str, Team] = {}
    for number, line in enumerate(lines[1:], start=2):
        cells = dict(zip(heading, line, strict=False))
        if any(line):
            team = _team(cells, f"{where}, {place.format(number)}")
            if team.code in made:
                raise InputError(f"{team.code} occurs twice.", where=f"{where}, {place.format(number)}")
            made[team.code] = team
    return tuple(made.values())


def _team(cells: Mapping[str, str], where: str) -> Team:
    code, color = cells["team"].upper(), cells.get("color", "").lower()
    if not is_code(code):
        raise InputError(
            f"{cells['team'][:_LONGEST_NAME]!r} is not a team code.",
            where=where,
            remedy="A code is two to four letters or digits, the same as in the plays.",
        )
    if color and not _COLOR.fullmatch(color):
        raise InputError(
            f"{color[:_LONGEST_NAME]!r} is not a color.",
            where=where,
            remedy="Write it as #1f5fa8, or leave it empty.",
        )
    names = {name: cells.get(name, "") for name in HEADINGS[1:5]}
    for name, text in names.items():
        if len(text) > _LONGEST_NAME or not text.isprintable():
            raise InputError(
                f"the {name} of {code} cannot be printed on a card.",
                where=where,
                remedy=f"Use at most {_LONGEST_NAME} ordinary letters.",
            )
    return Team(
        code=code,
        city=names["city"] or code,
        nickname=names["nickname"] or code,
        conference=names["conference"],
        division=names["division"],
        color=color,
    )
