"""A workbook judged: the chart it holds, what is wrong with it by sheet and cell, and what was changed by hand."""

from __future__ import annotations

import datetime
from dataclasses import replace
from pathlib import Path
from typing import Any

from chartkit.findings import Checked, Finding, JsonPath, Severity
from chartkit.json_layout import dumps
from chartkit.systems.ddf import edits
from chartkit.systems.ddf.chart_json import team_from_json, team_to_json
from chartkit.systems.ddf.validate import codes, place_in_words, validate_team
from chartkit.systems.ddf.workbook.reading import CellProblem, ReadWorkbook, address_of, read_workbook
from chartkit.systems.workbooks import ImportedChart


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
        return ImportedChart(checked, None, None, 0)
    # Canonical texts, whatever way they were typed in.
    data = team_to_json(team_from_json(read.data))
    made = edits.extract(read.exported, data, date=date) if read.exported else None
    return ImportedChart(checked, dumps(data), _edits_file(data, made), len(made or ()))


def _edits_file(data: dict[str, Any], made: list[edits.Edit] | None) -> str | None:
    if made is None:
        return None
    return edits.to_toml(f"{data['team']['city']} {data['team']['name']}", data["season"], made)
