"""Every kicker's chance at each distance, all kickers together (R17, R28.8).

A chart cannot be better from farther out, so a kicker who was cannot have all his bands. Then others give way: one
linear program keeps every kicker's season and the league's rate in every band, and bends the curves least for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]

_FARTHEST = 99


@dataclass(frozen=True)
class Kicker:
    """One team's field goals: lines, good or not, and the help of the adjustments that each kick met."""

    lines: Vector
    good: Vector
    #: Shares of `G` and of `NG` of the defense that each kick met; 0 beyond the reach of the adjustment.
    given: Vector
    taken: Vector
    blocked: float
    longest: int

    @property
    def kept(self) -> Vector:
        """Part of each kick that the kicker's own dice decide."""
        return 1 - self.given - self.taken

    @property
    def free(self) -> Vector:
        """Chance of each kick that the adjustment gives whatever the dice say."""
        return self.given * (1 - self.blocked)


def league_curve(kicks: pd.DataFrame) -> Vector:
    """The league's odds (log) at each distance from the line, 1 to 99: a logistic curve that can only fall."""
    lines = np.arange(1, _FARTHEST + 1)
    if kicks.empty:
        return np.full(len(lines), np.log(4.0))
    line, good = kicks["line"].to_numpy(dtype=np.float64), kicks["good"].to_numpy(dtype=np.float64)
    level, slope = 4.0, -0.1
    for _ in range(30):
        chance = 1 / (1 + np.exp(-(level + slope * line)))
        spread = np.maximum(chance * (1 - chance), 1e-6)
        # A touch of ridge keeps a league that never missed from running away.
        gradient = np.array([(good - chance).sum() - 0.01 * (level - 4), (line * (good - chance)).sum()])
        curvature = np.array(
            [[spread.sum() + 0.01, (line * spread).sum()], [(line * spread).sum(), (line**2 * spread).sum() + 0.01]]
        )
        step = np.linalg.solve(curvature, gradient)
        level, slope = level + step[0], min(slope + step[1], -0.02)
        if abs(step).max() < 1e-10:
            break
    return np.asarray(level + slope * lines)


def chance_of(odds: Vector | float) -> Any:
    """Log odds as a chance."""
    return 1 / (1 + np.exp(-np.asarray(odds)))


def own_level(kicker: Kicker, odds: Vector) -> Vector:
    """The league's curve shifted until the kicker's season comes out: what is likely where he never kicked."""
    low, high = -6.0, 6.0
    if len(kicker.lines) == 0:
        return np.asarray(chance_of(odds))
    places = kicker.lines.astype(np.int64) - 1
    for _ in range(40):
        shift = (low + high) / 2
        given = kicker.free + kicker.kept * chance_of(odds[places] + shift)
        low, high = (shift, high) if given.mean() < kicker.good.mean() else (low, shift)
    return np.asarray(chance_of(odds + low))


class _Program:
    """A linear program whose unknowns are the steps of all curves and the misses of all equations."""

    def __init__(self, kickers: Sequence[Kicker]) -> None:
        self.kickers = kickers
        self.starts = np.cumsum([0, *(kicker.longest + 1 for kicker in kickers)])[:-1].tolist()
        self.cost = [0.0] * sum(kicker.longest + 1 for kicker in kickers)
        self.steps = len(self.cost)
        self.entries: list[tuple[int, int, float]] = []
        self.goals: list[float] = []

    def equation(self, terms: Mapping[int, float], goal: float, above: float, below: float) -> None:
        """Terms that should come to the goal, and what a unit above and below costs."""
        row = len(self.goals)
        self.goals.append(goal)
        self.entries += [(row, column, value) for column, value in terms.items()]
        for sign, price in ((1.0, below), (-1.0, above)):
            self.entries.append((row, len(self.cost), sign))
            self.cost.append(price)

    def everything(self, place: int) -> None:
        """Steps and blocks together are everything; step 0 is good from nowhere."""
        kicker = self.kickers[place]
        row = len(self.goals)
        self.goals.append(1 - kicker.blocked)
        self.entries += [(row, self.starts[place] + step, 1.0) for step in range(kicker.longest + 1)]

    def kicked(self, place: int, chosen: NDArray[np.bool_]) -> tuple[dict[int, float], float]:
        """Kicks good as a sum over the steps of a curve, and how many are wanted of it."""
        kicker, terms = self.kickers[place], dict[int, float]()
        for line, kept in zip(kicker.lines[chosen].astype(int).tolist(), kicker.kept[chosen].tolist(), strict=True):
            for column in self.from_line(place, line):
                terms[column] = terms.get(column, 0.0) + kept
        return terms, float(kicker.good[chosen].sum() - kicker.free[chosen].sum())

    def from_line(self, place: int, line: int) -> range:
        """The steps that make a kick from this line good."""
        return range(self.starts[place] + line, self.starts[place] + self.kickers[place].longest + 1)

    def solve(self) -> Vector:
        """The steps of all curves."""
        from scipy.optimize import linprog
        from scipy.sparse import coo_array

        least, most = np.zeros(len(self.cost)), np.full(len(self.cost), np.inf)
        most[: self.steps] = 1.0
        for start, kicker in zip(self.starts, self.kickers, strict=True):
            # R17.1: the longest kick that he may try must stand in his column.
            least[start + kicker.longest] = 1 / 216
        rows, columns, values = zip(*self.entries, strict=True)
        matrix = coo_array((values, (rows, columns)), shape=(len(self.goals), len(self.cost))).tocsr()
        bounds = np.stack([least, most], axis=1)
        solved = linprog(self.cost, A_eq=matrix, b_eq=self.goals, bounds=bounds, method="highs")
        return np.asarray(solved.x[: self.steps])


def fit_curves(
    kickers: Sequence[Kicker], odds: Vector, edges: Sequence[int], weights: Mapping[str, float]
) -> list[Vector]:
    """Chance of every kicker from 1, 2, ... up to his longest: falling, his season and the league's bands right.

    `weights` says what a kick off costs in a kicker's band, in his season, in the league's band, and what a unit of
    chance costs by which a curve leaves the kicker's own level at a distance. What a step of a curve is higher than
    `step` costs `steep`, so that a column holds many distances and not one where the season leaves the choice.
    """
    program = _Program(kickers)
    for low, high in pairwise([0, *edges, _FARTHEST]):
        league: dict[int, float] = {}
        wanted = 0.0
        for place, kicker in enumerate(kickers):
            terms, goal = program.kicked(place, (kicker.lines > low) & (kicker.lines <= high))
            if terms:
                program.equation(terms, goal, weights["band"], weights["band"])
            league.update(terms)
            wanted += goal
        if league:
            program.equation(league, wanted, weights["league"], weights["league"])
    for place, kicker in enumerate(kickers):
        terms, goal = program.kicked(place, np.ones(len(kicker.lines), dtype=np.bool_))
        if terms:
            program.equation(terms, goal, weights["season"], weights["season"])
        level = own_level(kicker, odds)
        for line in range(1, kicker.longest + 1):
            usual = float(min(level[line - 1], 1 - kicker.blocked))
            program.equation(
                dict.fromkeys(program.from_line(place, line), 1.0), usual, weights["level"], weights["level"]
            )
            program.equation({program.starts[place] + line: 1.0}, weights["step"], weights["steep"], 0.0)
        program.everything(place)
    solution = program.solve()
    curves = []
    for start, kicker in zip(program.starts, kickers, strict=True):
        steps = solution[start : start + kicker.longest + 1]
        curves.append(np.cumsum(steps[::-1])[::-1][1:])
    return curves
