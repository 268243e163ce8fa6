"""Team charts as workbooks, one or a whole build, beside the season's real figures."""

from __future__ import annotations

import datetime
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from chartkit.errors import InputError
from chartkit.systems.ddf.validate import load_team_chart
from chartkit.systems.workbooks import ExportedWorkbook, ImportedChart, RealFigures

#: Figure of the compiler's report -> figure of the Odds sheet.
_FIGURES = {
    "completion": "Completion",
    "trapped": "QT",
    "intercepted": "INT",
    "fumbled": "F",
    "out of bounds": "Out of bounds",
    "mean yards": "Mean yards",
}


class DdfWorkbooks:
    """Data-Driven Football in a spreadsheet."""

    def export(self, path: Path, teams: Sequence[str]) -> Sequence[ExportedWorkbook]:
        """The workbook of a chart file, or of the charts of a build."""
        from chartkit.systems.ddf.workbook.export import workbook_bytes

        made = []
        for file in _chart_files(path, teams):
            chart = load_team_chart(file)
            content = workbook_bytes(chart, _real_figures(file, chart.team.code))
            made.append(ExportedWorkbook(f"{file.stem}.xlsx", content))
        return made

    def read(self, file: Path, *, date: datetime.date | None) -> ImportedChart:
        """Read a workbook back."""
        from chartkit.systems.ddf.workbook.importing import import_workbook

        return import_workbook(file, date=date)


def _chart_files(path: Path, teams: Sequence[str]) -> list[Path]:
    if not path.is_dir():
        return [path]
    folder = path / "charts" if (path / "charts").is_dir() else path
    charts = {file.stem: file for file in sorted(folder.glob("*.json")) if file.stem not in ("season", "manifest")}
    if unknown := [team for team in teams if team not in charts]:
        raise InputError(
            f"there is no chart of {unknown[0]}.",
            where=str(folder),
            remedy=f"It has: {', '.join(charts) or 'none'}.",
        )
    if not charts:
        raise InputError("there are no charts in this folder.", where=str(path))
    return [charts[team] for team in teams] if teams else list(charts.values())


def _real_figures(chart: Path, team: str) -> RealFigures:
    """What the season really was, from the compiler's report beside the charts; nothing for a lone chart."""
    report = chart.parent.parent / "report.json"
    if chart.parent.name != "charts" or not report.is_file():
        return {}
    columns: list[dict[str, Any]] = json.loads(report.read_text("utf-8")).get("columns", [])
    return {
        column["call"]: {
            name: column["figures"][figure]["real"]
            for figure, name in _FIGURES.items()
            if figure in column["figures"]
        }
        for column in columns
        if column["team"] == team and column["side"] == "offense"
    }
