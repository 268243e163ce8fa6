"""Which symbol goes into which cell: iterated local search on a column whose result is linear in its cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import numba
import numpy as np

from chartkit.fitting.distributions import Function, Indices, Matrix, Vector, compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray


_Job = TypeVar("_Job")
_Done = TypeVar("_Done")
_njit: Any = numba.njit


def _inlined(function: Function) -> Function:
    """Compile a function into its callers: passing all arrays of a problem costs more than many calls do."""
    return cast(Function, _njit(inline="always")(function))


def in_threads(work: Callable[[_Job], _Done], jobs: Iterable[_Job], workers: int) -> Iterator[_Done]:
    """Run jobs on threads (compiled code releases the interpreter); results come in the order of the jobs."""
    if workers <= 1:
        yield from map(work, jobs)
        return
    with ThreadPoolExecutor(max_workers=workers) as pool:
        yield from pool.map(work, jobs)


@dataclass(frozen=True)
class Problem:
    """A column to fill: cells with weights, symbols with what each contributes, targets with tolerances.

    With `x` the weight of each symbol, the figures are `sum x * figures` and the yardage masses `sum x * gains`
    (cumulative along the grid). Symbols with `reroll` 1 are rolled again: all figures marked `conditional`, and
    the yardage, are shares of the other rolls.
    """

    weights: Vector  # (cells,)
    classes: Indices  # (cells,) group of cells, for figures that only some cells feed
    allowed: NDArray[np.bool_]  # (classes, symbols)
    gains: Matrix  # (symbols, grid) cumulative
    figures: NDArray[np.float64]  # (classes, symbols, figures)
    reroll: Vector  # (symbols,)
    conditional: NDArray[np.bool_]  # (figures,)
    ladder: Indices  # (symbols,) a number symbol's place among the numbers, else -1
    target_gains: Vector  # (grid,) cumulative, ends at 1
    target: Vector  # (figures,)
    tolerance: Vector  # (figures,)
    importance: Vector  # (figures,)
    distance_weight: float
    #: A barrier: within `reach` of `middle` a figure costs nothing more, beyond it `slope` for every unit.
    middle: Vector | None = None  # (figures,)
    reach: Vector | None = None  # (figures,) infinite where there is no barrier
    slope: Vector | None = None  # (figures,)
    #: Where blocks of the grid begin: the distance is summed over blocks. Every point is its own if not given.
    blocks: Indices | None = None

    def solve(self, start: Indices, *, restarts: int, seed: int) -> tuple[Indices, float]:
        """The best assignment found from `start`, and its score (lower is better).

        The search stops when half of `restarts` in a row have found nothing better.
        """
        cells, score = _search(self._arrays(), start, restarts, seed)
        return cells, float(score)

    def score(self, cells: Indices) -> float:
        """The objective of a given assignment."""
        arrays = self._arrays()
        return float(_score(arrays, *_sums(arrays, cells)))

    def _arrays(self) -> _Arrays:
        numbers = np.flatnonzero(self.ladder >= 0)
        blocks = np.arange(self.gains.shape[1]) if self.blocks is None else self.blocks
        # Padded with zeros, so that the innermost loop can take four at a time.
        size = -(-len(blocks) // 4) * 4
        gains, target_gains = np.zeros((len(self.gains), size)), np.zeros(size)
        gains[:, : len(blocks)] = np.add.reduceat(self.gains, blocks, axis=1)
        target_gains[: len(blocks)] = np.add.reduceat(self.target_gains, blocks)
        none = np.zeros(len(self.target))
        return _Arrays(
            self.weights,
            self.classes,
            self.allowed,
            gains,
            np.ascontiguousarray(self.gains[:, -1]),
            self.figures,
            self.reroll,
            self.conditional,
            self.ladder,
            numbers[np.argsort(self.ladder[numbers], kind="stable")],
            # Weighted once, so that the distance is a plain sum in the innermost loop.
            target_gains * self.distance_weight,
            self.target,
            2.0 / self.tolerance,
            self.importance,
            self.target if self.middle is None else self.middle,
            none + np.inf if self.reach is None else self.reach,
            none if self.slope is None else self.slope,
            self.distance_weight,
        )


class _Arrays(NamedTuple):
    """A problem as the compiled code sees it."""

    weights: Any
    classes: Any
    allowed: Any
    gains: Any
    mass: Any
    figures: Any
    reroll: Any
    conditional: Any
    ladder: Any
    rungs: Any
    target_gains: Any
    target: Any
    scale: Any
    importance: Any
    middle: Any
    reach: Any
    slope: Any
    distance_weight: Any


class _Sums(NamedTuple):
    """What the cells of a column add up to; `shares` holds the mass of gains and the share that is rolled again."""

    gains: Any
    figures: Any
    shares: Any


@compiled
def _add(p: _Arrays, sums: _Sums, cell: int, symbol: int, sign: float) -> None:
    """Put a symbol into a cell (sign 1) or take it out (sign -1)."""
    weight = sign * p.weights[cell]
    row = p.classes[cell]
    for y in range(p.gains.shape[1]):
        sums.gains[y] += weight * p.gains[symbol, y]
    for k in range(p.figures.shape[2]):
        sums.figures[k] += weight * p.figures[row, symbol, k]
    sums.shares[0] += weight * p.mass[symbol]
    sums.shares[1] += weight * p.reroll[symbol]


@compiled
def _sums(p: _Arrays, cells: Indices) -> _Sums:
    sums = _Sums(np.zeros(p.gains.shape[1]), np.zeros(p.figures.shape[2]), np.zeros(2))
    for cell in range(cells.shape[0]):
        _add(p, sums, cell, cells[cell], 1.0)
    return sums


@compiled
def _score(p: _Arrays, gains: Vector, figures: Vector, shares: Vector) -> float:
    return _trial(p, _Sums(gains, figures, shares), 0.0, 0, 0, 0.0, 0, 0, np.inf)


@_inlined
def _trial(
    p: _Arrays, rest: _Sums, wi: float, ci: int, si: int, wj: float, cj: int, sj: int, bound: float
) -> float:
    """Score of the rest of a column with one or two (wj > 0) cells put in; gives up once above `bound`.

    A cell is its weight, its class and its symbol.
    """
    rolled = rest.shares[1] + wi * p.reroll[si] + wj * p.reroll[sj]
    share = 1.0 / (1.0 - rolled) if rolled < 0.999 else 1000.0
    total: float = 0.0
    for k in range(rest.figures.shape[0]):
        value = rest.figures[k] + wi * p.figures[ci, si, k] + wj * p.figures[cj, sj, k]
        if p.conditional[k]:
            value *= share
        miss = abs(value - p.target[k]) * p.scale[k]
        near = min(miss, 2.0)
        # Rounded near zero: with plain absolute values the search sticks on the first ridge.
        soft = p.importance[k] * (near * near * 0.25 + (miss - near))
        # One sum for both: the processor waits for each sum before it begins the next.
        total += soft + max(abs(value - p.middle[k]) - p.reach[k], 0.0) * p.slope[k]
    if total >= bound:
        return total
    mass = rest.shares[0] + wi * p.mass[si] + wj * p.mass[sj]
    if mass <= 1e-12:
        return total
    factor = p.distance_weight / mass
    # Four sums side by side: fast, and the same on every processor.
    a, b, c, d = 0.0, 0.0, 0.0, 0.0
    gains, target, given = p.gains, p.target_gains, rest.gains
    for y in range(0, given.shape[0], 4):
        a += abs((given[y] + wi * gains[si, y] + wj * gains[sj, y]) * factor - target[y])
        b += abs((given[y + 1] + wi * gains[si, y + 1] + wj * gains[sj, y + 1]) * factor - target[y + 1])
        c += abs((given[y + 2] + wi * gains[si, y + 2] + wj * gains[sj, y + 2]) * factor - target[y + 2])
        d += abs((given[y + 3] + wi * gains[si, y + 3] + wj * gains[sj, y + 3]) * factor - target[y + 3])
    return total + ((a + b) + (c + d))


@compiled
def _replace_each(p: _Arrays, cells: Indices, best: float) -> float:
    """The best symbol for every cell in turn."""
    rest = _sums(p, cells)
    for i in range(cells.shape[0]):
        chosen, wi, ci = cells[i], p.weights[i], p.classes[i]
        old = chosen
        _add(p, rest, i, old, -1.0)
        for s in range(p.gains.shape[0]):
            if s == old or not p.allowed[ci, s]:
                continue
            score = _trial(p, rest, wi, ci, s, 0.0, 0, 0, best - 1e-9)
            if score < best - 1e-9:
                best = score
                chosen = s
        cells[i] = chosen
        _add(p, rest, i, chosen, 1.0)
    return best


@compiled
def _swap_pairs(p: _Arrays, cells: Indices, best: float) -> float:
    """Every exchange of two cells that helps; its score comes from what it changes in the sums of the column."""
    sums = _sums(p, cells)
    other = _Sums(sums.gains, np.empty_like(sums.figures), sums.shares)
    for i in range(cells.shape[0]):
        wi, ci = p.weights[i], p.classes[i]
        for j in range(i + 1, cells.shape[0]):
            a, b = cells[i], cells[j]
            wj, cj = p.weights[j], p.classes[j]
            if a == b or (wi == wj and ci == cj) or not (p.allowed[ci, b] and p.allowed[cj, a]):
                continue
            # As if both cells were of the first one's class, and before that what the second one's class changes.
            for k in range(other.figures.shape[0]):
                classes = (p.figures[ci, b, k] - p.figures[cj, b, k]) - (p.figures[ci, a, k] - p.figures[cj, a, k])
                other.figures[k] = sums.figures[k] + wj * classes
            score = _trial(p, other, wi - wj, ci, b, wj - wi, ci, a, best - 1e-9)
            if score < best - 1e-9:
                best = score
                cells[i], cells[j] = b, a
                _add(p, sums, i, a, -1.0)
                _add(p, sums, j, b, -1.0)
                _add(p, sums, i, b, 1.0)
                _add(p, sums, j, a, 1.0)
    return best


@compiled
def _shift_pairs(p: _Arrays, cells: Indices, best: float) -> float:
    """Two number cells moved at once by up to two steps: the mean can stay while the shape changes."""
    rest = _sums(p, cells)
    for i in range(cells.shape[0]):
        wi, ci = p.weights[i], p.classes[i]
        for j in range(i + 1, cells.shape[0]):
            rung_i, rung_j = p.ladder[cells[i]], p.ladder[cells[j]]
            if rung_i < 0 or rung_j < 0:
                continue
            wj, cj = p.weights[j], p.classes[j]
            _add(p, rest, i, cells[i], -1.0)
            _add(p, rest, j, cells[j], -1.0)
            for step in range(25):
                a, b = rung_i + step // 5 - 2, rung_j + step % 5 - 2
                if a == rung_i or b == rung_j or min(a, b) < 0 or max(a, b) >= p.rungs.shape[0]:
                    continue
                new_i, new_j = p.rungs[a], p.rungs[b]
                if not (p.allowed[ci, new_i] and p.allowed[cj, new_j]):
                    continue
                score = _trial(p, rest, wi, ci, new_i, wj, cj, new_j, best - 1e-9)
                if score < best - 1e-9:
                    best = score
                    cells[i], cells[j] = new_i, new_j
            _add(p, rest, i, cells[i], 1.0)
            _add(p, rest, j, cells[j], 1.0)
    return best


@compiled
def _descend(p: _Arrays, cells: Indices) -> float:
    sums = _sums(p, cells)
    best = _score(p, sums.gains, sums.figures, sums.shares)
    while True:
        before = best
        best = _replace_each(p, cells, best)
        best = _swap_pairs(p, cells, best)
        if best == before:
            best = _shift_pairs(p, cells, best)
        if best == before:
            return best


@compiled
def _next(state: Any) -> Any:
    state ^= state << np.uint64(13)
    state ^= state >> np.uint64(7)
    state ^= state << np.uint64(17)
    return state


@compiled
def _perturb(p: _Arrays, cells: Indices, state: Any) -> Any:
    """Shake a column: two exchanges and one new symbol at random."""
    n = np.uint64(cells.shape[0])
    for _ in range(2):
        state = _next(state)
        i = int(state % n)
        state = _next(state)
        j = int(state % n)
        if p.allowed[p.classes[i], cells[j]] and p.allowed[p.classes[j], cells[i]]:
            cells[i], cells[j] = cells[j], cells[i]
    state = _next(state)
    i = int(state % n)
    state = _next(state)
    s = int(state % np.uint64(p.gains.shape[0]))
    if p.allowed[p.classes[i], s]:
        cells[i] = s
    return state


@compiled
def _search(p: _Arrays, start: Indices, restarts: int, seed: int) -> tuple[Indices, float]:
    best_cells = start.copy()
    best = _descend(p, best_cells)
    state = np.uint64(seed) * np.uint64(2654435761) + np.uint64(88172645463325252)
    for _ in range(4):
        state = _next(state)
    failed = 0
    for _ in range(restarts):
        cells = best_cells.copy()
        state = _perturb(p, cells, state)
        score = _descend(p, cells)
        failed += 1
        if score < best - 1e-9:
            best = score
            best_cells = cells
            failed = 0
        elif 2 * failed > restarts:
            break
    return best_cells, best
