"""The defense step: each defense's six formations against the offenses that it met."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from chartkit.fitting import Indices, Matrix, Problem, Vector
from chartkit.systems.ddf.charts import FORMATIONS, Kind, Result
from chartkit.systems.ddf.compile.fit_space import (
    DEF_F,
    DEF_INC,
    DEF_INT,
    DEF_QT,
    DEFENSE_CELLS,
    DEFENSE_CLASSES,
    DEFENSE_PLACE,
    FIGURES,
    NO_IMPACT,
    YARDS,
    defense_rows,
    defense_weights,
    figures_of,
    is_pass,
    symbol_weights,
)
from chartkit.systems.ddf.compile.offense_fit import ColumnTarget, reach_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from chartkit.systems.ddf.compile.fit_space import Fitting
    from chartkit.systems.ddf.compile.settings import Settings
    from chartkit.systems.ddf.compile.targets import Targets


#: The defensive cell of each ending to which a defense contributes.
ENDING_CELLS = {"INC": DEF_INC, "INT": DEF_INT, "QT": DEF_QT, "F": DEF_F}
_MEAN, _TRAPPED = FIGURES.index("mean"), FIGURES.index("trapped")


@dataclass(frozen=True)
class DefenseJob:
    """Everything that the fit of one team's defense needs."""

    team: int
    seed: int
    restarts: int
    mix: Mapping[str, Vector]
    targets: Mapping[str, ColumnTarget]
    contributions: Mapping[str, Mapping[str, float]]
    forced: Mapping[str, float]
    rows: Mapping[str, Matrix]
    start: Mapping[str, Indices | None]


@dataclass(frozen=True)
class DefenseFit:
    """The chosen cells (six formations of five) and what they give, call by call."""

    cells: Mapping[str, Indices]
    weights: Mapping[str, Vector]
    figures: Mapping[str, Vector]


def job_rows(state: Fitting, targets: Targets, call: str, team: int) -> Matrix:
    """Recorded rows of all defensive cells against the offenses that this team met on this call."""
    matchups = targets.calls[call].matchups[:, team]
    met = matchups / matchups.sum() if matchups.sum() > 0 else np.full(len(matchups), 1 / len(matchups))
    recorded = state.recorded[call, "defense"][team]
    offense, cancelled = state.offense_faced(call, met)
    rows: Matrix = defense_rows(offense, state.pairs, recorded)
    forced = DEFENSE_PLACE[Result(Kind.FORCED, state.fumble_yards.get(call, 0))]
    for place, part, becomes in zip(
        (DEF_QT, DEF_INT, DEF_F), cancelled, (NO_IMPACT, NO_IMPACT, forced), strict=True
    ):
        if part.sum() > 0:
            other: Matrix = defense_rows(part, state.pairs, recorded)
            rows[place] += other[becomes] - other[place]
    return rows


def allowed_cells(call: str, settings: Settings) -> NDArray[np.bool_]:
    """Which cells a defense may use against a call; the same for all formations."""
    own = settings.defense
    allowed = []
    for cell in DEFENSE_CELLS:
        if cell.kind is Kind.YARDS:
            allowed.append(own.shortest <= cell.yards <= own.longest)
        elif cell.kind is Kind.FORCED:
            allowed.append(own.forced_shortest <= cell.yards <= own.forced_longest)
        else:
            allowed.append(cell.kind is Kind.FUMBLE or is_pass(call))
    return np.tile(np.array(allowed), (len(FORMATIONS), 1))


def shape_targets(call: str, mix: Vector, target: ColumnTarget, settings: Settings) -> tuple[Vector, Vector]:
    """Mean yards and trapped share wanted of each formation: the league's shape around the defense's own level."""
    shift = np.array(settings.formation.shift[call])
    factor = np.array(settings.formation.trapped)
    share = mix / mix.sum()
    mean = target.figures["mean"] + shift - share @ shift
    trapped = target.figures["trapped"] * factor / (share @ factor)
    return mean, trapped


def column_problem(
    call: str,
    mix: Vector,
    rows: Matrix,
    target: ColumnTarget,
    contributions: Mapping[str, float],
    forced_share: float,
    settings: Settings,
) -> Problem:
    """The 30 cells of one defense against one call as a search problem."""
    fit, own = settings.fit, settings.defense
    formations = len(FORMATIONS)
    symbols = len(DEFENSE_CELLS)
    common = figures_of(rows)
    names = [n for n in FIGURES if is_pass(call) or n in ("mean", "fumbled", "touchdown")]
    columns: list[Matrix] = []
    goals: list[float] = []
    tolerance: list[float] = []
    importance: list[float] = []
    middle: list[float] = []
    reach: list[float] = []

    def add(values: Matrix, goal: float, unit: float, weight: float, name: str = "") -> None:
        columns.append(values if values.ndim == 2 else np.tile(values, (formations, 1)))
        middle.append(target.season.get(name, goal))
        reach.append(reach_of(name, target, settings, "defense") if name else np.inf)
        goals.append(goal)
        tolerance.append(unit)
        importance.append(weight)

    for name in names:
        unit, weight = own.unit_times * fit.tolerance[name], own.importance_times * fit.importance[name]
        add(common[:, FIGURES.index(name)], target.figures[name], unit, weight, name)
    for ending, amount in contributions.items():
        held = np.zeros(symbols)
        held[ENDING_CELLS[ending]] = 1.0
        unit = own.contribution_unit[ending]
        add(held, amount, unit, own.contribution_importance)
    forced = np.array([float(cell.kind in (Kind.FORCED,)) for cell in DEFENSE_CELLS])
    loose = own.forced_loose * max(forced_share - own.forced, 0.0)
    add(forced, forced_share, own.forced_unit + loose, 1.0)
    square = np.array([float(cell.yards**2) if cell.kind is Kind.YARDS else 0.0 for cell in DEFENSE_CELLS])
    # Far beyond its tolerance the penalty is linear with slope 2 x importance / tolerance.
    add(square, 0.0, 0.1, own.variance * 0.05)
    mean, trapped = shape_targets(call, mix, target, settings)
    for place in range(formations):
        only = np.zeros((formations, symbols))
        only[place] = common[:, _MEAN] / max(mix[place], 1e-9)
        weight = max(float(mix[place]), own.shape_floor)
        add(only, float(mean[place]), own.shape_yards, weight)
        if is_pass(call):
            only = np.zeros((formations, symbols))
            only[place] = common[:, _TRAPPED] / max(mix[place], 1e-9)
            add(only, float(trapped[place]), own.shape_trapped, weight)
    figures = np.stack(columns, axis=2)
    ladder = np.full(symbols, -1, dtype=np.int64)
    usable = allowed_cells(call, settings)
    numbers = [p for p, cell in enumerate(DEFENSE_CELLS) if cell.kind is Kind.YARDS]
    ladder[numbers] = np.arange(len(numbers))
    return Problem(
        weights=defense_weights(mix),
        classes=DEFENSE_CLASSES,
        allowed=usable,
        gains=np.ascontiguousarray(np.cumsum(rows[:, :YARDS], axis=1)),
        figures=np.ascontiguousarray(figures),
        reroll=np.zeros(symbols),
        conditional=np.zeros(len(goals), dtype=np.bool_),
        ladder=ladder,
        target_gains=np.cumsum(target.gains),
        target=np.array(goals),
        tolerance=np.array(tolerance),
        importance=np.array(importance),
        distance_weight=own.distance_times * fit.distance / fit.distance_unit[call],
        middle=np.array(middle),
        reach=np.array(reach),
        barrier=fit.barrier,
    )


def first_cells(contributions: Mapping[str, float], mix: Vector) -> Indices:
    """A first defense that has nothing but its contributions."""
    weights = defense_weights(mix)
    cells = np.full(len(weights), NO_IMPACT, dtype=np.int64)
    for ending, amount in sorted(contributions.items(), key=lambda item: -item[1]):
        left = amount
        for cell in np.argsort(-weights, kind="stable"):
            if cells[cell] == NO_IMPACT and weights[cell] <= left + 1e-9:
                cells[cell] = ENDING_CELLS[ending]
                left -= weights[cell]
    return cells


def fit_defense(job: DefenseJob, settings: Settings) -> DefenseFit:
    """All calls of one defense, the rarest first, each making up for what the ones before it missed."""
    fit = settings.fit
    order = sorted(job.targets, key=lambda call: (job.targets[call].plays, call))
    cells: dict[str, Indices] = {}
    chosen_weights: dict[str, Vector] = {}
    reached: dict[str, Vector] = {}
    owed = {"run": dict.fromkeys(FIGURES, 0.0), "pass": dict.fromkeys(FIGURES, 0.0)}
    limits = {
        "mean": 2 * fit.carry_yards,
        "completion": 2 * fit.carry_completion,
        "trapped": 2 * fit.carry_share,
        "intercepted": 2 * fit.carry_share,
        "fumbled": 2 * fit.carry_share,
    }
    for call in order:
        target = job.targets[call]
        account = owed["pass" if is_pass(call) else "run"]
        wanted = dict(target.figures)
        if target.plays > 0:
            for name, limit in limits.items():
                wanted[name] -= min(max(account[name] / target.plays, -limit), limit)
        aimed = replace(target, figures=wanted)
        problem = column_problem(
            call, job.mix[call], job.rows[call], aimed, job.contributions[call], job.forced[call], settings
        )
        start = job.start[call]
        if start is None:
            start = first_cells(job.contributions[call], job.mix[call])
        seed = (job.seed + zlib.crc32(call.encode())) % 2**31
        chosen, _ = problem.solve(start, restarts=job.restarts, seed=seed)
        cells[call] = chosen
        weights = symbol_weights(chosen, problem.weights, len(DEFENSE_CELLS))
        chosen_weights[call] = weights
        reached[call] = weights @ figures_of(job.rows[call])
        for place, name in enumerate(FIGURES):
            account[name] += target.plays * (reached[call][place] - target.figures[name])
    return DefenseFit(cells, chosen_weights, reached)
