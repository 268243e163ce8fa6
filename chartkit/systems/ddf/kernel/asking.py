"""Every decision of the game: from the script, or by the habits of a computer coach (coaches.bench)."""

from __future__ import annotations

from chartkit.systems.ddf.kernel.calling import GO, KICK, call_formation, call_play, fourth_down, goes_for_two
from chartkit.systems.ddf.kernel.codes import (
    ASK_CLOCK,
    ASK_COIN_TOSS,
    ASK_DEFENSE,
    ASK_KICK_RETURN,
    ASK_KICKOFF,
    ASK_LET_IT_ROLL,
    ASK_OFFENSE,
    ASK_POOCH,
    ASK_REVEAL,
    ASK_TRY,
    CALL_FIELD_GOAL,
    CALL_KNEEL,
    CALL_PUNT,
    HURRY,
    KICK_IT,
    PLAY_ON,
    SPIKE_IT,
    SQUIB_IT,
    STAND,
    TAKE_TIMEOUT,
    TRY,
)
from chartkit.systems.ddf.kernel.compiled import Memory, Stream, apart, compiled, merged
from chartkit.systems.ddf.kernel.luck import chosen, is_scripted, scripted_choice
from chartkit.systems.ddf.kernel.places import (
    CLOCK,
    DESPERATE_CLOCK,
    DESPERATE_HIGH,
    DESPERATE_LOW,
    DOWN,
    HABIT_HURRIES,
    HABIT_HURRY,
    HABIT_KICKOFF,
    HABIT_KICKOFFS,
    HAS_SQUIB,
    HURRY_CLOCK,
    KNEEL_CLOCK,
    KNEEL_CLOSE,
    KNEEL_SPOT,
    LAST_KICK_INSIDE,
    LET_ROLL_AT,
    LONGEST,
    NO_HUDDLE,
    PENDING,
    PERIOD,
    PHASE,
    POOCH_AT,
    POOCH_INSIDE,
    POSSESSION,
    SCORE,
    SPIKE_INSIDE,
    SPOT,
    STOPPABLE,
    TEAM_SIZE,
    TEAMS,
    TIMEOUT_INSIDE,
    TIMEOUTS,
    USUAL_PUNT,
)

#: A kneel-down runs off this much, or 10 when the defense takes a timeout (R24.5, R35.1).
KNEEL_SECONDS, STOPPED_KNEEL = 40, 10


@compiled
def ahead(m: Memory, team: int) -> int:
    """The team's lead."""
    return m[SCORE + team] - m[SCORE + 1 - team]


@compiled
def ask_coin_toss(m: Memory, team: int) -> int:
    """The winner of the toss receives."""
    if is_scripted(m):
        return scripted_choice(m, ASK_COIN_TOSS, team, -1)
    return chosen(m, ASK_COIN_TOSS, team, 0, -1)


@compiled
def _fits(m: Memory, row: int, lead: int) -> bool:
    """A row of habits (periods, clock, lead from, lead to) speaks of this situation."""
    return (m[row] >> m[PERIOD]) & 1 != 0 and m[CLOCK] <= m[row + 1] and m[row + 2] <= lead <= m[row + 3]


@compiled
def ask_kickoff(m: Memory, team: int) -> int:
    """The kind of kickoff."""
    if is_scripted(m):
        return scripted_choice(m, ASK_KICKOFF, team, -1)
    lead, choice = ahead(m, team), KICK_IT
    for number in range(m[HABIT_KICKOFFS]):
        row = HABIT_KICKOFF + 5 * number
        if _fits(m, row + 1, lead) and (m[row] != SQUIB_IT or m[TEAMS + (1 - team) * TEAM_SIZE + HAS_SQUIB] != 0):
            choice = m[row]
            break
    return chosen(m, ASK_KICKOFF, team, choice, -1)


@compiled
def ask_kick_return(m: Memory, team: int) -> int:
    """A kick into the end zone is returned."""
    if is_scripted(m):
        return scripted_choice(m, ASK_KICK_RETURN, team, -1)
    return chosen(m, ASK_KICK_RETURN, team, 0, -1)


@apart
def _kneels(m: Memory, team: int, lead: int) -> bool:
    """The clock can be run out (R24.5), or the half ended deep in the own territory."""
    if m[PERIOD] == 2:
        return m[CLOCK] <= m[KNEEL_CLOCK] and m[SPOT] <= m[KNEEL_SPOT] and lead >= 0
    if lead <= 0 or m[DOWN] == 4:
        return False
    kneels = 4 - m[DOWN]
    stopped = min(kneels, m[TIMEOUTS + 1 - team]) if lead <= m[KNEEL_CLOSE] else 0
    return (kneels - stopped) * KNEEL_SECONDS + stopped * STOPPED_KNEEL >= m[CLOCK]


#: Not a special call but a play.
A_PLAY = -1


@merged
def _special_call(m: Memory, r: Stream, c: Memory, team: int) -> int:
    """Kick, knee or punt; A_PLAY for none of them."""
    if m[PHASE] == TRY:
        return A_PLAY
    down, period, clock = m[DOWN], m[PERIOD], m[CLOCK]
    if down < 4 and (clock > max(KNEEL_SECONDS * 3, m[LAST_KICK_INSIDE]) or period in (1, 3)):
        return A_PLAY
    lead = ahead(m, team)
    in_range = 100 - m[SPOT] <= m[TEAMS + team * TEAM_SIZE + LONGEST]
    if period in (2, 4):
        if clock <= KNEEL_SECONDS * 3 and _kneels(m, team, lead):
            return CALL_KNEEL
        if (
            clock <= m[LAST_KICK_INSIDE]
            and in_range
            and (period == 2 or m[DESPERATE_LOW] <= lead <= m[DESPERATE_HIGH])
        ):
            return CALL_FIELD_GOAL
    if down < 4:
        return A_PLAY
    if period == 4 and clock <= m[DESPERATE_CLOCK] and lead < 0:
        # No use in giving the ball away now.
        return CALL_FIELD_GOAL if in_range and lead >= m[DESPERATE_LOW] else A_PLAY
    choice = fourth_down(m, r, c, team)
    if choice == KICK and in_range:
        return CALL_FIELD_GOAL
    return A_PLAY if choice == GO else CALL_PUNT


@merged
def _offense_call(m: Memory, r: Stream, c: Memory, team: int, share: int, stands: int) -> int:
    """Play, kick, knee or punt."""
    call = _special_call(m, r, c, team)
    return call_play(m, r, c, team, share, stands) if call == A_PLAY else call


@merged
def ask_offense(m: Memory, r: Stream, c: Memory, team: int, share: int, stands: int) -> int:
    """The offense's call: 0-8, or a special call."""
    if is_scripted(m):
        return scripted_choice(m, ASK_OFFENSE, team, -1)
    return chosen(m, ASK_OFFENSE, team, _offense_call(m, r, c, team, share, stands), -1)


@merged
def ask_defense(m: Memory, c: Memory, team: int, share: int) -> int:
    """The defense's formation."""
    if is_scripted(m):
        return scripted_choice(m, ASK_DEFENSE, team, -1)
    return chosen(m, ASK_DEFENSE, team, call_formation(m, c, team, share), -1)


@compiled
def ask_reveal(m: Memory, team: int) -> int:
    """After the reveal; computer coaches always stand."""
    if is_scripted(m):
        return scripted_choice(m, ASK_REVEAL, team, STAND)
    return STAND


@apart
def _late_clock(m: Memory, team: int) -> int:
    """Timeout, no huddle or spike when the habits say to hurry."""
    offense, lead = team == m[POSSESSION], ahead(m, team)
    side, hurry = 0 if offense else 1, False
    for number in range(m[HABIT_HURRIES]):
        row = HABIT_HURRY + 6 * number
        if m[row] == side and m[SPOT] >= m[row + 1] and _fits(m, row + 2, lead):
            hurry = True
            break
    if not hurry:
        return PLAY_ON
    late = m[CLOCK] <= m[TIMEOUT_INSIDE]
    if (not offense or late) and m[TIMEOUTS + team] != 0 and m[STOPPABLE] != 0:
        return TAKE_TIMEOUT
    if not offense:
        return PLAY_ON
    if m[CLOCK] <= m[SPIKE_INSIDE] and m[STOPPABLE] != 0:
        in_range = 100 - m[SPOT] <= m[TEAMS + team * TEAM_SIZE + LONGEST]
        if m[DOWN] < (4 if in_range else 3):
            return SPIKE_IT
    if m[PENDING] > 20 and m[NO_HUDDLE + team] != 0:
        return HURRY
    return PLAY_ON


@merged
def ask_clock(m: Memory, team: int) -> int:
    """What to do about the seconds of the last play."""
    if is_scripted(m):
        return scripted_choice(m, ASK_CLOCK, team, PLAY_ON)
    if m[CLOCK] > m[HURRY_CLOCK + m[PERIOD]]:
        return PLAY_ON
    return chosen(m, ASK_CLOCK, team, _late_clock(m, team), PLAY_ON)


@compiled
def ask_pooch(m: Memory, team: int) -> int:
    """Yards taken off a punt: near midfield aim at the yard line of the habits."""
    if is_scripted(m):
        return scripted_choice(m, ASK_POOCH, team, 0)
    to_goal, pooch = 100 - m[SPOT], 0
    if to_goal <= m[POOCH_INSIDE]:
        pooch = max(0, m[TEAMS + team * TEAM_SIZE + USUAL_PUNT] - (to_goal - m[POOCH_AT]))
    return chosen(m, ASK_POOCH, team, pooch, 0)


@compiled
def ask_let_it_roll(m: Memory, team: int, start: int) -> int:
    """Return a short-field punt, or let it roll."""
    if is_scripted(m):
        return scripted_choice(m, ASK_LET_IT_ROLL, team, -1)
    return chosen(m, ASK_LET_IT_ROLL, team, 1 if start <= m[LET_ROLL_AT] else 0, -1)


@compiled
def ask_try(m: Memory, r: Stream, c: Memory, team: int) -> int:
    """Kick or go for two."""
    if is_scripted(m):
        return scripted_choice(m, ASK_TRY, team, -1)
    return chosen(m, ASK_TRY, team, 1 if goes_for_two(m, r, c, team) else 0, -1)
