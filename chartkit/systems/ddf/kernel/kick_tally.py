"""Statistics of kicks and returns, and how a statistic is counted."""

from __future__ import annotations

from chartkit.systems.ddf.kernel.codes import (
    BLOCKED,
    BY_FIELD_GOAL,
    BY_INTERCEPTION,
    BY_KICKOFF,
    BY_PUNT,
    BY_SQUIB,
    FIELD_GOAL,
    FREE_KICK,
    GOOD,
    KICKED_OFF,
    KICKED_OUT,
    KICKOFF,
    PUNT,
    RETURN,
    ROLLED,
    TOUCHBACK,
)
from chartkit.systems.ddf.kernel.compiled import Memory, apart, compiled, merged
from chartkit.systems.ddf.kernel.names import BAND_ENDS, NUMBER, PLACE
from chartkit.systems.ddf.kernel.places import (
    FIRST_OF,
    KICK_BEHIND,
    STATISTICS,
    TOUCHBACK_LINE,
    WAS_PHASE,
    WAS_SPOT,
    WAS_TEAM,
)
from chartkit.systems.ddf.kernel.records import happened
from chartkit.systems.ddf.kernel.whistle import ball_spot

_PUNTS, _PUNT_YARDS, _NET_PUNT = PLACE["punts"], PLACE["punt_yards"], PLACE["net_punt_yards"]
_FG_TRIED, _FG = PLACE["field_goals_tried"], PLACE["field_goals"]
_FG_TRIED_BAND, _FG_BAND = PLACE["field_goals_tried_under_30"], PLACE["field_goals_under_30"]
_KICKOFFS, _KICKOFF_TOUCHBACKS = PLACE["kickoffs"], PLACE["kickoff_touchbacks"]
_PUNT_TOUCHBACKS = PLACE["punt_touchbacks"]
_KICKOFF_RETURNS, _KICKOFF_RETURN_YARDS = PLACE["kickoff_returns"], PLACE["kickoff_return_yards"]
_PUNT_RETURNS, _PUNT_RETURN_YARDS = PLACE["punt_returns"], PLACE["punt_return_yards"]
_INT_RETURN_YARDS = PLACE["interception_return_yards"]
#: Yards from the goal line to the crossbar.
_END_ZONE = 10


@merged
def count(m: Memory, team: int, statistic: int, number: int) -> None:
    """So many more."""
    m[STATISTICS + team * NUMBER + statistic] += number


@merged
def first_of(m: Memory, what: int) -> int:
    """Where the first record of a happening is; only of one that was seen."""
    return m[FIRST_OF + what]


@compiled
def _band(m: Memory) -> int:
    distance = 100 - m[WAS_SPOT] + m[KICK_BEHIND] + _END_ZONE
    band = 0
    for end in BAND_ENDS:
        if distance > end:
            band += 1
    return band


@apart
def count_return(m: Memory, at: int) -> None:
    """A return, of which the record is given."""
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
def _punted(m: Memory, seen: int) -> None:
    """A punt: gross to where the ball is dead, caught or crosses the goal line; net less the return."""
    team, punt, touchback = m[WAS_TEAM], first_of(m, PUNT), happened(seen, TOUCHBACK)
    yards = m[punt + 2] + 0
    if touchback:
        yards = 100 - m[WAS_SPOT]
    elif m[punt + 4] == ROLLED:
        yards = 100 - ball_spot(m) - m[WAS_SPOT]
    count(m, team, _PUNTS, 1)
    count(m, team, _PUNT_YARDS, yards)
    if touchback:
        count(m, team, _PUNT_TOUCHBACKS, 1)
        yards -= m[TOUCHBACK_LINE]
    if happened(seen, RETURN) and m[first_of(m, RETURN) + 4] == BY_PUNT:
        yards -= m[first_of(m, RETURN) + 2]
    count(m, team, _NET_PUNT, yards)


@apart
def count_kicks(m: Memory, seen: int) -> None:
    """Punts, field goals, kickoffs."""
    team, blocked = m[WAS_TEAM], m[first_of(m, BLOCKED) + 4] if happened(seen, BLOCKED) else 0
    if happened(seen, PUNT):
        _punted(m, seen)
    elif blocked == BY_PUNT:
        count(m, team, _PUNTS, 1)
    kicked = happened(seen, FIELD_GOAL)
    if kicked or blocked == BY_FIELD_GOAL:
        band = _band(m)
        count(m, team, _FG_TRIED, 1)
        count(m, team, _FG_TRIED_BAND + band, 1)
        if kicked and m[first_of(m, FIELD_GOAL) + 4] == GOOD:
            count(m, team, _FG, 1)
            count(m, team, _FG_BAND + band, 1)
    if m[WAS_PHASE] in (KICKOFF, FREE_KICK) and (happened(seen, KICKED_OFF) or happened(seen, KICKED_OUT)):
        count(m, team, _KICKOFFS, 1)
        if happened(seen, TOUCHBACK) and m[first_of(m, TOUCHBACK) + 4] == BY_KICKOFF:
            count(m, team, _KICKOFF_TOUCHBACKS, 1)
