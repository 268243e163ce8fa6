"""Coach files: read, and checked as far as playing needs them, before anybody coaches by them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from chartkit import resources
from chartkit.errors import InputError
from chartkit.findings import Finding, Shape, named, read_json
from chartkit.systems.ddf.validate.places import place_in_words

#: Everything else in a coach file is for people who read it; a table made by hand may leave it out.
_PLAYED_BY = ("format", "situations", "calls", "fourth_down", "formations")


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
    found = Shape.load(resources.schema("coach")).findings(data)
    return named([each for each in found if not each.path or each.path[0] in _PLAYED_BY], place_in_words)
