"""The joint fit: offenses against the defenses that they met and defenses against the offenses, in turns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

import numpy as np

from chartkit.fitting import Indices, Matrix, Split, in_threads, shrink
from chartkit.systems.ddf.charts import PLAYS
from chartkit.systems.ddf.compile import defense_fit, offense_fit
from chartkit.systems.ddf.compile.contributions import Contributions
from chartkit.systems.ddf.compile.defense_fit import DefenseFit, DefenseJob, fit_defense
from chartkit.systems.ddf.compile.fit_space import (
    DEFENSE_CELLS,
    FOULS,
    OFFENSE_WEIGHTS,
    OUTCOMES,
    PASS_FOULS,
    YARDS,
    defense_weights,
    is_pass,
    place_of_yards,
    symbol_weights,
)
from chartkit.systems.ddf.compile.offense_fit import ColumnTarget, OffenseFit, OffenseJob, fit_offense, seed_of
from chartkit.systems.ddf.compile.targets import Side, Targets

if TYPE_CHECKING:
    from chartkit.systems.ddf.compile.fit_space import Fitting, Symbols
    from chartkit.systems.ddf.compile.settings import Settings
    from chartkit.systems.ddf.compile.stages import Compilation


_ENDING_FIGURES = {"INC": "completion", "INT": "intercepted", "QT": "trapped", "F": "fumbled"}
#: Most of a column that may be fouls: a call that was made twice may have had nothing else.
_MOST_FOULS = 0.6
#: Figures of a column that have a tolerance.
_JUDGED = ("mean", "completion", "intercepted", "trapped", "fumbled")


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


def shrunk_target(own: ColumnTarget, league: ColumnTarget, strength: float) -> tuple[ColumnTarget, float]:
    """A small sample pulled toward the league, and how far."""
    gains, pulled = shrink(own.gains, own.plays, league.gains, strength)
    figures = {name: (1 - pulled) * value + pulled * league.figures[name] for name, value in own.figures.items()}
    return replace(own, gains=gains, figures=figures), pulled


def reachable(target: ColumnTarget, split: Mapping[str, Split], side: str, team: int) -> ColumnTarget:
    """The target with the shares that both sides together can reach, as the linear program found."""
    figures = dict(target.figures)
    for ending, name in _ENDING_FIGURES.items():
        if ending in split:
            miss = float((split[ending].first_miss if side == "offense" else split[ending].second_miss)[team])
            # Incompletions stand for all endings together, that is for the completions.
            figures[name] = min(max(figures[name] + (-miss if ending == "INC" else miss), 0.0), 1.0)
    return replace(target, figures=figures)


def all_targets(
    compilation: Compilation,
    split: Mapping[str, Mapping[str, Split]],
) -> tuple[dict[tuple[str, str], list[ColumnTarget]], dict[tuple[str, str, str], float]]:
    """Targets of every column; rare ones are pulled toward the league, all small ones with `--shrink`."""
    own = compilation.settings.fit
    columns: dict[tuple[str, str], list[ColumnTarget]] = {}
    pulled: dict[tuple[str, str, str], float] = {}
    for call, targets in compilation.targets.calls.items():
        for name, side in (("offense", targets.offense), ("defense", targets.defense)):
            league = _league_target(side, compilation.settings.fallback.gain)
            made = []
            for place, team in enumerate(compilation.teams):
                fouls: dict[str, float] = {}
                if name == "offense":
                    shares = compilation.influence.shares[call][place]
                    fouls = {foul: float(shares[i]) for i, foul in enumerate(FOULS) if foul in column_fouls(call)}
                    fewer = min(1.0, _MOST_FOULS / max(sum(fouls.values()), 1e-9))
                    fouls = {foul: fewer * share for foul, share in fouls.items()} if fewer < 1 else fouls
                target = column_target(side, place, fouls)
                if target.plays < own.fewest_plays or compilation.options.shrink:
                    strength = own.shrink_strength if compilation.options.shrink else own.fewest_plays
                    target, pulled[call, name, team] = shrunk_target(target, league, strength)
                judged = (
                    target.plays >= compilation.settings.tolerance.fewest_plays and not compilation.options.shrink
                )
                season = {f: target.figures[f] for f in _JUDGED} if judged else {}
                made.append(replace(reachable(target, split[call], name, place), season=season))
            columns[call, name] = made
    return columns, pulled


def column_fouls(call: str) -> frozenset[str]:
    """Fouls that a column of this call can hold."""
    return frozenset(FOULS) if is_pass(call) else frozenset(FOULS) - PASS_FOULS


def _league_target(side: Side, fallback: int) -> ColumnTarget:
    everybody = Side(*(getattr(side, field.name).sum(axis=0, keepdims=True) for field in fields(side)))
    target = column_target(everybody, 0, {})
    if target.gains.sum() > 0:
        return target
    # Nobody gained anything on this call.
    gains = np.zeros(YARDS)
    gains[place_of_yards(fallback)] = 1.0
    return ColumnTarget(0.0, gains, {**target.figures, "mean": float(fallback), "completion": 1.0}, {})


@dataclass
class JointFit:
    """The problem and the current charts of the joint fit."""

    season: int
    settings: Settings
    targets: Targets
    state: Fitting
    symbols: Mapping[str, Symbols]
    #: call -> (team, outcome): what B or Big Play turns into.
    extras: Mapping[str, Matrix]
    #: (call, side) -> target by team.
    columns: Mapping[tuple[str, str], Sequence[ColumnTarget]]
    contributions: Contributions
    seed: int = 0
    workers: int = 1

    def offense_jobs(self, restarts: int, turn: int) -> Iterator[OffenseJob]:
        """One job a team."""
        for team, name in enumerate(self.targets.teams):
            yield OffenseJob(
                team=team,
                seed=seed_of(self.season, "offense", name, turn, self.seed),
                restarts=restarts,
                symbols=self.symbols,
                targets={call: self.columns[call, "offense"][team] for call in PLAYS},
                extras={call: self.extras[call][team] for call in PLAYS},
                rows={call: offense_fit.job_rows(self.state, self.targets, call, team) for call in PLAYS},
                start={
                    call: self.state.offense_cells[call][team] if call in self.state.offense_cells else None
                    for call in PLAYS
                },
            )

    def defense_jobs(self, restarts: int, turn: int) -> Iterator[DefenseJob]:
        """One job a team."""
        for team, name in enumerate(self.targets.teams):
            yield DefenseJob(
                team=team,
                seed=seed_of(self.season, "defense", name, turn, self.seed),
                restarts=restarts,
                mix=self.state.mix,
                targets={call: self.columns[call, "defense"][team] for call in PLAYS},
                contributions={
                    call: {
                        ending: float(split.second[team])
                        for ending, split in self.contributions.split[call].items()
                    }
                    for call in PLAYS
                },
                forced={call: float(self.contributions.forced[call][team]) for call in PLAYS},
                rows={call: defense_fit.job_rows(self.state, self.targets, call, team) for call in PLAYS},
                start={
                    call: self.state.defense_cells[call][team] if call in self.state.defense_cells else None
                    for call in PLAYS
                },
            )

    def put_offense(self, call: str, team: int, cells: Indices) -> None:
        """Replace one offense's column."""
        symbols = self.symbols[call]
        weights = symbol_weights(cells, OFFENSE_WEIGHTS, symbols.size)
        fouled = float(weights @ symbols.reroll)
        self.state.offense_cells[call][team] = cells
        self.state.offense[call][team] = symbols.spread(weights, self.extras[call][team]) / max(1 - fouled, 1e-9)

    def put_defense(self, call: str, team: int, cells: Indices) -> None:
        """Replace one defense's cells against a call."""
        weights = defense_weights(self.state.mix[call])
        self.state.defense_cells[call][team] = cells
        self.state.defense[call][team] = symbol_weights(cells, weights, len(DEFENSE_CELLS))

    def restore(
        self, offense: Mapping[str, Sequence[Sequence[int]]], defense: Mapping[str, Sequence[Sequence[int]]]
    ) -> None:
        """Put all columns of an earlier fit: call -> team -> symbols."""
        teams = len(self.targets.teams)
        for call in PLAYS:
            self.state.offense[call] = np.zeros((teams, OUTCOMES))
            self.state.offense_cells[call] = [np.zeros(0, dtype=np.int64)] * teams
            self.state.defense_cells[call] = [np.zeros(0, dtype=np.int64)] * teams
            for team in range(teams):
                self.put_offense(call, team, np.array(offense[call][team], dtype=np.int64))
                self.put_defense(call, team, np.array(defense[call][team], dtype=np.int64))

    def offense_step(self, restarts: int, turn: int, done: Callable[[], None]) -> list[OffenseFit]:
        """Fit every offense against the current defenses."""
        fits = []
        for fit in in_threads(
            lambda job: fit_offense(job, self.settings), self.offense_jobs(restarts, turn), self.workers
        ):
            fits.append(fit)
            done()
        for call in PLAYS:
            self.state.offense_cells[call] = [fit.cells[call] for fit in fits]
            self.state.offense[call] = np.stack([fit.spread[call] for fit in fits])
        return fits

    def defense_step(self, restarts: int, turn: int, done: Callable[[], None]) -> list[DefenseFit]:
        """Fit every defense against the current offenses."""
        fits = []
        for fit in in_threads(
            lambda job: fit_defense(job, self.settings), self.defense_jobs(restarts, turn), self.workers
        ):
            fits.append(fit)
            done()
        for call in PLAYS:
            self.state.defense_cells[call] = [fit.cells[call] for fit in fits]
            self.state.defense[call] = np.stack([fit.weights[call] for fit in fits])
        return fits


def steps(settings: Settings, teams: int) -> int:
    """How many jobs a run has, for the progress bar."""
    return (2 * int(settings.fit.rounds) + 1) * teams
