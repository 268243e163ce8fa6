"""Plays put into the classes of the situation grid."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd
    from numpy.typing import NDArray

    from chartkit.systems.ddf.situation_grid import Grid


def classes(values: NDArray[np.float64], edges: Sequence[int]) -> NDArray[np.int64]:
    """Class of each value: the first edge that it does not exceed."""
    return np.searchsorted(np.array(edges), np.nan_to_num(values, nan=10.0), side="left").astype(np.int64)


def state_classes(plays: pd.DataFrame, grid: Grid) -> NDArray[np.int64]:
    """State of the game of each play."""
    found = np.full(len(plays), len(grid.states), dtype=np.int64)
    quarter = plays["qtr"].to_numpy(dtype=np.int64)
    seconds = plays["quarter_seconds_remaining"].to_numpy(dtype=np.float64)
    ahead = np.nan_to_num(plays["score_differential"].to_numpy(dtype=np.float64))
    for place in reversed(range(len(grid.states))):
        state = grid.states[place]
        fits = np.isin(quarter, state.quarters) & (np.nan_to_num(seconds, nan=900.0) <= state.seconds)
        fits &= (ahead >= state.ahead_from) & (ahead <= state.ahead_to)
        found[fits] = place
    return found
