"""After the whistle: spot, down, line to gain, score and clock of the next situation (R2.6-R2.10)."""

from __future__ import annotations

from chartkit.systems.ddf.referee.arithmetic import walk_off
from chartkit.systems.ddf.referee.clock import charge, sideline_row
from chartkit.systems.ddf.referee.ending import (
    CHANGE,
    DEAD,
    GOAL,
    INTENTIONAL_SAFETY,
    KNEEL,
    OUT_OF_BOUNDS,
    PENALTY,
    SAFETY,
    SCORE,
    TOUCHDOWN,
    TRY_ROW,
    End,
)
from chartkit.systems.ddf.referee.events import Event, Points, happened, make
from chartkit.systems.ddf.referee.matchup import Matchup
from chartkit.systems.ddf.referee.state import (
    AFTER_PLAY,
    CALLS,
    FREE_KICK,
    KICKOFF,
    SCORE_PLACE,
    SCRIMMAGE,
    TRY,
    Calls,
    GameState,
)

#: R2.5.
TOUCHDOWN_POINTS, FIELD_GOAL_POINTS, SAFETY_POINTS = 6, 3, 2
PAT_POINTS, CONVERSION_POINTS = 1, 2


def line_to_gain(spot: int) -> int:
    """R2.7: 10 yards, or the goal line when fewer remain."""
    return spot + 10 if spot <= 90 else 100


def ready(
    matchup: Matchup,
    state: GameState,
    possession: int,
    down: int,
    spot: int,
    to_gain: int,
    row: str,
    out: list[Event],
    calls: Calls | None = None,
) -> GameState:
    """The next play from scrimmage, the last one's seconds charged or left pending (R23.2, R27.13).

    `calls`: with this play counted, if the state does not count it yet.
    """
    clock, team = state.clock, state.possession
    seconds, adjustable, stoppable = matchup.rules.timing.after_play[row]
    if not adjustable:
        clock, seconds, row = charge(matchup, state, team, row, seconds, out), 0, ""
    calls = calls or state.calls
    head = (SCRIMMAGE, clock, possession, down, spot, to_gain, seconds, row, team, stoppable, False, 0, 0, calls)
    return make(GameState, head + state[AFTER_PLAY:])


def new_series(
    matchup: Matchup,
    state: GameState,
    team: int,
    spot: int,
    row: str,
    why: str,
    out: list[Event],
    calls: Calls | None = None,
) -> GameState:
    """First and 10 (or goal) for a team; a change of possession says so."""
    if team != state.possession:
        out.append(happened("possession", team, 0, spot, why))
    return ready(matchup, state, team, 1, spot, line_to_gain(spot), row, out, calls)


def with_points(state: GameState, team: int, points: int, how: str, out: list[Event]) -> GameState:
    """Post a score (R2.5)."""
    out.append(Points(team, points, how))
    add = (points, 0) if team == 0 else (0, points)
    score = (state.score[0] + add[0], state.score[1] + add[1])
    last = state.by_period[-1]
    by_period = (*state.by_period[:-1], (last[0] + add[0], last[1] + add[1]))
    return make(GameState, (*state[:SCORE_PLACE], score, by_period))


def kick_next(
    matchup: Matchup,
    state: GameState,
    team: int,
    shift: int,
    row: str,
    out: list[Event],
    *,
    free: bool = False,
    team_of_play: int | None = None,
) -> GameState:
    """A kickoff (R2.10), or the free kick after a safety (R2.9)."""
    seconds = matchup.rules.timing.rows[row][1]
    clock = charge(matchup, state, state.possession if team_of_play is None else team_of_play, row, seconds, out)
    constants = matchup.constants
    line = constants.free_kick_line if free else constants.kickoff_line
    if shift < 0:
        # R19.8: never more than half the distance back.
        shift = walk_off(line, -shift) - line
    phase = FREE_KICK if free else KICKOFF
    return _kick_or_try(state, phase, clock, team, line, 0, shift)


def _kick_or_try(
    state: GameState, phase: str, clock: int, team: int, spot: int, to_gain: int, shift: int
) -> GameState:
    """What is no down: nothing is pending before it."""
    before = (phase, clock, team, 0, spot, to_gain, 0, "", state.pending_team, False, False, shift, 0)
    return make(GameState, before + state[CALLS:])


def same_down(
    matchup: Matchup, state: GameState, spot: int, row: str, out: list[Event], *, extend: bool
) -> GameState:
    """The down again from another spot, or a first down if that reaches the line to gain (R19.2).

    `extend`: an accepted foul by the defense does not let the half end (R23.6).
    """
    if spot >= state.to_gain:
        out.append(happened("first down", state.possession, 0, spot, "penalty"))
        after = ready(matchup, state, state.possession, 1, spot, line_to_gain(spot), row, out)
    else:
        after = ready(matchup, state, state.possession, state.down, spot, state.to_gain, row, out)
    return extended(state, after, extend=extend)


def extended(before: GameState, after: GameState, *, extend: bool) -> GameState:
    """One more down at 0:00 of a half after a foul by the defense, or an untimed down replayed (R23.6)."""
    if after.clock == 0 and (extend or before.untimed) and (after.period == 2 or after.period >= 4):
        return after._replace(untimed=True)
    return after


def _possession(state: GameState, team: int, spot: int, why: str, out: list[Event]) -> None:
    if team != state.possession:
        out.append(happened("possession", team, 0, spot, why))


def dead_ball(
    matchup: Matchup, state: GameState, end: End, out: list[Event], *, penalty: bool = False, shift: int = 0
) -> GameState:
    """The situation after a play that stands; `penalty`: a foul was called; `shift`: the kickoff moves by it."""
    if end.what != DEAD:
        return _scored(matchup, state, end, out, shift=shift + end.shift)
    if end.turnover:
        row = sideline_row(matchup, state) if end.row == OUT_OF_BOUNDS else end.row
        if penalty:
            row = matchup.rules.timing.lowest((row, PENALTY))
        return new_series(matchup, state, end.team, end.spot, row, end.how, out)
    return next_down(matchup, state, end.spot, PENALTY if penalty else end.row, end.how, out)


def next_down(
    matchup: Matchup,
    state: GameState,
    spot: int,
    row: str,
    how: str,
    out: list[Event],
    calls: Calls | None = None,
) -> GameState:
    """The offense kept the ball: a first down, the next one, or none left (R2.7)."""
    offense, down, to_gain = state.possession, state.down, state.to_gain
    if row == OUT_OF_BOUNDS:
        row = sideline_row(matchup, state)
    if spot >= to_gain:
        out.append(happened("first down", offense, 0, spot, how))
        return ready(matchup, state, offense, 1, spot, line_to_gain(spot), row, out, calls)
    if down < 4:
        return ready(matchup, state, offense, down + 1, spot, to_gain, row, out, calls)
    # R2.7, R10.1, R11.4: a failed fourth down.
    out.append(happened("downs", 1 - offense, 0, 100 - spot, ""))
    row = row if row == PENALTY else matchup.rules.timing.lowest((row, CHANGE))
    return new_series(matchup, state, 1 - offense, 100 - spot, row, "downs", out, calls)


def _scored(matchup: Matchup, state: GameState, end: End, out: list[Event], *, shift: int) -> GameState:
    team = end.team
    if end.what == TOUCHDOWN:
        return touchdown(matchup, state, team, end.how, shift, out)
    if end.what == SAFETY:
        # R23.3: the rows of kneel and intentional safety come first.
        row = end.row if end.row in (INTENTIONAL_SAFETY, KNEEL) else SCORE
        return safety(matchup, state, team, end.how, row, shift, out)
    if end.what == GOAL:
        scored = with_points(state, team, FIELD_GOAL_POINTS, "field goal", out)
        return kick_next(matchup, scored, team, shift, SCORE, out)
    raise ValueError("offsetting fouls are not the end of a play")


def touchdown(matchup: Matchup, state: GameState, team: int, how: str, shift: int, out: list[Event]) -> GameState:
    """Six points and a try (R12.1, R12.2)."""
    _possession(state, team, 0, how, out)
    out.append(happened("touchdown", team, 0, 100, how))
    scored = with_points(state, team, TOUCHDOWN_POINTS, "touchdown", out)
    clock = charge(matchup, state, state.possession, SCORE, matchup.rules.timing.seconds(SCORE), out)
    # R18: at the two-point spot.
    return _kick_or_try(scored, TRY, clock, team, 100 - matchup.constants.two_point_spot, 100, shift)


def safety(
    matchup: Matchup, state: GameState, team: int, how: str, row: str, shift: int, out: list[Event]
) -> GameState:
    """Two points against `team`, which makes a free kick from its own 20 (R2.9)."""
    _possession(state, team, 0, how, out)
    out.append(happened("safety", 1 - team, 0, 0, how))
    scored = with_points(state, 1 - team, SAFETY_POINTS, "safety", out)
    return kick_next(matchup, scored, team, shift, row, out, free=True, team_of_play=state.possession)


def try_over(matchup: Matchup, state: GameState, team: int, shift: int, out: list[Event]) -> GameState:
    """After the try the team that scored the touchdown kicks off; tries use no clock (R2.10, R18.3)."""
    return kick_next(matchup, state, team, state.kickoff_shift + shift, TRY_ROW, out)
