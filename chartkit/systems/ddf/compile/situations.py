"""The situation grid of coach tables: down, distance, distance to the goal, and state of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd
    from numpy.typing import NDArray

DOWNS = ("1", "2", "3", "4")


@dataclass(frozen=True)
class State:
    """A state of the game: the first of the list that fits holds."""

    name: str
    quarters: tuple[int, ...]
    seconds: int
    ahead_from: int
    ahead_to: int


@dataclass(frozen=True)
class Grid:
    """How situations are told apart; edges are the last value of each class."""

    distance: tuple[int, ...]
    field: tuple[int, ...]
    kick_field: tuple[int, ...]
    states: tuple[State, ...]

    @property
    def distances(self) -> tuple[str, ...]:
        """Names of the distance classes: `1`, `2-3`, ..., `11+`."""
        return _names(self.distance)

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of the classes of distance to the goal."""
        return _names(self.field)

    @property
    def kick_fields(self) -> tuple[str, ...]:
        """Names of the finer classes that fourth downs use."""
        return _names(self.kick_field)

    @property
    def state_names(self) -> tuple[str, ...]:
        """Names of the states of the game; the last is everything else."""
        return (*(state.name for state in self.states), "normal")

    def to_json(self) -> dict[str, Any]:
        """The grid as coach files state it."""
        return {
            "distance": list(self.distance),
            "field": list(self.field),
            "kick_field": list(self.kick_field),
            "states": [
                {
                    "name": s.name,
                    "quarters": list(s.quarters),
                    "seconds": s.seconds,
                    "ahead_from": s.ahead_from,
                    "ahead_to": s.ahead_to,
                }
                for s in self.states
            ],
        }


def _names(edges: Sequence[int]) -> tuple[str, ...]:
    names, low = [], 1
    for edge in edges:
        names.append(str(low) if low == edge else f"{low}-{edge}")
        low = edge + 1
    return (*names, f"{low}+")


def grid_of(settings: Mapping[str, Any]) -> Grid:
    """The grid that the settings describe."""
    own = settings["coach"]
    return Grid(
        tuple(own["distance"]),
        tuple(own["field"]),
        tuple(own["kick_field"]),
        tuple(
            State(s["name"], tuple(s["quarters"]), s["seconds"], s["ahead_from"], s["ahead_to"])
            for s in own["states"]
        ),
    )


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
