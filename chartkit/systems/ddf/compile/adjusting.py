"""Charts that only say how far a defense is from the average: marks on totals, blank for most teams (R32.8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from chartkit.systems.ddf.chart import Marks
from chartkit.systems.ddf.compile.small_columns import share_of, totals_near

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]
    Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Adjusted:
    """Own share of each offense, and the marks of each defense."""

    own: Vector
    marks: tuple[Marks, ...]


def adjusted_shares(
    yes: Matrix,
    no: Matrix,
    *,
    more: str,
    fewer: str,
    fewest: float,
    rounds: int = 4,
    fixed_yes: Vector | None = None,
) -> Adjusted:
    """Split a yes/no rate between the offense's own share and the defense's marks.

    `yes[o, d]` and `no[o, d]` count plays. A mark `more` turns a no into a yes, `fewer` a yes into a no, so that
    share = own * (1 - fewer) + (1 - own) * more. A defense whose count is within `fewest` of what its opponents
    explain stays blank. `fixed_yes` is the part of each offense's own share that no mark can turn.
    """
    plays = yes + no
    league = float(yes.sum() / max(plays.sum(), 1))
    by_offense, by_defense = plays.sum(axis=1), plays.sum(axis=0)
    wanted = np.where(by_offense > 0, yes.sum(axis=1) / np.maximum(by_offense, 1), league)
    fixed = np.zeros(len(wanted)) if fixed_yes is None else np.minimum(fixed_yes, wanted)
    own = wanted.copy()
    marks = [Marks()] * plays.shape[1]
    for _ in range(rounds):
        add, drop = _strengths(marks, more), _strengths(marks, fewer)
        met_add = plays @ add / np.maximum(by_offense, 1)
        met_drop = plays @ drop / np.maximum(by_offense, 1)
        # share = fixed + (own - fixed)(1 - drop) + (1 - own) add, solved for own.
        own = (wanted - fixed * met_drop - met_add) / np.maximum(1 - met_drop - met_add, 0.2)
        own = np.clip(own, fixed, 1.0)
        marks = []
        for team in range(plays.shape[1]):
            weight = plays[:, team]
            if by_defense[team] == 0:
                marks.append(Marks())
                continue
            expected = float(weight @ own)
            surplus = float(yes[:, team].sum()) - expected
            if abs(surplus) < fewest:
                marks.append(Marks())
            elif surplus > 0:
                marks.append(_marks(more, surplus / max(float(weight @ (1 - own)), 1e-9)))
            else:
                marks.append(_marks(fewer, -surplus / max(float(weight @ (own - fixed)), 1e-9)))
    return Adjusted(own, tuple(marks))


def _strengths(marks: list[Marks], symbol: str) -> Vector:
    return np.array([share_of(mark.on) if mark.result == symbol else 0.0 for mark in marks])


def _marks(symbol: str, share: float, free: frozenset[int] | None = None) -> Marks:
    capped = min(share, 0.95)
    on = totals_near(capped) if free is None else totals_near(capped, free)
    return Marks(symbol, on) if on else Marks()
