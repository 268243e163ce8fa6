"""What the teams of a league play with, and changes for a what-if: a cell, a whole chart, a coach table."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from chartkit.errors import InputError, InvalidChartError
from chartkit.findings import Severity
from chartkit.league import Changes, League, put_cell
from chartkit.systems.ddf.charts import GenericCharts, TeamChart, find_cell, team_from_json, team_to_json
from chartkit.systems.ddf.coaches.chance_table import ChanceTable, shipped_chances
from chartkit.systems.ddf.coaches.tables import CoachTable
from chartkit.systems.ddf.validate import load_coach, load_team_chart, validate_coach, validate_team

LEAGUE = "LEAGUE"
COACH = "coach"
_FORM = "Write TEAM:CELL=VALUE, for example BRK:6-SHORT.27=12 or BRK:supplement.pass_percent=60."


@dataclass(frozen=True)
class LeagueCharts:
    """What the teams of a league play with; values only, so that it travels to other processes."""

    charts: Mapping[str, TeamChart]
    generic: GenericCharts
    #: Coach files as they were read; a team without one follows its chart's own percentages.
    coaches: Mapping[str, Mapping[str, Any]]
    #: The season's chances to win, by which the coaches decide the end of a game.
    chances: ChanceTable = field(default_factory=shipped_chances)

    def coach_table(self, code: str) -> CoachTable | None:
        """The team's coach table, else the league's, else none."""
        data = self.coaches.get(code) or self.coaches.get(LEAGUE)
        return CoachTable.from_json(data, self.coaches.get(LEAGUE)) if data else None


def changed_charts(league: League, changes: Changes) -> tuple[LeagueCharts, frozenset[str]]:
    """The league's charts with the changes, and the teams whose games they touch."""
    held: LeagueCharts = league.charts
    touched: set[str] = set()
    for path in changes.charts:
        chart = load_team_chart(path)
        code = chart.team.code
        if code not in held.charts:
            raise InputError(f"{code} is no team of the league.", where=str(path))
        held = replace(held, charts={**held.charts, code: chart})
        touched.add(code)
    for path in changes.coaches:
        table = load_coach(path)
        code = str(table.get("team") or path.stem)
        if code != LEAGUE and code not in held.charts:
            raise InputError(f"{code} is no team of the league.", where=str(path))
        held = replace(held, coaches={**held.coaches, code: table})
        touched |= set(league.codes) if code == LEAGUE else {code}
    for setting in changes.settings:
        held, teams = _set(league, held, setting)
        touched |= teams
    if not touched:
        raise InputError("nothing is changed.", remedy=f"{_FORM} Or name files with --chart or --coach-table.")
    return held, frozenset(touched)


def _set(league: League, held: LeagueCharts, setting: str) -> tuple[LeagueCharts, frozenset[str]]:
    place, equals, text = setting.rpartition("=")
    name, colon, cell = place.partition(":")
    if not colon:
        name, _, words = place.strip().partition(" ")
        words, _, row = words.rpartition(" ")
        cell = f"{words}.{row}" if words else ""
    if not equals or not cell:
        raise InputError(f"{setting!r} is no change.", remedy=_FORM)
    if name.upper() == LEAGUE and cell.startswith(f"{COACH}."):
        return _set_coach(held, LEAGUE, cell, text), frozenset(league.codes)
    code = league.find_team(name)
    if cell.startswith(f"{COACH}."):
        return _set_coach(held, code, cell, text), frozenset({code})
    data = team_to_json(held.charts[code])
    if cell.partition(".")[0] not in data:
        column, _, total = find_cell(held.charts[code], cell.split("."))
        cell = ".".join((*column.path, str(total)))
    put_cell(data, cell, text, code, _FORM)
    wrong = [
        finding for finding in validate_team(data, plausible=False) if finding.severity is not Severity.WARNING
    ]
    if wrong:
        lines = [f"  {each.code} {each.place}: {each.message}" for each in wrong]
        raise InvalidChartError("\n".join([f"the changed chart of {code} cannot be played:", *lines]), tuple(wrong))
    return replace(held, charts={**held.charts, code: team_from_json(data)}), frozenset({code})


def _set_coach(held: LeagueCharts, code: str, cell: str, text: str) -> LeagueCharts:
    if code not in held.coaches:
        raise InputError(
            f"{code} has no coach table.", remedy="Compile the season, or name a file with --coach-table."
        )
    table = copy.deepcopy(dict(held.coaches[code]))
    put_cell(table, cell.removeprefix(f"{COACH}."), text, f"the coach of {code}", _FORM)
    for wrong in validate_coach(table):
        raise InputError(f"{cell}={text} cannot be played: {wrong.message}", remedy=_FORM)
    return replace(held, coaches={**held.coaches, code: table})
