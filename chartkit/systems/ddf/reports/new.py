"""`chartkit new`: the file of a blank chart."""

from __future__ import annotations

from chartkit.errors import InputError
from chartkit.findings import counted
from chartkit.football import teams
from chartkit.systems.ddf.charts import TeamName, blank_chart, shipped_seasons, team_to_json, team_to_text
from chartkit.systems.ddf.validate import validate_team


def blank_text(code: str, season: int | None, city: str, name: str) -> str:
    """A blank chart; city and name of an NFL team are filled in when they are not given."""
    year = shipped_seasons()[-1] if season is None else season
    team = teams.find(code.upper(), year)
    if team is not None:
        found = TeamName(team.code, city or team.city, name or team.nickname)
    else:
        found = TeamName(code.upper(), city or code.upper(), name or code.upper())
    chart = blank_chart(year, found)
    if wrong := counted(validate_team(team_to_json(chart))):
        allowed = f" Allowed: {wrong[0].allowed}" if wrong[0].allowed else ""
        raise InputError(f"{wrong[0].place}: {wrong[0].message}{allowed}")
    return team_to_text(chart)
