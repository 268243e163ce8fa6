"""The last look: columns whose completions, traps or mean are still outside their tolerance are fitted once more.

A defense first, an offense after it, so that every offense has been fitted to the defenses as they stand. Where an
offense brings hardly any of an ending and still has too much of it, the defenses that it met are asked for less.
Interceptions and fumbles stay as they are: their season's number was settled over all calls together.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from chartkit.systems.ddf.columns import PLAYS
from chartkit.systems.ddf.compile import defense_fit, offense_fit
from chartkit.systems.ddf.compile.joint import side_by_side
from chartkit.systems.ddf.compile.offense_fit import reach_of, seed_of
from chartkit.systems.ddf.compile.outcomes import INC, QT, is_pass
from chartkit.systems.ddf.compile.symbols import FIGURES, figures_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chartkit.systems.ddf.compile.joint import JointFit
    from chartkit.systems.ddf.compile.offense_fit import ColumnTarget

    Vector = NDArray[np.float64]
    Matrix = NDArray[np.float64]
    Indices = NDArray[np.int64]

_JUDGED = ("mean", "completion", "trapped")
_ENDINGS = {"completion": ("INC", INC), "trapped": ("QT", QT)}
_SETTLED = ("intercepted", "fumbled")


def repair(fit: JointFit) -> None:
    """Fit again what is outside, a few rounds or until nothing is."""
    own = fit.settings["fit"]["repair"]
    supply = {
        (call, ending): split.second.copy()
        for call, endings in fit.supply.split.items()
        for ending, split in endings.items()
    }
    for turn in range(own["rounds"]):
        asked = _ask_for_less(fit, supply)
        bad = sorted({*_outside(fit, "defense"), *asked})
        for (call, team), cells in zip(
            bad,
            side_by_side(lambda where: _defense(fit, *where, supply, turn), bad, fit.workers),  # noqa: B023
            strict=True,
        ):
            fit.put_defense(call, team, cells)
        worse = _outside(fit, "offense")
        for (call, team), cells in zip(
            worse,
            side_by_side(lambda where: _offense(fit, *where, turn), worse, fit.workers),  # noqa: B023
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
    """How far each judged figure is outside: 0 within, else what is too much (positive) or too little."""
    target = fit.columns[call, side][team]
    if not target.season:
        return {}
    got = _given(fit, call, side, team)
    missed = {}
    for name in _judged(call):
        off = got[name] - target.season[name]
        plain = replace(target, figures=dict(target.season))
        # A hair inside, so that rounding on the printed chart cannot put it out.
        allowed = 0.98 / fit.settings["fit"]["fence_at"] * reach_of(name, plain, fit.settings, side)
        missed[name] = off if abs(off) > allowed else 0.0
    return missed


def _outside(fit: JointFit, side: str) -> list[tuple[str, int]]:
    return [
        (call, team)
        for call in PLAYS
        for team in range(len(fit.targets.teams))
        if any(_misses(fit, call, side, team).values())
    ]


def _ask_for_less(fit: JointFit, supply: dict[tuple[str, str], Vector]) -> set[tuple[str, int]]:
    """Lower the supply wanted of defenses that bring an offense more than it had; say which ones."""
    asked: set[tuple[str, int]] = set()
    for call in PLAYS:
        if not is_pass(call):
            continue
        for team in range(len(fit.targets.teams)):
            missed = _misses(fit, call, "offense", team)
            met = fit.targets.calls[call].meetings[team]
            for name, (ending, place) in _ENDINGS.items():
                too_much = -missed.get(name, 0.0) if name == "completion" else missed.get(name, 0.0)
                if too_much > 0 and (call, ending) in supply and fit.state.offense[call][team][place] < 2.5 / 216:
                    for other in np.flatnonzero(met).tolist():
                        wanted = supply[call, ending]
                        wanted[other] = max(0.0, wanted[other] - too_much)
                        asked.add((call, other))
    return asked


def _defense(fit: JointFit, call: str, team: int, supply: dict[tuple[str, str], Vector], turn: int) -> Indices:
    target = _firm(fit, call, "defense", team)
    problem = defense_fit.column_problem(
        call,
        fit.state.mix[call],
        defense_fit.job_rows(fit.state, fit.targets, call, team),
        target,
        {ending: float(wanted[team]) for (where, ending), wanted in supply.items() if where == call},
        float(fit.supply.forced[call][team]),
        fit.settings,
    )
    own = fit.settings["fit"]["repair"]
    problem = replace(problem, fence=own["fence"])
    seed = seed_of(fit.season, "repair defense", fit.targets.teams[team], call, turn, fit.seed)
    return problem.solve(fit.state.defense_cells[call][team], kicks=own["kicks"], seed=seed)[0]


def _offense(fit: JointFit, call: str, team: int, turn: int) -> Indices:
    problem = offense_fit.column_problem(
        fit.symbols[call],
        offense_fit.job_rows(fit.state, fit.targets, call, team),
        fit.extras[call][team],
        _firm(fit, call, "offense", team),
        fit.settings,
    )
    own = fit.settings["fit"]["repair"]
    problem = replace(problem, fence=own["fence"])
    seed = seed_of(fit.season, "repair offense", fit.targets.teams[team], call, turn, fit.seed)
    return problem.solve(fit.state.offense_cells[call][team], kicks=own["kicks"], seed=seed)[0]


def _firm(fit: JointFit, call: str, side: str, team: int) -> ColumnTarget:
    """The target with the season's own figures where they are judged, and turnovers as they are."""
    target, now = fit.columns[call, side][team], _given(fit, call, side, team)
    season = {name: target.season[name] for name in _judged(call) if name in target.season}
    settled = {name: now[name] for name in _SETTLED}
    fenced = {**target.season, **settled} if target.season else {}
    return replace(target, figures={**target.figures, **season, **settled}, season=fenced)
