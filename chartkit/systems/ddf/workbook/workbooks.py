"""Charts to workbooks and back: those of a build beside the season's real figures, and a workbook judged."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from chartkit import builds
from chartkit.files import dumps
from chartkit.findings import Checked, Finding, JsonPath, Severity
from chartkit.league import read_made
from chartkit.systems.base import ExportedWorkbook, ImportedChart, Workbook
from chartkit.systems.checking import CHARTS
from chartkit.systems.ddf.charts import edits, team_from_json, team_to_json
from chartkit.systems.ddf.validate import (
    chosen_charts,
    codes,
    load_team_chart,
    place_in_words,
    validate_team,
)
from chartkit.systems.ddf.workbook.export import workbook_bytes
from chartkit.systems.ddf.workbook.reading import CellProblem, ReadWorkbook, address_of, read_workbook

#: Figure of the compiler's report -> figure of the Odds sheet.
_FIGURES = {
    "completion": "Completion",
    "trapped": "QT",
    "intercepted": "INT",
    "fumbled": "F",
    "out of bounds": "Out of bounds",
    "mean yards": "Mean yards",
}


class DdfWorkbook(Workbook):
    """Data-Driven Football in a spreadsheet."""

    game = "Data-Driven Football"

    def export(self, path: Path, teams: Sequence[str]) -> Sequence[ExportedWorkbook]:
        """The workbook of a chart file, or of the charts of a build."""
        with builds.opened(path):
            charts = list(chosen_charts(path, teams).values()) if path.is_dir() else [path]
            return [_exported(file) for file in charts]

    def read(self, file: Path, *, date: datetime.date | None) -> ImportedChart:
        """Read a workbook back."""
        return import_workbook(file, date=date)


def _exported(file: Path) -> ExportedWorkbook:
    chart = load_team_chart(file)
    content = workbook_bytes(chart, real_figures(file, chart.team.code))
    return ExportedWorkbook(f"{file.stem}.xlsx", content)


def real_figures(chart: Path, team: str) -> dict[str, dict[str, float]]:
    """What the season really was, from the compiler's report beside the charts; nothing for a lone chart."""
    report = (
        read_made(chart.parent.parent / "report.json", "compile-report", "compile")
        if chart.parent.name == CHARTS
        else None
    )
    return {
        column["call"]: {
            name: column["figures"][figure]["real"]
            for figure, name in _FIGURES.items()
            if figure in column["figures"]
        }
        for column in (report or {}).get("columns", [])
        if column["team"] == team and column["side"] == "offense"
    }


def _unreadable(problem: CellProblem, file: Path) -> Finding:
    path: JsonPath = tuple(problem.path.split("."))
    finding = codes()["DDF290"].finding(f"{problem.why.rstrip('.')}.", path)
    return replace(finding, file=str(file), cell=problem.address, place=place_in_words(path))


def _placed(finding: Finding, file: Path) -> Finding:
    return replace(finding, file=str(file), cell=address_of(finding.dotted) or "")


def check_workbook(file: Path) -> tuple[ReadWorkbook, list[Finding]]:
    """Read a workbook and find everything that is wrong with it."""
    read = read_workbook(file)
    problems = [_unreadable(problem, file) for problem in read.problems]
    told = {finding.path for finding in problems}
    rules = validate_team(read.data, plausible=not problems)
    return read, problems + [_placed(finding, file) for finding in rules if finding.path not in told]


def import_workbook(file: Path, *, date: datetime.date | None) -> ImportedChart:
    """Read and judge a workbook."""
    read, found = check_workbook(file)
    checked = Checked((str(file),), tuple(found))
    if any(finding.severity is not Severity.WARNING for finding in found):
        return ImportedChart(checked, None, None)
    # Canonical texts, whatever way they were typed in.
    data = team_to_json(team_from_json(read.data))
    if not read.exported:
        return ImportedChart(checked, dumps(data), None)
    made = edits.extract(read.exported, data, reason=f"changed in {file.name}", date=date)
    team, season = data["team"]["code"], data["season"]

    def keep(target: Path | None) -> Path:
        home = edits.edits_home(season, team, target)
        edits.keep(home, team, season, made)
        return home

    return ImportedChart(checked, dumps(data), len(made), keep)
