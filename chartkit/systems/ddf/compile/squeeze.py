"""The season's squeeze table: how much gains and completions shrink in front of the goal (beside R25.1).

The league's open-field results are played from the lines of scrimmage really met near the goal; yards off and
incompletions are chosen so that the touchdowns and completions of the season come out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.fitting.distributions import kaplan_meier
from chartkit.systems.ddf import dice
from chartkit.systems.ddf.chart import Squeeze
from chartkit.systems.ddf.columns import PLAYS
from chartkit.systems.ddf.compile.goal_line import LINES
from chartkit.systems.ddf.compile.outcomes import GRID, NUMBERS, is_pass

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]

_TOTALS = dice.OFFENSIVE.totals
#: Chance of rolling at most the n-th total.
_AT_MOST = np.concatenate([[0.0], np.cumsum([dice.OFFENSIVE.ways[total] for total in _TOTALS]) / 216])


@dataclass(frozen=True)
class GoalLinePlays:
    """One call of the whole league by distance to the goal."""

    plays: Vector
    gained: Vector
    touchdowns: Vector


@dataclass(frozen=True)
class OpenField:
    """What a call gives when no goal line is near: how often it gains, and how much."""

    gain_share: float
    gains: Vector


def goal_line_plays(results: pd.DataFrame) -> dict[str, GoalLinePlays]:
    """Count the league's plays, gains and touchdowns of each call by distance to the goal."""
    counted = {}
    for call in PLAYS:
        plays = results[(results["call"] == call) & (results["ending"] != "")]
        line = plays["line"].to_numpy()
        gained = (plays["ending"] == "GAIN").to_numpy()
        scored = gained & plays["touchdown"].to_numpy()
        counted[call] = GoalLinePlays(
            *(
                np.bincount(line[chosen], minlength=LINES).astype(np.float64)
                for chosen in (np.ones(len(line), dtype=bool), gained, scored)
            )
        )
    return counted


def open_field(results: pd.DataFrame, beyond: int) -> dict[str, OpenField]:
    """What each call gave the league from farther out than `beyond`; touchdowns count as "at least so much"."""
    found = {}
    for call in PLAYS:
        plays = results[(results["call"] == call) & (results["ending"] != "") & (results["line"] > beyond)]
        gained = plays[plays["ending"] == "GAIN"]
        mass = kaplan_meier(gained["yards"].tolist(), gained["touchdown"].tolist(), GRID)
        found[call] = OpenField(len(gained) / max(len(plays), 1), mass / max(mass.sum(), 1e-9))
    return found


def _scores(latent: OpenField, lines: Vector, off: int) -> float:
    """Share of squeezed gains from these lines that reach the goal."""
    total = lines.sum()
    if total <= 0:
        return 0.0
    squeezed = np.where(NUMBERS > 0, np.maximum(0, NUMBERS - off), NUMBERS)
    reaching = np.array([latent.gains[squeezed >= line].sum() if line else 0.0 for line in range(LINES)])
    return float(lines @ reaching / total)


def fit_squeeze(
    plays: Mapping[str, GoalLinePlays], latent: Mapping[str, OpenField], settings: Mapping[str, Any]
) -> tuple[Squeeze, ...]:
    """Yards off and incompletions for each band and kind of call, simple enough for a table.

    What one band misses is carried to the next, so that the season's touchdowns add up although yards are whole.
    """
    own = settings["squeeze"]
    rows: list[Squeeze] = []
    owed = {"run": 0.0, "pass": 0.0}
    for group in own["groups"]:
        inner, most = 0, own["most_yards"]
        kind = "pass" if is_pass(group[0]) else "run"
        for inside in own["inside"]:
            band = np.zeros(LINES)
            band[inner + 1 : inside + 1] = 1.0
            inner = inside
            number = sum(float((plays[call].plays * band).sum()) for call in group)
            if number < own["fewest_plays"]:
                owed[kind] -= sum(float((plays[call].touchdowns * band).sum()) for call in group)
                owed[kind] += sum(
                    float((plays[call].plays * band).sum())
                    * latent[call].gain_share
                    * _scores(latent[call], plays[call].plays * band, 0)
                    for call in group
                )
                continue
            off, last, miss = _choose_band(group, band, plays, latent, owed[kind], most, own)
            # Farther out the field is wider: never more yards off than nearer the goal.
            most = off
            owed[kind] = miss
            incomplete = frozenset(_TOTALS[:last]) if kind == "pass" else frozenset()
            rows.append(Squeeze(inside, tuple(group), off, incomplete))
    return tuple(sorted(rows, key=lambda row: (row.inside, row.calls)))


def _choose_band(
    group: list[str],
    band: Vector,
    plays: Mapping[str, GoalLinePlays],
    latent: Mapping[str, OpenField],
    owed: float,
    most: int,
    own: Mapping[str, Any],
) -> tuple[int, int, float]:
    real_scores = sum(float((plays[call].touchdowns * band).sum()) for call in group)
    real_gains = sum(float((plays[call].gained * band).sum()) for call in group)
    best = (np.inf, 0, 0, 0.0)
    for off in range(most + 1):
        for last in range(len(_TOTALS)) if is_pass(group[0]) else (0,):
            kept = 1 - _AT_MOST[last]
            gains = scores = 0.0
            for call in group:
                lines = plays[call].plays * band
                made = float(lines.sum()) * latent[call].gain_share * kept
                gains += made
                scores += made * _scores(latent[call], lines, off)
            miss = scores - real_scores + owed
            cost = abs(miss) + own["completion_weight"] * abs(gains - real_gains) + own["yard_cost"] * off
            if cost < best[0]:
                best = (cost, off, last, miss)
    return best[1], best[2], best[3]
