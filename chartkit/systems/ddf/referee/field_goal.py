"""Field goals (R17, R28.8)."""

from __future__ import annotations

from chartkit.systems.ddf.referee.cells import Cell
from chartkit.systems.ddf.referee.ending import CHANGE, DEAD, GOAL, IN_BOUNDS, OFFSET, End
from chartkit.systems.ddf.referee.events import Event, happened
from chartkit.systems.ddf.referee.penalties import offsetting, settle_fouls
from chartkit.systems.ddf.referee.state import GameState
from chartkit.systems.ddf.referee.table import Table
from chartkit.systems.ddf.referee.turnovers import fumble
from chartkit.systems.ddf.referee.whistle import dead_ball
from chartkit.systems.ddf.result import Kind


def field_goal(table: Table, state: GameState) -> GameState:
    """Kick until it is no penalty, then settle the fouls as on any play (R17.4)."""
    offense = state.possession
    column = table.matchup.sheets[offense].field_goal
    cell = table.read(offense, column)
    fouls: list[Cell] = []
    while cell.is_foul:
        if fouls and fouls[0].by_defense != cell.by_defense:
            return offsetting(table, state, [*fouls, cell])
        fouls.append(cell)
        cell = table.read(offense, column)
    field: list[Event] = []
    end = _kicked(table, state, cell, field)
    if end.what == OFFSET:
        table.events += field
        return offsetting(table, state, fouls)
    if fouls:
        return settle_fouls(table, state, None, end, fouls, field)
    table.events += field
    return dead_ball(table.matchup, state, end, table.events)


def _kicked(table: Table, state: GameState, cell: Cell, field: list[Event]) -> End:
    offense, distance = state.possession, state.to_goal
    if cell.kind in (Kind.BLOCKED, Kind.FUMBLE):
        return loose_kick(table, state, cell, "field goal", field)
    # R17.2: distances are from the line to the goal line.
    good = cell.kind is Kind.YARDS and cell.yards >= distance
    adjustment = table.matchup.sheets[1 - offense].fg_adjustment
    if adjustment is not None and distance <= table.matchup.rules.fg_adjustment_inside:
        # R28.8: on or inside the 31 the defense's chart may overrule a number or NG.
        answer = table.read_five(1 - offense, adjustment)
        if answer.kind in (Kind.GOOD, Kind.NO_GOOD):
            good = answer.kind is Kind.GOOD
    field.append(happened("field goal", offense, distance, state.spot, "good" if good else "no good"))
    if good:
        return End(offense, 100, GOAL, CHANGE, "field goal")
    constants = table.matchup.constants
    # R17.3: 8 yards behind the line, moved out to the 20.
    spot = max(distance + constants.kick_spot_behind_los, constants.touchback)
    return End(1 - offense, spot, DEAD, CHANGE, "field goal", turnover=True)


def loose_kick(table: Table, state: GameState, cell: Cell, kick: str, field: list[Event]) -> End:
    """A blocked or fumbled kick: R16.8, R35.3 for the kicking team's own recovery on fourth down."""
    offense = state.possession
    spot = state.spot + cell.yards
    blocked = cell.kind is Kind.BLOCKED
    end = fumble(table, offense, spot, field, detail=kick, blocked=kick if blocked else "")
    if end.what != DEAD or end.turnover:
        return end
    if blocked and state.down == 4:
        # R35.3: always lost on downs.
        field.append(happened("downs", 1 - offense, 0, 100 - end.spot, ""))
        return End(1 - offense, 100 - end.spot, DEAD, CHANGE, "downs", turnover=True)
    return end._replace(row=IN_BOUNDS, how=kick)
