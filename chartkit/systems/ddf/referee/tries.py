"""Tries after a touchdown (R18): how they end and how they are replayed; the kick itself."""

from __future__ import annotations

from chartkit.systems.ddf.referee.arithmetic import walk_off
from chartkit.systems.ddf.referee.cells import Cell
from chartkit.systems.ddf.referee.decisions import ACCEPT, DECLINE, Ask
from chartkit.systems.ddf.referee.ending import TOUCHDOWN, End
from chartkit.systems.ddf.referee.events import Event, happened
from chartkit.systems.ddf.referee.matchup import Matchup
from chartkit.systems.ddf.referee.rulebook import TO_KICKOFF
from chartkit.systems.ddf.referee.state import GameState
from chartkit.systems.ddf.referee.table import Table
from chartkit.systems.ddf.referee.turnovers import fumble
from chartkit.systems.ddf.referee.whistle import CONVERSION_POINTS, PAT_POINTS, try_over, with_points
from chartkit.systems.ddf.result import Kind


def again(matchup: Matchup, state: GameState, spot: int, penalty: int) -> GameState:
    """The try again after a foul; penalised, the offense may kick instead, measured from the 15 (R18.4, R18.5)."""
    kick = matchup.constants.kick_penalty_spot + penalty if penalty else state.try_kick
    return state._replace(spot=spot, try_kick=kick)


def failed(matchup: Matchup, state: GameState, out: list[Event], *, shift: int = 0) -> GameState:
    """A two-point try that did not score."""
    out.append(happened("two-point", state.possession, 0, state.spot, "no good"))
    return try_over(matchup, state, state.possession, shift, out)


def two_point_over(matchup: Matchup, state: GameState, end: End, out: list[Event], *, shift: int = 0) -> GameState:
    """Two points for the end zone; since 2015 also for the defense that brings the ball back (R18.2, R18.6)."""
    offense, shift = state.possession, shift + end.shift
    if end.what != TOUCHDOWN:
        return failed(matchup, state, out, shift=shift)
    if end.team == offense:
        out.append(happened("two-point", offense, 0, state.spot, "good"))
        scored = with_points(state, offense, CONVERSION_POINTS, "two-point conversion", out)
        return try_over(matchup, scored, offense, shift, out)
    out.append(happened("two-point", offense, 0, state.spot, "no good"))
    scored = with_points(state, end.team, CONVERSION_POINTS, "defensive conversion", out)
    return try_over(matchup, scored, offense, shift, out)


def kick(table: Table, state: GameState) -> GameState:
    """The PAT colouring decides (R18.1); after a penalty the Field Goal column (R18.5)."""
    team, out = state.possession, table.events
    sheet = table.matchup.sheets[team]
    if state.try_kick:
        return _long_kick(table, state)
    good = table.check(team, "special.PAT", sheet.pat_good, "good", "no good")
    return _kicked(table.matchup, state, good, out)


def _kicked(matchup: Matchup, state: GameState, good: bool, out: list[Event], *, shift: int = 0) -> GameState:
    team = state.possession
    out.append(happened("pat", team, state.try_kick, state.spot, "good" if good else "no good"))
    scored = with_points(state, team, PAT_POINTS, "PAT", out) if good else state
    return try_over(matchup, scored, team, shift, out)


def _long_kick(table: Table, state: GameState) -> GameState:
    """R18.5: the kick is good when the number reaches; a foul on it is settled as on any kick (R17.4, R18.4)."""
    team, matchup = state.possession, table.matchup
    column = matchup.sheets[team].field_goal
    cell = table.read(team, column)
    foul: Cell | None = None
    while cell.is_foul:
        if foul is not None and foul.by_defense != cell.by_defense:
            return _fouls_cancel(table, state, (foul, cell))
        foul = foul or cell
        cell = table.read(team, column)
    if cell.kind is Kind.FUMBLE:
        # R18.6: only here can a kicked try be turned over.
        dead = not matchup.constants.try_defense_return
        end = fumble(table, team, 100 - state.try_kick + cell.yards, table.events, detail="try", dead_if_lost=dead)
        return two_point_over(matchup, state, end, table.events)
    good = cell.kind is Kind.YARDS and cell.yards >= state.try_kick
    if foul is None:
        return _kicked(matchup, state, good, table.events)
    return _foul_on_kick(table, state, foul, good)


def _fouls_cancel(table: Table, state: GameState, fouls: tuple[Cell, Cell]) -> GameState:
    team = state.possession
    for foul in fouls:
        guilty = 1 - team if foul.by_defense else team
        table.events.append(happened("penalty", guilty, 0, state.spot, f"{foul.text} offset"))
    return state


def _foul_on_kick(table: Table, state: GameState, foul: Cell, good: bool) -> GameState:
    """The other side takes the yards and the kick again, or lets it stand; on a good one R19.11 applies."""
    team, matchup = state.possession, table.matchup
    rule = matchup.rules.fouls[foul.kind]
    guilty = 1 - team if foul.by_defense else team
    if good and rule.on_score == TO_KICKOFF:
        table.events.append(happened("penalty", guilty, rule.yards, 0, f"{foul.text} kickoff"))
        return _kicked(matchup, state, good, table.events, shift=rule.yards if foul.by_defense else -rule.yards)
    distance = walk_off(state.try_kick, rule.yards) if foul.by_defense else state.try_kick + rule.yards
    again = state._replace(try_kick=distance)
    out: list[Event] = []
    stands = _kicked(matchup, state, good, out)
    choice = DECLINE
    if foul.by_defense != good:
        # Nobody takes a foul that undoes what he wanted.
        outcomes = {ACCEPT: again, DECLINE: stands}
        choice = str(table.ask(Ask.PENALTY, 1 - guilty, state, (foul.text,), outcomes))
    word = "accepted" if choice == ACCEPT else "declined"
    walked = abs(distance - state.try_kick) if choice == ACCEPT else 0
    table.events.append(happened("penalty", guilty, walked, state.spot, f"{foul.text} {word}"))
    if choice == ACCEPT:
        return again
    table.events += out
    return stands
