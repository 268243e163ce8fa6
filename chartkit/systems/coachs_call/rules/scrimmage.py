"""Plays from scrimmage: the call, the column, modifiers, and what is followed from there (sections 4 to 7)."""

from __future__ import annotations

from chartkit.systems import records as r
from chartkit.systems.coachs_call.rules import names as n
from chartkit.systems.coachs_call.rules.game import End, Game, Out, roll_sum
from chartkit.systems.coachs_call.rules.penalties import settle_flag
from chartkit.systems.coachs_call.rules.players import (
    catching_grade,
    changed_grade,
    credit_now,
    is_tired,
    rushing_grade,
    touch,
)
from chartkit.systems.coachs_call.rules.reading import read_code, read_long_gain, read_sum, take, throw
from chartkit.systems.coachs_call.rules.turnovers import intercepted, loose_ball, mark_end
from chartkit.systems.logged import ask

#: 2.4.
LONGEST_BY_D = 15
#: 5.4: a sneak gains a yard up to this sum.
SNEAK_GAINS = 8
#: 7.6.
YELLOW_SHORT, YELLOW_LONG, RUN_LINE, PASS_LINE = 2, 7, 95, 90
#: 5.7, A22.
RAISED_POINTS = 2


def is_run(call: int) -> bool:
    """A call of a run column."""
    return n.CALL_COLUMNS[call] <= n.END_COLUMN


def is_fake(call: int) -> bool:
    """A fake punt or field goal (5.7)."""
    return n.FAKE_PUNT_PASS <= call <= n.FAKE_KICK_RUN


def play_call(game: Game, call: int) -> End:
    """A run or a pass from the call to its end (4.2 to 4.7)."""
    row, team = game.row, game.possession
    row[r.CALL], row[r.KIND] = call, r.IS_RUN if call == n.SNEAK or is_run(call) else r.IS_PASS
    if is_fake(call):
        game.fake_used[team] = 1
    if call == n.SNEAK:
        row[r.PLAYER] = n.QB
        gain = 1 if roll_sum(throw(game)) <= SNEAK_GAINS else 0
        mark_end(game, 0)
        return moved(game, gain, False)
    row[r.PLAYER] = ask(game, n.ASK_PLAYER, team, call)
    if call in (n.SCREEN, n.SHORT, n.MEDIUM):
        row[r.SIDELINE] = ask(game, n.ASK_SIDELINE, team, call)
    number = throw(game)
    _ask_grades(game, call)
    column = n.CALL_COLUMNS[call]
    out = read_code(game, column, number)
    flagged = out.kind == n.FLAG
    if flagged:
        # 9.2, A16: the underlying play; a second flag is no gain.
        number = take(game) if game.flag_underlying else number
        out = read_code(game, column, number) if game.flag_underlying else out
        if out.kind == n.FLAG:
            out = Out(n.GAIN if is_run(call) else n.INCOMPLETE, 0, 0)
    game.injury = 1 if out.marks & n.INJURY else 0
    end = follow(game, call, _yellow(game, call, out))
    if flagged:
        end = settle_flag(game, n.FLAG_RUN if is_run(call) else n.FLAG_PASS, end)
    if not row[r.NO_PLAY] and (row[r.KIND] == r.IS_RUN or row[r.RESULT] == r.COMPLETE):
        touch(game, team, row[r.PLAYER])
    if is_fake(call) and not row[r.NO_PLAY]:
        _reward_fake(game, end)
    return end


def _ask_grades(game: Game, call: int) -> None:
    """The grades that the cells of this play ask for."""
    team, slot, asked = game.possession, game.row[r.PLAYER], game.asked
    asked[n.RUSHER] = rushing_grade(game, team, slot)
    asked[n.RECEIVER] = catching_grade(game, team, slot, call)
    asked[n.QUARTERBACK], asked[n.MOBILITY] = game.grades[team][n.QB], game.grades[team][n.MOB]
    asked[n.STOPPERS] = game.grades[1 - team][n.DEFENSE]
    game.tired = 1 if is_tired(game, team, slot) else 0


def _yellow(game: Game, call: int, out: Out) -> Out:
    """Yellow cells (7.6): nothing in short yardage and near the goal line, enough on third and long."""
    if not out.marks & n.YELLOW:
        return out
    row = game.row
    if not is_run(call):
        return Out(n.INCOMPLETE, 0, 0) if row[r.SPOT] >= PASS_LINE else out
    late = row[r.AT_DOWN] >= 3
    if (late and row[r.TO_GO] <= YELLOW_SHORT) or row[r.SPOT] >= RUN_LINE:
        return Out(n.GAIN, 0, 0)
    if late and row[r.TO_GO] >= YELLOW_LONG:
        return Out(out.kind, max(out.yards, YELLOW_LONG), out.marks)
    return out


def is_repeated(game: Game, call: int) -> bool:
    """The call equals the last one of this possession, and is no long pass (5.9, A29)."""
    if call == n.LONG or not game.repeat_rule or game.last_call < 0:
        return False
    if game.same_call_column:
        return n.CALL_COLUMNS[call] == n.CALL_COLUMNS[game.last_call]
    return call == game.last_call


def modified(game: Game, call: int, yards: int) -> int:
    """Yards of a completion, or of a reverse, after the modifiers (5.2 to 5.6, A30)."""
    if call == n.REVERSE:
        return yards * (game.gain_factor if yards > 0 else game.loss_factor)
    if is_run(call):
        return yards
    return yards + game.yards_added[call] + (game.sideline_yards if game.row[r.SIDELINE] else 0)


def follow(game: Game, call: int, out: Out) -> End:
    """From the cell to the end of the play, with the numbers that it still needs (4.5, 4.6)."""
    row = game.row
    if call == n.SCREEN and out.kind == n.INTERCEPTION:
        out = Out(n.INCOMPLETE, 0, 0)
    if call == n.TRICK and out.kind == n.SACK:
        out = Out(n.INTERCEPTION, game.trick_interception, 0)
    if out.kind == n.INCOMPLETE:
        row[r.RESULT] = r.NOT_CAUGHT
        return End(row[r.TEAM], row[r.SPOT], n.DOWN, n.NEXT_DOWN)
    if out.kind == n.INTERCEPTION:
        return intercepted(game, out.yards)
    if out.kind == n.SACK:
        return sacked(game, out)
    if out.kind == n.QB_RUN:
        return _scrambled(game, call, out)
    if out.kind == n.SCRAMBLE:
        out = read_sum(game, n.SCRAMBLE_COLUMN, take(game))
        return sacked(game, out) if out.kind == n.SACK else _scrambled(game, call, out)
    if out.kind == n.LONG_GAIN:
        if is_repeated(game, call):
            # A18: the quarterback fumbles the snap.
            row[r.KIND], row[r.PLAYER] = r.IS_RUN, n.QB
            return loose_ball(game, row[r.TEAM], row[r.SPOT], False)
        out = read_long_gain(game, 1 - row[r.TEAM])
    return _carried(game, call, out)


def _carried(game: Game, call: int, out: Out) -> End:
    """A run or a completion with its yards known."""
    row = game.row
    room = 100 - row[r.SPOT]
    yards = room if out.kind == n.TOUCHDOWN else modified(game, call, out.yards)
    grade = game.asked[n.RUSHER] if is_run(call) else game.asked[n.RECEIVER]
    if not game.cap_follows_grade:
        grade = max(grade, game.grades[row[r.TEAM]][row[r.PLAYER]])
    if grade == n.D:
        yards = min(yards, LONGEST_BY_D)
    if not is_run(call):
        row[r.RESULT] = r.COMPLETE
    fumbled = out.kind == n.FUMBLE
    mark_end(game, out.marks | n.OUT_OF_BOUNDS if row[r.SIDELINE] and not fumbled else out.marks)
    return moved(game, yards, fumbled)


def moved(game: Game, yards: int, fumbled: bool) -> End:
    """The offense carries the ball so far: score, safety, loose ball or down (7.1, 7.4)."""
    row = game.row
    team, end = row[r.TEAM], row[r.SPOT] + yards
    if end >= 100:
        row[r.YARDS], row[r.IN_BOUNDS] = 100 - row[r.SPOT], 0
        return End(team, 100, n.SCORED, n.NEXT_DOWN)
    row[r.YARDS] = max(yards, -row[r.SPOT])
    if fumbled:
        return loose_ball(game, team, max(end, 0), game.tired == 1)
    if end <= 0:
        row[r.IN_BOUNDS] = 0
        return End(team, 0, n.SAFETY, n.NEXT_DOWN)
    return End(team, end, n.DOWN, n.NEXT_DOWN)


def sacked(game: Game, out: Out) -> End:
    """A sack, with a fumble at the spot for a scramble's sum of 3 (6.3, 6.4)."""
    game.row[r.KIND], game.row[r.PLAYER] = r.IS_SACK, n.QB
    credit_now(game, n.SACK_CREDIT)
    mark_end(game, out.marks)
    game.tired = 0
    return moved(game, out.yards, out.marks & n.SACK_FUMBLE != 0)


def _scrambled(game: Game, call: int, out: Out) -> End:
    """The quarterback runs (6.4, 6.6); modifiers do not reach him (A30)."""
    game.row[r.KIND], game.row[r.PLAYER] = r.IS_SCRAMBLE, n.QB
    mark_end(game, out.marks)
    yards = modified(game, call, out.yards) if game.modify_scrambles else out.yards
    return moved(game, yards, False)


def _reward_fake(game: Game, end: End) -> None:
    """A fake that makes the first down raises one player by two points (5.7, A22)."""
    team = game.row[r.TEAM]
    made = end.team == team and (end.what == n.SCORED or end.series == n.FIRST_DOWN or end.spot >= game.to_gain)
    if made:
        slot = ask(game, n.ASK_RAISE, team, 0)
        game.grades[team][slot] = changed_grade(game, slot, game.grades[team][slot], RAISED_POINTS)


# What a coach may call.


def may_sneak(game: Game) -> bool:
    """The line to gain lies on a yard line whose last digit is 1 or 5; never with goal to go (5.4, A23)."""
    if game.to_gain >= 100:
        return False
    if game.sneak_one_yard:
        return game.to_gain - game.spot == 1
    line = game.to_gain if game.to_gain <= 50 else 100 - game.to_gain
    return line % 10 in (1, 5)


def may_call(game: Game, call: int) -> bool:
    """Whether the offense may call it now."""
    if game.down == 0:
        # A two-point try is one ordinary play (8.7).
        return call <= n.TRICK
    if call == n.SNEAK:
        return may_sneak(game)
    if is_fake(call):
        return game.fake_used[game.possession] == 0
    return True
