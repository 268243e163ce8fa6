"""The constants of a season (R29), from data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from chartkit.dice import parse_totals
from chartkit.records import dataclass
from chartkit.systems.ddf.shipped import shipped


@dataclass(frozen=True, slots=True)
class SeasonConstants:
    """What changed over the years and what did not (R29.1)."""

    kickoff_line: int
    kickoff_touchback: int
    touchback: int
    free_kick_line: int
    try_defense_return: bool
    two_point_spot: int
    kick_penalty_spot: int
    kick_spot_behind_los: int
    onside_distance: int
    onside_recovered: frozenset[int]
    squib_distance: int
    big_play: bool
    muffed_snap_rating_printed: bool


def constants_of(data: Mapping[str, Any], season: int) -> SeasonConstants:
    """The constants of a season out of the JSON of the data file; one before the first entry plays by the first."""
    values: dict[str, Any] = {}
    for name, entries in data.items():
        if not isinstance(entries, list):
            continue
        held = [entry["value"] for entry in entries if entry["from"] <= season] or [entries[0]["value"]]
        values[name] = held[-1]
    values["onside_recovered"] = parse_totals(values["onside_recovered"])
    return SeasonConstants(**values)


@cache
def season_constants(season: int) -> SeasonConstants:
    """The constants that hold in a season, from the data file that ships with chartkit."""
    return constants_of(json.loads(shipped("season_constants.json")), season)
