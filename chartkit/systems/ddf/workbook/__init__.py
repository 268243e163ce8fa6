"""Charts as Excel workbooks: where everything stands, writing one, reading one back.

`DdfWorkbook` exports and imports; `check_workbook` finds what is wrong with a workbook, by sheet and cell.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from pathlib import Path

from chartkit import builds
from chartkit.systems.base import ExportedWorkbook, ImportedChart, Workbook
from chartkit.systems.ddf.validate import chosen_charts
from chartkit.systems.ddf.workbook.export import exported_workbook
from chartkit.systems.ddf.workbook.reading import check_workbook, import_workbook


class DdfWorkbook(Workbook):
    """Data-Driven Football in a spreadsheet."""

    game = "Data-Driven Football"

    def export(self, path: Path, teams: Sequence[str]) -> Sequence[ExportedWorkbook]:
        """The workbook of a chart file, or of the charts of a build."""
        with builds.opened(path):
            charts = list(chosen_charts(path, teams).values()) if path.is_dir() else [path]
            return [exported_workbook(file) for file in charts]

    def read(self, file: Path, *, date: datetime.date | None) -> ImportedChart:
        """Read a workbook back."""
        return import_workbook(file, date=date)
