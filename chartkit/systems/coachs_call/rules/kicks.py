"""Kicks: punts, field goals, tries, kickoffs (8.4 to 8.12)."""

from __future__ import annotations

from typing import NamedTuple

from chartkit.systems import records as r
from chartkit.systems.coachs_call.rules import names as n
from chartkit.systems.coachs_call.rules.game import End, Game, Out, roll_sum
from chartkit.systems.coachs_call.rules.penalties import settle_flag
from chartkit.systems.coachs_call.rules.players import credit_now
from chartkit.systems.coachs_call.rules.reading import begin_record, read_return, read_sum, take, throw
from chartkit.systems.coachs_call.rules.turnovers import (
    END_LINE,
    dead_in_end_zone,
    loose_ball,
    mark_end,
    run_back,
    stays,
)
from chartkit.systems.logged import ask

#: 8.4: from here on the short-punt column.
SHORT_PUNT_FROM = 55
#: 8.6: how much longer a kick is than the way to the goal line; where a miss is handed over.
KICK_LENGTH, MISSED_BEHIND = 17, 7
#: 8.11.
SAFETY_YARDS = 15


def _ask_grades(game: Game) -> None:
    """The grades that the cells of a kick ask for."""
    team, asked = game.row[r.TEAM], game.asked
    asked[n.KICKS], asked[n.PUNTS] = game.grades[team][n.KICKER], game.grades[team][n.PUNTER]
    asked[n.RETURNS_KICK] = game.grades[1 - team][n.KICK_RETURNER]
    asked[n.RETURNS_PUNT] = game.grades[1 - team][n.PUNT_RETURNER]
    asked[n.STOPPERS] = game.grades[1 - team][n.DEFENSE]


class Kick(NamedTuple):
    """What the cell of a kick says, and whether a flag was thrown on it."""

    out: Out
    flagged: bool


def _read_kick(game: Game, column: int) -> Kick:
    """The roll of a kick; numbers are taken until one is no flag, as there is no kick of no gain (9.2)."""
    out = read_sum(game, column, throw(game))
    flagged = out.kind == n.FLAG
    while out.kind == n.FLAG:
        out = read_sum(game, column, take(game))
    return Kick(out, flagged)


# Punts (8.4, 8.5).


def punt(game: Game) -> End:
    """A punt, its return, and a flag on either."""
    row = game.row
    row[r.KIND], row[r.CALL] = r.IS_PUNT, n.PUNT
    _ask_grades(game)
    column = n.SHORT_PUNT_COLUMN if row[r.SPOT] >= SHORT_PUNT_FROM else n.PUNT_COLUMN
    kick = _read_kick(game, column)
    end = _punted(game, kick.out, kick.flagged)
    return settle_flag(game, n.FLAG_PUNT, end) if kick.flagged else end


def _punted(game: Game, out: Out, flagged: bool) -> End:
    row = game.row
    team, spot = row[r.TEAM], row[r.SPOT]
    if out.kind in (n.BLOCKED, n.FUMBLE):
        # 8.8: a fumble without a block in the short-punt column.
        if out.kind == n.BLOCKED:
            row[r.RESULT] = r.WAS_BLOCKED
            credit_now(game, n.SACK_CREDIT)
        return loose_ball(game, team, max(spot + out.yards, 0), False)
    if out.kind == n.TOUCHBACK:
        return _punt_touchback(game, 100 - spot)
    down = max(100 - out.yards, spot) if out.kind == n.PUNTED_TO else spot + out.yards
    row[r.KICK_YARDS] = min(down, 100) - spot
    if down >= 100:
        # A35: dead in the end zone, unless it is agreed that a man who stands there may run it out.
        plain = out.marks & (n.ROLLS | n.OUT_OF_BOUNDS | n.DEAD) == 0
        if game.punt_returns_end_zone and plain and down < END_LINE and not stays(game, 1 - team, 100 - down):
            return _fielded(game, down, flagged)
        return _punt_touchback(game, 100 - spot)
    if out.marks & n.ROLLS:
        return _rolls(game, down)
    if out.marks & (n.OUT_OF_BOUNDS | n.DEAD):
        return _dead(game, down, r.WENT_OUT if out.marks & n.OUT_OF_BOUNDS else r.DOWNED)
    return _fielded(game, down, flagged)


def _dead(game: Game, down: int, result: int) -> End:
    """The ball is dead where it is, in the kicking team's coordinate."""
    row = game.row
    row[r.RESULT], row[r.KICK_YARDS] = result, down - row[r.SPOT]
    mark_end(game, n.OUT_OF_BOUNDS if result == r.WENT_OUT else 0)
    return End(1 - row[r.TEAM], 100 - down, n.DOWN, n.NEW_SERIES)


def _punt_touchback(game: Game, yards: int) -> End:
    """The ball comes down or rolls on or over the goal line (A35)."""
    game.row[r.RESULT], game.row[r.KICK_YARDS] = r.IN_END_ZONE, yards
    return dead_in_end_zone(game, 1 - game.row[r.TEAM])


def _rolls(game: Game, down: int) -> End:
    """The ball rolls (8.5): forward by the sum of a number, back on doubles."""
    number = take(game)
    yards = roll_sum(number)
    down += -yards if number // 10 == number % 10 else yards
    if down >= 100:
        return _punt_touchback(game, 100 - game.row[r.SPOT])
    return _dead(game, max(down, 1), r.DOWNED)


def _fielded(game: Game, down: int, flagged: bool) -> End:
    """The receiving side returns the punt, unless it lets the ball roll (8.4)."""
    row = game.row
    team, start = 1 - row[r.TEAM], 100 - down
    if ask(game, n.ASK_ROLL, team, start) == 1:
        return _rolls(game, down)
    out = read_return(game, n.PUNT_RETURN_COLUMN, row[r.TEAM])
    flag = out.kind == n.FLAG
    if flag:
        out = Out(n.GAIN, 0, 0) if flagged else read_return(game, n.PUNT_RETURN_COLUMN, row[r.TEAM])
        out = Out(n.GAIN, 0, 0) if out.kind == n.FLAG else out
    end = _punt_return(game, team, start, out)
    return settle_flag(game, n.FLAG_RETURN, end) if flag and not flagged else end


def _punt_return(game: Game, team: int, start: int, out: Out) -> End:
    row = game.row
    if start <= 0 and out.kind in (n.NO_RETURN, n.FAIR_CATCH):
        return _punt_touchback(game, 100 - row[r.SPOT])
    if out.kind == n.NO_RETURN:
        return _dead(game, 100 - start, r.WENT_OUT)
    if out.kind == n.ROLLS_DEAD:
        return _rolls(game, 100 - start)
    row[r.RETURNED_BY], row[r.RETURN_FROM] = team, start
    if out.kind == n.FAIR_CATCH:
        row[r.RESULT] = r.CAUGHT_FAIR
        mark_end(game, 0)
        return End(team, start, n.DOWN, n.NEW_SERIES)
    row[r.RESULT] = r.RETURNED
    if out.kind == n.FUMBLE:
        return loose_ball(game, team, start, False)
    return run_back(game, team, start, out, 0)


# Field goals and tries (8.6, 8.7).


def field_goal(game: Game, kind: int) -> End:
    """A field goal or an extra point."""
    row = game.row
    row[r.KIND], row[r.CALL] = kind, n.FIELD_GOAL
    row[r.KICK_YARDS] = 100 - row[r.SPOT] + KICK_LENGTH
    _ask_grades(game)
    kick = _read_kick(game, n.FIELD_GOAL_COLUMN)
    end = _kicked(game, kick.out)
    return settle_flag(game, n.FLAG_PUNT, end) if kick.flagged and game.field_goal_flags_punt else end


def _kicked(game: Game, out: Out) -> End:
    row = game.row
    team, spot = row[r.TEAM], row[r.SPOT]
    good = out.kind == n.RANGE and out.yards >= row[r.KICK_YARDS]
    if row[r.KIND] == r.IS_EXTRA_POINT and not good and out.marks & n.ELEVEN:
        # 8.7, A15: the 11 is good unless the score is tied; its cell carries the mark.
        good = game.point_on_11_unless_tied and game.score[0] != game.score[1]
    if good:
        row[r.RESULT] = r.GOOD
        return End(team, 100, n.GOOD_KICK, n.NEXT_DOWN)
    row[r.RESULT] = r.WAS_BLOCKED if out.kind == n.BLOCKED else r.NO_GOOD
    if out.kind == n.BLOCKED:
        credit_now(game, n.SACK_CREDIT)
    if row[r.KIND] == r.IS_EXTRA_POINT:
        return End(team, spot, n.DOWN, n.NEXT_DOWN)
    if out.kind == n.BLOCKED:
        return loose_ball(game, team, max(spot + out.yards, 0), False)
    return End(1 - team, min(100 - spot + MISSED_BEHIND, 99), n.DOWN, n.NEW_SERIES)


# Kickoffs (8.9 to 8.11).


def kick_off(game: Game) -> End:
    """A kickoff or the free kick after a safety; the kicking team may try an onside kick."""
    begin_record(game, r.IS_KICKOFF, game.possession)
    row = game.row
    _ask_grades(game)
    if ask(game, n.ASK_KICKOFF, game.possession, 0) == 1:
        row[r.KIND] = r.IS_ONSIDE
        return _onside(game, read_sum(game, n.ONSIDE_COLUMN, throw(game)))
    kick = _read_kick(game, n.KICKOFF_COLUMN)
    end = _kickoff_return(game, kick.out)
    return settle_flag(game, n.FLAG_KICKOFF, end) if kick.flagged else end


def _onside(game: Game, out: Out) -> End:
    """Yards from the kick spot, and the team that has it (8.10)."""
    row = game.row
    team = 1 - row[r.TEAM] if out.marks & n.LOST else row[r.TEAM]
    row[r.KICK_YARDS], row[r.RESULT] = out.yards, r.RECOVERED
    row[r.IN_BOUNDS] = 1
    down = row[r.SPOT] + out.yards
    return End(team, down if team == row[r.TEAM] else 100 - down, n.DOWN, n.NEW_SERIES)


def _kickoff_return(game: Game, out: Out) -> End:
    row = game.row
    team = 1 - row[r.TEAM]
    extra = SAFETY_YARDS if game.after_safety else 0
    if out.kind == n.TOUCHBACK:
        row[r.RESULT], row[r.KICK_YARDS] = r.IN_END_ZONE, 100 - row[r.SPOT]
        return End(team, game.kickoff_touchback, n.DOWN, n.NEW_SERIES)
    if out.kind == n.KICK_OUT:
        row[r.RESULT], row[r.KICK_YARDS] = r.WENT_OUT, 100 - row[r.SPOT] - out.yards
        mark_end(game, n.OUT_OF_BOUNDS)
        return End(team, out.yards, n.DOWN, n.NEW_SERIES)
    row[r.RESULT], row[r.RETURNED_BY] = r.RETURNED, team
    if out.kind == n.FUMBLED_AT:
        row[r.RETURN_FROM], row[r.KICK_YARDS] = out.yards, 100 - row[r.SPOT] - out.yards
        return loose_ball(game, team, out.yards, False)
    if out.kind == n.LONG_GAIN_FROM:
        row[r.KICK_YARDS] = 100 - row[r.SPOT] - out.yards
        if stays(game, team, out.yards):
            row[r.RESULT] = r.IN_END_ZONE
            return End(team, game.kickoff_touchback, n.DOWN, n.NEW_SERIES)
        # 8.11: 15 yards longer after a safety.
        return run_back(game, team, out.yards, Out(n.LONG_GAIN, 0, 0), extra)
    # A return to a line; where it starts is not printed, so it is counted from the goal line.
    row[r.KICK_YARDS], row[r.RETURN_YARDS] = 100 - row[r.SPOT], out.yards + extra
    mark_end(game, out.marks)
    return End(team, out.yards + extra, n.DOWN, n.NEW_SERIES)
