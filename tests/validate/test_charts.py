"""Charts that are right and charts that are wrong; a file dropped into tests/charts adds a test.

A file of tests/charts/bad changes a chart of tests/charts/good and says exactly which findings that must give.
`pytest --update-golden` writes what is found now; read it before you commit it.
"""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from chartkit.files import dumps
from chartkit.findings import Finding
from chartkit.systems.ddf.charts import (
    SEASON_FORMAT,
    season_from_json,
    season_to_text,
    team_from_json,
    team_to_text,
)
from chartkit.systems.ddf.validate import check_path, codes

CHARTS = Path(__file__).parents[1] / "charts"
GOOD = sorted((CHARTS / "good").glob("*.json"))
BAD = sorted((CHARTS / "bad").glob("*.toml"))


@pytest.mark.parametrize("file", GOOD, ids=lambda file: file.stem)
def test_a_good_chart_has_nothing_wrong_and_keeps_its_bytes(file: Path) -> None:
    assert check_path(file).findings == ()
    text = file.read_text("utf-8")
    data = json.loads(text)
    if data["format"] == SEASON_FORMAT:
        assert season_to_text(season_from_json(data)) == text
    else:
        assert team_to_text(team_from_json(data)) == text


def _change(data: Any, change: dict[str, Any]) -> None:
    """Set or drop one value; the path is written with dots, lists are counted from 0."""
    *way, last = change.get("at", change.get("drop", "")).split(".")
    for step in way:
        data = data[int(step)] if isinstance(data, list) else data[step]
    place = int(last) if isinstance(data, list) else last
    if "drop" in change:
        del data[place]
    else:
        data[place] = json.loads(change["json"]) if "json" in change else change["to"]


def broken_bytes(case: dict[str, Any]) -> bytes:
    """The file that a case describes."""
    if "text" in case:
        text: str = case["text"]
    else:
        data = json.loads((CHARTS / "good" / case.get("base", "antelopes.json")).read_text("utf-8"))
        for change in case.get("change", []):
            _change(data, change)
        text = dumps(data)
    for change in case.get("replace", []):
        assert change["old"] in text
        text = text.replace(change["old"], change["new"], 1)
    return text[: case.get("cut")].encode(case.get("encoding", "utf-8"))


def _said(finding: Finding) -> dict[str, Any]:
    record = {
        "code": finding.code,
        "at": f"{finding.line}:{finding.column}" if finding.line else "",
        "path": finding.dotted,
        "place": finding.place,
        "value": finding.value,
        "suggestion": finding.suggestion,
    }
    return {key: value for key, value in record.items() if value}


def _update(file: Path, found: list[dict[str, Any]]) -> None:
    head = file.read_text("utf-8").split("\n[[expect]]")[0].rstrip("\n")
    blocks = [
        "\n[[expect]]\n"
        + "\n".join(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in each.items())
        for each in found
    ]
    file.write_text("\n".join([head, *blocks]) + "\n", encoding="utf-8")


@pytest.mark.parametrize("file", BAD, ids=lambda file: file.stem)
def test_a_bad_chart_gives_exactly_its_findings(file: Path, tmp_path: Path, update_golden: bool) -> None:
    case = tomllib.loads(file.read_text("utf-8"))
    broken = tmp_path / "BAD.json"
    broken.write_bytes(broken_bytes(case))
    found = [_said(each) for each in check_path(broken).findings]
    if update_golden:
        _update(file, found)
        return
    assert found == case["expect"]
    assert found, "a chart of this folder must have something wrong"


def test_there_are_enough_and_every_code_of_a_single_file_is_shown() -> None:
    shown = {each["code"] for file in BAD for each in tomllib.loads(file.read_text("utf-8"))["expect"]}
    # Missing files, folders and whole builds are tested elsewhere.
    elsewhere = {
        "CK001",
        "CK002",
        "CK003",
        "CK010",
        "CK107",
        "CK108",
        "DDF290",
        "DDF280",
        "DDF281",
        "DDF282",
        "DDF283",
    }
    assert {code.code for code in codes()} - elsewhere <= shown
    assert len(BAD) >= 60
