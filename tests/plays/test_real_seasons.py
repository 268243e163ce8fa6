"""Real seasons: every game's score is reproduced, and the totals are the known ones."""

import pytest

from chartkit.football.teams import season_length
from chartkit.plays import count_games, read, reconcile

# Rows and games as the data's own description states them.
SEASONS = {1999: (45_710, 259), 2016: (47_651, 267), 2017: (47_245, 267), 2022: (49_434, 284), 2023: (49_665, 285)}


@pytest.mark.parametrize("season", SEASONS)
def test_a_real_season_adds_up(real_season, season):
    found = next(read([real_season(season)], season))
    rows, games = SEASONS[season]
    assert found.rows == rows == len(found.plays) + len(found.set_aside)
    adds_up = reconcile(found.plays)
    assert adds_up.games == adds_up.games_stated == adds_up.games_reproduced == games
    assert adds_up.finals == adds_up.plays == ()
    covered = count_games(found.plays, season)
    assert not covered.partial
    assert len(covered.teams) == season_length(season).teams
    # Time of possession fills the sixty minutes of every game that did not go to overtime.
    regulation = found.plays.groupby("game_id", sort=False)["qtr"].max() <= 4
    seconds = adds_up.by_game.groupby("game_id", sort=False)["possession_seconds"].sum()
    assert (seconds[regulation] == 3600).all()


def test_known_totals_of_2017(real_season):
    found = next(read([real_season(2017)]))
    regular = found.plays[found.plays["season_type"] == "REG"]
    teams = reconcile(regular).by_season.set_index("team")
    names = ["rushes", "passes", "points"]
    assert teams.loc["PHI", names].tolist() == [473, 564, 457]
    assert teams.loc["NE", names].tolist() == [448, 587, 458]
    assert "OAK" in teams.index
    assert "LV" not in teams.index
