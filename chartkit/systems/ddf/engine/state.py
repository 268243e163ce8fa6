"""The state of a game between two plays as a value: small, immutable, in words (R2.3)."""

from __future__ import annotations

from itertools import accumulate, islice, pairwise
from operator import attrgetter
from typing import Any, NamedTuple

from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.game import Game

HOME, AWAY = n.HOME, n.AWAY
#: What happens next.
COIN_TOSS, KICKOFF, FREE_KICK, SCRIMMAGE, TRY, OVER = PHASES = n.PHASES

Pair = tuple[int, int]
Calls = tuple[tuple[int, ...], tuple[int, ...]]


class GameState(NamedTuple):
    """Everything that the rules need to know between two plays; `rules.game.Game` explains each field.

    Teams are 0 (home) and 1 (visitor), a pair is (home, visitor).
    """

    phase: str
    clock: int
    possession: int
    down: int
    spot: int
    to_gain: int
    pending: int
    #: The row of the timing chart that gave the pending seconds; empty when none are.
    pending_row: str
    pending_team: int
    stoppable: bool
    untimed: bool
    kickoff_shift: int
    try_kick: int
    calls: Calls
    forties: int
    timeouts: Pair
    no_huddle: Pair
    period: int
    offense_audibles: Pair
    defense_audibles: Pair
    received_first: int
    overtime: int
    score: Pair
    #: Points by period.
    by_period: tuple[Pair, ...]

    @property
    def defense(self) -> int:
        """The other team."""
        return 1 - self.possession

    @property
    def to_goal(self) -> int:
        """Yards to the opponent's goal line."""
        return 100 - self.spot

    @property
    def to_go(self) -> int:
        """Yards to the line to gain."""
        return self.to_gain - self.spot

    @property
    def goal_to_go(self) -> bool:
        """The line to gain is the goal line (R2.7)."""
        return self.to_gain >= 100


#: Fields with a number for each team, fields of other kinds, and fields that are one number.
_PAIRS = ("timeouts", "no_huddle", "offense_audibles", "defense_audibles", "score")
_OTHERS = ("phase", "pending_row", "calls", "by_period")
_NUMBERS = tuple(name for name in GameState._fields if name not in _PAIRS + _OTHERS)
_numbers_of = attrgetter(*_NUMBERS)


def state_of(game: Game) -> GameState:
    """The state of a game in progress."""
    reached = [*game.score_at_start[1 : game.period + 1], game.score]
    pairs: dict[str, Any] = {name: tuple(getattr(game, name)) for name in _PAIRS}
    return GameState(
        phase=n.PHASES[game.phase],
        pending_row=n.ROWS[game.pending_row] if game.pending else "",
        calls=(tuple(game.calls[0]), tuple(game.calls[1])),
        by_period=tuple((after[0] - before[0], after[1] - before[1]) for before, after in pairwise(reached)),
        **pairs,
        **dict(zip(_NUMBERS, _numbers_of(game), strict=True)),
    )


def set_state(game: Game, state: GameState) -> None:
    """Put a game into a state."""
    for name in _NUMBERS:
        setattr(game, name, getattr(state, name))
    for name in _PAIRS:
        setattr(game, name, list(getattr(state, name)))
    game.phase = n.PHASES.index(state.phase)
    game.pending_row = n.ROWS.index(state.pending_row) if state.pending_row else 0
    game.calls = [list(calls) for calls in state.calls]
    starts = accumulate(((0, 0), *state.by_period), lambda one, two: (one[0] + two[0], one[1] + two[1]))
    for period, start in enumerate(islice(starts, state.period), 1):
        game.score_at_start[period] = list(start)
