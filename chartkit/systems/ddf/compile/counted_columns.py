"""Columns filled directly from counted plays: kicks, returns, Breakaway, Big Play, QB Trapped (R7, R8, R28.13)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.fitting import Vector, assign, kaplan_meier, lay_out
from chartkit.systems.ddf.charts import FOULS, Column, Kind, Result, dice, gain, parse
from chartkit.systems.ddf.compile.fit_space import GRID, OUTCOMES, TD, F, place_of_yards
from chartkit.systems.ddf.compile.option_sets import nearest_subset

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
    """The plays with `foul_column` only where the foul counts (`influence.statuses`)."""
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


WEIGHTS = [dice.OFFENSIVE.ways[total] for total in dice.OFFENSIVE.totals]


@dataclass(frozen=True)
class LongGains:
    """Gains beyond a threshold: their lengths, corrected for what the goal line hid."""

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
    # Nothing is known beyond the longest gain that a tackle ended: such a gain scores from anywhere.
    scored = float(mass[last + 1 :].sum())
    mass[last + 1 :] = 0
    return LongGains(len(long), mass, scored)


def pooled(own: LongGains, league: LongGains, strength: float) -> LongGains:
    """A team's long gains, pulled toward the league's; the fewer they are, the more."""
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
    """Shares of the outcomes of a roll on such a column."""
    mass = np.zeros(OUTCOMES)
    for cell, weight in zip(cells, WEIGHTS, strict=True):
        place = TD if cell.kind is Kind.TOUCHDOWN else F if cell.kind is Kind.FUMBLE else place_of_yards(cell.yards)
        mass[place] += weight / 216
    return mass


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


def trapped_column(
    own: TrappedPlays, league: TrappedPlays, sack_share: float, strength: float, fallback: int
) -> list[Result]:
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
        numbers = {fallback: 1.0}
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
