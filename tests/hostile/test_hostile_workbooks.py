"""Workbooks and charts that were made to harm: one clear message, no formula, nothing that takes minutes."""

from __future__ import annotations

import csv
import json
import zipfile
from dataclasses import replace
from pathlib import Path
from time import process_time

import pandas as pd
import pytest
from openpyxl import load_workbook
from support.charts import random_chart
from typer.testing import CliRunner, Result

from chartkit.cli.app import build_app
from chartkit.errors import ChartkitError, InputError
from chartkit.files import file_name, write_csv
from chartkit.plays import without_formulas
from chartkit.systems.ddf.charts import TeamName
from chartkit.systems.ddf.workbook.export import workbook_bytes

FILES = Path(__file__).parent / "files"


def run(*words: object) -> Result:
    return CliRunner().invoke(build_app(), [str(word) for word in words])


@pytest.mark.parametrize("name", ["kept_surrogate", "kept_deep", "kept_source_nan", "kept_bigint"])
def test_a_spoiled_memory_of_the_export_is_not_used(name: str, tmp_path: Path) -> None:
    target = tmp_path / "chart.json"
    result = run("import-xlsx", FILES / f"{name}.xlsx", "--out", target)
    assert result.exit_code == 0, result.output
    assert "does not know what was exported" in result.output
    assert json.loads(target.read_text("utf-8"))["source"] == {}
    assert [path.name for path in tmp_path.iterdir()] == ["chart.json"]
    assert run("validate", FILES / f"{name}.xlsx").exit_code == 0


@pytest.mark.parametrize("command", ["import-xlsx", "validate"])
def test_a_huge_merged_range_is_refused_at_once(command: str) -> None:
    start = process_time()
    result = run(command, FILES / "merge_huge.xlsx")
    assert process_time() - start < 5
    assert "17,179,869,184 cells are merged" in result.output + str(result.exception)


def test_a_workbook_that_unpacks_to_too_much_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bomb.xlsx"
    path.write_bytes(workbook_bytes(random_chart(1)))
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/media/zeros.xml", bytes(20_000_000))
    result = run("import-xlsx", path)
    assert isinstance(result.exception, InputError)
    assert "unpacks to 20 MB" in str(result.exception)


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(1)", "\t=1+1"])
def test_a_text_of_the_chart_never_becomes_a_formula(name: str, tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    chart = replace(random_chart(1), team=TeamName("AAA", name, name))
    path.write_bytes(workbook_bytes(chart))
    book = load_workbook(path)
    assert book["Offense"]["D2"].value == name
    for sheet in ("Offense", "Defense", "Special", "Supplement", "chartkit"):
        assert not [cell.coordinate for row in book[sheet].iter_rows() for cell in row if cell.data_type == "f"]


def test_a_text_in_a_csv_file_is_no_formula(tmp_path: Path) -> None:
    texts = ["=1+1", "+A1", "-A1", "@SUM(1)", "\t=1", "-2", "7.5", "(15:00) D.Runner up the middle"]
    wanted = ["'=1+1", "'+A1", "'-A1", "'@SUM(1)", "'\t=1", *texts[5:]]
    write_csv(tmp_path / "rows.csv", ("desc", "yards"), [{"desc": text, "yards": -2} for text in texts])
    with (tmp_path / "rows.csv").open(encoding="utf-8", newline="") as stream:
        assert [(row["desc"], row["yards"]) for row in csv.DictReader(stream)] == [(each, "-2") for each in wanted]
    frame = pd.DataFrame({"desc": [*texts, None], "yards": -2, "odd": pd.Series([*texts, None], dtype=object)})
    plain = without_formulas(frame)
    for name in ("desc", "odd"):
        assert plain[name].tolist()[:-1] == wanted
        assert pd.isna(plain[name].iloc[-1])
    assert plain["yards"].tolist() == [-2] * len(frame)


def test_a_name_that_looks_like_a_formula_comes_back_as_it_was(tmp_path: Path) -> None:
    book, again = tmp_path / "book.xlsx", tmp_path / "again.json"
    assert run("export-xlsx", FILES / "name_formula.json", "--out", book).exit_code == 0
    assert run("import-xlsx", book, "--out", again).exit_code == 0
    team = json.loads((FILES / "name_formula.json").read_text("utf-8"))["team"]
    assert team["name"].startswith("=")
    assert json.loads(again.read_text("utf-8"))["team"] == team


@pytest.mark.parametrize("name", ["city_nl", "deep_src"])
def test_what_no_workbook_can_hold_is_told(name: str, tmp_path: Path) -> None:
    result = run("export-xlsx", FILES / f"{name}.json", "--out", tmp_path / "out.xlsx")
    assert isinstance(result.exception, ChartkitError), result.exception
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("code", ["", ".", "..", "../../PWN", "/etc/x", "A/B", "PHI\n", "phi", "LPT1:", "Ä"])
def test_only_a_code_names_a_file(code: str) -> None:
    with pytest.raises(InputError, match="is not a team code"):
        file_name(code, ".json")


def test_helper_sheets_are_hidden(tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(workbook_bytes(random_chart(1)))
    states = {sheet.title: sheet.sheet_state for sheet in load_workbook(path).worksheets}
    assert states == {
        **dict.fromkeys(("Offense", "Defense", "Special", "Supplement", "Odds"), "visible"),
        **dict.fromkeys(("Dice", "chartkit"), "hidden"),
    }
