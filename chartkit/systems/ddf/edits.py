"""Hand edits that live on: a small file beside the season, applied after every compile.

An edit names its cell as the validator does (`offense.columns.6-SHORT.27`), what stood there when it was made, and
what the author wants. It applies where the chart still says what it said then; otherwise it is reported and
kept, and `always = true` makes it apply regardless.
"""

from __future__ import annotations

import copy
import datetime
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chartkit.errors import InputError
from chartkit.findings import read_toml

#: Where the chart came from is no cell of it.
_NOT_EDITED = frozenset({"source", "format", "game"})


@dataclass(frozen=True, slots=True)
class Edit:
    """One cell changed by hand, with the author's reason."""

    cell: str
    was: Any
    now: Any
    reason: str = ""
    date: datetime.date | None = None
    always: bool = False


@dataclass(frozen=True, slots=True)
class NotApplied:
    """An edit that does not fit the chart any more, and why."""

    edit: Edit
    why: str


def _cells(data: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in data.items():
        if not path and key in _NOT_EDITED:
            continue
        place = f"{path}.{key}" if path else key
        if isinstance(value, Mapping) and value:
            yield from _cells(value, place)
        else:
            yield place, value


def extract(
    old: Mapping[str, Any], new: Mapping[str, Any], *, reason: str = "", date: datetime.date | None = None
) -> list[Edit]:
    """The edits that make `new` of `old`, both canonical chart JSON, in the order of the chart."""
    before, after = dict(_cells(old)), dict(_cells(new))
    return [
        Edit(cell, before.get(cell), after.get(cell), reason, date)
        for cell in [*before, *(cell for cell in after if cell not in before)]
        if before.get(cell) != after.get(cell)
    ]


def _holder(data: dict[str, Any], cell: str) -> tuple[dict[str, Any], str] | None:
    *parents, last = cell.split(".")
    for key in parents:
        inner = data.get(key)
        if not isinstance(inner, dict):
            return None
        data = inner
    return data, last


def apply(data: Mapping[str, Any], edits: Sequence[Edit]) -> tuple[dict[str, Any], list[NotApplied]]:
    """A copy of the chart's JSON with the edits in it, and those that no longer apply."""
    edited = copy.deepcopy(dict(data))
    left: list[NotApplied] = []
    for edit in edits:
        held = _holder(edited, edit.cell)
        if held is None:
            left.append(NotApplied(edit, "the chart has no such cell"))
            continue
        holder, key = held
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


def to_toml(team: str, season: int, edits: Sequence[Edit]) -> str:
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


_KEYS = {"cell", "was", "now", "reason", "date", "always"}


def from_toml(path: Path) -> list[Edit]:
    """Read an edits file; a mistake in it is said with its entry."""
    data = read_toml(path)
    entries = data.get("edit", [])
    if set(data) - {"edit"} or not isinstance(entries, list) or not all(isinstance(each, dict) for each in entries):
        raise InputError(
            "this is not a file of edits: it holds something else than [[edit]] blocks.",
            where=str(path),
            remedy="`chartkit edits extract` writes such a file.",
        )
    for number, entry in enumerate(entries, 1):
        unknown = set(entry) - _KEYS
        if unknown or not isinstance(entry.get("cell"), str):
            wrong = f"the unknown key {min(unknown)!r}" if unknown else "no `cell`"
            raise InputError(
                f"edit {number} has {wrong}.", where=str(path), remedy=f"An edit has: {', '.join(sorted(_KEYS))}."
            )
    return [Edit(**{"was": None, "now": None, **entry}) for entry in entries]
