"""Coach files: read, and checked as far as playing needs them, before anybody coaches by them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from chartkit import resources
from chartkit.errors import InputError
from chartkit.findings import Finding, Shape, named, read_json
from chartkit.systems.ddf.validate.places import place_in_words

#: What games are played by, always or where it is there; the rest of a coach file is for people who read it.
_NEEDED = ("format", "situations", "calls", "fourth_down")
_USED = ("formations", "faced", "two_point")
#: Tables of hundreds of situations.
_LARGE = ("calls", "fourth_down", "formations")


def load_coach(path: Path) -> Mapping[str, Any]:
    """A coach file; the first thing that is wrong with it is an error that names line and column."""
    source = read_json(path)
    for wrong in source.located(coach_findings(source.data)):
        raise InputError(
            f"this is no coach table: {wrong.place}: {wrong.message}",
            where=wrong.where,
            remedy="`chartkit compile` writes them into the folder coaches of a build.",
        )
    found: Mapping[str, Any] = source.data
    return found


def coach_findings(data: Any) -> list[Finding]:
    """What is wrong with a coach table in the parts that games are played by."""
    if isinstance(data, dict):
        # A game begins with this: of a large table that is right, one row speaks for all.
        data = {
            name: _first(table) if name in _LARGE and _is_right(table) else table for name, table in data.items()
        }
    found = Shape.load(resources.schema("coach")).findings(data)
    played_by = {*_NEEDED, *(name for name in _USED if name in data)} if isinstance(data, dict) else set()
    return named([each for each in found if not each.path or each.path[0] in played_by], place_in_words)


def _is_right(table: Any) -> bool:
    """Rows of shares from 0 to 1 and nothing else."""
    return isinstance(table, dict) and all(
        isinstance(row, dict)
        and row
        and all(type(share) in (float, int) and 0 <= share <= 1 for share in row.values())
        for row in table.values()
    )


def _first(table: Mapping[str, Any]) -> dict[str, Any]:
    return dict(islice(table.items(), 1))
