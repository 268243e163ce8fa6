"""One step of a game: coin toss, kick, down, try, end of a period; and when overtime is over (R2.4, R23.6, R30)."""

from __future__ import annotations

from chartkit.systems.ddf.kernel.asking import (
    ask_clock,
    ask_coin_toss,
    ask_defense,
    ask_offense,
    ask_reveal,
    ask_try,
)
from chartkit.systems.ddf.kernel.codes import (
    BY_INTENT,
    BY_PASS,
    BY_RUN,
    CALL_FIELD_GOAL,
    CALL_KNEEL,
    CALL_PUNT,
    CALL_SPIKE,
    COIN_TOSS,
    D10,
    DEAD,
    FIRST_POSSESSION,
    FREE_KICK,
    HURRY,
    IN_BOUNDS,
    INTENTIONAL_ROW,
    KICKOFF,
    KICKS_OFF,
    KNEEL,
    KNEEL_ROW,
    NO_HUDDLE_ROW,
    NO_ROW,
    OVER,
    PLAY_ON,
    SAFETY_END,
    SCRIMMAGE,
    SECOND_POSSESSION,
    SPIKE,
    SPIKE_IT,
    SPIKE_ROW,
    STAND,
    STOP_IT,
    SUDDEN_DEATH,
    TAKE_TIMEOUT,
    THIRD_PLAY,
    TIMEOUT_ROW,
    TRY,
)
from chartkit.systems.ddf.kernel.codes import (
    POSSESSION as POSSESSION_GONE,
)
from chartkit.systems.ddf.kernel.compiled import Memory, Stream, apart, compiled, merged
from chartkit.systems.ddf.kernel.kicking import field_goal, punt
from chartkit.systems.ddf.kernel.kickoffs import kick_off
from chartkit.systems.ddf.kernel.luck import roll, three_shares
from chartkit.systems.ddf.kernel.places import (
    CALL,
    CLOCK,
    DEFENSE_AUDIBLES,
    DOWN,
    FORTIES,
    KICKOFF_LINE,
    KICKOFF_SHIFT,
    MOST_PERIODS,
    NO_HUDDLE,
    OFFENSE_AUDIBLES,
    OPTION_SPIKE_SECONDS,
    OPTION_THIRD_PLAY,
    OT_FORMAT,
    OT_SECONDS,
    OT_TIE,
    OT_TIMEOUTS,
    OVERTIME,
    PENDING,
    PENDING_ROW,
    PENDING_TEAM,
    PERIOD,
    PERIOD_SECONDS,
    PHASE,
    PLACE_GRID,
    POSSESSION,
    RECEIVED_FIRST,
    RECORDS,
    SCORE,
    SECONDS,
    SNAPPED,
    SPOT,
    STOPPABLE,
    TIMEOUTS,
    TO_GAIN,
    TOO_MANY_PERIODS,
    TROUBLE,
    UNTIMED,
    WAS_PHASE,
    WAS_SCORE,
    WAS_TEAM,
)
from chartkit.systems.ddf.kernel.records import happen, period_begins
from chartkit.systems.ddf.kernel.scrimmage import run_play
from chartkit.systems.ddf.kernel.tries import kick_try
from chartkit.systems.ddf.kernel.whistle import charge_always, dead_ball, ends

#: Formats of overtime (R30.2).
NO_OVERTIME, FIRST_SCORE, MODIFIED, BOTH_POSSESS = 0, 1, 2, 3
#: R24.1: each half.
TIMEOUTS_OF_A_HALF = 3


@compiled
def snap(m: Memory, call: int) -> None:
    """The play begins: seconds charged from here on are its own."""
    m[SNAPPED], m[CALL] = m[RECORDS] + 1, call


@compiled
def _kickoff_by(m: Memory, kicker: int) -> None:
    happen(m, POSSESSION_GONE, kicker, 0, m[KICKOFF_LINE], KICKS_OFF)
    m[PHASE], m[POSSESSION], m[DOWN], m[SPOT] = KICKOFF, kicker, 0, m[KICKOFF_LINE]
    m[TO_GAIN], m[KICKOFF_SHIFT], m[STOPPABLE], m[UNTIMED] = 0, 0, 0, 0


@apart
def _coin_toss(m: Memory, r: Stream) -> None:
    """The winner chooses to kick or to receive (R2.4); overtime begins with another one (R30.1)."""
    if m[PERIOD] == 1:
        period_begins(m, 1, m[CLOCK])
    winner = 0 if roll(m, r, D10, 0) < 5 else 1
    receives = winner if ask_coin_toss(m, winner) == 0 else 1 - winner
    m[OVERTIME] = 0
    if m[PERIOD] > 4:
        m[OVERTIME] = FIRST_POSSESSION if m[OT_FORMAT] >= MODIFIED else SUDDEN_DEATH
    m[RECEIVED_FIRST] = receives
    _kickoff_by(m, 1 - receives)


@apart
def _end_period(m: Memory) -> None:
    """At 0:00: change ends, half time, overtime or the end of the game (R23.6)."""
    period = m[PERIOD]
    m[UNTIMED], m[STOPPABLE] = 0, 0
    if period >= 4:
        level = m[SCORE] == m[SCORE + 1]
        if not level or m[OT_FORMAT] == NO_OVERTIME or (period > 4 and m[OT_TIE] != 0):
            m[PHASE] = OVER
            return
    if period + 1 >= MOST_PERIODS:
        m[TROUBLE] = TOO_MANY_PERIODS
        return
    m[CLOCK] = m[PERIOD_SECONDS] if period < 4 else m[OT_SECONDS]
    period_begins(m, period + 1, m[CLOCK])
    m[PERIOD] = period + 1
    if period % 2 == 1:
        # Ball, down and distance are kept.
        return
    timeouts = TIMEOUTS_OF_A_HALF if period == 2 else m[OT_TIMEOUTS]
    m[TIMEOUTS], m[TIMEOUTS + 1] = timeouts, timeouts
    if period != 2 and period % 4 == 0:
        m[PHASE], m[DOWN], m[SPOT], m[TO_GAIN], m[POSSESSION] = COIN_TOSS, 0, 0, 0, 0
        m[KICKOFF_SHIFT], m[OVERTIME] = 0, 0
        return
    _kickoff_by(m, m[RECEIVED_FIRST])


@merged
def _settle(m: Memory) -> bool:
    """Fix the seconds of the last play; gives whether the offense spikes the ball (R23.2, R24)."""
    if m[PENDING] == 0:
        return False
    offense = m[POSSESSION]
    defense = 1 - offense
    row, seconds, choice = m[PENDING_ROW], m[PENDING], PLAY_ON
    if m[STOPPABLE] != 0 or m[NO_HUDDLE + offense] != 0:
        choice = ask_clock(m, offense)
    if choice not in (TAKE_TIMEOUT, SPIKE_IT) and m[STOPPABLE] != 0 and m[TIMEOUTS + defense] != 0:
        # A timeout by the defense makes a hurry pointless: it is not spent.
        if ask_clock(m, defense) == TAKE_TIMEOUT:
            choice = TAKE_TIMEOUT
            m[TIMEOUTS + defense] -= 1
    elif choice == TAKE_TIMEOUT:
        m[TIMEOUTS + offense] -= 1
    if choice == TAKE_TIMEOUT:
        # R24.2, R35.1: before the reveal the last play costs 10, a kneel too.
        row, m[STOPPABLE] = TIMEOUT_ROW, 0
        seconds = m[SECONDS + row]
    elif choice == SPIKE_IT:
        row, seconds, m[STOPPABLE] = SPIKE_ROW, m[OPTION_SPIKE_SECONDS], 0
        snap(m, CALL_SPIKE)
    elif choice == HURRY:
        row = NO_HUDDLE_ROW
        seconds = m[SECONDS + row]
        m[NO_HUDDLE + offense] -= 1
    elif row == IN_BOUNDS:
        m[FORTIES] += 1
        if m[OPTION_THIRD_PLAY] != 0 and m[FORTIES] % 3 == 0:
            # R23.7: each third play of a full 40 seconds is charged 30.
            row = THIRD_PLAY
            seconds = m[SECONDS + row]
    charge_always(m, m[PENDING_TEAM], row, seconds)
    m[PENDING], m[PENDING_ROW] = 0, NO_ROW
    return choice == SPIKE_IT


@merged
def _call_plays(m: Memory, r: Stream, c: Memory) -> int:
    """Both coaches call, both calls are revealed, audibles and timeouts may change them: the formation."""
    offense = m[POSSESSION]
    defense = 1 - offense
    m[PLACE_GRID] = -1
    while True:
        share, stands, other = three_shares(r)
        m[CALL] = ask_offense(m, r, c, offense, share, stands)
        formation = ask_defense(m, c, defense, other)
        caller, answer = offense, STAND
        stoppable = m[STOPPABLE] != 0
        if m[OFFENSE_AUDIBLES + offense] != 0 or (stoppable and m[TIMEOUTS + offense] != 0):
            answer = ask_reveal(m, offense)
        if answer == STAND and (m[DEFENSE_AUDIBLES + defense] != 0 or (stoppable and m[TIMEOUTS + defense] != 0)):
            caller = defense
            answer = ask_reveal(m, defense)
        if answer == STAND:
            return formation
        if answer == STOP_IT:
            # R24.1: one timeout a play.
            m[TIMEOUTS + caller] -= 1
            m[STOPPABLE] = 0
        elif caller == offense:
            m[OFFENSE_AUDIBLES + offense] -= 1
        else:
            m[DEFENSE_AUDIBLES + defense] -= 1


@merged
def _from_scrimmage(m: Memory, r: Stream, c: Memory) -> None:
    """Call and play one down; the clock of the play before is settled already."""
    formation = _call_plays(m, r, c)
    call, offense = m[CALL], m[POSSESSION]
    if call < CALL_PUNT:
        run_play(m, r, call, formation)
    elif call == CALL_PUNT:
        punt(m, r)
    elif call == CALL_FIELD_GOAL:
        field_goal(m, r)
    elif call == CALL_KNEEL:
        # R24.5: a yard lost, no dice.
        spot = m[SPOT] - 1
        happen(m, KNEEL, offense, -1, spot, 0)
        ends(m, offense, spot, SAFETY_END if spot <= 0 else DEAD, KNEEL_ROW, BY_RUN, 0)
        dead_ball(m, False, 0)
    else:
        # R24.6.
        ends(m, offense, 0, SAFETY_END, INTENTIONAL_ROW, BY_INTENT, 0)
        dead_ball(m, False, 0)


@merged
def _down(m: Memory) -> bool:
    """The seconds of the last play; gives whether a down is to be played."""
    spiked = _settle(m)
    if m[CLOCK] == 0 and m[UNTIMED] == 0:
        _end_period(m)
        return False
    if spiked:
        # R24.4: an incomplete pass without dice, quota or further time.
        happen(m, SPIKE, m[POSSESSION], 0, m[SPOT], 0)
        ends(m, m[POSSESSION], m[SPOT], DEAD, SPIKE_ROW, BY_PASS, 0)
        dead_ball(m, False, 0)
        return False
    snap(m, 0)
    return True


@apart
def _try(m: Memory, r: Stream, c: Memory) -> bool:
    """Kick (R18.1), or gives that a play is to be played (R18.2)."""
    snap(m, 0)
    team = m[POSSESSION]
    if ask_try(m, r, c, team) != 0:
        return True
    kick_try(m, r)
    return False


@compiled
def _changed(m: Memory) -> bool:
    return m[SCORE] != m[WAS_SCORE] or m[SCORE + 1] != m[WAS_SCORE + 1]


@compiled
def _after_first(m: Memory) -> int:
    """The receivers of the opening kickoff have their possession."""
    first = m[RECEIVED_FIRST]
    if _changed(m):
        leader = 0 if m[SCORE] > m[SCORE + 1] else 1
        won = leader != first or (m[PHASE] == TRY and m[OT_FORMAT] == MODIFIED)
        return 0 if won else SECOND_POSSESSION
    if m[PHASE] == SCRIMMAGE and m[POSSESSION] != first:
        return SUDDEN_DEATH
    return FIRST_POSSESSION


@compiled
def _after_second(m: Memory) -> int:
    """The other team answers; it must at least draw level."""
    first = m[RECEIVED_FIRST]
    was_try = m[WAS_PHASE] == TRY
    if was_try and m[WAS_TEAM] == first:
        return SECOND_POSSESSION
    mine, theirs = m[SCORE + 1 - first], m[SCORE + first]
    level = SUDDEN_DEATH if mine == theirs else 0
    if was_try:
        # A try that is replayed after a foul decides nothing yet.
        return SECOND_POSSESSION if m[PHASE] == TRY else level
    if _changed(m):
        if mine > theirs:
            return 0
        if m[PHASE] == TRY and m[POSSESSION] != first:
            return SECOND_POSSESSION
        return level
    if m[PHASE] == SCRIMMAGE and m[POSSESSION] == first:
        return level
    return SECOND_POSSESSION


@apart
def judge(m: Memory) -> None:
    """After a step of overtime: over, or how far it has come (R30.2)."""
    stage = m[OVERTIME]
    if stage == FIRST_POSSESSION:
        stage = _after_first(m)
    elif stage == SECOND_POSSESSION:
        stage = _after_second(m)
    elif m[SCORE] != m[SCORE + 1]:
        stage = 0
    if stage == 0:
        m[PHASE], m[PENDING], m[STOPPABLE], m[UNTIMED] = OVER, 0, 0, 0
    else:
        m[OVERTIME] = stage


@merged
def play_step(m: Memory, r: Stream, c: Memory) -> None:
    """Play the thing that comes next."""
    phase, play = m[PHASE], False
    if phase == SCRIMMAGE:
        play = _down(m)
    elif phase == TRY:
        play = _try(m, r, c)
    elif phase in (KICKOFF, FREE_KICK):
        if m[CLOCK] == 0:
            _end_period(m)
        else:
            snap(m, 0)
            kick_off(m, r)
    else:
        _coin_toss(m, r)
    if play:
        _from_scrimmage(m, r, c)
