"""Looking into data of which nothing is known yet: what is not there, or is something else, is empty."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


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
