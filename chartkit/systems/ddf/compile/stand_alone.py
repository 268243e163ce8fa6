"""Columns that stand alone: counted from the cells that classification wrote, filled by exact assignment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.fitting.assignment import assign, lay_out
from chartkit.fitting.distributions import nearest_subset
from chartkit.systems.ddf import dice
from chartkit.systems.ddf.chart import Column
from chartkit.systems.ddf.compile.long_gains import WEIGHTS
from chartkit.systems.ddf.result import FOULS, Kind, Result, gain, parse

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    import pandas as pd

_TOTALS = dice.OFFENSIVE.totals


@dataclass(frozen=True)
class Cells:
    """What a column must hold: numbers with weights (out of bounds or not), and other cells with weights."""

    numbers: Mapping[int, float]
    starred: Mapping[int, float]
    others: Mapping[str, float]

    @property
    def total(self) -> float:
        """All weights."""
        return sum(self.numbers.values()) + sum(self.others.values())


def count_cells(symbols: pd.Series[Any], limit: tuple[int, int] = (-20, 99)) -> Cells:
    """Count the cells of a column as classification wrote them."""
    numbers: dict[int, float] = {}
    starred: dict[int, float] = {}
    others: dict[str, float] = {}
    for text, count in symbols.dropna().value_counts().sort_index().items():
        cell = parse(str(text))
        if cell.kind is Kind.YARDS:
            yards = min(max(cell.yards, limit[0]), limit[1])
            numbers[yards] = numbers.get(yards, 0.0) + float(count)
            if cell.out_of_bounds:
                starred[yards] = starred.get(yards, 0.0) + float(count)
        else:
            name = str(cell)
            others[name] = others.get(name, 0.0) + float(count)
    return Cells(numbers, starred, others)


def merged(own: Cells, league: Cells, strength: float) -> Cells:
    """A team's cells with the league's mixed in, worth `strength` plays."""
    if strength <= 0 or league.total <= 0:
        return own

    def mix(mine: Mapping[Any, float], theirs: Mapping[Any, float]) -> dict[Any, float]:
        mixed = dict(mine)
        for key, weight in theirs.items():
            mixed[key] = mixed.get(key, 0.0) + strength * weight / league.total
        return mixed

    return Cells(mix(own.numbers, league.numbers), mix(own.starred, league.starred), mix(own.others, league.others))


def fill(cells: Cells, shift: float = 0.0) -> list[Result]:
    """Thirty cells by exact assignment; `shift` moves all numbers (what the other side's chart will add back).

    Other cells of one kind share their dice outcomes and then take the real texts in turn.
    """
    kinds: dict[str, list[tuple[str, float]]] = {}
    for text, weight in sorted(cells.others.items()):
        kinds.setdefault(str(parse(text).kind), []).append((text, weight))
    numbers: dict[int, float] = {}
    low = int(np.floor(shift))
    for yards, weight in cells.numbers.items():
        # Half-way shifts are spread over the two neighbours, so that the mean moves exactly.
        for step, part in ((low, 1 - (shift - low)), (low + 1, shift - low)):
            if part > 0:
                numbers[yards + step] = numbers.get(yards + step, 0.0) + weight * part
    if not numbers and not kinds:
        numbers = {0: 1.0}
    target = lay_out(numbers, {kind: sum(w for _, w in group) for kind, group in kinds.items()}, 216)
    content, _ = assign(WEIGHTS, target)
    chosen = [gain(value) if isinstance(value, int) else None for value in content]
    for kind, group in kinds.items():
        rows = [i for i, value in enumerate(content) if value == kind]
        for i, text in zip(rows, _in_turn(group, [WEIGHTS[i] for i in rows]), strict=True):
            chosen[i] = parse(text)
    return _star([cell for cell in chosen if cell is not None], cells)


def _in_turn(group: Sequence[tuple[str, float]], weights: Sequence[int]) -> list[str]:
    """Texts of one kind for rows of these weights: along their quantiles."""
    ordered = sorted(group, key=lambda item: (parse(item[0]).yards, item[0]))
    cumulative = np.cumsum([weight for _, weight in ordered])
    texts, position, total = [], 0.0, sum(weights)
    for weight in weights:
        middle = (position + weight / 2) / total * cumulative[-1]
        texts.append(ordered[int(np.searchsorted(cumulative, middle))][0])
        position += weight
    return texts


def _star(cells: list[Result], counted: Cells) -> list[Result]:
    """Put stars on the rows whose yards went out of bounds most often, as many as really did."""
    total, out = sum(counted.numbers.values()), sum(counted.starred.values())
    if total <= 0 or out <= 0:
        return cells
    numeric = [i for i, cell in enumerate(cells) if cell.kind is Kind.YARDS and cell.yards != 0]
    wanted = out / total * sum(WEIGHTS[i] for i, cell in enumerate(cells) if cell.kind is Kind.YARDS)
    order = sorted(numeric, key=lambda i: (-_rate(cells[i].yards, counted), i))
    chosen = nearest_subset([WEIGHTS[i] for i in order], wanted)
    starred = {order[k] for k in chosen}
    return [gain(cell.yards, out_of_bounds=True) if i in starred else cell for i, cell in enumerate(cells)]


def _rate(yards: int, counted: Cells) -> float:
    near = range(yards - 2, yards + 3)
    total = sum(counted.numbers.get(y, 0.0) for y in near)
    return sum(counted.starred.get(y, 0.0) for y in near) / total if total else 0.0


def counted_fouls(classified: pd.DataFrame, statuses: Collection[str]) -> pd.DataFrame:
    """The plays with the fouls that count (`influence.statuses`) alone in `foul_column`."""
    counts = classified["foul_status"].isin(list(statuses))
    return classified.assign(foul_column=classified["foul_column"].where(counts))


def foul_cells(classified: pd.DataFrame, column: str) -> pd.Series[Any]:
    """Fouls that belong to a special-teams column and may stand there (R22.1: no interference)."""
    fouls = classified[classified["foul_column"] == column]
    legal = {str(kind) for kind in FOULS}
    return fouls["foul"][fouls["foul"].isin(legal)]


def column_of(cells: Sequence[Result]) -> Column:
    """Cells on the totals of their dice: thirty or five."""
    return Column(_TOTALS[0] if len(cells) == len(_TOTALS) else 1, tuple(cells))
