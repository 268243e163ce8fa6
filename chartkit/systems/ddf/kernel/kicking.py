"""Punts and field goals (R16, R17, R28.8)."""

from __future__ import annotations

from chartkit.systems.ddf.kernel.asking import ask_let_it_roll, ask_pooch
from chartkit.systems.ddf.kernel.choosing import (
    AFTER,
    INSTEAD,
    add_foul,
    again,
    choose,
    join_fouls,
    offer,
    offered,
    open_choices,
    start_fouls,
)
from chartkit.systems.ddf.kernel.codes import (
    ACCEPT,
    ACCEPTED,
    BK,
    BY_DOWNS,
    BY_FIELD_GOAL,
    BY_PUNT,
    BY_SIDELINE,
    CHANGE,
    D10,
    DEAD,
    DECLINE,
    DECLINED,
    DEFENSIVE,
    DIED,
    DOWNS,
    FAIR_CATCH,
    FC,
    FIELD_GOAL,
    FUM,
    GOAL,
    GOOD,
    IN_BOUNDS,
    KICK_TOUCHBACK,
    NG,
    NO_GOOD,
    NO_PLAY,
    OFFSET,
    PENALTY_ROW,
    PUNT,
    REPLAY,
    ROLLED,
    TACK_ON,
    TOUCHBACK,
    YARDS,
    G,
)
from chartkit.systems.ddf.kernel.compiled import Memory, Stream, apart, compiled
from chartkit.systems.ddf.kernel.fouling import by_defense, is_foul
from chartkit.systems.ddf.kernel.luck import kind_of, read, read_five, roll, yards_of
from chartkit.systems.ddf.kernel.penalties import NO_PLAY_NUMBER, offsetting, settle_fouls
from chartkit.systems.ddf.kernel.places import (
    ADJUSTMENT,
    ADJUSTMENT_INSIDE,
    DOWN,
    END_HOW,
    END_ROW,
    END_SPOT,
    END_TURNOVER,
    END_WHAT,
    EVENTS,
    FIELD,
    FIELD_GOAL_COLUMN,
    FOUL_FIRST_DOWN,
    FOUL_YARDS,
    FOULS,
    HAS_ADJUSTMENT,
    KICK_BEHIND,
    POSSESSION,
    PUNT_COLUMN,
    PUNT_COVERAGE,
    PUNT_RETURN,
    RECORD,
    RECORDS,
    RETURN_FOULS,
    ROLL_INSIDE,
    ROLL_WAY,
    ROLL_ZERO,
    SPOT,
    TEAM_SIZE,
    TEAMS,
    TOUCHBACK_LINE,
)
from chartkit.systems.ddf.kernel.records import foul_name, happen, penalty
from chartkit.systems.ddf.kernel.returns import carried, enforce, foul_on_score, run_back, walked_from_end
from chartkit.systems.ddf.kernel.turnovers import fumble, returner_fumbles
from chartkit.systems.ddf.kernel.whistle import (
    back,
    dead_ball,
    ends,
    first_down_by_penalty,
    forward,
    same_down,
)

#: R16.4: from here on a pooch cannot be returned.
DEAD_POOCH = 10


@apart
def _rolled(m: Memory, r: Stream, column: int) -> int:
    """Roll a kick until it is no penalty; -1 when the fouls offset."""
    start_fouls(m)
    offense = m[POSSESSION]
    cell = read(m, r, offense, column)
    while is_foul(cell):
        offset = m[FOULS] > 0 and by_defense(m[FOULS + 1]) != by_defense(cell)
        add_foul(m, FOULS, cell)
        if offset:
            return -1
        cell = read(m, r, offense, column)
    return cell


@apart
def _loose_kick(m: Memory, r: Stream, cell: int, kick: int) -> None:
    """A blocked or fumbled kick: R16.8, R35.3 for the kicking team's own recovery on fourth down."""
    offense = m[POSSESSION]
    blocked = kind_of(cell) == BK
    fumble(m, r, offense, m[SPOT] + yards_of(cell), kick, kick if blocked else 0, False, False)
    if m[END_WHAT] != DEAD or m[END_TURNOVER] != 0:
        return
    if blocked and m[DOWN] == 4:
        # R35.3: always lost on downs.
        spot = 100 - m[END_SPOT]
        happen(m, DOWNS, 1 - offense, 0, spot, 0)
        ends(m, 1 - offense, spot, DEAD, CHANGE, BY_DOWNS, 1)
        return
    m[END_ROW], m[END_HOW] = IN_BOUNDS, kick


@compiled
def _kicked(m: Memory, r: Stream, cell: int) -> None:
    """A field goal that is no penalty (R17.2, R17.3)."""
    offense, distance = m[POSSESSION], 100 - m[SPOT]
    kind = kind_of(cell)
    if kind in (BK, FUM):
        _loose_kick(m, r, cell, BY_FIELD_GOAL)
        return
    good = kind == YARDS and yards_of(cell) >= distance
    if m[TEAMS + (1 - offense) * TEAM_SIZE + HAS_ADJUSTMENT] != 0 and distance <= m[ADJUSTMENT_INSIDE]:
        # R28.8: on or inside the 31 the defense's chart may overrule a number or NG.
        answer = kind_of(read_five(m, r, 1 - offense, ADJUSTMENT))
        if answer in (G, NG):
            good = answer == G
    happen(m, FIELD_GOAL, offense, distance, m[SPOT], GOOD if good else NO_GOOD)
    if good:
        ends(m, offense, 100, GOAL, CHANGE, BY_FIELD_GOAL, 0)
        return
    # R17.3: 8 yards behind the line, moved out to the 20.
    spot = max(distance + m[KICK_BEHIND], m[TOUCHBACK_LINE])
    ends(m, 1 - offense, spot, DEAD, CHANGE, BY_FIELD_GOAL, 1)


@apart
def field_goal(m: Memory, r: Stream) -> None:
    """Kick until it is no penalty, then settle the fouls as on any play (R17.4)."""
    cell = _rolled(m, r, FIELD_GOAL_COLUMN)
    if cell < 0:
        offsetting(m)
        return
    _kicked(m, r, cell)
    if m[END_WHAT] == OFFSET:
        offsetting(m)
    elif m[FOULS] > 0:
        settle_fouls(m, r, NO_PLAY_NUMBER)
    else:
        dead_ball(m, False, 0)


@compiled
def _let_it_roll(m: Memory, r: Stream, receivers: int, start: int) -> None:
    """R16.7: direction by the defensive dice, yards by the d10."""
    total = roll(m, r, DEFENSIVE, receivers)
    face = roll(m, r, D10, receivers)
    yards = m[ROLL_WAY + total] * (face if face != 0 else m[ROLL_ZERO + total])
    spot = start - yards
    last = EVENTS + (m[RECORDS] - 1) * RECORD
    m[last + 2] += yards
    m[last + 3] += yards
    m[last + 4] = ROLLED
    if spot <= 0:
        happen(m, TOUCHBACK, receivers, 0, m[TOUCHBACK_LINE], BY_PUNT)
        ends(m, receivers, m[TOUCHBACK_LINE], DEAD, KICK_TOUCHBACK, BY_PUNT, 1)
    else:
        ends(m, receivers, spot, DEAD, CHANGE, BY_PUNT, 1)


@compiled
def _punt_return(m: Memory, r: Stream, receivers: int, start: int) -> None:
    """Punt Return against Punt Coverage; FC is dead where it lands (R16.3)."""
    kind, yards = run_back(m, r, receivers, PUNT_RETURN, PUNT_COVERAGE, RETURN_FOULS)
    if kind < 0:
        ends(m, receivers, start, OFFSET, PENALTY_ROW, BY_PUNT, 0)
        return
    if kind == FC:
        happen(m, FAIR_CATCH, receivers, 0, start, 0)
        ends(m, receivers, start, DEAD, CHANGE, BY_PUNT, 1)
    elif kind == FUM:
        returner_fumbles(m, r, receivers, start, yards, BY_PUNT)
    else:
        carried(m, receivers, start, kind, yards, BY_PUNT)
    enforce(m, receivers, start, RETURN_FOULS)


@compiled
def _punted(m: Memory, r: Stream, cell: int, pooch: int) -> None:
    """The kick, and what the receivers make of it."""
    offense, line = m[POSSESSION], m[SPOT]
    receivers = 1 - offense
    if kind_of(cell) in (BK, FUM):
        _loose_kick(m, r, cell, BY_PUNT)
        return
    distance = max(0, yards_of(cell) - pooch)
    landing = line + distance
    if landing >= 100:
        # R16.2, R16.5.
        happen(m, PUNT, offense, 100 - line, 100, 0)
        happen(m, TOUCHBACK, receivers, 0, m[TOUCHBACK_LINE], BY_PUNT)
        ends(m, receivers, m[TOUCHBACK_LINE], DEAD, KICK_TOUCHBACK, BY_PUNT, 1)
        return
    start, star = 100 - landing, (cell >> 14) & 1 != 0
    if star or pooch >= DEAD_POOCH:
        happen(m, PUNT, offense, distance, landing, BY_SIDELINE if star else DIED)
        ends(m, receivers, start, DEAD, CHANGE, BY_PUNT, 1)
        return
    happen(m, PUNT, offense, distance, landing, 0)
    if start <= m[ROLL_INSIDE] and ask_let_it_roll(m, receivers, start) == 1:
        _let_it_roll(m, r, receivers, start)
        return
    _punt_return(m, r, receivers, start)


@compiled
def _foul_by_punters(m: Memory) -> None:
    """R16.9: the receivers take the yards from the line and the down again, or at the end of the return."""
    number, offense = m[FOULS], m[POSSESSION]
    open_choices(m)
    for each in range(number):
        foul = m[FOULS + 1 + each]
        name = (foul_name(foul) + 1 if number > 1 else 0) << 8
        if offered(m, REPLAY | name):
            continue
        again(m)
        start, old = m[RECORDS], m[SPOT]
        spot = back(old, m[FOUL_YARDS + kind_of(foul)])
        happen(m, NO_PLAY, offense, 0, old, BY_PUNT)
        penalty(m, offense, old - spot, spot, ACCEPTED, foul)
        same_down(m, spot, PENALTY_ROW, False)
        offer(m, REPLAY | name, start, INSTEAD)
        again(m)
        start = m[RECORDS]
        if m[END_WHAT] != DEAD:
            foul_on_score(m, foul, offense)
        else:
            walked_from_end(m, foul, offense)
        dead_ball(m, True, 0)
        offer(m, TACK_ON | name, start, AFTER)
    choose(m, 1 - offense)


@compiled
def _foul_by_receivers(m: Memory) -> None:
    """R16.9: the punting team takes the yards from the line (down again or first down), or declines."""
    number, offense = m[FOULS], m[POSSESSION]
    open_choices(m)
    for each in range(number):
        foul = m[FOULS + 1 + each]
        code = ACCEPT | (foul_name(foul) + 1 if number > 1 else 0) << 8
        if offered(m, code):
            continue
        again(m)
        start, old = m[RECORDS], m[SPOT]
        spot = forward(old, m[FOUL_YARDS + kind_of(foul)])
        happen(m, NO_PLAY, offense, 0, old, BY_PUNT)
        penalty(m, 1 - offense, spot - old, 100 - spot, ACCEPTED, foul)
        if m[FOUL_FIRST_DOWN + kind_of(foul)] != 0:
            first_down_by_penalty(m, spot)
        else:
            same_down(m, spot, PENALTY_ROW, True)
        offer(m, code, start, INSTEAD)
    again(m)
    start, old = m[RECORDS], m[SPOT]
    for each in range(number):
        penalty(m, 1 - offense, 0, 100 - old, DECLINED, m[FOULS + 1 + each])
    dead_ball(m, True, 0)
    offer(m, DECLINE, start, AFTER)
    choose(m, offense)


@apart
def punt(m: Memory, r: Stream) -> None:
    """Punt until it is no penalty, play it out, then settle the fouls (R16.9, R16.10)."""
    pooch = ask_pooch(m, m[POSSESSION])
    m[RETURN_FOULS] = 0
    cell = _rolled(m, r, PUNT_COLUMN)
    if cell < 0:
        offsetting(m)
        return
    _punted(m, r, cell, pooch)
    if m[END_WHAT] == OFFSET:
        # A loose ball that was run back tells its fouls itself.
        if m[RETURN_FOULS] > 0:
            m[RECORDS] = m[FIELD]
        join_fouls(m, FOULS, RETURN_FOULS)
        offsetting(m)
    elif m[FOULS] == 0:
        dead_ball(m, m[RETURN_FOULS] > 0, 0)
    elif m[RETURN_FOULS] > 0 and by_defense(m[RETURN_FOULS + 1]) == by_defense(m[FOULS + 1]):
        # Of a punt the offense is the punting team, of its return the receiving team: by_defense turns round.
        m[RECORDS] = m[FIELD]
        join_fouls(m, FOULS, RETURN_FOULS)
        offsetting(m)
    elif by_defense(m[FOULS + 1]):
        _foul_by_receivers(m)
    else:
        _foul_by_punters(m)
