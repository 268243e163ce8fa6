"""The columns of the play table and the names of team totals; both are listed in data/play_table.json."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

_DATA: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "play_table.json").read_text("utf-8"))


class ColumnType(StrEnum):
    """How a column is stored."""

    TEXT = "text"  # pandas `str`, missing = NaN
    FLAG = "flag"  # bool, never missing: what a source leaves empty is False
    COUNT = "count"  # int32, never missing
    NUMBER = "number"  # float64, missing = NaN


_HOLDS = {
    ColumnType.TEXT: "text",
    ColumnType.FLAG: "0 or 1",
    ColumnType.COUNT: "whole numbers",
    ColumnType.NUMBER: "numbers",
}


class Need(StrEnum):
    """A step of the work that reads a column; the text completes the sentence "needed for ..."."""

    IDENTITY = "telling games, teams and plays apart"
    SITUATION = "the situation of the play (down, distance, spot, score)"
    CALLS = "finding the call (run or pass, direction, depth)"
    RESULTS = "the result of the play"
    KICKS = "kicks, punts and returns"
    PENALTIES = "penalties"
    SCORE = "adding up the points"
    TOTALS = "reconciling with the official totals"
    CLOCK = "the clock and time of possession"
    LISTS = "showing plays to people"


@dataclass(frozen=True)
class Column:
    """One column; a source without a `required` one is refused, any other is filled with "missing"."""

    name: str
    kind: ColumnType
    meaning: str
    needs: tuple[Need, ...]
    required: bool = False

    @property
    def dtype(self) -> str:
        """The pandas type of this column."""
        return {
            ColumnType.TEXT: "str",
            ColumnType.FLAG: "bool",
            ColumnType.COUNT: "int32",
            ColumnType.NUMBER: "float64",
        }[self.kind]

    @property
    def holds(self) -> str:
        """What stands in this column, as a message says it."""
        return _HOLDS[self.kind]

    @property
    def purpose(self) -> str:
        """What the column is needed for, as a message says it."""
        return " and ".join(self.needs)


def _column(name: str, kind: str, meaning: str, needs: list[str], required: bool = False) -> Column:
    return Column(name, ColumnType(kind), meaning, tuple(Need[need.upper()] for need in needs), required)


COLUMNS = tuple(_column(name, **about) for name, about in _DATA["columns"].items())
BY_NAME = {column.name: column for column in COLUMNS}
NAMES = tuple(BY_NAME)

# Columns that hold a team code and follow the team through its moves.
TEAM_COLUMNS = (
    "home_team",
    "away_team",
    "posteam",
    "defteam",
    "td_team",
    "fumbled_1_team",
    "fumble_recovery_1_team",
    "fumble_recovery_2_team",
    "penalty_team",
    "return_team",
)
PLAY_TYPES = (
    "run",
    "pass",
    "qb_kneel",
    "qb_spike",
    "punt",
    "kickoff",
    "field_goal",
    "extra_point",
    "no_play",
)

# Official totals of a team in a game, and what each counts; the order in which reports show them.
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
    words, low = [f"{YARD_ENDS[0]} and less"], YARD_ENDS[0] + 1
    for high in YARD_ENDS[1:]:
        words.append(str(low) if low == high else f"{low} to {high}")
        low = high + 1
    return (*words, f"{low} and more")


# The columns of a play-by-play file in the nflverse format, in the order in which it is written.
NFLVERSE_COLUMNS: tuple[str, ...] = tuple(_DATA["nflverse"])
