"""Coaches' tables by situation as numbers: rows to draw from at once; what coaches share is there once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from chartkit.systems.ddf.coaches.tables import CoachTable, Drawn
from chartkit.systems.ddf.columns import FORMATIONS, PLAYS
from chartkit.systems.ddf.kernel import calling as k
from chartkit.systems.ddf.kernel import places as p
from chartkit.systems.ddf.kernel.layout import Numbers
from chartkit.systems.ddf.situation_grid import HALF_TIME, Grid, class_of

_FOURTH = ("go", "punt", "field goal")
#: What a row says that has no shares.
_NOTHING = -1
Shares = NDArray[np.float64]


def _parts(shares: Shares) -> NDArray[np.int64]:
    """Shares by row as parts of `calling.WHOLE` that add up to it."""
    sums = np.cumsum(shares, axis=1)
    reach = np.round(sums / sums[:, -1:] * k.WHOLE).astype(np.int64)
    return np.diff(reach, axis=1, prepend=0)


def drawing_rows(shares: Shares, bits: int) -> Numbers:
    """Rows of 2 ** bits equal slots: each is a choice up to a threshold, another beyond it (alias method)."""
    slots, size = 1 << bits, k.WHOLE >> bits
    rows = np.arange(len(shares))
    left = np.zeros((len(shares), slots), np.int64)
    left[:, : shares.shape[1]] = _parts(shares)
    threshold, other = np.full_like(left, size), np.tile(np.arange(slots), (len(shares), 1))
    filled = np.zeros(left.shape, bool)
    for _ in range(slots - 1):
        least = np.where(filled, np.iinfo(np.int64).max, left).argmin(axis=1)
        most = np.where(filled, -1, left).argmax(axis=1)
        part = np.minimum(left[rows, least], size)
        threshold[rows, least], other[rows, least] = part, most
        left[rows, most] -= size - part
        filled[rows, least] = True
    return (threshold << bits | other).astype(np.int32)


def _shares(found: Sequence[Drawn], names: Sequence[str]) -> Shares:
    """Rows of a coach's table in the order of `names`."""
    place = {name: number for number, name in enumerate(names)}
    shares = np.zeros((len(found), len(names)))
    rows = [row for row, (drawn, _) in enumerate(found) for _ in drawn]
    columns = [place[name] for drawn, _ in found for name in drawn]
    sums = np.array([upto for _, each in found for upto in each])
    # A row begins anew where the number of the row changes.
    before = np.where(np.diff(rows, prepend=-1) > 0, 0.0, np.roll(sums, 1))
    np.add.at(shares, (rows, columns), np.maximum(sums - before, 0.0))
    return shares


def _grid(grid: Grid) -> Numbers:
    """How a coach tells situations apart, by direct look-up."""
    seconds = sorted({each[2] for each in grid.states if each[2] < k.MOST_SECONDS})
    clocks = len(seconds) + 1
    found = np.zeros(k.STATE_OF + p.MOST_PERIODS * k.LEADS * clocks, np.int32)
    found[k.CLOCKS], states = clocks, len(grid.states) + 1
    fields, kick_fields = states * (len(grid.field) + 1), states * (len(grid.kick_field) + 1)
    for at, edges, step in (
        (k.DISTANCE_ADDS, grid.distance, fields),
        (k.FIELD_ADDS, grid.field, states),
        (k.KICK_DISTANCE_ADDS, grid.distance, kick_fields),
        (k.KICK_FIELD_ADDS, grid.kick_field, states),
    ):
        found[at : at + k.MOST_YARDS + 1] = [step * class_of(yards, edges) for yards in range(k.MOST_YARDS + 1)]
    # A try counts as a first down.
    found[k.DOWN_ADDS : k.DOWN_ADDS + 5] = [
        fields * (len(grid.distance) + 1) * max(0, down - 1) for down in range(5)
    ]
    found[k.CLOCK_CLASS : k.CLOCK_CLASS + k.MOST_SECONDS + 1] = np.searchsorted(
        seconds, np.arange(k.MOST_SECONDS + 1)
    )
    state_of = np.full((p.MOST_PERIODS, k.LEADS, clocks), len(grid.states), np.int32)
    leads = np.arange(-k.MOST_LEAD, k.MOST_LEAD + 1)
    for number, (_, quarters, clock, low, high) in reversed(list(enumerate(grid.states))):
        inside = (leads >= low) & (leads <= high)
        for quarter in quarters:
            state_of[quarter, inside, : np.searchsorted(seconds, clock) + 1] = number
    found[k.STATE_OF :] = state_of.ravel()
    return found


def _faced(table: CoachTable) -> list[int]:
    """The chance that each play stands once it is drawn: the one that is faced most always does."""
    factors = [table.faced.get(play, 1.0) for play in PLAYS]
    return [round(factor / max(factors) * k.WHOLE) for factor in factors]


def _tries(table: CoachTable) -> Numbers:
    """Chances of a try for two by half of the game and lead."""
    leads = range(-k.MOST_TRY_LEAD, k.MOST_TRY_LEAD + 1)
    chances = [[table.two_point_chance(period, lead) for lead in leads] for period in (1, HALF_TIME + 1)]
    return np.round(np.array(chances) * k.WHOLE).astype(np.int32)


class CoachBook:
    """All coaches' tables one behind the other; what several coaches share is there once."""

    def __init__(self) -> None:
        self._parts: list[Numbers] = [np.zeros(1, np.int32)]
        self._size = 1
        self._known: dict[bytes, int] = {}
        self._said: dict[int, Mapping[int, int]] = {}

    def _add(self, numbers: Numbers) -> int:
        flat = np.ascontiguousarray(numbers).ravel()
        key = flat.tobytes()
        if key not in self._known:
            self._known[key] = self._size
            self._parts.append(flat)
            self._size += len(flat)
        return self._known[key]

    def add(self, table: CoachTable) -> Mapping[int, int]:
        """Take a coach's table in; gives what his team's sheet says about it."""
        if id(table) not in self._said:
            self._said[id(table)] = self._taken(table)
        return self._said[id(table)]

    def _taken(self, table: CoachTable) -> Mapping[int, int]:
        grid = table.grid
        states, distances = range(len(grid.states) + 1), range(len(grid.distance) + 1)
        situations = list(product(range(4), distances, range(len(grid.field) + 1), states))
        fourths = list(product(distances, range(len(grid.kick_field) + 1), states))
        calls = _shares([table.calls[place] for place in situations], PLAYS)
        kicked = _shares([table.fourth_down[place] for place in fourths], _FOURTH)
        answers = np.full((len(situations), 1 << k.FORMATION_BITS), _NOTHING, np.int32)
        known = [number for number, place in enumerate(situations) if place in table.formations]
        if known:
            shares = _shares([table.formations[situations[number]] for number in known], FORMATIONS)
            answers[known] = drawing_rows(shares, k.FORMATION_BITS)
        return {
            p.COACH_KIND: p.SITUATION,
            p.COACH_GRID: self._add(_grid(grid)),
            p.COACH_CALLS: self._add(drawing_rows(calls, k.CALL_BITS)),
            p.COACH_SHARES: self._add(np.cumsum(_parts(calls), axis=1).astype(np.int32)),
            p.COACH_FOURTH: self._add(drawing_rows(kicked, k.FOURTH_BITS)),
            p.COACH_FORMATIONS: self._add(answers),
            p.COACH_TWO_POINTS: self._add(_tries(table)) if table.two_points else 0,
            **{p.COACH_FACED + number: chance for number, chance in enumerate(_faced(table))},
        }

    @property
    def numbers(self) -> Numbers:
        """Everything, for the kernel."""
        return np.concatenate(self._parts)
