import json
from pathlib import Path

import pytest
from support.charts import random_chart, random_season, wild_chart

from chartkit.errors import InvalidChartError
from chartkit.findings import Severity, UnreadableError
from chartkit.systems.ddf.charts import (
    TeamName,
    blank_chart,
    chart_checksum,
    season_to_json,
    team_to_json,
    team_to_text,
)
from chartkit.systems.ddf.validate import check_path, load_team_chart, validate_season, validate_team


def errors(data: object) -> list[tuple[str, str]]:
    return [(each.code, each.dotted) for each in validate_team(data) if each.severity is Severity.ERROR]


@pytest.mark.parametrize("make", [random_chart, wild_chart])
@pytest.mark.parametrize("seed", range(5))
def test_legal_charts_have_no_errors(make, seed) -> None:  # type: ignore[no-untyped-def]
    assert [each for each in validate_team(team_to_json(make(seed))) if not each.code.startswith("DDF30")] == []


def test_a_blank_chart_has_nothing_wrong_at_all() -> None:
    assert validate_team(team_to_json(blank_chart(2017, TeamName("NEW", "New Town", "Novices")))) == []


def test_a_season_has_nothing_wrong() -> None:
    assert validate_season(season_to_json(random_season(1))) == []


def test_problems_of_all_layers_are_told_at_once(tmp_path: Path) -> None:
    data = team_to_json(random_chart(1))
    del data["offense"]["columns"]["6-SHORT"]["27"]
    data["offense"]["columns"]["1-LINE PLUNGE"]["27"] = "INT 4"
    data["defense"]["A-STANDARD"]["6-SHORT"]["3"] = "DEF 5"
    data["special_teams"]["pat_good"] = "10-40"
    data["supplement"]["road_adjustment"] = 3
    found = validate_team(data)
    assert {(each.code, each.place) for each in found} >= {
        ("CK102", "offense, 6-SHORT, dice 27"),
        ("DDF202", "offense, 1-LINE PLUNGE, dice 27"),
        ("DDF203", "defense, A-STANDARD, 6-SHORT, dice 3"),
        ("DDF221", "special teams, PAT"),
        ("DDF261", "supplement, Road Adjustment"),
        ("DDF301", "special teams, KICKOFF"),
    }


def test_a_chart_edited_after_compiling_is_noticed() -> None:
    chart = random_chart(2)
    data = team_to_json(chart)
    data["source"] = {"chart_sha256": chart_checksum(chart)}
    assert "DDF303" not in {each.code for each in validate_team(data)}
    data["offense"]["columns"]["2-OFF TACKLE"]["24"] = (
        "5" if data["offense"]["columns"]["2-OFF TACKLE"]["24"] != "5" else "4"
    )
    assert "DDF303" in {each.code for each in validate_team(data)}


def test_places_are_said_in_the_words_of_the_charts() -> None:
    data = team_to_json(random_chart(1))
    data["offense"]["columns"]["6-SHORT"]["27"] = "ITN 4"
    found = [each for each in validate_team(data) if each.code == "DDF201"]
    assert [(each.place, each.suggestion) for each in found] == [("offense, 6-SHORT, dice 27", "INT 4")]


def test_a_sound_file_loads_and_a_broken_one_carries_its_findings(tmp_path: Path) -> None:
    chart = random_chart(4)
    file = tmp_path / "AAA.json"
    file.write_text(team_to_text(chart), encoding="utf-8")
    assert load_team_chart(file) == chart
    file.write_text(team_to_text(chart).replace('"39": "', '"39": "OFF 11 ', 1), encoding="utf-8")
    with pytest.raises(InvalidChartError, match="1-LINE PLUNGE, dice 39") as caught:
        load_team_chart(file)
    assert [(each.code, each.line) for each in caught.value.findings] == [("DDF201", 39)]
    assert json.loads(team_to_text(chart))["format"] == "chartkit/team-chart@1"


def test_an_unreadable_file_is_one_clear_message(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match=r"there is no such file\. Check the name"):
        load_team_chart(tmp_path / "PHl.json")
    assert [each.code for each in check_path(tmp_path).findings] == ["CK002"]


def test_every_error_of_a_broken_file_is_told(tmp_path: Path) -> None:
    lines = team_to_text(random_chart(4)).split("\n")
    for line in (20, 40, 60):
        lines[line] = lines[line].replace(":", " ", 1)
    file = tmp_path / "AAA.json"
    file.write_text("\n".join(lines), encoding="utf-8")
    assert [(each.code, each.line) for each in check_path(file).findings] == [
        ("CK005", each) for each in (21, 41, 61)
    ]
