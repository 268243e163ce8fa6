"""Does it add up? Compares totals recomputed from the plays with the scores and totals that the source states."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import pandas as pd

from chartkit.plays import totals
from chartkit.plays.columns import STATISTICS
from chartkit.plays.derive import points, stated_points


@dataclass(frozen=True)
class ScoreDifference:
    """A play after which the source's running score moved by other points than the play gave."""

    game_id: str
    play_id: float
    stated_home: int
    stated_away: int
    home: int
    away: int
    desc: str


@dataclass(frozen=True)
class TotalDifference:
    """A total of one team and game that the source states otherwise."""

    game_id: str
    team: str
    statistic: str
    stated: float
    recomputed: float


@dataclass(frozen=True)
class Reconciliation:
    """What was compared, what agreed, and everything that did not."""

    games: int
    games_stated: int
    games_reproduced: int
    scoring_plays: int
    totals_stated: int
    finals: tuple[TotalDifference, ...]
    plays: tuple[ScoreDifference, ...]
    totals: tuple[TotalDifference, ...]
    by_game: pd.DataFrame
    by_season: pd.DataFrame

    @property
    def clean(self) -> bool:
        """Every final score that the source states is reproduced from the plays."""
        return not self.finals

    def as_json(self) -> dict[str, Any]:
        """The whole reconciliation as plain values."""
        return {
            "games": self.games,
            "games_with_stated_score": self.games_stated,
            "games_reproduced": self.games_reproduced,
            "scoring_plays": self.scoring_plays,
            "totals_stated": self.totals_stated,
            "finals_not_reproduced": [asdict(item) for item in self.finals],
            "score_differences": [asdict(item) for item in self.plays],
            "total_differences": [asdict(item) for item in self.totals],
            "teams": _records(self.by_season),
            "team_games": _records(self.by_game),
        }


def reconcile(plays: pd.DataFrame, stated: pd.DataFrame | None = None) -> Reconciliation:
    """Recompute every team's totals and compare them with what the source says of itself."""
    games = totals.by_game(plays)
    finals, known = _finals(plays, games)
    differing, compared = _stated_totals(games, stated)
    wrong = {item.game_id for item in finals}
    return Reconciliation(
        games=len(games) // 2,
        games_stated=known,
        games_reproduced=known - len(wrong),
        scoring_plays=int((points(plays).sum(axis=1) > 0).sum()),
        totals_stated=compared,
        finals=finals,
        plays=_running_score(plays),
        totals=differing,
        by_game=games,
        by_season=totals.by_season(games),
    )


def _finals(plays: pd.DataFrame, games: pd.DataFrame) -> tuple[tuple[TotalDifference, ...], int]:
    last = plays.groupby("game_id", sort=False)[["home_score", "away_score"]].last()
    stated = last.loc[games["game_id"].unique()].to_numpy().ravel()
    recomputed = games["points"].to_numpy()
    known = ~np.isnan(stated)
    wrong = known & (stated != recomputed)
    found = tuple(
        TotalDifference(row.game_id, row.team, "points", float(stated[row.Index]), float(row.points))
        for row in games[wrong].itertuples()
    )
    return found, int(known[::2].sum())


def _running_score(plays: pd.DataFrame) -> tuple[ScoreDifference, ...]:
    """The running score must move by just the points of each play."""
    moved, made = stated_points(plays), points(plays)
    wrong = ~np.isnan(moved).any(axis=1) & (moved != made).any(axis=1)
    return tuple(
        ScoreDifference(
            game_id=play.game_id,
            play_id=float(play.play_id),
            stated_home=int(moved[row, 0]),
            stated_away=int(moved[row, 1]),
            home=int(made[row, 0]),
            away=int(made[row, 1]),
            desc=str(play.desc),
        )
        for row, play in zip(np.flatnonzero(wrong), plays[wrong].itertuples(), strict=True)
    )


def _stated_totals(games: pd.DataFrame, stated: pd.DataFrame | None) -> tuple[tuple[TotalDifference, ...], int]:
    if stated is None or stated.empty:
        return (), 0
    made = games.melt(["game_id", "team"], list(STATISTICS), "statistic", "recomputed")
    both = stated.merge(made, on=["game_id", "team", "statistic"]).dropna(subset=["value", "recomputed"])
    wrong = both[both["value"].astype("float64") != both["recomputed"].astype("float64")]
    found = tuple(
        TotalDifference(
            str(row["game_id"]), str(row["team"]), str(row["statistic"]), row["value"], row["recomputed"]
        )
        for row in wrong.astype({"value": "float64", "recomputed": "float64"}).to_dict("records")
    )
    return found, len(both)


def _records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Rows as plain values; a missing number becomes null."""
    plain = frame.astype(object).where(frame.notna(), None)
    return [{str(name): value for name, value in row.items()} for row in plain.to_dict("records")]
