"""Drives as the scorebook cuts them: a drive is closed when the next play shows that it did not go on."""

from __future__ import annotations

from chartkit.systems.ddf.kernel.codes import (
    BLOCKED,
    BY_PUNT,
    DOWNS,
    FIELD_GOAL,
    GOOD,
    INTERCEPTED,
    PUNT,
    RECOVERY,
    SAFETY,
    SCRIMMAGE,
    TOUCHDOWN,
)
from chartkit.systems.ddf.kernel.compiled import Memory, apart, merged
from chartkit.systems.ddf.kernel.names import DRIVE_RESULTS, MOST_DRIVE_PLAYS, NUMBER, PLACE
from chartkit.systems.ddf.kernel.places import (
    DRIVE_GOES_ON,
    DRIVE_HALF,
    DRIVE_OPEN,
    DRIVE_PLAYS,
    DRIVE_REACHED,
    DRIVE_RED_ZONE,
    DRIVE_RESULT,
    DRIVE_SECONDS,
    DRIVE_START,
    DRIVE_TEAM,
    FIRST_OF,
    PERIOD,
    PHASE,
    POSSESSION,
    SECONDS_AFTER,
    STATISTICS,
    WAS_PHASE,
    WAS_SPOT,
    WAS_TEAM,
)
from chartkit.systems.ddf.kernel.records import bits_of, happened
from chartkit.systems.ddf.scorebook import drives

_TOUCHDOWN = DRIVE_RESULTS.index(drives.TOUCHDOWN)
_FIELD_GOAL = DRIVE_RESULTS.index(drives.FIELD_GOAL)
_MISSED = DRIVE_RESULTS.index(drives.MISSED_FIELD_GOAL)
_PUNT = DRIVE_RESULTS.index(drives.PUNT)
_INTERCEPTION = DRIVE_RESULTS.index(drives.INTERCEPTION)
_FUMBLE = DRIVE_RESULTS.index(drives.FUMBLE)
_DOWNS = DRIVE_RESULTS.index(drives.DOWNS)
_SAFETY = DRIVE_RESULTS.index(drives.SAFETY)
_BLOCKED_PUNT = DRIVE_RESULTS.index(drives.BLOCKED_PUNT)
_BLOCKED_FIELD_GOAL = DRIVE_RESULTS.index(drives.BLOCKED_FIELD_GOAL)
_END_OF_HALF = DRIVE_RESULTS.index(drives.END_OF_HALF)
_END_OF_GAME = DRIVE_RESULTS.index(drives.END_OF_GAME)
_UNFINISHED = -1
_RED_ZONE = drives.RED_ZONE
_S_DRIVES, _S_PLAYS, _S_YARDS = PLACE["drives"], PLACE["drive_plays"], PLACE["drive_yards"]
_S_SECONDS, _S_START = PLACE["drive_seconds"], PLACE["drive_start"]
_S_RED_ZONE, _S_RED_TOUCHDOWNS = PLACE["red_zone_drives"], PLACE["red_zone_touchdowns"]
_S_RESULT, _S_LENGTH = PLACE["drives_touchdown"], PLACE["drives_of_0_plays"]


#: Happenings that can end a drive, as bits.
_ENDINGS = bits_of(TOUCHDOWN, SAFETY, FIELD_GOAL, BLOCKED, INTERCEPTED, PUNT, RECOVERY, DOWNS)
_NO_MORE = bits_of(PUNT, INTERCEPTED)


@apart
def _result(m: Memory, seen: int, fumble_lost: bool) -> int:
    """How the last play of a drive ended it."""
    result = _UNFINISHED
    if happened(seen, TOUCHDOWN) and m[m[FIRST_OF + TOUCHDOWN] + 1] == m[WAS_TEAM]:
        result = _TOUCHDOWN
    elif happened(seen, SAFETY):
        result = _SAFETY
    elif happened(seen, FIELD_GOAL):
        result = _FIELD_GOAL if m[m[FIRST_OF + FIELD_GOAL] + 4] == GOOD else _MISSED
    elif happened(seen, BLOCKED):
        result = _BLOCKED_PUNT if m[m[FIRST_OF + BLOCKED] + 4] == BY_PUNT else _BLOCKED_FIELD_GOAL
    elif happened(seen, INTERCEPTED):
        result = _INTERCEPTION
    elif happened(seen, PUNT):
        result = _PUNT
    elif fumble_lost:
        result = _FUMBLE
    elif happened(seen, DOWNS):
        result = _DOWNS
    return result


@apart
def close_drive(m: Memory, last_of_game: bool) -> None:
    """Count a drive."""
    at, result = STATISTICS + m[DRIVE_TEAM] * NUMBER, m[DRIVE_RESULT]
    if result == _UNFINISHED:
        result = _END_OF_GAME if last_of_game else _END_OF_HALF
    m[at + _S_DRIVES] += 1
    m[at + _S_PLAYS] += m[DRIVE_PLAYS]
    m[at + _S_YARDS] += m[DRIVE_REACHED] - m[DRIVE_START]
    m[at + _S_SECONDS] += m[DRIVE_SECONDS]
    m[at + _S_START] += m[DRIVE_START]
    m[at + _S_RESULT + result] += 1
    m[at + _S_LENGTH + min(m[DRIVE_PLAYS], MOST_DRIVE_PLAYS)] += 1
    if m[DRIVE_RED_ZONE] != 0:
        m[at + _S_RED_ZONE] += 1
        m[at + _S_RED_TOUCHDOWNS] += 1 if result == _TOUCHDOWN else 0
    m[DRIVE_OPEN] = 0


@apart
def end_drive_with_half(m: Memory) -> None:
    """No drive goes on in another half; every overtime period is one."""
    period = m[PERIOD]
    half = (period + 1) // 2 if period <= 4 else period
    if half != m[DRIVE_HALF]:
        m[DRIVE_HALF], m[DRIVE_GOES_ON] = half, 0


@merged
def follow_drive(m: Memory, seen: int, gained: int, snapped: bool, fumble_lost: bool) -> None:
    """A play: it goes on with the drive, ends it, or opens another."""
    team, spot = m[WAS_TEAM], m[WAS_SPOT]
    if m[DRIVE_OPEN] != 0 and m[DRIVE_GOES_ON] == 0:
        close_drive(m, False)
    if m[WAS_PHASE] != SCRIMMAGE:
        return
    if m[DRIVE_OPEN] == 0:
        m[DRIVE_OPEN], m[DRIVE_TEAM], m[DRIVE_START] = 1, team, spot
        m[DRIVE_PLAYS], m[DRIVE_SECONDS], m[DRIVE_RED_ZONE] = 0, 0, 0
    m[DRIVE_PLAYS] += 1 if snapped else 0
    m[DRIVE_SECONDS] += m[SECONDS_AFTER]
    m[DRIVE_RED_ZONE] |= 1 if spot >= _RED_ZONE else 0
    m[DRIVE_REACHED] = spot + gained
    m[DRIVE_RESULT] = _result(m, seen, fumble_lost) if seen & _ENDINGS != 0 else _UNFINISHED
    # The ball can be lost and won back within one play.
    goes_on = m[PHASE] == SCRIMMAGE and m[POSSESSION] == team and seen & _NO_MORE == 0
    m[DRIVE_GOES_ON] = 1 if goes_on else 0
