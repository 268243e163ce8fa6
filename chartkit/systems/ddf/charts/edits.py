"""Hand edits: a small file beside the season, applied after every compile.

An edit names its cell as the validator does (`offense.columns.6-SHORT.27`), what stood there when it was made, and
what the author wants. It applies where the chart still says what it said then; otherwise it is reported and
kept, and `always = true` makes it apply regardless.
"""

from __future__ import annotations

import copy
import datetime
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from chartkit import resources
from chartkit.errors import InputError
from chartkit.files import file_name, write_text
from chartkit.findings import changed_values, read_toml, value_at
from chartkit.systems.base import HandEdit
from chartkit.systems.ddf.charts.chart_json import checksum, team_from_json, team_to_json

#: Fields of a chart file that are no cells.
_NOT_EDITED = frozenset({"source", "format", "game"})


@dataclass(frozen=True, slots=True)
class NotApplied:
    """An edit that does not fit the chart any more, and why."""

    edit: HandEdit
    why: str


def extract(
    old: Mapping[str, Any], new: Mapping[str, Any], *, reason: str = "", date: datetime.date | None = None
) -> list[HandEdit]:
    """The edits that make `new` of `old`, both canonical chart JSON, in the order of the chart."""
    return [
        HandEdit(".".join(path), before, after, reason, date)
        for path, before, after in changed_values(old, new)
        if path[0] not in _NOT_EDITED
    ]


def merged(known: Sequence[HandEdit], made: Sequence[HandEdit]) -> list[HandEdit]:
    """Known edits with new ones added; a cell that was edited before keeps the compiler's value as its `was`."""
    every = {edit.cell: edit for edit in known}
    for edit in made:
        before = every.get(edit.cell)
        every[edit.cell] = replace(edit, was=before.was, always=before.always) if before else edit
    return [edit for edit in every.values() if edit.now != edit.was or edit.always]


def explain_the_chart(data: Mapping[str, Any], known: Sequence[HandEdit]) -> bool:
    """Whether undoing the edits, the last one first, gives the chart that the compiler wrote (by its checksum)."""
    claimed = data.get("source", {}).get("chart_sha256")
    chart = team_to_json(team_from_json(data))
    for edit in reversed(known):
        chart, left = apply(chart, [replace(edit, was=edit.now, now=edit.was)])
        if left:
            return False
        if checksum(chart) == claimed:
            return True
    return False


def apply(data: Mapping[str, Any], edits: Sequence[HandEdit]) -> tuple[dict[str, Any], list[NotApplied]]:
    """A copy of the chart's JSON with the edits in it, and those that no longer apply."""
    edited = copy.deepcopy(dict(data))
    left: list[NotApplied] = []
    for edit in edits:
        *parents, key = edit.cell.split(".")
        holder = value_at(edited, *parents)
        if not isinstance(holder, dict):
            left.append(NotApplied(edit, "the chart has no such cell"))
            continue
        found = holder.get(key)
        if found not in (edit.was, edit.now) and not edit.always:
            why = f"the cell said {_said(edit.was)} when it was edited and says {_said(found)} now"
            left.append(NotApplied(edit, why))
        elif edit.now is None and key.isdigit():
            holder.pop(key, None)
        else:
            holder[key] = edit.now
    return edited, left


def _said(value: Any) -> str:
    return "nothing" if value is None else repr(value)


def _toml(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime.date) else json.dumps(value, ensure_ascii=False)


def to_toml(team: str, season: int, edits: Sequence[HandEdit]) -> str:
    """The edits file; an absent `was` or `now` means that there was or is nothing."""
    lines = [
        f"# Hand edits of {team} {season}, applied after every compile.",
        "# An edit whose cell no longer says `was` is reported and left out; `always = true` applies it still.",
    ]
    for edit in edits:
        lines += ["", "[[edit]]", f"cell = {_toml(edit.cell)}"]
        lines += [
            f"{key} = {_toml(value)}" for key, value in (("was", edit.was), ("now", edit.now)) if value is not None
        ]
        lines.append(f"reason = {_toml(edit.reason)}")
        if edit.date:
            lines.append(f"date = {_toml(edit.date)}")
        if edit.always:
            lines.append("always = true")
    return "\n".join(lines) + "\n"


def from_toml(path: Path) -> list[HandEdit]:
    """Read an edits file; an error names the entry that is wrong."""
    entries = read_toml(path, resources.schema("edits")).get("edit", [])
    for number, entry in enumerate(entries):
        # A date is not a value of JSON, so no schema can ask for one.
        if not isinstance(entry.get("date", datetime.date.min), datetime.date):
            raise InputError(f"edit[{number}].date: this must be a date such as 2031-09-07.", where=path)
    return [HandEdit(**{"was": None, "now": None, **entry}) for entry in entries]


def edits_home(season: int, team: str, target: Path | None = None) -> Path:
    """Where compile looks for the edits of a team: its file in the season's folder of edits, or the file itself."""
    if target is not None and target.suffix == ".toml":
        return target
    return (target or Path("edits") / str(season)) / file_name(team, ".toml")


def keep(path: Path, team: str, season: int, made: Sequence[HandEdit], without: Sequence[str] = ()) -> None:
    """Add edits to those that a file has, without those of some cells."""
    known = [edit for edit in (from_toml(path) if path.is_file() else []) if edit.cell not in without]
    write_text(path, to_toml(team, season, merged(known, made)))


def is_explained(file: Path) -> bool:
    """Whether the edits file of a chart that was edited by hand says what was changed in it."""
    data = json.loads(file.read_text("utf-8"))
    home = edits_home(data["season"], data["team"]["code"])
    return home.is_file() and explain_the_chart(data, from_toml(home))
