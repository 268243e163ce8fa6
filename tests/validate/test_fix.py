"""`validate --fix`: what has one certain reading is mended in place, and nothing else is touched."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.charts import random_chart
from support.commands import runner
from support.properties import examples

from chartkit.files import dumps
from chartkit.findings import Severity, read_bytes
from chartkit.systems.ddf.charts import TEAM_COLUMNS, ColumnPlace, team_to_json, team_to_text
from chartkit.systems.ddf.validate import check_path, fix_path
from chartkit.systems.ddf.validate.cells import legal_result, read_cell
from chartkit.systems.ddf.validate.validator import FILES, FIXER

CHARTS = Path(__file__).parents[1] / "charts" / "good"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("OF 10", "OFF 10"),
        ("OF 1O", "OFF 10"),
        ("1O", "10"),
        ("l2", "12"),
        ("-1O*", "-10*"),
        ("INCOMPLETE", "INC"),
        ("incomplete", "INC"),
        ("1NC", "INC"),
        ("Interception 4", "INT 4"),
        ("INT l2", "INT 12"),
        ("defense 5X", "DEF 5X"),
        ("Fumble -5", "F -5"),
        ("touchdown", "TD"),
    ],
)
def test_one_certain_reading(text: str, meant: str) -> None:
    assert read_cell(text, "offense", "6-SHORT") == meant


@pytest.mark.parametrize("text", ["ITN 4", "OFF 11", "?", "7 yards", "100", "IO", "INC INC", "", "F 1 2 x"])
def test_what_may_be_anything_is_left_alone(text: str) -> None:
    assert read_cell(text, "offense", "6-SHORT") in (None, "0" if not text else None)


def test_a_reading_that_the_column_forbids_is_none() -> None:
    assert read_cell("INCOMPLETE", "offense", "1-LINE PLUNGE") is None


def slips(data: Any) -> None:
    short = data["offense"]["columns"]["6-SHORT"]
    short |= {"12": "OF 10", "13": " inc ", "14": 7, "15": "1O", "16": "INCOMPLETE", "17": "ITN 4"}
    data["defense"]["A-STANDARD"]["8-long"] = data["defense"]["A-STANDARD"].pop("8-LONG")
    data["team"]["code"] = "aaa"
    data["season"] = "2017"
    data["offense"]["fumble_recovered"] = "10, 11, 12, 20 - 22"


def test_what_is_proposed_is_what_would_be_written(tmp_path: Path) -> None:
    data = team_to_json(random_chart(1))
    typed = {"12": "1O", "13": "INT l2", "14": "1NC", "15": "INCOMPLETE"}
    data["offense"]["columns"]["6-SHORT"] |= typed
    file = tmp_path / "AAA.json"
    file.write_text(dumps(data), "utf-8")
    proposed = [each.suggestion for each in check_path(file).findings if each.code == "DDF201"]
    assert proposed == ["10", "INT 12", "INC", "INC"]
    fix_path(file)
    column = json.loads(file.read_text("utf-8"))["offense"]["columns"]["6-SHORT"]
    assert [column[row] for row in typed] == proposed


def test_slips_of_the_pen_are_mended_and_shown(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    run = runner(monkeypatch, capsys, tmp_path)
    data = team_to_json(random_chart(1))
    slips(data)
    before = json.dumps(data, indent=3)
    file = tmp_path / "AAA.json"
    file.write_text(before, "utf-8")
    code, out, err = run("validate", "AAA.json", "--fix")
    assert code == 1
    assert '6-SHORT, dice 12: "OF 10" is now "OFF 10"' in err
    assert '6-SHORT, dice 14: 7 is now "7"' in err
    assert 'A-STANDARD, 8-long: "8-long" is now "8-LONG"' in err
    assert 'season: "2017" is now 2017' in err
    assert [line.split(": ")[1] for line in out.splitlines() if " error " in line] == ["error DDF201"]
    assert (tmp_path / "AAA.json.old").read_text("utf-8") == before
    after = json.loads(file.read_text("utf-8"))
    short = after["offense"]["columns"]["6-SHORT"]
    assert [short[row] for row in ("12", "13", "14", "15", "16", "17")] == [
        "OFF 10",
        "INC",
        "7",
        "10",
        "INC",
        "ITN 4",
    ]
    assert after["offense"]["fumble_recovered"] == "10-12,20-22"
    assert after["team"]["code"] == "AAA"
    # The layout of the author stays.
    assert len(file.read_text("utf-8").splitlines()) == len(before.splitlines())
    assert fix_path(file) == []


def test_an_older_copy_is_never_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "AAA.json"
    for slip in ("inc", "td"):
        data = team_to_json(random_chart(1))
        data["offense"]["columns"]["6-SHORT"]["27"] = slip
        file.write_text(dumps(data), "utf-8")
        assert len(fix_path(tmp_path)) == 1
    assert sorted(each.name for each in tmp_path.iterdir()) == ["AAA.json", "AAA.json.old", "AAA.json.old2"]


def test_a_season_file_is_mended_too(tmp_path: Path) -> None:
    data = json.loads((CHARTS / "season.json").read_text("utf-8"))
    code = data["schedule"][0]["home"]
    data["schedule"][0]["home"] = f"{code.lower()} "
    data["generic"]["holding"] = "10 , 11"
    (tmp_path / "season.json").write_text(dumps(data), "utf-8")
    assert {each.new for each in fix_path(tmp_path)} == {f'"{code}"', '"10-11"'}
    assert not [each for each in check_path(tmp_path / "season.json").findings if each.severity is Severity.ERROR]


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"format": "chartkit/team-chart@1"}', b"\xff"])
def test_what_is_no_chart_is_not_touched(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "AAA.json"
    file.write_bytes(content)
    assert fix_path(file) == []
    assert [each.name for each in tmp_path.iterdir()] == ["AAA.json"]


@examples(15)
@given(st.integers(0, 3), st.randoms(use_true_random=False))
def test_a_sloppy_copy_of_a_chart_becomes_the_chart(seed: int, rng: random.Random) -> None:
    text = team_to_text(random_chart(seed))
    data = json.loads(text)
    for place in rng.sample(TEAM_COLUMNS, 8):
        column = data
        for step in place.path:
            column = column[step]
        row = str(rng.choice(place.dice.totals))
        column[row] = rng.choice([str.lower, lambda cell: f" {cell} ", lambda cell: f"{cell} ".lower()])(
            column[row]
        )
    source = read_bytes(dumps(data).encode(), "X.json")
    assert FIXER.fixed(source)[0] == text


@examples(40)
@given(st.sampled_from(TEAM_COLUMNS), st.text(alphabet="OIl01259 -*!()FINTCDXQBKGSPRE", max_size=8))
def test_a_mended_cell_is_always_legal(place: ColumnPlace, text: str) -> None:
    data = team_to_json(random_chart(2))
    cells = data
    for step in place.path:
        cells = cells[step]
    row = str(place.dice.totals[0])
    cells[row] = text
    source = read_bytes(dumps(data).encode(), "X.json")
    after, changes = FIXER.fixed(source)
    for change in changes:
        if change.finding.path == (*place.path, row):
            assert legal_result(json.loads(change.new), place.chart, place.name) is not None
    wrong = {each.path for each in FILES.check_source(source)}
    assert {each.path for each in FILES.check_source(read_bytes(after.encode(), "X.json"))} <= wrong
