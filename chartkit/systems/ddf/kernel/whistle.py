"""After the whistle: clock, spot, down, line to gain and score of the next situation (R2.6-R2.10, R23)."""

from __future__ import annotations

from chartkit.systems.ddf.kernel.codes import (
    BY_CONVERSION,
    BY_DOWNS,
    BY_GOAL,
    BY_PENALTY,
    BY_RETURN,
    BY_SAFETY,
    BY_TOUCHDOWN,
    CHANGE,
    DEAD,
    DOWNS,
    FIRST_DOWN,
    FREE_KICK,
    GOOD,
    IN_BOUNDS,
    INTENTIONAL_ROW,
    KICKOFF,
    KNEEL_ROW,
    NO_GOOD,
    NO_ROW,
    OUT_OF_BOUNDS,
    OUT_OF_BOUNDS_LATE,
    PENALTY_ROW,
    SAFETY,
    SAFETY_END,
    SCRIMMAGE,
    TOUCHDOWN,
    TOUCHDOWN_END,
    TRY,
    TRY_ROW,
    TWO_POINT,
)
from chartkit.systems.ddf.kernel.codes import (
    POSSESSION as POSSESSION_GONE,
)
from chartkit.systems.ddf.kernel.codes import (
    SCORE as SCORE_ROW,
)
from chartkit.systems.ddf.kernel.compiled import Memory, apart, compiled, merged
from chartkit.systems.ddf.kernel.places import (
    CLOCK,
    DOWN,
    END_HOW,
    END_ROW,
    END_SHIFT,
    END_SPOT,
    END_TEAM,
    END_TURNOVER,
    END_WHAT,
    FREE_KICK_LINE,
    KICK_PENALTY_SPOT,
    KICKOFF_LINE,
    KICKOFF_SHIFT,
    LATE,
    MOST_PERIODS,
    PENDING,
    PENDING_ROW,
    PENDING_TEAM,
    PERIOD,
    PHASE,
    POSSESSION,
    RANK,
    SECONDS,
    SPOT,
    STOP_AT,
    STOP_PERIODS,
    STOPPABLE,
    TO_GAIN,
    TRY_KICK,
    TWO_POINT_SPOT,
    UNTIMED,
)
from chartkit.systems.ddf.kernel.records import charged, happen, points


@compiled
def walk_off(distance: int, yards: int) -> int:
    """R19.8: at most half the distance, half yards toward midfield."""
    return max((distance + 1) // 2, distance - yards)


@compiled
def back(spot: int, yards: int) -> int:
    """A foul against the team with the ball (R19.8)."""
    return walk_off(spot, yards)


@compiled
def forward(spot: int, yards: int) -> int:
    """A foul against the other team (R19.8)."""
    return 100 - walk_off(100 - spot, yards)


@compiled
def kick_spot(m: Memory) -> int:
    """The kickoff line, moved by a penalty carried over from the score (R13.1, R19.11)."""
    return m[SPOT] + m[KICKOFF_SHIFT]


@merged
def ball_spot(m: Memory) -> int:
    """Where the ball is."""
    return kick_spot(m) if m[PHASE] in (KICKOFF, FREE_KICK) else m[SPOT] + 0


@compiled
def line_to_gain(spot: int) -> int:
    """R2.7: 10 yards, or the goal line when fewer remain."""
    return spot + 10 if spot <= 90 else 100


@compiled
def ends(m: Memory, team: int, spot: int, what: int, row: int, how: int, turnover: int) -> None:
    """How the play ended."""
    m[END_TEAM], m[END_SPOT], m[END_WHAT], m[END_ROW] = team, spot, what, row
    m[END_HOW], m[END_TURNOVER], m[END_SHIFT] = how, turnover, 0


@compiled
def charge(m: Memory, team: int, row: int, seconds: int) -> None:
    """Charge a play at once; one without seconds leaves no record."""
    if seconds != 0:
        charge_always(m, team, row, seconds)


@compiled
def charge_always(m: Memory, team: int, row: int, seconds: int) -> None:
    """The clock after so many seconds: never below 0, and stopped at the two-minute mark (R23.4)."""
    clock = m[CLOCK]
    left = clock - seconds
    if left < m[STOP_AT] < clock and (m[STOP_PERIODS] >> m[PERIOD]) & 1 != 0:
        left = m[STOP_AT]
    left = max(left, 0)
    charged(m, team, clock - left, row, left)
    m[CLOCK] = left


@compiled
def ready(m: Memory, team: int, down: int, spot: int, to_gain: int, row: int) -> None:
    """The next play from scrimmage, the last one's seconds charged or left pending (R23.2)."""
    before, seconds = m[POSSESSION], m[SECONDS + row]
    if seconds > 10 and (row in (IN_BOUNDS, OUT_OF_BOUNDS, KNEEL_ROW)):
        m[PENDING], m[PENDING_ROW] = seconds, row
        m[STOPPABLE] = 0 if row == OUT_OF_BOUNDS else 1
    else:
        m[PENDING], m[PENDING_ROW], m[STOPPABLE] = 0, NO_ROW, 0
        charge(m, before, row, seconds)
    m[PHASE], m[POSSESSION], m[DOWN], m[SPOT], m[TO_GAIN] = SCRIMMAGE, team, down, spot, to_gain
    m[PENDING_TEAM], m[UNTIMED], m[KICKOFF_SHIFT], m[TRY_KICK] = before, 0, 0, 0


@compiled
def lowest(m: Memory, row: int, other: int) -> int:
    """The row that counts of two that apply (R23.3)."""
    return other if m[RANK + other] > m[RANK + row] else row


@apart
def new_series(m: Memory, team: int, spot: int, row: int, why: int) -> None:
    """First and 10 (or goal) for a team; a change of possession says so."""
    if team != m[POSSESSION]:
        happen(m, POSSESSION_GONE, team, 0, spot, why)
    ready(m, team, 1, spot, line_to_gain(spot), row)


@apart
def kick_next(m: Memory, team: int, shift: int, row: int, free: bool, charged_team: int) -> None:
    """A kickoff (R2.10), or the free kick after a safety (R2.9)."""
    charge(m, charged_team, row, m[SECONDS + row])
    m[PHASE] = FREE_KICK if free else KICKOFF
    m[POSSESSION], m[DOWN], m[TO_GAIN] = team, 0, 0
    line = m[FREE_KICK_LINE] if free else m[KICKOFF_LINE]
    # R19.8: never more than half the distance back.
    shift = walk_off(line, -shift) - line if shift < 0 else shift
    m[SPOT] = line
    m[PENDING], m[PENDING_ROW], m[STOPPABLE] = 0, NO_ROW, 0
    m[KICKOFF_SHIFT], m[UNTIMED], m[TRY_KICK] = shift, 0, 0


@compiled
def extended(m: Memory, was_untimed: int, extend: bool) -> None:
    """One more down at 0:00 of a half after a foul by the defense, or an untimed down replayed (R23.6)."""
    if m[CLOCK] == 0 and (extend or was_untimed != 0) and (m[PERIOD] == 2 or m[PERIOD] >= 4):
        m[UNTIMED] = 1


@apart
def same_down(m: Memory, spot: int, row: int, extend: bool) -> None:
    """The down again from another spot, or a first down if that reaches the line to gain (R19.2)."""
    was_untimed, team = m[UNTIMED], m[POSSESSION]
    if spot >= m[TO_GAIN]:
        happen(m, FIRST_DOWN, team, 0, spot, BY_PENALTY)
        ready(m, team, 1, spot, line_to_gain(spot), row)
    else:
        ready(m, team, m[DOWN], spot, m[TO_GAIN], row)
    extended(m, was_untimed, extend)


@apart
def first_down_by_penalty(m: Memory, spot: int) -> None:
    """A foul that gives a first down (R21)."""
    was_untimed = m[UNTIMED]
    happen(m, FIRST_DOWN, m[POSSESSION], 0, spot, BY_PENALTY)
    ready(m, m[POSSESSION], 1, spot, line_to_gain(spot), PENALTY_ROW)
    extended(m, was_untimed, True)


@apart
def touchdown(m: Memory, team: int, how: int, shift: int) -> None:
    """Six points and a try (R12)."""
    if team != m[POSSESSION]:
        happen(m, POSSESSION_GONE, team, 0, 0, how)
    happen(m, TOUCHDOWN, team, 0, 100, how)
    points(m, team, 6, BY_TOUCHDOWN)
    charge(m, m[POSSESSION], SCORE_ROW, m[SECONDS + SCORE_ROW])
    m[PHASE], m[POSSESSION], m[DOWN], m[TO_GAIN] = TRY, team, 0, 100
    m[SPOT] = 100 - m[TWO_POINT_SPOT]
    m[PENDING], m[PENDING_ROW], m[STOPPABLE] = 0, NO_ROW, 0
    m[KICKOFF_SHIFT], m[UNTIMED], m[TRY_KICK] = shift, 0, 0


@apart
def safety(m: Memory, team: int, how: int, row: int, shift: int) -> None:
    """Two points against a team, which makes a free kick from its own 20 (R2.9)."""
    before = m[POSSESSION]
    if team != before:
        happen(m, POSSESSION_GONE, team, 0, 0, how)
    happen(m, SAFETY, 1 - team, 0, 0, how)
    points(m, 1 - team, 2, BY_SAFETY)
    kick_next(m, team, shift, row, True, before)


@merged
def _after(m: Memory, penalty: bool, shift: int) -> None:
    team, how, row, offense = m[END_TEAM], m[END_HOW], m[END_ROW], m[POSSESSION]
    what = m[END_WHAT]
    if what != DEAD:
        shift += m[END_SHIFT]
        if what == TOUCHDOWN_END:
            touchdown(m, team, how, shift)
        elif what == SAFETY_END:
            # R23.3: the rows of kneel and intentional safety come first.
            safety(m, team, how, row if row in (INTENTIONAL_ROW, KNEEL_ROW) else SCORE_ROW, shift)
        else:
            points(m, team, 3, BY_GOAL)
            kick_next(m, team, shift, SCORE_ROW, False, offense)
        return
    spot = m[END_SPOT]
    if row == OUT_OF_BOUNDS and m[CLOCK] <= m[LATE + min(m[PERIOD], MOST_PERIODS - 1)]:
        row = OUT_OF_BOUNDS_LATE
    if m[END_TURNOVER]:
        if penalty:
            row = lowest(m, row, PENALTY_ROW)
        new_series(m, team, spot, row, how)
        return
    if penalty:
        row = PENALTY_ROW
    if spot >= m[TO_GAIN]:
        happen(m, FIRST_DOWN, offense, 0, spot, how)
        ready(m, offense, 1, spot, line_to_gain(spot), row)
    elif m[DOWN] == 4:
        # R2.7: a failed fourth down.
        happen(m, DOWNS, 1 - offense, 0, 100 - spot, 0)
        if not penalty:
            row = lowest(m, row, CHANGE)
        new_series(m, 1 - offense, 100 - spot, row, BY_DOWNS)
    else:
        ready(m, offense, m[DOWN] + 1, spot, m[TO_GAIN], row)


@merged
def plain_dead_ball(m: Memory) -> None:
    """The situation after a play without a foul."""
    _after(m, False, 0)


@apart
def dead_ball(m: Memory, penalty: bool, shift: int) -> None:
    """The situation after a play that stands; `penalty`: a foul was called; `shift`: the kickoff moves by it."""
    _after(m, penalty, shift)


@compiled
def try_over(m: Memory, team: int, shift: int) -> None:
    """After the try the team that scored the touchdown kicks off; tries use no clock (R2.10, R18.3)."""
    kick_next(m, team, m[KICKOFF_SHIFT] + shift, TRY_ROW, False, m[POSSESSION])


@compiled
def try_again(m: Memory, spot: int, penalty: int) -> None:
    """The try again after a foul; penalised, the offense may kick instead, measured from the 15 (R18.4, R18.5)."""
    m[SPOT] = spot
    if penalty:
        m[TRY_KICK] = m[KICK_PENALTY_SPOT] + penalty


@apart
def try_failed(m: Memory, shift: int) -> None:
    """A two-point try that did not score."""
    happen(m, TWO_POINT, m[POSSESSION], 0, m[SPOT], NO_GOOD)
    try_over(m, m[POSSESSION], shift)


@apart
def two_point_over(m: Memory, shift: int) -> None:
    """Two points for the end zone; since 2015 also for the defense that brings the ball back (R18.2, R18.6)."""
    offense = m[POSSESSION]
    shift += m[END_SHIFT]
    if m[END_WHAT] != TOUCHDOWN_END:
        try_failed(m, shift)
        return
    good = m[END_TEAM] == offense
    happen(m, TWO_POINT, offense, 0, m[SPOT], GOOD if good else NO_GOOD)
    points(m, m[END_TEAM], 2, BY_CONVERSION if good else BY_RETURN)
    try_over(m, offense, shift)
