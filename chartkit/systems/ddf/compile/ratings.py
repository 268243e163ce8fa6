"""Power rating, home field, road adjustment and audibles: authoring inputs of R32.6 and R32.7, by formula."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from chartkit.football.teams import ScheduledGame
    from chartkit.systems.ddf.compile.settings import RatingSettings, Settings


@dataclass(frozen=True)
class Ratings:
    """One team's ratings."""

    power: float
    home_field_advantage: int
    road_adjustment: int
    offense_audibles: int
    defense_audibles: int


def _steps(value: float, steps: Sequence[float]) -> int:
    return sum(value >= step for step in steps)


def team_ratings(schedule: Sequence[ScheduledGame], teams: Sequence[str], settings: Settings) -> dict[str, Ratings]:
    """Ratings of all teams from the scores of the season."""
    own = settings.ratings
    power = power_ratings(schedule, teams, own)
    games = [game for game in schedule if game.home_score is not None and game.away_score is not None]
    scored = {
        team: _mean([_points(game, team) for game in games if team in (game.home, game.away)]) for team in teams
    }
    allowed = {
        team: _mean([_points(game, _other(game, team)) for game in games if team in (game.home, game.away)])
        for team in teams
    }
    found = {}
    for team in teams:
        home = _win_share([game for game in games if game.home == team], team)
        road = _win_share([game for game in games if game.away == team], team)
        found[team] = Ratings(
            power[team],
            _steps(home, own.home_field),
            _steps(road, own.road),
            _steps(_standing(scored, team), own.audibles),
            _steps(-_standing(allowed, team), own.audibles),
        )
    return found


def power_ratings(schedule: Sequence[ScheduledGame], teams: Sequence[str], own: RatingSettings) -> dict[str, float]:
    """Ratings whose differences are points: ridge regression of the margins on the two teams and home field."""
    place = {team: i for i, team in enumerate(teams)}
    games = [game for game in schedule if game.home_score is not None and game.away_score is not None]
    rows = np.zeros((len(games), len(teams) + 1))
    margins = np.zeros(len(games))
    for row, game in enumerate(games):
        rows[row, place[game.home]], rows[row, place[game.away]], rows[row, -1] = 1.0, -1.0, 1.0
        margin = (game.home_score or 0) - (game.away_score or 0)
        # A rout says who is better, not by how much: beyond this margin points count half.
        most = own.full_margin
        margins[row] = np.sign(margin) * (min(abs(margin), most) + max(abs(margin) - most, 0) / 2)
    ridge = np.diag([own.games_of_average] * len(teams) + [1e-6])
    strength = np.linalg.solve(rows.T @ rows + ridge, rows.T @ margins) if games else np.zeros(len(teams) + 1)
    values = strength[:-1] - strength[:-1].mean()
    return {team: float(np.floor((own.mean + values[i]) * 2 + 0.5) / 2) for team, i in place.items()}


def _points(game: ScheduledGame, team: str) -> float:
    return float((game.home_score if team == game.home else game.away_score) or 0)


def _other(game: ScheduledGame, team: str) -> str:
    return game.away if team == game.home else game.home


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _win_share(games: Sequence[ScheduledGame], team: str) -> float:
    won = 0.0
    for game in games:
        mine, theirs = _points(game, team), _points(game, _other(game, team))
        won += 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0
    return won / len(games) if games else 0.0


def _standing(values: Mapping[str, float], team: str) -> float:
    """How many standard deviations a team is above the league."""
    numbers = np.array(list(values.values()))
    return float((values[team] - numbers.mean()) / numbers.std()) if numbers.std() > 0 else 0.0
