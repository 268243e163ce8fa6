"""Dice and decisions of a game: drawn from its own random stream, or read from a script."""

from __future__ import annotations

from typing import Any

import numpy as np

from chartkit.dice import DiceSet
from chartkit.systems.ddf import dice
from chartkit.systems.ddf.kernel.codes import D10, DEFENSIVE, NOWHERE, OFFENSIVE, YARDS, YARDS_ZERO
from chartkit.systems.ddf.kernel.compiled import Memory, Stream, apart, compiled, high_word, is_watched, merged
from chartkit.systems.ddf.kernel.places import (
    COLUMNS,
    FIVES,
    MARKS,
    MODE,
    OFF_SCRIPT,
    SCRIPT,
    SCRIPT_END,
    SCRIPTED,
    TEAM_SIZE,
    TEAMS,
    TOO_LONG_A_SCRIPT,
    TROUBLE,
)


def _outcomes(dice_set: DiceSet) -> Any:
    """The total of each equally likely outcome."""
    return np.array([total for total, ways in dice_set.ways.items() for _ in range(ways)], np.int8)


_OFFENSIVE, _DEFENSIVE = _outcomes(dice.OFFENSIVE), _outcomes(dice.DEFENSIVE)
_OFFENSIVE_WAYS, _DEFENSIVE_WAYS = len(_OFFENSIVE), len(_DEFENSIVE)
_STEP = np.uint64(0x9E3779B97F4A7C15)
_STRETCH = np.uint64(0x9E3779B97F4A7C15 * 256 % 2**64)
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_U27, _U30, _U31, _U32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
#: Shares are parts of 2 ** SHARE_BITS.
SHARE_BITS = 21
_U_FIRST, _U_SECOND, _U_SHARE = np.uint64(64 - SHARE_BITS), np.uint64(SHARE_BITS), np.uint64((1 << SHARE_BITS) - 1)
_WHOLE = np.uint64(1 << 32)
_THREE_D10, _U_OFFENSIVE, _U_DEFENSIVE = np.uint64(1000), np.uint64(_OFFENSIVE_WAYS), np.uint64(_DEFENSIVE_WAYS)
_TOO_MANY = np.uint64(2**64 % (1000 * _OFFENSIVE_WAYS**2 * _DEFENSIVE_WAYS))
#: What a script row says when the number is no dice: the decision's number from here on.
FIRST_ASK = 3
#: A cell that says nothing: no gain, no impact.
NO_IMPACT = YARDS | 2 << 6 | 2 << 10 | YARDS_ZERO << 16
if NOWHERE <= 2:
    raise AssertionError("no gain is the third row and column of the priority chart")


@merged
def mixed(number: Any) -> Any:
    """A number stirred so that every bit of it counts (splitmix64)."""
    number = (number ^ (number >> _U30)) * _MIX_1
    number = (number ^ (number >> _U27)) * _MIX_2
    return number ^ (number >> _U31)


@compiled
def seed_stream(r: Stream, seed: int, season: int, game: int, run: int) -> None:
    """The stream of one game of one run: nobody else's, whatever else is played."""
    state = mixed(np.uint64(seed) + _STEP)
    state = mixed(state ^ (np.uint64(season) + _STEP))
    state = mixed(state ^ (np.uint64(game) + _STEP))
    r[1] = mixed(state ^ (np.uint64(run) + _STEP))


@merged
def begin_numbers(r: Stream) -> None:
    """Each step has its own stretch of the stream: a play that takes more numbers does not change the next."""
    r[0] = r[1]
    r[1] += _STRETCH


@merged
def word(r: Stream) -> Any:
    """The next 64 random bits of the stream."""
    r[0] += _STEP
    return mixed(r[0])


@merged
def three_shares(r: Stream) -> Any:
    """Three numbers of SHARE_BITS random bits."""
    bits = word(r)
    return np.int64(bits >> _U_FIRST), np.int64((bits >> _U_SECOND) & _U_SHARE), np.int64(bits & _U_SHARE)


@merged
def below(r: Stream, number: int) -> Any:
    """A whole number from 0 to one less, each exactly as likely (R1.5)."""
    limit = np.uint64(number)
    while True:
        product = (word(r) >> _U32) * limit
        low = product & _LOW
        if low >= limit or low >= _WHOLE % limit:
            return np.int64(product >> _U32)


@merged
def is_scripted(m: Memory) -> bool:
    """Dice and decisions come from a script."""
    return is_watched(m) and m[MODE] == SCRIPTED


@apart
def _write(m: Memory, kind: int, team: int, value: int) -> None:
    at = m[SCRIPT]
    if at + 3 > m[SCRIPT_END]:
        m[TROUBLE] = TOO_LONG_A_SCRIPT
        return
    m[at], m[at + 1], m[at + 2] = kind, team, value
    m[SCRIPT] = at + 3


@apart
def _scripted_roll(m: Memory, kind: int, team: int) -> int:
    """The next total of the script; a script that says something else is given up."""
    at = m[SCRIPT]
    if m[TROUBLE] != 0 or at >= m[SCRIPT_END] or m[at] != kind or m[at + 1] != team:
        if m[TROUBLE] == 0:
            m[TROUBLE] = OFF_SCRIPT
        return 10 if kind == OFFENSIVE else 0 if kind == D10 else 1
    m[SCRIPT] = at + 3
    return m[at + 2]


@merged
def shown(m: Memory, kind: int, team: int, total: int) -> int:
    """Dice that have been thrown are looked at: what they show, or what the script says."""
    if is_scripted(m):
        return _scripted_roll(m, kind, team)
    if is_watched(m):
        _write(m, kind, team, total)
    return total


@merged
def roll(m: Memory, r: Stream, kind: int, team: int) -> int:
    """Roll dice: offensive, defensive or d10 (R1)."""
    total: int
    if kind == OFFENSIVE:
        total = _OFFENSIVE[below(r, _OFFENSIVE_WAYS)]
    elif kind == D10:
        total = below(r, 10)
    else:
        total = _DEFENSIVE[below(r, _DEFENSIVE_WAYS)]
    return shown(m, kind, team, total)


@merged
def throw(r: Stream) -> Any:
    """The dice of a snap at once: a number of three d10, two totals of offensive dice, one of the defensive.

    A random fraction times the ways of a die is its face and a new fraction. All ways of all dice are as likely
    (R1.5): the few fractions that are too many for that are left out, as in `below`.
    """
    while True:
        left = word(r)
        number, left = high_word(left, _THREE_D10), left * _THREE_D10
        first, left = high_word(left, _U_OFFENSIVE), left * _U_OFFENSIVE
        second, left = high_word(left, _U_OFFENSIVE), left * _U_OFFENSIVE
        third, left = high_word(left, _U_DEFENSIVE), left * _U_DEFENSIVE
        if left >= _TOO_MANY:
            return np.int64(number), _OFFENSIVE[first], _OFFENSIVE[second], _DEFENSIVE[third]


@apart
def scripted_choice(m: Memory, ask: int, team: int, default: int) -> int:
    """The choice in the script; what is not there was left at its default (below 0: there is none)."""
    at = m[SCRIPT]
    if m[TROUBLE] == 0 and at < m[SCRIPT_END] and m[at] == FIRST_ASK + ask and m[at + 1] == team:
        m[SCRIPT] = at + 3
        return m[at + 2]
    if default < 0 and m[TROUBLE] == 0:
        m[TROUBLE] = OFF_SCRIPT
    return max(default, 0)


@merged
def chosen(m: Memory, ask: int, team: int, choice: int, default: int) -> int:
    """A choice of the coach, written down unless it is the default."""
    if is_watched(m) and choice != default:
        _write(m, FIRST_ASK + ask, team, choice)
    return choice


@merged
def cell(m: Memory, team: int, column: int, total: int) -> int:
    """What a column of 30 rows says (R1.1)."""
    if is_watched(m) and m[TROUBLE] != 0:
        return NO_IMPACT
    return m[TEAMS + team * TEAM_SIZE + COLUMNS + column * 40 + total]


@merged
def cell_of_five(m: Memory, team: int, column: int, total: int) -> int:
    """What a column of five rows says (R1.3)."""
    return m[TEAMS + team * TEAM_SIZE + FIVES + column * 8 + total]


@merged
def read(m: Memory, r: Stream, team: int, column: int) -> int:
    """Roll the offensive dice on a column."""
    return cell(m, team, column, roll(m, r, OFFENSIVE, team))


@merged
def read_five(m: Memory, r: Stream, team: int, column: int) -> int:
    """Roll the defensive dice on a column."""
    return cell_of_five(m, team, column, roll(m, r, DEFENSIVE, team))


@merged
def mark(m: Memory, team: int, which: int) -> int:
    """A set of totals 10-39 as bits; 0 when it is empty."""
    return m[TEAMS + team * TEAM_SIZE + MARKS + which]


@merged
def check(m: Memory, r: Stream, team: int, on: int) -> bool:
    """Roll the offensive dice against a set of totals."""
    return ((on >> (roll(m, r, 0, team) - 10)) & 1) != 0


@merged
def kind_of(found: int) -> int:
    """What a cell says."""
    return found & 63


@merged
def yards_of(found: int) -> int:
    """The yards of a cell."""
    return (found >> 16) - YARDS_ZERO
