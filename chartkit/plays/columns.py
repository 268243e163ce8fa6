"""The columns of the play table and the names of team totals; both are listed in data/play_table.json."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from pathlib import Path

from chartkit.resources import data_file

_DATA = data_file(Path(__file__).parent / "data" / "play_table.json")


class ColumnType(StrEnum):
    """How a column is stored."""

    TEXT = "text"  # pandas `str`, missing = NaN
    FLAG = "flag"  # bool, never missing: what a source leaves empty is False
    COUNT = "count"  # int32, never missing
    NUMBER = "number"  # float64, missing = NaN


#: The pandas type of each kind of column, and its content in the words of messages.
_STORED = {
    ColumnType.TEXT: ("str", "text"),
    ColumnType.FLAG: ("bool", "0 or 1"),
    ColumnType.COUNT: ("int32", "whole numbers"),
    ColumnType.NUMBER: ("float64", "numbers"),
}


@dataclass(frozen=True)
class Column:
    """One column; a source without a `required` one is refused, any other is filled with "missing"."""

    name: str
    kind: ColumnType
    meaning: str
    #: What the column is needed for, in the words of messages.
    purpose: str
    required: bool = False

    @property
    def dtype(self) -> str:
        """The pandas type of this column."""
        return _STORED[self.kind][0]

    @property
    def holds(self) -> str:
        """The content of this column in the words of messages."""
        return _STORED[self.kind][1]


def _column(name: str, kind: str, meaning: str, needs: list[str], required: bool = False) -> Column:
    return Column(name, ColumnType(kind), meaning, " and ".join(_DATA["needs"][need] for need in needs), required)


COLUMNS = tuple(_column(name, **about) for name, about in _DATA["columns"].items())
BY_NAME = {column.name: column for column in COLUMNS}
NAMES = tuple(BY_NAME)
#: Columns that hold a team code and follow the team through its moves.
TEAM_COLUMNS = tuple(_DATA["team_columns"])
PLAY_TYPES = tuple(_DATA["play_types"])
#: The columns of a play-by-play file in the nflverse format, in the order in which it is written.
NFLVERSE_COLUMNS: tuple[str, ...] = tuple(_DATA["nflverse"])
#: Official totals of a team in a game, and what each counts; the order in which reports show them.
STATISTICS: dict[str, str] = _DATA["statistics"]

# Whole distributions of a team in a game are statistics too: plays by class of yards, drives by number of plays.

#: The last yardage of each class of a play's yards but the last.
YARD_ENDS = (-6, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 30, 45, 65)
YARD_CLASSES = len(YARD_ENDS) + 1
#: Plays of a drive: 0, 1, ..., this many and more.
MOST_DRIVE_PLAYS = 15


def drive_length_name(plays: int) -> str:
    """The name of the statistic that counts drives of this many plays."""
    return f"drives_of_{plays}_{'plays' if plays < MOST_DRIVE_PLAYS else 'or_more_plays'}"


def yard_class_names() -> tuple[str, ...]:
    """`-6 and less`, `-5 to -3`, ..., `66 and more`: the classes of a play's yards in words."""
    spans = pairwise(YARD_ENDS)
    middle = (str(high) if low + 1 == high else f"{low + 1} to {high}" for low, high in spans)
    return (f"{YARD_ENDS[0]} and less", *middle, f"{YARD_ENDS[-1] + 1} and more")
