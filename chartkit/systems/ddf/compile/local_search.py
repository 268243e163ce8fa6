"""Local search over the whole league: cells are changed until no figure of the report is outside its tolerance.

A move changes one cell, exchanges two, or does two such things at once. Its cost is the total violation of
tolerances after it: in the column itself, in the team's season, and in the columns and seasons of all opponents. A
move is made only if the total goes down. A team's own columns are tried first, then those of the opponents that it
met most.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.fitting import Indices, Vector, wasserstein
from chartkit.systems.ddf.charts import PLAYS
from chartkit.systems.ddf.compile import defense_fit, offense_fit
from chartkit.systems.ddf.compile.fit_space import (
    DEFENSE_CLASSES,
    FIGURES,
    OFFENSE_WEIGHTS,
    YARDS,
    defense_rows,
    defense_weights,
    figures_of,
    offense_rows,
    symbol_weights,
)
from chartkit.systems.ddf.compile.league_figures import LeagueFigures, Violation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chartkit.fitting import Problem
    from chartkit.systems.ddf.compile.joint_fit import JointFit


_OTHER = {"offense": "defense", "defense": "offense"}
_LEAST = 1e-6
#: For this many of the best moves the column's own objective is computed too.
_RANKED = 100
#: Pairs of moves: this many first moves, each with this many second ones.
_FIRST_MOVES, _SECOND_MOVES = 60, 4


@dataclass(frozen=True)
class Moves:
    """Moves of a column: weight `by` goes from symbol `old` to `new`; `cells` then hold the symbols `held`."""

    by: Vector
    old: Indices
    new: Indices
    cells: Indices  # (move, 2) which cells; twice the same where only one changes
    held: Indices  # (move, 2)

    def some(self, chosen: Any) -> Moves:
        """The moves at these indices."""
        return Moves(self.by[chosen], self.old[chosen], self.new[chosen], self.cells[chosen], self.held[chosen])

    def change(self, rows: Vector) -> Vector:
        """Change of the figures by each move; `rows` has a row for each symbol."""
        by = self.by.reshape(-1, *[1] * (rows.ndim - 1))
        changed: Vector = by * (rows[self.new] - rows[self.old])
        return changed


@dataclass(frozen=True)
class Column:
    """One column: what each symbol contributes to its own figures and to those of the opponents met."""

    side: str
    team: int
    call: str
    cells: Indices
    weights: Vector
    usable: NDArray[np.bool_]  # (cell, symbol)
    figures: Vector  # (symbol, figure)
    gains: Vector  # (symbol, grid) cumulative
    target_gains: Vector  # cumulative
    met: Indices
    theirs: Vector  # (symbol, opponent met, figure)
    problem: Problem

    def moves(self) -> Moves:
        """All moves: every cell with every other symbol, and every exchange of two cells."""
        singles = self.usable.copy()
        singles[np.arange(len(self.cells)), self.cells] = False
        singles[~self._free] = False
        cell, symbol = np.nonzero(singles)
        i, j = np.triu_indices(len(self.cells), 1)
        a, b = self.cells[i], self.cells[j]
        fits = self._free[i] & self._free[j] & (a != b) & (np.abs(self.weights[i] - self.weights[j]) > 1e-12)
        fits &= self.usable[i, b] & self.usable[j, a]
        i, j, a, b = i[fits], j[fits], a[fits], b[fits]
        return Moves(
            np.concatenate([self.weights[cell], self.weights[i] - self.weights[j]]),
            np.concatenate([self.cells[cell], a]),
            np.concatenate([symbol, b]),
            np.concatenate([np.stack([cell, cell], axis=1), np.stack([i, j], axis=1)]),
            np.concatenate([np.stack([symbol, symbol], axis=1), np.stack([b, a], axis=1)]),
        )

    @property
    def _free(self) -> NDArray[np.bool_]:
        """Cells that may change. Fouls stay, so that the figures stay linear in the cells."""
        free: NDArray[np.bool_] = self.usable[np.arange(len(self.cells)), self.cells]
        return free

    def distances(self, changes: Vector) -> Vector:
        """Distance of gains from the season after changes of their cumulative masses."""
        held = symbol_weights(self.cells, self.weights, len(self.gains)) @ self.gains
        after = held + changes
        after = after / np.maximum(after[:, -1:], 1e-9)
        far: Vector = np.abs(after - self.target_gains).sum(axis=1)
        return far


def remove_violations(fit: JointFit) -> None:
    """Change cells until the report has nothing to object to; keep the best charts seen.

    A figure that stays outside gets a higher weight in the next round, so that others give way.
    """
    own = fit.settings.fit.local_search
    league = {side: current_figures(fit, side) for side in _OTHER}
    best, kept = _objective(fit, league), _cells(fit)
    for violation in _ordered(violation for side in league.values() for violation in side.violations()):
        _improve(fit, league, violation, alone=True)
    for _ in range(own.rounds):
        now = _objective(fit, league)
        if now < best:
            best, kept = now, _cells(fit)
        enough = fit.settings.tolerance.enough
        violations = _ordered(violation for side in league.values() for violation in side.failing(enough))
        if not violations:
            break
        for violation in violations:
            moved = sum(_improve(fit, league, violation) for _ in range(own.moves))
            if moved < own.moves:
                league[violation.side].raise_weight(violation, own.weight_growth)
    _restore(fit, kept)


def _ordered(violations: Iterable[Violation]) -> list[Violation]:
    """The largest first."""
    return sorted(violations, key=lambda v: (-v.amount, v.side, v.team, v.figure, v.calls))


def _objective(fit: JointFit, league: dict[str, LeagueFigures]) -> tuple[float, float]:
    """Violations that make the report fail, then all violations; lower is better."""
    enough = fit.settings.tolerance.enough
    failing = sum(violation.amount for side in league.values() for violation in side.failing(enough))
    return failing, sum(violation.amount for side in league.values() for violation in side.violations())


def _cells(fit: JointFit) -> dict[str, dict[str, list[Indices]]]:
    held = {"offense": fit.state.offense_cells, "defense": fit.state.defense_cells}
    return {side: {call: list(cells) for call, cells in by_call.items()} for side, by_call in held.items()}


def _restore(fit: JointFit, kept: dict[str, dict[str, list[Indices]]]) -> None:
    for side, put in (("offense", fit.put_offense), ("defense", fit.put_defense)):
        for call, columns in kept[side].items():
            for team, cells in enumerate(columns):
                put(call, team, cells)


def current_figures(fit: JointFit, side: str) -> LeagueFigures:
    """The figures of all columns of the current charts."""
    teams = len(fit.targets.teams)
    given, distance = np.zeros((teams, len(PLAYS), len(FIGURES))), np.zeros((teams, len(PLAYS)))
    for place, call in enumerate(PLAYS):
        for team in range(teams):
            ends = _ends(fit, side, team, call)
            given[team, place] = figures_of(ends[None, :])[0]
            distance[team, place] = _distance(fit, side, team, call, ends)
    return LeagueFigures(fit.targets, side, given, distance, fit.settings)


def _ends(fit: JointFit, side: str, team: int, call: str) -> Vector:
    """How a team's plays of a call end with the current charts."""
    rows_of = offense_fit.job_rows if side == "offense" else defense_fit.job_rows
    weights = fit.state.offense if side == "offense" else fit.state.defense
    ends: Vector = weights[call][team] @ rows_of(fit.state, fit.targets, call, team)
    return ends


def _distance(fit: JointFit, side: str, team: int, call: str, ends: Vector) -> float:
    return wasserstein(ends[:YARDS], getattr(fit.targets.calls[call], side).gains[team])


@dataclass(frozen=True)
class Move:
    """New cells for a column: the change of cost (negative is better) and of the figures of both sides."""

    gain: float
    column: Column
    cells: Indices
    change: Vector
    theirs: Vector


def _improve(fit: JointFit, league: dict[str, LeagueFigures], violation: Violation, *, alone: bool = False) -> bool:
    """Make one move against a violation, only in the team's own columns if `alone`; whether there was one."""
    if not league[violation.side].persists(violation):
        return False
    own = [(violation.side, violation.team, call) for call in violation.calls]
    found: Move | None = None
    tried = [(own, False)] if alone else [(own, False), (_opponents(fit, violation), False), (own, True)]
    for where, pairs in tried:
        made = _best_in(fit, league, violation, where, pairs=pairs)
        if made is not None and (found is None or made.gain < found.gain):
            found = made
        # A move that removes half of the violation is good enough; smaller ones wait until everything was tried.
        if found is not None and found.gain < -violation.amount / 2:
            break
    if found is None:
        return False
    _put(fit, league, found)
    return True


def _opponents(fit: JointFit, violation: Violation) -> list[tuple[str, int, str]]:
    """Columns of the opponents that this team met most."""
    often = []
    for call in violation.calls:
        matchups = fit.targets.calls[call].matchups
        met = matchups[violation.team] if violation.side == "offense" else matchups[:, violation.team]
        often += [(-float(met[other]), call, other) for other in np.flatnonzero(met).tolist()]
    most = fit.settings.fit.local_search.opponents
    return [(_OTHER[violation.side], other, call) for _, call, other in sorted(often)[:most]]


def _best_in(
    fit: JointFit,
    league: dict[str, LeagueFigures],
    violation: Violation,
    where: list[tuple[str, int, str]],
    *,
    pairs: bool,
) -> Move | None:
    """The best move in these columns, or None if none lowers the cost."""
    found: list[Move] = []
    for side, team, call in where:
        if league[side].plays[team, PLAYS.index(call)] == 0:
            continue
        column = (_offense if side == "offense" else _defense)(fit, team, call)
        moves = column.moves()
        toward = moves.some(np.flatnonzero(_toward(column, moves, violation)))
        if not len(toward.by):
            continue
        made = _pairs(column, toward, moves, league) if pairs else [toward]
        move = _best_move(column, made, league, fit.settings.fit.local_search.quality)
        if move is not None:
            found.append(move)
    return min(found, key=lambda move: move.gain) if found else None


def _toward(column: Column, moves: Moves, violation: Violation) -> NDArray[np.bool_]:
    """Which moves change the violated figure in the right direction."""
    if violation.too_much is None:
        return np.ones(len(moves.by), dtype=np.bool_)
    place = FIGURES.index(violation.column_figure)
    if violation.side == column.side:
        changed = moves.change(column.figures[:, place])
    else:
        changed = moves.change(column.theirs[:, int(np.flatnonzero(column.met == violation.team)[0]), place])
    return changed < -1e-12 if violation.too_much else changed > 1e-12


def _best_move(column: Column, made: list[Moves], league: dict[str, LeagueFigures], quality: float) -> Move | None:
    """The best of the moves that lower the cost; moves at the same index of all lists are made together."""
    nothing = np.zeros((1, *column.figures.shape[1:]))
    nowhere, still = np.zeros((1, *column.theirs.shape[1:])), np.zeros((1, column.gains.shape[1]))
    now = float(_cost(column, league, nothing, nowhere, still)[0])
    change = np.sum([moves.change(column.figures) for moves in made], axis=0)
    theirs = np.sum([moves.change(column.theirs) for moves in made], axis=0)
    gains = np.sum([moves.change(column.gains) for moves in made], axis=0)
    gained = _cost(column, league, change, theirs, gains) - now
    helps = np.flatnonzero(gained < -_LEAST)
    helps = helps[np.argsort(gained[helps], kind="stable")][:_RANKED]
    # Among moves that help about equally, the column's own objective decides.
    before = column.problem.score(column.cells)
    best: Move | None = None
    for place in helps.tolist():
        cells = column.cells.copy()
        for moves in made:
            cells[moves.cells[place]] = moves.held[place]
        gain = float(gained[place]) + quality * (column.problem.score(cells) - before)
        if best is None or gain < best.gain:
            best = Move(gain, column, cells, change[place], theirs[place])
    return best


def _cost(
    column: Column, league: dict[str, LeagueFigures], change: Vector, theirs: Vector, gains: Vector
) -> Vector:
    """Total violation after changes of a column's figures, of its opponents' figures and of its gains."""
    mine, other, call = league[column.side], league[_OTHER[column.side]], PLAYS.index(column.call)
    near = mine.distance_cost(column.team, call, column.distances(gains))
    total: Vector = mine.cost(np.array([column.team]), call, change[:, None, :]) + near
    return total + other.cost(column.met, call, theirs)


def _pairs(column: Column, toward: Moves, moves: Moves, league: dict[str, LeagueFigures]) -> list[Moves]:
    """Pairs of moves on different cells, those with the least violation in the column and the team's season."""
    mine, call, team = league[column.side], PLAYS.index(column.call), np.array([column.team])
    change, wanted = moves.change(column.figures), toward.change(column.figures)
    alone = mine.cost(team, call, wanted[:, None, :])
    alone = alone + mine.distance_cost(column.team, call, column.distances(toward.change(column.gains)))
    first = np.argsort(alone, kind="stable")[:_FIRST_MOVES]
    costs, left, right = [], [], []
    for one in first.tolist():
        both = mine.cost(team, call, (change + wanted[one])[:, None, :])
        both[np.isin(moves.cells, toward.cells[one]).any(axis=1)] = np.inf
        near = np.argsort(both, kind="stable")[:_SECOND_MOVES]
        costs.append(both[near])
        left.append(np.full(len(near), one))
        right.append(near)
    order = np.argsort(np.concatenate(costs), kind="stable")[:_RANKED]
    return [toward.some(np.concatenate(left)[order]), moves.some(np.concatenate(right)[order])]


def _put(fit: JointFit, league: dict[str, LeagueFigures], move: Move) -> None:
    """Make a move: set the cells and update the figures of both sides."""
    column = move.column
    call, place, other = column.call, PLAYS.index(column.call), _OTHER[column.side]
    (fit.put_offense if column.side == "offense" else fit.put_defense)(call, column.team, move.cells)
    league[column.side].apply(np.array([column.team]), place, move.change[None, :])
    league[other].apply(column.met, place, move.theirs)
    for side, team in ((column.side, column.team), *((other, met) for met in column.met.tolist())):
        league[side].distance[team, place] = _distance(fit, side, team, call, _ends(fit, side, team, call))


def _offense(fit: JointFit, team: int, call: str) -> Column:
    state, targets, symbols, extra = fit.state, fit.targets.calls[call], fit.symbols[call], fit.extras[call][team]
    cells = state.offense_cells[call][team]
    rows = offense_fit.job_rows(state, fit.targets, call, team)
    kept = 1 - float(symbol_weights(cells, OFFENSE_WEIGHTS, symbols.size) @ symbols.reroll)
    gains, figures = symbols.rows(rows, extra)
    met = np.flatnonzero(targets.matchups[team])
    theirs = []
    for other in met.tolist():
        only = np.eye(1, len(fit.targets.teams), other)[0]
        faced = offense_rows(
            state.defense_faced(call, team, only), state.pairs, figures_of(state.recorded[call, "defense"][other])
        )
        share = targets.matchups[team, other] / max(float(targets.defense.plays[other]), 1)
        theirs.append(share / kept * symbols.each(faced, extra))
    usable = np.tile(symbols.reroll == 0, (len(cells), 1))
    return Column(
        "offense",
        team,
        call,
        cells,
        OFFENSE_WEIGHTS,
        usable,
        figures[:, : len(FIGURES)] / kept,
        gains / kept,
        _cumulative(targets.offense.gains[team]),
        met,
        np.stack(theirs, axis=1),
        offense_fit.column_problem(symbols, rows, extra, fit.columns[call, "offense"][team], fit.settings),
    )


def _defense(fit: JointFit, team: int, call: str) -> Column:
    state, targets = fit.state, fit.targets.calls[call]
    rows = defense_fit.job_rows(state, fit.targets, call, team)
    met = np.flatnonzero(targets.matchups[:, team])
    theirs = []
    for other in met.tolist():
        faced = defense_rows(
            state.offense[call][other], state.pairs, figures_of(state.recorded[call, "offense"][other])
        )
        share = targets.matchups[other, team] / max(float(targets.offense.plays[other]), 1)
        theirs.append(share * state.after_cancels(faced, call, other))
    usable = defense_fit.allowed_cells(call, fit.settings)[DEFENSE_CLASSES]
    problem = defense_fit.column_problem(
        call,
        state.mix[call],
        rows,
        fit.columns[call, "defense"][team],
        {ending: float(split.second[team]) for ending, split in fit.contributions.split[call].items()},
        float(fit.contributions.forced[call][team]),
        fit.settings,
    )
    return Column(
        "defense",
        team,
        call,
        state.defense_cells[call][team],
        defense_weights(state.mix[call]),
        usable,
        figures_of(rows),
        np.cumsum(rows[:, :YARDS], axis=1),
        _cumulative(targets.defense.gains[team]),
        met,
        np.stack(theirs, axis=1),
        problem,
    )


def _cumulative(gains: Vector) -> Vector:
    total: Vector = np.cumsum(gains / max(float(gains.sum()), 1e-9))
    return total
