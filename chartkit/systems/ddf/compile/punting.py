"""Punts as they are played: how far the coach pooches from where, and the net that the charts then give (R16)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from chartkit.fitting.distributions import nearest_subset
from chartkit.systems.ddf.columns import PUNT, PUNT_COVERAGE, PUNT_RETURN
from chartkit.systems.ddf.compile.coach_tables import LEAGUE
from chartkit.systems.ddf.compile.situations import classes
from chartkit.systems.ddf.dice import DEFENSIVE, OFFENSIVE
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


def net_of(
    desk: Desk, team: str, pooches: Mapping[str, int], cells: Sequence[Result], punts: pd.DataFrame
) -> float:
    """Mean net that a punt column gives from the lines really met, against the returners really met."""
    grid = desk.situations.grid
    five = desk.kicking[team].coverage[PUNT_COVERAGE]
    coverage = sum(weight * cell.yards for weight, cell in zip(DEFENSIVE.ways.values(), five, strict=True)) / 36
    returned = {
        other: return_mean(desk.kicking[other].columns[PUNT_RETURN], coverage)
        for other in punts["against"].unique()
    }
    given = [
        net_punt(cells, line, pooch_at(pooches, grid.kick_field, grid.kick_fields, line), returned[against])
        for line, against in zip(punts["line"], punts["against"], strict=True)
    ]
    return float(np.mean(given))


def settle_net(desk: Desk, pooches: Mapping[str, Mapping[str, int]], rounds: int = 3) -> None:
    """Lengthen or shorten each team's punts until its net is the season's; pooches alone are too coarse."""
    punts = punts_of(desk.plays)
    for team in desk.teams:
        mine = punts[punts["team"] == team]
        if mine.empty:
            continue
        wanted = float(mine["net"].mean())
        cells = list(desk.kicking[team].columns[PUNT])
        for _ in range(rounds):
            cells = moved(cells, wanted - net_of(desk, team, pooches[team], cells, mine))
        sheet = desk.kicking[team]
        desk.kicking[team] = replace(sheet, columns={**sheet.columns, PUNT: cells})


def moved(cells: Sequence[Result], yards: float) -> list[Result]:
    """Distances changed by so many yards on average: all by the whole yards, some of them by one more."""
    weights = list(OFFENSIVE.ways.values())
    numbers = [i for i, cell in enumerate(cells) if cell.kind is Kind.YARDS]
    whole = int(np.floor(yards))
    part = (yards - whole) * sum(weights[i] for i in numbers)
    more = {numbers[i] for i in nearest_subset([weights[i] for i in numbers], part)}
    return [
        replace(cell, yards=min(max(cell.yards + whole + (i in more), 5), 80)) if i in numbers else cell
        for i, cell in enumerate(cells)
    ]


def mean_return(desk: Desk) -> float:
    """The league's average punt return, fair catches included."""
    means = [return_mean(sheet.columns["PUNT RETURN"], 0.0) for sheet in desk.kicking.values()]
    return float(np.mean(means)) if means else 0.0


def pooch_at(table: Mapping[str, int], kick_field: Sequence[int], names: Sequence[str], line: int) -> int:
    """The pooch of a line of scrimmage."""
    return table[names[int(classes(np.array([float(line)]), kick_field)[0])]]
