"""Charts in workbooks and on cards are judged as their JSON is; places are cells and pages."""

from pathlib import Path

import pytest
from openpyxl import load_workbook
from support.charts import load_priority_chart, random_chart

from chartkit.errors import InvalidChartError
from chartkit.systems.ddf.charts import team_to_json
from chartkit.systems.ddf.system import DdfCharts
from chartkit.systems.ddf.validate import validate_team
from chartkit.systems.ddf.workbook.export import workbook_bytes


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    path = tmp_path / "AAA.xlsx"
    path.write_bytes(workbook_bytes(random_chart(1)))
    return path


def test_a_workbook_says_what_its_chart_says(workbook: Path) -> None:
    found = DdfCharts().check(workbook).findings
    expected = validate_team(team_to_json(random_chart(1)))
    assert [(each.code, each.path) for each in found] == [(each.code, each.path) for each in expected]
    assert all(each.cell and each.file == str(workbook) for each in found)


def test_a_wrong_cell_of_a_workbook_is_named_by_sheet_and_cell(workbook: Path) -> None:
    book = load_workbook(workbook)
    book["Offense"]["F17"] = "INTT 3"
    book.save(workbook)
    wrong = [each for each in DdfCharts().check(workbook).findings if each.code == "DDF201"]
    assert [(each.where, each.place, each.suggestion) for each in wrong] == [
        (f"{workbook}:Offense!F17", "offense, 5-SCREEN, dice 22", "INT 3")
    ]


def test_documents_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "x.xlsx").write_bytes(b"no workbook")
    (tmp_path / "x.pdf").write_bytes(b"no pdf")
    huge = tmp_path / "huge.pdf"
    with huge.open("wb") as stream:
        stream.truncate(200_000_000)
    for name in ("x.xlsx", "x.pdf", "huge.pdf", "missing.pdf", "missing.xlsx"):
        checked = DdfCharts().check(tmp_path / name)
        assert [each.code for each in checked.findings] == ["CK010"], name
        assert checked.exit_code() == 2
    assert "200 MB" in DdfCharts().check(huge).findings[0].message


def test_an_edited_priority_chart_is_checked(tmp_path: Path) -> None:
    from importlib.resources import files

    text = files("chartkit.systems.ddf").joinpath("data/priority_chart.json").read_text("utf-8")
    chart = tmp_path / "priority.json"
    chart.write_text(text, "utf-8")
    assert len(load_priority_chart(chart).outcomes) == 120
    chart.write_text(text.replace('"INT_MIN"', '"INT_MAX"', 1), "utf-8")
    with pytest.raises(InvalidChartError, match=r"INT_MAX` is not possible here"):
        load_priority_chart(chart)
