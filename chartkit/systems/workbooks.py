"""Charts in the spreadsheet program that people know: what every game system offers."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from chartkit.findings import Checked


@dataclass(frozen=True)
class ExportedWorkbook:
    """A workbook ready to be written."""

    file_name: str
    content: bytes


@dataclass(frozen=True)
class ImportedChart:
    """What a workbook holds; chart and edits are there only when nothing is wrong with it."""

    checked: Checked
    chart: str | None
    #: The edits file, None when the workbook does not know what was exported.
    edits: str | None
    #: How many cells were changed by hand.
    changed: int


class Workbooks(Protocol):
    """Charts to workbooks and back."""

    def export(self, path: Path, teams: Sequence[str]) -> Sequence[ExportedWorkbook]:
        """The workbook of a chart file, or of the charts of a build (all, or the teams named)."""

    def read(self, file: Path, *, date: datetime.date | None) -> ImportedChart:
        """Read a workbook back, judged like any chart, findings named by sheet and cell."""
