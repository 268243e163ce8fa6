"""How much of a season is there: games, teams, weeks, and whether it is all of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from chartkit.football.seasons import season_length
from chartkit.football.teams import season_codes

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Coverage:
    """Games and teams of a season, and in words what is missing of it."""

    games: int
    regular: int
    playoffs: int
    teams: tuple[str, ...]
    missing: str | None

    @property
    def partial(self) -> bool:
        """Whether games are missing."""
        return self.missing is not None


def coverage(plays: pd.DataFrame, season: int) -> Coverage:
    """Count games and teams and compare with the league's full season, or the teams with each other."""
    import pandas as pd

    games = plays.groupby("game_id", sort=False)[["home_team", "away_team", "season_type"]].first()
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
    return Coverage(
        games=len(games),
        regular=len(regular),
        playoffs=playoffs,
        teams=teams,
        missing=missing,
    )
