"""The last look: whatever the report would find outside is mended cell by cell, the whole league in view.

One cell changed, two exchanged, or two such moves at once: every move of a column is priced by what it does to that
column, to the team's season and to the columns and seasons of all opponents, and taken only if all of them together
are less outside than before. First the team's own columns, then those of the opponents that it met.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.fitting.distributions import wasserstein
from chartkit.systems.ddf.columns import PLAYS
from chartkit.systems.ddf.compile import defense_fit, offense_fit
from chartkit.systems.ddf.compile.books import Books, Outside
from chartkit.systems.ddf.compile.meeting import defense_rows, offense_rows
from chartkit.systems.ddf.compile.outcomes import YARDS
from chartkit.systems.ddf.compile.state import DEFENSE_CLASSES, OFFENSE_WEIGHTS, defense_weights, symbol_weights
from chartkit.systems.ddf.compile.symbols import FIGURES, figures_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chartkit.fitting.search import Problem
    from chartkit.systems.ddf.compile.joint import JointFit

    Array = NDArray[np.float64]
    Indices = NDArray[np.int64]

_OTHER = {"offense": "defense", "defense": "offense"}
_LEAST = 1e-6
#: So many of the moves that help most are told apart by the column that they leave.
_RANKED = 100
#: Pairs of moves: so many first ones, each with so many second ones.
_FIRST_MOVES, _SECOND_MOVES = 60, 4


@dataclass(frozen=True)
class Moves:
    """Moves of a column: `by` of the weight goes from one symbol to another; what the two cells hold afterwards."""

    by: Array
    old: Indices
    new: Indices
    cells: Indices  # (move, 2) which cells; twice the same where only one changes
    held: Indices  # (move, 2)

    def some(self, chosen: Any) -> Moves:
        """A choice of them."""
        return Moves(self.by[chosen], self.old[chosen], self.new[chosen], self.cells[chosen], self.held[chosen])

    def change(self, rows: Array) -> Array:
        """What each move does to figures of which every symbol brings a row."""
        by = self.by.reshape(-1, *[1] * (rows.ndim - 1))
        changed: Array = by * (rows[self.new] - rows[self.old])
        return changed


@dataclass(frozen=True)
class Column:
    """One column on the table: what each symbol brings to it and to the columns of the opponents met."""

    side: str
    team: int
    call: str
    cells: Indices
    weights: Array
    usable: NDArray[np.bool_]  # (cell, symbol)
    figures: Array  # (symbol, figure)
    gains: Array  # (symbol, grid) cumulative
    target_gains: Array  # cumulative
    met: Indices
    theirs: Array  # (symbol, opponent met, figure)
    problem: Problem

    def moves(self) -> Moves:
        """Every cell with every other symbol, and every exchange of two cells."""
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
        """Cells that may change: fouls stay where they are, so that the other shares stay linear."""
        free: NDArray[np.bool_] = self.usable[np.arange(len(self.cells)), self.cells]
        return free

    def distances(self, changes: Array) -> Array:
        """Distance of gains after changes of their cumulative masses."""
        held = symbol_weights(self.cells, self.weights, len(self.gains)) @ self.gains
        after = held + changes
        after = after / np.maximum(after[:, -1:], 1e-9)
        far: Array = np.abs(after - self.target_gains).sum(axis=1)
        return far


def settle(fit: JointFit) -> None:
    """Mend what is outside; what stays so and is judged weighs more every turn. The best that was seen is kept."""
    own = fit.settings["fit"]["settle"]
    books = {side: open_books(fit, side) for side in _OTHER}
    best, kept = _standing(fit, books), _cells(fit)
    for item in _ordered(item for side in books.values() for item in side.outside()):
        _mend(fit, books, item, alone=True)
    for _ in range(own["turns"]):
        now = _standing(fit, books)
        if now < best:
            best, kept = now, _cells(fit)
        enough = fit.settings["tolerance"]["enough"]
        items = _ordered(item for side in books.values() for item in side.failing(enough))
        if not items:
            break
        for item in items:
            moved = sum(_mend(fit, books, item) for _ in range(own["moves"]))
            if moved < own["moves"]:
                books[item.side].press(item, own["press"])
    _restore(fit, kept)


def _ordered(items: Iterable[Outside]) -> list[Outside]:
    """The farthest first."""
    return sorted(items, key=lambda item: (-item.by, item.side, item.team, item.figure, item.calls))


def _standing(fit: JointFit, books: dict[str, Books]) -> tuple[float, float]:
    """What makes the report say no, then all that is outside; less is better."""
    enough = fit.settings["tolerance"]["enough"]
    failing = sum(item.by for side in books.values() for item in side.failing(enough))
    return failing, sum(item.by for side in books.values() for item in side.outside())


def _cells(fit: JointFit) -> dict[str, dict[str, list[Indices]]]:
    held = {"offense": fit.state.offense_cells, "defense": fit.state.defense_cells}
    return {side: {call: list(cells) for call, cells in by_call.items()} for side, by_call in held.items()}


def _restore(fit: JointFit, kept: dict[str, dict[str, list[Indices]]]) -> None:
    for side, put in (("offense", fit.put_offense), ("defense", fit.put_defense)):
        for call, columns in kept[side].items():
            for team, cells in enumerate(columns):
                put(call, team, cells)


def open_books(fit: JointFit, side: str) -> Books:
    """The figures of all columns as the charts stand."""
    teams = len(fit.targets.teams)
    given, distance = np.zeros((teams, len(PLAYS), len(FIGURES))), np.zeros((teams, len(PLAYS)))
    for place, call in enumerate(PLAYS):
        for team in range(teams):
            ends = _ends(fit, side, team, call)
            given[team, place] = figures_of(ends[None, :])[0]
            distance[team, place] = _distance(fit, side, team, call, ends)
    return Books(fit.targets, side, given, distance, fit.settings)


def _ends(fit: JointFit, side: str, team: int, call: str) -> Array:
    """How a team's plays of a call end as the charts stand."""
    rows_of = offense_fit.job_rows if side == "offense" else defense_fit.job_rows
    weights = fit.state.offense if side == "offense" else fit.state.defense
    ends: Array = weights[call][team] @ rows_of(fit.state, fit.targets, call, team)
    return ends


def _distance(fit: JointFit, side: str, team: int, call: str, ends: Array) -> float:
    return wasserstein(ends[:YARDS], getattr(fit.targets.calls[call], side).gains[team])


@dataclass(frozen=True)
class Move:
    """New cells for a column: what they gain (negative is better) and what they change on both sides."""

    gain: float
    column: Column
    cells: Indices
    change: Array
    theirs: Array


def _mend(fit: JointFit, books: dict[str, Books], item: Outside, *, alone: bool = False) -> bool:
    """One move for one figure that is outside, in the team's own columns if alone; whether one was found."""
    if not books[item.side].still(item):
        return False
    own = [(item.side, item.team, call) for call in item.calls]
    found: Move | None = None
    tried = [(own, False)] if alone else [(own, False), (_opponents(fit, item), False), (own, True)]
    for where, pairs in tried:
        made = _best(fit, books, item, where, pairs=pairs)
        if made is not None and (found is None or made.gain < found.gain):
            found = made
        # Small change is left for when nobody offers more.
        if found is not None and found.gain < -item.by / 2:
            break
    if found is None:
        return False
    _put(fit, books, found)
    return True


def _opponents(fit: JointFit, item: Outside) -> list[tuple[str, int, str]]:
    """The columns of the other side that this one met most."""
    often = []
    for call in item.calls:
        meetings = fit.targets.calls[call].meetings
        met = meetings[item.team] if item.side == "offense" else meetings[:, item.team]
        often += [(-float(met[other]), call, other) for other in np.flatnonzero(met).tolist()]
    most = fit.settings["fit"]["settle"]["opponents"]
    return [(_OTHER[item.side], other, call) for _, call, other in sorted(often)[:most]]


def _best(
    fit: JointFit, books: dict[str, Books], item: Outside, where: list[tuple[str, int, str]], *, pairs: bool
) -> Move | None:
    """The best move of these columns, if there is one that helps."""
    found: list[Move] = []
    for side, team, call in where:
        if books[side].plays[team, PLAYS.index(call)] == 0:
            continue
        column = (_offense if side == "offense" else _defense)(fit, team, call)
        moves = column.moves()
        toward = moves.some(np.flatnonzero(_toward(column, moves, item)))
        if not len(toward.by):
            continue
        made = _pairs(column, toward, moves, books) if pairs else [toward]
        move = _price(column, made, books, fit.settings["fit"]["settle"]["quality"])
        if move is not None:
            found.append(move)
    return min(found, key=lambda move: move.gain) if found else None


def _toward(column: Column, moves: Moves, item: Outside) -> NDArray[np.bool_]:
    """Which moves bring the figure that is outside nearer to its season."""
    if item.too_much is None:
        return np.ones(len(moves.by), dtype=np.bool_)
    place = FIGURES.index(item.column_figure)
    if item.side == column.side:
        changed = moves.change(column.figures[:, place])
    else:
        changed = moves.change(column.theirs[:, int(np.flatnonzero(column.met == item.team)[0]), place])
    return changed < -1e-12 if item.too_much else changed > 1e-12


def _price(column: Column, made: list[Moves], books: dict[str, Books], quality: float) -> Move | None:
    """The best of moves that help; those of all lists at the same place are made together."""
    nothing = np.zeros((1, *column.figures.shape[1:]))
    nowhere, still = np.zeros((1, *column.theirs.shape[1:])), np.zeros((1, column.gains.shape[1]))
    now = float(_cost(column, books, nothing, nowhere, still)[0])
    change = np.sum([moves.change(column.figures) for moves in made], axis=0)
    theirs = np.sum([moves.change(column.theirs) for moves in made], axis=0)
    gains = np.sum([moves.change(column.gains) for moves in made], axis=0)
    gained = _cost(column, books, change, theirs, gains) - now
    helps = np.flatnonzero(gained < -_LEAST)
    helps = helps[np.argsort(gained[helps], kind="stable")][:_RANKED]
    # Of moves that help alike the one that leaves the better column.
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


def _cost(column: Column, books: dict[str, Books], change: Array, theirs: Array, gains: Array) -> Array:
    """What is outside after changes of a column's figures, of its opponents' and of its gains."""
    mine, other, call = books[column.side], books[_OTHER[column.side]], PLAYS.index(column.call)
    near = mine.distance_cost(column.team, call, column.distances(gains))
    total: Array = mine.cost(np.array([column.team]), call, change[:, None, :]) + near
    return total + other.cost(column.met, call, theirs)


def _pairs(column: Column, toward: Moves, moves: Moves, books: dict[str, Books]) -> list[Moves]:
    """Two moves at once on different cells: the pairs that leave the column and the team's season least outside."""
    mine, call, team = books[column.side], PLAYS.index(column.call), np.array([column.team])
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


def _put(fit: JointFit, books: dict[str, Books], move: Move) -> None:
    """Write the cells and book what they change."""
    column = move.column
    call, place, other = column.call, PLAYS.index(column.call), _OTHER[column.side]
    (fit.put_offense if column.side == "offense" else fit.put_defense)(call, column.team, move.cells)
    books[column.side].book(np.array([column.team]), place, move.change[None, :])
    books[other].book(column.met, place, move.theirs)
    for side, team in ((column.side, column.team), *((other, met) for met in column.met.tolist())):
        books[side].distance[team, place] = _distance(fit, side, team, call, _ends(fit, side, team, call))


def _offense(fit: JointFit, team: int, call: str) -> Column:
    state, targets, symbols, extra = fit.state, fit.targets.calls[call], fit.symbols[call], fit.extras[call][team]
    cells = state.offense_cells[call][team]
    rows = offense_fit.job_rows(state, fit.targets, call, team)
    kept = 1 - float(symbol_weights(cells, OFFENSE_WEIGHTS, symbols.size) @ symbols.reroll)
    gains, figures = symbols.rows(rows, extra)
    met = np.flatnonzero(targets.meetings[team])
    theirs = []
    for other in met.tolist():
        only = np.eye(1, len(fit.targets.teams), other)[0]
        faced = offense_rows(
            state.defense_met(call, team, only), state.pairs, figures_of(state.recorded[call, "defense"][other])
        )
        share = targets.meetings[team, other] / max(float(targets.defense.plays[other]), 1)
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
    met = np.flatnonzero(targets.meetings[:, team])
    theirs = []
    for other in met.tolist():
        faced = defense_rows(
            state.offense[call][other], state.pairs, figures_of(state.recorded[call, "offense"][other])
        )
        share = targets.meetings[other, team] / max(float(targets.offense.plays[other]), 1)
        theirs.append(share * state.after_cancels(faced, call, other))
    usable = defense_fit.allowed_cells(call, fit.settings)[DEFENSE_CLASSES]
    problem = defense_fit.column_problem(
        call,
        state.mix[call],
        rows,
        fit.columns[call, "defense"][team],
        {ending: float(split.second[team]) for ending, split in fit.supply.split[call].items()},
        float(fit.supply.forced[call][team]),
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


def _cumulative(gains: Array) -> Array:
    total: Array = np.cumsum(gains / max(float(gains.sum()), 1e-9))
    return total
