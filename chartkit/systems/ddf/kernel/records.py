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
from chartkit.systems.ddf.kernel.compiled import Memory, apart, compiled, is_watched, merged
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
    SECONDS_AFTER,
    SECONDS_BEFORE,
    SNAPPED,
    SPOT,
    TOO_MANY_RECORDS,
    TROUBLE,
)


def bits_of(*happenings: int) -> int:
    """A set of happenings as bits."""
    return sum(1 << each for each in happenings)


@merged
def happened(seen: int, what: int) -> bool:
    """The set of happenings has this one."""
    return (seen >> what) & 1 != 0


@merged
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


@merged
def happen(m: Memory, what: int, team: int, yards: int, spot: int, detail: int) -> None:
    """Something happened on the field."""
    write(m, what, team, yards, spot, detail, 0)


@merged
def points(m: Memory, team: int, number: int, how: int) -> None:
    """A team scored (R2.5)."""
    if is_watched(m):
        write(m, POINTS_RECORD, team, number, how, 0, 0)
    m[SCORE + team] += number


@merged
def charged(m: Memory, team: int, seconds: int, row: int, left: int) -> None:
    """A play was charged; seconds before the snap belong to the play before (R23.2)."""
    if is_watched(m):
        write(m, CLOCK_RECORD, team, seconds, row, m[PERIOD], left)
    m[SECONDS_AFTER if m[SNAPPED] != 0 else SECONDS_BEFORE] += seconds


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


@apart
def penalty(m: Memory, guilty: int, yards: int, spot: int, how: int, foul: int) -> None:
    """A foul and how it was settled."""
    write(m, PENALTY, guilty, yards, spot, how, foul_name(foul))


@apart
def no_play(m: Memory) -> None:
    """What an accepted foul wiped out: the first thing that happened."""
    first = EVENTS + m[FIELD] * RECORD
    if m[FIELD_END] > m[FIELD]:
        write(m, NO_PLAY, m[POSSESSION], 0, m[SPOT], 64 + m[first], m[first + 2])
    else:
        write(m, NO_PLAY, m[POSSESSION], 0, m[SPOT], 0, 0)
