"""A play 1-9 from the cells to its end, in the order of R27."""

from __future__ import annotations

from chartkit.systems.ddf.referee import cells as c
from chartkit.systems.ddf.referee.cells import Cell, cell
from chartkit.systems.ddf.referee.combine import IN_THE_END_ZONE, Combined, combine
from chartkit.systems.ddf.referee.ending import (
    DEAD,
    IN_BOUNDS,
    INCOMPLETE,
    OUT_OF_BOUNDS,
    SAFETY,
    TOUCHDOWN,
    End,
)
from chartkit.systems.ddf.referee.events import Event, happened
from chartkit.systems.ddf.referee.sheet import FIRST_PASS, SHORT, Sheet
from chartkit.systems.ddf.referee.state import GameState
from chartkit.systems.ddf.referee.table import Table
from chartkit.systems.ddf.referee.trapped import trapped
from chartkit.systems.ddf.referee.turnovers import dead_if_lost, fumble, interception
from chartkit.systems.ddf.result import Kind, Result

#: Play number -> what a gain is called, and a first down or touchdown that it makes.
WORDS = tuple(("complete", "pass") if play >= FIRST_PASS else ("run", "run") for play in range(9))
SQUEEZE = "generic.GOAL LINE SQUEEZE"
_BREAKAWAY = Kind.BREAKAWAY


def play_out(
    table: Table, state: GameState, play: int, offense_cell: Cell, defense_cell: Cell, field: list[Event]
) -> End:
    """Combine the two cells and play the result to its end (R27.6-R27.11).

    Columns B, QT and Big Play are rolled only when the defense does not override them (R6.5, R7.2).
    """
    offense = state.possession
    sheet = table.matchup.sheets[offense]
    priority = table.matchup.priority
    mine, theirs = offense_cell, defense_cell
    while True:
        code = priority[mine.row][theirs.column]
        if code == c.ADD:
            if mine.kind is _BREAKAWAY:
                # R7.1: a cell of column B that is no number is looked up against the same defensive result.
                mine = table.read(offense, sheet.breakaway)
            elif mine.bold and play == SHORT and sheet.big_play is not None:
                # R28.13: a bold gain that is not overridden is replaced.
                mine = table.read(offense, sheet.big_play)
            else:
                return gained(table, state, play, mine.yards + theirs.yards, mine.star, field)
        elif code == c.DEF:
            answer = _saved(table, offense, sheet, theirs)
            if answer is None:
                break
            theirs = answer
        elif code == c.F_QT:
            return _fumbled_when_trapped(table, state, play, field)
        else:
            break
    return _finished(table, state, play, combine(code, mine, theirs), field)


def _finished(table: Table, state: GameState, play: int, result: Combined, field: list[Event]) -> End:
    """A result that is not a plain sum, to its end (R6.4)."""
    if result.kind is Kind.YARDS:
        return gained(table, state, play, result.yards, result.star, field)
    if result.kind is Kind.INCOMPLETE:
        return incomplete(state, field)
    if result.kind is Kind.TRAPPED:
        return _trapped(table, state, play, field)
    if result.kind is Kind.INTERCEPTION:
        return interception(table, state, result.yards, field)
    if result.kind is Kind.FUMBLE:
        return fumbled(table, state, play, result.yards, field)
    return _touchdown(state, play, field)


def _saved(table: Table, offense: int, sheet: Sheet, theirs: Cell) -> Cell | None:
    """A winning defensive fumble, interception or QT that the offense's supplement cancels (R27.7-R27.9)."""
    if theirs.kind is Kind.FUMBLE and sheet.ball_protection:
        if table.check(offense, "supplement.BALL PROTECTION", sheet.ball_protection, "XF", "0"):
            # R28.12: F # becomes the forced result (#).
            return cell(Result(Kind.FORCED, theirs.yards))
    elif theirs.kind is Kind.INTERCEPTION and sheet.good_decision:
        # R28.11: the interception becomes no impact.
        if table.check(offense, "supplement.QB GOOD DECISION", sheet.good_decision, "XINT", "0"):
            return c.NO_IMPACT
    elif (
        theirs.kind is Kind.TRAPPED
        and sheet.great_protection
        and table.check(offense, "supplement.QB GREAT PROTECTION", sheet.great_protection, "XQT", "0")
    ):
        # R28.1: only a defensive QT can be cancelled (A11).
        return c.NO_IMPACT
    return None


def gained(table: Table, state: GameState, play: int, yards: int, star: bool, field: list[Event]) -> End:
    """A final yardage of a run or completed pass, squeezed near the goal line (R6.3, R25.2)."""
    offense, line = state.possession, state.spot
    if 100 - line <= (sheet := table.matchup.sheets[offense]).squeeze_inside:
        squeeze = sheet.squeeze[play][100 - line]
        if squeeze is not None:
            if (
                squeeze.incomplete
                and play >= FIRST_PASS
                and table.check(offense, SQUEEZE, squeeze.incomplete, "INC", "0")
            ):
                return incomplete(state, field)
            # R35.10: only a gain is reduced, at most to nothing.
            yards = min(yards, max(0, yards - squeeze.yards))
    what, how = WORDS[play]
    return _moved(state, what, how, yards, star, field)


def _moved(state: GameState, what: str, how: str, yards: int, star: bool, field: list[Event]) -> End:
    """The ball carrier is stopped, scores, or is caught in his own end zone (R2.2, R2.8)."""
    offense, spot = state.possession, state.spot + yards
    if spot >= 100:
        field.append(happened(what, offense, 100 - state.spot, 100, ""))
        return End(offense, 100, TOUCHDOWN, IN_BOUNDS, how)
    field.append(happened(what, offense, yards, spot, "out of bounds" if star else ""))
    if spot <= 0:
        return End(offense, 0, SAFETY, IN_BOUNDS, how)
    return End(offense, spot, DEAD, OUT_OF_BOUNDS if star else IN_BOUNDS, how)


def incomplete(state: GameState, field: list[Event]) -> End:
    """The ball comes back to the line (R10.1)."""
    field.append(happened("incomplete", state.possession, 0, state.spot, ""))
    return End(state.possession, state.spot, DEAD, INCOMPLETE, "pass")


def _touchdown(state: GameState, play: int, field: list[Event]) -> End:
    """R12.1: no yardage needed."""
    return _moved(state, *WORDS[play], 100 - state.spot, False, field)


def _trapped(table: Table, state: GameState, play: int, field: list[Event]) -> End:
    """R8.1: a loss is a sack, a gain a scramble."""
    result = trapped(table, state.possession)
    if result.kind is Kind.FUMBLE:
        return _stripped(table, state, result.yards, field)
    yards = 100 - state.spot if result.kind is Kind.TOUCHDOWN else result.yards
    return _moved(state, "scramble" if yards > 0 else "sack", "pass", yards, result.star, field)


def _fumbled_when_trapped(table: Table, state: GameState, play: int, field: list[Event]) -> End:
    """F_QT: resolve the QT, then a fumble where it leaves the ball (A5)."""
    result = trapped(table, state.possession)
    return _stripped(table, state, _reach(result), field)


def _reach(result: Combined) -> int:
    return IN_THE_END_ZONE if result.kind is Kind.TOUCHDOWN else result.yards


def _stripped(table: Table, state: GameState, yards: int, field: list[Event]) -> End:
    offense = state.possession
    carried = min(yards, 100 - state.spot)
    field.append(happened("scramble" if yards > 0 else "sack", offense, carried, state.spot + carried, ""))
    end = fumble(table, offense, state.spot + yards, field, detail="strip", dead_if_lost=dead_if_lost(table, state))
    return _by_the_offense(end, "pass")


def fumbled(table: Table, state: GameState, play: int, yards: int, field: list[Event], detail: str = "") -> End:
    """R11.1: a fumble so many yards from the line; behind it on a pass the passer lost it."""
    offense = state.possession
    carried = min(yards, 100 - state.spot)
    what = "run" if play < FIRST_PASS else "complete" if yards >= 0 else "sack"
    if detail != "snap":
        field.append(happened(what, offense, carried, state.spot + carried, ""))
    else:
        field.append(happened("run", offense, carried, state.spot + carried, "snap"))
    end = fumble(table, offense, state.spot + yards, field, detail=detail, dead_if_lost=dead_if_lost(table, state))
    return _by_the_offense(end, "pass" if play >= FIRST_PASS else "run")


def _by_the_offense(end: End, how: str) -> End:
    """A first down that the offense makes with its own fumble belongs to the kind of play."""
    return end if end.turnover or end.what != DEAD else end._replace(how=how)
