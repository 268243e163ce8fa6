"""Where the plays of a season are looked for."""

import shutil
from pathlib import Path

import pytest

from chartkit.errors import InputError
from chartkit.plays import table
from chartkit.plays.locate import season_plays

RAW = Path(__file__).parents[2] / "raw_pbp"


def test_named_file_then_build_then_downloads(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="chartkit fetch 2031"):
        season_plays(2031)
    shutil.copytree(RAW, tmp_path / "raw_pbp")
    downloaded = season_plays(2031)
    assert set(downloaded.season) == {2031}
    named = season_plays(2031, source=[RAW / "demo_2031.csv.gz"])
    assert named.equals(downloaded)
    (tmp_path / "build" / "2031").mkdir(parents=True)
    table.save(downloaded.head(100), tmp_path / "build" / "2031" / "plays.parquet")
    assert len(season_plays(2031)) == 100


def test_a_build_of_another_season_is_refused(tmp_path):
    plays = season_plays(2031, source=[RAW / "demo_2031.csv.gz"]).head(10)
    table.save(plays, tmp_path / "plays.parquet")
    with pytest.raises(InputError, match="season 2030 is asked for, but the table holds 2031"):
        season_plays(2030, build=tmp_path)
