"""The state of a game between two plays: small, immutable, plain numbers (R2.3)."""

from __future__ import annotations

from typing import Final, NamedTuple

HOME, AWAY = 0, 1

#: What happens next.
COIN_TOSS, KICKOFF, FREE_KICK, SCRIMMAGE, TRY, OVER = (
    "coin toss",
    "kickoff",
    "free kick",
    "scrimmage",
    "try",
    "over",
)
PHASES = (COIN_TOSS, KICKOFF, FREE_KICK, SCRIMMAGE, TRY, OVER)

#: How far overtime with guaranteed possessions has come (R30.2).
FIRST_POSSESSION, SECOND_POSSESSION, SUDDEN_DEATH = 1, 2, 3

Pair = tuple[int, int]
Calls = tuple[tuple[int, ...], tuple[int, ...]]


class GameState(NamedTuple):
    """Everything that the rules need to know between two plays; teams are 0 (home) and 1 (visitor).

    `spot` and `to_gain` count yards from the own goal line of the team in `possession` (R2.1). In the phases
    `kickoff` and `free kick` that is the kicking team, in `try` the team that scored.
    """

    # What every play changes comes first and the score last: the next state is new values and the rest of the old.
    phase: str
    #: Seconds left in the period, a multiple of 10.
    clock: int
    possession: int
    down: int
    spot: int
    to_gain: int
    #: Seconds of the last play that are not charged yet, because they can still be adjusted (R23.2).
    pending: int
    #: The row of the timing chart that gave the pending seconds.
    pending_row: str
    #: The team that had the ball on the play whose seconds are pending.
    pending_team: int
    #: The last play ended in bounds and used more than 10 seconds: a timeout is allowed (R24.1).
    stoppable: bool
    #: The period is over, but a foul by the defense gives one more down (R23.6).
    untimed: bool
    #: Yards by which a penalty on a score moves the next kickoff, forward positive (R19.11).
    kickoff_shift: int
    #: A try: how far the kick is after a penalty (R18.5), 0 for the ordinary PAT.
    try_kick: int
    #: How often each team has called plays 1-9 (R3.10, R26.2); (home, visitor), as every pair below.
    calls: Calls
    #: Plays that were charged a full 40 seconds (R23.7).
    forties: int
    timeouts: Pair
    no_huddle: Pair
    #: 1-4, overtime from 5 on.
    period: int
    offense_audibles: Pair
    defense_audibles: Pair
    #: The team that received the kickoff of the first half, or of overtime.
    received_first: int
    #: 0, or how far overtime has come.
    overtime: int
    score: Pair
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

    @property
    def half(self) -> int:
        """1, 2, or 3 and more in overtime."""
        return (self.period + 1) // 2


#: Places in the state: up to where a play changes it, up to where settling the clock does, and the score.
CALLS: Final = 13
AFTER_PLAY: Final = 14
SETTLED: Final = 17
SCORE_PLACE: Final = 22
assert [GameState._fields[place] for place in (CALLS, AFTER_PLAY, SETTLED, SCORE_PLACE)] == [
    "calls",
    "forties",
    "period",
    "score",
]
