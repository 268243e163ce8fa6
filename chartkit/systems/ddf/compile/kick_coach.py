"""Habits around kicks for the coach tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chartkit.systems.ddf.compile.desk import Desk


def add_kicks(desk: Desk) -> None:
    """Put kicking habits into the coach tables."""
