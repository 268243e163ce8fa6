"""How well the kicking charts give the season back: touchbacks, returns, net punts, field goals, tries."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.systems.ddf.columns import (
    FG_ADJUSTMENT,
    FIELD_GOAL,
    KICK_COVERAGE,
    KICKOFF,
    KICKOFF_RETURN,
    PUNT,
    PUNT_COVERAGE,
    PUNT_RETURN,
)
from chartkit.systems.ddf.compile import field_goals, punting
from chartkit.systems.ddf.compile.measure import Figure
from chartkit.systems.ddf.compile.small_columns import share_of
from chartkit.systems.ddf.compile.special_teams import returns_of
from chartkit.systems.ddf.dice import DEFENSIVE, OFFENSIVE
from chartkit.systems.ddf.result import Kind
from chartkit.systems.ddf.season_constants import season_constants

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import pandas as pd

    from chartkit.systems.ddf.chart import Column, TeamChart
    from chartkit.systems.ddf.compile.desk import Desk


@dataclass(frozen=True)
class KickMeasure:
    """One team's (or the league's) kicking figures."""

    team: str
    figures: tuple[Figure, ...]


def measure_kicks(desk: Desk) -> list[KickMeasure]:
    """Kicking figures of the league and of every team."""
    own = desk.settings["tolerance"]["kicks"]
    kicks = field_goals.attempts(desk.plays)
    punts = punting.punts_of(desk.plays)
    made = [KickMeasure("LEAGUE", tuple(_league_field_goals(desk, kicks, own)))]
    for team in desk.teams:
        chart = desk.charts[team]
        figures = [*_kickoffs(desk, chart, team, own), *_returns(desk, chart, team, own)]
        figures += _punts(desk, chart, punts[punts["team"] == team], own)
        mine = kicks[kicks["offense"] == team]
        if len(mine):
            chance = np.mean(
                [_good(desk, chart, line, d) for line, d in zip(mine["line"], mine["defense"], strict=True)]
            )
            figures.append(Figure("field goals", float(mine["good"].mean()), float(chance), own["rate"]))
        missed = desk.kicking[team].pat_missed
        figures.append(Figure("PAT", 1 - missed, share_of(chart.special_teams.pat_good), own["rate"]))
        made.append(KickMeasure(team, tuple(figures)))
    return made


def _weights(column: Column) -> list[tuple[Any, float]]:
    ways = OFFENSIVE.ways if column.first == OFFENSIVE.totals[0] else DEFENSIVE.ways
    total = sum(ways.values())
    return [(cell, ways[roll] / total) for roll, cell in column.items()]


def _mean_added(column: Column) -> float:
    return float(sum(weight * cell.yards for cell, weight in _weights(column)))


def _kickoffs(desk: Desk, chart: TeamChart, team: str, own: Mapping[str, float]) -> list[Figure]:
    plays = desk.plays
    deep = plays[(plays["offense"] == team) & (plays["kick"] == "deep") & ~plays["wiped"]]
    deep = deep[deep["outcome"].isin(["kick", "touchback", "out of bounds"])]
    if deep.empty:
        return []
    end_line = 110 - season_constants(desk.season).kickoff_line
    cells = [(cell, w) for cell, w in _weights(chart.special_teams.columns[KICKOFF]) if not _penalty(cell)]
    total = sum(weight for _, weight in cells)
    back = sum(weight for cell, weight in cells if cell.kind is Kind.YARDS and cell.yards >= end_line)
    return [Figure("touchbacks", float((deep["outcome"] == "touchback").mean()), back / total, own["rate"])]


def _penalty(cell: Any) -> bool:
    # A kick out of bounds is a kick; every other foul is kicked again.
    return bool(cell.is_foul) and cell.kind is not Kind.OFF_40


def _returns(desk: Desk, chart: TeamChart, team: str, own: Mapping[str, float]) -> list[Figure]:
    found = []
    for column, coverage in ((KICKOFF_RETURN, KICK_COVERAGE), (PUNT_RETURN, PUNT_COVERAGE)):
        returns = returns_of(desk.plays, column)
        mine = returns[(returns["return_by"] == team) & (returns["return_outcome"] == "return")]
        mine = mine[mine["return_symbol"].str.fullmatch(r"-?\d+\*?")]
        cells = [(c, w) for c, w in _weights(chart.special_teams.columns[column]) if c.kind is Kind.YARDS]
        total = sum(weight for _, weight in cells)
        if len(mine) < 2 or not total:
            continue
        added = np.mean(
            [_mean_added(desk.charts[d].special_teams.coverage[coverage]) for d in mine["return_against"]]
        )
        mean = sum(weight * cell.yards for cell, weight in cells) / total + float(added)
        found.append(Figure(column.lower(), float(mine["return_yards_made"].mean()), mean, own["yards"]))
    return found


def _punts(desk: Desk, chart: TeamChart, punts: pd.DataFrame, own: Mapping[str, float]) -> list[Figure]:
    if punts.empty:
        return []
    grid, pooches = desk.situations.grid, desk.coach[chart.team.code]["pooch"]
    cells = list(chart.special_teams.columns[PUNT].cells)
    coverage = _mean_added(chart.special_teams.coverage[PUNT_COVERAGE])
    returned = {
        other: punting.return_mean(list(desk.charts[other].special_teams.columns[PUNT_RETURN].cells), coverage)
        for other in punts["against"].unique()
    }
    given = [
        punting.net_punt(
            cells, line, punting.pooch_at(pooches, grid.kick_field, grid.kick_fields, line), returned[against]
        )
        for line, against in zip(punts["line"], punts["against"], strict=True)
    ]
    return [Figure("net punt", float(punts["net"].mean()), float(np.mean(given)), own["yards"])]


def _good(desk: Desk, chart: TeamChart, line: int, defense: str) -> float:
    """R17.2 and R28.8: the chance of a kick from a line against a defense's adjustment."""
    cells = [(c, w) for c, w in _weights(chart.special_teams.columns[FIELD_GOAL]) if not c.is_foul]
    total = sum(weight for _, weight in cells)
    good = sum(weight for cell, weight in cells if cell.kind is Kind.YARDS and cell.yards >= line) / total
    if line > field_goals.ADJUSTED_TO:
        return good
    open_to = sum(weight for cell, weight in cells if cell.kind in (Kind.YARDS, Kind.NO_GOOD)) / total
    marks = _weights(desk.charts[defense].special_teams.coverage[FG_ADJUSTMENT])
    yes = sum(weight for cell, weight in marks if cell.kind is Kind.GOOD)
    no = sum(weight for cell, weight in marks if cell.kind is Kind.NO_GOOD)
    return good * (1 - yes - no) + yes * open_to


def _league_field_goals(desk: Desk, kicks: pd.DataFrame, own: Mapping[str, float]) -> Iterator[Figure]:
    edges = [0, *desk.settings["special_teams"]["field_goal_bands"], 99]
    for low, high in pairwise(edges):
        band = kicks[(kicks["line"] > low) & (kicks["line"] <= high)]
        if band.empty:
            continue
        chances = [
            _good(desk, desk.charts[offense], line, defense)
            for offense, line, defense in zip(band["offense"], band["line"], band["defense"], strict=True)
        ]
        name = f"field goals from {low + 19}" + (f" to {high + 18}" if high < 99 else " and more")
        yield Figure(name, float(band["good"].mean()), float(np.mean(chances)), own["rate"])
