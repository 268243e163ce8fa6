"""The charts while they are being fitted: symbol weights of every offense and every defense, call by call."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from chartkit.systems.ddf import dice
from chartkit.systems.ddf.columns import FORMATIONS
from chartkit.systems.ddf.compile.outcomes import (
    DEF_F,
    DEF_INT,
    DEF_QT,
    DEFENSE_PLACE,
    NO_IMPACT,
)
from chartkit.systems.ddf.result import Kind, Result

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    Vector = NDArray[np.float64]
    Matrix = NDArray[np.float64]
    Indices = NDArray[np.int64]

OFFENSE_WEIGHTS = np.array([dice.OFFENSIVE.ways[total] for total in dice.OFFENSIVE.totals], dtype=np.float64) / 216
_FIVE = np.array([dice.DEFENSIVE.ways[total] for total in dice.DEFENSIVE.totals], dtype=np.float64) / 36
#: Cells of a defense for one call: six formations of five totals each.
DEFENSE_CLASSES = np.repeat(np.arange(len(FORMATIONS)), len(_FIVE))


def defense_weights(mix: Vector) -> Vector:
    """Weight of each of the 30 defensive cells at a formation mix."""
    return np.outer(mix, _FIVE).ravel()


def symbol_weights(cells: Indices, weights: Vector, symbols: int) -> Vector:
    """Weight of each symbol in a column of weighted cells."""
    return np.asarray(np.bincount(cells, weights=weights, minlength=symbols), dtype=np.float64)


@dataclass(frozen=True)
class Cancels:
    """Share of a defense's traps, interceptions and fumbles that an offense cancels (R28.1, R28.11, R28.12)."""

    trapped: float = 0.0
    intercepted: float = 0.0
    fumbled: float = 0.0

    @property
    def any(self) -> bool:
        """Whether the team has any of the three charts."""
        return self.trapped + self.intercepted + self.fumbled > 0


@dataclass
class Fitting:
    """What is known so far; arrays are indexed by team."""

    teams: tuple[str, ...]
    pairs: Indices
    mix: Mapping[str, Vector]
    #: (call, side) -> recorded matrix by team.
    recorded: Mapping[tuple[str, str], list[Matrix]]
    #: call -> (team, defensive symbol) weights.
    defense: dict[str, Matrix]
    #: call -> (team, outcome) weights of the offensive cells, fouls left out and the rest scaled to 1.
    offense: dict[str, Matrix] = field(default_factory=dict)
    #: Chosen symbols, cell by cell: call -> team -> 30 indices.
    offense_cells: dict[str, list[Indices]] = field(default_factory=dict)
    defense_cells: dict[str, list[Indices]] = field(default_factory=dict)
    cancels: list[Cancels] = field(default_factory=list)
    #: Yards at which the defenses' fumbles happen, call by call: what Ball Protection turns into a forced gain.
    fumble_yards: Mapping[str, int] = field(default_factory=dict)

    def defense_met(self, call: str, team: int, met: Vector) -> Vector:
        """The mixture of defensive cells that an offense met, its cancel charts applied."""
        mixture: Vector = met @ self.defense[call]
        for place, share, becomes in self._cancelled(call, team):
            moved = share * mixture[place]
            mixture[place] -= moved
            mixture[becomes] += moved
        return mixture

    def after_cancels(self, rows: Matrix, call: str, team: int) -> Matrix:
        """What each defensive cell gives against an offense, its cancel charts applied."""
        given = rows.copy()
        for place, share, becomes in self._cancelled(call, team):
            given[place] += share * (rows[becomes] - rows[place])
        return given

    def _cancelled(self, call: str, team: int) -> Iterator[tuple[int, float, int]]:
        """Defensive cells that an offense cancels: which, how often, and what stands instead."""
        cancels = self.cancels[team]
        if cancels.any:
            yield DEF_QT, cancels.trapped, NO_IMPACT
            yield DEF_INT, cancels.intercepted, NO_IMPACT
            yield DEF_F, cancels.fumbled, DEFENSE_PLACE[Result(Kind.FORCED, self.fumble_yards.get(call, 0))]

    def offense_met(self, call: str, met: Vector) -> tuple[Vector, Matrix]:
        """The mixture of offensive cells that a defense met, and the parts of it that cancel QT, INT and F."""
        columns = self.offense[call]
        shares = np.array([[c.trapped, c.intercepted, c.fumbled] for c in self.cancels])
        return met @ columns, (met[:, None] * shares).T @ columns
