"""What a call costs beside its expected points: the quota that is used up, and the seconds of the clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from chartkit.systems.ddf.charts import FORMATIONS, PLAYS
from chartkit.systems.ddf.coaches.endgame import SLOW_PLAY, runs_the_clock
from chartkit.systems.ddf.coaches.mind import CERTAIN, Mind
from chartkit.systems.ddf.coaches.simplex import Numbers, Program
from chartkit.systems.ddf.coaches.winning import position
from chartkit.systems.ddf.engine.matchup import Matchup, first_state
from chartkit.systems.ddf.engine.state import GameState
from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.game import Game, ahead
from chartkit.systems.ddf.rules.legality import is_allowed_here, quota_left

#: A team has a snap in so many seconds of a game: a play takes about half of it, and two teams have the ball.
SNAP_SECONDS: Final = 57
#: A leader's first down keeps the ball from the other side for three plays more: so many seconds.
SERIES_SECONDS: Final = 120
#: First and 10 at the other side's 10 is worth so many points more than at the own 10.
FIELD_POINTS: Final = 5.4
#: `_late_price` compares the chance to win so many seconds before and after; it takes a point to be worth at least
#: `_LEAST` of it.
_AROUND: Final = 30
_LEAST: Final = CERTAIN // 100


class Typical(NamedTuple):
    """A situation that stands for a share of the snaps to come."""

    share: float
    down: int
    to_go: int
    spot: int


#: As the league's snaps are spread over downs, distances and the field, in round numbers.
TYPICAL = (
    Typical(0.20, 1, 10, 30),
    Typical(0.20, 1, 10, 60),
    Typical(0.20, 2, 8, 40),
    Typical(0.12, 2, 3, 60),
    Typical(0.14, 3, 8, 40),
    Typical(0.07, 3, 2, 60),
    Typical(0.07, 1, 5, 95),
)


def seconds_left(game: Game) -> int:
    """To the end of the game, or of the overtime period."""
    return game.clock + max(0, n.REGULATION - game.period) * game.period_seconds


def snaps_left(game: Game) -> float:
    """How many snaps of a team are to come after this one."""
    return seconds_left(game) / SNAP_SECONDS


def second_price(game: Mind, team: int) -> float:
    """What a second that is run off is worth to a team, in points; below 0 when it is behind.

    Scores scatter with the root of the time that is left, so the chance to win follows lead / root(time), and a
    second less changes it as lead / (2 * time) points more do. In overtime the score counts, not the clock.
    Late there are so few possessions left that a leader with the ball gains more than that.
    """
    if game.period > n.REGULATION:
        return 0.0
    price = ahead(game, team) / (2.0 * max(seconds_left(game), SLOW_PLAY))
    if team == game.possession and runs_the_clock(game, team):
        price = max(price, _late_price(game, team))
    return price


def _late_price(game: Mind, team: int) -> float:
    """By the table of chances: what a second changes beside what a point of field position does."""
    lead, clock = ahead(game, team), game.clock
    soon, later = max(0, clock - _AROUND), clock + _AROUND
    gained = position(game, team, team, game.spot, lead, soon) - position(game, team, team, game.spot, lead, later)
    near, far = (position(game, team, team, spot, lead, clock) for spot in (90, 10))
    return gained / (later - soon) / max((near - far) / FIELD_POINTS, _LEAST)


def series_price(game: Mind, team: int) -> float:
    """What a leader's first down is worth late beyond its expected points: the seconds of three more plays."""
    if game.down != 3 or not runs_the_clock(game, team):
        return 0.0
    return min(SERIES_SECONDS, game.clock) * second_price(game, team)


class QuotaPrices:
    """What one call of each play will be worth later in the game, when only so many are left (R26.1).

    A plan for the snaps to come: how often to call each play in each typical situation, so that the value of all
    games of calls is as large as the quotas allow. What one call more of a play would add to it is its price.
    """

    def __init__(self, table: Matchup, team: int, payoffs: Callable[[GameState], Numbers]) -> None:
        fronts, states = len(FORMATIONS), len(TYPICAL)
        blocks: list[tuple[Numbers, tuple[int, ...]]] = []
        for each in TYPICAL:
            state = first_state(table)._replace(
                phase="scrimmage",
                possession=team,
                down=each.down,
                spot=each.spot,
                to_gain=each.spot + each.to_go,
            )
            game = table.game_in(state)
            found = payoffs(state)
            # A snap without a play is worth less than any: all are used.
            blocks.append(
                (
                    found + 1.0 - found.min(),
                    tuple(play for play in range(len(PLAYS)) if is_allowed_here(game, play)),
                )
            )
        calls = sum(len(plays) for _, plays in blocks)
        #: A row for each situation and formation, then for each situation, then for each play.
        program = np.zeros((states * fronts + states + len(PLAYS), calls + states))
        column = 0
        for number, (worth, plays) in enumerate(blocks):
            held = slice(number * fronts, (number + 1) * fronts)
            program[held, calls + number] = 1.0
            for play in plays:
                program[held, column] = -worth[play]
                program[states * fronts + number, column] = 1.0
                program[states * fronts + states + play, column] = 1.0
                column += 1
        values = np.zeros(calls + states)
        values[calls:] = 1.0
        game = table.new_game()
        self._held = np.zeros(states * fronts)
        self._program = Program(program, values, self._limits(snaps_left(game), list(game.quotas[team])))

    def _limits(self, snaps: float, quotas: list[int]) -> Numbers:
        shares = [snaps * each.share for each in TYPICAL]
        return np.concatenate([self._held, np.array([*shares, *quotas], dtype=float)])

    def now(self, game: Game) -> Numbers:
        """In points, by play, for the team with the ball: what the last of the calls that it leaves would add."""
        snaps = snaps_left(game)
        left = [max(0, quota_left(game, play) - 1) for play in range(len(PLAYS))]
        return min(1.0, snaps) * self._program.prices(self._limits(max(1.0, snaps), left))[-len(PLAYS) :]
