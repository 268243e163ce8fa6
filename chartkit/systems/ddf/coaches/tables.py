"""Coach tables: what was called by down, distance, field position and state of the game (`chartkit/coach@1`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import accumulate, product
from typing import Any

from chartkit.errors import InputError
from chartkit.records import dataclass
from chartkit.systems.ddf.referee.state import GameState
from chartkit.systems.ddf.situation_grid import DOWNS, HALF_TIME, HALVES, Grid, class_of

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


class Places(Mapping[tuple[int, ...], Drawn]):
    """A table by class numbers; a game meets few of its situations, so each is laid out when it is met."""

    def __init__(
        self,
        table: Mapping[str, Any],
        axes: tuple[tuple[str, ...], ...],
        factors: Mapping[str, float] | None = None,
    ) -> None:
        self._table = table
        self._axes = axes
        self._factors = factors or {}
        self._met: dict[tuple[int, ...], Drawn] = {}

    def times(self, factors: Mapping[str, float]) -> Places:
        """The same table with some choices more or less likely everywhere."""
        return Places(self._table, self._axes, factors)

    def __getitem__(self, place: tuple[int, ...]) -> Drawn:
        found = self._met.get(place)
        if found is None:
            shares = self._table[self._name(place)]
            if self._factors:
                shares = {name: share * self._factors.get(name, 1.0) for name, share in shares.items()}
            found = self._met[place] = _drawn(shares)
        return found

    @property
    def missing(self) -> list[str]:
        """The situations that the table says nothing about."""
        return [name for parts in product(*self._axes) if (name := "|".join(parts)) not in self._table]

    def __contains__(self, place: object) -> bool:
        return isinstance(place, tuple) and self._name(place) in self._table

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return (place for place in product(*(range(len(axis)) for axis in self._axes)) if place in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _name(self, place: tuple[int, ...]) -> str:
        return "|".join(axis[i] for axis, i in zip(self._axes, place, strict=True))


def _unusable(data: Mapping[str, Any], why: str) -> InputError:
    return InputError(
        f"the coach table of {data.get('team', 'a team')} cannot be used: {why}.",
        remedy="`chartkit compile` writes whole ones.",
    )


@dataclass(frozen=True, slots=True)
class CoachTable:
    """One team's (or the league's) tables, laid out by class numbers."""

    grid: Grid
    #: By down, distance, field, state of the game.
    calls: Places
    #: By distance, kick field, state of the game.
    fourth_down: Places
    #: As the calls, in the offense's situation.
    formations: Places
    #: How much more often than usual opponents make a call against this team's defense.
    faced: Mapping[str, float]
    #: Chance of a try for two points by half of the game and lead; without a table the habits say.
    two_points: tuple[Mapping[int, float], ...]

    @classmethod
    def from_json(cls, data: Mapping[str, Any], league: Mapping[str, Any] | None = None) -> CoachTable:
        """Read a coach file; formations are the league's."""
        try:
            table = cls._read(data, league or {})
        except (AttributeError, KeyError, TypeError, ValueError) as mistake:
            raise _unusable(data, f"{mistake.args[0]!r} is missing or not what it should be") from mistake
        missing = [name for places in (table.calls, table.fourth_down) for name in places.missing]
        if missing:
            raise _unusable(data, f"it says nothing about {len(missing)} situations, such as {missing[0]!r}")
        return table

    @classmethod
    def _read(cls, data: Mapping[str, Any], league: Mapping[str, Any]) -> CoachTable:
        grid = Grid.from_json(data["situations"])
        distances, fields, kicks, states = grid.distances, grid.fields, grid.kick_fields, grid.state_names
        answers = data.get("formations") or league.get("formations") or {}
        return cls(
            grid,
            Places(data["calls"], (DOWNS, distances, fields, states)),
            Places(data["fourth_down"], (distances, kicks, states)),
            Places(answers, (DOWNS, distances, fields, states)),
            data.get("faced", {}),
            tuple(
                {int(lead): share for lead, share in data["two_point"][half].items()}
                for half in HALVES
                if "two_point" in data
            ),
        )

    def against(self, opponent: CoachTable) -> CoachTable:
        """The same coach when he meets this opponent's defense."""
        return replace(self, calls=self.calls.times(opponent.faced)) if opponent.faced else self

    def two_point_chance(self, period: int, lead: int) -> float:
        """The chance of a try for two points; a lead that the table does not have is the nearest one."""
        table = self.two_points[period > HALF_TIME]
        return table[min(table, key=lambda known: abs(known - lead))]

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
