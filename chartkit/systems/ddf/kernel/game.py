"""A whole game on a block of memory."""

from __future__ import annotations

from chartkit.systems.ddf.kernel.codes import (
    COIN_TOSS,
    NO_ROW,
    OVER,
    SCRIMMAGE,
)
from chartkit.systems.ddf.kernel.compiled import Memory, Stream, apart, compiled, is_watched, merged
from chartkit.systems.ddf.kernel.luck import begin_numbers
from chartkit.systems.ddf.kernel.places import (
    CALL,
    CLOCK,
    DEFENSE_AUDIBLES,
    DOWN,
    DRIVE_HALF,
    DRIVE_OPEN,
    HOME_ADVANTAGE,
    LAST_RECEIVER,
    NO_HUDDLE,
    NO_HUDDLES,
    OFFENSE_AUDIBLES,
    OVERTIME,
    PENDING_ROW,
    PERIOD,
    PERIOD_SECONDS,
    PHASE,
    POSSESSION,
    RECORDS,
    ROAD_ADJUSTMENT,
    SCORE,
    SECONDS_AFTER,
    SECONDS_BEFORE,
    SNAPPED,
    SPOT,
    START_DEFENSE_AUDIBLES,
    START_OFFENSE_AUDIBLES,
    STATE_SIZE,
    STATISTICS,
    STATISTICS_END,
    STEP_START,
    TEAM_SIZE,
    TEAMS,
    TIMEOUTS,
    TO_GAIN,
    TROUBLE,
    WAS_DOWN,
    WAS_OVERTIME,
    WAS_PHASE,
    WAS_SCORE,
    WAS_SPOT,
    WAS_TEAM,
    WAS_TO_GO,
)
from chartkit.systems.ddf.kernel.records import ball
from chartkit.systems.ddf.kernel.steps import TIMEOUTS_OF_A_HALF, judge, play_step
from chartkit.systems.ddf.kernel.tally import finish, tally
from chartkit.systems.ddf.kernel.whistle import ball_spot

AWAY_SHEET = TEAMS + TEAM_SIZE
#: R28.16: no team has more audibles.
MOST_AUDIBLES = 3


@compiled
def _visitor(m: Memory, start: int) -> int:
    """R28.16: what is left of a visitor's audibles."""
    left = start - m[TEAMS + HOME_ADVANTAGE] + m[AWAY_SHEET + ROAD_ADJUSTMENT]
    return max(0, min(MOST_AUDIBLES, left))


@apart
def begin(m: Memory) -> None:
    """The state before the coin toss (R2.3, R28.16), with clean statistics."""
    for place in range(STATE_SIZE):
        m[place] = 0
    for place in range(STATISTICS, STATISTICS_END):
        m[place] = 0
    m[PHASE], m[PERIOD], m[CLOCK], m[PENDING_ROW] = COIN_TOSS, 1, m[PERIOD_SECONDS], NO_ROW
    m[RECORDS], m[TROUBLE], m[DRIVE_OPEN], m[DRIVE_HALF], m[LAST_RECEIVER] = 0, 0, 0, 1, -1
    for team in range(2):
        m[TIMEOUTS + team] = TIMEOUTS_OF_A_HALF
        m[NO_HUDDLE + team] = m[TEAMS + team * TEAM_SIZE + NO_HUDDLES]
    offense, defense = m[AWAY_SHEET + START_OFFENSE_AUDIBLES], m[AWAY_SHEET + START_DEFENSE_AUDIBLES]
    m[OFFENSE_AUDIBLES], m[DEFENSE_AUDIBLES] = m[TEAMS + START_OFFENSE_AUDIBLES], m[TEAMS + START_DEFENSE_AUDIBLES]
    # A team that plays without audibles has fewer than none, whatever the road gives back.
    m[OFFENSE_AUDIBLES + 1] = 0 if offense < 0 else _visitor(m, offense)
    m[DEFENSE_AUDIBLES + 1] = 0 if defense < 0 else _visitor(m, defense)
    m[OFFENSE_AUDIBLES], m[DEFENSE_AUDIBLES] = max(0, m[OFFENSE_AUDIBLES]), max(0, m[DEFENSE_AUDIBLES])


@apart
def _record_ball(m: Memory) -> None:
    spot = ball_spot(m)
    if m[PHASE] == SCRIMMAGE:
        ball(m, SCRIMMAGE, m[POSSESSION], m[DOWN], m[TO_GAIN] - spot, spot)
    else:
        ball(m, m[PHASE], m[POSSESSION], 0, 0, spot)


@merged
def step(m: Memory, r: Stream, c: Memory) -> None:
    """One step with its records and statistics (referee.play.step)."""
    if not is_watched(m):
        m[RECORDS] = 0
    m[STEP_START], m[SNAPPED], m[CALL] = m[RECORDS], 0, 0
    m[SECONDS_BEFORE], m[SECONDS_AFTER] = 0, 0
    m[WAS_PHASE], m[WAS_TEAM], m[WAS_OVERTIME], m[WAS_SPOT] = m[PHASE], m[POSSESSION], m[OVERTIME], ball_spot(m)
    m[WAS_DOWN], m[WAS_TO_GO] = m[DOWN], m[TO_GAIN] - m[SPOT]
    m[WAS_SCORE], m[WAS_SCORE + 1] = m[SCORE], m[SCORE + 1]
    begin_numbers(r)
    play_step(m, r, c)
    if m[OVERTIME] != 0 and m[WAS_OVERTIME] != 0:
        judge(m)
    tally(m)
    if is_watched(m):
        _record_ball(m)


@merged
def play_game(m: Memory, r: Stream, c: Memory) -> None:
    """From the coin toss to the final whistle."""
    begin(m)
    while m[PHASE] != OVER and m[TROUBLE] == 0:
        step(m, r, c)
    finish(m)
