"""Turnovers, kicks and the returns of both (section 8, 7.2 to 7.4), and penalties (9)."""

from __future__ import annotations

from typing import NamedTuple

from chartkit.football.field import back, forward
from chartkit.systems import records as r
from chartkit.systems.coachs_call.rules import game as n
from chartkit.systems.coachs_call.rules.game import End, Game, Out, roll_sum
from chartkit.systems.coachs_call.rules.reading import (
    begin_record,
    credit_now,
    credit_recovery,
    read_long_gain,
    read_return,
    read_sum,
    take,
    throw,
)
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
    """The returner stays in the end zone (7.3)."""
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
    """The side that fumbled recovers: the series goes on if it has had the ball since the snap."""
    if spot <= 0:
        game.row[r.IN_BOUNDS] = 0
        return End(team, 0, n.SAFETY, n.NEW_SERIES) if team == game.row[r.TEAM] else dead_in_end_zone(game, team)
    same = team == game.row[r.TEAM] and game.row[r.FUMBLES] == 1
    return End(team, spot, n.DOWN, n.NEXT_DOWN if same else n.NEW_SERIES)


def intercepted(game: Game, yards: int) -> End:
    """An interception `yards` past scrimmage, and its return (8.2)."""
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


#: 8.4: from here on the short-punt column.
SHORT_PUNT_FROM = 55
#: 8.6: how much longer a kick is than the distance to the goal line; how far behind the line a miss is handed over.
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
    """The roll of a kick; numbers are taken until one is not a flag: a kick always has a result (9.2)."""
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


#: 9.4: interference on a pass that was caught or never thrown becomes Off 10.
NO_INTERFERENCE = 10
#: 9.5: contact or holding by the return team.
KICKOFF_SPOT, FROM_THE_CATCH = 15, 10


def settle_flag(game: Game, kind: int, end: End) -> End:
    """The end of a play with a flag (9.1): the offended team takes the penalty or the play."""
    row = game.row
    line = row[r.BOX] % game.penalty_rows
    foul, yards = game.foul_kinds[line][kind], game.foul_yards[line][kind]
    if foul == n.FOUL_DPI:
        if row[r.KIND] != r.IS_PASS or row[r.RESULT] == r.COMPLETE:
            foul, yards = n.FOUL_OFF, NO_INTERFERENCE
        else:
            yards = game.interference[row[r.CALL]]
    if row[r.KIND] in (r.IS_FIELD_GOAL, r.IS_EXTRA_POINT):
        # A11: nothing is fielded.
        if foul in (n.FOUL_CONTACT, n.FOUL_HOLDING, n.FOUL_RT, n.FOUL_RT_HALF):
            return end
        foul = n.FOUL_KT if foul == n.FOUL_KT_PLUS else foul
    fielded = row[r.RESULT] in (r.RETURNED, r.CAUGHT_FAIR)
    if foul in (n.FOUL_CONTACT, n.FOUL_HOLDING) and kind != n.FLAG_KICKOFF and not fielded:
        # 9.5: the punt was left to roll.
        return end
    team = row[r.TEAM] if foul in (n.FOUL_OFF, n.FOUL_KT, n.FOUL_KT_PLUS, n.FOUL_TT_PLUS) else 1 - row[r.TEAM]
    row[r.FOUL], row[r.FOUL_TEAM], row[r.FOUL_YARDS] = foul, team, yards
    accepted = enforced(game, kind, foul, yards, team, end)
    if row[r.IS_TRY]:
        accepted = End(row[r.TEAM], accepted.spot, n.RETRY, n.SAME_DOWN)
    offer = game.offer
    offer[0], offer[1], offer[2], offer[3] = accepted.team, accepted.spot, accepted.what, accepted.series
    offer[4], offer[5], offer[6], offer[7] = end.team, end.spot, end.what, end.series
    if game.decline and ask(game, n.ASK_PENALTY, 1 - team, foul) == 1:
        return end
    row[r.ACCEPTED], row[r.IN_BOUNDS], row[r.WENT_OUT_OF_BOUNDS], game.time_called = 1, 0, 0, 0
    if row[r.IS_TRY] or _wiped_out(game, foul, end):
        row[r.NO_PLAY] = 1
    row[r.FOUL_YARDS] = _walked(game, foul, yards, accepted, end)
    return accepted


def _walked(game: Game, foul: int, yards: int, accepted: End, end: End) -> int:
    """Yards that the penalty really cost."""
    row = game.row
    if foul in (n.FOUL_CONTACT, n.FOUL_HOLDING) or accepted.what == n.RETRY:
        return min(yards, NO_INTERFERENCE)
    start = row[r.SPOT] if row[r.NO_PLAY] else end.spot
    if not row[r.NO_PLAY] and end.team != accepted.team:
        start = 100 - end.spot
    return abs(accepted.spot - start)


def _wiped_out(game: Game, foul: int, end: End) -> bool:
    """The play is replaced by the penalty: everything from the previous spot."""
    if foul == n.FOUL_DEF_PLUS:
        return end.team != game.row[r.TEAM] or end.spot < game.row[r.SPOT] or end.what != n.DOWN
    return foul in (
        n.FOUL_OFF,
        n.FOUL_DEF,
        n.FOUL_DEF_FIRST,
        n.FOUL_DPI,
        n.FOUL_KT,
        n.FOUL_ROUGHING,
        n.FOUL_RUNNING,
    )


def enforced(game: Game, kind: int, foul: int, yards: int, team: int, end: End) -> End:
    """Where the ball is, and on which down, if the penalty is taken (9.3 to 9.6)."""
    row = game.row
    spot, side = row[r.SPOT], row[r.TEAM]
    if foul == n.FOUL_OFF or (foul == n.FOUL_KT and kind == n.FLAG_PUNT):
        return End(side, back(spot, yards), n.DOWN, n.SAME_DOWN)
    if foul == n.FOUL_KT:
        return End(side, back(spot, yards), n.RETRY, n.SAME_DOWN)
    if foul in (n.FOUL_DEF, n.FOUL_RUNNING):
        return End(side, forward(spot, yards), n.DOWN, n.SAME_DOWN)
    if foul in (n.FOUL_DEF_FIRST, n.FOUL_ROUGHING):
        return End(side, forward(spot, yards), n.DOWN, n.FIRST_DOWN)
    if foul == n.FOUL_DPI:
        return End(side, min(spot + yards, 99), n.DOWN, n.FIRST_DOWN)
    if foul == n.FOUL_DEF_PLUS:
        kept = end.team == side and end.what == n.DOWN
        return End(side, forward(max(spot, end.spot) if kept else spot, yards), n.DOWN, n.FIRST_DOWN)
    if foul in (n.FOUL_CONTACT, n.FOUL_HOLDING):
        if kind == n.FLAG_KICKOFF:
            return End(team, KICKOFF_SPOT, n.DOWN, n.NEW_SERIES)
        return End(team, back(max(row[r.RETURN_FROM], 1), FROM_THE_CATCH), n.DOWN, n.NEW_SERIES)
    # From the end of the return, against the side at fault, whoever has the ball.
    at = 100 if end.what == n.SCORED else max(end.spot, 1)
    if end.team != team:
        return End(end.team, forward(min(at, 99), yards), n.DOWN, _series(end))
    full = foul == n.FOUL_RT_HALF and not game.rt_15_half_half
    return End(team, max(at - yards, 1) if full else back(at, yards), n.DOWN, _series(end))


def _series(end: End) -> int:
    return n.NEW_SERIES if end.series == n.NEXT_DOWN else end.series
