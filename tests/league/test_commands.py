"""simulate, season and whatif as a user sees them."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pandas as pd
import pytest
from support.leagues import write_build
from typer.testing import CliRunner

from chartkit.cli.app import build_app
from chartkit.errors import ChartkitError, InputError
from chartkit.plays import table, totals

ENGINE = ("--engine", "table", "--jobs", "1")


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_build(tmp_path_factory.mktemp("build") / "2017")


def chartkit(*words: str) -> str:
    done = CliRunner().invoke(build_app(), [*words, *ENGINE], catch_exceptions=False)
    assert done.exit_code == 0, done.stderr
    return done.stdout


def refusal(*words: str) -> str:
    done = CliRunner().invoke(build_app(), [*words, *ENGINE])
    assert isinstance(done.exception, ChartkitError), done.output
    return str(done.exception)


def test_simulate_counts_every_game_and_draws_it(build: Path, tmp_path: Path) -> None:
    words = ("simulate", "AAA", "team bbb", "-n", "6", "--build", str(build), "--json", "--seed", "4")
    first = json.loads(chartkit(*words, "--plot", str(tmp_path / "scores.svg")))
    assert sum(each["games"] for each in first["wins"].values()) == 6
    assert sum(first["spread"]["counts"].values()) == sum(first["total"]["counts"].values()) == 6
    points = first["statistics"]["points"]
    assert first["spread"]["mean"] == pytest.approx(points["BBB"]["mean"] - points["AAA"]["mean"])
    assert first["total"]["mean"] == pytest.approx(points["BBB"]["mean"] + points["AAA"]["mean"])
    assert "AAA at BBB" in (tmp_path / "scores.svg").read_text()
    assert json.loads(chartkit(*words)) == first


def test_season_against_the_real_records_and_resumed(build: Path, tmp_path: Path) -> None:
    words = ("season", "2017", "--build", str(build), "--playoffs", "--json", "--out", str(tmp_path / "runs"))
    three = json.loads(chartkit(*words, "-n", "2"))
    found = json.loads(chartkit(*words, "-n", "3", "--resume"))
    assert (three["runs"], found["runs"]) == (2, 3)
    lines = {line["team"]: line for line in found["teams"]}
    assert sum(line["wins"]["mean"] for line in lines.values()) == pytest.approx(6)
    assert sum(line["stages"]["champion"] for line in lines.values()) == pytest.approx(1)
    assert lines["AAA"]["real"]["record"] == "2-1"
    games = pd.read_parquet(tmp_path / "runs" / "games")
    assert len(games) == 18
    assert len(pd.read_parquet(tmp_path / "runs" / "teams")) == 12
    plain = chartkit("season", "2017", "--build", str(build), "--playoffs", "--json", "-n", "3")
    assert _rounded(plain) == _rounded(json.dumps(found))


def _rounded(text: str) -> object:
    """A report whose sums may have been added up in another order."""
    return json.loads(text, parse_float=lambda number: round(float(number), 12))


def test_a_chosen_run_is_exported_and_reads_in_like_a_real_season(build: Path, tmp_path: Path) -> None:
    words = ("season", "2017", "--build", str(build), "--run", "1", "--playoffs", "--json")
    found = json.loads(chartkit(*words, "--export", str(tmp_path / "mine")))
    assert json.loads((tmp_path / "mine" / "season.json").read_text()) == found
    plays = pd.read_csv(tmp_path / "mine" / "play_by_play_2017.csv.gz", low_memory=False)
    assert len(list((tmp_path / "mine" / "box_scores").glob("*.txt"))) == plays["game_id"].nunique()
    regular = totals.by_game(table.conform(plays[plays["season_type"] == "REG"])).groupby("team")["points"].sum()
    for line in found["standings"]:
        assert regular[line["team"]] == line["scored"] == found["totals"][line["team"]]["points"]
    runs = tmp_path / "runs"
    chartkit("season", "2017", "--build", str(build), "--playoffs", "-n", "2", "--out", str(runs))
    games = pd.read_parquet(runs / "games")
    mine = games[games["run"] == 1][["week", "away", "home", "away_score", "home_score"]]
    assert mine.to_dict("records") == found["games"], "the run is the same as among many"


def test_an_invented_schedule(build: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.csv"
    file.write_text("week,away,home\n1,aaa,bbb\n2,bbb,aaa\n")
    found = json.loads(
        chartkit("season", "2017", "--build", str(build), "--schedule", str(file), "-n", "1", "--json")
    )
    assert [line["team"] for line in sorted(found["teams"], key=lambda line: line["team"])] == ["AAA", "BBB"]
    file.write_text("week,away,home\n1,AAA,XXX\n")
    words = ("season", "2017", "--build", str(build), "--schedule", str(file))
    assert "XXX" in refusal(*words)
    file.write_text("week,away\n1,AAA\n")
    assert "no column home" in refusal(*words)


def test_a_change_that_is_none_has_no_effect_and_a_great_one_has(build: Path, tmp_path: Path) -> None:
    words = ("whatif", "--build", str(build), "-n", "2", "--json", "--set")
    chart = json.loads((build / "charts" / "AAA.json").read_text())
    same = json.loads(
        chartkit(*words, f"AAA:offense.columns.6-SHORT.27={chart['offense']['columns']['6-SHORT']['27']}")
    )
    assert same["games_with_another_score"] == 0
    assert all(each["difference"] == 0 for each in same["teams"]["AAA"].values())
    for play in ("5-SCREEN", "6-SHORT", "7-MEDIUM", "8-LONG", "9-SIDELINE"):
        chart["offense"]["columns"][play] = {str(total): "30" for total in range(10, 40)}
    file = tmp_path / "AAA.json"
    file.write_text(json.dumps(chart))
    great = json.loads(chartkit(*words[:-1], "--chart", str(file)))
    assert great["changed"] == ["AAA"]
    assert great["games"] == 6, "only the games of the changed team are played"
    assert great["teams"]["AAA"]["total_yards"]["difference"] > 0
    assert great["league"]["total_yards"]["difference"] > 0


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ("AAA", "is not a change"),
        ("XXX:offense.columns.6-SHORT.27=3", "no team 'XXX'"),
        ("AAA:offense.colums.6-SHORT.27=3", "'colums' is not there"),
        ("AAA:offense.columns.6-SHORT.77=3", "no cell"),
        ("AAA:offense.columns.6-SHORT.27=BANANA", "cannot be played"),
        ("AAA:coach.calls.x=1", "no coach table"),
        ("AAA:offense=3", "offense is not a cell"),
    ],
)
def test_a_wrong_change_is_one_clear_message(build: Path, setting: str, says: str) -> None:
    assert says in refusal("whatif", "--build", str(build), "--set", setting)


def test_a_season_without_games_is_one_clear_message(tmp_path: Path) -> None:
    build = write_build(tmp_path / "2017")
    season = json.loads((build / "season.json").read_text())
    (build / "season.json").write_text(json.dumps({**season, "schedule": []}))
    change = ("--set", "AAA:offense.columns.6-SHORT.27=3")
    for words in (("season", "2017"), ("whatif", *change)):
        assert "the season has no games" in refusal(*words, "--build", str(build))


def test_wrong_use(build: Path, tmp_path: Path) -> None:
    assert "no such folder" in refusal("season", "1950", "--build", str(tmp_path / "none"))
    assert "which run" in refusal("season", "2017", "--build", str(build), "--export", str(tmp_path))
    assert "picture" in refusal("simulate", "AAA", "BBB", "--build", str(build), "--plot", "x.doc")
    assert "--out" in refusal("season", "2017", "--build", str(build), "--resume")
    done = CliRunner().invoke(build_app(), ["season", "2017", "--build", str(build), "--engine", "magic"])
    assert isinstance(done.exception, InputError)


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("", "no column"),
        ("week,away,home\n", "no games"),
        ("week,away,home\none,AAA,BBB\n", "line 2: 'one,AAA,BBB' is not a game"),
        ("week,away,home\n1,AAA\n", "line 2: '1,AAA' is not a game"),
        ("week,away,home\n1,AAA,AAA\n", "plays itself"),
        ("week,away,home\n1,AAA,XXX\n", "XXX, which is not a team"),
    ],
)
def test_a_wrong_schedule_is_one_clear_message(build: Path, tmp_path: Path, lines: str, says: str) -> None:
    (tmp_path / "games.csv").write_text(lines)
    words = ("season", "2017", "--build", str(build), "--schedule", str(tmp_path / "games.csv"))
    assert says in refusal(*words)


def test_a_broken_coach_file_is_named_with_its_place(tmp_path: Path) -> None:
    build = write_build(tmp_path / "2017")
    coach = build / "coaches" / "AAA.json"
    coach.parent.mkdir()
    coach.write_text('{"format": "chartkit/coach@1",\n "calls": 3}')
    for words in (("season", "2017"), ("simulate", "AAA", "BBB")):
        said = refusal(*words, "--build", str(build))
        assert "AAA.json:" in said and "this is not a coach table" in said


def test_one_wrong_share_among_hundreds_is_named(tmp_path: Path) -> None:
    build = write_build(tmp_path / "2017")
    coach = json.loads(files("chartkit.systems.ddf").joinpath("data/coach_league.json").read_text("utf-8"))
    last = list(coach["calls"])[-1]
    (build / "coaches").mkdir()
    for part, wrong in ((coach["calls"][last], {"6-SHORT": 1.5}), (coach, {"faced": {"6-SHORT": "often"}})):
        right = dict(part)
        part.update(wrong)
        (build / "coaches" / "AAA.json").write_text(json.dumps(coach, indent=1), "utf-8")
        said = refusal("simulate", "AAA", "BBB", "--build", str(build))
        assert "AAA.json:" in said and "6-SHORT" in said
        part.clear()
        part.update(right)


def test_damaged_runs_are_named(build: Path, tmp_path: Path) -> None:
    words = ("season", "2017", "--build", str(build), "--out", str(tmp_path / "runs"), "-n", "1")
    chartkit(*words)
    for part in (tmp_path / "runs" / "games").glob("*"):
        part.write_bytes(b"no parquet")
    assert "these runs are damaged" in refusal(*words, "--resume")
