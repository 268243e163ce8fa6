"""Interceptions, fumbles, returns, and the fouls on them (R9, R11, R22, R28.9, R28.10).

The returning team is the offense and rolls the offensive dice (R0.3).
"""

from __future__ import annotations

from chartkit.football.field import back, forward
from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.basics import (
    Through,
    check,
    costliest,
    flag,
    foul_on,
    happened,
    own_spot,
    read_five,
    read_through_fouls,
    roll_d10,
    tell_fouls,
)
from chartkit.systems.ddf.rules.game import ON_LOOSE_BALL, Cell, End, Game, end_of
from chartkit.systems.ddf.rules.priority import combine, look_up
from chartkit.systems.ddf.rules.seams import forget

#: A return without a coverage chart.
NO_COVERAGE = -1


def clamp(spot: int) -> int:
    """A loose or intercepted ball beyond an end zone counts as 9 yards deep (R9.1, R11.5, R11.6)."""
    return max(-9, min(109, spot))


def dead_if_lost(game: Game) -> bool:
    """R18.6: before 2015 a turnover on a try is dead."""
    return game.phase == n.TRY and not game.try_defense_return


# Returns.


def run_back(game: Game, runner: int, column: int, coverage: int, fouls: int) -> Through:
    """Roll a return until it is no penalty, then the coverage, and combine them (R13.3, R13.6, R16.9)."""
    through = read_through_fouls(game, runner, column, fouls)
    result = through.result
    if through.offset or coverage == NO_COVERAGE or result.kind == n.FAIR_CATCH:
        return through
    cover = read_five(game, 1 - runner, coverage)
    return Through(False, combine(look_up(game, result, cover), result, cover))


def is_downed_in_end_zone(start: int, result: Cell) -> bool:
    """A return that began in the own end zone does not get past the goal line (R9.3, R13.3)."""
    return start <= 0 and result.kind != n.TOUCHDOWN and start + result.yards <= 0


def carried(game: Game, team: int, start: int, result: Cell, how: int) -> End:
    """Where a return without a fumble ends; reaching the goal line scores (R9.2, R11.7)."""
    yards = 100 - start if result.kind == n.TOUCHDOWN else result.yards
    spot = start + yards
    if spot >= 100:
        happened(game, n.RETURNED, team, 100 - start, 100, how)
        return end_of(team, 100, n.TOUCHDOWN_END, n.CHANGE_ROW, how, True)
    happened(game, n.RETURNED, team, yards, spot, how)
    if spot <= 0:
        # R9.4: carried back into the own end zone.
        return end_of(team, 0, n.SAFETY_END, n.CHANGE_ROW, how, True)
    return end_of(team, spot, n.DEAD, n.CHANGE_ROW, how, True)


def only_fouls_told(game: Game, runner: int, start: int) -> None:
    """R19.5: fouls of both sides on a return; of all that happened only they are told."""
    forget(game)
    tell_fouls(game, ON_LOOSE_BALL, n.OFFSET, runner, start)


# Interceptions.


def interception(game: Game, yards: int) -> End:
    """The other side has the ball where it was caught and must return it (R9.1, R9.2, R35.8); fouls: R9.5."""
    team = 1 - game.possession
    start = 100 - clamp(game.spot + yards)
    happened(game, n.INTERCEPTED, team, yards, start, n.PLAIN)
    if dead_if_lost(game):
        return end_of(team, start, n.DEAD, n.CHANGE_ROW, n.BY_INTERCEPTION, True)
    if start >= 100:
        # R9.4: caught in the passing team's end zone.
        return end_of(team, 100, n.TOUCHDOWN_END, n.CHANGE_ROW, n.BY_INTERCEPTION, True)
    back_run = run_back(game, team, n.INTERCEPTION_RETURN, NO_COVERAGE, ON_LOOSE_BALL)
    if back_run.offset:
        only_fouls_told(game, team, start)
        return end_of(game.possession, game.spot, n.OFFSET_END, n.PENALTY_ROW, n.BY_INTERCEPTION, False)
    if is_downed_in_end_zone(start, back_run.result):
        # R9.3: a touchback unless the ball gets past the goal line.
        happened(game, n.TOUCHBACK, team, 0, game.touchback, n.BY_INTERCEPTION)
        end = end_of(team, game.touchback, n.DEAD, n.CHANGE_ROW, n.BY_TOUCHBACK, True)
    else:
        end = carried(game, team, start, back_run.result, n.BY_INTERCEPTION)
    return enforce(game, ON_LOOSE_BALL, team, start, end)


# Fumbles.


def fumble(game: Game, fumbler: int, spot: int, detail: int, dead_when_lost: bool) -> End:
    """A loose ball of `fumbler` at `spot` (his coordinate): recovery, end zones, return (R11).

    `turnover` of the end says whether the other side has it.
    """
    spot = clamp(spot)
    happened(game, n.FUMBLED, fumbler, 0, spot, detail)
    kept, here = _recovered(game, fumbler, spot, n.BY_FUMBLE)
    if here >= 100 or here <= 0 or (dead_when_lost and not kept) or not _may_return(game, kept, fumbler):
        return _dead_where_recovered(game, fumbler, here, kept, n.BY_FUMBLE)
    return _fumble_return(game, fumbler, spot, kept, here)


def blocked_kick(game: Game, spot: int, kick: int) -> End:
    """A blocked kick: recovered where it lies, never returned (R16.8)."""
    kicker, spot = game.possession, clamp(spot)
    happened(game, n.BLOCKED_KICK, kicker, 0, spot, kick)
    kept, here = _recovered(game, kicker, spot, n.BY_BLOCK)
    return _dead_where_recovered(game, kicker, here, kept, n.BY_BLOCK)


def returner_fumbles(game: Game, receivers: int, start: int, yards: int, how: int, touchback: int) -> End:
    """R13.7: a fumble on a kick return, with the receivers as offense."""
    spot = start + yards
    happened(game, n.RETURNED, receivers, min(spot, 100) - start, min(spot, 100), how)
    spot = clamp(spot)
    happened(game, n.FUMBLED, receivers, 0, spot, how)
    kept, here = _recovered(game, receivers, spot, n.BY_FUMBLE)
    if kept and here <= 0:
        # R35.4: a touchback like every other of that kick.
        happened(game, n.TOUCHBACK, receivers, 0, touchback, n.BY_FUMBLE)
        return end_of(receivers, touchback, n.DEAD, n.KICK_TOUCHBACK, n.BY_FUMBLE, True)
    if here >= 100 or here <= 0 or not _may_return(game, kept, receivers):
        end = _dead_where_recovered(game, receivers, here, kept, n.BY_FUMBLE)
    else:
        end = _fumble_return(game, receivers, spot, kept, here)
    # Whoever has it begins a new series.
    return End(end.team, end.spot, end.what, n.CHANGE_ROW, end.how, True, end.shift)


def _recovered(game: Game, fumbler: int, spot: int, how: int) -> tuple[bool, int]:
    """Who gets a loose ball: the fumbler's own chart (R11.2), then the other side's (R28.9, R35.11).

    Gives whether the fumbler keeps it, and where, in the coordinate of the team that has it.
    """
    kept = check(game, fumbler, n.RECOVERED)
    useful = n.RECOVERS_MORE if kept else n.RECOVERS_LESS
    if how != n.BY_BLOCK and game.fumble_mark[1 - fumbler] == useful and check(game, 1 - fumbler, n.FUMBLE_MARKS):
        kept = not kept
    team = fumbler if kept else 1 - fumbler
    here = own_spot(team, fumbler, spot)
    happened(game, n.RECOVERY, team, 0, here, how)
    return kept, here


def _dead_where_recovered(game: Game, fumbler: int, here: int, kept: bool, how: int) -> End:
    """A loose ball that nobody returns; in an end zone it is a score or a touchback (R11.5, R11.6)."""
    team, row = (fumbler, n.IN_BOUNDS) if kept else (1 - fumbler, n.CHANGE_ROW)
    if 0 < here < 100:
        return end_of(team, here, n.DEAD, row, how, not kept)
    if here >= 100:
        return end_of(team, 100, n.TOUCHDOWN_END, row, how, not kept)
    if kept:
        return end_of(team, 0, n.SAFETY_END, row, how, False)
    happened(game, n.TOUCHBACK, team, 0, game.touchback, how)
    return end_of(team, game.touchback, n.DEAD, row, how, True)


def _may_return(game: Game, kept: bool, fumbler: int) -> bool:
    """R11.3, R28.10: the other side always, the fumbler's by the house rule."""
    if not kept:
        return True
    if game.own_fumble_return == n.ON_A_ZERO:
        return roll_d10(game, fumbler, n.ON_FUMBLE_RETURN) == 0
    return game.own_fumble_return == n.ALWAYS


def _fumble_return(game: Game, fumbler: int, spot: int, kept: bool, here: int) -> End:
    """The recovering team runs (R11.3); a foul on the return of an own fumble makes the play cost 10 (R23.1)."""
    team = fumbler if kept else 1 - fumbler
    back_run = run_back(game, team, n.FUMBLE_RETURN, NO_COVERAGE, ON_LOOSE_BALL)
    if back_run.offset:
        only_fouls_told(game, team, here)
        return end_of(fumbler, spot, n.OFFSET_END, n.PENALTY_ROW, n.BY_FUMBLE, False)
    end = enforce(game, ON_LOOSE_BALL, team, here, carried(game, team, here, back_run.result, n.BY_FUMBLE))
    row = n.CHANGE_ROW
    if kept:
        row = n.PENALTY_ROW if game.foul_count[ON_LOOSE_BALL] > 0 else n.IN_BOUNDS
    return End(end.team, end.spot, end.what, row, end.how, not kept, end.shift)


# Fouls on a return.


def midpoint(start: int) -> int:
    """R22.3: halfway from the start of a return to the goal line, a half yard toward midfield."""
    twice = 100 + start
    return twice // 2 if twice >= 100 else (twice + 1) // 2


def enforce(game: Game, fouls: int, runner: int, start: int, end: End) -> End:
    """Walk off the fouls of a return, always enforced; of several the costliest (R22.1, R22.2, R35.2)."""
    if game.foul_count[fouls] == 0:
        return end
    number = costliest(game, fouls)
    return enforce_foul(game, game.foul_teams[fouls][number], foul_on(game, fouls, number), runner, start, end)


def enforce_foul(game: Game, guilty: int, foul: Cell, runner: int, start: int, end: End) -> End:
    """Walk off one foul of a return."""
    yards = game.foul_walk[foul.kind]
    if foul.kind == n.OFF_10 and end.team == runner and end.what in (n.DEAD, n.TOUCHDOWN_END):
        # R22.3: the foul spot is at most the midpoint, so a touchdown is void.
        long = 2 * (end.spot - start) > 100 - start and not (start <= 0 and end.how == n.BY_TOUCHBACK)
        foul_spot = midpoint(start) if long else end.spot
        spot = back(foul_spot, yards)
        flag(game, guilty, foul_spot - spot, spot, n.ACCEPTED, foul)
        return End(end.team, spot, n.DEAD, end.row, end.how, end.turnover, end.shift)
    if end.what == n.TOUCHDOWN_END:
        return foul_on_score(game, guilty, foul, end)
    if end.what == n.SAFETY_END:
        if guilty == end.team:
            flag(game, guilty, 0, 0, n.DECLINED, foul)
            return end
        # R35.5: the side that would be scored upon takes the foul, from where its return began.
        begun = max(start, 1)
        spot = forward(begun, yards)
        flag(game, guilty, spot - begun, 100 - spot, n.ACCEPTED, foul)
        return End(end.team, spot, n.DEAD, end.row, end.how, end.turnover, end.shift)
    return tacked_on(game, guilty, foul, end)


def tacked_on(game: Game, guilty: int, foul: Cell, end: End) -> End:
    """A foul walked off from the end of the play (R13.6, R16.9, R22.2); on a score R19.11 holds."""
    if end.what != n.DEAD:
        return foul_on_score(game, guilty, foul, end)
    yards = game.foul_walk[foul.kind]
    spot = back(end.spot, yards) if guilty == end.team else forward(end.spot, yards)
    flag(game, guilty, abs(spot - end.spot), own_spot(guilty, end.team, spot), n.ACCEPTED, foul)
    return End(end.team, spot, end.what, end.row, end.how, end.turnover, end.shift)


def foul_on_score(game: Game, guilty: int, foul: Cell, end: End) -> End:
    """R19.11 on a return: 15 yards (and 5X) move the kickoff, a short foul by the scorer wipes the score out."""
    yards, effect = game.foul_walk[foul.kind], game.foul_on_score[foul.kind]
    if guilty == end.team:
        if effect == n.WIPES_OUT or yards < 15:
            spot = 100 - yards
            flag(game, guilty, yards, spot, n.ACCEPTED, foul)
            return End(end.team, spot, n.DEAD, end.row, end.how, end.turnover, end.shift)
        flag(game, guilty, yards, 0, n.AT_KICKOFF, foul)
        return End(end.team, end.spot, end.what, end.row, end.how, end.turnover, end.shift - yards)
    if effect == n.TO_KICKOFF:
        flag(game, guilty, yards, 0, n.AT_KICKOFF, foul)
        return End(end.team, end.spot, end.what, end.row, end.how, end.turnover, end.shift + yards)
    flag(game, guilty, 0, 0, n.DECLINED, foul)
    return end
