"""The compiler's report beside the charts of a build, for those who print or export them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from chartkit.errors import InputError
from chartkit.findings import read_json

#: What is read of each row of the report's tables.
_READ = {
    "checks": {"what", "side", "number", "median_text", "worst_text", "within", "needed"},
    "teams": {"team", "side", "figures"},
    "columns": {"team", "side", "call", "figures"},
}


def read_report(build: Path) -> Mapping[str, Any] | None:
    """The report of a build, or None when it has none."""
    path = build / "report.json"
    if not path.is_file():
        return None
    data = read_json(path).data
    if not isinstance(data, dict) or not all(_is_table(data.get(name, []), keys) for name, keys in _READ.items()):
        raise InputError(
            "this is not a report of the compiler that this version can read.",
            where=str(path),
            remedy="Make it again with `chartkit compile SEASON`.",
        )
    return data


def _is_table(rows: Any, keys: set[str]) -> bool:
    return isinstance(rows, list) and all(isinstance(row, dict) and keys <= row.keys() for row in rows)
