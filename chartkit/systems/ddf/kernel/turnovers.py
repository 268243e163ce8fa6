"""Interceptions and fumbles (R9, R11, R28.9, R28.10)."""

from __future__ import annotations

from chartkit.systems.ddf.kernel.codes import (
    BLOCKED,
    BY_BLOCK,
    BY_FUMBLE,
    BY_INTERCEPTION,
    BY_TOUCHBACK,
    CHANGE,
    D10,
    DEAD,
    FUMBLE,
    IN_BOUNDS,
    INTERCEPTED,
    OFFSET,
    PENALTY_ROW,
    RECOVERY,
    RETURN,
    SAFETY_END,
    TOUCHBACK,
    TOUCHDOWN_END,
    TRY,
)
from chartkit.systems.ddf.kernel.compiled import Memory, Stream, apart, compiled
from chartkit.systems.ddf.kernel.luck import check, mark, roll
from chartkit.systems.ddf.kernel.places import (
    END_ROW,
    END_TURNOVER,
    END_WHAT,
    FUMBLE_MARK,
    FUMBLE_ON,
    FUMBLE_RETURN,
    INTERCEPTION_RETURN,
    LOOSE_FOULS,
    OPTION_FUMBLE_RETURN,
    PHASE,
    POSSESSION,
    RECORDS,
    RECOVERED,
    SPOT,
    TEAM_SIZE,
    TEAMS,
    TOUCHBACK_LINE,
    TRY_RETURN,
)
from chartkit.systems.ddf.kernel.records import happen
from chartkit.systems.ddf.kernel.returns import carried, enforce, run_back, wiped_out
from chartkit.systems.ddf.kernel.whistle import ends

#: R11.3, R28.10: when the offense may return its own fumble.
ALWAYS, BY_D10, NEVER = 0, 1, 2
#: Whose recoveries the defense's chart turns round (R28.9).
NO_MARK, MARK_G, MARK_NG = 0, 1, 2


@compiled
def clamp(spot: int) -> int:
    """A loose or intercepted ball beyond an end zone counts as 9 yards deep (R9.1, R11.5, R11.6)."""
    return max(-9, min(109, spot))


@compiled
def dead_if_lost(m: Memory) -> bool:
    """R18.6: before 2015 a turnover on a try is dead."""
    return m[PHASE] == TRY and m[TRY_RETURN] == 0


@apart
def interception(m: Memory, r: Stream, yards: int) -> None:
    """The other side has the ball where it was caught and must return it (R9)."""
    team = 1 - m[POSSESSION]
    start = 100 - clamp(m[SPOT] + yards)
    happen(m, INTERCEPTED, team, yards, start, 0)
    if dead_if_lost(m):
        ends(m, team, start, DEAD, CHANGE, BY_INTERCEPTION, 1)
        return
    if start >= 100:
        # R9.4: caught in the passing team's end zone.
        ends(m, team, 100, TOUCHDOWN_END, CHANGE, BY_INTERCEPTION, 1)
        return
    kind, back = run_back(m, r, team, INTERCEPTION_RETURN, -1, LOOSE_FOULS)
    if kind < 0:
        wiped_out(m, team, start, LOOSE_FOULS)
        ends(m, m[POSSESSION], m[SPOT], OFFSET, PENALTY_ROW, BY_INTERCEPTION, 0)
        return
    carried(m, team, start, kind, back, BY_INTERCEPTION)
    if start <= 0 and m[END_WHAT] == SAFETY_END:
        # R9.3: a touchback unless the ball gets past the goal line.
        m[RECORDS] -= 1
        happen(m, TOUCHBACK, team, 0, m[TOUCHBACK_LINE], BY_INTERCEPTION)
        ends(m, team, m[TOUCHBACK_LINE], DEAD, CHANGE, BY_TOUCHBACK, 1)
    enforce(m, team, start, LOOSE_FOULS)


@compiled
def _kept(m: Memory, r: Stream, fumbler: int, blocked: bool) -> bool:
    """Who gets a loose ball: the fumbler's own chart (R11.2), then the other side's (R28.9, R35.11)."""
    kept = check(m, r, fumbler, mark(m, fumbler, RECOVERED))
    other = 1 - fumbler
    if (
        not blocked
        and m[TEAMS + other * TEAM_SIZE + FUMBLE_MARK] == (MARK_G if kept else MARK_NG)
        and check(m, r, other, mark(m, other, FUMBLE_ON))
    ):
        return not kept
    return kept


@compiled
def _may_return(m: Memory, r: Stream, team: int, fumbler: int) -> bool:
    """R11.3, R28.10: the other side always, the fumbler's by the house rule."""
    if team != fumbler:
        return True
    rule = m[OPTION_FUMBLE_RETURN]
    if rule == BY_D10:
        return roll(m, r, D10, fumbler) == 0
    return rule == ALWAYS


@apart
def fumble(
    m: Memory, r: Stream, fumbler: int, at: int, detail: int, blocked: int, kick_return: bool, dead: bool
) -> None:
    """A loose ball of `fumbler` at his coordinate: recovery, end zones, return (R11); `blocked` names the kick."""
    spot = clamp(at)
    is_blocked = blocked != 0
    happen(m, BLOCKED if is_blocked else FUMBLE, fumbler, 0, spot, blocked if is_blocked else detail)
    kept = _kept(m, r, fumbler, is_blocked)
    how = BY_BLOCK if is_blocked else BY_FUMBLE
    team = fumbler if kept else 1 - fumbler
    here = spot if kept else 100 - spot
    lost = 0 if kept else 1
    happen(m, RECOVERY, team, 0, here, how)
    row = IN_BOUNDS if kept else CHANGE
    if here >= 100:
        # R11.5, R11.6: recovered in the end zone that the team attacks.
        ends(m, team, 100, TOUCHDOWN_END, row, how, lost)
        return
    if here <= 0:
        if kept and not kick_return:
            ends(m, team, 0, SAFETY_END, IN_BOUNDS, how, 0)
            return
        # R11.5; R35.4 for receivers of a kick.
        happen(m, TOUCHBACK, team, 0, m[TOUCHBACK_LINE], how)
        ends(m, team, m[TOUCHBACK_LINE], DEAD, CHANGE, how, lost)
        return
    if is_blocked or (dead and not kept) or not _may_return(m, r, team, fumbler):
        ends(m, team, here, DEAD, row, how, lost)
        return
    kind, back = run_back(m, r, team, FUMBLE_RETURN, -1, LOOSE_FOULS)
    if kind < 0:
        wiped_out(m, team, here, LOOSE_FOULS)
        ends(m, fumbler, spot, OFFSET, PENALTY_ROW, how, 0)
        return
    carried(m, team, here, kind, back, how)
    enforce(m, team, here, LOOSE_FOULS)
    m[END_ROW], m[END_TURNOVER] = row, lost


@compiled
def returner_fumbles(m: Memory, r: Stream, receivers: int, start: int, yards: int, how: int) -> None:
    """R13.7: a fumble on a kick return, with the receivers as offense."""
    spot = start + yards
    happen(m, RETURN, receivers, min(spot, 100) - start, min(spot, 100), how)
    fumble(m, r, receivers, spot, how, 0, True, False)
    m[END_ROW], m[END_TURNOVER] = CHANGE, 1
