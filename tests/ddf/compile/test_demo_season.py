"""What the compiler makes of the demo season: complete, legal charts that give it back."""

import json
from pathlib import Path

import pytest

from chartkit.files import sha256
from chartkit.systems.ddf.charts import chart_checksum, columns
from chartkit.systems.ddf.validate import load_season, load_team_chart, validate_team


@pytest.fixture(scope="module")
def build(demo_home: Path) -> Path:
    return demo_home / "build" / "2031"


def test_every_team_has_a_chart_without_an_error(build: Path) -> None:
    season = load_season(build / "season.json")
    charts = sorted(file.stem for file in (build / "charts").glob("*.json"))
    assert charts == sorted(team.code for team in season.teams)
    for code in charts:
        data = json.loads((build / "charts" / f"{code}.json").read_text("utf-8"))
        assert [each for each in validate_team(data) if each.severity == "error"] == []


def test_the_manifest_knows_every_file(build: Path) -> None:
    manifest = json.loads((build / "manifest.json").read_text("utf-8"))
    listed = {entry["name"]: entry["sha256"] for entry in manifest["files"]}
    assert {f"charts/{file.name}" for file in (build / "charts").glob("*.json")} <= set(listed)
    for name, checksum in listed.items():
        assert sha256(build / name) == checksum, name


def test_a_chart_knows_its_source(build: Path) -> None:
    for file in (build / "charts").glob("*.json"):
        chart = load_team_chart(file)
        assert chart.source["chart_sha256"] == chart_checksum(chart)
        assert chart.source["plays"] > 0


def test_formation_mix_and_solitaire_add_up(build: Path) -> None:
    season = load_season(build / "season.json")
    for call in columns.PLAYS:
        assert sum(season.formation_mix[call].values()) == pytest.approx(1.0, abs=1e-3)
    assert len(season.schedule) == 56
    assert all(game.home_score is not None for game in season.schedule)


def test_team_yardage_comes_out_of_the_dice(build: Path) -> None:
    report = json.loads((build / "report.json").read_text("utf-8"))
    offenses = [team for team in report["teams"] if team["side"] == "offense"]
    assert len(offenses) == 8
    for team in offenses:
        for figure in ("yards per rush", "yards per pass"):
            found = team["figures"][figure]
            assert found["chart"] == pytest.approx(found["real"], abs=0.15), (team["team"], figure)
        rate = team["figures"]["completion rate"]
        assert rate["chart"] == pytest.approx(rate["real"], abs=0.015), team["team"]


def test_long_runs_go_through_the_breakaway_column(build: Path) -> None:
    for file in (build / "charts").glob("*.json"):
        offense = load_team_chart(file).offense
        longest = {play: max(cell.yards for _, cell in offense.columns[play].items()) for play in columns.RUNS}
        assert max(longest.values()) <= 20, (file.stem, longest)
        assert any(str(cell) == "B" for play in columns.RUNS for _, cell in offense.columns[play].items()), (
            file.stem
        )
