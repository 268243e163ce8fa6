"""Who stands in the slots of a team (1.4), from what the players of a season did (`plays.players`)."""

from __future__ import annotations

from dataclasses import dataclass, field

import pandas as pd

from chartkit.plays.players import Roles, defenders_of, times_each

BACKS, RECEIVERS = 3, 4
#: Depth ranks of the defense (1.4).
DEFENDERS = {"DL": 4, "LB": 3, "DB": 4}
#: A man with at least this many carries for each target is a back.
_CARRIES_PER_TARGET = 0.5


@dataclass(frozen=True)
class TeamPlayers:
    """The men of one team by slot; None where the plays name nobody."""

    quarterback: str | None = None
    backs: tuple[str | None, ...] = (None,) * BACKS
    receivers: tuple[str | None, ...] = (None,) * RECEIVERS
    kicker: str | None = None
    punter: str | None = None
    kick_returner: str | None = None
    punt_returner: str | None = None
    #: Slot such as `DB2` -> name.
    defenders: dict[str, str] = field(default_factory=dict)


def slots_of(plays: pd.DataFrame, roles: Roles) -> dict[str, TeamPlayers]:
    """The men of every team: in each slot the one who did it most."""
    passers = _most(roles.dropbacks)
    kickers, punters = _most(roles.kicks), _most(roles.punts)
    kick_returners, punt_returners = _most(roles.kick_returns), _most(roles.punt_returns)
    carries, targets = times_each(roles.carries), times_each(roles.targets)
    throws = times_each(roles.dropbacks)
    ended = defenders_of(plays, DEFENDERS)
    found = {}
    for team in sorted(set(plays["home_team"]) | set(plays["away_team"])):
        ran, caught, threw = carries.get(team, {}), targets.get(team, {}), throws.get(team, {})
        # A quarterback who keeps the ball is no back.
        runners = [man for man in ran if threw.get(man, 0) <= ran[man]]
        # Receivers who carry now and then come last.
        is_receiver = {man: ran[man] < _CARRIES_PER_TARGET * caught.get(man, 0) for man in runners}
        backs = sorted(runners, key=lambda man: is_receiver[man])[:BACKS]
        receivers = [man for man in caught if man not in backs and threw.get(man, 0) <= caught[man]][:RECEIVERS]
        found[team] = TeamPlayers(
            quarterback=next(iter(passers.get(team, [])), None),
            backs=_filled(backs, BACKS),
            receivers=_filled(receivers, RECEIVERS),
            kicker=next(iter(kickers.get(team, [])), None),
            punter=next(iter(punters.get(team, [])), None),
            kick_returner=next(iter(kick_returners.get(team, [])), None),
            punt_returner=next(iter(punt_returners.get(team, [])), None),
            defenders=ended.get(team, {}),
        )
    return found


def _filled(men: list[str], places: int) -> tuple[str | None, ...]:
    return (*men, *[None] * (places - len(men)))


def _most(rows: pd.DataFrame) -> dict[str, list[str]]:
    return {team: list(men) for team, men in times_each(rows).items()}
