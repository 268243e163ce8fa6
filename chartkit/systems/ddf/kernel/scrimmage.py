"""A play 1-9 from the cells to its end, in the order of R27."""

from __future__ import annotations

from chartkit.systems.ddf.kernel.choosing import start_fouls
from chartkit.systems.ddf.kernel.codes import (
    ACCEPTED,
    BREAKAWAY,
    BY_GROUNDING,
    BY_PASS,
    BY_RUN,
    BY_SIDELINE,
    BY_SNAP,
    BY_STRIP,
    COMPLETE,
    DEAD,
    FIRST_PASS,
    FUM,
    GROUNDED,
    IN_BOUNDS,
    INC,
    INCOMPLETE,
    INCOMPLETE_ROW,
    INT,
    OFFSET,
    OUT_OF_BOUNDS,
    RUN,
    SACK,
    SAFETY_END,
    SCRAMBLE,
    TD,
    TOUCHDOWN_END,
    TRAPPED,
    TRY,
    YARDS,
)
from chartkit.systems.ddf.kernel.compiled import Memory, Stream, apart, compiled, merged
from chartkit.systems.ddf.kernel.fouling import (
    BEFORE_SNAP,
    MUFFED,
    OFFSET_FOULS,
    PLAYED,
    forced_cell,
    priority,
    roll_play,
)
from chartkit.systems.ddf.kernel.luck import NO_IMPACT, check, kind_of, mark, read, read_five, yards_of
from chartkit.systems.ddf.kernel.penalties import before_snap, offsetting, settle_fouls
from chartkit.systems.ddf.kernel.places import (
    BALL_PROTECTION,
    BIG_PLAY,
    BOLD_COUNTS,
    BREAKAWAY_COLUMN,
    CALLS,
    CONTAINMENT,
    END_HOW,
    END_TURNOVER,
    END_WHAT,
    FOULS,
    GOOD_DECISION,
    GREAT_PROTECTION,
    HAS_CONTAINMENT,
    HAS_SQUEEZE,
    MINE,
    PHASE,
    POSSESSION,
    SACK_MARK,
    SACK_ON,
    SACK_YARDS,
    SCRAMBLE_YARDS,
    SPOT,
    SQUEEZE_INCOMPLETE,
    SQUEEZE_INSIDE,
    SQUEEZE_YARDS,
    TEAM_SIZE,
    TEAMS,
    THEIRS,
    TRAPPED_COLUMN,
)
from chartkit.systems.ddf.kernel.records import happen, penalty
from chartkit.systems.ddf.kernel.returns import (
    ADD,
    DEF,
    F_QT,
    IN_THE_END_ZONE,
    combined_kind,
    combined_star,
    combined_yards,
)
from chartkit.systems.ddf.kernel.turnovers import dead_if_lost, fumble, interception
from chartkit.systems.ddf.kernel.whistle import ends, plain_dead_ball, two_point_over

#: What the defense's sack rate does (R28.3).
NO_SACK_MARK, MORE_SACKS, MORE_SCRAMBLES = 0, 1, 2


@compiled
def _moved(m: Memory, what: int, play: int, yards: int, star: int) -> None:
    """The ball carrier is stopped, scores, or is caught in his own end zone (R2.8)."""
    offense, line = m[POSSESSION], m[SPOT]
    spot, how = line + yards, BY_PASS if play >= FIRST_PASS else BY_RUN
    if spot >= 100:
        happen(m, what, offense, 100 - line, 100, 0)
        ends(m, offense, 100, TOUCHDOWN_END, IN_BOUNDS, how, 0)
        return
    happen(m, what, offense, yards, spot, BY_SIDELINE if star else 0)
    if spot <= 0:
        ends(m, offense, 0, SAFETY_END, IN_BOUNDS, how, 0)
    else:
        ends(m, offense, spot, DEAD, OUT_OF_BOUNDS if star else IN_BOUNDS, how, 0)


@compiled
def _incomplete(m: Memory) -> None:
    """The ball comes back to the line (R10)."""
    happen(m, INCOMPLETE, m[POSSESSION], 0, m[SPOT], 0)
    ends(m, m[POSSESSION], m[SPOT], DEAD, INCOMPLETE_ROW, BY_PASS, 0)


@merged
def _gained(m: Memory, r: Stream, play: int, yards: int, star: int) -> None:
    """A final yardage of a run or completed pass, squeezed near the goal line (R6.3, R25.2)."""
    offense, to_goal = m[POSSESSION], 100 - m[SPOT]
    sheet = TEAMS + offense * TEAM_SIZE
    if to_goal <= m[sheet + SQUEEZE_INSIDE] and m[sheet + HAS_SQUEEZE + play * 101 + to_goal] != 0:
        on = m[sheet + SQUEEZE_INCOMPLETE + play * 101 + to_goal]
        if on != 0 and play >= FIRST_PASS and check(m, r, offense, on):
            _incomplete(m)
            return
        # R35.10: only a gain is reduced, at most to nothing.
        yards = min(yards, max(0, yards - m[sheet + SQUEEZE_YARDS + play * 101 + to_goal]))
    _moved(m, COMPLETE if play >= FIRST_PASS else RUN, play, yards, star)


@apart
def _trapped(m: Memory, r: Stream) -> tuple[int, int, int]:
    """What becomes of a trapped passer: kind, yards, star (R8, R28.2, R28.3)."""
    offense = m[POSSESSION]
    defense = 1 - offense
    theirs = TEAMS + defense * TEAM_SIZE
    cell = read(m, r, offense, TRAPPED_COLUMN)
    kind, yards, star = kind_of(cell), yards_of(cell), (cell >> 14) & 1
    if kind == YARDS and yards > 0 and m[theirs + HAS_CONTAINMENT] != 0:
        # R28.2: only a gain meets the containment chart.
        cover = read_five(m, r, defense, CONTAINMENT)
        code = priority(m, cell, cover)
        kind, yards = combined_kind(code, cell, cover), combined_yards(code, cell, cover)
        star = combined_star(code, cell)
    mark_of = m[theirs + SACK_MARK]
    if mark_of == NO_SACK_MARK or kind != YARDS:
        return kind, yards, star
    hit = check(m, r, defense, mark(m, defense, SACK_ON))
    # R28.3: the scramble is the offense's own (A13), the sack the defense's.
    if hit and yards < 0 and mark_of == MORE_SCRAMBLES:
        return YARDS, m[TEAMS + offense * TEAM_SIZE + SCRAMBLE_YARDS], 0
    if hit and yards > 0 and mark_of == MORE_SACKS:
        return YARDS, m[theirs + SACK_YARDS], 0
    return kind, yards, star


@compiled
def _by_the_offense(m: Memory, how: int) -> None:
    """A first down that the offense makes with its own fumble belongs to the kind of play."""
    if m[END_TURNOVER] == 0 and m[END_WHAT] == DEAD:
        m[END_HOW] = how


@apart
def _stripped(m: Memory, r: Stream, yards: int) -> None:
    offense, line = m[POSSESSION], m[SPOT]
    carried = min(yards, 100 - line)
    happen(m, SCRAMBLE if yards > 0 else SACK, offense, carried, line + carried, 0)
    fumble(m, r, offense, line + yards, BY_STRIP, 0, False, dead_if_lost(m))
    _by_the_offense(m, BY_PASS)


@apart
def _fumbled(m: Memory, r: Stream, play: int, yards: int, detail: int) -> None:
    """R11.1: a fumble so many yards from the line; behind it on a pass the passer lost it."""
    offense, line = m[POSSESSION], m[SPOT]
    carried = min(yards, 100 - line)
    what = RUN if play < FIRST_PASS or detail == BY_SNAP else COMPLETE if yards >= 0 else SACK
    happen(m, what, offense, carried, line + carried, detail)
    fumble(m, r, offense, line + yards, detail, 0, False, dead_if_lost(m))
    _by_the_offense(m, BY_PASS if play >= FIRST_PASS else BY_RUN)


@merged
def _saved(m: Memory, r: Stream, offense: int, theirs: int) -> int:
    """A winning defensive fumble, interception or QT that the offense's supplement cancels; -1 when it stands."""
    kind = kind_of(theirs)
    if kind == FUM:
        on = mark(m, offense, BALL_PROTECTION)
        if on != 0 and check(m, r, offense, on):
            # R28.12: F # becomes the forced result (#).
            return forced_cell(yards_of(theirs))
    elif kind == INT:
        on = mark(m, offense, GOOD_DECISION)
        if on != 0 and check(m, r, offense, on):
            # R28.11: the interception becomes no impact.
            return NO_IMPACT
    elif kind == TRAPPED:
        on = mark(m, offense, GREAT_PROTECTION)
        if on != 0 and check(m, r, offense, on):
            # R28.1: only a defensive QT can be cancelled (A11).
            return NO_IMPACT
    return -1


@merged
def _finished(m: Memory, r: Stream, play: int, code: int, mine: int, theirs: int) -> None:
    """The result to its end (R6.4)."""
    kind, yards = combined_kind(code, mine, theirs), combined_yards(code, mine, theirs)
    if kind == YARDS:
        _gained(m, r, play, yards, combined_star(code, mine))
    elif kind == INC:
        _incomplete(m)
    elif kind == TRAPPED:
        # R8.1: a loss is a sack, a gain a scramble.
        found, yards, star = _trapped(m, r)
        if found == FUM:
            _stripped(m, r, yards)
            return
        yards = 100 - m[SPOT] if found == TD else yards
        _moved(m, SCRAMBLE if yards > 0 else SACK, play, yards, star)
    elif kind == INT:
        interception(m, r, yards)
    elif kind == FUM:
        _fumbled(m, r, play, yards, 0)
    else:
        # R12.1: no yardage needed.
        _moved(m, COMPLETE if play >= FIRST_PASS else RUN, play, 100 - m[SPOT], 0)


@merged
def _play_out(m: Memory, r: Stream, play: int) -> None:
    """Combine the two cells and play the result to its end (R27.6-R27.11)."""
    offense = m[POSSESSION]
    mine, theirs = m[MINE], m[THEIRS]
    bold = m[TEAMS + offense * TEAM_SIZE + BOLD_COUNTS + play]
    while True:
        code = priority(m, mine, theirs)
        if code == ADD:
            if kind_of(mine) == BREAKAWAY:
                # R7.1: a cell of column B that is no number is looked up against the same defensive result.
                mine = read(m, r, offense, BREAKAWAY_COLUMN)
            elif mine & bold != 0:
                # R28.13: a bold gain that is not overridden is replaced.
                mine = read(m, r, offense, BIG_PLAY)
            else:
                break
        elif code == DEF:
            answer = _saved(m, r, offense, theirs)
            if answer < 0:
                break
            theirs = answer
        elif code == F_QT:
            # Resolve the QT, then a fumble where it leaves the ball (A5).
            kind, yards, _ = _trapped(m, r)
            _stripped(m, r, IN_THE_END_ZONE if kind == TD else yards)
            return
        else:
            break
    _finished(m, r, play, code, mine, theirs)


@apart
def _ground(m: Memory, foul: int) -> None:
    """R20.6: incomplete, loss of down, the ball where the passer stood; a safety in the end zone."""
    offense, line = m[POSSESSION], m[SPOT]
    spot = max(0, line - yards_of(foul))
    happen(m, GROUNDED, offense, spot - line, spot, 0)
    penalty(m, offense, line - spot, spot, ACCEPTED, foul)
    if spot <= 0:
        ends(m, offense, 0, SAFETY_END, INCOMPLETE_ROW, BY_GROUNDING, 0)
    else:
        ends(m, offense, spot, DEAD, INCOMPLETE_ROW, BY_PASS, 0)


@merged
def run_play(m: Memory, r: Stream, play: int, formation: int) -> None:
    """A play 1-9 in the order of R27, on any down or on a two-point try."""
    # R26.2, R26.3, R19.10: counted whatever becomes of it.
    m[CALLS + 9 * m[POSSESSION] + play] += 1
    start_fouls(m)
    how = roll_play(m, r, play, formation)
    if how == PLAYED:
        _play_out(m, r, play)
    elif how == MUFFED:
        # R28.14: a fumble one yard behind the line, no other dice of the play.
        _fumbled(m, r, play, -1, BY_SNAP)
    elif how == BEFORE_SNAP:
        before_snap(m, m[MINE])
        return
    elif how == OFFSET_FOULS:
        offsetting(m)
        return
    else:
        m[FOULS] -= 1
        _ground(m, m[MINE])
    if m[END_WHAT] == OFFSET:
        # R19.5: fouls of both sides on a return; the down is played again.
        offsetting(m)
    elif m[FOULS] > 0:
        settle_fouls(m, r, play)
    elif m[PHASE] == TRY:
        two_point_over(m, 0)
    else:
        plain_dead_ball(m)
