"""The league's numbered play statistics as columns of the play table."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

_DATA = Path(__file__).parents[1] / "data" / "official_statistics.toml"
_PENALTY = 93
_FUMBLES = frozenset({52, 53})
_RECOVERIES = frozenset({55, 56, 59, 60})
_COMPLETE = "complete_pass"


class Statistic(NamedTuple):
    """One line of the official statistics of a play."""

    number: int
    team: str
    player: str | None
    yards: int


@cache
def tables() -> Mapping[str, Any]:
    """The data file: what each number says, and which totals a game states."""
    return tomllib.loads(_DATA.read_text(encoding="utf-8"))


@cache
def _meanings() -> dict[int, list[tuple[str, Any]]]:
    return {int(number): list(columns.items()) for number, columns in tables()["statistic"].items()}


@cache
def decided_columns() -> frozenset[str]:
    """Every column that the statistics decide, wherever a play has any."""
    named = {column for columns in _meanings().values() for column, _ in columns}
    own = {"fumbled_1_team", "fumble_recovery_1_team", "fumble_recovery_1_yards", "fumble_recovery_2_team"}
    return frozenset(named | own | {"penalty", "penalty_team", "penalty_yards"})


@cache
def _play_types() -> dict[int, str]:
    return {number: kind for kind, numbers in tables()["play_type"].items() for number in numbers}


def play_type(statistics: Sequence[Statistic]) -> str | None:
    """What was run, where the numbers tell it."""
    return next((_play_types()[line.number] for line in statistics if line.number in _play_types()), None)


def as_columns(statistics: Sequence[Statistic]) -> dict[str, Any]:
    """What the statistics of one play, in their order, say about it."""
    made: dict[str, Any] = {}
    recoveries: list[Statistic] = []
    for line in statistics:
        for column, value in _meanings().get(line.number, ()):
            _apply(made, column, value, line)
        if line.number in _FUMBLES:
            made.setdefault("fumbled_1_team", line.team)
        elif line.number in _RECOVERIES:
            recoveries.append(line)
        elif line.number == _PENALTY:
            # One penalty a row: the last one.
            made |= {"penalty": True, "penalty_team": line.team, "penalty_yards": line.yards}
    if recoveries:
        made |= {"fumble_recovery_1_team": recoveries[0].team, "fumble_recovery_1_yards": recoveries[0].yards}
    if len(recoveries) > 1:
        made["fumble_recovery_2_team"] = recoveries[1].team
    if made.get(_COMPLETE) and "air_yards" in made:
        # With a lateral the official yards after the catch are those of one man.
        made["yards_after_catch"] = made["yards_gained"] - made["air_yards"]
    return made


def _apply(made: dict[str, Any], column: str, value: Any, line: Statistic) -> None:
    if value == "yards":
        made[column] = line.yards
    elif value == "+yards":
        made[column] = made.get(column, 0) + line.yards
    elif value == "team":
        made[column] = line.team
    elif value == "player":
        # The first man named is the one the play is known by.
        made.setdefault(column, line.player)
    elif isinstance(value, str):
        made[column] = value.removeprefix("= ")
    else:
        made[column] = value
