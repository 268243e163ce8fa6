"""What gamecenter games get wrong: plays that the league deleted later, and tries that are lost."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Mapping
from typing import Any

from chartkit.football.field import KICK_BEYOND_LINE, try_line

Row = dict[str, Any]

_FORMATION = re.compile(r"\((?:No Huddle|Shotgun|No Huddle, Shotgun|[A-Za-z ]+ formation)\) ?")
_SNAP = ("qtr", "time", "down", "yrdln", "posteam")
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
# Play numbers grow by the length of what was typed; a try stands close behind its touchdown.
_NEAR = 100


def strike_out(rows: list[Row], summary: Container[str]) -> list[Row]:
    """The rows of one game with deleted plays marked as no plays; their words stay."""
    return _taken_back(_typed_twice(rows, summary), summary)


def _struck(row: Row) -> Row:
    keep = ("game_id", "season", "week", "season_type", "game_date", "home_team", "away_team", "play_id", "qtr")
    return {name: row[name] for name in keep} | {"play_type": None, "desc": f"Deleted: {row['desc']}"}


def _listed(row: Row, summary: Container[str]) -> bool:
    return f"{row['play_id']:g}" in summary


def _typed_twice(rows: list[Row], summary: Container[str]) -> list[Row]:
    made = list(rows)
    for place in range(len(made) - 1):
        one, other = made[place], made[place + 1]
        if one["play_type"] in (None, "no_play") or not _same_snap(one, other):
            continue
        worse = place if _listed(other, summary) or not _listed(one, summary) else place + 1
        made[worse] = _struck(made[worse])
    return made


def _same_snap(one: Row, other: Row) -> bool:
    if any(one.get(name) != other.get(name) for name in _SNAP):
        return False
    words = (_FORMATION.sub("", row["desc"]) for row in (one, other))
    return len(set(words)) == 1


def _taken_back(rows: list[Row], summary: Container[str]) -> list[Row]:
    """Remove touchdowns that the summary does not list, where the plays give a team more than its final score."""
    scored: Counter[str] = Counter()
    for row in rows:
        if row.get("touchdown"):
            scored[row["td_team"]] += 6
        offense = row.get("posteam")
        if offense:
            scored[offense] += 3 * (row.get("field_goal_result") == "made")
            scored[offense] += row.get("extra_point_result") == "good"
            scored[offense] += 2 * (row.get("two_point_conv_result") == "success")
    made = []
    for row in rows:
        team: str = row.get("td_team") or ""
        if row.get("touchdown") and not _listed(row, summary) and scored[team] > _final(row, team):
            scored[team] -= 6
            made.append(_struck(row))
        else:
            made.append(row)
    return made


def _final(row: Row, team: str) -> int:
    final: int = row["home_score" if team == row["home_team"] else "away_score"]
    return final


def put_back_tries(rows: list[Row], summary: Mapping[str, Any]) -> list[Row]:
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
