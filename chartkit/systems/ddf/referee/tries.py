"""Tries after a touchdown (R18): how they end and how they are replayed; the kick itself."""

from __future__ import annotations

from chartkit.systems.ddf.referee.ending import TOUCHDOWN, End
from chartkit.systems.ddf.referee.events import Event, Happening
from chartkit.systems.ddf.referee.matchup import Matchup
from chartkit.systems.ddf.referee.state import GameState
from chartkit.systems.ddf.referee.table import Table
from chartkit.systems.ddf.referee.whistle import CONVERSION_POINTS, PAT_POINTS, try_over, with_points
from chartkit.systems.ddf.result import Kind


def again(matchup: Matchup, state: GameState, spot: int, penalty: int) -> GameState:
    """The try again after a foul; penalised, the offense may kick instead, measured from the 15 (R18.4, R18.5)."""
    kick = matchup.constants.kick_penalty_spot + penalty if penalty else state.try_kick
    return state._replace(spot=spot, try_kick=kick)


def failed(matchup: Matchup, state: GameState, out: list[Event], *, shift: int = 0) -> GameState:
    """A two-point try that did not score."""
    out.append(Happening("two-point", state.possession, 0, state.spot, "no good"))
    return try_over(matchup, state, state.possession, shift, out)


def two_point_over(matchup: Matchup, state: GameState, end: End, out: list[Event], *, shift: int = 0) -> GameState:
    """Two points for the end zone; since 2015 also for the defense that brings the ball back (R18.2, R18.6)."""
    offense, shift = state.possession, shift + end.shift
    if end.what != TOUCHDOWN:
        return failed(matchup, state, out, shift=shift)
    if end.team == offense:
        out.append(Happening("two-point", offense, 0, state.spot, "good"))
        scored = with_points(state, offense, CONVERSION_POINTS, "two-point conversion", out)
        return try_over(matchup, scored, offense, shift, out)
    out.append(Happening("two-point", offense, 0, state.spot, "no good"))
    scored = with_points(state, end.team, CONVERSION_POINTS, "defensive conversion", out)
    return try_over(matchup, scored, offense, shift, out)


def kick(table: Table, state: GameState) -> GameState:
    """The PAT colouring decides (R18.1); after a penalty the Field Goal column (R18.5)."""
    team, out = state.possession, table.events
    sheet = table.matchup.sheets[team]
    if state.try_kick:
        cell = table.read(team, sheet.field_goal)
        good = cell.kind is Kind.YARDS and cell.yards >= state.try_kick
    else:
        good = table.check(team, "special.PAT", sheet.pat_good, "good", "no good")
    out.append(Happening("pat", team, state.try_kick, state.spot, "good" if good else "no good"))
    scored = with_points(state, team, PAT_POINTS, "PAT", out) if good else state
    return try_over(table.matchup, scored, team, 0, out)
