"""Paths in data that was not checked yet: the value at a path, and the path in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from chartkit.findings.finding import JsonPath


def value_at(data: Any, *path: str | int) -> Any:
    """The value at a path; None when there is no such path."""
    for step in path:
        if isinstance(data, Mapping):
            data = data.get(step)
        elif isinstance(data, list) and isinstance(step, int) and step < len(data):
            data = data[step]
        else:
            return None
    return data


def block_at(data: Any, *path: str | int) -> Mapping[str, Any]:
    """The block at a path; empty when there is none."""
    found = value_at(data, *path)
    return found if isinstance(found, Mapping) else {}


def whole_at(data: Any, *path: str | int) -> int | None:
    """The whole number at a path; None when there is none."""
    found = value_at(data, *path)
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def list_at(data: Any, *path: str | int) -> list[Any]:
    """The list at a path; empty when there is none."""
    found = value_at(data, *path)
    return found if isinstance(found, list) else []


def path_in_words(
    path: JsonPath, words: Mapping[str, str], entries: Mapping[str, str], row: Callable[[str, str], str]
) -> str:
    """Say where it is.

    `words` are fields that go by another name (an empty one says nothing), `entries` what one entry of a list is
    called; `row` says a key that is a number, after the key before it, and nothing of other keys.
    """
    said = []
    for index, step in enumerate(path):
        before = str(path[index - 1]) if index else ""
        if isinstance(step, int):
            said.append(f"{entries.get(before, 'entry')} {step + 1}")
        elif number := row(before, step):
            said.append(number)
        else:
            said.append(words.get(step, step or '""'))
    return ", ".join(word for word in said if word) or ", ".join(map(str, path))
