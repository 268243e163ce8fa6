"""Loose balls, interceptions and their returns (8.1 to 8.3, section 7)."""

from __future__ import annotations

from chartkit.systems import records as r
from chartkit.systems.coachs_call.rules import names as n
from chartkit.systems.coachs_call.rules.game import End, Game, Out
from chartkit.systems.coachs_call.rules.players import credit_now, credit_recovery
from chartkit.systems.coachs_call.rules.reading import read_long_gain, read_return
from chartkit.systems.logged import ask

#: 7.2: an interception past the end line is placed so deep in the end zone.
DEEPEST, END_LINE = 9, 110
#: 12.4: the return after the fumble of a tired player.
TIRED_RETURN = 30


def mark_end(game: Game, marks: int) -> None:
    """Whether the play ended out of bounds, and whether `Time` was read (8.3)."""
    game.row[r.WENT_OUT_OF_BOUNDS] = 1 if marks & n.OUT_OF_BOUNDS else 0
    game.row[r.IN_BOUNDS] = 0 if marks & n.OUT_OF_BOUNDS else 1
    if marks & n.TIME:
        game.time_called = 1


def dead_in_end_zone(game: Game, team: int) -> End:
    """A touchback for the team."""
    game.row[r.IN_BOUNDS] = 0
    return End(team, game.touchback, n.DOWN, n.NEW_SERIES)


def stays(game: Game, team: int, start: int) -> bool:
    """No return has to leave the end zone (7.3)."""
    return start <= 0 and ask(game, n.ASK_STAY, team, start) == 1


def run_back(game: Game, team: int, start: int, out: Out, extra: int) -> End:
    """A return from `start`, in the carrier's coordinate: yards, a long gain, or another fumble (6.5, 8.1)."""
    row = game.row
    if out.kind == n.LONG_GAIN:
        out = read_long_gain(game, 1 - team)
    end = 100 if out.kind == n.TOUCHDOWN else start + out.yards + extra
    row[r.RETURNED_BY], row[r.RETURN_FROM], row[r.RETURN_YARDS] = team, start, min(end, 100) - start
    mark_end(game, out.marks)
    if out.kind == n.FUMBLE and end < 100:
        return loose_ball(game, team, end, False)
    return brought_down(game, team, start, end)


def brought_down(game: Game, team: int, start: int, end: int) -> End:
    """The end of a return: a touchdown, down in the field, a touchback when the carrier never left the end zone.

    It is a safety when he ran back into it (7.4).
    """
    if 0 < end < 100:
        return End(team, end, n.DOWN, n.NEW_SERIES)
    game.row[r.IN_BOUNDS] = 0
    if end >= 100:
        return End(team, 100, n.SCORED, n.NEW_SERIES)
    return dead_in_end_zone(game, team) if start <= 0 else End(team, 0, n.SAFETY, n.NEW_SERIES)


def loose_ball(game: Game, team: int, spot: int, tired: bool) -> End:
    """A fumble by the team at its spot (8.1); it may come loose again on the return."""
    row, downfield = game.row, spot - game.row[r.SPOT]
    row[r.IN_BOUNDS], row[r.WENT_OUT_OF_BOUNDS] = 1, 0
    again = True
    end = End(team, spot, n.DOWN, n.NEW_SERIES)
    while again:
        again = False
        row[r.FUMBLES] += 1
        out = Out(n.GAIN, TIRED_RETURN, n.LOST) if tired else read_return(game, n.FUMBLE_COLUMN, 1 - team)
        if row[r.FUMBLE_TEAM] < 0:
            row[r.FUMBLE_TEAM], row[r.FUMBLE_SPOT] = team, spot
        if not out.marks & n.LOST:
            # The offense never advances its own fumble.
            if row[r.FUMBLES] == 1:
                row[r.RECOVERED_BY] = team
            return _kept(game, team, spot)
        tired = False
        carrier, start = 1 - team, 100 - spot
        if row[r.FUMBLES] == 1:
            row[r.RECOVERED_BY] = carrier
        if team == row[r.TEAM] and row[r.FUMBLES] == 1 and r.IS_RUN <= row[r.KIND] <= r.IS_SCRAMBLE:
            credit_recovery(game, downfield)
        if stays(game, carrier, start):
            return dead_in_end_zone(game, carrier)
        if out.marks & n.LONG_RETURN:
            out = read_long_gain(game, team)
        stop = 100 if out.kind == n.TOUCHDOWN else start + out.yards
        mark_end(game, out.marks)
        if row[r.RETURNED_BY] < 0:
            row[r.RETURNED_BY], row[r.RETURN_FROM], row[r.RETURN_YARDS] = carrier, start, min(stop, 100) - start
        if out.kind == n.FUMBLE and stop < 100:
            team, spot, again = carrier, stop, True
        else:
            end = brought_down(game, carrier, start, stop)
    return end


def _kept(game: Game, team: int, spot: int) -> End:
    """The side that lost the ball has it again: its down goes on if it had the ball at the snap and all along."""
    if spot <= 0:
        game.row[r.IN_BOUNDS] = 0
        return End(team, 0, n.SAFETY, n.NEW_SERIES) if team == game.row[r.TEAM] else dead_in_end_zone(game, team)
    same = team == game.row[r.TEAM] and game.row[r.FUMBLES] == 1
    return End(team, spot, n.DOWN, n.NEXT_DOWN if same else n.NEW_SERIES)


def intercepted(game: Game, yards: int) -> End:
    """An interception so many yards past scrimmage, and its return (8.2)."""
    row = game.row
    row[r.KIND], row[r.RESULT] = r.IS_PASS, r.INTERCEPTED
    team, point = 1 - row[r.TEAM], row[r.SPOT] + yards
    if point >= END_LINE:
        point = 100 + DEEPEST
    start = 100 - point
    if stays(game, team, start):
        credit_interception(game)
        row[r.RETURNED_BY], row[r.RETURN_FROM] = team, start
        return dead_in_end_zone(game, team)
    out = read_return(game, n.INTERCEPTION_COLUMN, team)
    if out.kind == n.INCOMPLETE:
        # Dropped by a C defense.
        row[r.RESULT] = r.NOT_CAUGHT
        return End(row[r.TEAM], row[r.SPOT], n.DOWN, n.NEXT_DOWN)
    credit_interception(game)
    return run_back(game, team, start, out, 0)


def credit_interception(game: Game) -> None:
    """Two grids by the depth of the pass (13.1)."""
    call = game.row[r.CALL]
    credit_now(game, n.DEEP_CREDIT if call in (n.DEEP, n.LONG, n.TRICK) else n.SHORT_CREDIT)
