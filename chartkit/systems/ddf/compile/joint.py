"""Offenses and defenses fitted together: against whom they really played, until it settles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from chartkit.fitting.supply import Split, split_supply
from chartkit.systems.ddf.columns import PLAYS
from chartkit.systems.ddf.compile import defense_fit, offense_fit
from chartkit.systems.ddf.compile.defense_fit import SUPPLIED, DefenseFit, DefenseJob, fit_defense
from chartkit.systems.ddf.compile.offense_fit import ColumnTarget, OffenseFit, OffenseJob, fit_offense, seed_of
from chartkit.systems.ddf.compile.outcomes import DEFENSE_CELLS, NO_IMPACT, OUTCOMES, is_pass
from chartkit.systems.ddf.compile.targets import CallTargets, Side, Targets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chartkit.systems.ddf.compile.state import Fitting
    from chartkit.systems.ddf.compile.symbols import Symbols

    Vector = NDArray[np.float64]
    Matrix = NDArray[np.float64]

_Job = TypeVar("_Job")
_Done = TypeVar("_Done")
#: Endings that both charts bring, and the figure of a column that each one is.
ENDING_FIGURES = {"INT": "intercepted", "QT": "trapped", "F": "fumbled"}


def side_by_side(work: Callable[[_Job], _Done], jobs: Iterable[_Job], workers: int) -> Iterator[_Done]:
    """Run jobs on threads (the kernels release the interpreter); results come in the order of the jobs."""
    if workers <= 1:
        yield from map(work, jobs)
        return
    with ThreadPoolExecutor(max_workers=workers) as pool:
        yield from pool.map(work, jobs)


def column_target(side: Side, team: int, fouls: Mapping[str, float]) -> ColumnTarget:
    """The target of one team's column from its season totals."""
    gains = side.gains[team]
    total = gains.sum()
    return ColumnTarget(
        plays=float(side.plays[team]),
        gains=gains / total if total > 0 else gains,
        figures={
            "mean": float(side.mean[team]),
            "completion": float(side.gain_share[team]),
            "intercepted": float(side.rate("INT")[team]),
            "trapped": float(side.rate("QT")[team]),
            "fumbled": float(side.rate("F")[team]),
            "touchdown": float(side.touchdowns[team] / max(side.plays[team], 1)),
        },
        fouls=fouls,
    )


def supplies(targets: CallTargets, settings: Mapping[str, Any]) -> dict[str, Split]:
    """For each ending the best split between what offenses and what defenses bring."""
    own, tolerance = settings["supply"], settings["fit"]["tolerance"]
    units = {
        "INC": tolerance["completion"],
        "INT": tolerance["intercepted"],
        "QT": tolerance["trapped"],
        "F": tolerance["fumbled"],
    }
    endings = ("INC", "INT", "QT", "F") if is_pass(targets.call) else ("F",)
    split = {}
    for ending in endings:
        plays, allowed = np.maximum(targets.offense.plays, 1), np.maximum(targets.defense.plays, 1)
        split[ending] = split_supply(
            targets.meetings,
            targets.offense.rate(ending),
            targets.defense.rate(ending),
            first_tolerance=np.maximum(units[ending], 1 / plays),
            second_tolerance=np.maximum(2 * units[ending], 1 / allowed),
            second_importance=own["defense_importance"],
            second_share=own["split"][ending],
            pull=own["pull"],
        )
    return split


def first_defenses(split: Mapping[str, Split], teams: int) -> Matrix:
    """Defenses that only bring their supply: the start of the first offense step."""
    weights = np.zeros((teams, len(DEFENSE_CELLS)))
    for ending, supply in split.items():
        weights[:, SUPPLIED[ending]] = supply.second
    weights[:, NO_IMPACT] = 1 - weights.sum(axis=1)
    return weights


@dataclass
class JointFit:
    """The working desk of the joint fit."""

    season: int
    settings: Mapping[str, Any]
    targets: Targets
    state: Fitting
    symbols: Mapping[str, Symbols]
    #: call -> (team, outcome): what B or Big Play turns into.
    extras: Mapping[str, Matrix]
    #: (call, side) -> target by team.
    columns: Mapping[tuple[str, str], Sequence[ColumnTarget]]
    split: Mapping[str, Mapping[str, Split]]
    workers: int = 1

    def offense_jobs(self, kicks: int, turn: int) -> Iterator[OffenseJob]:
        """One job a team."""
        for team, name in enumerate(self.targets.teams):
            yield OffenseJob(
                team=team,
                seed=seed_of(self.season, "offense", "", name, turn) % 2**30,
                kicks=kicks,
                symbols=self.symbols,
                targets={call: self.columns[call, "offense"][team] for call in PLAYS},
                extras={call: self.extras[call][team] for call in PLAYS},
                rows={call: offense_fit.job_rows(self.state, self.targets, call, team) for call in PLAYS},
                start={
                    call: self.state.offense_cells[call][team] if call in self.state.offense_cells else None
                    for call in PLAYS
                },
            )

    def defense_jobs(self, kicks: int, turn: int) -> Iterator[DefenseJob]:
        """One job a team."""
        for team, name in enumerate(self.targets.teams):
            yield DefenseJob(
                team=team,
                seed=seed_of(self.season, "defense", "", name, turn) % 2**30,
                kicks=kicks,
                mix=self.state.mix,
                targets={call: self.columns[call, "defense"][team] for call in PLAYS},
                supply={
                    call: {ending: float(split.second[team]) for ending, split in self.split[call].items()}
                    for call in PLAYS
                },
                rows={call: defense_fit.job_rows(self.state, self.targets, call, team) for call in PLAYS},
                start={
                    call: self.state.defense_cells[call][team] if call in self.state.defense_cells else None
                    for call in PLAYS
                },
            )

    def offense_step(self, kicks: int, turn: int, done: Callable[[], None]) -> list[OffenseFit]:
        """Fit every offense against the defenses as they stand."""
        fits = []
        for fit in side_by_side(
            lambda job: fit_offense(job, self.settings), self.offense_jobs(kicks, turn), self.workers
        ):
            fits.append(fit)
            done()
        for call in PLAYS:
            self.state.offense_cells[call] = [fit.cells[call] for fit in fits]
            self.state.offense[call] = np.stack([fit.spread[call] for fit in fits])
        return fits

    def defense_step(self, kicks: int, turn: int, done: Callable[[], None]) -> list[DefenseFit]:
        """Fit every defense against the offenses as they stand."""
        fits = []
        for fit in side_by_side(
            lambda job: fit_defense(job, self.settings), self.defense_jobs(kicks, turn), self.workers
        ):
            fits.append(fit)
            done()
        for call in PLAYS:
            self.state.defense_cells[call] = [fit.cells[call] for fit in fits]
            self.state.defense[call] = np.stack([fit.weights[call] for fit in fits])
        return fits

    def run(self, done: Callable[[], None]) -> tuple[list[OffenseFit], list[DefenseFit]]:
        """All rounds; ends on the offenses, so that both sides are measured against what will be printed."""
        fit = self.settings["fit"]
        rounds = fit["rounds"]
        offenses: list[OffenseFit] = []
        defenses: list[DefenseFit] = []
        for turn in range(rounds):
            kicks = fit["kicks"]
            offenses = self.offense_step(kicks, turn, done)
            defenses = self.defense_step(fit["last_kicks"] if turn == rounds - 1 else kicks, turn, done)
        offenses = self.offense_step(fit["last_kicks"], rounds, done)
        return offenses, defenses


def steps(settings: Mapping[str, Any], teams: int) -> int:
    """How many jobs a run has, for the progress bar."""
    return (2 * int(settings["fit"]["rounds"]) + 1) * teams


def plain_extras(teams: int) -> Matrix:
    """No B and no Big Play."""
    return np.zeros((teams, OUTCOMES))
