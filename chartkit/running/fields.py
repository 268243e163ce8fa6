"""The fields of a game object: whole numbers, and lists of them with a fixed shape.

At the table they are Python's numbers and lists; for many games the same fields are a record in memory
(`compiled.record_type`).
"""

from __future__ import annotations

from dataclasses import field
from typing import Any

Numbers = list[int]
Table = list[list[int]]


def zeros(*shape: int) -> Any:
    """A list (of lists) of zeros."""
    return [0] * shape[0] if len(shape) == 1 else [zeros(*shape[1:]) for _ in range(shape[0])]


def numbers(*shape: int) -> Any:
    """A field of several numbers; one for each team comes first."""
    return field(default_factory=lambda: zeros(*shape), metadata={"shape": shape})
