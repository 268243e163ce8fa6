"""A game written down as play-by-play and read in like a real one gives its own box score again."""

import io

import pandas as pd
import pytest
from support.games import some_game

from chartkit.plays import table, totals
from chartkit.plays.export import ZERO, GameCard
from chartkit.systems.ddf.scorebook import Play, box_score, drives_of, nflverse_rows, plays_of

#: The format has room for one foul a row.
ONE_FOUL_A_ROW = {"penalties", "penalty_yards"}
#: Overtime that ends with a score ends at a time that the format does not give: its last play may miss, at most 40.
LONGEST_PLAY = 40
QUARTERS_AND_FINAL = ("1", "2", "3", "4", "Final")


def _two_fouls(plays: list[Play]) -> bool:
    return any(sum(foul.enforced for foul in play.penalties) > 1 for play in plays)


@pytest.mark.parametrize("block", range(4))
def test_ingest_of_the_export_gives_the_same_box_score(block: int, games: int) -> None:
    for seed in range(block, games // 20, 4):
        log = some_game(seed)
        plays = plays_of(log.events)
        box = box_score(log)
        rows = pd.DataFrame(nflverse_rows(GameCard("HOM", "VIS", 2017), plays))
        read = totals.by_game(table.conform(rows)).set_index("team")
        two_fouls, overtime = _two_fouls(plays), rows["qtr"].max() > 4
        for code in ("HOM", "VIS"):
            for figure in totals.STATISTICS:
                if figure in ONE_FOUL_A_ROW and two_fouls:
                    continue
                missing = box["statistics"][code].get(figure, 0) - read.loc[code, figure]
                most = LONGEST_PLAY if overtime and figure == "possession_seconds" else 0
                assert 0 <= missing <= most, (seed, code, figure)


def test_plain_pandas_computes_the_box_score_from_an_export() -> None:
    for seed in range(10):
        log = some_game(seed)
        exported = pd.DataFrame(nflverse_rows(GameCard("HOM", "VIS", 2017), plays_of(log.events))).to_csv(
            index=False
        )
        pbp = pd.read_csv(io.StringIO(exported))
        for name in ZERO:
            assert pbp[name].dtype == "int64", name
        assert pbp["complete_pass"].isin((0, 1)).all()
        downs = pbp[pbp["two_point_attempt"] == 0]
        for code in ("HOM", "VIS"):
            mine, book = downs[downs["posteam"] == code], box_score(log)["statistics"][code]
            passes = mine[mine["play_type"].isin(("pass", "qb_spike")) & (mine["sack"] == 0)]
            rushes = mine[mine["play_type"].isin(("run", "qb_kneel"))]
            assert passes["complete_pass"].sum() == book["completions"]
            if book["passes"]:
                assert passes["complete_pass"].mean() == pytest.approx(book["completions"] / book["passes"])
            assert (mine["sack"].sum(), -mine.loc[mine["sack"] == 1, "yards_gained"].sum()) == (
                book["sacks"],
                book["sack_yards"],
            )
            assert (len(rushes), rushes["yards_gained"].sum()) == (book["rushes"], book["rushing_yards"])
            assert mine["interception"].sum() == book["interceptions"]
            assert mine["third_down_converted"].sum() == book["third_downs_made"]
            # A gain and a flag added to it are two first downs of the game book, on one row.
            added = mine[
                (mine["first_down"] == 1)
                & (mine["penalty"] == 1)
                & (mine["penalty_team"] != code)
                & (mine["touchdown"] == 0)
                & mine["play_type"].isin(("run", "pass"))
                & (mine["yards_gained"] >= mine["ydstogo"])
            ]
            if not _two_fouls(plays_of(log.events)):
                assert mine["first_down"].sum() + len(added) == book["first_downs"]


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
        if len(box["line_score"]["HOM"]) == len(QUARTERS_AND_FINAL):
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
