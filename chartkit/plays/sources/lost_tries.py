"""Tries after returns belong to no drive and are lost in gamecenter games; the scoring summary still tells them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from chartkit.football.field import KICK_BEYOND_LINE, try_line

Row = dict[str, Any]

# What the brackets behind a touchdown say, the particular before the general.
_OUTCOMES: dict[str, Row] = {
    "kick is good": {"play_type": "extra_point", "extra_point_result": "good"},
    "kick blocked": {"play_type": "extra_point", "extra_point_result": "blocked"},
    "kick": {"play_type": "extra_point", "extra_point_result": "failed"},
    "pass failed": {"play_type": "pass", "two_point_conv_result": "failure"},
    "run failed": {"play_type": "run", "two_point_conv_result": "failure"},
    "pass": {"play_type": "pass", "two_point_conv_result": "success"},
    "run": {"play_type": "run", "two_point_conv_result": "success"},
}
# The summary does not say whether a kick or a play was returned; blocked kicks are the usual case.
_RETURNED: Row = {
    "play_type": "extra_point",
    "extra_point_result": "blocked",
    "defensive_extra_point_conv": True,
}
_BRACKETS = re.compile(r"\(([^()]*\b(?:kick|pass|run)\b[^()]*)\)")
_DEFENSIVE = "defensive two point conversion"
_SAME_AS_TOUCHDOWN = (
    "game_id",
    "season",
    "week",
    "season_type",
    "game_date",
    "home_team",
    "away_team",
    "qtr",
    "drive",
    "fixed_drive",
    "time",
    "quarter_seconds_remaining",
    "home_score",
    "away_score",
)


def put_back(rows: list[Row], summary: Mapping[str, Any]) -> list[Row]:
    """Rows of one game with the tries that only its scoring summary tells."""
    numbers = {row["play_id"] for row in rows}
    returned = {
        float(number): told["desc"]
        for number, told in summary.items()
        if _DEFENSIVE in told["desc"] and float(number) not in numbers
    }
    made: list[Row] = []
    for place, row in enumerate(rows):
        made.append(row)
        told = summary.get(f"{row['play_id']:g}")
        if not row.get("touchdown") or told is None or _try_follows(rows[place + 1 :]):
            continue
        words = _BRACKETS.search(told["desc"])
        outcome = next((facts for said, facts in _OUTCOMES.items() if words and said in words[1]), None)
        if words and outcome:
            made.append(_lost_try(row, row["play_id"] + 0.5, words[1], outcome))
        later = [number for number in returned if number > row["play_id"]]
        if not words and later and min(later) - row["play_id"] < _NEAR:
            made.append(_lost_try(row, min(later), returned[min(later)], _RETURNED))
    return made


# Play numbers grow by the length of what was typed; a try stands close behind its touchdown.
_NEAR = 100


def _try_follows(rows: list[Row]) -> bool:
    for row in rows:
        if row.get("extra_point_result") or row.get("two_point_attempt"):
            return True
        if row["play_type"] not in (None, "no_play"):
            return False
    return False


def _lost_try(touchdown: Row, number: float, words: str, outcome: Row) -> Row:
    scorer = touchdown["td_team"]
    other = touchdown["away_team"] if scorer == touchdown["home_team"] else touchdown["home_team"]
    kick = outcome["play_type"] == "extra_point"
    line = try_line(touchdown["season"], kick=kick)
    row: Row = {name: touchdown[name] for name in _SAME_AS_TOUCHDOWN}
    row |= {
        "play_id": number,
        "posteam": scorer,
        "defteam": other,
        "ydstogo": 0,
        "yardline_100": line,
        "yrdln": f"{other} {line}",
        "desc": f"Try after a touchdown: {words} {{from the scoring summary}}",
        "two_point_attempt": not kick,
        "yards_gained": 2 if outcome.get("two_point_conv_result") == "success" else 0,
        "return_yards": 0,
        "kick_distance": line + KICK_BEYOND_LINE if kick else None,
    }
    return row | outcome
