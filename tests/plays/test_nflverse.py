import gzip

import pandas as pd
import pytest

from chartkit.errors import InputError
from chartkit.plays import read
from chartkit.plays.sources import nflverse


@pytest.mark.parametrize("name", ["season.csv", "season.csv.gz", "season.parquet"])
def test_every_format_gives_the_same_plays(rows, season_file, name):
    plain = next(read([season_file(rows, "plain.csv")])).plays
    pd.testing.assert_frame_equal(next(read([season_file(rows, name)])).plays, plain)


def test_a_gzipped_file_may_be_called_csv(rows, season_file, tmp_path):
    packed = tmp_path / "packed.csv"
    packed.write_bytes(gzip.compress(season_file(rows).read_bytes()))
    assert len(next(read([packed])).plays) == 26


def test_more_columns_and_quoted_line_breaks_do_no_harm(rows, season_file):
    wide = pd.concat([rows, pd.DataFrame({f"epa_{n}": 0.25 for n in range(260)}, index=rows.index)], axis=1)
    wide.loc[2, "desc"] = "pass short right\nto A for 30 yards"
    wide["season"] = wide["season"].astype("float64")
    plays = next(read([season_file(wide)])).plays
    assert len(plays) == 26
    assert plays["desc"][1] == "pass short right\nto A for 30 yards"


def test_rows_follow_the_order_of_play(rows, season_file):
    shuffled = rows.assign(order_sequence=rows["play_id"]).sample(frac=1, random_state=3)
    plays = next(read([season_file(shuffled)])).plays
    assert plays["play_id"].is_monotonic_increasing


def two_seasons(rows):
    later = rows.assign(season=2018, game_id="2018_01_OWL_FOX")
    return pd.concat([rows, later], ignore_index=True)


def test_seasons_in_one_file_come_one_after_the_other(rows, season_file):
    found = list(read([season_file(two_seasons(rows))]))
    assert [season.season for season in found] == [2017, 2018]
    assert [season.rows for season in found] == [len(rows), len(rows)]
    assert found[1].set_aside["place"][0] == f"line {len(rows) + 2}"


@pytest.mark.parametrize("name", ["season.csv", "season.csv.gz"])
def test_a_large_file_is_streamed_to_the_same_plays(rows, season_file, monkeypatch, name):
    weeks = range(1, 60)
    games = [rows.assign(season=year, game_id=f"{year}_{n:02d}_OWL_FOX") for year in (2017, 2018) for n in weeks]
    path = season_file(pd.concat(games, ignore_index=True), name)
    whole = [season.plays for season in read([path])]
    monkeypatch.setattr(nflverse, "_WHOLE_FILE_BYTES", 0)
    monkeypatch.setattr(nflverse, "_STREAM_BLOCK_BYTES", 20_000)
    streamed = [season.plays for season in read([path])]
    for one, other in zip(whole, streamed, strict=True):
        pd.testing.assert_frame_equal(one, other)


def test_scattered_seasons_are_refused_when_streaming(rows, season_file, monkeypatch):
    monkeypatch.setattr(nflverse, "_WHOLE_FILE_BYTES", 0)
    monkeypatch.setattr(nflverse, "_STREAM_BLOCK_BYTES", 3_000)
    path = season_file(pd.concat([two_seasons(rows), rows], ignore_index=True))
    with pytest.raises(InputError, match="scattered"):
        list(read([path]))


def test_without_a_season_column_the_game_tells_it(rows, season_file):
    assert next(read([season_file(rows.drop(columns="season"))])).season == 2017


def test_team_codes_follow_the_season(rows, season_file):
    names = {"OWL": "LV", "FOX": "LAC"}
    moved = rows.replace(names).assign(yrdln="LV 20")
    plays = next(read([season_file(moved)])).plays
    assert set(plays["posteam"]) == {"OAK", "LAC"}
    assert set(plays["td_team"].dropna()) == {"OAK", "LAC"}
    assert set(plays["yrdln"]) == {"OAK 20"}


def test_codes_of_other_leagues_stay(rows, season_file):
    plays = next(read([season_file(rows.replace({"OWL": "LV"}))])).plays
    assert set(plays["posteam"]) == {"LV", "FOX"}


def test_a_game_without_statistics_or_words_is_set_aside_and_said(rows, season_file):
    lost = rows.assign(game_id="2017_02_OWL_FOX", play_type=None, desc=None)
    season = next(read([season_file(pd.concat([rows, lost], ignore_index=True))]))
    reasons = season.set_aside["reason"].value_counts()
    assert reasons["game without statistics in the source"] == len(rows)
    assert season.rows == len(season.plays) + len(season.set_aside)


def test_original_files_tell_laterals_in_legs(rows, season_file):
    legs = pd.DataFrame({"lateral_reception": 0, "passing_yards": None, "lateral_rush": 0}, index=rows.index)
    legs = legs.assign(rushing_yards=None, lateral_rushing_yards=None)
    original = pd.concat([rows, legs], axis=1)
    original.loc[2, ["yards_gained", "passing_yards", "lateral_reception"]] = 12, 30, 1
    original.loc[3, ["rushing_yards", "lateral_rushing_yards", "lateral_rush"]] = 4, 9, 1
    plays = next(read([season_file(original)])).plays
    assert plays["yards_gained"][1:3].tolist() == [30, 13]


def test_markers_may_be_called_no_play(rows, season_file):
    named = rows.assign(play_type=rows["play_type"].fillna("no_play"))
    pd.testing.assert_frame_equal(
        next(read([season_file(named, "named.csv")])).plays, next(read([season_file(rows)])).plays
    )


def test_a_returned_try_may_stand_in_its_own_column(rows, season_file):
    returned = rows["desc"].str.contains("DEFENSIVE TWO-POINT")
    silent = rows.assign(defensive_two_point_conv=returned.astype(int), defensive_extra_point_conv=0)
    silent.loc[returned, "desc"] = "TWO-POINT CONVERSION ATTEMPT. ATTEMPT FAILS."
    plays = next(read([season_file(silent)])).plays
    assert plays["defensive_two_point_conv"].sum() == 1
