"""The course of a game: coin toss, periods, overtime, and one step after the other (R2.4, R23.6, R30).

The NFL's rules hold where the guide is silent (R0.4).
"""

from __future__ import annotations

from chartkit.football.field import NO_OVERTIME, first_stage, stage_after
from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.basics import happened, roll_d10
from chartkit.systems.ddf.rules.game import TOO_MANY_PERIODS, Game
from chartkit.systems.ddf.rules.kicks import kick_off, kick_spot
from chartkit.systems.ddf.rules.scrimmage import from_scrimmage, spike
from chartkit.systems.ddf.rules.seams import ask, record, snap
from chartkit.systems.ddf.rules.tries import kick_try
from chartkit.systems.ddf.rules.whistle import settle_clock

#: R2.4: faces of the d10 below this are the home team's.
HOME_FACES = 5


def begin(game: Game) -> None:
    """The state before the coin toss (R2.3, R28.16)."""
    game.phase, game.period, game.clock = n.COIN_TOSS, 1, game.period_seconds
    game.possession, game.down, game.spot, game.to_gain = n.HOME, 0, 0, 0
    game.pending, game.pending_row, game.pending_team = 0, 0, n.HOME
    game.stoppable, game.untimed = False, False
    game.kickoff_shift, game.try_kick, game.forties, game.trouble = 0, 0, 0, 0
    game.received_first, game.overtime = n.HOME, 0
    for team in range(2):
        game.score[team], game.timeouts[team] = 0, n.TIMEOUTS_A_HALF
        game.no_huddle[team] = game.start_no_huddle[team]
        game.offense_audibles[team] = _audibles(game, team, game.sheet_offense_audibles[team])
        game.defense_audibles[team] = _audibles(game, team, game.sheet_defense_audibles[team])
        for play in range(len(game.calls[team])):
            game.calls[team][play] = 0


def visitor_audibles(start: int, home_field_advantage: int, road_adjustment: int) -> int:
    """R28.16: what is left of a visitor's audibles, clamped once at the end.

    >>> visitor_audibles(3, 2, 1)
    2
    """
    return max(0, min(3, start - home_field_advantage + road_adjustment))


def _audibles(game: Game, team: int, start: int) -> int:
    """R28.16: the sheet's audibles at home; a visitor loses to the home field and gains by the road adjustment."""
    if not game.has_audibles[team]:
        return 0
    if team == n.HOME:
        return start
    return visitor_audibles(start, game.home_field_advantage[n.HOME], game.road_adjustment[n.AWAY])


def step(game: Game) -> None:
    """Play one thing: coin toss, kick, down, try, or the end of a period; its last record is the ball."""
    overtime = game.overtime
    if overtime:
        game.was_phase, game.was_team = game.phase, game.possession
        game.was_score[0], game.was_score[1] = game.score[0], game.score[1]
    if game.phase == n.SCRIMMAGE:
        play_down(game)
    elif game.phase == n.TRY:
        _try(game)
    elif game.phase == n.COIN_TOSS:
        coin_toss(game)
    elif game.clock == 0 and not game.untimed:
        end_period(game)
    else:
        snap(game)
        kick_off(game)
    if overtime and game.overtime:
        judge_overtime(game)
    place_ball(game)


def place_ball(game: Game) -> None:
    """Write down the next situation."""
    if game.phase == n.SCRIMMAGE:
        record(game, n.BALL, game.possession, game.phase, game.spot, game.down, game.to_gain - game.spot)
    elif game.phase in (n.KICKOFF, n.FREE_KICK):
        record(game, n.BALL, game.possession, game.phase, kick_spot(game), 0, 0)
    else:
        record(game, n.BALL, game.possession, game.phase, game.spot, 0, 0)


def play_down(game: Game) -> None:
    """The seconds of the last play, then the end of the period or the next down."""
    spiked = settle_clock(game)
    if game.clock == 0 and not game.untimed:
        end_period(game)
    elif spiked:
        snap(game)
        spike(game)
    else:
        snap(game)
        from_scrimmage(game)


def _try(game: Game) -> None:
    """Kick or go for two (R18); two-point tries exist from 1994 on (R18.5)."""
    snap(game)
    if ask(game, n.ASK_TRY, game.possession, 0) == n.KICK_PAT:
        kick_try(game)
    else:
        from_scrimmage(game)


def coin_toss(game: Game) -> None:
    """The winner chooses to kick or to receive (R2.4); overtime begins with another one (R30.1)."""
    if game.period == 1:
        record(game, n.PERIOD, 1, game.clock, 0, 0, 0)
        snap(game)
    winner = 0 if roll_d10(game, n.HOME, n.ON_COIN_TOSS) < HOME_FACES else 1
    receives = winner if ask(game, n.ASK_COIN_TOSS, winner, 0) == n.RECEIVE else 1 - winner
    game.received_first, game.overtime = receives, 0
    if game.period > n.REGULATION:
        game.overtime = first_stage(game.ot_format)
    _kickoff_by(game, 1 - receives)


def _kickoff_by(game: Game, kicker: int) -> None:
    happened(game, n.POSSESSION, kicker, 0, game.kickoff_line, n.KICKS_OFF)
    game.phase, game.possession, game.down = n.KICKOFF, kicker, 0
    game.spot, game.to_gain, game.kickoff_shift = game.kickoff_line, 0, 0


def end_period(game: Game) -> None:
    """At 0:00: change ends, half time, overtime or the end of the game (R23.6)."""
    period = game.period
    game.untimed, game.stoppable = False, False
    if period >= n.REGULATION:
        level = game.score[0] == game.score[1]
        if not level or game.ot_format == NO_OVERTIME or (period > n.REGULATION and game.ot_tie_allowed):
            game.phase = n.OVER
            return
    if period + 1 >= n.MOST_PERIODS:
        game.trouble, game.phase = TOO_MANY_PERIODS, n.OVER
        return
    game.period, game.clock = period + 1, game.period_seconds if period < n.REGULATION else game.ot_seconds
    game.score_at_start[game.period][0], game.score_at_start[game.period][1] = game.score[0], game.score[1]
    record(game, n.PERIOD, period + 1, game.clock, 0, 0, 0)
    if period % 2 == 1:
        # Ball, down and distance are kept.
        return
    for team in range(2):
        game.timeouts[team] = n.TIMEOUTS_A_HALF if period < n.REGULATION else game.ot_timeouts
    if period % n.REGULATION == 0:
        game.phase, game.possession, game.down, game.spot, game.to_gain = n.COIN_TOSS, n.HOME, 0, 0, 0
        game.kickoff_shift, game.overtime = 0, 0
    else:
        # The team that received first kicks off to begin the other half.
        _kickoff_by(game, game.received_first)


def judge_overtime(game: Game) -> None:
    """After a step of overtime: over, or how far it has come (R30.2)."""
    stage = stage_after(game, game.ot_format, n.SCRIMMAGE, n.TRY)
    if stage == 0:
        game.phase, game.pending, game.stoppable, game.untimed = n.OVER, 0, False, False
    else:
        game.overtime = stage
