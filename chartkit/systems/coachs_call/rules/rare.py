"""Rare plays and challenges (section 11)."""

from __future__ import annotations

from chartkit.football.field import back, forward
from chartkit.systems import records as r
from chartkit.systems.coachs_call.rules import names as n
from chartkit.systems.coachs_call.rules.game import End, Game, roll_place
from chartkit.systems.coachs_call.rules.players import credit_now, credit_recovery, touch
from chartkit.systems.coachs_call.rules.reading import throw
from chartkit.systems.coachs_call.rules.scrimmage import moved
from chartkit.systems.coachs_call.rules.turnovers import brought_down, intercepted, loose_ball, mark_end
from chartkit.systems.logged import ask, roll

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
