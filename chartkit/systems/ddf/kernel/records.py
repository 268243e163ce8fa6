"""Writing down what happens; the last so many records can be dropped again, as a list would."""

from __future__ import annotations

from chartkit.systems.ddf.kernel.codes import (
    BALL_RECORD,
    CLOCK_RECORD,
    GROUNDING,
    NO_PLAY,
    PENALTY,
    PERIOD_RECORD,
    PI,
    POINTS_RECORD,
)
from chartkit.systems.ddf.kernel.compiled import Memory, compiled
from chartkit.systems.ddf.kernel.luck import kind_of, yards_of
from chartkit.systems.ddf.kernel.places import (
    EVENTS,
    FIELD,
    FIELD_END,
    MOST_RECORDS,
    PERIOD,
    POSSESSION,
    RECORD,
    RECORDS,
    SCORE,
    SPOT,
    TOO_MANY_RECORDS,
    TROUBLE,
)


@compiled
def write(m: Memory, what: int, team: int, a: int, b: int, c: int, d: int) -> None:
    """Six numbers at the end of the records."""
    number = m[RECORDS]
    if number >= m[MOST_RECORDS]:
        m[TROUBLE] = TOO_MANY_RECORDS
        return
    at = EVENTS + number * RECORD
    m[at], m[at + 1], m[at + 2] = what, team, a
    m[at + 3], m[at + 4], m[at + 5] = b, c, d
    m[RECORDS] = number + 1


@compiled
def happen(m: Memory, what: int, team: int, yards: int, spot: int, detail: int) -> None:
    """Something happened on the field."""
    write(m, what, team, yards, spot, detail, 0)


@compiled
def points(m: Memory, team: int, number: int, how: int) -> None:
    """A team scored (R2.5)."""
    write(m, POINTS_RECORD, team, number, how, 0, 0)
    m[SCORE + team] += number


@compiled
def charged(m: Memory, team: int, seconds: int, row: int, left: int) -> None:
    """A play was charged."""
    write(m, CLOCK_RECORD, team, seconds, row, m[PERIOD], left)


@compiled
def period_begins(m: Memory, number: int, seconds: int) -> None:
    """A period begins."""
    write(m, PERIOD_RECORD, number, seconds, 0, 0, 0)


@compiled
def ball(m: Memory, phase: int, team: int, down: int, to_go: int, spot: int) -> None:
    """The next situation."""
    write(m, BALL_RECORD, team, phase, down, to_go, spot)


@compiled
def foul_name(foul: int) -> int:
    """A foul as a record names it: with its yards where the name has them."""
    kind = kind_of(foul)
    return kind + 64 * yards_of(foul) if kind in (PI, GROUNDING) else kind


@compiled
def penalty(m: Memory, guilty: int, yards: int, spot: int, how: int, foul: int) -> None:
    """A foul and how it was settled."""
    write(m, PENALTY, guilty, yards, spot, how, foul_name(foul))


@compiled
def no_play(m: Memory) -> None:
    """What an accepted foul wiped out: the first thing that happened."""
    first = EVENTS + m[FIELD] * RECORD
    if m[FIELD_END] > m[FIELD]:
        write(m, NO_PLAY, m[POSSESSION], 0, m[SPOT], 64 + m[first], m[first + 2])
    else:
        write(m, NO_PLAY, m[POSSESSION], 0, m[SPOT], 0, 0)
