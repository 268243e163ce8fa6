"""Who stands in the slots of a team (1.4), from what the players of a season did (`plays.players`)."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from chartkit.plays.players import Roles, defenders_of, times_each
from chartkit.systems.coachs_call.rosters import BACKS, RECEIVERS

#: Slot -> name; slots without a name are missing.
TeamPlayers = Mapping[str, str]
#: Depth ranks of the defense (1.4).
DEFENDERS = {"DL": 4, "LB": 3, "DB": 4}
#: A man with at least this many carries for each target is a back.
_CARRIES_PER_TARGET = 0.5


def slots_of(plays: pd.DataFrame, roles: Roles) -> dict[str, TeamPlayers]:
    """The men of every team: in each slot the one who did it most."""
    throws, carries, targets = (times_each(rows) for rows in (roles.dropbacks, roles.carries, roles.targets))
    single = {
        "QB": throws,
        "K": times_each(roles.kicks),
        "P": times_each(roles.punts),
        "KR": times_each(roles.kick_returns),
        "PR": times_each(roles.punt_returns),
    }
    ended = defenders_of(plays, DEFENDERS)
    found: dict[str, TeamPlayers] = {}
    for team in sorted(set(plays["home_team"]) | set(plays["away_team"])):
        ran, caught, threw = carries.get(team, {}), targets.get(team, {}), throws.get(team, {})
        # A quarterback who keeps the ball is no back.
        runners = [man for man in ran if threw.get(man, 0) <= ran[man]]
        # Receivers who carry now and then come last.
        is_receiver = {man: ran[man] < _CARRIES_PER_TARGET * caught.get(man, 0) for man in runners}
        backs = sorted(runners, key=lambda man: is_receiver[man])[: len(BACKS)]
        receivers = [man for man in caught if man not in backs and threw.get(man, 0) <= caught[man]]
        found[team] = {
            **{slot: next(iter(men[team])) for slot, men in single.items() if team in men},
            **dict(zip(BACKS, backs, strict=False)),
            **dict(zip(RECEIVERS, receivers, strict=False)),
            **ended.get(team, {}),
        }
    return found
