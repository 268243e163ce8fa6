"""From plays to letters: who stands in which slot, how good he was, and the grades that a budget buys (16.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from chartkit.errors import InputError
from chartkit.plays.players import Rated, Roles, defenders_of, rated_men, times_each
from chartkit.systems.coachs_call.tables import Tables
from chartkit.systems.coachs_call.teams import BACKS, GRADED_SLOTS, PRICE_LINES, RECEIVERS

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


#: Receiving by backs, which decides on the receiving-back option (2.5); it is no slot of its own.
RECEIVING = "receiving"


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
        places = {(team, slot): own.get(man, "") for team, own in men.items() for slot, man in slots.items()}
        for (team, slot), own in rated_men(rows, places).items():
            found[team][slot] = own
    return found


# Grades: as a place in the league asks for, changed least until the points fit.

#: The bands of the grades as places in the league: without a D and with one (16.2).
_THREE = {"A": (0.75, 1.0), "B": (0.25, 0.75), "C": (0.0, 0.25)}
_FOUR = {"A": (0.75, 1.0), "B": (0.25, 0.75), "C": (0.10, 0.25), "D": (0.0, 0.10)}
#: The best quarter of receiving backs takes the option of 2.5.
_RECEIVING = (0.75, 1.0)


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to fill a slot."""

    grade: str
    receiving: bool
    price: int
    error: float


@dataclass(frozen=True, slots=True)
class Graded:
    """A roster's grades: slot -> grade, the backs with the receiving option, and what the fit cost."""

    grades: Mapping[str, str]
    receiving: tuple[str, ...]
    #: Weighted distance from the bands that the rates ask for; 0 when the budget left every grade alone.
    error: float
    #: Slots whose grade is another than the rate asks for.
    moved: tuple[str, ...]


def band_of(slot: str, percentile: float, tables: Tables) -> str:
    """The grade that a place in the league asks for."""
    bands = _bands(slot, tables)
    return next(grade for grade, (low, _) in bands.items() if percentile >= low)


def _bands(slot: str, tables: Tables) -> Mapping[str, tuple[float, float]]:
    return _FOUR if "D" in tables.prices[PRICE_LINES[slot]] else _THREE


def _outside(percentile: float, band: tuple[float, float]) -> float:
    low, high = band
    return max(low - percentile, percentile - high, 0.0)


def _choices(slot: str, rated: Mapping[str, Rated], tables: Tables, all_plays: float) -> list[Choice]:
    """Every grade of a slot with its price and its error, weighted by how much the man plays."""
    own = rated[slot]
    prices, weight = tables.prices[PRICE_LINES[slot]], (own.rate.plays + 1) / all_plays
    found = []
    for grade, band in _bands(slot, tables).items():
        error = weight * _outside(own.percentile, band) ** 2
        if slot not in BACKS:
            found.append(Choice(grade, False, prices[grade], error))
            continue
        catching = rated[f"{RECEIVING} {slot}"]
        much = (catching.rate.plays + 1) / all_plays
        without = (0.0, _RECEIVING[0])
        found.append(
            Choice(grade, False, prices[grade], error + much * _outside(catching.percentile, without) ** 2)
        )
        if grade in tables.receiving_grades:
            missed = much * _outside(catching.percentile, _RECEIVING) ** 2
            found.append(Choice(grade, True, prices[grade] + tables.receiving_price, error + missed))
    return found


def grades_for(rated: Mapping[str, Rated], budget: int, tables: Tables) -> Graded:
    """The grades that spend the budget to the last point (2.2) with the least weighted error.

    Dynamic programming over the slots: the best way to every total so far.
    """
    all_plays = sum(rated[slot].rate.plays + 1 for slot in GRADED_SLOTS)
    best: dict[int, tuple[float, tuple[Choice, ...]]] = {0: (0.0, ())}
    for slot in GRADED_SLOTS:
        ways: dict[int, tuple[float, tuple[Choice, ...]]] = {}
        for choice in _choices(slot, rated, tables, all_plays):
            for spent, (error, taken) in best.items():
                total, worse = spent + choice.price, error + choice.error
                if total <= budget and (total not in ways or worse < ways[total][0]):
                    ways[total] = (worse, (*taken, choice))
        best = ways
    if budget not in best:
        raise InputError(
            f"no roster costs exactly {budget} points by these prices.",
            remedy="Change the budget or the prices of the tables.",
        )
    error, taken = best[budget]
    chosen = dict(zip(GRADED_SLOTS, taken, strict=True))
    return Graded(
        {slot: choice.grade for slot, choice in chosen.items()},
        tuple(slot for slot, choice in chosen.items() if choice.receiving),
        error,
        tuple(
            slot for slot, choice in chosen.items() if choice.grade != band_of(slot, rated[slot].percentile, tables)
        ),
    )
