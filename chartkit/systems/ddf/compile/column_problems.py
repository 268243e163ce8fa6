"""One column as a search problem: what each symbol gives against the opponents met, and what the season wants.

Against a fixed mixture of opponents the result of a column is linear in its cells. An offense has one column of 30
cells for each call, a defense six formations of five cells.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from chartkit.fitting import Indices, Matrix, Problem, Vector
from chartkit.systems.ddf.charts import FORMATIONS, Kind
from chartkit.systems.ddf.compile.fit_space import (
    BLOCKS,
    DEF_F,
    DEF_INC,
    DEF_INT,
    DEF_QT,
    DEFENSE_CELLS,
    DEFENSE_CLASSES,
    FIGURES,
    INC,
    INT,
    NO_IMPACT,
    OFFENSE_WEIGHTS,
    QT,
    YARDS,
    F,
    Symbols,
    defense_weights,
    figures_of,
    is_pass,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from chartkit.systems.ddf.compile.settings import Settings


#: The defensive cell of each ending to which a defense contributes.
ENDING_CELLS = {"INC": DEF_INC, "INT": DEF_INT, "QT": DEF_QT, "F": DEF_F}
#: Shares that the linear program of the contributions may have found out of reach.
_ENDED = frozenset({"completion", "intercepted", "trapped", "fumbled"})
_PASS_FIGURES = frozenset({"completion", "intercepted", "trapped"})
_MEAN, _TRAPPED = FIGURES.index("mean"), FIGURES.index("trapped")


@dataclass(frozen=True)
class ColumnTarget:
    """What one column must give: gains (normalised), figures by name, and fouls of all calls."""

    plays: float
    gains: Vector
    figures: Mapping[str, float]
    fouls: Mapping[str, float]
    #: The season's own figures, as the report will judge them; empty where it will not.
    season: Mapping[str, float] = field(default_factory=dict)


def figures_in_use(call: str) -> list[str]:
    """The figures that a call has: a run is neither completed nor intercepted."""
    return [name for name in FIGURES if is_pass(call) or name not in _PASS_FIGURES]


def _reach(name: str, target: ColumnTarget, side: str, settings: Settings) -> float:
    """How far from the season a figure may be before the barrier; infinite for a figure that is not judged."""
    if not target.season:
        return np.inf
    if name not in FIGURES:
        return float(settings.fit.barrier_at * settings.tolerance.column["foul"])
    if name not in target.season:
        return np.inf
    allowed = settings.tolerance.of_column(name, side, target.plays)
    shifted = abs(target.figures[name] - target.season[name])
    return float(max(settings.fit.barrier_at * allowed, shifted if name in _ENDED else 0.0))


def offense_problem(
    symbols: Symbols, rows: Matrix, extra: Vector, target: ColumnTarget, settings: Settings
) -> Problem:
    """One offense's column; `rows` has what each plain cell gives, `extra` is what B or Big Play turns into."""
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
    weights = {**fit.importance, symbols.extra: fit.importance["long"]}
    reach = np.array([_reach(n, target, "offense", settings) if n != symbols.extra else np.inf for n in kept])
    return Problem(
        weights=OFFENSE_WEIGHTS,
        classes=np.zeros(len(OFFENSE_WEIGHTS), dtype=np.int64),
        allowed=np.ones((1, symbols.size), dtype=np.bool_),
        gains=np.ascontiguousarray(gains),
        figures=np.ascontiguousarray(figures[None, :, in_use]),
        reroll=symbols.reroll,
        conditional=np.array([n not in symbols.fouls for n in kept]),
        ladder=symbols.ladder,
        target_gains=np.cumsum(target.gains),
        target=goals,
        tolerance=np.array([units.get(n, units["foul"]) for n in kept]),
        importance=np.array([weights.get(n, weights["foul"]) for n in kept]),
        distance_weight=fit.distance / fit.distance_unit[symbols.call],
        middle=np.array([target.season.get(n, goal) for n, goal in zip(kept, goals, strict=True)]),
        reach=reach,
        # Fouls stand in no figure of a team: their barrier is all that holds them when violations are removed.
        slope=np.array([fit.violations.price if n in symbols.fouls else fit.barrier for n in kept]) / reach,
        blocks=BLOCKS,
    )


def _long_share(symbols: Symbols, target: ColumnTarget) -> float:
    """Share of the plays that gained more than any plain number of the column: what B and bold cells are for."""
    beyond = symbols.places[len(symbols.numbers) - 1] + 1
    return float(target.gains[beyond:].sum()) * target.figures["completion"]


def first_offense(symbols: Symbols, target: ColumnTarget, seed: int) -> Indices:
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


def _allowed_cells(call: str, settings: Settings) -> NDArray[np.bool_]:
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


def _shape(call: str, mix: Vector, target: ColumnTarget, settings: Settings) -> tuple[Vector, Vector]:
    """Mean yards and trapped share wanted of each formation: the league's shape around the defense's own level."""
    shift = np.array(settings.formation.shift[call])
    factor = np.array(settings.formation.trapped)
    share = mix / mix.sum()
    mean = target.figures["mean"] + shift - share @ shift
    trapped = target.figures["trapped"] * factor / (share @ factor)
    return mean, trapped


def defense_problem(
    call: str,
    mix: Vector,
    rows: Matrix,
    target: ColumnTarget,
    contributions: Mapping[str, float],
    forced_share: float,
    settings: Settings,
) -> Problem:
    """The 30 cells of one defense against one call; `rows` has what each defensive cell gives."""
    fit, own = settings.fit, settings.defense
    formations = len(FORMATIONS)
    symbols = len(DEFENSE_CELLS)
    common = figures_of(rows)
    columns: list[Matrix] = []
    goals: list[float] = []
    tolerance: list[float] = []
    importance: list[float] = []
    middle: list[float] = []
    reach: list[float] = []

    def add(values: Matrix, goal: float, unit: float, weight: float, name: str = "") -> None:
        columns.append(values if values.ndim == 2 else np.tile(values, (formations, 1)))
        middle.append(target.season.get(name, goal))
        reach.append(_reach(name, target, "defense", settings) if name else np.inf)
        goals.append(goal)
        tolerance.append(unit)
        importance.append(weight)

    for name in figures_in_use(call):
        unit, weight = own.unit_times * fit.tolerance[name], own.importance_times * fit.importance[name]
        add(common[:, FIGURES.index(name)], target.figures[name], unit, weight, name)
    for ending, amount in contributions.items():
        held = np.zeros(symbols)
        held[ENDING_CELLS[ending]] = 1.0
        add(held, amount, own.contribution_unit[ending], own.contribution_importance)
    forced = np.array([float(cell.kind is Kind.FORCED) for cell in DEFENSE_CELLS])
    loose = own.forced_loose * max(forced_share - own.forced, 0.0)
    add(forced, forced_share, own.forced_unit + loose, 1.0)
    square = np.array([float(cell.yards**2) if cell.kind is Kind.YARDS else 0.0 for cell in DEFENSE_CELLS])
    # Far beyond its tolerance the penalty is linear with slope 2 x importance / tolerance.
    add(square, 0.0, 0.1, own.variance * 0.05)
    mean, trapped = _shape(call, mix, target, settings)
    for place in range(formations):
        only = np.zeros((formations, symbols))
        only[place] = common[:, _MEAN] / max(mix[place], 1e-9)
        weight = max(float(mix[place]), own.shape_floor)
        add(only, float(mean[place]), own.shape_yards, weight)
        if is_pass(call):
            only = np.zeros((formations, symbols))
            only[place] = common[:, _TRAPPED] / max(mix[place], 1e-9)
            add(only, float(trapped[place]), own.shape_trapped, weight)
    ladder = np.full(symbols, -1, dtype=np.int64)
    numbers = [p for p, cell in enumerate(DEFENSE_CELLS) if cell.kind is Kind.YARDS]
    ladder[numbers] = np.arange(len(numbers))
    return Problem(
        weights=defense_weights(mix),
        classes=DEFENSE_CLASSES,
        allowed=_allowed_cells(call, settings),
        gains=np.ascontiguousarray(np.cumsum(rows[:, :YARDS], axis=1)),
        figures=np.ascontiguousarray(np.stack(columns, axis=2)),
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
        slope=fit.barrier / np.array(reach),
        blocks=BLOCKS,
    )


def first_defense(contributions: Mapping[str, float], mix: Vector) -> Indices:
    """A first defense that has only its contributions."""
    weights = defense_weights(mix)
    cells = np.full(len(weights), NO_IMPACT, dtype=np.int64)
    for ending, amount in sorted(contributions.items(), key=lambda item: -item[1]):
        left = amount
        for cell in np.argsort(-weights, kind="stable"):
            if cells[cell] == NO_IMPACT and weights[cell] <= left + 1e-9:
                cells[cell] = ENDING_CELLS[ending]
                left -= weights[cell]
    return cells
