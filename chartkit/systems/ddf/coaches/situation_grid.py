"""The grid of situations in coach tables: down, distance, distance to the goal, and state of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

DOWNS = ("1", "2", "3", "4")
#: The halves of a game as coach files name them; the first ends with this period.
HALVES = ("first half", "second half")
HALF_TIME = 2


class State(NamedTuple):
    """A state of the game: the first of the list that fits holds."""

    name: str
    quarters: tuple[int, ...]
    seconds: int
    ahead_from: int
    ahead_to: int


def class_names(edges: Sequence[int]) -> tuple[str, ...]:
    """`1`, `2-3`, ..., `11+`: edges are the last value of each class."""
    names, low = [], 1
    for edge in edges:
        names.append(str(low) if low == edge else f"{low}-{edge}")
        low = edge + 1
    return (*names, f"{low}+")


def class_of(value: int, edges: Sequence[int]) -> int:
    """The first edge that the value does not exceed."""
    return next((place for place, edge in enumerate(edges) if value <= edge), len(edges))


@dataclass(frozen=True, slots=True)
class Grid:
    """How situations are told apart; edges are the last value of each class."""

    distance: tuple[int, ...]
    field: tuple[int, ...]
    kick_field: tuple[int, ...]
    states: tuple[State, ...]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Grid:
        """Read the `situations` of a coach file, or the same of the compiler's settings."""
        return cls(
            tuple(data["distance"]),
            tuple(data["field"]),
            tuple(data["kick_field"]),
            tuple(State(**{**each, "quarters": tuple(each["quarters"])}) for each in data["states"]),
        )

    def to_json(self) -> dict[str, Any]:
        """The grid as coach files state it."""
        return {
            "distance": list(self.distance),
            "field": list(self.field),
            "kick_field": list(self.kick_field),
            "states": [{**state._asdict(), "quarters": list(state.quarters)} for state in self.states],
        }

    @property
    def distances(self) -> tuple[str, ...]:
        """Names of the distance classes: `1`, `2-3`, ..., `11+`."""
        return class_names(self.distance)

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of the classes of distance to the goal."""
        return class_names(self.field)

    @property
    def kick_fields(self) -> tuple[str, ...]:
        """Names of the finer classes that fourth downs use."""
        return class_names(self.kick_field)

    @property
    def state_names(self) -> tuple[str, ...]:
        """Names of the states of the game; `normal`, the last, is everything else."""
        return (*(state.name for state in self.states), "normal")

    def state_of(self, quarter: int, seconds: int, ahead: int) -> int:
        """The number of the state of the game; the last is everything else."""
        for place, (_, quarters, most, low, high) in enumerate(self.states):
            if quarter in quarters and seconds <= most and low <= ahead <= high:
                return place
        return len(self.states)
