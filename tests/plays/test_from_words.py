"""A game whose statistics are lost is told by its descriptions."""

import pandas as pd
import pytest

from chartkit.plays import reconcile
from chartkit.plays.cleaning import clean
from chartkit.plays.sources import RawPlays, source_of

KEPT = [
    "game_id",
    "season",
    "week",
    "season_type",
    "home_team",
    "away_team",
    "posteam",
    "defteam",
    "play_id",
    "qtr",
]
KEPT += [
    "down",
    "ydstogo",
    "yardline_100",
    "yrdln",
    "quarter_seconds_remaining",
    "desc",
    "home_score",
    "away_score",
]
CLOSE = ["rushes", "passes", "completions", "sacks", "interceptions", "punts", "penalties", "first_downs"]


def without_statistics(rows):
    """The rows as a source leaves them that has only words: kickoffs still belong to the kicking team."""
    lost = rows.copy()
    for name in set(lost.columns) - set(KEPT):
        lost[name] = False if lost[name].dtype == "bool" else None
    kicked = rows["play_type"] == "kickoff"
    lost.loc[kicked, ["posteam", "defteam"]] = rows.loc[kicked, ["defteam", "posteam"]].to_numpy()
    return lost


@pytest.mark.parametrize("season", [1999, 2017])
def test_scores_and_totals_come_back_from_the_words(real_season, season):
    path = real_season(season)
    rows = next(source_of(path).read(path, season)).rows
    games = rows["game_id"].unique()
    whole, lost = (rows[rows["game_id"].isin(part)] for part in (games[12:20], games[:12]))
    found = clean(RawPlays(season, pd.concat([without_statistics(lost), whole])), "some file")
    assert found.from_words == tuple(sorted(games[:12]))
    assert len(found.plays) + len(found.set_aside) == len(lost) + len(whole)
    adds_up = reconcile(found.plays)
    assert adds_up.games_reproduced == adds_up.games_stated == 20
    stated = reconcile(clean(RawPlays(season, pd.concat([lost, whole])), "some file").plays)
    away = (adds_up.by_game[CLOSE] - stated.by_game[CLOSE]).abs().sum() / stated.by_game[CLOSE].sum()
    assert (away < 0.01).all()
