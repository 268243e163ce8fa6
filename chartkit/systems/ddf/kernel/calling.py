"""The computer coach's plays, formations and fourth downs: by situation, or the chart's percentages (R31)."""

from __future__ import annotations

from chartkit.systems.ddf.kernel.codes import FIRST_PASS
from chartkit.systems.ddf.kernel.compiled import Memory, Stream, apart, compiled, merged
from chartkit.systems.ddf.kernel.luck import SHARE_BITS, below, three_shares
from chartkit.systems.ddf.kernel.places import (
    CALLS,
    CLOCK,
    COACH_CALLS,
    COACH_FACED,
    COACH_FORMATIONS,
    COACH_FOURTH,
    COACH_GRID,
    COACH_KIND,
    COACH_SHARES,
    COACH_TWO_POINTS,
    DOWN,
    GO_FROM,
    GO_WITH,
    HAS_QUOTA,
    LONGEST,
    NOT_ALLOWED,
    OVERTIME_QUOTA,
    PASS_PERCENT,
    PERIOD,
    PLACE_GRID,
    PLACE_NUMBER,
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
    TWO_POINT_AHEAD,
    TWO_POINT_CLOCK,
    TWO_POINT_PERIODS,
)

#: The grid of a coach's tables. The number of a situation is the sum of what its down, distance and field add, by
#: direct look-up, and of the state of the game; that of a fourth down the sum of distance, field and state.
DOWN_ADDS, CLOCKS, CLOCK_CLASS, MOST_SECONDS = 0, 5, 8, 1023
MOST_YARDS = 127
DISTANCE_ADDS = CLOCK_CLASS + MOST_SECONDS + 1
FIELD_ADDS = DISTANCE_ADDS + MOST_YARDS + 1
KICK_DISTANCE_ADDS = FIELD_ADDS + MOST_YARDS + 1
KICK_FIELD_ADDS = KICK_DISTANCE_ADDS + MOST_YARDS + 1
#: The state of the game by period, lead from -64 to 64, class of the clock.
STATE_OF = KICK_FIELD_ADDS + MOST_YARDS + 1
MOST_LEAD, LEADS = 64, 129
#: Of a share's bits a row of 2 ** n choices to draw from takes n for the choice.
WHOLE = 1 << SHARE_BITS
CALL_BITS, FORMATION_BITS, FOURTH_BITS = 4, 3, 2
#: Chances of a try for two points, by half of the game and lead up to this.
MOST_TRY_LEAD = 20
GO, PUNT, KICK = 0, 1, 2
#: After so many barred plays in a row the solitaire coach takes the first legal one.
SOLITAIRE_PATIENCE = 20


@merged
def allowed(m: Memory, play: int) -> bool:
    """R25.1: the play may be called this near the goal line."""
    return 100 - m[SPOT] > m[NOT_ALLOWED + play]


@compiled
def quota_left(m: Memory, play: int) -> int:
    """R26: how often the team in possession may still call a play."""
    team = m[POSSESSION]
    sheet = TEAMS + team * TEAM_SIZE
    extra = m[sheet + OVERTIME_QUOTA + play] if m[PERIOD] > 4 else 0
    return m[sheet + QUOTA + play] + extra - m[CALLS + 9 * team + play]


@merged
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


@apart
def first_legal(m: Memory) -> int:
    """The first play of the list that may be called."""
    for play in range(9):
        if legal(m, play):
            return play
    return 0


@merged
def drawn(share: int, c: Memory, at: int, bits: int) -> int:
    """A choice from a row of `coach_tables.drawing_rows`: the choice itself up to its share, else its other one."""
    rest = SHARE_BITS - bits
    choice = share >> rest
    entry = c[at + choice]
    return choice if share & ((1 << rest) - 1) < entry >> bits else entry & ((1 << bits) - 1)


@merged
def _state(m: Memory, c: Memory, grid: int, lead: int) -> int:
    """The state of the game in a coach's grid; the last is everything else."""
    clock = c[grid + CLOCK_CLASS + min(m[CLOCK], MOST_SECONDS)]
    row = m[PERIOD] * LEADS + min(max(lead, -MOST_LEAD), MOST_LEAD) + MOST_LEAD
    return c[grid + STATE_OF + row * c[grid + CLOCKS] + clock]


@merged
def _adds(c: Memory, table: int, yards: int) -> int:
    return c[table + (yards & MOST_YARDS)]


@merged
def place(m: Memory, c: Memory, grid: int, lead: int) -> int:
    """The number of a situation: down, distance, field, state of the game; worked out once for both coaches."""
    if m[PLACE_GRID] != grid:
        number = c[grid + DOWN_ADDS + m[DOWN]]
        number += _adds(c, grid + DISTANCE_ADDS, m[TO_GAIN] - m[SPOT])
        number += _adds(c, grid + FIELD_ADDS, 100 - m[SPOT])
        m[PLACE_GRID], m[PLACE_NUMBER] = grid, number + _state(m, c, grid, lead)
    return m[PLACE_NUMBER]


@merged
def _share(m: Memory, c: Memory, at: int, faced: int, play: int) -> int:
    """The share of a play in a row of running sums, against a defense that faces it more or less often."""
    share = c[at + play] - (c[at + play - 1] if play else 0)
    return share * m[faced + play] >> SHARE_BITS


@apart
def _without(m: Memory, r: Stream, c: Memory, at: int, faced: int, barred: int) -> int:
    """A play drawn again and again, each time without those that are barred."""
    while True:
        whole = 0
        for play in range(9):
            if (barred >> play) & 1 == 0:
                whole += _share(m, c, at, faced, play)
        if whole <= 0:
            return first_legal(m)
        reach, pick = below(r, whole), 0
        for play in range(9):
            share = _share(m, c, at, faced, play) if (barred >> play) & 1 == 0 else 0
            pick = play if share > 0 else pick
            reach -= share
            if reach < 0:
                break
        if legal(m, pick):
            return pick
        barred |= 1 << pick


@apart
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


@merged
def call_play(m: Memory, r: Stream, c: Memory, team: int, share: int, stands: int) -> int:
    """A play 1-9: the one that a share draws, if it stands against this defense."""
    sheet = TEAMS + team * TEAM_SIZE
    if m[sheet + COACH_KIND] != SITUATION:
        return _solitaire_play(m, r, team)
    lead = m[SCORE + team] - m[SCORE + 1 - team]
    situation = place(m, c, m[sheet + COACH_GRID], lead)
    row, faced = m[sheet + COACH_CALLS] + (situation << CALL_BITS), TEAMS + (1 - team) * TEAM_SIZE + COACH_FACED
    play = drawn(share, c, row, CALL_BITS)
    while stands >= m[faced + play]:
        share, stands, _ = three_shares(r)
        play = drawn(share, c, row, CALL_BITS)
    if legal(m, play):
        return play
    return _without(m, r, c, m[sheet + COACH_SHARES] + 9 * situation, faced, 1 << play)


@compiled
def goes_for_two(m: Memory, r: Stream, c: Memory, team: int) -> bool:
    """A try for two points as the team does with such a lead in such a half, or as the habits say."""
    lead, at = m[SCORE + team] - m[SCORE + 1 - team], m[TEAMS + team * TEAM_SIZE + COACH_TWO_POINTS]
    if at:
        half = 2 * MOST_TRY_LEAD + 1 if m[PERIOD] > 2 else 0
        reach: int = below(r, WHOLE)
        return reach < c[at + half + min(max(lead, -MOST_TRY_LEAD), MOST_TRY_LEAD) + MOST_TRY_LEAD]
    if (m[TWO_POINT_PERIODS] >> m[PERIOD]) & 1 == 0 or m[CLOCK] > m[TWO_POINT_CLOCK]:
        return False
    return m[TWO_POINT_AHEAD + min(max(lead, -64), 64) + 64] != 0


@apart
def fourth_down(m: Memory, r: Stream, c: Memory, team: int) -> int:
    """Go, punt or kick."""
    sheet = TEAMS + team * TEAM_SIZE
    to_goal, to_go = 100 - m[SPOT], m[TO_GAIN] - m[SPOT]
    if m[sheet + COACH_KIND] != SITUATION:
        if to_goal <= m[sheet + LONGEST]:
            return KICK
        return GO if m[SPOT] >= m[GO_FROM] and to_go <= m[GO_WITH] else PUNT
    grid = m[sheet + COACH_GRID]
    lead = m[SCORE + team] - m[SCORE + 1 - team]
    number = _adds(c, grid + KICK_DISTANCE_ADDS, to_go) + _adds(c, grid + KICK_FIELD_ADDS, to_goal)
    number += _state(m, c, grid, lead)
    return drawn(below(r, WHOLE), c, m[sheet + COACH_FOURTH] + (number << FOURTH_BITS), FOURTH_BITS)


@compiled
def _standard_formation(m: Memory, share: int) -> int:
    """What the down and distance ask for."""
    down, to_go = m[DOWN], m[TO_GAIN] - m[SPOT]
    row = 0 if down == 0 else 5 if down >= 2 and to_go <= 2 else 6 if down >= 2 and to_go >= 11 else down
    return drawn(share, m, STANDARD_FORMATIONS + (row << FORMATION_BITS), FORMATION_BITS)


@merged
def call_formation(m: Memory, c: Memory, team: int, share: int) -> int:
    """A formation A-F; the situation is the offense's, so is its lead."""
    sheet = TEAMS + team * TEAM_SIZE
    if m[sheet + COACH_KIND] != SITUATION or m[DOWN] == 0:
        return _standard_formation(m, share)
    lead = m[SCORE + 1 - team] - m[SCORE + team]
    at = m[sheet + COACH_FORMATIONS] + (place(m, c, m[sheet + COACH_GRID], lead) << FORMATION_BITS)
    if c[at] < 0:
        return _standard_formation(m, share)
    return drawn(share, c, at, FORMATION_BITS)
