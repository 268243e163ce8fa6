"""The constants of a season (R29), from data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from chartkit.dice import parse_totals
from chartkit.systems.ddf.data import shipped


@dataclass(frozen=True, slots=True)
class SeasonConstants:
    """What changed over the years and what did not (R29.1)."""

    kickoff_line: int
    kickoff_touchback: int
    #: From the receivers' goal line: a kick must land there or in the end zone (2024 on); 0 for none.
    landing_zone: int
    #: After a kick that first touched the ground in the field of play.
    landing_zone_touchback: int
    touchback: int
    free_kick_line: int
    two_point_try: bool
    try_defense_return: bool
    two_point_spot: int
    kick_penalty_spot: int
    #: `touchback`, `line of scrimmage` or `spot of the kick` (R17.3).
    missed_field_goal: str
    kick_spot_behind_los: int
    onside_distance: int
    #: `any time`, `behind in the fourth quarter` or `behind`.
    onside_when: str
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
def _shipped_constants() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(shipped("season_constants.json"))
    return found


def unknown_rules(season: int) -> str:
    """That a season is later than the known rules and plays by the last of them; empty when it is not."""
    last = _shipped_constants()["known_to"]
    if season <= last:
        return ""
    return f"the rules of {season} are not known here: kickoffs, onside kicks and overtime are those of {last}"


@cache
def season_constants(season: int) -> SeasonConstants:
    """The constants that hold in a season, from the data file that ships with chartkit."""
    return constants_of(_shipped_constants(), season)
