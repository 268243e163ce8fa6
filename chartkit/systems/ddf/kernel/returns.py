"""Returns of kicks, interceptions and fumbles, and the fouls on them (R9, R13.3, R16.3, R22)."""

from __future__ import annotations

from chartkit.systems.ddf.kernel.choosing import add_foul
from chartkit.systems.ddf.kernel.codes import (
    ACCEPTED,
    BY_TOUCHBACK,
    CHANGE,
    DEAD,
    DECLINED,
    FC,
    FORCED,
    FORCED_TD,
    FUM,
    INC,
    INT,
    OFF_10,
    OFFSETTING,
    RETURN,
    SAFETY_END,
    TD,
    TO_THE_KICKOFF,
    TOUCHDOWN_END,
    YARDS,
)
from chartkit.systems.ddf.kernel.compiled import Memory, Stream, apart, compiled
from chartkit.systems.ddf.kernel.fouling import by_defense, is_foul, priority
from chartkit.systems.ddf.kernel.luck import kind_of, read, read_five, yards_of
from chartkit.systems.ddf.kernel.places import (
    END_HOW,
    END_SHIFT,
    END_SPOT,
    END_TEAM,
    END_WHAT,
    FIELD,
    FOUL_ON_SCORE,
    FOUL_YARDS,
    RECORDS,
)
from chartkit.systems.ddf.kernel.records import happen, penalty
from chartkit.systems.ddf.kernel.whistle import ends, forward, walk_off

#: What a foul does to a score (R19.11).
WIPES_OUT, TO_KICKOFF, NOTHING = 0, 1, 2
#: Further than any field: a fumble carried into the end zone (F_EZ).
IN_THE_END_ZONE = 200
ADD, OFF, DEF, TD_CODE, INC_CODE, INT_MIN, F_MAX, F_MIN, F_DEFYD, F_EZ, F_QT = range(11)


@compiled
def combined_kind(code: int, mine: int, theirs: int) -> int:
    """The kind of result that two cells make (R5.3)."""
    if code == ADD:
        return YARDS
    if code == OFF:
        return kind_of(mine)
    if code == DEF:
        kind = kind_of(theirs)
        return YARDS if kind == FORCED else TD if kind == FORCED_TD else kind
    if code == TD_CODE:
        return TD
    if code == INC_CODE:
        return INC
    if code == INT_MIN:
        return INT
    return FUM


@compiled
def combined_yards(code: int, mine: int, theirs: int) -> int:
    """Its yards."""
    if code == ADD:
        return yards_of(mine) + yards_of(theirs)
    if code == OFF:
        return yards_of(mine)
    if code == DEF:
        return 0 if kind_of(theirs) == FORCED_TD else yards_of(theirs)
    if code in (INT_MIN, F_MIN):
        return min(yards_of(mine), yards_of(theirs))
    if code == F_MAX:
        return max(yards_of(mine), yards_of(theirs))
    if code == F_DEFYD:
        return yards_of(theirs)
    return IN_THE_END_ZONE if code == F_EZ else 0


@compiled
def combined_star(code: int, mine: int) -> int:
    """R4.4: the star is the offense's and survives an addition; a defensive override drops it."""
    return (mine >> 14) & 1 if code in (ADD, OFF) else 0


@apart
def run_back(m: Memory, r: Stream, runner: int, column: int, coverage: int, fouls: int) -> tuple[int, int]:
    """Roll a return until it is no penalty, then the coverage (R13.3, R13.6, R16.9): kind and yards.

    The kind is -1 when fouls offset; a coverage of -1 is none.
    """
    m[fouls] = 0
    cell = read(m, r, runner, column)
    while is_foul(cell):
        offset = m[fouls] > 0 and by_defense(m[fouls + 1]) != by_defense(cell)
        add_foul(m, fouls, cell)
        if offset:
            return -1, 0
        cell = read(m, r, runner, column)
    if kind_of(cell) == FC or coverage < 0:
        return kind_of(cell), yards_of(cell)
    cover = read_five(m, r, 1 - runner, coverage)
    code = priority(m, cell, cover)
    return combined_kind(code, cell, cover), combined_yards(code, cell, cover)


@compiled
def wiped_out(m: Memory, runner: int, start: int, fouls: int) -> None:
    """R19.5: fouls of both sides on a return; of all that happened only they are told."""
    m[RECORDS] = m[FIELD]
    for number in range(m[fouls]):
        foul = m[fouls + 1 + number]
        if by_defense(foul):
            penalty(m, 1 - runner, 0, 100 - start, OFFSETTING, foul)
        else:
            penalty(m, runner, 0, start, OFFSETTING, foul)


@apart
def carried(m: Memory, team: int, start: int, kind: int, yards: int, how: int) -> None:
    """Where a return without a fumble ends."""
    spot = 100 if kind == TD else start + yards
    if spot >= 100:
        happen(m, RETURN, team, 100 - start, 100, how)
        ends(m, team, 100, TOUCHDOWN_END, CHANGE, how, 1)
        return
    happen(m, RETURN, team, yards, spot, how)
    if spot <= 0:
        # R9.4: carried back into the own end zone.
        ends(m, team, 0, SAFETY_END, CHANGE, how, 1)
    else:
        ends(m, team, spot, DEAD, CHANGE, how, 1)


@compiled
def worst(m: Memory, fouls: int) -> int:
    """Of several fouls the costliest, the first of equals (R22.2)."""
    foul = m[fouls + 1]
    for number in range(1, m[fouls]):
        other = m[fouls + 1 + number]
        if m[FOUL_YARDS + kind_of(other)] > m[FOUL_YARDS + kind_of(foul)]:
            foul = other
    return foul


@apart
def foul_on_score(m: Memory, foul: int, guilty: int) -> None:
    """R19.11 on a return: 15 yards (and 5X) move the kickoff, a short foul by the scorer wipes the score out."""
    yards, on_score = m[FOUL_YARDS + kind_of(foul)], m[FOUL_ON_SCORE + kind_of(foul)]
    if guilty == m[END_TEAM]:
        if on_score == WIPES_OUT or yards < 15:
            spot = 100 - yards
            penalty(m, guilty, yards, spot, ACCEPTED, foul)
            m[END_SPOT], m[END_WHAT] = spot, DEAD
            return
        penalty(m, guilty, yards, 0, TO_THE_KICKOFF, foul)
        m[END_SHIFT] -= yards
    elif on_score == TO_KICKOFF:
        penalty(m, guilty, yards, 0, TO_THE_KICKOFF, foul)
        m[END_SHIFT] += yards
    else:
        penalty(m, guilty, 0, 0, DECLINED, foul)


@apart
def walked_from_end(m: Memory, foul: int, guilty: int) -> None:
    """A foul walked off from where the play ended."""
    yards, old = m[FOUL_YARDS + kind_of(foul)], m[END_SPOT]
    if guilty == m[END_TEAM]:
        spot = walk_off(old, yards)
        penalty(m, guilty, old - spot, spot, ACCEPTED, foul)
    else:
        spot = forward(old, yards)
        penalty(m, guilty, spot - old, 100 - spot, ACCEPTED, foul)
    m[END_SPOT] = spot


@compiled
def _from_foul_spot(m: Memory, start: int, foul: int, guilty: int) -> None:
    """R22.3: the foul spot is at most the midpoint, so a touchdown is void."""
    touchback = m[END_WHAT] == DEAD and start <= 0 and m[END_HOW] == BY_TOUCHBACK
    twice = 100 + start
    half = twice // 2 if twice >= 100 else (twice + 1) // 2
    end = m[END_SPOT]
    foul_spot = half if not touchback and 2 * (end - start) > 100 - start else end
    spot = walk_off(foul_spot, m[FOUL_YARDS + kind_of(foul)])
    penalty(m, guilty, foul_spot - spot, spot, ACCEPTED, foul)
    m[END_SPOT], m[END_WHAT] = spot, DEAD


@apart
def enforce(m: Memory, runner: int, start: int, fouls: int) -> None:
    """Walk off the fouls of a return, always enforced (R22.1, R22.2, R35.2)."""
    if m[fouls] == 0:
        return
    foul, what = worst(m, fouls), m[END_WHAT]
    guilty = 1 - runner if by_defense(foul) else runner
    if kind_of(foul) == OFF_10 and m[END_TEAM] == runner and what in (DEAD, TOUCHDOWN_END):
        _from_foul_spot(m, start, foul, guilty)
    elif what == TOUCHDOWN_END:
        foul_on_score(m, foul, guilty)
    elif what == SAFETY_END:
        if guilty == m[END_TEAM]:
            penalty(m, guilty, 0, 0, DECLINED, foul)
            return
        # R35.5: the side that would be scored upon takes the foul, from where its return began.
        old = max(start, 1)
        spot = forward(old, m[FOUL_YARDS + kind_of(foul)])
        penalty(m, guilty, spot - old, 100 - spot, ACCEPTED, foul)
        m[END_SPOT], m[END_WHAT] = spot, DEAD
    else:
        walked_from_end(m, foul, guilty)
