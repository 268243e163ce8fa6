"""A game written down as play-by-play and read in like a real one gives its own box score again."""

import pandas as pd
import pytest
from support.games import some_game

from chartkit.plays import table, totals
from chartkit.systems.ddf.scorebook.box import box_score
from chartkit.systems.ddf.scorebook.drives import drives_of
from chartkit.systems.ddf.scorebook.play_by_play import GameCard, rows
from chartkit.systems.ddf.scorebook.plays import plays_of

#: The format has room for one foul a row.
ONE_FOUL_A_ROW = {"penalties", "penalty_yards"}


@pytest.mark.parametrize("block", range(4))
def test_ingest_of_the_export_gives_the_same_box_score(block: int) -> None:
    for seed in range(20 * block, 20 * block + 20):
        log = some_game(seed)
        plays = plays_of(log.events)
        box = box_score(log)
        read = totals.by_game(table.conform(pd.DataFrame(rows(GameCard("HOM", "VIS", 2017), plays)))).set_index(
            "team"
        )
        two_fouls = any(sum(foul.enforced for foul in play.penalties) > 1 for play in plays)
        for code in ("HOM", "VIS"):
            for figure in totals.STATISTICS:
                if figure in ONE_FOUL_A_ROW and two_fouls:
                    continue
                assert box["statistics"][code].get(figure, 0) == read.loc[code, figure], (seed, code, figure)


def test_points_add_up_by_period_and_by_score() -> None:
    for seed in range(30):
        log = some_game(seed)
        box = box_score(log)
        for team, code in enumerate(("HOM", "VIS")):
            *periods, final = box["line_score"][code]
            assert sum(periods) == final == log.score[team] == box["statistics"][code].get("points", 0)
        last = box["scoring"][-1]["score"] if box["scoring"] else {"HOM": 0, "VIS": 0}
        assert (last["HOM"], last["VIS"]) == log.score


def test_every_second_is_charged_to_somebody() -> None:
    for seed in range(30):
        log = some_game(seed)
        box = box_score(log)
        charged = sum(box["statistics"][code].get("possession_seconds", 0) for code in ("HOM", "VIS"))
        if len(log.final.by_period) == 4:
            assert charged == 3600
        else:
            assert charged > 3600


def test_every_play_from_scrimmage_belongs_to_one_drive() -> None:
    for seed in range(30):
        plays = plays_of(some_game(seed).events)
        drives = drives_of(plays)
        statistics_plays = sum(drive.plays for drive in drives)
        box = box_score(some_game(seed))
        assert statistics_plays == sum(box["statistics"][code]["plays"] for code in ("HOM", "VIS"))
        assert all(drive.result for drive in drives)
