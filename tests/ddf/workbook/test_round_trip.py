import shutil
import subprocess
from pathlib import Path

import pytest
from openpyxl import load_workbook
from support.charts import random_chart, wild_chart

from chartkit.systems.ddf.charts import TeamChart, TeamName, blank_chart, columns, team_from_json, team_to_json
from chartkit.systems.ddf.workbook.export import FIGURES, column_figures, workbook_bytes
from chartkit.systems.ddf.workbook.reading import read_workbook

OFFICE = shutil.which("soffice")


def saved(chart: TeamChart, folder: Path) -> Path:
    file = folder / "chart.xlsx"
    file.write_bytes(workbook_bytes(chart))
    return file


@pytest.mark.parametrize("block", range(8))
def test_charts_survive_the_workbook(tmp_path: Path, block: int, workbooks: int) -> None:
    for seed in range(block, workbooks, 8):
        chart = (random_chart if seed % 2 else wild_chart)(seed)
        read = read_workbook(saved(chart, tmp_path))
        assert not read.problems
        assert read.exported == team_to_json(chart)
        assert team_from_json(read.data) == chart
        assert read.data == team_to_json(chart)


def test_a_blank_chart_and_one_without_a_supplement_survive(tmp_path: Path) -> None:
    from dataclasses import replace

    blank = blank_chart(2017, TeamName("NEW", "New Town", "Novices"))
    for chart in (blank, replace(random_chart(3), supplement=None)):
        read = read_workbook(saved(chart, tmp_path))
        assert not read.problems
        assert team_from_json(read.data) == chart


def test_the_same_chart_gives_the_same_bytes() -> None:
    assert workbook_bytes(random_chart(5)) == workbook_bytes(random_chart(5))


@pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed")
@pytest.mark.parametrize("seed", [1, 2])
def test_a_workbook_saved_again_by_libreoffice_still_reads(tmp_path: Path, seed: int) -> None:
    chart = (random_chart if seed % 2 else wild_chart)(seed)
    again = tmp_path / "again"
    subprocess.run(
        [
            str(OFFICE),
            f"-env:UserInstallation=file://{tmp_path}/profile",
            "--headless",
            "--convert-to",
            "xlsx:Calc MS Excel 2007 XML",
            "--outdir",
            str(again),
            str(saved(chart, tmp_path)),
        ],
        check=True,
        capture_output=True,
    )
    read = read_workbook(again / "chart.xlsx")
    assert not read.problems
    assert team_from_json(read.data) == chart
    live = load_workbook(again / "chart.xlsx", data_only=True)["Odds"]
    for row, name in enumerate(columns.OFFENSE, 3):
        expected = column_figures(chart.offense.columns[name], is_pass=name in columns.PASSES)
        shown = {figure: live.cell(row, column).value for column, figure in enumerate(FIGURES, 2)}
        assert {key: value for key, value in shown.items() if value not in ("", None)} == pytest.approx(
            {key: value for key, value in expected.items() if value is not None}
        )
