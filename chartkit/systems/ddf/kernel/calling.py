"""The computer coach's plays, formations and fourth downs: by situation, or the chart's percentages (R31)."""

from __future__ import annotations

from chartkit.systems.ddf.kernel.codes import FIRST_PASS
from chartkit.systems.ddf.kernel.compiled import Memory, Stream, compiled
from chartkit.systems.ddf.kernel.luck import below
from chartkit.systems.ddf.kernel.places import (
    CALLS,
    CLOCK,
    COACH_KIND,
    COACH_TABLE,
    DOWN,
    GO_FROM,
    GO_WITH,
    HAS_QUOTA,
    LONGEST,
    NOT_ALLOWED,
    OVERTIME_QUOTA,
    PASS_PERCENT,
    PERIOD,
    POSSESSION,
    QUOTA,
    SCORE,
    SITUATION,
    SOLITAIRE_PASSES,
    SOLITAIRE_RUNS,
    SPOT,
    STANDARD_FORMATIONS,
    TEAM_SIZE,
    TEAMS,
    TO_GAIN,
)

#: A coach's table: a head, then calls (9 running sums a situation), fourth downs (3), formations (6).
STATES, DISTANCES, FIELDS, KICK_FIELDS = 0, 1, 2, 3
CALLS_AT, FOURTH_AT, FORMATIONS_AT = 4, 5, 6
DISTANCE_CLASS, FIELD_CLASS, KICK_CLASS = 8, 136, 264
#: Four numbers a state of the game: quarters as bits, seconds, lead from, lead to.
STATE_ROWS = 392
MOST_STATES = 24
HEAD = STATE_ROWS + 4 * MOST_STATES
#: Shares are parts of this.
WHOLE = 1 << 30
GO, PUNT, KICK = 0, 1, 2
#: After so many barred plays in a row the solitaire coach takes the first legal one.
SOLITAIRE_PATIENCE = 20


@compiled
def allowed(m: Memory, play: int) -> bool:
    """R25.1: the play may be called this near the goal line."""
    inside = m[NOT_ALLOWED + play]
    return inside < 0 or 100 - m[SPOT] > inside


@compiled
def quota_left(m: Memory, play: int) -> int:
    """R26: how often the team in possession may still call a play."""
    team = m[POSSESSION]
    sheet = TEAMS + team * TEAM_SIZE
    extra = m[sheet + OVERTIME_QUOTA + play] if m[PERIOD] > 4 else 0
    return m[sheet + QUOTA + play] + extra - m[CALLS + 9 * team + play]


@compiled
def legal(m: Memory, play: int) -> bool:
    """R25.1, R26: a play that may be called; with no play left the quotas do not count (R26.5)."""
    if not allowed(m, play):
        return False
    if m[TEAMS + m[POSSESSION] * TEAM_SIZE + HAS_QUOTA] == 0 or quota_left(m, play) > 0:
        return True
    for other in range(9):  # noqa: SIM110 - compiled
        if allowed(m, other) and quota_left(m, other) > 0:
            return False
    return True


@compiled
def first_legal(m: Memory) -> int:
    """The first play of the list that may be called."""
    for play in range(9):
        if legal(m, play):
            return play
    return 0


@compiled
def drawn(r: Stream, c: Memory, at: int, number: int) -> int:
    """A choice by running sums that end at WHOLE."""
    reach = below(r, WHOLE)
    for choice in range(number - 1):
        if reach < c[at + choice]:
            return choice
    return number - 1


@compiled
def state_of(m: Memory, c: Memory, head: int, lead: int) -> int:
    """The state of the game in a coach's table; the last is everything else."""
    states = c[head + STATES] - 1
    for state in range(states):
        row = head + STATE_ROWS + 4 * state
        if (c[row] >> m[PERIOD]) & 1 != 0 and m[CLOCK] <= c[row + 1] and c[row + 2] <= lead <= c[row + 3]:
            return state
    return states


@compiled
def _class(c: Memory, table: int, value: int) -> int:
    return c[table + min(max(value, 0), 127)]


@compiled
def place(m: Memory, c: Memory, head: int, lead: int) -> int:
    """The number of a situation: down, distance, field, state of the game."""
    number = max(m[DOWN], 1) - 1
    number = number * c[head + DISTANCES] + _class(c, head + DISTANCE_CLASS, m[TO_GAIN] - m[SPOT])
    number = number * c[head + FIELDS] + _class(c, head + FIELD_CLASS, 100 - m[SPOT])
    return number * c[head + STATES] + state_of(m, c, head, lead)


@compiled
def _without(m: Memory, r: Stream, c: Memory, at: int, barred: int) -> int:
    """A play drawn again and again, each time without those that are barred."""
    while True:
        whole, before = 0, 0
        for play in range(9):
            if (barred >> play) & 1 == 0:
                whole += c[at + play] - before
            before = c[at + play]
        if whole <= 0:
            return first_legal(m)
        reach, before, pick = below(r, whole), 0, 0
        for play in range(9):
            if (barred >> play) & 1 == 0:
                pick = play if c[at + play] > before else pick
                reach -= c[at + play] - before
                if reach < 0:
                    break
            before = c[at + play]
        if legal(m, pick):
            return pick
        barred |= 1 << pick


@compiled
def _solitaire_play(m: Memory, r: Stream, team: int) -> int:
    """R31.2, R31.3: run or pass, then the play; a barred one is rolled again."""
    sheet = TEAMS + team * TEAM_SIZE
    for _ in range(SOLITAIRE_PATIENCE):
        passes = below(r, 100) < m[sheet + PASS_PERCENT]
        sums = sheet + (SOLITAIRE_PASSES if passes else SOLITAIRE_RUNS)
        number, play = below(r, m[sums + (4 if passes else 3)]), 0
        while number >= m[sums + play]:
            play += 1
        play += FIRST_PASS if passes else 0
        if legal(m, play):
            return play
    return first_legal(m)


@compiled
def call_play(m: Memory, r: Stream, c: Memory, team: int) -> int:
    """A play 1-9."""
    sheet = TEAMS + team * TEAM_SIZE
    if m[sheet + COACH_KIND] != SITUATION:
        return _solitaire_play(m, r, team)
    head = m[sheet + COACH_TABLE]
    lead = m[SCORE + team] - m[SCORE + 1 - team]
    at = c[head + CALLS_AT] + 9 * place(m, c, head, lead)
    play = drawn(r, c, at, 9)
    return play if legal(m, play) else _without(m, r, c, at, 1 << play)


@compiled
def fourth_down(m: Memory, r: Stream, c: Memory, team: int) -> int:
    """Go, punt or kick."""
    sheet = TEAMS + team * TEAM_SIZE
    to_goal, to_go = 100 - m[SPOT], m[TO_GAIN] - m[SPOT]
    if m[sheet + COACH_KIND] != SITUATION:
        if to_goal <= m[sheet + LONGEST]:
            return KICK
        return GO if m[SPOT] >= m[GO_FROM] and to_go <= m[GO_WITH] else PUNT
    head = m[sheet + COACH_TABLE]
    lead = m[SCORE + team] - m[SCORE + 1 - team]
    number = _class(c, head + DISTANCE_CLASS, to_go) * c[head + KICK_FIELDS]
    number += _class(c, head + KICK_CLASS, to_goal)
    number = number * c[head + STATES] + state_of(m, c, head, lead)
    return drawn(r, c, c[head + FOURTH_AT] + 3 * number, 3)


@compiled
def _standard_formation(m: Memory, r: Stream) -> int:
    """What the down and distance ask for."""
    down, to_go = m[DOWN], m[TO_GAIN] - m[SPOT]
    row = 0 if down == 0 else 5 if down >= 2 and to_go <= 2 else 6 if down >= 2 and to_go >= 11 else down
    return drawn(r, m, STANDARD_FORMATIONS + 6 * row, 6)


@compiled
def call_formation(m: Memory, r: Stream, c: Memory, team: int) -> int:
    """A formation A-F; the situation is the offense's, so is its lead."""
    sheet = TEAMS + team * TEAM_SIZE
    if m[sheet + COACH_KIND] != SITUATION or m[DOWN] == 0:
        return _standard_formation(m, r)
    head = m[sheet + COACH_TABLE]
    lead = m[SCORE + 1 - team] - m[SCORE + team]
    at = c[head + FORMATIONS_AT] + 6 * place(m, c, head, lead)
    if c[at + 5] == 0:
        return _standard_formation(m, r)
    return drawn(r, c, at, 6)
