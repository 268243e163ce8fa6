"""`chartkit` alone says where you are and what comes next."""

import gzip
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from chartkit.cli.app import build_app


def _next(here: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.chdir(here)
    done = CliRunner().invoke(build_app(), [])
    assert done.exit_code == 0
    rows = done.output.partition("Next:\n")[2].partition("\n\n")[0].splitlines()
    return [row.strip().partition("  ")[0] for row in rows]


def _touch(*paths: Path) -> None:
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def test_an_empty_folder_is_shown_three_ways_to_begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _next(tmp_path, monkeypatch) == ["chartkit demo", "chartkit fetch 2017", "chartkit template plays"]


def test_each_step_leads_to_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build = tmp_path / "build" / "2031"
    _touch(tmp_path / "raw_pbp" / "demo_2031.csv.gz", tmp_path / "raw_pbp" / "demo_2031_teams.csv")
    assert _next(tmp_path, monkeypatch) == ["chartkit ingest raw_pbp/demo_2031.csv.gz"]
    _touch(build / "plays.parquet")
    assert _next(tmp_path, monkeypatch) == ["chartkit compile 2031"]
    _touch(build / "charts" / "BRK.json", build / "charts" / "WND.json")
    assert _next(tmp_path, monkeypatch) == ["chartkit validate build/2031", "chartkit print build/2031"]
    _touch(build / "print" / "2031.pdf")
    assert _next(tmp_path, monkeypatch) == ["chartkit roundtrip 2031"]
    _touch(build / "roundtrip.json")
    assert _next(tmp_path, monkeypatch)[-1] == "chartkit odds build/2031/charts/BRK.json"


def test_the_build_of_another_game_goes_its_own_road(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build = tmp_path / "build" / "2031-coachs-call"
    _touch(tmp_path / "raw_pbp" / "demo_2031.csv.gz", build / "charts" / "BRK.json", build / "charts" / "WND.json")
    _touch(build / "print" / "2031.pdf", build / "roundtrip.json")
    (build / "manifest.json").write_text('{"game": "coachs-call"}')
    assert _next(tmp_path, monkeypatch) == [
        "chartkit game BRK WND --build build/2031-coachs-call",
        "chartkit season 2031-coachs-call -n 100 --playoffs",
        "chartkit odds build/2031-coachs-call/charts/BRK.json",
    ]


@pytest.mark.parametrize(
    ("last", "is_open"),
    [(["play", 13, 0], False), (["roll", 13], True), (["play", 3, 0], True)],
)
def test_a_game_that_is_not_over_comes_first(
    last: list[object], is_open: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = {"format": "chartkit/coachs-call-game@1", "game": "coachs-call", "score": {"BRK": 3, "WND": 0}}
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "WND-at-BRK.json").write_text(json.dumps({**game, "events": [last]}))
    assert ("chartkit game --continue" in _next(tmp_path, monkeypatch)) is is_open


def test_the_year_of_a_file_is_what_is_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = tmp_path / "raw_pbp"
    raw.mkdir()
    (raw / "league_2024.csv").write_text("game_id,season,desc\n2031_01_A_B,2031,GAME\n")
    (raw / "mine.csv.gz").write_bytes(gzip.compress(b'"play_id","game_id"\n1,"2029_01_A_B"\n'))
    steps = ["chartkit ingest raw_pbp/league_2024.csv", "chartkit ingest raw_pbp/mine.csv.gz"]
    assert _next(tmp_path, monkeypatch) == steps
    _touch(tmp_path / "build" / "2031" / "plays.parquet")
    assert _next(tmp_path, monkeypatch) == [steps[1], "chartkit compile 2031"]


def test_a_chart_that_lies_about_is_worth_a_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _touch(tmp_path / "ANT.json")
    assert _next(tmp_path, monkeypatch)[0] == "chartkit validate ANT.json"
