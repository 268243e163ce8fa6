"""Kickoffs, squib and onside kicks, the free kick after a safety (R13-R15, R2.9)."""

from __future__ import annotations

from chartkit.systems.ddf.kernel.asking import ask_kick_return, ask_kickoff
from chartkit.systems.ddf.kernel.choosing import (
    AFTER,
    INSTEAD,
    add_foul,
    again,
    choose,
    join_fouls,
    offer,
    open_choices,
    start_fouls,
)
from chartkit.systems.ddf.kernel.codes import (
    ACCEPT,
    ACCEPTED,
    BY_KICKOFF,
    BY_SQUIB,
    BY_TOUCHBACK,
    CHANGE,
    DEAD,
    DECLINE,
    DECLINED,
    FREE_KICK,
    FUM,
    KICK_AFTER_SAFETY,
    KICK_TOUCHBACK,
    KICKED_OFF,
    KICKED_OUT,
    NO_PLAY,
    NOWHERE,
    OFF_5,
    OFF_40,
    OFFSET,
    OFFSETTING,
    ONSIDE,
    ONSIDE_IT,
    ONSIDE_KICK,
    ONSIDE_ROW,
    ORDINARY_KICK,
    PENALTY_ROW,
    SAFETY_END,
    SQUIB_IT,
    SQUIB_KICK,
    TOUCHBACK,
    YARDS_ZERO,
)
from chartkit.systems.ddf.kernel.compiled import Memory, Stream, apart, compiled
from chartkit.systems.ddf.kernel.fouling import by_defense, is_foul
from chartkit.systems.ddf.kernel.luck import check, kind_of, read, yards_of
from chartkit.systems.ddf.kernel.places import (
    END_WHAT,
    FIELD,
    FOUL_YARDS,
    FOULS,
    HAS_SQUIB,
    KICK_COVERAGE,
    KICKOFF_COLUMN,
    KICKOFF_RETURN,
    KICKOFF_SHIFT,
    KICKOFF_TOUCHBACK,
    ONSIDE_DISTANCE,
    ONSIDE_RECOVERED,
    OUT_OF_BOUNDS_SPOT,
    PHASE,
    POSSESSION,
    RECORDS,
    RETURN_FOULS,
    SECONDS,
    SPOT,
    SQUIB_DISTANCE,
    SQUIB_RETURN,
    TEAM_SIZE,
    TEAMS,
)
from chartkit.systems.ddf.kernel.records import happen, penalty
from chartkit.systems.ddf.kernel.returns import (
    carried,
    enforce,
    foul_on_score,
    run_back,
    walked_from_end,
    worst,
)
from chartkit.systems.ddf.kernel.turnovers import returner_fumbles
from chartkit.systems.ddf.kernel.whistle import back, charge, dead_ball, ends, kick_spot

#: The foul of a kickoff out of bounds.
OUT_OF_BOUNDS_FOUL = OFF_40 | 9 << 6 | NOWHERE << 10 | (40 + YARDS_ZERO) << 16


@compiled
def _onside(m: Memory, r: Stream) -> None:
    """R15: 12 yards, and the dice say who has it; no return."""
    kicker, distance = m[POSSESSION], m[ONSIDE_DISTANCE]
    spot = kick_spot(m) + distance
    kept = check(m, r, kicker, m[ONSIDE_RECOVERED])
    happen(m, KICKED_OFF, kicker, distance, spot, ONSIDE_KICK)
    team = kicker if kept else 1 - kicker
    own = spot if kept else 100 - spot
    happen(m, ONSIDE, team, 0, own, 0)
    # R15.2: no time when the kickers recover.
    ends(m, team, own, DEAD, ONSIDE_ROW if kept else CHANGE, BY_KICKOFF, 1)
    dead_ball(m, False, 0)


@apart
def _received(m: Memory, r: Stream, landing: int, squib: bool) -> None:
    """Touchback or return (R13.2, R13.3, R35.9)."""
    receivers, how = 1 - m[POSSESSION], BY_SQUIB if squib else BY_KICKOFF
    start, touchback = 100 - landing, m[KICKOFF_TOUCHBACK]
    m[RETURN_FOULS] = 0
    if start <= -10 or (start <= 0 and ask_kick_return(m, receivers) == 1):
        happen(m, TOUCHBACK, receivers, 0, touchback, BY_KICKOFF)
        ends(m, receivers, touchback, DEAD, KICK_TOUCHBACK, BY_KICKOFF, 1)
        return
    own_chart = squib and m[TEAMS + receivers * TEAM_SIZE + HAS_SQUIB] != 0
    column = SQUIB_RETURN if own_chart else KICKOFF_RETURN
    kind, yards = run_back(m, r, receivers, column, -1 if squib else KICK_COVERAGE, RETURN_FOULS)
    if kind < 0:
        ends(m, receivers, start, OFFSET, PENALTY_ROW, BY_KICKOFF, 0)
        return
    if kind == FUM:
        returner_fumbles(m, r, receivers, start, yards, how)
    else:
        carried(m, receivers, start, kind, yards, how)
        if start <= 0 and m[END_WHAT] == SAFETY_END:
            # R13.3: not past the goal line from an end-zone catch is a touchback.
            m[RECORDS] -= 1
            happen(m, TOUCHBACK, receivers, 0, touchback, BY_KICKOFF)
            ends(m, receivers, touchback, DEAD, KICK_TOUCHBACK, BY_TOUCHBACK, 1)
    enforce(m, receivers, start, RETURN_FOULS)


@compiled
def _again(m: Memory, shift: int) -> None:
    charge(m, m[POSSESSION], PENALTY_ROW, m[SECONDS + PENALTY_ROW])
    m[KICKOFF_SHIFT] = shift


@compiled
def _kick_again(m: Memory) -> None:
    """R19.5: fouls on both sides cancel, and the kick is made again."""
    m[RECORDS] = m[FIELD]
    for number in range(m[FOULS]):
        penalty(m, m[POSSESSION], 0, kick_spot(m), OFFSETTING, m[FOULS + 1 + number])
    _again(m, m[KICKOFF_SHIFT])


@compiled
def _squib(m: Memory, r: Stream) -> None:
    """R14: exactly 50 yards, returned on the season's own chart, no coverage roll."""
    distance = m[SQUIB_DISTANCE]
    landing = kick_spot(m) + distance
    happen(m, KICKED_OFF, m[POSSESSION], distance, landing, SQUIB_KICK)
    _received(m, r, landing, True)
    if m[END_WHAT] == OFFSET:
        join_fouls(m, FOULS, RETURN_FOULS)
        _kick_again(m)
    else:
        dead_ball(m, m[RETURN_FOULS] > 0, 0)


@compiled
def _out_of_bounds(m: Memory) -> None:
    """R13.4: receivers' ball on their own 40."""
    kicker, spot = m[POSSESSION], m[OUT_OF_BOUNDS_SPOT]
    happen(m, KICKED_OUT, 1 - kicker, 0, spot, 0)
    penalty(m, kicker, 0, 100 - spot, ACCEPTED, OUT_OF_BOUNDS_FOUL)
    ends(m, 1 - kicker, spot, DEAD, CHANGE, BY_KICKOFF, 1)
    dead_ball(m, True, 0)


@compiled
def _kick_or_keep(m: Memory, foul: int) -> None:
    """R13.5: the receivers accept and the kick is made again 5 yards further back, or keep the return."""
    kicker, old = m[POSSESSION], kick_spot(m)
    open_choices(m)
    start = m[RECORDS]
    new = back(old, m[FOUL_YARDS + kind_of(foul)])
    happen(m, NO_PLAY, kicker, 0, old, BY_KICKOFF)
    penalty(m, kicker, old - new, new, ACCEPTED, foul)
    _again(m, new - m[SPOT])
    offer(m, ACCEPT, start, INSTEAD)
    again(m)
    start = m[RECORDS]
    penalty(m, kicker, 0, old, DECLINED, foul)
    dead_ball(m, True, 0)
    offer(m, DECLINE, start, AFTER)
    choose(m, 1 - kicker)


@compiled
def _settle(m: Memory) -> None:
    """Fouls of the Kickoff column: OFF 5 is a choice (R13.5), the others are walked off from the end (R13.6)."""
    foul = worst(m, FOULS)
    guilty = 1 - m[POSSESSION] if by_defense(foul) else m[POSSESSION]
    if kind_of(foul) == OFF_5:
        _kick_or_keep(m, foul)
        return
    if m[END_WHAT] != DEAD:
        foul_on_score(m, foul, guilty)
    else:
        walked_from_end(m, foul, guilty)
    dead_ball(m, True, 0)


@compiled
def _kickoff(m: Memory, r: Stream) -> None:
    kicker = m[POSSESSION]
    cell = read(m, r, kicker, KICKOFF_COLUMN)
    while is_foul(cell):
        if kind_of(cell) == OFF_40:
            _out_of_bounds(m)
            return
        offset = m[FOULS] > 0 and by_defense(m[FOULS + 1]) != by_defense(cell)
        add_foul(m, FOULS, cell)
        if offset:
            _kick_again(m)
            return
        cell = read(m, r, kicker, KICKOFF_COLUMN)
    landing = kick_spot(m) + yards_of(cell)
    name = KICK_AFTER_SAFETY if m[PHASE] == FREE_KICK else ORDINARY_KICK
    happen(m, KICKED_OFF, kicker, yards_of(cell), landing, name)
    _received(m, r, landing, False)
    # Of a kick the kickers are the offense, of its return the receivers: by_defense turns round.
    both = m[FOULS] > 0 and m[RETURN_FOULS] > 0 and by_defense(m[FOULS + 1]) == by_defense(m[RETURN_FOULS + 1])
    if both or m[END_WHAT] == OFFSET:
        join_fouls(m, FOULS, RETURN_FOULS)
        _kick_again(m)
    elif m[FOULS] == 0:
        dead_ball(m, m[RETURN_FOULS] > 0, 0)
    else:
        _settle(m)


@apart
def kick_off(m: Memory, r: Stream) -> None:
    """Announce the kind of kick and play it."""
    start_fouls(m)
    kind = 0 if m[PHASE] == FREE_KICK else ask_kickoff(m, m[POSSESSION])
    if kind == ONSIDE_IT:
        _onside(m, r)
    elif kind == SQUIB_IT:
        _squib(m, r)
    else:
        _kickoff(m, r)
