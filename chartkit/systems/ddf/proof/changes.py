"""Changes for a what-if: a cell, a whole chart, a coach table."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from chartkit.errors import InputError, InvalidChartError
from chartkit.findings import Severity
from chartkit.systems.ddf.chart_json import team_from_json, team_to_json
from chartkit.systems.ddf.coach_file import coach_findings, load_coach
from chartkit.systems.ddf.proof.league import LEAGUE, League, find_team
from chartkit.systems.ddf.validate import load_team_chart, validate_team

COACH = "coach"
_FORM = "Write TEAM:CELL=VALUE, for example BRK:offense.columns.6-SHORT.27=12."


def changed_league(
    league: League, settings: Sequence[str], charts: Sequence[Path], coaches: Sequence[Path]
) -> tuple[League, frozenset[str]]:
    """The league with the changes, and the teams whose games they touch."""
    touched: set[str] = set()
    for path in charts:
        chart = load_team_chart(path)
        code = chart.team.code
        if code not in league.charts:
            raise InputError(f"{code} is no team of the league.", where=str(path))
        league = replace(league, charts={**league.charts, code: chart})
        touched.add(code)
    for path in coaches:
        table = load_coach(path)
        code = str(table.get("team") or path.stem)
        if code != LEAGUE and code not in league.charts:
            raise InputError(f"{code} is no team of the league.", where=str(path))
        league = replace(league, coaches={**league.coaches, code: table})
        touched |= set(league.codes) if code == LEAGUE else {code}
    for setting in settings:
        league, teams = _set(league, setting)
        touched |= teams
    if not touched:
        raise InputError("nothing is changed.", remedy=f"{_FORM} Or name files with --chart or --coach-table.")
    return league, frozenset(touched)


def _set(league: League, setting: str) -> tuple[League, frozenset[str]]:
    place, equals, text = setting.rpartition("=")
    name, colon, cell = place.partition(":")
    if not equals or not colon or not cell:
        raise InputError(f"{setting!r} is no change.", remedy=_FORM)
    if name.upper() == LEAGUE and cell.startswith(f"{COACH}."):
        return _set_coach(league, LEAGUE, cell, text), frozenset(league.codes)
    code = find_team(league, name)
    if cell.startswith(f"{COACH}."):
        return _set_coach(league, code, cell, text), frozenset({code})
    data = team_to_json(league.charts[code])
    _put(data, cell, text, code)
    wrong = [
        finding for finding in validate_team(data, plausible=False) if finding.severity is not Severity.WARNING
    ]
    if wrong:
        lines = [f"  {each.code} {each.place}: {each.message}" for each in wrong]
        raise InvalidChartError("\n".join([f"the changed chart of {code} cannot be played:", *lines]), tuple(wrong))
    return replace(league, charts={**league.charts, code: team_from_json(data)}), frozenset({code})


def _set_coach(league: League, code: str, cell: str, text: str) -> League:
    if code not in league.coaches:
        raise InputError(
            f"{code} has no coach table.", remedy="Compile the season, or name a file with --coach-table."
        )
    table = copy.deepcopy(dict(league.coaches[code]))
    _put(table, cell.removeprefix(f"{COACH}."), text, f"the coach of {code}")
    for wrong in coach_findings(table):
        raise InputError(f"{cell}={text} cannot be played: {wrong.message}", remedy=_FORM)
    return replace(league, coaches={**league.coaches, code: table})


def _put(data: dict[str, Any], cell: str, text: str, whose: str) -> None:
    """Set the cell; what stands there says whether it is a text, a number or a list."""
    holder: Any = data
    *parents, last = cell.split(".")
    for key in parents:
        inner = holder.get(key) if isinstance(holder, Mapping) else None
        if inner is None:
            keys = list(holder) if isinstance(holder, Mapping) else []
            raise InputError(f"{whose} has no {cell!r}: {key!r} is not there.", remedy=_there_is(keys))
        holder = inner
    if not isinstance(holder, dict) or (
        last not in holder and not isinstance(next(iter(holder.values()), 0), float)
    ):
        raise InputError(f"{whose} has no cell {cell!r}.", remedy=_there_is(list(holder)))
    holder[last] = _value(text, holder.get(last, 0.0), cell)


def _there_is(keys: list[str]) -> str:
    return f"There is: {', '.join(map(str, keys[:40]))}." if keys else _FORM


def _value(text: str, was: Any, cell: str) -> Any:
    if isinstance(was, str):
        return text
    if isinstance(was, Mapping):
        raise InputError(f"{cell} is no cell.", remedy=f"It holds {', '.join(list(was)[:8])} ... Name one of them.")
    try:
        return json.loads(text)
    except ValueError as error:
        raise InputError(f"{text!r} is no value for {cell}, which says {json.dumps(was)}.", remedy=_FORM) from error
