"""Coach tables: what was called by down, distance, field position and state of the game (`chartkit/coach@1`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate, product
from typing import Any

from chartkit.systems.ddf.referee.state import GameState
from chartkit.systems.ddf.situation_grid import DOWNS, Grid, class_of

FORMAT = "chartkit/coach@1"
#: Choices with their running sums, ready for one random number.
Drawn = tuple[tuple[str, ...], tuple[float, ...]]


def _drawn(shares: Mapping[str, float]) -> Drawn:
    return tuple(shares), tuple(accumulate(shares.values()))


def draw(drawn: Drawn, number: float) -> str:
    """The choice that a number from 0 to 1 falls on."""
    names, sums = drawn
    reach = number * sums[-1]
    return next((name for name, upto in zip(names, sums, strict=True) if reach < upto), names[-1])


def percent(drawn: Drawn, name: str) -> int:
    """The share of a choice, in whole percent."""
    names, sums = drawn
    if name not in names:
        return 0
    place = names.index(name)
    return round(100 * (sums[place] - (sums[place - 1] if place else 0.0)) / sums[-1])


class _Places(Mapping[tuple[int, ...], Drawn]):
    """A table by class numbers; a game meets few of its situations, so each is laid out when it is met."""

    def __init__(self, table: Mapping[str, Any], axes: tuple[tuple[str, ...], ...]) -> None:
        self._table = table
        self._axes = axes
        self._met: dict[tuple[int, ...], Drawn] = {}

    def __getitem__(self, place: tuple[int, ...]) -> Drawn:
        found = self._met.get(place)
        if found is None:
            found = self._met[place] = _drawn(self._table[self._name(place)])
        return found

    def __contains__(self, place: object) -> bool:
        return isinstance(place, tuple) and self._name(place) in self._table

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return (place for place in product(*(range(len(axis)) for axis in self._axes)) if place in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _name(self, place: tuple[int, ...]) -> str:
        return "|".join(axis[i] for axis, i in zip(self._axes, place, strict=True))


@dataclass(frozen=True, slots=True)
class CoachTable:
    """One team's (or the league's) tables, laid out by class numbers."""

    grid: Grid
    #: By down, distance, field, state of the game.
    calls: Mapping[tuple[int, ...], Drawn]
    #: By distance, kick field, state of the game.
    fourth_down: Mapping[tuple[int, ...], Drawn]
    #: As the calls, in the offense's situation.
    formations: Mapping[tuple[int, ...], Drawn]

    @classmethod
    def from_json(cls, data: Mapping[str, Any], league: Mapping[str, Any] | None = None) -> CoachTable:
        """Read a coach file; formations are the league's."""
        grid = Grid.from_json(data["situations"])
        distances, fields, kicks, states = grid.distances, grid.fields, grid.kick_fields, grid.state_names
        answers = data.get("formations") or (league or {}).get("formations") or {}
        return cls(
            grid,
            _Places(data["calls"], (DOWNS, distances, fields, states)),
            _Places(data["fourth_down"], (distances, kicks, states)),
            _Places(answers, (DOWNS, distances, fields, states)),
        )

    def place(self, state: GameState, lead: int) -> tuple[int, ...]:
        """The classes of a situation: down, distance, field, state of the game."""
        grid = self.grid
        return (
            max(1, state.down) - 1,
            class_of(state.to_gain - state.spot, grid.distance),
            class_of(100 - state.spot, grid.field),
            grid.state_of(state.period, state.clock, lead),
        )

    def kick_place(self, state: GameState, lead: int) -> tuple[int, ...]:
        """The classes of a fourth down."""
        grid = self.grid
        return (
            class_of(state.to_gain - state.spot, grid.distance),
            class_of(100 - state.spot, grid.kick_field),
            grid.state_of(state.period, state.clock, lead),
        )
