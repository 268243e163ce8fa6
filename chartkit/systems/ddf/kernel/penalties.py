"""Fouls on a play from scrimmage or a field goal: what each choice leads to, and the choice (R19-R21, R28.7)."""

from __future__ import annotations

from chartkit.systems.ddf.kernel.choosing import (
    AFTER,
    INSTEAD,
    again,
    choose,
    offer,
    offered,
    open_choices,
    take,
)
from chartkit.systems.ddf.kernel.codes import (
    ACCEPT,
    ACCEPTED,
    BEFORE_THE_SNAP,
    BETWEEN_DOWNS,
    BY_HOLDING,
    BY_PENALTY,
    DEAD,
    DECLINE,
    DECLINED,
    DEF_15,
    FIRST_DOWN,
    FIRST_PASS,
    OFF_10,
    OFF_15,
    OFFSETTING,
    PENALTY_ROW,
    PI,
    PRE_SNAP,
    SAFETY_END,
    SCORE,
    TO_THE_KICKOFF,
    TRY,
)
from chartkit.systems.ddf.kernel.compiled import Memory, Stream, apart, compiled
from chartkit.systems.ddf.kernel.fouling import by_defense
from chartkit.systems.ddf.kernel.luck import check, kind_of, mark, yards_of
from chartkit.systems.ddf.kernel.places import (
    BETWEEN,
    BETWEEN_DEFENSE,
    BETWEEN_OFFENSE,
    CHOICES,
    DOWN,
    END_SPOT,
    END_TEAM,
    END_TURNOVER,
    END_WHAT,
    FOUL_FIRST_DOWN,
    FOUL_FROM,
    FOUL_ON_SCORE,
    FOUL_YARDS,
    FOULS,
    HOLDING,
    HOLDING_INSIDE,
    HOLDING_ON,
    INTERFERENCE_IN_END_ZONE,
    OPTION_BETWEEN,
    OPTION_HOLDING,
    OPTION_OFF15,
    PHASE,
    POSSESSION,
    RECORDS,
    SPOT,
    TO_GAIN,
    UNTIMED,
)
from chartkit.systems.ddf.kernel.records import foul_name, happen, no_play, penalty
from chartkit.systems.ddf.kernel.returns import NOTHING, TO_KICKOFF
from chartkit.systems.ddf.kernel.whistle import (
    back,
    dead_ball,
    extended,
    first_down_by_penalty,
    forward,
    line_to_gain,
    safety,
    same_down,
    try_again,
    try_failed,
    two_point_over,
)

#: Where a foul is walked off (R19-R21).
FROM_LINE, FROM_END, FROM_GAINING_RUN = 0, 1, 2
#: R19.11, A16: OFF 15 on a score moves the kickoff, or the defense has a choice.
TO_THE_KICK, A_CHOICE = 0, 1
#: A kick has no play number.
NO_PLAY_NUMBER = -1


@compiled
def _walked(m: Memory, guilty: int, offense: int, old: int, new: int, how: int, foul: int) -> None:
    penalty(m, guilty, abs(new - old), new if guilty == offense else 100 - new, how, foul)


@apart
def before_snap(m: Memory, foul: int) -> None:
    """R19.2: yards from the line, the down again, no time."""
    offense, yards, old = m[POSSESSION], m[FOUL_YARDS + kind_of(foul)], m[SPOT]
    defense = by_defense(foul)
    spot = forward(old, yards) if defense else back(old, yards)
    _walked(m, 1 - offense if defense else offense, offense, old, spot, BEFORE_THE_SNAP, foul)
    if m[PHASE] == TRY:
        try_again(m, spot, 0 if defense else yards)
    else:
        same_down(m, spot, PRE_SNAP, False)


@compiled
def _tell(m: Memory, how: int) -> None:
    """Every foul of the play, declined or offset."""
    offense, spot = m[POSSESSION], m[SPOT]
    for number in range(m[FOULS]):
        foul = m[FOULS + 1 + number]
        if by_defense(foul):
            penalty(m, 1 - offense, 0, 100 - spot, how, foul)
        else:
            penalty(m, offense, 0, spot, how, foul)


@apart
def offsetting(m: Memory) -> None:
    """R19.5: both cancel, 10 seconds, same down and line."""
    _tell(m, OFFSETTING)
    if m[PHASE] != TRY:
        same_down(m, m[SPOT], PENALTY_ROW, False)


@compiled
def _checked(m: Memory, r: Stream, play: int, number: int) -> None:
    """The holding and between-downs checks (R27.12); special teams have none (R22.1)."""
    m[HOLDING + number], m[BETWEEN + number] = 0, 0
    if play < 0:
        return
    foul, offense = m[FOULS + 1 + number], m[POSSESSION]
    kind = kind_of(foul)
    if kind == OFF_10 and play >= FIRST_PASS and m[SPOT] <= m[HOLDING_INSIDE]:
        on = mark(m, offense, HOLDING_ON)
        # R20.3: basic play, and a season without the chart, takes every such foul for holding.
        held = m[OPTION_HOLDING] == 0 or on == 0 or check(m, r, offense, on)
        m[HOLDING + number] = 1 if held else 0
    elif kind in (OFF_15, DEF_15) and m[OPTION_BETWEEN] != 0:
        defense = by_defense(foul)
        side = 1 - offense if defense else offense
        on = mark(m, side, BETWEEN_DEFENSE if defense else BETWEEN_OFFENSE)
        if on != 0 and check(m, r, side, on):
            m[BETWEEN + number] = 1


@compiled
def _stands(m: Memory, shift: int) -> None:
    if m[PHASE] == TRY:
        two_point_over(m, shift)
    else:
        dead_ball(m, True, shift)


@compiled
def _scores_for(m: Memory, team: int) -> bool:
    return m[END_WHAT] != DEAD and (m[END_WHAT] == SAFETY_END) != (m[END_TEAM] == team)


@apart
def _to_kickoff(m: Memory, foul: int, guilty: int) -> int:
    """R19.11: the score stands, the next kick moves; back when the kicking team is at fault."""
    yards = m[FOUL_YARDS + kind_of(foul)]
    kicker = m[POSSESSION] if m[PHASE] == TRY else m[END_TEAM]
    penalty(m, guilty, yards, 0, TO_THE_KICKOFF, foul)
    _stands(m, -yards if guilty == kicker else yards)
    return AFTER


@apart
def _between_downs(m: Memory, foul: int, guilty: int) -> int:
    """R28.7: the play stands, turnover included, and the yards are walked off from its end."""
    offense, yards, was_untimed = m[POSSESSION], m[FOUL_YARDS + kind_of(foul)], m[UNTIMED]
    if m[PHASE] == TRY:
        penalty(m, guilty, yards, 0, TO_THE_KICKOFF, foul)
        two_point_over(m, -yards if guilty == offense else yards)
        return AFTER
    dead_ball(m, True, 0)
    team, old = m[POSSESSION], m[SPOT]
    spot = back(old, yards) if guilty == team else forward(old, yards)
    _walked(m, guilty, team, old, spot, BETWEEN_DOWNS, foul)
    m[SPOT] = spot
    if team != offense:
        m[TO_GAIN] = line_to_gain(spot)
    elif guilty != offense:
        # The line to gain stays where it was and the down counts, unless the defense is at fault.
        happen(m, FIRST_DOWN, team, 0, spot, BY_PENALTY)
        m[DOWN], m[TO_GAIN] = 1, line_to_gain(spot)
        extended(m, was_untimed, True)
    return AFTER


@compiled
def _accepted_on_offense(m: Memory, foul: int, holding: int, between: int) -> int:
    """Where accepting a foul of the offense leads."""
    offense, kind, old = m[POSSESSION], kind_of(foul), m[SPOT]
    if (
        m[END_WHAT] != DEAD
        and m[FOUL_ON_SCORE + kind] == TO_KICKOFF
        and (between != 0 or m[OPTION_OFF15] == TO_THE_KICK or _scores_for(m, 1 - offense))
    ):
        return _to_kickoff(m, foul, offense)
    if between != 0:
        return _between_downs(m, foul, offense)
    no_play(m)
    if holding != 0:
        penalty(m, offense, 0, old, ACCEPTED, foul)
        if m[PHASE] == TRY:
            try_failed(m, 0)
        else:
            safety(m, offense, BY_HOLDING, SCORE, 0)
        return INSTEAD
    yards = m[FOUL_YARDS + kind]
    spot = back(old, yards)
    _walked(m, offense, offense, old, spot, ACCEPTED, foul)
    if m[PHASE] == TRY:
        try_again(m, spot, yards)
    else:
        same_down(m, spot, PENALTY_ROW, False)
    return INSTEAD


@compiled
def _from_the_end(m: Memory, play: int, kind: int) -> bool:
    """R21.2, R21.3: the foul is added to what the play gained."""
    if m[END_TURNOVER] != 0 or m[END_WHAT] != DEAD or m[PHASE] == TRY or play < 0:
        return False
    if m[FOUL_FROM + kind] == FROM_GAINING_RUN:
        # R21.2: from the end of a run that did not lose yards.
        return play < FIRST_PASS and m[END_SPOT] >= m[SPOT]
    return m[FOUL_FROM + kind] == FROM_END


@compiled
def _accepted_on_defense(m: Memory, play: int, foul: int, between: int) -> int:
    """Where accepting a foul of the defense leads; -1 when it cannot be accepted (R19.11)."""
    offense, kind, line = m[POSSESSION], kind_of(foul), m[SPOT]
    guilty = 1 - offense
    on_score = NOTHING if kind == PI else m[FOUL_ON_SCORE + kind]
    if _scores_for(m, offense):
        return _to_kickoff(m, foul, guilty) if on_score == TO_KICKOFF else -1
    if between != 0:
        if m[END_WHAT] != DEAD:
            return _to_kickoff(m, foul, guilty)
        return _between_downs(m, foul, guilty)
    start, field, first_down = line, INSTEAD, True
    if kind == PI:
        # R21.4: where the foul was; in the end zone, the defense's 1.
        spot = line + yards_of(foul)
        if spot >= 100:
            spot = 100 - m[INTERFERENCE_IN_END_ZONE]
    else:
        first_down = m[FOUL_FIRST_DOWN + kind] != 0
        if _from_the_end(m, play, kind):
            start, field = m[END_SPOT], AFTER
        spot = forward(start, m[FOUL_YARDS + kind])
    if field == INSTEAD:
        no_play(m)
    _walked(m, guilty, offense, start, spot, ACCEPTED, foul)
    if m[PHASE] == TRY:
        try_again(m, spot, 0)
    elif not first_down:
        same_down(m, spot, PENALTY_ROW, True)
    else:
        first_down_by_penalty(m, spot)
    return field


@apart
def settle_fouls(m: Memory, r: Stream, play: int) -> None:
    """The side not at fault accepts one foul or declines them all (R19.4, R19.6); `play` -1 is a kick."""
    number, offense = m[FOULS], m[POSSESSION]
    chooser = offense if by_defense(m[FOULS + 1]) else 1 - offense
    for each in range(number):
        _checked(m, r, play, each)
    open_choices(m)
    for each in range(number):
        again(m)
        foul, start = m[FOULS + 1 + each], m[RECORDS]
        if by_defense(foul):
            field = _accepted_on_defense(m, play, foul, m[BETWEEN + each])
        else:
            field = _accepted_on_offense(m, foul, m[HOLDING + each], m[BETWEEN + each])
        if field >= 0:
            code = ACCEPT | (foul_name(foul) + 1 if number > 1 else 0) << 8
            while offered(m, code):
                code += 8
            offer(m, code, start, field)
    again(m)
    start = m[RECORDS]
    _tell(m, DECLINED)
    _stands(m, 0)
    offer(m, DECLINE, start, AFTER)
    if m[CHOICES] == 1:
        take(m, 0)
    else:
        choose(m, chooser)
