"""The compile report in plain words: what its figures are called, and its table of checks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

#: Figures whose name in report.json is no word of football.
_PLAIN = {"distance": "spread of the gains", "mean yards": "average yards"}

HEADINGS = ("figure", "side", "how many", "typical miss", "worst miss", "near enough", "wanted")
NOTES = (
    "The dice are not rolled but counted: every total of both sides, against the opponents really met.",
    "typical miss: half of them are nearer. near enough: the share that is as near as the dice and luck allow. "
    "points: percentage points. spread of the gains: how many yards the chart's gains would have to be moved, on "
    "average, to be those of the season.",
)


def plain(figure: str) -> str:
    """A figure as it is shown."""
    return _PLAIN.get(figure, figure)


def check_rows(checks: Iterable[Mapping[str, Any]]) -> list[tuple[str, ...]]:
    """A row a check, without its verdict."""
    return [
        (
            plain(check["what"]),
            check["side"],
            str(check["number"]),
            check["median_text"],
            check["worst_text"],
            f"{100 * check['within']:.1f}%",
            f"{100 * check['needed']:.0f}%",
        )
        for check in checks
    ]
