"""Which symbol goes into which cell: iterated local search on a column whose result is linear in its cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import numba
import numpy as np

from chartkit.fitting.distributions import Indices, Matrix, Vector

if TYPE_CHECKING:
    from numpy.typing import NDArray


Function = TypeVar("Function", bound=Callable[..., Any])
_Job = TypeVar("_Job")
_Done = TypeVar("_Done")
_njit: Any = numba.njit


def compiled(function: Function) -> Function:
    """Compile a function, keep the machine code between runs, and let other threads work while it runs."""
    return cast(Function, _njit(cache=True, nogil=True)(function))


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
    #: A barrier: within `reach` of `middle` a figure costs nothing more, beyond it `barrier` for every reach.
    middle: Vector | None = None  # (figures,)
    reach: Vector | None = None  # (figures,) infinite where there is no barrier
    barrier: float = 0.0

    def solve(self, start: Indices, *, restarts: int, seed: int) -> tuple[Indices, float]:
        """The best assignment found from `start`, and its score (lower is better)."""
        cells, score = _search(self._arrays(), start, restarts, seed)
        return cells, float(score)

    def score(self, cells: Indices) -> float:
        """The objective of a given assignment."""
        arrays = self._arrays()
        gains, figures, reroll = _sums(arrays, cells)
        return float(_score(arrays, gains, figures, reroll))

    def _arrays(self) -> _Arrays:
        numbers = np.flatnonzero(self.ladder >= 0)
        return _Arrays(
            self.weights,
            self.classes,
            self.allowed,
            self.gains,
            self.figures,
            self.reroll,
            self.conditional,
            self.ladder,
            numbers[np.argsort(self.ladder[numbers], kind="stable")],
            # Weighted once, so that the distance is a plain sum in the innermost loop.
            self.target_gains * self.distance_weight,
            self.target,
            2.0 / self.tolerance,
            self.importance,
            self.target if self.middle is None else self.middle,
            np.full(len(self.target), np.inf) if self.reach is None else self.reach,
            np.zeros(len(self.target)) if self.reach is None else self.barrier / self.reach,
            self.distance_weight,
        )


class _Arrays(NamedTuple):
    """A problem as the compiled code sees it."""

    weights: Any
    classes: Any
    allowed: Any
    gains: Any
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


@compiled
def _sums(p: _Arrays, cells: Indices) -> tuple[Vector, Vector, float]:
    sum_gains = np.zeros(p.gains.shape[1])
    sum_figures = np.zeros(p.figures.shape[2])
    sum_reroll = 0.0
    for i in range(cells.shape[0]):
        s = cells[i]
        w = p.weights[i]
        for y in range(p.gains.shape[1]):
            sum_gains[y] += w * p.gains[s, y]
        for k in range(p.figures.shape[2]):
            sum_figures[k] += w * p.figures[p.classes[i], s, k]
        sum_reroll += w * p.reroll[s]
    return sum_gains, sum_figures, sum_reroll


@compiled
def _score(p: _Arrays, gains: Vector, figures: Vector, reroll: float) -> float:
    return _trial(p, 0.0, gains, figures, 0.0, gains, figures, gains, figures, reroll, np.inf)


@compiled
def _trial(
    p: _Arrays,
    wi: float,
    gains_i: Vector,
    figures_i: Vector,
    wj: float,
    gains_j: Vector,
    figures_j: Vector,
    rest_gains: Vector,
    rest_figures: Vector,
    rolled: float,
    bound: float,
) -> float:
    """Score of the rest of the column with one or two cells (wj > 0) put in; gives up once above `bound`."""
    share = 1.0 / (1.0 - rolled) if rolled < 0.999 else 1000.0
    total: float = 0.0
    for k in range(rest_figures.shape[0]):
        value = rest_figures[k] + wi * figures_i[k]
        if wj > 0.0:
            value += wj * figures_j[k]
        if p.conditional[k]:
            value *= share
        miss = abs(value - p.target[k]) * p.scale[k]
        # Rounded near zero: with plain absolute values the search sticks on the first ridge.
        total += p.importance[k] * (miss * miss * 0.25 if miss < 2.0 else miss - 1.0)
        beyond = abs(value - p.middle[k]) - p.reach[k]
        if beyond > 0.0:
            total += beyond * p.slope[k]
        if total >= bound:
            return total
    top = rest_gains.shape[0] - 1
    last = rest_gains[top] + wi * gains_i[top]
    if wj > 0.0:
        last += wj * gains_j[top]
    if last <= 1e-12:
        return total
    factor = p.distance_weight / last
    target = p.target_gains
    # Four sums side by side: fast, and the same on every processor.
    for y in range(0, top + 1, 4):
        a = rest_gains[y] + wi * gains_i[y]
        b = rest_gains[y + 1] + wi * gains_i[y + 1]
        c = rest_gains[y + 2] + wi * gains_i[y + 2]
        d = rest_gains[y + 3] + wi * gains_i[y + 3]
        if wj > 0.0:
            a += wj * gains_j[y]
            b += wj * gains_j[y + 1]
            c += wj * gains_j[y + 2]
            d += wj * gains_j[y + 3]
        total += (
            abs(a * factor - target[y])
            + abs(b * factor - target[y + 1])
            + (abs(c * factor - target[y + 2]) + abs(d * factor - target[y + 3]))
        )
        if total >= bound:
            return total
    return total


@compiled
def _replace_each(p: _Arrays, cells: Indices, best: float) -> float:
    """The best symbol for every cell in turn."""
    now_gains, now_figures, now_reroll = _sums(p, cells)
    for i in range(cells.shape[0]):
        old, wi, ci = cells[i], p.weights[i], p.classes[i]
        rest_gains = now_gains - wi * p.gains[old]
        rest_figures = now_figures - wi * p.figures[ci, old]
        rest_reroll = now_reroll - wi * p.reroll[old]
        chosen = old
        for s in range(p.gains.shape[0]):
            if s == old or not p.allowed[ci, s]:
                continue
            gains, figures = p.gains[s], p.figures[ci, s]
            rolled = rest_reroll + wi * p.reroll[s]
            score = _trial(
                p, wi, gains, figures, 0.0, gains, figures, rest_gains, rest_figures, rolled, best - 1e-9
            )
            if score < best - 1e-9:
                best = score
                chosen = s
        if chosen != old:
            cells[i] = chosen
            now_gains, now_figures, now_reroll = _sums(p, cells)
    return best


@compiled
def _swap_pairs(p: _Arrays, cells: Indices, best: float) -> float:
    """Every exchange of two cells that helps."""
    now_gains, now_figures, now_reroll = _sums(p, cells)
    for i in range(cells.shape[0]):
        for j in range(i + 1, cells.shape[0]):
            a, b = cells[i], cells[j]
            wi, wj, ci, cj = p.weights[i], p.weights[j], p.classes[i], p.classes[j]
            if a == b or (wi == wj and ci == cj) or not (p.allowed[ci, b] and p.allowed[cj, a]):
                continue
            rest_gains = now_gains - wi * p.gains[a] - wj * p.gains[b]
            rest_figures = now_figures - wi * p.figures[ci, a] - wj * p.figures[cj, b]
            rolled = now_reroll + (wi - wj) * (p.reroll[b] - p.reroll[a])
            score = _trial(
                p,
                wi,
                p.gains[b],
                p.figures[ci, b],
                wj,
                p.gains[a],
                p.figures[cj, a],
                rest_gains,
                rest_figures,
                rolled,
                best - 1e-9,
            )
            if score < best - 1e-9:
                best = score
                cells[i], cells[j] = b, a
                now_gains, now_figures, now_reroll = _sums(p, cells)
    return best


@compiled
def _shift_pairs(p: _Arrays, cells: Indices, best: float) -> float:
    """Two number cells moved at once by up to two steps: the mean can stay while the shape changes."""
    now_gains, now_figures, now_reroll = _sums(p, cells)
    for i in range(cells.shape[0]):
        for j in range(i + 1, cells.shape[0]):
            rung_i, rung_j = p.ladder[cells[i]], p.ladder[cells[j]]
            if rung_i < 0 or rung_j < 0:
                continue
            wi, wj, ci, cj = p.weights[i], p.weights[j], p.classes[i], p.classes[j]
            rest_gains = now_gains - wi * p.gains[cells[i]] - wj * p.gains[cells[j]]
            rest_figures = now_figures - wi * p.figures[ci, cells[i]] - wj * p.figures[cj, cells[j]]
            found_i, found_j = -1, -1
            for step in range(25):
                a, b = rung_i + step // 5 - 2, rung_j + step % 5 - 2
                if a == rung_i or b == rung_j or min(a, b) < 0 or max(a, b) >= p.rungs.shape[0]:
                    continue
                new_i, new_j = p.rungs[a], p.rungs[b]
                if not (p.allowed[ci, new_i] and p.allowed[cj, new_j]):
                    continue
                score = _trial(
                    p,
                    wi,
                    p.gains[new_i],
                    p.figures[ci, new_i],
                    wj,
                    p.gains[new_j],
                    p.figures[cj, new_j],
                    rest_gains,
                    rest_figures,
                    now_reroll,
                    best - 1e-9,
                )
                if score < best - 1e-9:
                    best = score
                    found_i, found_j = new_i, new_j
            if found_i >= 0:
                cells[i], cells[j] = found_i, found_j
                now_gains, now_figures, now_reroll = _sums(p, cells)
    return best


@compiled
def _descend(p: _Arrays, cells: Indices) -> float:
    now_gains, now_figures, now_reroll = _sums(p, cells)
    best = _score(p, now_gains, now_figures, now_reroll)
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
    """Shake a column: four exchanges and one new symbol at random."""
    n = np.uint64(cells.shape[0])
    for _ in range(4):
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
    for _ in range(restarts):
        cells = best_cells.copy()
        state = _perturb(p, cells, state)
        score = _descend(p, cells)
        if score < best - 1e-9:
            best = score
            best_cells = cells
    return best_cells, best
