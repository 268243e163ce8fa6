"""The offense step: each offense's nine columns against the defenses that it met."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from chartkit.fitting import Indices, Matrix, Problem, Vector
from chartkit.systems.ddf.compile.fit_space import (
    FIGURES,
    INC,
    INT,
    OFFENSE_WEIGHTS,
    QT,
    R_F,
    R_INT,
    F,
    Symbols,
    is_pass,
    offense_rows,
    place_of_yards,
    symbol_weights,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chartkit.systems.ddf.compile.fit_space import Fitting
    from chartkit.systems.ddf.compile.settings import Settings
    from chartkit.systems.ddf.compile.targets import Targets


_PLAIN = place_of_yards(3)


def choose_weights(
    rows: Mapping[str, Matrix], targets: Mapping[str, ColumnTarget], tolerance: Mapping[str, float]
) -> dict[str, dict[str, float]]:
    """For each call the shares of interceptions and fumbles to aim at: whole 216ths, and the season total right.

    One 216th of 250 short passes is more than one interception: no column gets the season's number right alone.

    Only one total weighs 1 of 216. Where both want it, the ending whose season suffers less does without.
    """
    passes = [call for call in targets if is_pass(call)]

    def choose(figure: str, without: frozenset[str]) -> _Choice:
        cell, recorded, calls = (INT, R_INT, passes) if figure == "intercepted" else (F, R_F, list(targets))
        return _choose(figure, cell, recorded, calls, rows, targets, tolerance, without)

    free = {figure: choose(figure, frozenset()) for figure in ("intercepted", "fumbled")}
    both = free["intercepted"].ones & free["fumbled"].ones
    if not both:
        return {figure: choice.shares for figure, choice in free.items()}
    other = {figure: choose(figure, both) for figure in free}
    yields = min(free, key=lambda figure: other[figure].price - free[figure].price)
    return {figure: (other if figure == yields else free)[figure].shares for figure in free}


@dataclass(frozen=True)
class _Choice:
    """Shares by call, the calls that take exactly 1 of 216, and what is missed."""

    shares: dict[str, float]
    ones: frozenset[str]
    price: float


def _choose(
    figure: str,
    cell: int,
    recorded: int,
    calls: list[str],
    rows: Mapping[str, Matrix],
    targets: Mapping[str, ColumnTarget],
    tolerance: Mapping[str, float],
    without: frozenset[str],
) -> _Choice:
    if not calls:
        return _Choice({}, frozenset(), 0.0)
    numbers, options = [], []
    for call in calls:
        base = rows[call][_PLAIN, recorded]
        kept = 1 - sum(targets[call].fouls.values())
        step = max((rows[call][cell, recorded] - base) / 216 / max(kept, 0.5), 1e-6)
        ideal = max(0.0, (targets[call].figures[figure] - base) / step)
        near = {max(0, int(ideal) + shift) for shift in (-1, 0, 1, 2)} - ({1} if call in without else set())
        ranked = [k for _, k in sorted((abs(k - ideal), k) for k in near)][: 3 if len(calls) > 5 else 4]
        numbers.append(ranked)
        options.append([base + k * step for k in ranked])
    plays = np.array([targets[call].plays for call in calls])
    wanted = np.array([targets[call].figures[figure] for call in calls])
    # Every combination of the options, a row each.
    shares = np.stack(np.meshgrid(*options, indexing="ij"), axis=-1).reshape(-1, len(calls))
    # A column's unit is the larger of the tolerance and one play; the season's is half a play.
    unit = np.maximum(tolerance[figure], 1 / np.maximum(plays, 1))
    price = (((shares - wanted) / unit) ** 2).sum(axis=1) + ((shares - wanted) @ plays / 0.5) ** 2
    best = int(np.argmin(price))
    chosen = np.unravel_index(best, [len(ranked) for ranked in numbers])
    ones = frozenset(call for call, ranked, k in zip(calls, numbers, chosen, strict=True) if ranked[k] == 1)
    return _Choice(dict(zip(calls, shares[best].tolist(), strict=True)), ones, float(price[best]))


_CLASSES = np.zeros(len(OFFENSE_WEIGHTS), dtype=np.int64)


@dataclass(frozen=True)
class ColumnTarget:
    """What one column must give: gains (normalised), figures by name, and fouls of all calls."""

    plays: float
    gains: Vector
    figures: Mapping[str, float]
    fouls: Mapping[str, float]
    #: The season's own figures, as the report will judge them; empty where it will not.
    season: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class OffenseJob:
    """Everything that the fit of one team's offense needs, so that teams can be fitted in parallel."""

    team: int
    seed: int
    restarts: int
    symbols: Mapping[str, Symbols]
    targets: Mapping[str, ColumnTarget]
    extras: Mapping[str, Vector]
    rows: Mapping[str, Matrix]
    start: Mapping[str, Indices | None]


@dataclass(frozen=True)
class OffenseFit:
    """The chosen cells and what they give, call by call."""

    cells: Mapping[str, Indices]
    spread: Mapping[str, Vector]
    figures: Mapping[str, Vector]
    problems: Mapping[str, Problem]


def job_rows(state: Fitting, targets: Targets, call: str, team: int) -> Matrix:
    """Recorded rows of all plain offensive cells against the defenses that this team met on this call."""
    matchups = targets.calls[call].matchups[team]
    met = matchups / matchups.sum() if matchups.sum() > 0 else np.full(len(matchups), 1 / len(matchups))
    rows: Matrix = offense_rows(
        state.defense_faced(call, team, met), state.pairs, state.recorded[call, "offense"][team]
    )
    return rows


def first_cells(symbols: Symbols, target: ColumnTarget, seed: int) -> Indices:
    """A rough column to start from: endings and fouls on cells that fit them, gains along their quantiles."""
    rng = np.random.default_rng(seed)
    cells = np.full(len(OFFENSE_WEIGHTS), -1, dtype=np.int64)
    wanted: list[tuple[float, int]] = [(share, symbols.index(foul)) for foul, share in target.fouls.items()]
    if is_pass(symbols.call):
        shares = target.figures
        missing = 1 - shares["completion"] - shares["intercepted"] - shares["trapped"] - shares["fumbled"]
        wanted += [
            (0.7 * missing, symbols.index(INC)),
            (0.6 * shares["trapped"], symbols.index(QT)),
            (0.6 * shares["intercepted"], symbols.index(INT)),
        ]
    wanted.append((0.6 * target.figures["fumbled"], symbols.index(F)))
    for share, symbol in sorted(wanted, reverse=True):
        left = share
        for cell in np.argsort(-OFFENSE_WEIGHTS, kind="stable"):
            if cells[cell] < 0 and OFFENSE_WEIGHTS[cell] <= left + 1e-9:
                cells[cell] = symbol
                left -= OFFENSE_WEIGHTS[cell]
    free = rng.permutation(np.flatnonzero(cells < 0))
    cumulative = np.cumsum(target.gains)
    position = 0.0
    total = OFFENSE_WEIGHTS[free].sum()
    lowest, highest = symbols.places[0], symbols.places[len(symbols.numbers) - 1]
    for cell in free:
        middle = (position + OFFENSE_WEIGHTS[cell] / 2) / total
        place = int(np.searchsorted(cumulative, middle * cumulative[-1]))
        cells[cell] = min(max(place, lowest), highest) - lowest
        position += OFFENSE_WEIGHTS[cell]
    return cells


def column_problem(
    symbols: Symbols, rows: Matrix, extra: Vector, target: ColumnTarget, settings: Settings
) -> Problem:
    """One column as a search problem."""
    fit = settings.fit
    gains, figures = symbols.rows(rows, extra)
    if symbols.extra:
        rolled_on = np.zeros((symbols.size, 1))
        rolled_on[symbols.index(symbols.extra)] = 1.0
        figures = np.hstack([figures, rolled_on])
    names = [*FIGURES, *symbols.fouls, *([symbols.extra] if symbols.extra else [])]
    in_use = [place for place, name in enumerate(names) if is_pass(symbols.call) or name not in _PASS_FIGURES]
    kept = [names[place] for place in in_use]
    long_share = _long_share(symbols, target)
    wanted = {**target.fouls, **target.figures, symbols.extra: long_share}
    goals = np.array([wanted.get(n, 0.0) for n in kept])
    units = {**fit.tolerance, symbols.extra: max(fit.tolerance["long"] * long_share, 1 / 216)}
    # A team has few turnovers: on a frequent call a unit of miss is less than one of them.
    turnover = fit.turnover_unit / max(target.plays, 1)
    units.update({n: max(min(units[n], turnover), 0.001) for n in ("intercepted", "fumbled")})
    tolerance = np.array([units[n] if n in units else units["foul"] for n in kept])
    weights = {**fit.importance, symbols.extra: fit.importance["long"]}
    importance = np.array([weights[n] if n in weights else weights["foul"] for n in kept])
    return Problem(
        weights=OFFENSE_WEIGHTS,
        classes=_CLASSES,
        allowed=np.ones((1, symbols.size), dtype=np.bool_),
        gains=np.ascontiguousarray(gains),
        figures=np.ascontiguousarray(figures[None, :, in_use]),
        reroll=symbols.reroll,
        conditional=np.array([n not in symbols.fouls for n in kept]),
        ladder=symbols.ladder,
        target_gains=np.cumsum(target.gains),
        target=goals,
        tolerance=tolerance,
        importance=importance,
        distance_weight=fit.distance / fit.distance_unit[symbols.call],
        middle=np.array([target.season.get(n, goal) for n, goal in zip(kept, goals, strict=True)]),
        reach=np.array([reach_of(n, target, settings) if n != symbols.extra else np.inf for n in kept]),
        barrier=fit.barrier,
    )


def _long_share(symbols: Symbols, target: ColumnTarget) -> float:
    """Share of the plays that gained more than any plain number of the column: what B and bold cells are for."""
    beyond = symbols.places[len(symbols.numbers) - 1] + 1
    return float(target.gains[beyond:].sum()) * target.figures["completion"]


def reach_of(name: str, target: ColumnTarget, settings: Settings, side: str = "offense") -> float:
    """How far from the season a figure may be before the barrier; infinite for a figure that is not judged."""
    if not target.season:
        return np.inf
    if name not in FIGURES:
        return float(settings.fit.barrier_at * settings.tolerance.column["foul"])
    if name not in target.season:
        return np.inf
    allowed = settings.tolerance.of_column(name, side, target.plays)
    shifted = abs(target.figures[name] - target.season[name])
    return float(max(settings.fit.barrier_at * allowed, shifted if name in ENDED else 0.0))


#: Shares that the linear program of the contributions may have found out of reach.
ENDED = frozenset({"completion", "intercepted", "trapped", "fumbled"})
_PASS_FIGURES = frozenset({"completion", "intercepted", "trapped"})


def seed_of(*what: object) -> int:
    """A seed that depends on what is fitted and on nothing else."""
    return zlib.crc32("/".join(map(str, what)).encode()) % 2**30


def fit_offense(job: OffenseJob, settings: Settings) -> OffenseFit:
    """All columns of one offense, the rarest call first, each making up for what the ones before it missed."""
    fit = settings.fit
    order = sorted(job.targets, key=lambda call: (job.targets[call].plays, call))
    turnovers = choose_weights(job.rows, job.targets, fit.tolerance)
    cells: dict[str, Indices] = {}
    spread: dict[str, Vector] = {}
    reached: dict[str, Vector] = {}
    problems: dict[str, Problem] = {}
    owed = {"run": dict.fromkeys(FIGURES, 0.0), "pass": dict.fromkeys(FIGURES, 0.0)}
    limits = {
        "mean": fit.carry_yards,
        "completion": fit.carry_completion,
        "trapped": fit.carry_share,
        "touchdown": fit.carry_completion,
    }
    for call in order:
        target, symbols, extra = job.targets[call], job.symbols[call], job.extras[call]
        account = owed["pass" if is_pass(call) else "run"]
        wanted = dict(target.figures)
        if target.plays > 0:
            for name, limit in limits.items():
                wanted[name] -= min(max(account[name] / target.plays, -limit), limit)
        wanted["intercepted"] = turnovers["intercepted"].get(call, wanted["intercepted"])
        wanted["fumbled"] = turnovers["fumbled"].get(call, wanted["fumbled"])
        aimed = replace(target, figures=wanted)
        problem = column_problem(symbols, job.rows[call], extra, aimed, settings)
        seed = (job.seed + zlib.crc32(call.encode())) % 2**31
        start = job.start[call]
        if start is None:
            start = first_cells(symbols, aimed, seed)
        chosen, _ = problem.solve(start, restarts=job.restarts, seed=seed)
        cells[call] = chosen
        weights = symbol_weights(chosen, OFFENSE_WEIGHTS, symbols.size)
        fouled = float(weights @ symbols.reroll)
        spread[call] = symbols.spread(weights, extra) / max(1 - fouled, 1e-9)
        _, figures = symbols.rows(job.rows[call], extra)
        got = weights @ figures
        got[: len(FIGURES)] /= max(1 - fouled, 1e-9)
        reached[call] = got
        problems[call] = problem
        for place, name in enumerate(FIGURES):
            account[name] += target.plays * (got[place] - target.figures[name])
    return OffenseFit(cells, spread, reached, problems)
