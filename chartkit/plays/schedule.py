"""Who played whom in a season, and the teams in their places, from its plays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import pandas as pd

from chartkit.football import teams as nfl
from chartkit.football.teams import ScheduledGame, SeasonTeam, Team
from chartkit.plays.derive import points


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
    # A source that states no final score has the score after each play, or at least the plays that scored.
    made = pd.DataFrame(points(plays), index=plays["game_id"].to_numpy(), columns=["home", "away"])
    scored = made.groupby(level=0, sort=True).sum()
    home = games["home_final"].fillna(games["home_last"]).fillna(scored["home"])
    away = games["away_final"].fillna(games["away_last"]).fillna(scored["away"])
    found = [
        ScheduledGame(
            int(games["week"].iloc[row]),
            str(games["home"].iloc[row]),
            str(games["away"].iloc[row]),
            None if np.isnan(home.iloc[row]) else int(home.iloc[row]),
            None if np.isnan(away.iloc[row]) else int(away.iloc[row]),
        )
        for row in range(len(games))
    ]
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
