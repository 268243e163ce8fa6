"""Which symbol goes into which cell: iterated local search on a column whose result is linear in its cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numba import njit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]
    Matrix = NDArray[np.float64]
    Indices = NDArray[np.int64]

@dataclass(frozen=True)
class Problem:
    """A column to fill: cells with weights, symbols with what each brings, targets with tolerances.

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

    def solve(self, start: Indices, *, kicks: int, seed: int) -> tuple[Indices, float]:
        """The best assignment found from `start`, and its score (lower is better)."""
        cells, score = _search(
            self.weights,
            self.classes,
            self.allowed,
            self.gains,
            self.figures,
            self.reroll,
            self.conditional,
            self.ladder,
            self.target_gains,
            self.target,
            2.0 / self.tolerance,
            self.importance,
            self.distance_weight,
            start,
            kicks,
            seed,
        )
        return cells, float(score)

    def score(self, cells: Indices) -> float:
        """The objective of a given assignment."""
        gains, figures, reroll = _sums(
            self.weights, self.classes, self.gains, self.figures, self.reroll, cells
        )
        return float(
            _score(
                gains,
                figures,
                reroll,
                self.conditional,
                self.target_gains,
                self.target,
                2.0 / self.tolerance,
                self.importance,
                self.distance_weight,
            )
        )


@njit(cache=True, nogil=True, fastmath=False)
def _score(gains, figures, reroll, conditional, target_gains, target, scale, importance, distance_weight):  # type: ignore[no-untyped-def]
    last = gains[-1]
    total = 0.0
    if last > 1e-12:
        factor = 1.0 / last
        for y in range(gains.shape[0]):
            total += abs(gains[y] * factor - target_gains[y])
        total *= distance_weight
    share = 1.0 / (1.0 - reroll) if reroll < 0.999 else 1000.0
    for k in range(figures.shape[0]):
        value = figures[k] * share if conditional[k] else figures[k]
        miss = abs(value - target[k]) * scale[k]
        # Rounded near zero: with plain absolute values the search sticks on the first ridge.
        total += importance[k] * (miss * miss * 0.25 if miss < 2.0 else miss - 1.0)
    return total


@njit(cache=True, nogil=True)
def _sums(weights, classes, gains, figures, reroll, cells):  # type: ignore[no-untyped-def]
    sum_gains = np.zeros(gains.shape[1])
    sum_figures = np.zeros(figures.shape[2])
    sum_reroll = 0.0
    for i in range(cells.shape[0]):
        s = cells[i]
        w = weights[i]
        for y in range(gains.shape[1]):
            sum_gains[y] += w * gains[s, y]
        for k in range(figures.shape[2]):
            sum_figures[k] += w * figures[classes[i], s, k]
        sum_reroll += w * reroll[s]
    return sum_gains, sum_figures, sum_reroll


@njit(cache=True, nogil=True)
def _trial(  # type: ignore[no-untyped-def]
    wi, gains_i, figures_i, wj, gains_j, figures_j, rest_gains, rest_figures, rolled, conditional, target_gains,
    target, scale, importance, distance_weight, bound,
):
    """Score of the rest of the column with one or two cells (wj > 0) put in; gives up once above `bound`."""
    share = 1.0 / (1.0 - rolled) if rolled < 0.999 else 1000.0
    total = 0.0
    for k in range(rest_figures.shape[0]):
        value = rest_figures[k] + wi * figures_i[k]
        if wj > 0.0:
            value += wj * figures_j[k]
        if conditional[k]:
            value *= share
        miss = abs(value - target[k]) * scale[k]
        total += importance[k] * (miss * miss * 0.25 if miss < 2.0 else miss - 1.0)
        if total >= bound:
            return total
    top = rest_gains.shape[0] - 1
    last = rest_gains[top] + wi * gains_i[top]
    if wj > 0.0:
        last += wj * gains_j[top]
    if last <= 1e-12:
        return total
    factor = distance_weight / last
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
            abs(a * factor - target_gains[y])
            + abs(b * factor - target_gains[y + 1])
            + (abs(c * factor - target_gains[y + 2]) + abs(d * factor - target_gains[y + 3]))
        )
        if total >= bound:
            return total
    return total


@njit(cache=True, nogil=True)
def _next(state):  # type: ignore[no-untyped-def]
    state ^= (state << np.uint64(13)) & np.uint64(0xFFFFFFFFFFFFFFFF)
    state ^= state >> np.uint64(7)
    state ^= (state << np.uint64(17)) & np.uint64(0xFFFFFFFFFFFFFFFF)
    return state


@njit(cache=True, nogil=True)
def _descend(  # type: ignore[no-untyped-def]
    cells, weights, classes, allowed, gains, figures, reroll, conditional, ladder, rungs, target_gains, target,
    scale, importance, distance_weight,
):
    n = cells.shape[0]
    symbols = gains.shape[0]
    weighted = target_gains * distance_weight
    now_gains, now_figures, now_reroll = _sums(weights, classes, gains, figures, reroll, cells)
    best = _score(
        now_gains, now_figures, now_reroll, conditional, target_gains, target, scale, importance, distance_weight
    )
    improved = True
    while improved:
        improved = False
        for i in range(n):
            old, wi, ci = cells[i], weights[i], classes[i]
            rest_gains = now_gains - wi * gains[old]
            rest_figures = now_figures - wi * figures[ci, old]
            rest_reroll = now_reroll - wi * reroll[old]
            chosen = old
            for s in range(symbols):
                if s == old or not allowed[ci, s]:
                    continue
                score = _trial(
                    wi, gains[s], figures[ci, s], 0.0, gains[s], figures[ci, s], rest_gains, rest_figures,
                    rest_reroll + wi * reroll[s], conditional, weighted, target, scale, importance,
                    distance_weight, best - 1e-9,
                )
                if score < best - 1e-9:
                    best = score
                    chosen = s
            if chosen != old:
                improved = True
                cells[i] = chosen
                now_gains, now_figures, now_reroll = _sums(weights, classes, gains, figures, reroll, cells)
        for i in range(n):
            for j in range(i + 1, n):
                a, b = cells[i], cells[j]
                wi, wj, ci, cj = weights[i], weights[j], classes[i], classes[j]
                if a == b or (wi == wj and ci == cj) or not (allowed[ci, b] and allowed[cj, a]):
                    continue
                score = _trial(
                    wi, gains[b], figures[ci, b], wj, gains[a], figures[cj, a],
                    now_gains - wi * gains[a] - wj * gains[b],
                    now_figures - wi * figures[ci, a] - wj * figures[cj, b],
                    now_reroll + (wi - wj) * (reroll[b] - reroll[a]), conditional, weighted, target, scale,
                    importance, distance_weight, best - 1e-9,
                )
                if score < best - 1e-9:
                    best = score
                    improved = True
                    cells[i], cells[j] = b, a
                    now_gains, now_figures, now_reroll = _sums(weights, classes, gains, figures, reroll, cells)
        if improved:
            continue
        # Stuck: move two number cells at once, so that the mean can stay while the shape changes.
        for i in range(n):
            for j in range(i + 1, n):
                wi, wj, ci, cj = weights[i], weights[j], classes[i], classes[j]
                rung_i, rung_j = ladder[cells[i]], ladder[cells[j]]
                if rung_i < 0 or rung_j < 0:
                    continue
                rest_gains = now_gains - wi * gains[cells[i]] - wj * gains[cells[j]]
                rest_figures = now_figures - wi * figures[ci, cells[i]] - wj * figures[cj, cells[j]]
                found_i, found_j = -1, -1
                for step in range(25):
                    di, dj = step // 5 - 2, step % 5 - 2
                    a, b = rung_i + di, rung_j + dj
                    if di == 0 or dj == 0 or a < 0 or b < 0 or a >= rungs.shape[0] or b >= rungs.shape[0]:
                        continue
                    new_i, new_j = rungs[a], rungs[b]
                    if not (allowed[ci, new_i] and allowed[cj, new_j]):
                        continue
                    score = _trial(
                        wi, gains[new_i], figures[ci, new_i], wj, gains[new_j], figures[cj, new_j], rest_gains,
                        rest_figures, now_reroll, conditional, weighted, target, scale, importance,
                        distance_weight, best - 1e-9,
                    )
                    if score < best - 1e-9:
                        best = score
                        found_i, found_j = new_i, new_j
                if found_i >= 0:
                    improved = True
                    cells[i], cells[j] = found_i, found_j
                    now_gains, now_figures, now_reroll = _sums(weights, classes, gains, figures, reroll, cells)
    return best


@njit(cache=True, nogil=True)
def _search(  # type: ignore[no-untyped-def]
    weights, classes, allowed, gains, figures, reroll, conditional, ladder, target_gains, target, scale,
    importance, distance_weight, start, kicks, seed,
):
    n = start.shape[0]
    symbols = gains.shape[0]
    count = 0
    for s in range(symbols):
        if ladder[s] >= 0:
            count += 1
    rungs = np.zeros(count, np.int64)
    for s in range(symbols):
        if ladder[s] >= 0:
            rungs[ladder[s]] = s
    cells = start.copy()
    best = _descend(
        cells, weights, classes, allowed, gains, figures, reroll, conditional, ladder, rungs, target_gains, target,
        scale, importance, distance_weight,
    )
    best_cells = cells.copy()
    state = np.uint64(seed * 2654435761 + 88172645463325252)
    for _ in range(4):
        state = _next(state)
    for _ in range(kicks):
        cells = best_cells.copy()
        for _swap in range(4):
            state = _next(state)
            i = np.int64(state % np.uint64(n))
            state = _next(state)
            j = np.int64(state % np.uint64(n))
            if allowed[classes[i], cells[j]] and allowed[classes[j], cells[i]]:
                cells[i], cells[j] = cells[j], cells[i]
        state = _next(state)
        i = np.int64(state % np.uint64(n))
        state = _next(state)
        s = np.int64(state % np.uint64(symbols))
        if allowed[classes[i], s]:
            cells[i] = s
        score = _descend(
            cells, weights, classes, allowed, gains, figures, reroll, conditional, ladder, rungs, target_gains,
            target, scale, importance, distance_weight,
        )
        if score < best - 1e-9:
            best = score
            best_cells = cells.copy()
    return best_cells, best
