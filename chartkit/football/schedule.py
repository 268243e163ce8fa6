"""Who plays whom in a season, and how teams are called: values that the season file of every game holds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from chartkit.errors import InputError


@dataclass(frozen=True, slots=True)
class SeasonTeam:
    """A team in its place in the league."""

    code: str
    city: str
    name: str
    conference: str
    division: str
    #: `#RRGGBB`, or empty.
    color: str = ""

    def to_json(self) -> dict[str, Any]:
        """As a season file has it."""
        return {name: value for name, value in asdict(self).items() if value or name != "color"}


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """One game of the schedule; scores are None until it is played."""

    week: int
    home: str
    away: str
    home_score: int | None
    away_score: int | None

    def to_json(self) -> dict[str, Any]:
        """As a season file has it."""
        return asdict(self)


def team_named(teams: Iterable[SeasonTeam], name: str) -> str | None:
    """The code of the team that people call by its code, its nickname, its city, or city and nickname.

    None when there is none; a city with two teams is asked back.
    """
    wanted, held = name.strip().lower(), list(teams)
    for team in held:
        if wanted in (team.code.lower(), team.name.lower(), f"{team.city} {team.name}".lower()):
            return team.code
    cities = [team.code for team in held if team.city.lower() == wanted]
    if len(cities) > 1:
        raise InputError(f"{name!r} is more than one team.", remedy=f"{' or '.join(sorted(cities))}?")
    return cities[0] if cities else None
