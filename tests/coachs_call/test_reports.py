"""Cells, odds and differences in words, and a blank team."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.rosters import EVEN, eagles

from chartkit.errors import ChartkitError, InputError
from chartkit.football.teams import Record
from chartkit.systems.coachs_call.reports import blank_text, diff_report, explain, odds_report
from chartkit.systems.coachs_call.tables import SHIPPED
from chartkit.systems.coachs_call.teams import Grades, team_to_text
from chartkit.systems.coachs_call.validate import check_path, load_team


@pytest.fixture
def team(tmp_path: Path) -> Path:
    path = tmp_path / "PHI.json"
    path.write_text(team_to_text(eagles(source={"rates": {"QB": [440, 6.9, 0.81]}})))
    return path


def test_a_cell_is_explained(tmp_path: Path) -> None:
    report = explain(["line", "run", "16"])
    assert report.data["text"] == "-1 (A run: 4)"
    assert report.data == explain([str(SHIPPED), "line_run", "16"]).data
    with pytest.raises(InputError, match="has no roll '17'"):
        explain(["line run", "17"])
    with pytest.raises(InputError, match="there is no column called 'pancake'"):
        explain(["pancake", "11"])


def test_a_slot_is_explained(team: Path) -> None:
    report = explain([str(team), "qb"])
    assert report.data["player"] == "C.Wentz"
    assert report.data["grades"] == {"even": "B"}
    assert "better than 81 %" in report.notes[0]
    with pytest.raises(InputError, match="there is no slot 'XX'"):
        explain([str(team), "xx"])


def test_a_file_that_is_no_team_and_no_tables_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    path.write_text("[1]")
    with pytest.raises(ChartkitError, match="its format is none"):
        explain([str(path), "qb"])


def test_odds_of_a_team(team: Path, tmp_path: Path) -> None:
    own = odds_report(team, None, []).data
    assert own["plays"]["short_pass"]["completed"] == pytest.approx(2 / 3, abs=1e-4)
    assert own["field_goals"] == {"25": 32, "35": 29, "45": 20, "50": 9}
    other = tmp_path / "DAL.json"
    strong = Grades(66, {**EVEN, "DEF": "A", "REC1": "C", "P": "C"})
    other.write_text(team_to_text(eagles(code="DAL", record=Record(12, 4), rosters={"even": strong})))
    against = odds_report(team, other, ["short pass"])
    assert "PHI (favorite) at home against DAL, defense A" in against.tables[0].title
    assert against.data["plays"]["short_pass"]["yards"] < own["plays"]["short_pass"]["yards"]
    assert odds_report(SHIPPED, None, []).data["plays"]["line_run"]["fumbles"] == 1
    with pytest.raises(InputError, match="only plays have odds"):
        odds_report(team, None, ["punt"])


def test_differences_of_teams(team: Path, tmp_path: Path) -> None:
    other = tmp_path / "NEW.json"
    changed = Grades(66, {**EVEN, "QB": "A", "K": "C"})
    other.write_text(team_to_text(eagles(players={"QB": "N.Foles"}, rosters={"even": changed})))
    rows = {row["place"]: (row["old"], row["new"]) for row in diff_report(team, other).data["changes"]}
    assert rows["even, Quarterback"] == ("B", "A")
    assert rows["even, Kicker"] == ("B", "C")
    assert rows["player, QB"] == ("C.Wentz", "N.Foles")
    assert diff_report(team, team).notes == ("Nothing differs.",)


def test_differences_of_tables(tmp_path: Path, team: Path) -> None:
    data = json.loads(SHIPPED.read_text("utf-8"))
    data["action_table_1"]["cells"]["line_run"]["34"]["base"]["yards"] = 36
    house = tmp_path / "house.json"
    house.write_text(json.dumps(data))
    report = diff_report(SHIPPED, house)
    assert report.data["changes"] == [{"place": "Line run, roll 34", "old": "2", "new": "36"}]
    assert report.notes == ("Line run: 4.92 yards a play, now 5.92 (B grades)",)
    with pytest.raises(InputError, match="one of the files is a team"):
        diff_report(team, house)


def test_a_blank_team_is_legal(tmp_path: Path) -> None:
    path = tmp_path / "NYG.json"
    path.write_text(blank_text("nyg", 2023, "", ""))
    assert check_path(path).exit_code() == 0
    assert load_team(path).name == "Giants"
    with pytest.raises(ChartkitError, match="code"):
        blank_text("much too long", None, "", "")
