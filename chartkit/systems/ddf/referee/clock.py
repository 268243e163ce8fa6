"""The clock: what a play costs, and what can still be done about it (R23, R24)."""

from __future__ import annotations

from chartkit.systems.ddf.referee import decisions as d
from chartkit.systems.ddf.referee.decisions import Ask, Choice
from chartkit.systems.ddf.referee.ending import (
    IN_BOUNDS,
    NO_HUDDLE,
    OUT_OF_BOUNDS,
    OUT_OF_BOUNDS_LATE,
    SPIKE,
    THIRD_PLAY,
    TIMEOUT,
)
from chartkit.systems.ddf.referee.events import Event, charged, make
from chartkit.systems.ddf.referee.matchup import Matchup
from chartkit.systems.ddf.referee.rulebook import Timing
from chartkit.systems.ddf.referee.state import SCRIMMAGE, SETTLED, GameState, Pair
from chartkit.systems.ddf.referee.table import Table


def spend(pair: Pair, team: int) -> Pair:
    """One less for a team."""
    return (pair[0] - 1, pair[1]) if team == 0 else (pair[0], pair[1] - 1)


def sideline_row(matchup: Matchup, state: GameState) -> str:
    """Out of bounds, and whether it is late in the half; the clock before the play decides (R23.1, R23.5)."""
    late = state.clock <= matchup.rules.timing.late.get(state.period, -1)
    return OUT_OF_BOUNDS_LATE if late else OUT_OF_BOUNDS


def time_left(timing: Timing, period: int, clock: int, seconds: int) -> int:
    """The clock after so many seconds: never below 0, and stopped at the two-minute mark (R23.4)."""
    left = clock - seconds
    if left < timing.stop_at < clock and period in timing.stop_periods:
        return timing.stop_at
    return left if left > 0 else 0


def charge(matchup: Matchup, state: GameState, team: int, row: str, seconds: int, out: list[Event]) -> int:
    """Charge a play at once; gives the clock after it."""
    clock, period = state.clock, state.period
    if not seconds:
        return clock
    left = time_left(matchup.rules.timing, period, clock, seconds)
    out.append(charged(team, clock - left, row, period, left))
    return left


def settle(table: Table, state: GameState) -> tuple[GameState, bool]:
    """Fix the seconds of the last play; gives the state and whether the offense spikes the ball (R23.2, R24).

    The offer to adjust is made even when the unadjusted time would end the period.
    """
    # Taking a tuple apart is faster than asking it for one value after the other.
    (
        _, clock, offense, down, spot, to_gain, seconds, row, team, stoppable,
        untimed, shift, try_kick, calls, forties, timeouts, no_huddle,
    ) = state[:SETTLED]  # fmt: skip
    if not seconds:
        return state, False
    matchup, period = table.matchup, state.period
    timing, spiked = matchup.rules.timing, False
    if table.watched is None or clock <= table.watched.get(period, -1):
        choice, caller = _tempo(table, state)
        if choice == d.TIMEOUT:
            # R24.2, R35.1: before the reveal the last play costs 10, a kneel too.
            row, seconds, stoppable = TIMEOUT, timing.seconds(TIMEOUT), False
            timeouts = spend(timeouts, caller)
        elif choice == d.SPIKE:
            row, seconds, stoppable, spiked = SPIKE, matchup.options.spike_seconds, False, True
        elif choice == d.NO_HUDDLE:
            row, seconds = NO_HUDDLE, timing.seconds(NO_HUDDLE)
            no_huddle = spend(no_huddle, offense)
    if row == IN_BOUNDS:
        forties += 1
        if matchup.options.third_play_30 and forties % 3 == 0:
            # R23.7: each third play of a full 40 seconds is charged 30.
            row, seconds = THIRD_PLAY, timing.seconds(THIRD_PLAY)
    left = clock - seconds
    if left < timing.stop_at or left < 0:
        left = time_left(timing, period, clock, seconds)
    table.events.append(charged(team, clock - left, row, period, left))
    settled = (
        SCRIMMAGE, left, offense, down, spot, to_gain, 0, "", team, stoppable,
        untimed, shift, try_kick, calls, forties, timeouts, no_huddle,
    )  # fmt: skip
    return make(GameState, settled + state[SETTLED:]), spiked


def _tempo(table: Table, state: GameState) -> tuple[Choice, int]:
    """What the coaches do about the clock, and whose choice it is."""
    offense, defense = state.possession, 1 - state.possession
    choice: Choice = d.PLAY_ON
    if (state.stoppable or state.no_huddle[offense]) and table.asks_clock(offense, state):
        choice = table.offer(Ask.CLOCK, offense, state)
    if (
        choice not in (d.TIMEOUT, d.SPIKE)
        and state.stoppable
        and state.timeouts[defense]
        and table.asks_clock(defense, state)
        and table.offer(Ask.CLOCK, defense, state) == d.TIMEOUT
    ):
        # A timeout by the defense makes a hurry pointless: it is not spent.
        return d.TIMEOUT, defense
    return choice, offense
