"""Repair: columns whose completions, traps or mean are still outside their tolerance are fitted again.

Defenses come first and offenses after them, so that every offense is fitted to the final defenses. Where an offense
contributes hardly any of an ending and still has too much of it, the defenses that it met must contribute less.
Interceptions and fumbles stay as they are: their number was chosen over all calls of a team together.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from chartkit.fitting import Indices, Vector, in_threads
from chartkit.systems.ddf.charts import PLAYS
from chartkit.systems.ddf.compile import defense_fit, offense_fit
from chartkit.systems.ddf.compile.fit_space import (
    FIGURES,
    INC,
    QT,
    figures_of,
    is_pass,
)
from chartkit.systems.ddf.compile.offense_fit import reach_of, seed_of

if TYPE_CHECKING:
    from chartkit.systems.ddf.compile.joint_fit import JointFit
    from chartkit.systems.ddf.compile.offense_fit import ColumnTarget


_JUDGED = ("mean", "completion", "trapped")
_ENDINGS = {"completion": ("INC", INC), "trapped": ("QT", QT)}
_TURNOVERS = ("intercepted", "fumbled")


def repair(fit: JointFit) -> None:
    """Fit columns outside their tolerance again, for a few rounds or until none is left."""
    own = fit.settings.fit.repair
    contributions = {
        (call, ending): split.second.copy()
        for call, endings in fit.contributions.split.items()
        for ending, split in endings.items()
    }
    for turn in range(own.rounds):
        asked = _ask_for_less(fit, contributions)
        bad = sorted({*_columns_outside(fit, "defense"), *asked})
        for (call, team), cells in zip(
            bad,
            in_threads(lambda where: _refit_defense(fit, *where, contributions, turn), bad, fit.workers),  # noqa: B023
            strict=True,
        ):
            fit.put_defense(call, team, cells)
        worse = _columns_outside(fit, "offense")
        for (call, team), cells in zip(
            worse,
            in_threads(lambda where: _refit_offense(fit, *where, turn), worse, fit.workers),  # noqa: B023
            strict=True,
        ):
            fit.put_offense(call, team, cells)
        if not bad and not worse:
            return


def _judged(call: str) -> list[str]:
    return [name for name in _JUDGED if is_pass(call) or name == "mean"]


def _given(fit: JointFit, call: str, side: str, team: int) -> dict[str, float]:
    """The figures of a column as the charts stand."""
    rows_of = offense_fit.job_rows if side == "offense" else defense_fit.job_rows
    weights = (fit.state.offense if side == "offense" else fit.state.defense)[call][team]
    got = weights @ figures_of(rows_of(fit.state, fit.targets, call, team))
    return dict(zip(FIGURES, got.tolist(), strict=True))


def _misses(fit: JointFit, call: str, side: str, team: int) -> dict[str, float]:
    """By how much each judged figure is outside its tolerance: 0 if it is inside, positive if it is too high."""
    target = fit.columns[call, side][team]
    if not target.season:
        return {}
    got = _given(fit, call, side, team)
    missed = {}
    for name in _judged(call):
        off = got[name] - target.season[name]
        plain = replace(target, figures=dict(target.season))
        # Slightly stricter than the report, so that rounding on the printed chart cannot put the figure outside.
        allowed = 0.98 / fit.settings.fit.barrier_at * reach_of(name, plain, fit.settings, side)
        missed[name] = off if abs(off) > allowed else 0.0
    return missed


def _columns_outside(fit: JointFit, side: str) -> list[tuple[str, int]]:
    return [
        (call, team)
        for call in PLAYS
        for team in range(len(fit.targets.teams))
        if any(_misses(fit, call, side, team).values())
    ]


def _ask_for_less(fit: JointFit, contributions: dict[tuple[str, str], Vector]) -> set[tuple[str, int]]:
    """Lower the contributions of defenses that give an offense too much of an ending; return their columns."""
    asked: set[tuple[str, int]] = set()
    for call in PLAYS:
        if not is_pass(call):
            continue
        for team in range(len(fit.targets.teams)):
            missed = _misses(fit, call, "offense", team)
            met = fit.targets.calls[call].matchups[team]
            for name, (ending, place) in _ENDINGS.items():
                too_much = -missed.get(name, 0.0) if name == "completion" else missed.get(name, 0.0)
                if (
                    too_much > 0
                    and (call, ending) in contributions
                    and fit.state.offense[call][team][place] < 2.5 / 216
                ):
                    for other in np.flatnonzero(met).tolist():
                        wanted = contributions[call, ending]
                        wanted[other] = max(0.0, wanted[other] - too_much)
                        asked.add((call, other))
    return asked


def _refit_defense(
    fit: JointFit, call: str, team: int, contributions: dict[tuple[str, str], Vector], turn: int
) -> Indices:
    target = _firm(fit, call, "defense", team)
    problem = defense_fit.column_problem(
        call,
        fit.state.mix[call],
        defense_fit.job_rows(fit.state, fit.targets, call, team),
        target,
        {ending: float(wanted[team]) for (where, ending), wanted in contributions.items() if where == call},
        float(fit.contributions.forced[call][team]),
        fit.settings,
    )
    own = fit.settings.fit.repair
    problem = replace(problem, barrier=own.barrier)
    seed = seed_of(fit.season, "repair defense", fit.targets.teams[team], call, turn, fit.seed)
    return problem.solve(fit.state.defense_cells[call][team], restarts=own.restarts, seed=seed)[0]


def _refit_offense(fit: JointFit, call: str, team: int, turn: int) -> Indices:
    problem = offense_fit.column_problem(
        fit.symbols[call],
        offense_fit.job_rows(fit.state, fit.targets, call, team),
        fit.extras[call][team],
        _firm(fit, call, "offense", team),
        fit.settings,
    )
    own = fit.settings.fit.repair
    problem = replace(problem, barrier=own.barrier)
    seed = seed_of(fit.season, "repair offense", fit.targets.teams[team], call, turn, fit.seed)
    return problem.solve(fit.state.offense_cells[call][team], restarts=own.restarts, seed=seed)[0]


def _firm(fit: JointFit, call: str, side: str, team: int) -> ColumnTarget:
    """The target with the season's own figures where they are judged, and the turnovers of the current column."""
    target, now = fit.columns[call, side][team], _given(fit, call, side, team)
    season = {name: target.season[name] for name in _judged(call) if name in target.season}
    kept = {name: now[name] for name in _TURNOVERS}
    fenced = {**target.season, **kept} if target.season else {}
    return replace(target, figures={**target.figures, **season, **kept}, season=fenced)
