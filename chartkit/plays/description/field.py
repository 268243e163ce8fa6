"""Which team a code in a description means, and how far a spot is from a goal line."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from chartkit.football.teams import codes_of_franchise, names_of_franchise
from chartkit.plays.description.record import Spot


@lru_cache(maxsize=1024)
def codes_of_game(home: str, away: str) -> Mapping[str, str]:
    """Every code that a description of this game may use, with the code that the game itself uses."""
    codes = {code: team for team in (away, home) for code in codes_of_franchise(team)}
    # In a league of one's own a code may be anybody's; the two of the game always mean themselves.
    codes |= {away: away, home: home}
    return MappingProxyType(codes)


@lru_cache(maxsize=1024)
def names_of_game(home: str, away: str) -> Mapping[str, str]:
    """Every city and name that a description may call one of the two teams, with its code in this game."""
    names = {team: team for team in (away, home)}
    for team in (away, home):
        names |= dict.fromkeys(names_of_franchise(team), team)
    return MappingProxyType(names)


@dataclass(frozen=True, slots=True)
class Context:
    """What a description leaves unsaid: the teams, who has the ball (on kickoffs: who receives), where and when."""

    home: str
    away: str
    offense: str | None = None
    yards_to_goal: int | None = None
    down: int | None = None

    @classmethod
    def of_row(cls, home: str, away: str, offense: Any, spot: Any, down: Any) -> Context:
        """The context of a row of a table, where what is not known is None or NaN."""
        known = (None if number is None or math.isnan(number) else int(number) for number in (spot, down))
        return cls(home, away, offense if isinstance(offense, str) else None, *known)

    def team(self, code: str | None) -> str | None:
        """The game's own code for a code in the text; unknown codes stay as they are."""
        if code is None:
            return None
        return codes_of_game(self.home, self.away).get(code, code)

    def named(self, text: str) -> str | None:
        """The team that a sentence such as `New Orleans challenged` ends its subject with."""
        names = names_of_game(self.home, self.away)
        return next((team for name, team in names.items() if text.endswith(name)), None)

    def opponent(self, team: str | None) -> str | None:
        if team is None:
            return None
        return self.away if team == self.home else self.home

    @property
    def defense(self) -> str | None:
        return self.opponent(self.offense)

    def spot(self, text: str | None) -> Spot | None:
        """`PHI 26`, `50` or `DAL -3` as a spot."""
        if text is None:
            return None
        side, _, yard = text.rpartition(" ")
        return Spot(self.team(side) if side and side != "MID" else None, int(yard))


def yards_to_goal(spot: Spot, team: str | None) -> int:
    """How far a team at this spot has to go to score."""
    if spot.side is None:
        return 100 - spot.yard
    return 100 - spot.yard if spot.side == team else spot.yard
