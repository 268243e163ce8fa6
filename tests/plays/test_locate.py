"""Where the plays of a season are looked for, and what is kept beside them."""

import gzip
import shutil
from pathlib import Path

import pytest

from chartkit.errors import InputError
from chartkit.plays import load_season, read, save_season, season_plays, table

RAW = Path(__file__).parents[2] / "raw_pbp"
DEMO = RAW / "demo_2031.csv.gz"


@pytest.fixture(scope="module")
def demo():
    return next(read([DEMO]))


def test_named_file_then_build_then_downloads(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(RAW, tmp_path / "raw_pbp")
    downloaded = season_plays(2031).plays
    assert set(downloaded.season) == {2031}
    named = season_plays(2031, source=[DEMO]).plays
    assert named.equals(downloaded)
    (tmp_path / "build" / "2031").mkdir(parents=True)
    table.save(downloaded.head(100), tmp_path / "build" / "2031" / "plays.parquet")
    assert len(season_plays(2031).plays) == 100


@pytest.mark.parametrize(
    ("season", "fetched"), [(2017, True), (2031, False), (1987, False)], ids=["real", "future", "before 1999"]
)
def test_only_a_season_that_can_be_fetched_is_said_to_be(season, fetched, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=f"chartkit ingest FILE --season {season}") as refused:
        season_plays(season)
    assert (f"chartkit fetch {season}" in str(refused.value)) == fetched


def test_the_year_comes_from_the_content(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "raw_pbp").mkdir()
    shutil.copy(DEMO, tmp_path / "raw_pbp" / "league_2024.csv.gz")
    assert season_plays(2031).season == 2031
    with pytest.raises(InputError, match="no plays of season 2024"):
        season_plays(2024)


def test_a_build_of_another_season_is_refused(tmp_path, demo):
    table.save(demo.plays.head(10), tmp_path / "plays.parquet")
    with pytest.raises(InputError, match="season 2030 is asked for, but the table holds 2031"):
        season_plays(2030, build=tmp_path)


def test_a_saved_season_comes_back_whole(tmp_path, demo):
    save_season(demo, tmp_path / "plays.parquet")
    back = load_season(tmp_path / "plays.parquet")
    assert back.plays.equals(demo.plays)
    assert (back.season, back.files, back.teams, back.from_words) == (2031, demo.files, demo.teams, demo.from_words)
    kept = ["game_id", "play_id", "reason", "desc"]
    assert back.set_aside[kept].to_dict("records") == demo.set_aside[kept].to_dict("records")


def test_a_file_that_changed_since_is_read_again(tmp_path, monkeypatch, demo):
    monkeypatch.chdir(tmp_path)
    lines = gzip.decompress(DEMO.read_bytes()).splitlines(keepends=True)
    source = tmp_path / "league.csv"
    source.write_bytes(b"".join(line for line in lines if not line.startswith(b"2031_14")))
    (found,) = read([source])
    save_season(found, tmp_path / "build" / "2031" / "plays.parquet")
    assert len(season_plays(2031).plays) == len(found.plays)
    source.write_bytes(b"".join(lines))
    assert len(season_plays(2031).plays) == len(demo.plays)


def test_a_damaged_note_is_told(tmp_path, demo):
    import pyarrow.parquet as pq

    path = tmp_path / "plays.parquet"
    save_season(demo, path)
    pq.write_table(pq.read_table(path).replace_schema_metadata({b"chartkit": b'{"set_aside": '}), path)
    with pytest.raises(InputError, match="damaged"):
        load_season(path)
    pq.write_table(pq.read_table(path).replace_schema_metadata({b"chartkit": b'{"set_aside": 3}'}), path)
    with pytest.raises(InputError, match="damaged"):
        load_season(path)
