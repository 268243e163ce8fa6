"""What `chartkit compile` prints: how well the charts give the season back, in a few tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chartkit.systems.ddf.compile.report_words import HEADINGS, NOTES, check_rows
from chartkit.tables import Report, Table

if TYPE_CHECKING:
    from chartkit.systems.ddf.compile.desk import Desk


def tables(desk: Desk) -> Report:
    """The summary of report.json as tables."""
    checks = desk.report.get("checks", [])
    rows = tuple(
        (*row, "ok" if check["passed"] else "MISSED") for row, check in zip(check_rows(checks), checks, strict=True)
    )
    title = f"{desk.season}: charts beside the season"
    table = Table(title, (*HEADINGS, ""), rows, frozenset({"figure", "side", ""}))
    return Report(desk.report, (table,), NOTES if checks else ())
