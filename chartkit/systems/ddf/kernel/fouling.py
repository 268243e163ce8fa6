"""Rolling a play until it is no penalty: influence, before or after the snap, several fouls (R27.2-R27.5)."""

from __future__ import annotations

from chartkit.systems.ddf.kernel.choosing import add_foul
from chartkit.systems.ddf.kernel.codes import (
    COLUMN_FORCED,
    COLUMN_FORCED_LOSS,
    D10,
    DEF_5,
    DEF_5X,
    DEF_15,
    DEFENSIVE,
    FIRST_DEFENSE_FOUL,
    FIRST_FOUL,
    FORCED,
    GROUNDING,
    LAST_FOUL,
    NOWHERE,
    OFF_5,
    OFFENSIVE,
    PI,
    PI_X,
    SHORT,
    YARDS_ZERO,
)
from chartkit.systems.ddf.kernel.compiled import Memory, Stream, apart, compiled, is_watched, merged
from chartkit.systems.ddf.kernel.luck import (
    NO_IMPACT,
    cell,
    cell_of_five,
    check,
    kind_of,
    mark,
    read,
    read_five,
    roll,
    shown,
    throw,
)
from chartkit.systems.ddf.kernel.places import (
    CANCEL_DEF_5,
    CANCEL_DEF_5X,
    CANCEL_DEF_15,
    CANCEL_PI,
    FORCED_CELLS,
    FORCED_NUMBER,
    FOULS,
    HAS_FORCED,
    MINE,
    MUFFS,
    PI_CHOSEN,
    PI_DICE,
    PI_PLUS,
    POSSESSION,
    POST_DEF_5,
    POST_OFF_5,
    PRIORITY,
    TEAM_SIZE,
    TEAMS,
    THEIRS,
)

#: How rolling the play came to an end.
PLAYED, MUFFED, BEFORE_SNAP, OFFSET_FOULS, GROUNDED_PASS = 0, 1, 2, 3, 4
#: Outcomes of the priority chart (referee.cells).
PEN, GRD = 11, 12
INTERFERENCE_ROW = 10


@compiled
def is_foul(found: int) -> bool:
    """R19.1."""
    return FIRST_FOUL <= kind_of(found) <= LAST_FOUL


@compiled
def by_defense(found: int) -> bool:
    """A foul by the side that is on defense (R19.1)."""
    return FIRST_DEFENSE_FOUL <= kind_of(found) <= LAST_FOUL


@compiled
def priority(m: Memory, mine: int, theirs: int) -> int:
    """What happens when two cells meet (R5.4)."""
    return m[PRIORITY + ((mine >> 6) & 15) * 10 + ((theirs >> 10) & 15)]


@compiled
def forced_cell(yards: int) -> int:
    """The forced result (#)."""
    column = COLUMN_FORCED_LOSS if yards < 0 else COLUMN_FORCED
    return FORCED | NOWHERE << 6 | column << 10 | (yards + YARDS_ZERO) << 16


@merged
def _muffed(m: Memory, offense: int, muffs: int, number: int) -> bool:
    """R28.14: two zeros in a row, then a third d10 below the rating; the number has the three digits."""
    if not is_watched(m):
        return number < muffs
    if shown(m, D10, offense, number // 100) != 0 or shown(m, D10, offense, number // 10 % 10) != 0:
        return False
    return shown(m, D10, offense, number % 10) < muffs


@apart
def _equally(m: Memory, r: Stream, defense: int, count: int) -> int:
    """One of `count` with equal chance by d10; a face that does not divide is rolled again (R28.6)."""
    if count == 1:
        return 0
    share = 10 // count
    while True:
        face = roll(m, r, D10, defense)
        if face < share * count:
            return face // share


@merged
def _forced_foul(m: Memory, r: Stream, defense: int, play: int, total: int) -> int:
    """R28.6: the defense reads the whole row of its Penalty Influence chart; -1 for no foul."""
    sheet = TEAMS + defense * TEAM_SIZE
    number, cells = m[sheet + FORCED_NUMBER + total], sheet + FORCED_CELLS + 4 * total
    others, interference = 0, False
    for each in range(number):
        if kind_of(m[cells + each]) == PI_X:
            # The PI column counts for plays 6-9 only.
            interference = play >= SHORT
        else:
            others += 1
    if not interference and others == 0:
        return -1
    if interference and (others == 0 or (m[PI_CHOSEN] >> roll(m, r, D10, defense)) & 1 != 0):
        yards = m[PI_PLUS + play]
        for _ in range(m[PI_DICE + play]):
            yards += roll(m, r, D10, defense)
        return PI | INTERFERENCE_ROW << 6 | NOWHERE << 10 | (yards + YARDS_ZERO) << 16
    which = _equally(m, r, defense, others)
    for each in range(number):
        if kind_of(m[cells + each]) != PI_X:
            if which == 0:
                return m[cells + each]
            which -= 1
    return -1


@compiled
def _cancelled(m: Memory, r: Stream, defense: int, foul: int) -> bool:
    kind = kind_of(foul)
    if kind == DEF_5:
        on = mark(m, defense, CANCEL_DEF_5)
    elif kind == DEF_5X:
        on = mark(m, defense, CANCEL_DEF_5X)
    elif kind == DEF_15:
        on = mark(m, defense, CANCEL_DEF_15)
    elif kind == PI:
        on = mark(m, defense, CANCEL_PI)
    else:
        return False
    return on != 0 and check(m, r, defense, on)


@compiled
def _before_snap(m: Memory, r: Stream, offense: int, foul: int) -> bool:
    """R20.1, R21.1: basic play always; advanced by the check of the side at fault, if it can be `Post` (R28.4)."""
    defense = by_defense(foul)
    side = 1 - offense if defense else offense
    post = mark(m, side, POST_DEF_5 if defense else POST_OFF_5)
    return post == 0 or not check(m, r, side, post)


@apart
def _foul_called(m: Memory, r: Stream, offense: int, result: int) -> int:
    """A foul that was rolled: PLAYED to roll again, or how the play has ended."""
    fouls = m[FOULS]
    if kind_of(result) == GROUNDING:
        # R35.6: after a foul by the defense it offsets; after one of the offense it is the play (R19.7).
        offset = fouls > 0 and by_defense(m[FOULS + 1])
        add_foul(m, FOULS, result)
        return OFFSET_FOULS if offset else GROUNDED_PASS
    if by_defense(result) and _cancelled(m, r, 1 - offense, result):
        return PLAYED
    if fouls > 0 and by_defense(m[FOULS + 1]) != by_defense(result):
        add_foul(m, FOULS, result)
        return OFFSET_FOULS
    # R19.5, R35.7: on a re-roll a 5-yard foul counts as post-snap.
    short = kind_of(result) in (OFF_5, DEF_5)
    if short and fouls == 0 and _before_snap(m, r, offense, result):
        return BEFORE_SNAP
    add_foul(m, FOULS, result)
    return PLAYED


@merged
def roll_play(m: Memory, r: Stream, play: int, formation: int) -> int:
    """Both sides roll; penalties are stored and the offense rolls again (R19.3, R19.5, R19.6, R27.2-R27.5)."""
    offense = m[POSSESSION]
    defense = 1 - offense
    number, influence, mine, theirs = throw(r)
    muffs = m[TEAMS + offense * TEAM_SIZE + MUFFS]
    if muffs > 0 and _muffed(m, offense, muffs, number):
        return MUFFED
    forced = -1
    if m[TEAMS + defense * TEAM_SIZE + HAS_FORCED] != 0:
        forced = _forced_foul(m, r, defense, play, shown(m, OFFENSIVE, defense, influence))
    front, answer = formation * 9 + play, -1
    if forced < 0:
        result = cell(m, offense, play, shown(m, OFFENSIVE, offense, mine))
        answer = cell_of_five(m, defense, front, shown(m, DEFENSIVE, defense, theirs))
    else:
        result = forced
    while is_foul(result):
        if answer >= 0:
            code = priority(m, result, answer)
            if code not in (PEN, GRD):
                break
        how = _foul_called(m, r, offense, result)
        if how != PLAYED:
            m[MINE] = result
            return how
        result = read(m, r, offense, play)
        if answer < 0:
            answer = read_five(m, r, defense, front)
    m[MINE], m[THEIRS] = result, answer if answer >= 0 else NO_IMPACT
    return PLAYED
