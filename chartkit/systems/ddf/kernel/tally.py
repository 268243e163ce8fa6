"""Statistics from the records of each play, as the scorebook reads them (scorebook.plays, statistics, drives)."""

from __future__ import annotations

import numpy as np

from chartkit.systems.ddf.kernel.codes import (
    BLOCKED,
    BY_FIELD_GOAL,
    BY_PUNT,
    CALL_SAFETY,
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
    PUNT,
    RECOVERY,
    RETURN,
    RUN,
    SACK,
    SAFETY,
    SCRAMBLE,
    SCRIMMAGE,
    SPIKE,
    TO_THE_KICKOFF,
    TOUCHDOWN,
    TRY,
    TWO_POINT,
)
from chartkit.systems.ddf.kernel.compiled import Memory, apart, compiled, merged
from chartkit.systems.ddf.kernel.drives import close_drive, end_drive_with_half, follow_drive
from chartkit.systems.ddf.kernel.kick_tally import count, count_kicks, count_return, first_of
from chartkit.systems.ddf.kernel.names import NUMBER, PLACE, YARD_ENDS
from chartkit.systems.ddf.kernel.places import (
    CALL,
    CALLS,
    DEED_COUNT,
    DEED_KINDS,
    DEED_YARDS,
    DOWN_KINDS,
    DOWNS_MADE,
    DOWNS_PLAYED,
    DRIVE_OPEN,
    DRIVE_SECONDS,
    EVENTS,
    FIRST_OF,
    LAST_RECEIVER,
    NO_HUDDLE,
    NO_HUDDLES,
    PERIOD,
    RECORD,
    RECORDS,
    SCORE,
    SECONDS_AFTER,
    SECONDS_BEFORE,
    SNAPPED,
    STATISTICS,
    STEP_START,
    TEAM_SIZE,
    TEAMS,
    WAS_DOWN,
    WAS_PHASE,
    WAS_SCORE,
    WAS_SPOT,
    WAS_TEAM,
    WAS_TO_GO,
)
from chartkit.systems.ddf.kernel.records import bits_of, happened

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
#: No rushing attempt, no deed.
NO_RUSH, NO_DEED = -1000, DEEDS
if NO_DEED >= DEED_KINDS:
    raise AssertionError("there must be a place for plays without a deed")

#: The class of a play's yards, from -_FARTHEST on.
_FARTHEST = 128
_YARD_CLASS = np.searchsorted(YARD_ENDS, np.arange(-_FARTHEST, _FARTHEST)).astype(np.int8)
_KICKS = bits_of(PUNT, FIELD_GOAL, BLOCKED, KICKED_OFF, KICKED_OUT)
_GAINS = bits_of(RUN, COMPLETE, SCRAMBLE, SACK, KNEEL)
_RUSHED = bits_of(RUN, SCRAMBLE, KNEEL)
_THROWN = bits_of(COMPLETE, INCOMPLETE, INTERCEPTED, SPIKE, GROUNDED)
#: Deeds of a down that was played and stands.
_STANDS = _RUSHED | _THROWN | bits_of(SACK)
#: Records that are counted one by one.
_EACH = bits_of(PENALTY, RETURN)


@apart
def _scores(m: Memory, seen: int) -> None:
    """Points by quarter, touchdowns, safeties."""
    for team in range(2):
        number = m[SCORE + team] - m[WAS_SCORE + team]
        count(m, team, _POINTS, number)
        count(m, team, _POINTS_Q1 + min(m[PERIOD], 5) - 1, number)
    if happened(seen, TOUCHDOWN):
        count(m, m[first_of(m, TOUCHDOWN) + 1], _TOUCHDOWNS, 1)
    if happened(seen, SAFETY):
        count(m, m[first_of(m, SAFETY) + 1], _SAFETIES, 1)


@apart
def _odd_rush(m: Memory, seen: int) -> int:
    """Yards of a rushing attempt that no deed tells of; NO_RUSH when there was none."""
    if happened(seen, FUMBLE) and m[first_of(m, FUMBLE) + 4] in (BY_PUNT, BY_FIELD_GOAL):
        # A kick that never came off is a rush of the man who fumbled it.
        return m[first_of(m, FUMBLE) + 3] - m[WAS_SPOT]
    if m[CALL] == CALL_SAFETY and happened(seen, SAFETY):
        # He runs out of his own end zone.
        return 0 - m[WAS_SPOT]
    return NO_RUSH


@compiled
def _own_touchdown(m: Memory, seen: int) -> bool:
    """The team that had the ball scored with it, not with a loose ball."""
    return (
        happened(seen, TOUCHDOWN) and m[first_of(m, TOUCHDOWN) + 1] == m[WAS_TEAM] and not happened(seen, RECOVERY)
    )


@merged
def _first_downs(m: Memory, seen: int, gained: int, by_rush: bool, flag: bool) -> int:
    """One if a first down was made, by rushing, passing or penalty; a gain and a flag added to it are two."""
    own_score, team = happened(seen, TOUCHDOWN) and _own_touchdown(m, seen), m[WAS_TEAM]
    made, enough = 1 if own_score or happened(seen, FIRST_DOWN) else 0, gained >= m[WAS_TO_GO]
    count(m, team, (_BY_RUSH if by_rush else _BY_PASS) if enough else _BY_FLAG, made)
    if flag and enough and not own_score:
        count(m, team, _BY_FLAG, made)
    return made


@merged
def _scrimmage(m: Memory, seen: int, deed: int, gained: int, flag: bool) -> bool:
    """A down; gives whether it was played and stands: rush, pass or sack."""
    team, by_rush = m[WAS_TEAM], happened(_RUSHED, deed)
    m[DEED_COUNT + DEED_KINDS * team + deed] += 1
    m[DEED_YARDS + DEED_KINDS * team + deed] += gained
    made = _first_downs(m, seen, gained, by_rush, flag)
    if not happened(_STANDS, deed):
        return False
    count(m, team, (_RUN_CLASS if by_rush else _PASS_CLASS) + _YARD_CLASS[gained + _FARTHEST], 1)
    m[DOWNS_PLAYED + DOWN_KINDS * team + m[WAS_DOWN]] += 1
    m[DOWNS_MADE + DOWN_KINDS * team + m[WAS_DOWN]] += made
    return True


@apart
def _touchdown(m: Memory, seen: int, deed: int) -> None:
    """How a touchdown was made."""
    own, team = m[WAS_PHASE] == SCRIMMAGE and _own_touchdown(m, seen), m[first_of(m, TOUCHDOWN) + 1]
    if own and happened(_RUSHED, deed):
        count(m, team, _TD_RUSH, 1)
    elif own and deed == COMPLETE:
        count(m, team, _TD_PASS, 1)
    else:
        count(m, team, _TD_RETURN, 1)


@compiled
def _fumble_lost(m: Memory, seen: int) -> bool:
    lost = happened(seen, FUMBLE) and happened(seen, RECOVERY)
    return lost and m[first_of(m, FUMBLE) + 1] != m[first_of(m, RECOVERY) + 1]


@apart
def _fumbled(m: Memory, seen: int) -> bool:
    """A fumble, and whether it was lost."""
    lost, dropper = _fumble_lost(m, seen), m[first_of(m, FUMBLE) + 1]
    if m[WAS_PHASE] != TRY:
        count(m, dropper, _FUMBLES, 1)
        count(m, dropper, _FUMBLES_LOST, 1 if lost else 0)
    return lost


@apart
def _try(m: Memory, seen: int) -> None:
    team = m[WAS_TEAM]
    if happened(seen, PAT):
        count(m, team, _EXTRA_TRIED, 1)
        count(m, team, _EXTRA, 1 if m[first_of(m, PAT) + 4] == GOOD else 0)
    elif happened(seen, TWO_POINT):
        count(m, team, _TWO_TRIED, 1)
        count(m, team, _TWO, 1 if m[first_of(m, TWO_POINT) + 4] == GOOD else 0)


@merged
def _clocked(m: Memory, receiver: int) -> None:
    """Possession: seconds before the snap belong to the play before (R23.2)."""
    if m[LAST_RECEIVER] >= 0:
        count(m, m[LAST_RECEIVER], _SECONDS, m[SECONDS_BEFORE])
        m[DRIVE_SECONDS] += m[SECONDS_BEFORE] if m[DRIVE_OPEN] != 0 else 0
    count(m, receiver, _SECONDS, m[SECONDS_AFTER])


@apart
def _flagged(m: Memory, at: int) -> bool:
    """A penalty; gives whether the other team's was enforced."""
    if m[at + 4] > TO_THE_KICKOFF:
        return False
    count(m, m[at + 1], _PENALTIES, 1)
    count(m, m[at + 1], _PENALTY_YARDS, abs(m[at + 2]))
    return m[at + 1] != m[WAS_TEAM]


@apart
def _counted(m: Memory, at: int) -> bool:
    """A record that is counted itself, a penalty or a return; gives whether the other team was penalised."""
    if m[at] == PENALTY:
        return _flagged(m, at)
    if m[WAS_PHASE] != TRY:
        count_return(m, at)
    return False


@merged
def _played(m: Memory, seen: int, what: int, yards: int, flag: bool) -> None:
    """A play: `what` was done first and for so many yards."""
    snapped, lost, phase = False, False, m[WAS_PHASE]
    gained = yards if happened(_GAINS, what) else 0
    deed, ran = what, gained
    if what == NO_DEED:
        rushed = _odd_rush(m, seen)
        if rushed != NO_RUSH:
            deed, ran = RUN, rushed
    if happened(seen, FUMBLE):
        lost = _fumbled(m, seen)
    if phase == SCRIMMAGE:
        snapped = _scrimmage(m, seen, deed, ran, flag)
    elif phase == TRY:
        _try(m, seen)
    if phase != TRY:
        if seen & _KICKS != 0:
            count_kicks(m, seen)
        if happened(seen, TOUCHDOWN):
            _touchdown(m, seen, deed)
    follow_drive(m, seen, gained, snapped, lost)


@merged
def tally(m: Memory) -> None:
    """Count the step that has just been recorded."""
    phase, team = m[WAS_PHASE], m[WAS_TEAM]
    receiver = 1 - team if phase in (KICKOFF, FREE_KICK) else team
    seen, what, yards, flag = 0, NO_DEED, 0, False
    first, at = EVENTS + m[STEP_START] * RECORD, EVENTS + m[RECORDS] * RECORD
    # From the last to the first: of several the first is what stays.
    while at > first:
        at -= RECORD
        each = m[at]
        seen |= 1 << each
        m[FIRST_OF + each] = at
        if each < DEEDS:
            what, yards = each, m[at + 2]
        elif happened(_EACH, each):
            flag = _counted(m, at) or flag
    _clocked(m, receiver)
    if m[SCORE] != m[WAS_SCORE] or m[SCORE + 1] != m[WAS_SCORE + 1]:
        _scores(m, seen)
    if happened(seen, PERIOD_RECORD):
        end_drive_with_half(m)
    if m[SNAPPED] == 0:
        return
    m[LAST_RECEIVER] = receiver
    _played(m, seen, what, yards, flag)


@compiled
def _add_up(m: Memory, team: int) -> None:
    """Statistics from the deeds."""
    at, deeds, yards = STATISTICS + team * NUMBER, DEED_COUNT + DEED_KINDS * team, DEED_YARDS + DEED_KINDS * team
    for deed in range(DEEDS):
        number = m[deeds + deed]
        if happened(_RUSHED, deed):
            m[at + _RUSHES] += number
            m[at + _RUSHING_YARDS] += m[yards + deed]
        elif happened(_THROWN, deed):
            m[at + _PASSES] += number
    m[at + _COMPLETIONS], m[at + _PASSING_YARDS] = m[deeds + COMPLETE], m[yards + COMPLETE]
    m[at + _SACKS], m[at + _SACK_YARDS] = m[deeds + SACK], -m[yards + SACK]
    m[at + _INTERCEPTIONS], m[at + _KNEELS] = m[deeds + INTERCEPTED], m[deeds + KNEEL]
    m[at + _SPIKES] = m[deeds + SPIKE]
    played, made = DOWNS_PLAYED + DOWN_KINDS * team, DOWNS_MADE + DOWN_KINDS * team
    m[at + _THIRD], m[at + _THIRD_MADE] = m[played + 3], m[made + 3]
    m[at + _FOURTH], m[at + _FOURTH_MADE] = m[played + 4], m[made + 4]
    m[at + _FIRST_DOWNS] = m[at + _BY_RUSH] + m[at + _BY_PASS] + m[at + _BY_FLAG]
    m[at + _NET_PASSING] = m[at + _PASSING_YARDS] - m[at + _SACK_YARDS]
    m[at + _PLAYS] = m[at + _RUSHES] + m[at + _PASSES] + m[at + _SACKS]
    m[at + _TOTAL_YARDS] = m[at + _RUSHING_YARDS] + m[at + _NET_PASSING]
    m[at + _TURNOVERS] = m[at + _INTERCEPTIONS] + m[at + _FUMBLES_LOST]


@apart
def finish(m: Memory) -> None:
    """The game is over: the last drive, and the sums of statistics."""
    if m[DRIVE_OPEN] != 0:
        close_drive(m, True)
    for team in range(2):
        _add_up(m, team)
        at = STATISTICS + team * NUMBER
        m[at + _NO_HUDDLES] = m[TEAMS + team * TEAM_SIZE + NO_HUDDLES] - m[NO_HUDDLE + team]
        for play in range(9):
            m[at + _CALLS + play] = m[CALLS + 9 * team + play]
