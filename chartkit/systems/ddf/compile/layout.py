"""From fitted symbols to the printed column: spots, stars and bold, and where results stand on the page."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from chartkit.fitting import Indices
from chartkit.systems.ddf.charts import Kind, Result, dice, gain
from chartkit.systems.ddf.compile.counted_columns import WEIGHTS
from chartkit.systems.ddf.compile.fit_space import DEFENSE_CELLS, INT, F, offense_cell

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

    from chartkit.systems.ddf.compile.fit_space import Symbols


@dataclass(frozen=True)
class Spots:
    """Where things really happened on a call, sorted: interceptions, fumbles, interference, grounding."""

    intercepted: tuple[int, ...]
    fumbled: tuple[int, ...]
    interference: tuple[int, ...]
    grounding: tuple[int, ...]


@dataclass(frozen=True)
class LeagueCall:
    """All plays of a call in the league, the spots of its turnovers and fouls, and how often gains went out."""

    plays: pd.DataFrame
    spots: Spots
    star_rates: Mapping[int, float]


def league_call(plays: pd.DataFrame) -> LeagueCall:
    """Collect what all teams' columns of a call share."""
    return LeagueCall(plays, spots_of(plays), star_rates(plays))


def spots_of(plays: pd.DataFrame) -> Spots:
    """Collect the spots of one call."""

    def sorted_yards(chosen: pd.Series[bool], column: str, low: int) -> tuple[int, ...]:
        return tuple(sorted(int(min(max(y, low), 60)) for y in plays[chosen][column]))

    return Spots(
        sorted_yards(plays["ending"] == "INT", "yards", -10),
        sorted_yards(plays["ending"] == "F", "yards", -12),
        sorted_yards(plays["foul"] == "PI", "foul_yards", 1),
        sorted_yards(plays["foul"] == "OFF #*", "foul_yards", 1),
    )


def along(spots: Sequence[int], league: Sequence[int], weights: Sequence[float], usual: int) -> list[int]:
    """A spot for each cell along the quantiles of the real ones; the league's when the team has none."""
    values = list(spots) or list(league) or [usual]
    total, position, chosen = sum(weights), 0.0, []
    for weight in weights:
        middle = (position + weight / 2) / total
        chosen.append(values[min(int(middle * len(values)), len(values) - 1)])
        position += weight
    return chosen


def offense_cells(symbols: Symbols, cells: Indices, own: Spots, league: Spots, bold_yards: int) -> list[Result]:
    """Thirty results of one offense column, without stars."""
    written: list[Result | None] = [None] * len(cells)

    def place(symbol: int | str, spots: Sequence[int], wide: Sequence[int], kind: Kind, usual: int) -> None:
        rows = [i for i, index in enumerate(cells) if index == symbols.index(symbol)]
        if not rows:
            return
        for row, yards in zip(rows, along(spots, wide, [WEIGHTS[i] for i in rows], usual), strict=True):
            written[row] = Result(kind, yards)

    for row, index in enumerate(cells):
        if index < len(symbols.places):
            written[row] = offense_cell(symbols.places[index])
        elif symbols.extra and index == len(symbols.places):
            written[row] = Result(Kind.BREAKAWAY) if symbols.extra == "B" else gain(bold_yards, bold=True)
        else:
            foul = symbols.fouls[index - len(symbols.places) - bool(symbols.extra)]
            if foul not in ("PI", "OFF #*"):
                written[row] = _FOULS[foul]
    place(F, own.fumbled, league.fumbled, Kind.FUMBLE, 0)
    if INT in symbols.places:
        place(INT, own.intercepted, league.intercepted, Kind.INTERCEPTION, 12)
        place("PI", own.interference, league.interference, Kind.INTERFERENCE, 14)
        place("OFF #*", own.grounding, league.grounding, Kind.GROUNDING, 10)
    return [cell for cell in written if cell is not None]


_FOULS = {
    str(kind): Result(kind, yards)
    for kind, yards in (
        (Kind.OFF_5, 5),
        (Kind.OFF_10, 10),
        (Kind.OFF_15, 15),
        (Kind.DEF_5, 5),
        (Kind.DEF_5X, 5),
        (Kind.DEF_15, 15),
    )
}


def defense_cells(cells: Indices, weights: Sequence[float], own: Spots, league: Spots) -> list[Result]:
    """Thirty results of one defense against one call: six formations of five."""
    written = [DEFENSE_CELLS[index] for index in cells]
    for kind, mine, wide, usual in (
        (Kind.INTERCEPTION, own.intercepted, league.intercepted, 12),
        (Kind.FUMBLE, own.fumbled, league.fumbled, 0),
    ):
        rows = [i for i, cell in enumerate(written) if cell.kind is kind]
        if rows:
            for row, yards in zip(rows, along(mine, wide, [weights[i] for i in rows], usual), strict=True):
                written[row] = Result(kind, yards)
    return written


def starred(cells: Sequence[Result], wanted: float, rates: Mapping[int, float]) -> list[Result]:
    """Stars on gains that add up to `wanted` of 216, on the yardages that really went out of bounds most."""
    rows = [i for i, cell in enumerate(cells) if cell.kind is Kind.YARDS and cell.yards != 0 and not cell.bold]
    best: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    for row in rows:
        weight = WEIGHTS[row]
        value = weight * rates.get(cells[row].yards, 0.0)
        for total, (worth, chosen) in sorted(best.items(), reverse=True):
            there = best.get(total + weight)
            if there is None or worth + value > there[0] + 1e-12:
                best[total + weight] = (worth + value, (*chosen, row))
    total = min(best, key=lambda reached: (abs(reached - wanted), reached))
    marked = set(best[total][1])
    return [gain(cell.yards, out_of_bounds=True) if i in marked else cell for i, cell in enumerate(cells)]


def star_rates(plays: pd.DataFrame) -> dict[int, float]:
    """Share of gains of about this length that ended out of bounds."""
    gained = plays[plays["ending"] == "GAIN"]
    yards = np.clip(gained["yards"].to_numpy(), -20, 99)
    out = gained["out_of_bounds"].to_numpy(dtype=float)
    rates = {}
    for length in range(-20, 100):
        near = np.exp(-0.5 * ((yards - length) / 2.5) ** 2)
        rates[length] = float((near @ out + 0.1) / (near.sum() + 1.0))
    return rates


_TOTALS = dice.OFFENSIVE.totals
_WAYS = dice.OFFENSIVE.ways
_CLASSES = tuple(
    tuple(total - _TOTALS[0] for total in _TOTALS if _WAYS[total] == weight)
    for weight in sorted(set(_WAYS.values()))
)


class Layout(StrEnum):
    """Where results stand in a column: only rows of equal weight trade places, so no probability changes.

    `sorted` puts each weight class in order. `classic` does as the published charts do: rare and dramatic results
    on the rare totals of the teens and twenties, ordinary yardage on 30-39, and no ladder down the page.
    """

    SORTED = "sorted"
    CLASSIC = "classic"


def _rank(cell: Result) -> tuple[int, int, str]:
    """Order of a plain list: losses, gains, then the rest by name."""
    return (0, cell.yards, "") if cell.kind is Kind.YARDS else (1, cell.yards, str(cell.kind))


def _drama(cell: Result, middle: float) -> tuple[int, float]:
    """How much a result stands out: fouls and turnovers first, then yardage far from the usual."""
    if cell.kind is not Kind.YARDS:
        return (0 if cell.kind is not Kind.INCOMPLETE else 2, 0.0)
    return (1, -abs(cell.yards - middle))


def arrange(cells: Sequence[Result], layout: Layout, seed: int) -> list[Result]:
    """The same cells with the same weights in the chosen arrangement."""
    placed = list(cells)
    if layout is Layout.SORTED:
        for rows in _CLASSES:
            for row, cell in zip(rows, sorted((cells[row] for row in rows), key=_rank), strict=True):
                placed[row] = cell
        return placed
    rng = random.Random(seed)
    yards = sorted(cell.yards for cell in cells if cell.kind is Kind.YARDS)
    middle = yards[len(yards) // 2] if yards else 0
    for rows in _CLASSES:
        chosen = [cells[row] for row in rows]
        # Shuffled first, so that equals do not fall into a ladder.
        rng.shuffle(chosen)
        chosen.sort(key=lambda cell: _drama(cell, middle))
        thirties = [row for row in rows if row >= 20]
        others = [row for row in rows if row < 20]
        rng.shuffle(others)
        rng.shuffle(thirties)
        for row, cell in zip([*others, *thirties], chosen, strict=True):
            placed[row] = cell
    return placed
