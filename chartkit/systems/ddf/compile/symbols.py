"""Which symbols a column of plays 1-9 may hold, and what each brings to the fit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.systems.ddf.compile.goal_line import R_F, R_INT, R_QT, R_TD
from chartkit.systems.ddf.compile.outcomes import (
    GRID,
    INC,
    INT,
    NUMBERS,
    OUTCOMES,
    QT,
    YARDS,
    F,
    is_pass,
    is_run,
    place_of_yards,
)
from chartkit.systems.ddf.compile.targets import FOULS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    Vector = NDArray[np.float64]
    Matrix = NDArray[np.float64]

#: Figures of a column, in the order in which problems hold them; fouls follow.
FIGURES = ("mean", "completion", "intercepted", "trapped", "fumbled", "touchdown")
#: Cells that are rolled on in another column.
BREAKAWAY, BIG_PLAY = "B", "BIG"
PASS_FOULS = frozenset({"PI", "OFF #*"})


@dataclass(frozen=True)
class Symbols:
    """The alphabet of one call: plain cells by place, then B or Big Play, then fouls."""

    call: str
    places: tuple[int, ...]
    extra: str  # B, BIG or nothing
    fouls: tuple[str, ...]

    @property
    def size(self) -> int:
        """How many symbols there are."""
        return len(self.places) + bool(self.extra) + len(self.fouls)

    @property
    def numbers(self) -> tuple[int, ...]:
        """Indices of the plain yardage symbols, ascending."""
        return tuple(i for i, place in enumerate(self.places) if place < YARDS)

    @property
    def ladder(self) -> NDArray[np.int64]:
        """For each symbol its rank among the yardages, or -1."""
        ladder = np.full(self.size, -1, dtype=np.int64)
        for rank, index in enumerate(self.numbers):
            ladder[index] = rank
        return ladder

    @property
    def reroll(self) -> Vector:
        """1 for the symbols after which the offense rolls again: fouls."""
        rolled = np.zeros(self.size)
        if self.fouls:
            rolled[-len(self.fouls) :] = 1.0
        return rolled

    def index(self, name: int | str) -> int:
        """Index of a place, of B or Big Play, or of a foul."""
        if isinstance(name, int):
            return self.places.index(name)
        if name == self.extra:
            return len(self.places)
        return len(self.places) + bool(self.extra) + self.fouls.index(name)

    def spread(self, weights: Vector, extra: Vector) -> Vector:
        """Weights of symbols -> weights in the outcome space, B and Big Play replaced by their own column."""
        plain = np.zeros(OUTCOMES)
        plain[list(self.places)] = weights[: len(self.places)]
        if self.extra:
            plain += weights[len(self.places)] * extra
        return plain

    def each(self, plain: Matrix, extra: Vector) -> Matrix:
        """A row for each symbol from the rows of all plain cells; fouls bring nothing."""
        made = np.zeros((self.size, plain.shape[1]))
        made[: len(self.places)] = plain[list(self.places)]
        if self.extra:
            made[len(self.places)] = extra @ plain
        return made

    def rows(self, plain: Matrix, extra: Vector) -> tuple[Matrix, Matrix]:
        """Cumulative gains and figures of each symbol, from the recorded rows of all plain cells."""
        recorded = self.each(plain, extra)
        gains = np.cumsum(recorded[:, :YARDS], axis=1)
        figures = np.zeros((self.size, len(FIGURES) + len(self.fouls)))
        figures[:, : len(FIGURES)] = figures_of(recorded)
        for place, foul in enumerate(self.fouls):
            figures[self.index(foul), len(FIGURES) + place] = 1.0
        return gains, figures


def figures_of(recorded: Matrix) -> Matrix:
    """The six figures of recorded rows."""
    return np.stack(
        [
            recorded[:, :YARDS] @ NUMBERS,
            recorded[:, :YARDS].sum(axis=1),
            recorded[:, R_INT],
            recorded[:, R_QT],
            recorded[:, R_F],
            recorded[:, R_TD],
        ],
        axis=1,
    )


def symbols_of(call: str, fit: Mapping[str, Any], *, big_play: bool) -> Symbols:
    """The alphabet of a call: its range of numbers, its endings, B or Big Play, and the fouls of its kind."""
    longest = fit["longest"][call]
    extra = BREAKAWAY if is_run(call) else ""
    if call == "6-SHORT":
        if big_play:
            extra = BIG_PLAY
        else:
            longest = fit["longest"]["5-SCREEN"]
    numbers = tuple(range(place_of_yards(fit["shortest"][call]), place_of_yards(min(longest, GRID.stop - 1)) + 1))
    endings = (INC, INT, QT, F) if is_pass(call) else (F,)
    fouls = tuple(foul for foul in FOULS if is_pass(call) or foul not in PASS_FOULS)
    return Symbols(call, (*numbers, *endings), extra, fouls)
