"""Plays from scrimmage: the call, the column, modifiers and what follows (sections 4 to 7), and rare plays (11)."""

from __future__ import annotations

from chartkit.football.field import back, forward
from chartkit.systems import records as r
from chartkit.systems.coachs_call.rules import game as n
from chartkit.systems.coachs_call.rules.game import End, Game, Out, roll_place, roll_sum
from chartkit.systems.coachs_call.rules.reading import (
    catching_grade,
    changed_grade,
    credit_now,
    credit_recovery,
    is_tired,
    read_code,
    read_long_gain,
    read_sum,
    rushing_grade,
    take,
    throw,
    touch,
)
from chartkit.systems.coachs_call.rules.returns import brought_down, intercepted, loose_ball, mark_end, settle_flag
from chartkit.systems.logged import ask, roll

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
        # 9.2, A16: the underlying play; a second flag gains nothing.
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
    """The call equals the last one of this possession, and is not a long pass (5.9, A29)."""
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
    """The offense carries the ball: score, safety, loose ball or down (7.1, 7.4)."""
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


#: `challenge` of a record.
STANDS, REVERSED = 1, 2


def rare_play(game: Game) -> End:
    """A rare play instead of the call (11.1, 11.2); an entry that only costs a time out is followed by a call."""
    row, team = game.row, game.possession
    number = throw(game)
    entries = game.rare[game.rare_list[team]]
    entry = roll_place(number)
    if entries[entry][0][n.R_NOT_INSIDE] and row[r.SPOT] > 100 - entries[entry][0][n.R_NOT_INSIDE]:
        # 11.3: too near the goal line for it.
        entry = entries[entry][0][n.R_INSTEAD]
    lines = entries[entry]
    row[r.RARE] = 36 * game.rare_list[team] + entry
    game.asked[n.STOPPERS] = game.grades[1 - team][n.DEFENSE]
    game.injury = lines[0][n.R_INJURY]
    outcome = 1 if _challenged(game, lines[0][n.R_CHALLENGER]) else 0
    end = _ruled(game, lines[outcome])
    if row[r.KIND] == r.IS_RUN or row[r.RESULT] == r.COMPLETE:
        touch(game, team, row[r.PLAYER])
    return end


def _challenged(game: Game, challenger: int) -> bool:
    """The ruling is challenged and reversed (11.4): a fresh roll that is not written, doubles."""
    if challenger == 0:
        return False
    team = game.possession if challenger == n.BY_OFFENSE else 1 - game.possession
    if game.timeouts[team] == 0 and not game.challenge_without_time_out:
        return False
    if ask(game, n.ASK_CHALLENGE, team, 0) == 0:
        return False
    number = roll(game)
    if number // 10 == number % 10:
        game.row[r.CHALLENGE] = REVERSED
        return True
    game.row[r.CHALLENGE] = STANDS
    game.timeouts[team] = max(game.timeouts[team] - 1, 0)
    return False


def _ruled(game: Game, line: list[int]) -> End:
    """What an outcome of a rare play gives."""
    row, kind = game.row, line[n.R_TYPE]
    team, spot = row[r.TEAM], row[r.SPOT]
    row[r.KIND], row[r.PLAYER] = r.IS_PASS if line[n.R_PASS] else r.IS_RUN, line[n.R_PLAYER]
    if kind == n.RARE_GAIN:
        return _gained(game, line)
    if kind == n.RARE_INCOMPLETE:
        row[r.KIND], row[r.RESULT] = r.IS_PASS, r.NOT_CAUGHT
        return End(team, spot, n.DOWN, n.NEXT_DOWN)
    if kind == n.RARE_SACK:
        return _sack(game, line)
    if kind == n.RARE_INTERCEPTION:
        return _interception(game, line)
    if kind == n.RARE_TOUCHDOWN:
        row[r.YARDS] = 100 - spot
        return End(team, 100, n.SCORED, n.NEXT_DOWN)
    if kind == n.RARE_PENALTY:
        row[r.KIND], row[r.NO_PLAY] = r.IS_NO_CALL, 1
        return _penalized(game, line, spot)
    if kind == n.RARE_TIME_OUT:
        # 11.5: a team without a time out loses nothing.
        row[r.KIND], row[r.NO_PLAY] = r.IS_NO_CALL, 1
        loser = team if line[n.R_AT] == n.BY_OFFENSE else 1 - team
        game.timeouts[loser] = max(game.timeouts[loser] - 1, 0)
        return End(team, spot, n.DOWN, line[n.R_SERIES])
    if kind == n.RARE_SPOT:
        row[r.KIND], row[r.NO_PLAY] = r.IS_NO_CALL, 1
        _foul(game, 1 - team, 100 - line[n.R_AT] - spot)
        return End(team, 100 - line[n.R_AT], n.DOWN, n.FIRST_DOWN)
    if kind == n.RARE_DEFENSE_SCORES:
        row[r.KIND], row[r.PLAYER] = r.IS_SACK, n.QB
        _lost(game, 0)
        row[r.RETURNED_BY], row[r.RETURN_FROM], row[r.RETURN_YARDS] = 1 - team, 100 - spot, spot
        return End(1 - team, 100, n.SCORED, n.NEW_SERIES)
    return _loose(game, line)


def _gained(game: Game, line: list[int]) -> End:
    """A run or a completion, perhaps with a foul at its end."""
    row, yards = game.row, line[n.R_YARDS]
    if yards in (n.TO_THE_LINE, n.SHORT_OF_LINE):
        yards = game.to_gain - row[r.SPOT] - (1 if yards == n.SHORT_OF_LINE else 0)
    if row[r.KIND] == r.IS_PASS:
        row[r.RESULT] = r.COMPLETE
    mark_end(game, line[n.R_MARKS] & n.OUT_OF_BOUNDS)
    if line[n.R_MARKS] & n.RARE_FUMBLED:
        row[r.FUMBLES], row[r.FUMBLE_TEAM], row[r.RECOVERED_BY] = 1, row[r.TEAM], row[r.TEAM]
    return _fouled(game, line, moved(game, yards, False))


def _fouled(game: Game, line: list[int], end: End) -> End:
    """A foul at the end of a play that ended in the field."""
    return _penalized(game, line, end.spot) if line[n.R_PENALTY] and end.what == n.DOWN else end


def _sack(game: Game, line: list[int]) -> End:
    game.row[r.KIND], game.row[r.PLAYER] = r.IS_SACK, n.QB
    if not line[n.R_NO_CREDIT]:
        credit_now(game, n.SACK_CREDIT)
    mark_end(game, 0)
    return _fouled(game, line, moved(game, line[n.R_YARDS], False))


def _interception(game: Game, line: list[int]) -> End:
    """Its return is read (8.2), or printed and counted from scrimmage (A31)."""
    row = game.row
    if line[n.R_RETURNED] < 0:
        return intercepted(game, line[n.R_YARDS])
    team = 1 - row[r.TEAM]
    row[r.KIND], row[r.RESULT], row[r.RETURNED_BY] = r.IS_PASS, r.INTERCEPTED, team
    start = 100 - row[r.SPOT] - line[n.R_YARDS]
    row[r.RETURN_FROM], row[r.RETURN_YARDS] = start, min(line[n.R_RETURNED], 100 - start)
    mark_end(game, 0)
    return brought_down(game, team, start, start + line[n.R_RETURNED])


def _lost(game: Game, downfield: int) -> None:
    """The defense has a fumble."""
    row = game.row
    row[r.FUMBLES], row[r.FUMBLE_TEAM], row[r.RECOVERED_BY] = 1, row[r.TEAM], 1 - row[r.TEAM]
    credit_recovery(game, downfield)


def _loose(game: Game, line: list[int]) -> End:
    """The ball is lost at a spot of the field."""
    row, kind = game.row, line[n.R_TYPE]
    team, spot = row[r.TEAM], row[r.SPOT]
    if row[r.KIND] == r.IS_PASS and (kind != n.RARE_RECOVERY or line[n.R_YARDS]):
        row[r.RESULT] = r.COMPLETE
    mark_end(game, 0)
    if kind == n.RARE_RECOVERY:
        if row[r.KIND] == r.IS_PASS and not line[n.R_YARDS]:
            row[r.KIND], row[r.PLAYER] = r.IS_SACK, n.QB
        row[r.YARDS] = min(line[n.R_YARDS], 99 - spot)
        _lost(game, row[r.YARDS])
        start = 100 - spot - row[r.YARDS]
        row[r.RETURNED_BY], row[r.RETURN_FROM], row[r.RETURN_YARDS] = 1 - team, start, line[n.R_RETURNED]
        return brought_down(game, 1 - team, start, start + line[n.R_RETURNED])
    if kind == n.RARE_FUMBLE_AT:
        row[r.YARDS] = 100 - line[n.R_AT] - spot
        return loose_ball(game, team, 100 - line[n.R_AT], False)
    reached = 100 - line[n.R_YARDS]
    row[r.YARDS] = reached - spot
    _lost(game, row[r.YARDS])
    if kind == n.RARE_TOUCHBACK:
        row[r.IN_BOUNDS] = 0
    return End(1 - team, line[n.R_AT], n.DOWN, n.NEW_SERIES)


def _foul(game: Game, team: int, yards: int) -> None:
    row = game.row
    row[r.FOUL], row[r.ACCEPTED] = n.FOUL_OFF if team == row[r.TEAM] else n.FOUL_DEF, 1
    row[r.FOUL_TEAM], row[r.FOUL_YARDS] = team, yards


def _penalized(game: Game, line: list[int], spot: int) -> End:
    """Yards for the offense, or against it when negative; with the series that the entry names."""
    team, yards = game.row[r.TEAM], line[n.R_PENALTY]
    game.row[r.IN_BOUNDS] = 0
    after = forward(spot, yards) if yards > 0 else back(spot, -yards)
    _foul(game, team if yards < 0 else 1 - team, abs(after - spot))
    return End(team, after, n.DOWN, line[n.R_SERIES])
