"""The same checks for charts in workbooks and on printed cards: places are cells and pages instead of lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from chartkit.errors import InputError
from chartkit.findings import Checked, Finding
from chartkit.systems.ddf.chart_json import team_to_json
from chartkit.systems.ddf.validate import check_path, codes, validate_team

#: A workbook has some 60 kB, a book of all teams' cards a few megabytes.
_MOST_BYTES = 100_000_000


def check_anything(path: Path) -> Checked:
    """A chart, season file or build in JSON, a workbook, or a PDF of cards."""
    check = _DOCUMENTS.get(path.suffix.lower())
    if check is None or path.is_dir():
        return check_path(path)
    try:
        _refuse_huge(path)
        return Checked((str(path),), tuple(replace(each, file=str(path)) for each in check(path)))
    except InputError as error:
        found = codes()["CK010"].finding(error.what)
        return Checked((str(path),), (replace(found, file=error.where or str(path), remedy=error.remedy or ""),))


def _refuse_huge(path: Path) -> None:
    if path.is_file() and (size := path.stat().st_size) > _MOST_BYTES:
        raise InputError(
            f"the file has {size / 1e6:,.0f} MB; no chart has more than {_MOST_BYTES / 1e6:,.0f}.",
            where=str(path),
            remedy="Check that this is the file you meant.",
        )


def _check_workbook(path: Path) -> list[Finding]:
    from chartkit.systems.ddf.workbook.importing import check_workbook

    return check_workbook(path)[1]


def _check_pdf(path: Path) -> list[Finding]:
    from chartkit.systems.ddf.cards.read_back import read_file

    cards = read_file(path)
    unread = codes()["DDF290"]
    found = [
        replace(unread.finding(f"{each.what.rstrip('.')}."), place=each.cell, cell=f"page {each.page}")
        for each in cards.problems
    ]
    for chart in cards.charts:
        found += [
            replace(each, cell=f"{chart.season} {chart.team.code}") for each in validate_team(team_to_json(chart))
        ]
    return found


_DOCUMENTS: Mapping[str, Callable[[Path], list[Finding]]] = {".xlsx": _check_workbook, ".pdf": _check_pdf}
