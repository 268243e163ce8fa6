"""What a coach may choose, each rule once: the number of the reason why not, or LEGAL.

The sentences for people are in `engine.decisions`.
"""

from __future__ import annotations

from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.game import Game, ahead

#: R24.3: no huddle needs a play of more than this before it.
SHORTEST_HURRIED = 20


def is_allowed_here(game: Game, play: int) -> bool:
    """A play 1-9 may be called this near the goal line (R25.1)."""
    return 100 - game.spot > game.not_allowed[play]


def quota_left(game: Game, play: int) -> int:
    """How often the team in possession may still call a play (R26.1, R26.4)."""
    team = game.possession
    extra = game.overtime_quotas[team][play] if game.period > n.REGULATION else 0
    return game.quotas[team][play] + extra - game.calls[team][play]


def play_barred(game: Game, play: int) -> int:
    """Why the team in possession may not call a play 1-9 (R25.1, R26)."""
    if not is_allowed_here(game, play):
        return n.TOO_NEAR_GOAL
    if not game.has_quotas[game.possession] or quota_left(game, play) > 0:
        return n.LEGAL
    # R26.5: with no legal play left the quotas do not count for this down.
    return n.OUT_OF_QUOTA if any_play_left(game) else n.LEGAL


def any_play_left(game: Game) -> bool:
    """A play that may be called here has quota left (R26.5)."""
    left = False
    for play in range(n.PLAYS):
        left = left or (is_allowed_here(game, play) and quota_left(game, play) > 0)
    return left


def call_barred(game: Game, call: int) -> int:
    """Why the offense may not call this play or special call (R6.1, R17.1, R18.2)."""
    if call < n.PLAYS:
        return play_barred(game, call)
    if game.phase == n.TRY:
        return n.TRY_IS_A_PLAY
    if call == n.CALL_FIELD_GOAL and 100 - game.spot > game.longest_field_goal[game.possession]:
        return n.TOO_FAR
    return n.LEGAL


def timeout_barred(game: Game, team: int) -> int:
    """Why a team may not call a timeout now (R24.1)."""
    if game.timeouts[team] == 0:
        return n.NO_TIMEOUT_LEFT
    return n.LEGAL if game.stoppable else n.CLOCK_STOPPED


def no_huddle_barred(game: Game, team: int) -> int:
    """Why a team may not go without a huddle (R24.3)."""
    if team != game.possession:
        return n.NOT_THE_OFFENSE
    if game.pending <= SHORTEST_HURRIED:
        return n.PLAY_TOO_SHORT
    return n.LEGAL if game.no_huddle[team] > 0 else n.NO_HUDDLES_LEFT


def spike_barred(game: Game, team: int) -> int:
    """Why a team may not spike the ball (R24.4)."""
    if team != game.possession:
        return n.NOT_THE_OFFENSE
    return n.LEGAL if game.stoppable else n.CLOCK_STOPPED


def audible_barred(game: Game, team: int) -> int:
    """Why a coach may not call an audible (R28.15)."""
    if not game.plays_audibles:
        return n.NO_AUDIBLES
    left = game.offense_audibles[team] if team == game.possession else game.defense_audibles[team]
    return n.LEGAL if left > 0 else n.NO_AUDIBLE_LEFT


def kickoff_barred(game: Game, kind: int) -> int:
    """Why this kind of kickoff is not allowed (R2.9, R14.1, R29.1)."""
    if game.phase == n.FREE_KICK and kind != n.ORDINARY_KICK:
        return n.FREE_KICK_ONLY
    if kind == n.SQUIB_KICK and not game.has_squib[1 - game.possession]:
        return n.NO_SQUIB_CHART
    if kind == n.ONSIDE_KICK and game.onside_when != n.ANY_TIME:
        early = game.onside_when == n.BEHIND_LATE and game.period < n.REGULATION
        if early or ahead(game, game.possession) >= 0:
            return n.NO_ONSIDE_NOW
    return n.LEGAL


def two_point_barred(game: Game) -> int:
    """Two-point tries exist from 1994 on (R18.5)."""
    return n.LEGAL if game.two_point_try else n.NO_TWO_POINT_TRY
