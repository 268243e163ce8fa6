"""Trapped passers: QT columns of offenses, Sack Rate Adjustment and QT Containment of defenses (R8, R28)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.systems.ddf.chart import SackRate
from chartkit.systems.ddf.compile.adjusting import adjusted_shares
from chartkit.systems.ddf.compile.long_gains import trapped_column, trapped_plays, trapped_yards
from chartkit.systems.ddf.compile.small_columns import additive_five
from chartkit.systems.ddf.result import Result

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd


@dataclass(frozen=True)
class TrappedCharts:
    """One team's three charts about trapped passers."""

    column: list[Result]
    sack_rate: SackRate
    containment: tuple[Result, ...]


def trapped_charts(
    plays: pd.DataFrame, teams: Sequence[str], settings: Mapping[str, Any]
) -> dict[str, TrappedCharts]:
    """QT columns and the two charts that change their results, fitted together over who met whom."""
    own = settings["adjustments"]
    trapped = plays[(plays["second_column"] == "QT") & plays["offense"].isin(teams) & plays["defense"].isin(teams)]
    codes = {team: place for place, team in enumerate(teams)}
    size = len(teams)
    pair = (trapped["offense"].map(codes) * size + trapped["defense"].map(codes)).to_numpy(dtype=np.int64)
    sacked = (trapped["trap"] == "sack").to_numpy()
    fumbled = trapped["second_symbol"].str.startswith("F").fillna(False).to_numpy(dtype=bool)

    def count(chosen: Any) -> Any:
        return np.bincount(pair[chosen], minlength=size * size).reshape(size, size).astype(float)

    yes, no = count(sacked), count(~sacked)
    lost_ball = count(sacked & fumbled).sum(axis=1) / np.maximum((yes + no).sum(axis=1), 1)
    adjusted = adjusted_shares(yes, no, more="SCK", fewer="QR", fewest=own["sacks"], fixed_yes=lost_ball)
    league = trapped_plays(trapped)
    yards = np.array(trapped_yards(trapped), dtype=float)
    sack_depth, run_length = _means(yards, sacked & ~fumbled, ~sacked & (yards > 0))
    found = {}
    for team, place in codes.items():
        by, against = (trapped["offense"] == team).to_numpy(), (trapped["defense"] == team).to_numpy()
        depth, _ = _means(yards, against & sacked & ~fumbled, against & ~sacked & (yards > 0))
        _, length = _means(yards, by & sacked, by & ~sacked & (yards > 0))
        column = trapped_column(
            trapped_plays(trapped[by]), league, float(adjusted.own[place]), own["trapped_strength"]
        )
        found[team] = TrappedCharts(
            column,
            SackRate(
                adjusted.marks[place],
                sack_yards=min(-1, round(depth if depth is not None else sack_depth or -7)),
                scramble_yards=max(1, round(length if length is not None else run_length or 6)),
            ),
            _containment(trapped, yards, against & ~sacked & (yards > 0), own),
        )
    return found


def _means(yards: Any, losses: Any, gains: Any) -> tuple[float | None, float | None]:
    return (
        float(yards[losses].mean()) if losses.any() else None,
        float(yards[gains].mean()) if gains.any() else None,
    )


def _containment(trapped: pd.DataFrame, yards: Any, allowed: Any, own: Mapping[str, Any]) -> tuple[Result, ...]:
    """Five cells that add what this defense gives a scrambling passer above what he gains elsewhere."""
    if not allowed.any():
        return additive_five(0.0, own["containment_limit"])
    offense = trapped["offense"].to_numpy(dtype=object)
    surplus = 0.0
    for place in np.flatnonzero(allowed):
        others = (offense == offense[place]) & (yards > 0) & ~allowed
        if others.any():
            surplus += float(yards[place] - yards[others].mean())
    mean = surplus / (float(allowed.sum()) + own["containment_strength"])
    return additive_five(mean, own["containment_limit"])
