"""The space in which charts are fitted: outcomes of a play, symbols of a column, and the charts so far (R5).

A final outcome is a gain of -20 to 99 yards or one of five others. An offensive cell is written in the same space
(a gain cell is its yards), so that one table of (offensive cell, defensive cell) -> final outcome, built from the
priority chart, holds everything that the fit needs to know of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from chartkit.fitting import Indices, Matrix, Vector, compiled
from chartkit.systems.ddf.charts import BREAKAWAY, FORMATIONS, PASSES, RUNS, Kind, Result, dice, gain
from chartkit.systems.ddf.rules.priority_chart import Outcome, PriorityChart, final_result

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from chartkit.systems.ddf.compile.settings import FitSettings


GRID = range(-20, 100)
YARDS = len(GRID)
TD, INC, INT, QT, F = YARDS, YARDS + 1, YARDS + 2, YARDS + 3, YARDS + 4
#: Final outcomes: the grid, then touchdown by a TD cell, incomplete, intercepted, trapped, fumbled.
OUTCOMES = YARDS + 5
#: Recorded outcomes: gains on the grid, incomplete, intercepted, trapped, fumbled, and the share of touchdowns,
#: which are gains too and stand in both places.
R_INC, R_INT, R_QT, R_F, R_TD = YARDS, YARDS + 1, YARDS + 2, YARDS + 3, YARDS + 4
RECORDED = YARDS + 5
NUMBERS = np.arange(GRID.start, GRID.stop, dtype=np.float64)

#: Blocks of the grid by their first yard, for the distance of gains: fine where most gains are.
BLOCKS = np.array([*range(-20, -8, 4), *range(-8, 16), *range(16, 40, 2), *range(40, 100, 5)]) - GRID.start

_KINDS = {
    TD: Kind.TOUCHDOWN,
    INC: Kind.INCOMPLETE,
    INT: Kind.INTERCEPTION,
    QT: Kind.TRAPPED,
    F: Kind.FUMBLE,
}
_BY_KIND = {kind: place for place, kind in _KINDS.items()}

#: Defensive cells that the fit may use, in a fixed order.
DEFENSE_NUMBERS = range(-12, 16)
DEFENSE_FORCED = range(-12, 41)
DEFENSE_CELLS: tuple[Result, ...] = (
    *(gain(yards) for yards in DEFENSE_NUMBERS),
    *(Result(Kind.FORCED, yards) for yards in DEFENSE_FORCED),
    *(Result(kind) for kind in (Kind.TRAPPED, Kind.INTERCEPTION, Kind.FUMBLE, Kind.INCOMPLETE)),
)
DEFENSE_PLACE: Mapping[Result, int] = {cell: place for place, cell in enumerate(DEFENSE_CELLS)}
NO_IMPACT = DEFENSE_PLACE[gain(0)]
DEF_QT, DEF_INT = DEFENSE_PLACE[Result(Kind.TRAPPED)], DEFENSE_PLACE[Result(Kind.INTERCEPTION)]
DEF_F, DEF_INC = DEFENSE_PLACE[Result(Kind.FUMBLE)], DEFENSE_PLACE[Result(Kind.INCOMPLETE)]


def place_of_yards(yards: int) -> int:
    """Place of a gain on the grid; longer and shorter gains are put at its ends."""
    return min(max(yards, GRID.start), GRID.stop - 1) - GRID.start


def offense_cell(place: int) -> Result:
    """The offensive cell behind a place of the outcome space."""
    return gain(GRID[place]) if place < YARDS else Result(_KINDS[place])


def place_of(result: Result) -> int:
    """The place of a plain offensive cell: yards, TD, INC, INT, QT or F."""
    return place_of_yards(result.yards) if result.kind is Kind.YARDS else _BY_KIND[result.kind]


def final_outcome(chart: PriorityChart, offense: Result, defense: Result) -> tuple[int, bool]:
    """What two cells become: its place in the outcome space, and whether the play ended out of bounds."""
    outcome = chart.look_up(offense, defense)
    if outcome in (Outcome.F_EZ, Outcome.F_QT):
        return F, False
    final = final_result(outcome, offense, defense)
    if final.kind is Kind.FORCED:
        return place_of_yards(final.yards), final.out_of_bounds
    return TD if final.kind is Kind.FORCED_TD else place_of(final), final.out_of_bounds


@cache
def _pair_table(chart_rows: tuple[tuple[tuple[str, str], str], ...]) -> NDArray[np.int64]:
    chart = PriorityChart({key: Outcome(code) for key, code in chart_rows})
    return np.array(
        [
            [final_outcome(chart, offense_cell(place), cell)[0] for cell in DEFENSE_CELLS]
            for place in range(OUTCOMES)
        ],
        dtype=np.int64,
    )


def pair_table(chart: PriorityChart) -> NDArray[np.int64]:
    """Final outcome of every offensive cell (row) against every defensive cell (column)."""
    return _pair_table(tuple(sorted((key, str(code)) for key, code in chart.outcomes.items())))


def is_run(call: str) -> bool:
    """Whether a call is one of plays 1-4."""
    return call in RUNS


def is_pass(call: str) -> bool:
    """Whether a call is one of plays 5-9."""
    return call in PASSES


@compiled
def offense_rows(defense: Vector, pairs: Indices, recorded: Matrix) -> Matrix:
    """Recorded outcome of each offensive cell against defensive cells with these weights."""
    rows = np.zeros((pairs.shape[0], recorded.shape[1]))
    for s in range(pairs.shape[0]):
        for t in range(pairs.shape[1]):
            weight = defense[t]
            if weight > 0.0:
                final = pairs[s, t]
                for r in range(recorded.shape[1]):
                    rows[s, r] += weight * recorded[final, r]
    return rows


@compiled
def defense_rows(offense: Vector, pairs: Indices, recorded: Matrix) -> Matrix:
    """Recorded outcome of each defensive cell against offensive cells with these weights."""
    rows = np.zeros((pairs.shape[1], recorded.shape[1]))
    for t in range(pairs.shape[1]):
        for s in range(pairs.shape[0]):
            weight = offense[s]
            if weight > 0.0:
                final = pairs[s, t]
                for r in range(recorded.shape[1]):
                    rows[t, r] += weight * recorded[final, r]
    return rows


@compiled
def pair_ends(offense: Vector, defense: Vector, pairs: Indices) -> Vector:
    """Weights of the final outcomes when cells with these weights meet."""
    final = np.zeros(pairs.shape[0])
    for s in range(pairs.shape[0]):
        if offense[s] != 0.0:
            for t in range(pairs.shape[1]):
                if defense[t] != 0.0:
                    final[pairs[s, t]] += offense[s] * defense[t]
    return final


#: Figures of a column, in the order in which problems hold them; fouls follow.
FIGURES = ("mean", "completion", "intercepted", "trapped", "fumbled", "touchdown")
#: What `Symbols.extra` says of a column whose bold cells are rolled again in Short Pass-Big Play.
BIG_PLAY = "BIG"
#: Fouls that an offense column can hold, in a fixed order (R4.2).
FOULS = ("OFF 5", "OFF 10", "OFF 15", "DEF 5", "DEF 5X", "DEF 15", "PI", "OFF #*")
DEFENSE_FOULS = ("DEF 5", "DEF 5X", "DEF 15", "PI")
PASS_FOULS = frozenset({"PI", "OFF #*"})


@dataclass(frozen=True)
class Symbols:
    """The alphabet of one call: plain cells by place, then B or Big Play, then fouls."""

    call: str
    places: tuple[int, ...]
    extra: str  # B, BIG or nothing
    fouls: tuple[str, ...]

    @property
    def size(self) -> int:
        """How many symbols there are."""
        return len(self.places) + bool(self.extra) + len(self.fouls)

    @property
    def numbers(self) -> tuple[int, ...]:
        """Indices of the plain yardage symbols, ascending."""
        return tuple(i for i, place in enumerate(self.places) if place < YARDS)

    @property
    def ladder(self) -> NDArray[np.int64]:
        """For each symbol its rank among the yardages, or -1."""
        ladder = np.full(self.size, -1, dtype=np.int64)
        for rank, index in enumerate(self.numbers):
            ladder[index] = rank
        return ladder

    @property
    def reroll(self) -> Vector:
        """1 for the symbols after which the offense rolls again: fouls."""
        rolled = np.zeros(self.size)
        if self.fouls:
            rolled[-len(self.fouls) :] = 1.0
        return rolled

    def index(self, name: int | str) -> int:
        """Index of a place, of B or Big Play, or of a foul."""
        if isinstance(name, int):
            return self.places.index(name)
        if name == self.extra:
            return len(self.places)
        return len(self.places) + bool(self.extra) + self.fouls.index(name)

    def spread(self, weights: Vector, extra: Vector) -> Vector:
        """Weights of symbols -> weights in the outcome space, B and Big Play replaced by their own column."""
        plain = np.zeros(OUTCOMES)
        plain[list(self.places)] = weights[: len(self.places)]
        if self.extra:
            plain += weights[len(self.places)] * extra
        return plain

    def each(self, plain: Matrix, extra: Vector) -> Matrix:
        """A row for each symbol from the rows of all plain cells; fouls contribute nothing."""
        made = np.zeros((self.size, plain.shape[1]))
        made[: len(self.places)] = plain[list(self.places)]
        if self.extra:
            made[len(self.places)] = extra @ plain
        return made

    def rows(self, plain: Matrix, extra: Vector) -> tuple[Matrix, Matrix]:
        """Cumulative gains and figures of each symbol, from the recorded rows of all plain cells."""
        recorded = self.each(plain, extra)
        gains = np.cumsum(recorded[:, :YARDS], axis=1)
        figures = np.zeros((self.size, len(FIGURES) + len(self.fouls)))
        figures[:, : len(FIGURES)] = figures_of(recorded)
        for place, foul in enumerate(self.fouls):
            figures[self.index(foul), len(FIGURES) + place] = 1.0
        return gains, figures


def figures_of(recorded: Matrix) -> Matrix:
    """The six figures of recorded rows."""
    return np.stack(
        [
            recorded[:, :YARDS] @ NUMBERS,
            recorded[:, :YARDS].sum(axis=1),
            recorded[:, R_INT],
            recorded[:, R_QT],
            recorded[:, R_F],
            recorded[:, R_TD],
        ],
        axis=1,
    )


def symbols_of(call: str, fit: FitSettings, *, big_play: bool) -> Symbols:
    """The alphabet of a call: its range of numbers, its endings, B or Big Play, and the fouls of its kind."""
    longest = fit.longest[call]
    extra = BREAKAWAY if is_run(call) else ""
    if call == "6-SHORT":
        if big_play:
            extra = BIG_PLAY
        else:
            longest = fit.longest["5-SCREEN"]
    numbers = tuple(range(place_of_yards(fit.shortest[call]), place_of_yards(min(longest, GRID.stop - 1)) + 1))
    endings = (INC, INT, QT, F) if is_pass(call) else (F,)
    fouls = tuple(foul for foul in FOULS if is_pass(call) or foul not in PASS_FOULS)
    return Symbols(call, (*numbers, *endings), extra, fouls)


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
    """The charts while they are being fitted; arrays are indexed by team."""

    teams: tuple[str, ...]
    pairs: Indices
    mix: Mapping[str, Vector]
    #: (call, side) -> recorded matrix by team.
    recorded: Mapping[tuple[str, str], list[Matrix]]
    #: call -> (team, defensive symbol) weights.
    defense: dict[str, Matrix]
    #: call -> (team, outcome) weights of the offensive cells, fouls left out and the rest scaled to 1.
    offense: dict[str, Matrix] = field(default_factory=dict)
    #: Chosen symbols, cell by cell: (call, side) -> team -> 30 indices; none where nothing was chosen yet.
    cells: dict[tuple[str, str], list[Indices]] = field(default_factory=dict)
    cancels: list[Cancels] = field(default_factory=list)
    #: Yards at which the defenses' fumbles happen, call by call: what Ball Protection turns into a forced gain.
    fumble_yards: Mapping[str, int] = field(default_factory=dict)

    def defense_faced(self, call: str, team: int, met: Vector) -> Vector:
        """The mixture of defensive cells that an offense met, its cancel charts applied."""
        mixture: Vector = met @ self.defense[call]
        return self.cancelled(call, team, mixture)

    def cancelled(self, call: str, team: int, defense: Vector) -> Vector:
        """Weights of defensive cells after the cancel charts of an offense."""
        mixture = defense.copy()
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
        """Defensive cells that an offense cancels: which, how often, and what replaces them."""
        cancels = self.cancels[team]
        shares = (cancels.trapped, cancels.intercepted, cancels.fumbled)
        for (place, becomes), share in zip(self.cancelled_cells(call), shares, strict=True):
            if share:
                yield place, share, becomes

    def cancelled_cells(self, call: str) -> tuple[tuple[int, int], ...]:
        """Trap, interception and fumble of a defense, each with what replaces it when it is cancelled."""
        caught = DEFENSE_PLACE[Result(Kind.FORCED, self.fumble_yards.get(call, 0))]
        return (DEF_QT, NO_IMPACT), (DEF_INT, NO_IMPACT), (DEF_F, caught)

    def offense_faced(self, call: str, met: Vector) -> tuple[Vector, Matrix]:
        """The mixture of offensive cells that a defense met, and the parts of it that cancel QT, INT and F."""
        columns = self.offense[call]
        shares = np.array([[c.trapped, c.intercepted, c.fumbled] for c in self.cancels])
        return met @ columns, (met[:, None] * shares).T @ columns
