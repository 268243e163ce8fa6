"""The kick after a touchdown (R18): the PAT colouring, or after a penalty the Field Goal column (R18.5)."""

from __future__ import annotations

from chartkit.systems.ddf.kernel.choosing import AFTER, again, choose, offer, open_choices, start_fouls, take
from chartkit.systems.ddf.kernel.codes import (
    ACCEPT,
    ACCEPTED,
    BY_PAT,
    BY_TRY,
    DECLINE,
    DECLINED,
    FUM,
    GOOD,
    NO_GOOD,
    OFFSETTING,
    PAT,
    TO_THE_KICKOFF,
    YARDS,
)
from chartkit.systems.ddf.kernel.compiled import Memory, Stream, apart, compiled
from chartkit.systems.ddf.kernel.fouling import by_defense, is_foul
from chartkit.systems.ddf.kernel.luck import check, kind_of, mark, read, yards_of
from chartkit.systems.ddf.kernel.places import (
    FIELD_GOAL_COLUMN,
    FOUL_ON_SCORE,
    FOUL_YARDS,
    PAT_GOOD,
    POSSESSION,
    RECORDS,
    SPOT,
    TRY_KICK,
    TRY_RETURN,
)
from chartkit.systems.ddf.kernel.records import happen, penalty, points
from chartkit.systems.ddf.kernel.returns import TO_KICKOFF
from chartkit.systems.ddf.kernel.turnovers import fumble
from chartkit.systems.ddf.kernel.whistle import try_over, two_point_over, walk_off


@compiled
def _kicked(m: Memory, good: bool, shift: int) -> None:
    team = m[POSSESSION]
    happen(m, PAT, team, m[TRY_KICK], m[SPOT], GOOD if good else NO_GOOD)
    if good:
        points(m, team, 1, BY_PAT)
    try_over(m, team, shift)


@compiled
def _foul_on_kick(m: Memory, foul: int, good: bool) -> None:
    """The other side takes the yards and the kick again, or lets it stand; on a good one R19.11 applies."""
    team, defense, old = m[POSSESSION], by_defense(foul), m[TRY_KICK]
    guilty = 1 - team if defense else team
    yards = m[FOUL_YARDS + kind_of(foul)]
    if good and m[FOUL_ON_SCORE + kind_of(foul)] == TO_KICKOFF:
        penalty(m, guilty, yards, 0, TO_THE_KICKOFF, foul)
        _kicked(m, good, yards if defense else -yards)
        return
    distance = walk_off(old, yards) if defense else old + yards
    open_choices(m)
    start = m[RECORDS]
    penalty(m, guilty, abs(distance - old), m[SPOT], ACCEPTED, foul)
    m[TRY_KICK] = distance
    offer(m, ACCEPT, start, AFTER)
    again(m)
    start = m[RECORDS]
    penalty(m, guilty, 0, m[SPOT], DECLINED, foul)
    _kicked(m, good, 0)
    offer(m, DECLINE, start, AFTER)
    if defense != good:
        choose(m, 1 - guilty)
    else:
        # Nobody takes a foul that undoes what he wanted.
        take(m, 1)


@compiled
def _long_kick(m: Memory, r: Stream) -> None:
    """R18.5: the kick is good when the number reaches; a foul on it is settled as on any kick (R17.4, R18.4)."""
    start_fouls(m)
    team, foul = m[POSSESSION], -1
    cell = read(m, r, team, FIELD_GOAL_COLUMN)
    while is_foul(cell):
        if foul >= 0 and by_defense(foul) != by_defense(cell):
            penalty(m, 1 - team if by_defense(foul) else team, 0, m[SPOT], OFFSETTING, foul)
            penalty(m, 1 - team if by_defense(cell) else team, 0, m[SPOT], OFFSETTING, cell)
            return
        foul = cell if foul < 0 else foul
        cell = read(m, r, team, FIELD_GOAL_COLUMN)
    if kind_of(cell) == FUM:
        # R18.6: only here can a kicked try be turned over.
        fumble(m, r, team, 100 - m[TRY_KICK] + yards_of(cell), BY_TRY, 0, False, m[TRY_RETURN] == 0)
        two_point_over(m, 0)
        return
    good = kind_of(cell) == YARDS and yards_of(cell) >= m[TRY_KICK]
    if foul < 0:
        _kicked(m, good, 0)
    else:
        _foul_on_kick(m, foul, good)


@apart
def kick_try(m: Memory, r: Stream) -> None:
    """The kick after a touchdown."""
    if m[TRY_KICK] != 0:
        _long_kick(m, r)
    else:
        team = m[POSSESSION]
        _kicked(m, check(m, r, team, mark(m, team, PAT_GOOD)), 0)
