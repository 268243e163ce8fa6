"""After the whistle: spot, down, line to gain, score and clock of what comes next (R2.6-R2.10, R12, R23, R24)."""

from __future__ import annotations

from chartkit.football.field import walk_off
from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.basics import happened
from chartkit.systems.ddf.rules.game import End, Game
from chartkit.systems.ddf.rules.seams import ask, record

#: R23.2, R24.1: a play that took no longer than this can no longer be adjusted.
SHORTEST_ADJUSTABLE = 10


# The clock.


def row_that_counts(game: Game, one: int, two: int) -> int:
    """Of two rows of the timing chart that apply, the lower one on the chart (R23.3)."""
    return one if game.rank[one] >= game.rank[two] else two


def sideline_row(game: Game) -> int:
    """Out of bounds, and whether it is late in the half; the clock before the play decides (R23.1, R23.5)."""
    return n.OUT_OF_BOUNDS_LATE if game.clock <= game.late_from[game.period] else n.OUT_OF_BOUNDS


def charge(game: Game, team: int, row: int, seconds: int) -> None:
    """Charge a play that `team` had the ball on: never below 0, and stopped at the two-minute mark (R23.4)."""
    if seconds == 0:
        return
    left = max(0, game.clock - seconds)
    if left < game.two_minutes < game.clock and game.two_minute_stop[game.period]:
        left = game.two_minutes
    record(game, n.CLOCK, team, game.clock - left, row, game.period, left)
    game.clock = left


def is_quick(number: int, quick: int) -> bool:
    """Whether a full play of this number takes 30 seconds, when `quick` of 24 do, evenly spread (R23.7).

    >>> [number for number in range(1, 25) if is_quick(number, 8)]
    [3, 6, 9, 12, 15, 18, 21, 24]
    """
    return number * quick % n.PACE_CYCLE < quick


def settle_clock(game: Game) -> bool:
    """Fix the seconds of the last play; gives whether the offense spikes the ball (R23.2, R24).

    The offer to adjust is made even when the unadjusted time would end the period.
    """
    if game.pending == 0:
        return False
    row, seconds = game.pending_row, game.pending
    choice = _tempo(game)
    if choice == n.TAKE_TIMEOUT:
        # R24.2, R35.1: before the reveal the last play costs 10, a kneel too.
        row, seconds = n.TIMEOUT_ROW, game.seconds[n.TIMEOUT_ROW]
        game.stoppable = False
    elif choice == n.SPIKE_IT:
        row, seconds = n.SPIKE_ROW, game.spike_seconds
        game.stoppable = False
    elif choice == n.HURRY:
        row, seconds = n.NO_HUDDLE_ROW, game.seconds[n.NO_HUDDLE_ROW]
        game.no_huddle[game.possession] -= 1
    if row == n.IN_BOUNDS:
        game.forties += 1
        if is_quick(game.forties, game.quick_plays[game.pending_team]):
            # R23.7: each third play of a full 40 seconds is charged 30, or as many as the season's pace says.
            row, seconds = n.THIRD_PLAY_ROW, game.seconds[n.THIRD_PLAY_ROW]
    charge(game, game.pending_team, row, seconds)
    game.pending = 0
    return choice == n.SPIKE_IT


def _tempo(game: Game) -> int:
    """What the coaches do about the clock; a timeout is spent at once."""
    offense, defense = game.possession, 1 - game.possession
    choice = n.PLAY_ON
    if game.stoppable or game.no_huddle[offense] > 0:
        choice = ask(game, n.ASK_CLOCK, offense, 0)
    if choice == n.TAKE_TIMEOUT:
        game.timeouts[offense] -= 1
    elif (
        choice != n.SPIKE_IT
        and game.stoppable
        and game.timeouts[defense] > 0
        and ask(game, n.ASK_CLOCK, defense, 0) == n.TAKE_TIMEOUT
    ):
        # A timeout by the defense makes a hurry pointless: it is not spent.
        choice = n.TAKE_TIMEOUT
        game.timeouts[defense] -= 1
    return choice


# The next play from scrimmage.


def line_to_gain(spot: int) -> int:
    """R2.7: 10 yards, or the goal line when fewer remain."""
    return min(spot + n.SERIES_YARDS, 100)


def ready(game: Game, team: int, down: int, spot: int, to_gain: int, row: int) -> None:
    """The next down, the last play's seconds charged or left pending until the next reveal (R23.2, R27.13)."""
    holder, seconds = game.possession, game.seconds[row]
    adjustable = seconds > SHORTEST_ADJUSTABLE and row in (n.IN_BOUNDS, n.OUT_OF_BOUNDS, n.KNEEL_ROW)
    if not adjustable:
        charge(game, holder, row, seconds)
    game.phase, game.possession, game.down = n.SCRIMMAGE, team, down
    game.spot, game.to_gain = spot, to_gain
    game.pending, game.pending_row, game.pending_team = seconds if adjustable else 0, row, holder
    # R24.1: a timeout is for a play that ended in bounds.
    game.stoppable = adjustable and row != n.OUT_OF_BOUNDS
    game.untimed = False
    game.kickoff_shift, game.try_kick = 0, 0


def new_series(game: Game, team: int, spot: int, row: int, how: int) -> None:
    """First and 10 (or goal) for a team; a change of possession says so."""
    if team != game.possession:
        happened(game, n.POSSESSION, team, 0, spot, how)
    ready(game, team, 1, spot, line_to_gain(spot), row)


def same_down(game: Game, spot: int, row: int) -> None:
    """The down again from another spot, or a first down if that reaches the line to gain (R19.2)."""
    untimed = game.untimed
    if spot >= game.to_gain:
        first_down_by_penalty(game, spot, row)
    else:
        ready(game, game.possession, game.down, spot, game.to_gain, row)
    if untimed:
        play_on_untimed(game)


def first_down_by_penalty(game: Game, spot: int, row: int) -> None:
    """A first down that a foul gives to the team with the ball."""
    happened(game, n.FIRST_DOWN, game.possession, 0, spot, n.BY_PENALTY)
    ready(game, game.possession, 1, spot, line_to_gain(spot), row)


def play_on_untimed(game: Game) -> None:
    """A half does not end on this play: what follows is played at 0:00 (R23.6)."""
    # Every second period ends a half; an overtime that may end in a tie is a half by itself.
    if game.clock == 0 and (game.period % 2 == 0 or (game.period > n.REGULATION and game.ot_tie_allowed)):
        game.untimed = True


def next_down(game: Game, spot: int, row: int, how: int) -> None:
    """The offense kept the ball: a first down, the next one, or none left (R2.7)."""
    offense = game.possession
    if row == n.OUT_OF_BOUNDS:
        row = sideline_row(game)
    if spot >= game.to_gain:
        happened(game, n.FIRST_DOWN, offense, 0, spot, how)
        ready(game, offense, 1, spot, line_to_gain(spot), row)
    elif game.down < n.DOWNS:
        ready(game, offense, game.down + 1, spot, game.to_gain, row)
    else:
        # R2.7, R10.1, R11.4: a failed fourth down; R24.5: a kneel then is a change of possession.
        happened(game, n.ON_DOWNS, 1 - offense, 0, 100 - spot, n.PLAIN)
        if row == n.KNEEL_ROW:
            row = n.CHANGE_ROW
        elif row != n.PENALTY_ROW:
            row = row_that_counts(game, row, n.CHANGE_ROW)
        new_series(game, 1 - offense, 100 - spot, row, n.BY_DOWNS)


def dead_ball(game: Game, end: End, penalty: bool, shift: int) -> None:
    """The situation after a play that stands; `penalty`: a foul was called; `shift`: the kickoff moves by it."""
    if end.what != n.DEAD:
        _score(game, end, shift + end.shift)
    elif end.turnover:
        row = sideline_row(game) if end.row == n.OUT_OF_BOUNDS else end.row
        if penalty:
            row = row_that_counts(game, row, n.PENALTY_ROW)
        new_series(game, end.team, end.spot, row, end.how)
    else:
        next_down(game, end.spot, n.PENALTY_ROW if penalty else end.row, end.how)


# Scores.


def add_points(game: Game, team: int, how: int) -> None:
    """Post a score (R2.5)."""
    points = n.POINTS_FOR[how]
    record(game, n.POINTS, team, points, how, 0, 0)
    game.score[team] += points


def _score(game: Game, end: End, shift: int) -> None:
    if end.what == n.TOUCHDOWN_END:
        touchdown(game, end.team, end.how, shift)
    elif end.what == n.GOAL_END:
        add_points(game, end.team, n.BY_GOAL)
        kick_next(game, end.team, shift, n.SCORE_ROW, n.KICKOFF)
    else:
        # R23.3: the rows of kneel and intentional safety come first.
        safety(game, end.team, end.how, end.row if end.row in (n.SAFETY_ROW, n.KNEEL_ROW) else n.SCORE_ROW, shift)


def touchdown(game: Game, team: int, how: int, shift: int) -> None:
    """Six points and a try from the two-point spot (R12.1, R12.2, R18)."""
    if team != game.possession:
        happened(game, n.POSSESSION, team, 0, 0, how)
    happened(game, n.SCORED, team, 0, 100, how)
    add_points(game, team, n.BY_TOUCHDOWN)
    charge(game, game.possession, n.SCORE_ROW, game.seconds[n.SCORE_ROW])
    _set_up(game, n.TRY, team, 100 - game.two_point_spot, 100, shift)


def safety(game: Game, team: int, how: int, row: int, shift: int) -> None:
    """Two points against `team`, which makes a free kick from its own 20 (R2.9)."""
    if team != game.possession:
        happened(game, n.POSSESSION, team, 0, 0, how)
    happened(game, n.SAFETY, 1 - team, 0, 0, how)
    add_points(game, 1 - team, n.BY_SAFETY)
    kick_next(game, team, shift, row, n.FREE_KICK)


def try_over(game: Game, shift: int) -> None:
    """After the try the team that scored the touchdown kicks off; tries use no clock (R2.10, R18.3)."""
    kick_next(game, game.possession, game.kickoff_shift + shift, n.TRY_ROW, n.KICKOFF)


def kick_next(game: Game, team: int, shift: int, row: int, phase: int) -> None:
    """A kickoff (R2.10), or the free kick after a safety (R2.9), moved by a foul on the score."""
    charge(game, game.possession, row, game.seconds[row])
    line = game.free_kick_line if phase == n.FREE_KICK else game.kickoff_line
    if shift < 0:
        # R19.8: never more than half the distance back.
        shift = walk_off(line, -shift) - line
    _set_up(game, phase, team, line, 0, shift)


def _set_up(game: Game, phase: int, team: int, spot: int, to_gain: int, shift: int) -> None:
    """A kick or a try: it is no down, and nothing is pending before it."""
    game.phase, game.possession, game.down = phase, team, 0
    game.spot, game.to_gain = spot, to_gain
    game.pending, game.stoppable, game.untimed = 0, False, False
    game.kickoff_shift, game.try_kick = shift, 0
