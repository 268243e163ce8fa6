"""Statistics from the records of each play, as the scorebook reads them (scorebook.plays, statistics, drives)."""

from __future__ import annotations

from chartkit.systems.ddf.kernel.codes import (
    BLOCKED,
    BY_FIELD_GOAL,
    BY_INTERCEPTION,
    BY_KICKOFF,
    BY_PUNT,
    BY_SAFETY,
    BY_SQUIB,
    BY_TOUCHDOWN,
    CALL_SAFETY,
    CLOCK_RECORD,
    COIN_TOSS,
    COMPLETE,
    DEEDS,
    FIELD_GOAL,
    FIRST_DOWN,
    FREE_KICK,
    FUMBLE,
    GOOD,
    GROUNDED,
    INCOMPLETE,
    INTERCEPTED,
    KICKED_OFF,
    KICKED_OUT,
    KICKOFF,
    KNEEL,
    PAT,
    PENALTY,
    PERIOD_RECORD,
    POINTS_RECORD,
    PUNT,
    RECOVERY,
    RETURN,
    ROLLED,
    RUN,
    SACK,
    SAFETY,
    SCRAMBLE,
    SCRIMMAGE,
    SPIKE,
    TO_THE_KICKOFF,
    TOUCHBACK,
    TOUCHDOWN,
    TRY,
    TWO_POINT,
)
from chartkit.systems.ddf.kernel.compiled import Memory, compiled, merged
from chartkit.systems.ddf.kernel.drives import close_drive, follow_drive
from chartkit.systems.ddf.kernel.names import BAND_ENDS, NUMBER, PLACE, YARD_ENDS
from chartkit.systems.ddf.kernel.places import (
    CALL,
    CALLS,
    DRIVE_OPEN,
    DRIVE_SECONDS,
    EVENTS,
    FIRST_OF,
    KICK_BEHIND,
    LAST_RECEIVER,
    NO_HUDDLE,
    NO_HUDDLES,
    PERIOD,
    RECORD,
    RECORDS,
    SNAPPED,
    STATISTICS,
    STEP_START,
    TEAM_SIZE,
    TEAMS,
    TOUCHBACK_LINE,
    WAS_DOWN,
    WAS_PHASE,
    WAS_SPOT,
    WAS_TEAM,
    WAS_TO_GO,
)

_POINTS, _POINTS_Q1 = PLACE["points"], PLACE["points_q1"]
_TOUCHDOWNS, _SAFETIES = PLACE["touchdowns"], PLACE["safeties"]
_PENALTIES, _PENALTY_YARDS = PLACE["penalties"], PLACE["penalty_yards"]
_SECONDS = PLACE["possession_seconds"]
_EXTRA_TRIED, _EXTRA = PLACE["extra_points_tried"], PLACE["extra_points"]
_TWO_TRIED, _TWO = PLACE["two_points_tried"], PLACE["two_points"]
_RUSHES, _RUSHING_YARDS = PLACE["rushes"], PLACE["rushing_yards"]
_PASSES, _COMPLETIONS, _PASSING_YARDS = PLACE["passes"], PLACE["completions"], PLACE["passing_yards"]
_INTERCEPTIONS, _SACKS, _SACK_YARDS = PLACE["interceptions"], PLACE["sacks"], PLACE["sack_yards"]
_FIRST_DOWNS, _BY_RUSH = PLACE["first_downs"], PLACE["first_downs_rushing"]
_BY_PASS, _BY_FLAG = PLACE["first_downs_passing"], PLACE["first_downs_penalty"]
_THIRD, _THIRD_MADE = PLACE["third_downs"], PLACE["third_downs_made"]
_FOURTH, _FOURTH_MADE = PLACE["fourth_downs"], PLACE["fourth_downs_made"]
_FUMBLES, _FUMBLES_LOST = PLACE["fumbles"], PLACE["fumbles_lost"]
_PUNTS, _PUNT_YARDS, _NET_PUNT = PLACE["punts"], PLACE["punt_yards"], PLACE["net_punt_yards"]
_FG_TRIED, _FG = PLACE["field_goals_tried"], PLACE["field_goals"]
_FG_TRIED_BAND, _FG_BAND = PLACE["field_goals_tried_under_30"], PLACE["field_goals_under_30"]
_KICKOFFS, _KICKOFF_TOUCHBACKS = PLACE["kickoffs"], PLACE["kickoff_touchbacks"]
_PUNT_TOUCHBACKS = PLACE["punt_touchbacks"]
_KICKOFF_RETURNS, _KICKOFF_RETURN_YARDS = PLACE["kickoff_returns"], PLACE["kickoff_return_yards"]
_PUNT_RETURNS, _PUNT_RETURN_YARDS = PLACE["punt_returns"], PLACE["punt_return_yards"]
_INT_RETURN_YARDS = PLACE["interception_return_yards"]
_TD_RUSH, _TD_PASS, _TD_RETURN = (
    PLACE["rushing_touchdowns"],
    PLACE["passing_touchdowns"],
    PLACE["return_touchdowns"],
)
_KNEELS, _SPIKES, _NO_HUDDLES = PLACE["kneels"], PLACE["spikes"], PLACE["no_huddles"]
_RUN_CLASS, _PASS_CLASS = PLACE["runs_class_0"], PLACE["passes_class_0"]
_CALLS = PLACE["calls_1_line_plunge"]
_NET_PASSING, _PLAYS, _TOTAL_YARDS = PLACE["net_passing_yards"], PLACE["plays"], PLACE["total_yards"]
_TURNOVERS = PLACE["turnovers"]
#: Yards from the goal line to the crossbar.
_END_ZONE = 10
#: What a touchback takes off a punt's net yards is where it is spotted.
NO_RUSH = -1000


@compiled
def count(m: Memory, team: int, statistic: int, number: int) -> None:
    """So many more."""
    m[STATISTICS + team * NUMBER + statistic] += number


@compiled
def _classed(m: Memory, team: int, first: int, yards: int) -> None:
    """One more play of its class of yards."""
    place = 0
    for end in YARD_ENDS:
        if yards > end:
            place += 1
    count(m, team, first + place, 1)


@compiled
def _band(m: Memory) -> int:
    distance = 100 - m[WAS_SPOT] + m[KICK_BEHIND] + _END_ZONE
    band = 0
    for end in BAND_ENDS:
        if distance > end:
            band += 1
    return band


@compiled
def _scored(m: Memory, at: int) -> None:
    team, number, how = m[at + 1], m[at + 2], m[at + 3]
    count(m, team, _POINTS, number)
    count(m, team, _POINTS_Q1 + min(m[PERIOD], 5) - 1, number)
    if how == BY_TOUCHDOWN:
        count(m, team, _TOUCHDOWNS, 1)
    elif how == BY_SAFETY:
        count(m, team, _SAFETIES, 1)


@compiled
def _returned(m: Memory, at: int) -> None:
    team, yards, kind = m[at + 1], m[at + 2], m[at + 4]
    if kind in (BY_KICKOFF, BY_SQUIB):
        count(m, team, _KICKOFF_RETURNS, 1)
        count(m, team, _KICKOFF_RETURN_YARDS, yards)
    elif kind == BY_PUNT:
        count(m, team, _PUNT_RETURNS, 1)
        count(m, team, _PUNT_RETURN_YARDS, yards)
    elif kind == BY_INTERCEPTION:
        count(m, team, _INT_RETURN_YARDS, yards)


@compiled
def _charged(m: Memory, number: int, seconds: int, receiver: int) -> int:
    """Seconds before the snap belong to the play before (R23.2); gives those of this play."""
    if m[SNAPPED] != 0 and number >= m[SNAPPED] - 1:
        count(m, receiver, _SECONDS, seconds)
        return seconds
    if m[LAST_RECEIVER] >= 0:
        count(m, m[LAST_RECEIVER], _SECONDS, seconds)
        m[DRIVE_SECONDS] += seconds if m[DRIVE_OPEN] != 0 else 0
    return 0


@compiled
def _rushed(m: Memory, deed: int) -> int:
    """Yards of a rushing attempt; NO_RUSH when the play was none."""
    if deed >= 0:
        what = m[deed]
        return m[deed + 2] + 0 if what in (RUN, SCRAMBLE, KNEEL) else NO_RUSH
    dropped = m[FIRST_OF + FUMBLE]
    if dropped != 0 and m[dropped + 4] in (BY_PUNT, BY_FIELD_GOAL):
        # A kick that never came off is a rush of the man who fumbled it.
        return m[dropped + 3] - m[WAS_SPOT]
    if m[CALL] == CALL_SAFETY and m[FIRST_OF + SAFETY] != 0:
        # He runs out of his own end zone.
        return 0 - m[WAS_SPOT]
    return NO_RUSH


@merged
def _first_downs(m: Memory, deed: int, rushed: int, flag: bool) -> bool:
    """First downs by rushing, passing, penalty; a gain and a flag added to it are two."""
    team = m[WAS_TEAM]
    scored = m[FIRST_OF + TOUCHDOWN]
    own_score = scored != 0 and m[scored + 1] == team and m[FIRST_OF + RECOVERY] == 0
    if not own_score and m[FIRST_OF + FIRST_DOWN] == 0:
        return False
    gained = rushed
    if rushed == NO_RUSH and deed >= 0 and m[deed] == COMPLETE:
        gained = m[deed + 2] + 0
    if gained == NO_RUSH or gained < m[WAS_TO_GO]:
        count(m, team, _FIRST_DOWNS, 1)
        count(m, team, _BY_FLAG, 1)
        return True
    count(m, team, _FIRST_DOWNS, 1)
    count(m, team, _BY_RUSH if rushed != NO_RUSH else _BY_PASS, 1)
    if flag and not own_score:
        count(m, team, _FIRST_DOWNS, 1)
        count(m, team, _BY_FLAG, 1)
    return True


@merged
def _scrimmage(m: Memory, deed: int, rushed: int, flag: bool) -> bool:
    """A down; gives whether it was played and stands: rush, pass or sack."""
    team, what = m[WAS_TEAM], m[deed] if deed >= 0 else -1
    snapped = True
    if rushed != NO_RUSH:
        count(m, team, _RUSHES, 1)
        count(m, team, _RUSHING_YARDS, rushed)
        _classed(m, team, _RUN_CLASS, rushed)
        count(m, team, _KNEELS, 1 if what == KNEEL else 0)
    elif what in (COMPLETE, INCOMPLETE, INTERCEPTED, SPIKE, GROUNDED):
        count(m, team, _PASSES, 1)
        if what == COMPLETE:
            count(m, team, _COMPLETIONS, 1)
            count(m, team, _PASSING_YARDS, m[deed + 2])
        _classed(m, team, _PASS_CLASS, m[deed + 2] if what == COMPLETE else 0)
        count(m, team, _INTERCEPTIONS, 1 if what == INTERCEPTED else 0)
        count(m, team, _SPIKES, 1 if what == SPIKE else 0)
    elif what == SACK:
        count(m, team, _SACKS, 1)
        count(m, team, _SACK_YARDS, -m[deed + 2])
        _classed(m, team, _PASS_CLASS, m[deed + 2])
    else:
        snapped = False
    made = _first_downs(m, deed, rushed, flag)
    if snapped and m[WAS_DOWN] == 3:
        count(m, team, _THIRD, 1)
        count(m, team, _THIRD_MADE, 1 if made else 0)
    elif snapped and m[WAS_DOWN] == 4:
        count(m, team, _FOURTH, 1)
        count(m, team, _FOURTH_MADE, 1 if made else 0)
    return snapped


@compiled
def _touchdown(m: Memory, deed: int, rushed: int) -> None:
    """How a touchdown was made."""
    scored = m[FIRST_OF + TOUCHDOWN]
    if scored == 0:
        return
    own = m[WAS_PHASE] == SCRIMMAGE and m[scored + 1] == m[WAS_TEAM] and m[FIRST_OF + RECOVERY] == 0
    if own and rushed != NO_RUSH:
        count(m, m[scored + 1], _TD_RUSH, 1)
    elif own and deed >= 0 and m[deed] == COMPLETE:
        count(m, m[scored + 1], _TD_PASS, 1)
    else:
        count(m, m[scored + 1], _TD_RETURN, 1)


@merged
def _punted(m: Memory, team: int, after_spot: int) -> None:
    """A punt: gross to where the ball is dead, caught or crosses the goal line; net less the return."""
    punt = m[FIRST_OF + PUNT]
    yards = m[punt + 2] + 0
    if m[FIRST_OF + TOUCHBACK] != 0:
        yards = 100 - m[WAS_SPOT]
    elif m[punt + 4] == ROLLED:
        yards = 100 - after_spot - m[WAS_SPOT]
    count(m, team, _PUNTS, 1)
    count(m, team, _PUNT_YARDS, yards)
    if m[FIRST_OF + TOUCHBACK] != 0:
        count(m, team, _PUNT_TOUCHBACKS, 1)
        yards -= m[TOUCHBACK_LINE]
    back = m[FIRST_OF + RETURN]
    if back != 0 and m[back + 4] == BY_PUNT:
        yards -= m[back + 2]
    count(m, team, _NET_PUNT, yards)


@merged
def _kicks(m: Memory, after_spot: int) -> None:
    team, blocked = m[WAS_TEAM], m[FIRST_OF + BLOCKED]
    if m[FIRST_OF + PUNT] != 0:
        _punted(m, team, after_spot)
    elif blocked != 0 and m[blocked + 4] == BY_PUNT:
        count(m, team, _PUNTS, 1)
    kick = m[FIRST_OF + FIELD_GOAL]
    if kick != 0 or (blocked != 0 and m[blocked + 4] == BY_FIELD_GOAL):
        band = _band(m)
        count(m, team, _FG_TRIED, 1)
        count(m, team, _FG_TRIED_BAND + band, 1)
        if kick != 0 and m[kick + 4] == GOOD:
            count(m, team, _FG, 1)
            count(m, team, _FG_BAND + band, 1)
    if m[WAS_PHASE] in (KICKOFF, FREE_KICK) and (m[FIRST_OF + KICKED_OFF] != 0 or m[FIRST_OF + KICKED_OUT] != 0):
        count(m, team, _KICKOFFS, 1)
        back = m[FIRST_OF + TOUCHBACK]
        if back != 0 and m[back + 4] == BY_KICKOFF:
            count(m, team, _KICKOFF_TOUCHBACKS, 1)


@compiled
def _fumble_lost(m: Memory) -> bool:
    dropped, found = m[FIRST_OF + FUMBLE], m[FIRST_OF + RECOVERY]
    return dropped != 0 and found != 0 and m[dropped + 1] != m[found + 1]


@compiled
def _try(m: Memory) -> None:
    team, kick, two = m[WAS_TEAM], m[FIRST_OF + PAT], m[FIRST_OF + TWO_POINT]
    if kick != 0:
        count(m, team, _EXTRA_TRIED, 1)
        count(m, team, _EXTRA, 1 if m[kick + 4] == GOOD else 0)
    elif two != 0:
        count(m, team, _TWO_TRIED, 1)
        count(m, team, _TWO, 1 if m[two + 4] == GOOD else 0)


@compiled
def tally(m: Memory, after_spot: int) -> None:  # noqa: PLR0912 - one look at every record
    """Count the step that has just been recorded; `after_spot` is the ball's in the next situation."""
    phase, team = m[WAS_PHASE], m[WAS_TEAM]
    receiver = 1 - team if phase in (KICKOFF, FREE_KICK) else team
    for what in range(PERIOD_RECORD):
        m[FIRST_OF + what] = 0
    deed, flag, seconds = -1, False, 0
    for number in range(m[STEP_START], m[RECORDS]):
        at = EVENTS + number * RECORD
        what = m[at]
        if what < POINTS_RECORD:
            if m[FIRST_OF + what] == 0:
                m[FIRST_OF + what] = at
            if what < DEEDS:
                deed = at if deed < 0 else deed
            elif what == PENALTY:
                if m[at + 4] <= TO_THE_KICKOFF:
                    count(m, m[at + 1], _PENALTIES, 1)
                    count(m, m[at + 1], _PENALTY_YARDS, abs(m[at + 2]))
                    flag = flag or m[at + 1] != team
            elif what == RETURN and phase != TRY:
                _returned(m, at)
        elif what == POINTS_RECORD:
            _scored(m, at)
        elif what == CLOCK_RECORD:
            seconds += _charged(m, number, m[at + 2], receiver)
    if m[SNAPPED] == 0 or phase == COIN_TOSS:
        return
    m[LAST_RECEIVER] = receiver
    rushed, snapped = _rushed(m, deed), False
    if phase == TRY:
        _try(m)
    else:
        if phase == SCRIMMAGE:
            snapped = _scrimmage(m, deed, rushed, flag)
        if m[FIRST_OF + FUMBLE] != 0:
            dropper = m[m[FIRST_OF + FUMBLE] + 1]
            count(m, dropper, _FUMBLES, 1)
            count(m, dropper, _FUMBLES_LOST, 1 if _fumble_lost(m) else 0)
        _kicks(m, after_spot)
        _touchdown(m, deed, rushed)
    follow_drive(m, deed, snapped, seconds, _fumble_lost(m))


@compiled
def finish(m: Memory) -> None:
    """The game is over: the last drive, and the sums of statistics."""
    if m[DRIVE_OPEN] != 0:
        close_drive(m, True)
    for team in range(2):
        at = STATISTICS + team * NUMBER
        m[at + _NET_PASSING] = m[at + _PASSING_YARDS] - m[at + _SACK_YARDS]
        m[at + _PLAYS] = m[at + _RUSHES] + m[at + _PASSES] + m[at + _SACKS]
        m[at + _TOTAL_YARDS] = m[at + _RUSHING_YARDS] + m[at + _NET_PASSING]
        m[at + _TURNOVERS] = m[at + _INTERCEPTIONS] + m[at + _FUMBLES_LOST]
        m[at + _NO_HUDDLES] = m[TEAMS + team * TEAM_SIZE + NO_HUDDLES] - m[NO_HUDDLE + team]
        for play in range(9):
            m[at + _CALLS + play] = m[CALLS + 9 * team + play]
