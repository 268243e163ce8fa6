"""A team as people call it: by its code, its nickname, its city, or city and nickname."""

from __future__ import annotations

from collections.abc import Iterable

from chartkit.systems.ddf.chart import SeasonTeam


def team_named(teams: Iterable[SeasonTeam], name: str) -> str | None:
    """The code of the team that is meant; None when there is none, or a city has two."""
    wanted, held = name.strip().lower(), list(teams)
    for team in held:
        if wanted in (team.code.lower(), team.name.lower(), f"{team.city} {team.name}".lower()):
            return team.code
    cities = [team.code for team in held if team.city.lower() == wanted]
    return cities[0] if len(cities) == 1 else None
