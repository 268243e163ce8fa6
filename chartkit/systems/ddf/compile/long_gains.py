"""Columns behind other columns: Breakaway, Short Pass-Big Play and QB Trapped (R7, R8, R28.13)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.fitting.assignment import assign, lay_out
from chartkit.fitting.distributions import kaplan_meier
from chartkit.systems.ddf import dice
from chartkit.systems.ddf.chart import Column
from chartkit.systems.ddf.compile.outcomes import GRID, OUTCOMES, TD, F, place_of_yards
from chartkit.systems.ddf.result import Kind, Result, gain, parse

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]

WEIGHTS = [dice.OFFENSIVE.ways[total] for total in dice.OFFENSIVE.totals]
_FIRST = dice.OFFENSIVE.totals[0]


@dataclass(frozen=True)
class LongGains:
    """Gains beyond a threshold: how long, with what the goal line hid put back."""

    plays: int
    mass: Vector
    scored: float


def censored_gains(plays: pd.DataFrame, longer_than: int) -> LongGains:
    """The lengths of the gains beyond the threshold; those that only the goal line ended are "at least so much"."""
    long = plays[(plays["ending"] == "GAIN") & (plays["yards"] > longer_than)]
    if long.empty:
        return LongGains(0, np.zeros(len(GRID)), 0.0)
    mass = kaplan_meier(long["yards"].tolist(), long["touchdown"].tolist(), GRID)
    ended = long[~long["touchdown"]]["yards"]
    last = place_of_yards(int(ended.max())) if len(ended) else 0
    # Beyond the longest gain that a tackle ended nobody knows the length: it scores from anywhere.
    scored = float(mass[last + 1 :].sum())
    mass[last + 1 :] = 0
    return LongGains(len(long), mass, scored)


def pooled(own: LongGains, league: LongGains, strength: float) -> LongGains:
    """A team's long gains, pulled toward the league's as far as they are few."""
    weight = own.plays / (own.plays + strength)
    return LongGains(
        own.plays,
        weight * own.mass + (1 - weight) * league.mass,
        weight * own.scored + (1 - weight) * league.scored,
    )


def long_column(gains: LongGains) -> list[Result]:
    """Thirty cells with these gains: the exact best assignment."""
    numbers = {GRID[place]: float(share) for place, share in enumerate(gains.mass) if share > 0}
    content, _ = assign(WEIGHTS, lay_out(numbers, {"TD": gains.scored}, 216))
    return [Result(Kind.TOUCHDOWN) if value == "TD" else gain(int(value)) for value in content]


def spread_of(cells: Sequence[Result]) -> Vector:
    """The outcome of rolling on such a column, in the space of the fit."""
    mass = np.zeros(OUTCOMES)
    for cell, weight in zip(cells, WEIGHTS, strict=True):
        place = TD if cell.kind is Kind.TOUCHDOWN else F if cell.kind is Kind.FUMBLE else place_of_yards(cell.yards)
        mass[place] += weight / 216
    return mass


def column(cells: Sequence[Result]) -> Column:
    """Thirty cells as a chart column."""
    return Column(_FIRST, tuple(cells))


@dataclass(frozen=True)
class TrappedPlays:
    """What became of trapped passers: yards, fumbles with their spots, and how many were sacks."""

    plays: int
    numbers: Mapping[int, float]
    fumbles: Sequence[int]
    sacks: int


def trapped_plays(classified: pd.DataFrame) -> TrappedPlays:
    """Count the plays that ended in column QT.

    A passer who runs nine yards into the end zone gained nine: a `TD` cell would carry him there from anywhere.
    """
    plays = classified[classified["second_column"] == "QT"]
    numbers: dict[int, float] = {}
    fumbles: list[int] = []
    for cell, yards in zip(map(parse, plays["second_symbol"]), trapped_yards(plays), strict=True):
        if cell.kind is Kind.FUMBLE:
            fumbles.append(cell.yards)
        else:
            numbers[yards] = numbers.get(yards, 0.0) + 1.0
    return TrappedPlays(len(plays), numbers, sorted(fumbles), int((plays["trap"] == "sack").sum()))


def trapped_yards(plays: pd.DataFrame) -> list[int]:
    """Yards of plays that ended in column QT, those of a touchdown too."""
    gained = plays["yards"].fillna(0)
    return [
        round(float(run)) if cell.kind is Kind.TOUCHDOWN else cell.yards
        for cell, run in zip(map(parse, plays["second_symbol"]), gained, strict=True)
    ]


def trapped_column(own: TrappedPlays, league: TrappedPlays, sack_share: float, strength: float) -> list[Result]:
    """The QT column: this share of losses, the team's own depths and lengths pulled a little toward the league."""
    weight = own.plays / (own.plays + strength)

    def mixed(chosen: Any) -> dict[int, float]:
        total_own = sum(share for yards, share in own.numbers.items() if chosen(yards))
        total_all = sum(share for yards, share in league.numbers.items() if chosen(yards))
        mass: dict[int, float] = {}
        for source, total, part in ((own, total_own, weight), (league, total_all, 1 - weight)):
            for yards, share in source.numbers.items():
                if chosen(yards) and total > 0:
                    mass[yards] = mass.get(yards, 0.0) + part * share / total
        whole = sum(mass.values())
        return {yards: share / whole for yards, share in mass.items()} if whole else {}

    fumbled = (len(own.fumbles) + strength * len(league.fumbles) / max(league.plays, 1)) / (own.plays + strength)
    left = max(1 - fumbled, 0.05)
    sacks, runs = mixed(lambda yards: yards < 0), mixed(lambda yards: yards >= 0)
    lost = min(max(sack_share - fumbled, 0.0), left)
    numbers = {yards: share * lost for yards, share in sacks.items()}
    for yards, share in runs.items():
        numbers[yards] = numbers.get(yards, 0.0) + share * (left - lost)
    if not numbers:
        numbers = {-7: 1.0}
    content, _ = assign(WEIGHTS, lay_out(numbers, {"F": fumbled}, 216))
    spots = list(own.fumbles) or list(league.fumbles) or [-6]
    cells: list[Result] = []
    fumble_cells = 0
    for value in content:
        if value == "F":
            cells.append(Result(Kind.FUMBLE, spots[(fumble_cells * 7 + len(spots) // 2) % len(spots)]))
            fumble_cells += 1
        else:
            cells.append(gain(int(value)))
    return cells
