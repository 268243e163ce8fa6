"""Interceptions and fumbles (R9, R11, R28.9, R28.10)."""

from __future__ import annotations

from chartkit.systems.ddf.referee.ending import (
    CHANGE,
    DEAD,
    IN_BOUNDS,
    OFFSET,
    PENALTY,
    SAFETY,
    TOUCHDOWN,
    End,
    clamp,
)
from chartkit.systems.ddf.referee.events import Event, happened
from chartkit.systems.ddf.referee.returns import carried, enforce, run_back, wiped_out
from chartkit.systems.ddf.referee.state import TRY, GameState
from chartkit.systems.ddf.referee.table import Table

FUMBLE_RETURN_WORDS = {face: "no return" if face else "return" for face in range(10)}


def dead_if_lost(table: Table, state: GameState) -> bool:
    """R18.6: before 2015 a turnover on a try is dead."""
    return state.phase == TRY and not table.matchup.constants.try_defense_return


def interception(table: Table, state: GameState, yards: int, field: list[Event]) -> End:
    """The other side has the ball where it was caught and must return it (R9.1, R9.2, R35.8); fouls: R9.5."""
    team = 1 - state.possession
    start = 100 - clamp(state.spot + yards)
    field.append(happened("interception", team, yards, start, ""))
    if dead_if_lost(table, state):
        return End(team, start, DEAD, CHANGE, "interception", turnover=True)
    if start >= 100:
        # R9.4: caught in the passing team's end zone.
        return End(team, 100, TOUCHDOWN, CHANGE, "interception", turnover=True)
    back = run_back(table, team, table.matchup.sheets[team].interception_return, None)
    if back.result is None:
        wiped_out(team, start, back.fouls, field)
        return End(state.possession, state.spot, OFFSET, PENALTY, "interception")
    end = carried(team, start, back.result, "interception", field)
    if start <= 0 and end.what == SAFETY:
        # R9.3: a touchback unless the ball gets past the goal line.
        field[-1] = happened("touchback", team, 0, table.matchup.constants.touchback, "interception")
        end = End(team, table.matchup.constants.touchback, DEAD, CHANGE, "touchback", turnover=True)
    return enforce(table, team, start, end, back.fouls, field)


def recovered_by_fumbler(table: Table, fumbler: int, *, blocked: bool) -> bool:
    """Who gets a loose ball: the fumbler's own chart (R11.2), then the other side's (R28.9, R35.11)."""
    sheets = table.matchup.sheets
    kept = table.check(fumbler, "offense.FUMBLE RECOVERY", sheets[fumbler].recovered, "recovered", "lost")
    other = sheets[1 - fumbler]
    if not blocked and other.fumble_mark == ("G" if kept else "NG"):
        chart = "supplement.DEFENSE FUMBLE RECOVERY"
        if table.check(1 - fumbler, chart, other.fumble_on, other.fumble_mark, "0"):
            return not kept
    return kept


def _may_return(table: Table, recoverer: int, fumbler: int) -> bool:
    """R11.3, R28.10: the other side always, the fumbler's by the house rule."""
    if recoverer != fumbler:
        return True
    rule = table.matchup.options.offense_fumble_return
    if rule == "d10":
        return table.d10(fumbler, "rule.OFFENSIVE FUMBLE RETURN", FUMBLE_RETURN_WORDS) == 0
    return rule == "always"


def fumble(
    table: Table,
    fumbler: int,
    spot: int,
    field: list[Event],
    *,
    detail: str = "",
    blocked: str = "",
    on_kick_return: bool = False,
    dead_if_lost: bool = False,
) -> End:
    """A loose ball of `fumbler` at `spot` (his coordinate): recovery, end zones, return (R11).

    `turnover` of the result says whether the other side has it; a blocked kick is never returned (R16.8).
    """
    spot = clamp(spot)
    field.append(happened("blocked" if blocked else "fumble", fumbler, 0, spot, blocked or detail))
    kept = recovered_by_fumbler(table, fumbler, blocked=bool(blocked))
    how = "blocked" if blocked else "fumble"
    team = fumbler if kept else 1 - fumbler
    here = spot if kept else 100 - spot
    field.append(happened("recovery", team, 0, here, how))
    touchback = table.matchup.constants.touchback
    if here >= 100:
        # R11.5, R11.6: recovered in the end zone that the team attacks.
        return End(team, 100, TOUCHDOWN, IN_BOUNDS if kept else CHANGE, how, turnover=not kept)
    if here <= 0:
        if kept and not on_kick_return:
            return End(team, 0, SAFETY, IN_BOUNDS, how)
        # R11.5; R35.4 for receivers of a kick.
        field.append(happened("touchback", team, 0, touchback, how))
        return End(team, touchback, DEAD, CHANGE, how, turnover=not kept)
    row = IN_BOUNDS if kept else CHANGE
    if blocked or (dead_if_lost and not kept) or not _may_return(table, team, fumbler):
        return End(team, here, DEAD, row, how, turnover=not kept)
    back = run_back(table, team, table.matchup.sheets[team].fumble_return, None)
    if back.result is None:
        wiped_out(team, here, back.fouls, field)
        return End(fumbler, spot, OFFSET, PENALTY, how)
    end = enforce(table, team, here, carried(team, here, back.result, how, field), back.fouls, field)
    return end._replace(row=row, turnover=not kept)
