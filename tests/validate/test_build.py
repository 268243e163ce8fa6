"""A folder with charts and a season file: each file by itself, and how they fit together."""

from pathlib import Path

import pytest
from support.charts import random_chart, random_season

from chartkit.systems.ddf.charts import season_to_text, team_to_text
from chartkit.systems.ddf.validate import check_path


@pytest.fixture
def build(tmp_path: Path) -> Path:
    (tmp_path / "charts").mkdir()
    for seed, code in enumerate(("AAA", "BBB")):
        (tmp_path / "charts" / f"{code}.json").write_text(team_to_text(random_chart(seed, code=code)), "utf-8")
    (tmp_path / "season.json").write_text(season_to_text(random_season(1)), "utf-8")
    return tmp_path


def fits(folder: Path) -> list[tuple[str, str, str]]:
    return [
        (each.code, Path(each.file).name, each.suggestion)
        for each in check_path(folder).findings
        if not each.code.startswith("DDF30")
    ]


def test_a_build_that_fits_together(build: Path) -> None:
    assert fits(build) == []
    assert [Path(file).name for file in check_path(build).files] == ["season.json", "AAA.json", "BBB.json"]


def test_charts_without_a_season_are_checked_one_by_one(build: Path) -> None:
    (build / "season.json").unlink()
    assert fits(build) == fits(build / "charts") == []


def test_a_team_without_a_chart(build: Path) -> None:
    (build / "charts" / "BBB.json").unlink()
    assert fits(build) == [("DDF280", "season.json", "")]


def test_a_chart_of_another_season(build: Path) -> None:
    (build / "charts" / "AAA.json").write_text(team_to_text(random_chart(0, season=2016, code="AAA")), "utf-8")
    assert fits(build) == [("DDF281", "AAA.json", "2017")]


def test_a_file_named_after_another_team(build: Path) -> None:
    (build / "charts" / "AAA.json").write_text(team_to_text(random_chart(0, code="AAB")), "utf-8")
    assert fits(build) == [("DDF282", "AAA.json", "AAA")]


def test_a_chart_too_many(build: Path) -> None:
    (build / "charts" / "AAB.json").write_text(team_to_text(random_chart(0, code="AAB")), "utf-8")
    assert fits(build) == [("DDF283", "AAB.json", "AAA")]


def test_an_unreadable_chart_hides_nothing(build: Path) -> None:
    (build / "charts" / "AAA.json").write_text("{", "utf-8")
    (build / "charts" / "BBB.json").write_text(
        team_to_text(random_chart(1, code="BBB")).replace('"39": "', '"39": "ZZ', 1), "utf-8"
    )
    assert [code for code, _, _ in fits(build)] == ["CK005", "DDF201"]
    assert check_path(build).exit_code() == 2


def test_an_empty_folder_is_said(tmp_path: Path) -> None:
    assert [each.code for each in check_path(tmp_path).findings] == ["CK002"]
