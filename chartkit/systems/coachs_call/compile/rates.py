"""How good the man in each slot was: rates pulled toward the league where there are few plays (16.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from chartkit.plays.players import Roles
from chartkit.systems.coachs_call.compile.players import TeamPlayers
from chartkit.systems.coachs_call.rosters import BACKS, RECEIVERS

#: Receiving by backs, which decides on the receiving-back option (2.5); it is no slot of its own.
RECEIVING = "receiving"


@dataclass(frozen=True, slots=True)
class Rate:
    """What a man did: plays, average of his own plays, and the average that his grade is made of."""

    plays: int
    own: float
    shrunk: float


@dataclass(frozen=True, slots=True)
class Rated:
    """A slot of a team with its rate and its place among all such slots of the league, from 0 to 1."""

    player: str
    rate: Rate
    percentile: float


def shrunken(rows: pd.DataFrame) -> tuple[dict[tuple[str, str], Rate], float]:
    """The rate of every team's player, and the league's mean.

    A rate is the league mean plus n/(n+k) of the difference. k is the number of plays at which luck and skill weigh
    the same: the variance within the men over the variance between them, both from this season.
    """
    if rows.empty:
        return {}, 0.0
    grouped = rows.groupby(["team", "player"])["value"]
    plays, own = grouped.size().astype(float), grouped.mean()
    mean, total, men = float(rows["value"].mean()), float(len(rows)), len(plays)
    within = float(((rows["value"] - grouped.transform("mean")) ** 2).sum()) / max(1.0, total - men)
    spread = float((plays * (own - mean) ** 2).sum()) / max(1, men - 1)
    usual = (total - float((plays**2).sum()) / total) / max(1, men - 1)
    between = (spread - within) / usual if usual > 0 else 0.0
    # Where luck explains everything a season's plays count for little, but the order stays.
    k = within / between if between > within / total else total
    shrunk = mean + plays / (plays + k) * (own - mean)
    table = pd.DataFrame({"plays": plays, "own": own, "shrunk": shrunk}).reset_index()
    rates = {
        (str(team), str(player)): Rate(int(n), float(average), float(value))
        for team, player, n, average, value in table.itertuples(index=False)
    }
    return rates, mean


def rated_slots(roles: Roles, men: Mapping[str, TeamPlayers]) -> dict[str, dict[str, Rated]]:
    """Team -> slot -> its man, his rate and his place in the league; `receiving RB1` for backs as receivers."""
    backs = [(team, own.get(slot, "")) for team, own in men.items() for slot in BACKS]
    caught = roles.targets[pd.MultiIndex.from_frame(roles.targets[["team", "player"]]).isin(backs)]
    #: Plays, and the slots that they rate; each with the slot whose man it is.
    pools: list[tuple[pd.DataFrame, Mapping[str, str]]] = [
        (roles.dropbacks, {"QB": "QB"}),
        (roles.pressures, {"MOB": "QB"}),
        (roles.carries, {slot: slot for slot in BACKS}),
        (roles.targets, {slot: slot for slot in RECEIVERS}),
        (caught, {f"{RECEIVING} {slot}": slot for slot in BACKS}),
        (roles.kicks, {"K": "K"}),
        (roles.punts, {"P": "P"}),
        (roles.kick_returns, {"KR": "KR"}),
        (roles.punt_returns, {"PR": "PR"}),
        (roles.defense, {"DEF": "DEF"}),
    ]
    found: dict[str, dict[str, Rated]] = {team: {} for team in men}
    for rows, slots in pools:
        rates, mean = shrunken(rows)
        places = {(team, slot): own.get(man, "") for team, own in men.items() for slot, man in slots.items()}
        own_rates = {key: rates.get((key[0], man), Rate(0, mean, mean)) for key, man in places.items()}
        standing = _percentiles([rate.shrunk for rate in own_rates.values()])
        for ((team, slot), rate), percentile in zip(own_rates.items(), standing, strict=True):
            found[team][slot] = Rated(places[team, slot], rate, percentile)
    return found


def _percentiles(values: list[float]) -> list[float]:
    """The place of each value among all, from 0 to 1; equal values share theirs."""
    ordered = np.sort(values)
    low, high = np.searchsorted(ordered, values, "left"), np.searchsorted(ordered, values, "right")
    return [float(place) for place in (low + high) / 2 / len(values)]
