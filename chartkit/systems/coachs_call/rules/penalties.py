"""Penalties (section 9): the code of the box just written, what it makes of the play, and the choice (A17)."""

from __future__ import annotations

from chartkit.football.field import back, forward
from chartkit.systems import records as r
from chartkit.systems.coachs_call.rules import game as n
from chartkit.systems.coachs_call.rules.game import End, Game
from chartkit.systems.logged import ask

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
