"""What `chartkit compile` prints: how well the charts give the season back, in a few tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chartkit.tables import Report, Table

if TYPE_CHECKING:
    from chartkit.systems.ddf.compile.desk import Desk


def tables(desk: Desk) -> Report:
    """The summary of report.json as tables."""
    checks = desk.report.get("checks", [])
    rows = tuple(
        (
            check["what"],
            check["side"],
            str(check["number"]),
            check["median_text"],
            check["worst_text"],
            f"{100 * check['within']:.1f}%",
            f"{100 * check['needed']:.0f}%",
            "ok" if check["passed"] else "MISSED",
        )
        for check in checks
    )
    return Report(
        desk.report,
        (
            Table(
                f"{desk.season}: charts beside the season",
                ("figure", "side", "number", "median miss", "worst", "within", "wanted", ""),
                rows,
                frozenset({"figure", "side", ""}),
            ),
        ),
    )
