"""The work of an author: export, edit in a spreadsheet, import, keep the edits."""

import json
import tomllib
from pathlib import Path

import pytest
from openpyxl import load_workbook
from support.charts import random_chart
from typer.testing import CliRunner

from chartkit.cli.app import build_app
from chartkit.errors import InputError
from chartkit.systems.ddf.charts import team_to_text

FORMAT = "chartkit/compile-report@1"


def run(*arguments: object) -> tuple[int, str, str]:
    done = CliRunner().invoke(build_app(), [str(each) for each in arguments])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout, done.stderr


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    chart = tmp_path / "PHI.json"
    chart.write_text(team_to_text(random_chart(1, code="PHI")), "utf-8")
    assert run("export-xlsx", chart, "--out", tmp_path / "PHI.xlsx")[0] == 0
    return tmp_path / "PHI.xlsx"


def edit(workbook: Path, cells: dict[str, object]) -> None:
    book = load_workbook(workbook)
    for address, value in cells.items():
        sheet, _, cell = address.partition("!")
        book[sheet][cell] = value
    book.save(workbook)


def test_an_untouched_workbook_gives_the_chart_back(workbook: Path) -> None:
    code, _, said = run("import-xlsx", workbook, "--out", workbook.parent / "again.json")
    assert code == 0
    assert (workbook.parent / "again.json").read_bytes() == (workbook.parent / "PHI.json").read_bytes()
    assert "no cell was changed" in said


def test_an_edited_cell_ends_in_the_chart_and_in_the_edits_file(
    workbook: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workbook.parent)
    edit(workbook, {"Offense!G22": "off 10", "Defense!C5": "(9)"})
    code, _, said = run("import-xlsx", workbook, "--out", workbook.parent / "new.json", "--date", "2018-03-01")
    assert code == 0, said
    chart = json.loads((workbook.parent / "new.json").read_text("utf-8"))
    assert chart["offense"]["columns"]["6-SHORT"]["27"] == "OFF 10"
    assert chart["defense"]["A-STANDARD"]["1-LINE PLUNGE"]["1"] == "(9)"
    made = tomllib.loads((workbook.parent / "edits/2017/PHI.toml").read_text("utf-8"))["edit"]
    assert [(each["cell"], each["now"]) for each in made] == [
        ("offense.columns.6-SHORT.27", "OFF 10"),
        ("defense.A-STANDARD.1-LINE PLUNGE.1", "(9)"),
    ]


def test_an_illegal_cell_is_named_by_sheet_and_cell_and_nothing_is_written(workbook: Path) -> None:
    edit(workbook, {"Offense!B10": "INC", "Offense!G22": "=1+1"})
    code, found, said = run("import-xlsx", workbook, "--out", workbook.parent / "new.json", "--json")
    assert code == 1
    assert {each["cell"] for each in json.loads(found)["findings"]} == {"Offense!B10", "Offense!G22"}
    assert "nothing was written" in said
    assert not (workbook.parent / "new.json").exists()


def test_validate_reads_workbooks_too(workbook: Path) -> None:
    edit(workbook, {"Offense!B10": "INC"})
    code, found, _ = run("validate", workbook, "--json")
    assert code == 1
    assert [each["cell"] for each in json.loads(found)["findings"] if each["severity"] == "error"] == [
        "Offense!B10"
    ]


def test_a_build_exports_the_team_that_is_asked_for_beside_the_season(tmp_path: Path) -> None:
    (tmp_path / "build" / "charts").mkdir(parents=True)
    for code in ("PHI", "NE"):
        text = team_to_text(random_chart(2, code=code))
        (tmp_path / "build" / "charts" / f"{code}.json").write_text(text, "utf-8")
    figures = {"completion": {"real": 0.61, "chart": 0.6}, "mean yards": {"real": 6.5, "chart": 6.4}}
    columns = [{"team": "PHI", "side": "offense", "call": "6-SHORT", "figures": figures}]
    (tmp_path / "build" / "report.json").write_text(json.dumps({"format": FORMAT, "columns": columns}), "utf-8")
    assert run("export-xlsx", tmp_path / "build", "--team", "PHI", "--out", tmp_path / "books")[0] == 0
    assert [file.name for file in (tmp_path / "books").iterdir()] == ["PHI.xlsx"]
    for strange in ([], {"format": FORMAT, "columns": [{"team": "PHI"}]}):
        (tmp_path / "build" / "report.json").write_text(json.dumps(strange), "utf-8")
        with pytest.raises(InputError, match=r"report\.json.*this version cannot read it"):
            run("export-xlsx", tmp_path / "build", "--team", "phi", "--out", tmp_path / "others")
    odds = load_workbook(tmp_path / "books" / "PHI.xlsx")["Odds"]
    values = {cell.value for row in odds.iter_rows() for cell in row}
    assert {0.61, 6.5} <= values


def test_exporting_again_keeps_a_workbook_that_was_edited(workbook: Path) -> None:
    code, _, said = run("export-xlsx", workbook.with_suffix(".json"), "--out", workbook)
    assert code == 0 and "kept" not in said, "nothing was changed"
    for number, text in (("", "off 10"), ("2", "12")):
        edit(workbook, {"Offense!G22": text})
        mine = workbook.read_bytes()
        code, _, said = run("export-xlsx", workbook.with_suffix(".json"), "--out", workbook)
        assert code == 0 and f"PHI.xlsx.old{number}" in said
        assert workbook.with_name(f"PHI.xlsx.old{number}").read_bytes() == mine
    code, _, said = run("import-xlsx", workbook, "--out", workbook.parent / "again.json")
    assert code == 0 and "no cell was changed" in said
