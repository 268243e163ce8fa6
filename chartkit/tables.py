"""Results that a command shows: tables for people and the same as data, whoever prints them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Table:
    """One table of texts; columns whose heading stands in `left` begin at the left, all others end at the right."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: frozenset[str] = frozenset()
    #: Lines between the title and the table.
    under: tuple[str, ...] = ()


def counted(number: int, thing: str) -> str:
    """`1 game`, `2,000 games`."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


@dataclass(frozen=True)
class Report:
    """What a command found out: tables, notes below them, and the JSON of all of it."""

    data: Any
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()
