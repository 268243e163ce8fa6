"""Team charts as workbooks, one or a whole build, beside the season's real figures."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from pathlib import Path

from chartkit.systems.ddf.compile_report import read_report
from chartkit.systems.ddf.validate import chosen_charts, load_team_chart
from chartkit.systems.ddf.validate.files import CHARTS
from chartkit.systems.workbooks import ExportedWorkbook, ImportedChart

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
        for file in chosen_charts(path, teams).values() if path.is_dir() else [path]:
            chart = load_team_chart(file)
            content = workbook_bytes(chart, _real_figures(file, chart.team.code))
            made.append(ExportedWorkbook(f"{file.stem}.xlsx", content))
        return made

    def read(self, file: Path, *, date: datetime.date | None) -> ImportedChart:
        """Read a workbook back."""
        from chartkit.systems.ddf.workbook.importing import import_workbook

        return import_workbook(file, date=date)


def _real_figures(chart: Path, team: str) -> dict[str, dict[str, float]]:
    """What the season really was, from the compiler's report beside the charts; nothing for a lone chart."""
    report = read_report(chart.parent.parent) if chart.parent.name == CHARTS else None
    return {
        column["call"]: {
            name: column["figures"][figure]["real"]
            for figure, name in _FIGURES.items()
            if figure in column["figures"]
        }
        for column in (report or {}).get("columns", [])
        if column["team"] == team and column["side"] == "offense"
    }
