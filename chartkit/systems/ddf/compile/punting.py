"""Punts as they are played: how far the coach pooches from where, and the net that the charts then give (R16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chartkit.systems.ddf.columns import PUNT
from chartkit.systems.ddf.compile.coach_tables import LEAGUE
from chartkit.systems.ddf.compile.situations import classes
from chartkit.systems.ddf.dice import OFFENSIVE
from chartkit.systems.ddf.result import Kind, Result

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from chartkit.systems.ddf.compile.desk import Desk

_TOUCHBACK = 20
#: R16.4: from this reduction on the ball is dead where it lands.
_DEAD_FROM = 10
_MOST = 30


def punts_of(plays: pd.DataFrame) -> pd.DataFrame:
    """Punts that were kicked: team, line, and the net yards really gained."""
    import pandas as pd

    punts = plays[(plays["column"] == PUNT) & ~plays["wiped"] & ~plays["outcome"].isin(["blocked", "foul"])]
    back = punts["return_yards_made"].fillna(0).where(punts["return_outcome"] == "return", 0)
    net = punts["yards"] - back - _TOUCHBACK * (punts["outcome"] == "touchback")
    kept = net.notna() & (punts["return_symbol"].fillna("") != "TD")
    return pd.DataFrame(
        {
            "team": punts["offense"],
            "against": punts["defense"],
            "line": punts["line"].fillna(65).astype(int),
            "net": net,
        }
    )[kept]


def return_mean(cells: Sequence[Result], coverage: float) -> float:
    """Yards of an average punt that is not out of bounds: fair catches count 0."""
    total = yards = 0.0
    for cell, weight in zip(cells, OFFENSIVE.ways.values(), strict=True):
        if cell.kind is Kind.FAIR_CATCH:
            total += weight
        elif cell.kind is Kind.YARDS:
            total += weight
            yards += weight * (cell.yards + coverage)
    return yards / total if total else 0.0


def net_punt(cells: Sequence[Result], line: int, pooch: int, returned: float) -> float:
    """Mean net yards of a punt column from a line, pooched by so much, against an average return."""
    total = net = 0.0
    for cell, weight in zip(cells, OFFENSIVE.ways.values(), strict=True):
        if cell.kind is not Kind.YARDS:
            continue
        flight = cell.yards - pooch
        total += weight
        if flight >= line:
            net += weight * (line - _TOUCHBACK)
        elif cell.out_of_bounds or pooch >= _DEAD_FROM:
            net += weight * flight
        else:
            # A return cannot start behind the goal line's yard, so a deep one is worth less.
            net += weight * (flight - min(returned, max(99 - (line - flight), 0)))
    return net / total if total else 0.0


def choose_pooches(desk: Desk) -> dict[str, dict[str, int]]:
    """For the league and each team: the pooch of each class of distance to the goal that gives the net punt.

    A team's own stands where its own punts speak for it; the league's is what it leans on.
    """
    grid = desk.situations.grid
    punts = punts_of(desk.plays)
    place = classes(punts["line"].to_numpy(dtype=float), grid.kick_field)
    returned = mean_return(desk)
    tables: dict[str, dict[str, int]] = {LEAGUE: {}, **{team: {} for team in desk.teams}}
    for index, name in enumerate(grid.kick_fields):
        mine = punts[place == index]
        # Open field: nobody takes anything off.
        if mine.empty or index == len(grid.kick_fields) - 1:
            for table in tables.values():
                table[name] = 0
            continue
        given = {
            team: np.array(
                [
                    np.mean(
                        [
                            net_punt(desk.kicking[team].columns[PUNT], line, pooch, returned)
                            for line in group["line"]
                        ]
                    )
                    for pooch in range(_MOST + 1)
                ]
            )
            for team, group in mine.groupby("team")
        }
        wanted, number = mine.groupby("team")["net"].mean(), mine.groupby("team").size()
        league = sum(int(number[team]) * given[team] for team in given) / len(mine) - float(mine["net"].mean())
        usual = int(np.argmin(np.abs(league)))
        tables[LEAGUE][name] = usual
        leaning = 0.5 * np.abs(np.arange(_MOST + 1) - usual)
        for team in desk.teams:
            tables[team][name] = usual
            if team in given:
                tables[team][name] = int(
                    np.argmin(int(number[team]) * np.abs(given[team] - wanted[team]) + leaning)
                )
    return tables


def mean_return(desk: Desk) -> float:
    """The league's average punt return, fair catches included."""
    means = [return_mean(sheet.columns["PUNT RETURN"], 0.0) for sheet in desk.kicking.values()]
    return float(np.mean(means)) if means else 0.0


def pooch_at(table: Mapping[str, int], kick_field: Sequence[int], names: Sequence[str], line: int) -> int:
    """The pooch of a line of scrimmage."""
    return table[names[int(classes(np.array([float(line)]), kick_field)[0])]]
