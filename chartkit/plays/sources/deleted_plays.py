"""Gamecenter games keep plays that the league deleted later: typed twice, or a score that was taken back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container
from typing import Any

Row = dict[str, Any]

_FORMATION = re.compile(r"\((?:No Huddle|Shotgun|No Huddle, Shotgun|[A-Za-z ]+ formation)\) ?")
_SNAP = ("qtr", "time", "down", "yrdln", "posteam")


def strike_out(rows: list[Row], summary: Container[str]) -> list[Row]:
    """Rows of one game in which deleted plays are no plays any more; the words stay, so that nothing vanishes."""
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
    """Where the plays give a team more than its final score, touchdowns that the summary does not list go."""
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
