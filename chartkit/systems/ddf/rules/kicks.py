"""All kicks: punts and field goals (R16, R17, R28.8), kickoffs and the free kick after a safety (R13-R15, R2.9)."""

from __future__ import annotations

from typing import NamedTuple

from chartkit.football.field import back, forward
from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.basics import (
    flag,
    foul_on,
    happened,
    no_fouls,
    own_spot,
    read_five,
    read_through_fouls,
    roll_d10,
    tell_fouls,
    wipe_out_kick,
)
from chartkit.systems.ddf.rules.game import ON_PLAY, ON_RETURN, Cell, End, Game, end_of, in_set
from chartkit.systems.ddf.rules.penalties import foul_number, offsetting, settle_fouls
from chartkit.systems.ddf.rules.seams import ask, choose, forget, offer, put_aside, roll, take_back
from chartkit.systems.ddf.rules.turnovers import (
    NO_COVERAGE,
    blocked_kick,
    carried,
    enforce,
    enforce_foul,
    fumble,
    is_downed_in_end_zone,
    returner_fumbles,
    run_back,
    tacked_on,
)
from chartkit.systems.ddf.rules.whistle import charge, dead_ball, first_down_by_penalty, play_on_untimed, same_down

#: R16.4: from here on a pooch cannot be returned.
DEAD_POOCH = 10


class Kicked(NamedTuple):
    """How a kick and its return ended before the fouls on the return count, and where the return began."""

    end: End
    start: int


# Punts.


def punt(game: Game) -> None:
    """Punt, on any down, until it is no penalty, play it out, then settle the fouls (R16.1, R16.9, R16.10)."""
    offense = game.possession
    no_fouls(game)
    pooch = ask(game, n.ASK_POOCH, offense, 0)
    kick = read_through_fouls(game, offense, n.PUNT_COLUMN, ON_PLAY)
    if kick.offset:
        offsetting(game)
        return
    punted = _punted(game, kick.result, pooch)
    on_kick, on_return = game.foul_count[ON_PLAY] > 0, game.foul_count[ON_RETURN] > 0
    if punted.end.what == n.OFFSET_END:
        offsetting(game)
    elif not on_kick:
        end = enforce(game, ON_RETURN, 1 - offense, punted.start, punted.end)
        dead_ball(game, end, on_return, 0)
    elif on_return and game.foul_teams[ON_PLAY][0] != game.foul_teams[ON_RETURN][0]:
        # R16.10: fouls of both teams on the punt and its return offset.
        forget(game)
        offsetting(game)
    elif game.foul_teams[ON_PLAY][0] == offense:
        _fouls_by_punters(game, punted)
    else:
        _fouls_by_receivers(game, punted)


def _punted(game: Game, cell: Cell, pooch: int) -> Kicked:
    """The kick, and what the receivers make of it; fouls on the return are on their list."""
    offense, receivers = game.possession, 1 - game.possession
    if cell.kind in (n.BLOCKED, n.FUMBLE):
        return Kicked(loose_kick(game, cell, n.BY_PUNT), 0)
    distance = max(0, cell.yards - pooch)
    landing = game.spot + distance
    start = 100 - landing
    if landing >= 100:
        # R16.2, R16.5.
        happened(game, n.PUNTED, offense, 100 - game.spot, 100, n.PLAIN)
        return Kicked(_punt_touchback(game, receivers), start)
    if cell.star or pooch >= DEAD_POOCH:
        happened(game, n.PUNTED, offense, distance, landing, n.AT_SIDELINE if cell.star else n.DIED)
        return Kicked(end_of(receivers, start, n.DEAD, n.CHANGE_ROW, n.BY_PUNT, True), start)
    if start <= game.roll_inside and ask(game, n.ASK_LET_IT_ROLL, receivers, start) == n.LET_IT_ROLL:
        return Kicked(_let_it_roll(game, receivers, distance), start)
    happened(game, n.PUNTED, offense, distance, landing, n.PLAIN)
    return Kicked(_punt_return(game, receivers, start), start)


def _punt_touchback(game: Game, receivers: int) -> End:
    happened(game, n.TOUCHBACK, receivers, 0, game.touchback, n.BY_PUNT)
    return end_of(receivers, game.touchback, n.DEAD, n.KICK_TOUCHBACK, n.BY_PUNT, True)


def _let_it_roll(game: Game, receivers: int, distance: int) -> End:
    """R16.7: direction by the defensive dice, yards by the d10."""
    total = roll(game, n.DEFENSIVE, receivers, n.OTHER + n.ON_ROLL_DIRECTION)
    face = roll_d10(game, receivers, n.ON_ROLL_YARDS)
    yards = distance + game.roll_way[total] * (face if face > 0 else game.roll_zero[total])
    landing = game.spot + yards
    happened(game, n.PUNTED, game.possession, yards, landing, n.ROLLED)
    if landing >= 100:
        return _punt_touchback(game, receivers)
    return end_of(receivers, 100 - landing, n.DEAD, n.CHANGE_ROW, n.BY_PUNT, True)


def _punt_return(game: Game, receivers: int, start: int) -> End:
    """Punt Return against Punt Coverage; FC is dead where it lands (R16.3)."""
    back_run = run_back(game, receivers, n.PUNT_RETURN, n.PUNT_COVERAGE, ON_RETURN)
    if back_run.offset:
        forget(game)
        return end_of(receivers, start, n.OFFSET_END, n.PENALTY_ROW, n.BY_PUNT, True)
    if back_run.result.kind == n.FAIR_CATCH:
        happened(game, n.FAIR_CAUGHT, receivers, 0, start, n.PLAIN)
        return end_of(receivers, start, n.DEAD, n.CHANGE_ROW, n.BY_PUNT, True)
    if back_run.result.kind == n.FUMBLE:
        return returner_fumbles(game, receivers, start, back_run.result.yards, n.BY_PUNT, game.touchback)
    return carried(game, receivers, start, back_run.result, n.BY_PUNT)


def _fouls_by_punters(game: Game, punted: Kicked) -> None:
    """R16.9: the receivers take the yards from the line and the down again, or at the end of the return.

    R16.10: with a foul on the return too they may take that one, or none.
    """
    offense, line = game.possession, game.spot
    put_aside(game)
    for number in range(game.foul_count[ON_PLAY]):
        foul = foul_on(game, ON_PLAY, number)
        take_back(game)
        wipe_out_kick(game, n.BY_PUNT, line)
        spot = back(line, game.foul_walk[foul.kind])
        flag(game, offense, line - spot, spot, n.ACCEPTED, foul)
        same_down(game, spot, n.PENALTY_ROW)
        offer(game, n.REPLAY, number)
        take_back(game)
        dead_ball(game, tacked_on(game, offense, foul, punted.end), True, 0)
        offer(game, n.TACK_ON, number)
    _offer_return_fouls(game, punted)
    choose(game, 1 - offense)


def _fouls_by_receivers(game: Game, punted: Kicked) -> None:
    """R16.9: the punting team takes the yards from the line (down again or first down), or declines."""
    offense, line = game.possession, game.spot
    put_aside(game)
    for number in range(game.foul_count[ON_PLAY]):
        foul = foul_on(game, ON_PLAY, number)
        take_back(game)
        wipe_out_kick(game, n.BY_PUNT, line)
        spot = forward(line, game.foul_walk[foul.kind])
        flag(game, 1 - offense, spot - line, 100 - spot, n.ACCEPTED, foul)
        if game.foul_first_down[foul.kind]:
            first_down_by_penalty(game, spot, n.PENALTY_ROW)
        else:
            same_down(game, spot, n.PENALTY_ROW)
        play_on_untimed(game)
        offer(game, n.ACCEPT, number)
    _offer_return_fouls(game, punted)
    choose(game, offense)


def _offer_return_fouls(game: Game, punted: Kicked) -> None:
    """Take a foul on the return instead, or none at all (R16.10, R19.6); a single one of the punters is taken."""
    # The choice that was offered last may have left the ball to the receivers.
    take_back(game)
    offense = game.possession
    for number in range(game.foul_count[ON_RETURN]):
        take_back(game)
        guilty, foul = game.foul_teams[ON_RETURN][number], foul_on(game, ON_RETURN, number)
        dead_ball(game, enforce_foul(game, guilty, foul, 1 - offense, punted.start, punted.end), True, 0)
        offer(game, n.ACCEPT, foul_number(ON_RETURN, number))
    take_back(game)
    several = game.foul_count[ON_PLAY] + game.foul_count[ON_RETURN] > 1
    if several or game.foul_teams[ON_PLAY][0] != offense:
        tell_fouls(game, ON_PLAY, n.DECLINED, offense, game.spot)
        tell_fouls(game, ON_RETURN, n.DECLINED, offense, game.spot)
        dead_ball(game, punted.end, True, 0)
        offer(game, n.DECLINE, -1)


# Field goals.


def field_goal(game: Game) -> None:
    """Kick until it is no penalty, then settle the fouls as on any play (R17.4)."""
    no_fouls(game)
    kick = read_through_fouls(game, game.possession, n.FIELD_GOAL_COLUMN, ON_PLAY)
    if kick.offset:
        offsetting(game)
        return
    end = _goal_kicked(game, kick.result)
    if end.what == n.OFFSET_END:
        offsetting(game)
    elif game.foul_count[ON_PLAY] > 0:
        settle_fouls(game, end, False)
    else:
        dead_ball(game, end, False, 0)


def _goal_kicked(game: Game, cell: Cell) -> End:
    offense, distance = game.possession, 100 - game.spot
    if cell.kind in (n.BLOCKED, n.FUMBLE):
        return loose_kick(game, cell, n.BY_FIELD_GOAL)
    # R17.2: distances are from the line to the goal line.
    good = cell.kind == n.YARDS and cell.yards >= distance
    if game.has_fg_adjustment[1 - offense] and distance <= game.fg_adjustment_inside:
        # R28.8: on or inside the 31 the defense's chart may overrule a number or NG.
        answer = read_five(game, 1 - offense, n.FG_ADJUSTMENT)
        if answer.kind in (n.GOOD, n.NO_GOOD):
            good = answer.kind == n.GOOD
    happened(game, n.KICKED_GOAL, offense, distance, game.spot, n.WAS_GOOD if good else n.WAS_NO_GOOD)
    if good:
        return end_of(offense, 100, n.GOAL_END, n.CHANGE_ROW, n.BY_FIELD_GOAL, False)
    return end_of(1 - offense, _spot_after_miss(game, distance), n.DEAD, n.CHANGE_ROW, n.BY_FIELD_GOAL, True)


def _spot_after_miss(game: Game, distance: int) -> int:
    """R17.3: where the kick was made, or the line, by the season; moved out to the 20."""
    if game.missed_field_goal == n.AT_KICK:
        return max(distance + game.kick_spot_behind_los, game.touchback)
    return max(distance, game.touchback) if game.missed_field_goal == n.AT_LINE else game.touchback


def loose_kick(game: Game, cell: Cell, kick: int) -> End:
    """A blocked or fumbled kick: R16.8, R35.3 for the kicking team's own recovery on fourth down."""
    offense, spot, blocked = game.possession, game.spot + cell.yards, cell.kind == n.BLOCKED
    end = blocked_kick(game, spot, kick) if blocked else fumble(game, offense, spot, kick, False)
    if end.what != n.DEAD or end.turnover:
        return end
    if blocked and game.down == n.DOWNS:
        # R35.3: always lost on downs.
        happened(game, n.ON_DOWNS, 1 - offense, 0, 100 - end.spot, n.PLAIN)
        return end_of(1 - offense, 100 - end.spot, n.DEAD, n.CHANGE_ROW, n.BY_DOWNS, True)
    return End(end.team, end.spot, end.what, end.row, kick, end.turnover, end.shift)


#: R13.2: this far behind the goal line is the end line.
END_LINE = -10


def kick_spot(game: Game) -> int:
    """The kickoff line, moved by a penalty carried over from the score (R13.1, R19.11)."""
    return game.spot + game.kickoff_shift


def kick_off(game: Game) -> None:
    """Announce the kind of kick and play it."""
    no_fouls(game)
    kind = n.ORDINARY_KICK
    if game.phase != n.FREE_KICK:
        kind = ask(game, n.ASK_KICKOFF, game.possession, 0)
    if kind == n.ONSIDE_KICK:
        _onside(game)
    elif kind == n.SQUIB_KICK:
        _squib(game)
    else:
        _kickoff(game)


def _onside(game: Game) -> None:
    """R15.1: 12 yards, and the dice say who has it; no return."""
    kicker, spot = game.possession, kick_spot(game) + game.onside_distance
    kept = in_set(game.onside_recovered, roll(game, n.OFFENSIVE, kicker, n.OTHER + n.ON_ONSIDE))
    happened(game, n.KICKED_OFF, kicker, game.onside_distance, spot, n.AS_ONSIDE)
    team = kicker if kept else 1 - kicker
    own = own_spot(team, kicker, spot)
    happened(game, n.ONSIDE, team, 0, own, n.PLAIN)
    # R15.2: no time when the kickers recover.
    dead_ball(game, end_of(team, own, n.DEAD, n.ONSIDE_ROW if kept else n.CHANGE_ROW, n.BY_KICKOFF, True), False, 0)


def _squib(game: Game) -> None:
    """R14: exactly 50 yards, returned on the season's own chart, no coverage roll."""
    landing = kick_spot(game) + game.squib_distance
    happened(game, n.KICKED_OFF, game.possession, game.squib_distance, landing, n.AS_SQUIB)
    _played_out(game, _received(game, landing, True))


def _kickoff(game: Game) -> None:
    """R13.1: the Kickoff column says how far."""
    kicker = game.possession
    kick = read_through_fouls(game, kicker, n.KICKOFF_COLUMN, ON_PLAY)
    if kick.offset:
        _kick_again(game)
        return
    if kick.result.kind == n.OFF_40:
        _out_of_bounds(game, kick.result)
        return
    landing = kick_spot(game) + kick.result.yards
    if game.phase == n.KICKOFF and 0 < game.landing_zone < 100 - landing:
        # R29.1: short of the landing zone is as bad as out of bounds.
        _out_of_bounds(game, Cell(n.OFF_40, 0, False, False))
        return
    name = n.AS_FREE_KICK if game.phase == n.FREE_KICK else n.AS_KICKOFF
    happened(game, n.KICKED_OFF, kicker, kick.result.yards, landing, name)
    _played_out(game, _received(game, landing, False))


def _out_of_bounds(game: Game, foul: Cell) -> None:
    """R13.4, R20.5: receivers' ball on their own 40."""
    kicker, spot = game.possession, game.kickoff_out_of_bounds
    happened(game, n.KICKED_OUT, 1 - kicker, 0, spot, n.PLAIN)
    flag(game, kicker, 0, 100 - spot, n.ACCEPTED, foul)
    dead_ball(game, end_of(1 - kicker, spot, n.DEAD, n.CHANGE_ROW, n.BY_KICKOFF, True), True, 0)


def _received(game: Game, landing: int, squib: bool) -> Kicked:
    """Touchback or return (R13.2, R13.3, R35.9); fouls on the return are on their list."""
    receivers, start, how = 1 - game.possession, 100 - landing, n.BY_SQUIB if squib else n.BY_KICKOFF
    # R29.1: a squib bounces in the field of play first.
    touchback = game.landing_zone_touchback if squib or start > 0 else game.kickoff_touchback
    if start <= END_LINE or (start <= 0 and ask(game, n.ASK_KICK_RETURN, receivers, -start) == n.TAKE_TOUCHBACK):
        happened(game, n.TOUCHBACK, receivers, 0, touchback, n.BY_KICKOFF)
        return Kicked(end_of(receivers, touchback, n.DEAD, n.KICK_TOUCHBACK, n.BY_KICKOFF, True), start)
    column = n.SQUIB_RETURN if squib and game.has_squib[receivers] else n.KICKOFF_RETURN
    back_run = run_back(game, receivers, column, NO_COVERAGE if squib else n.KICK_COVERAGE, ON_RETURN)
    result = back_run.result
    if back_run.offset:
        return Kicked(end_of(receivers, start, n.OFFSET_END, n.PENALTY_ROW, n.BY_KICKOFF, True), start)
    if result.kind == n.FUMBLE:
        return Kicked(returner_fumbles(game, receivers, start, result.yards, how, touchback), start)
    if is_downed_in_end_zone(start, result):
        # R13.3: not past the goal line from an end-zone catch is a touchback.
        happened(game, n.TOUCHBACK, receivers, 0, touchback, n.BY_KICKOFF)
        return Kicked(end_of(receivers, touchback, n.DEAD, n.KICK_TOUCHBACK, n.BY_TOUCHBACK, True), start)
    return Kicked(carried(game, receivers, start, result, how), start)


def _played_out(game: Game, kicked: Kicked) -> None:
    """The fouls on the kick and on its return (R13.5, R13.6, R16.10)."""
    receivers = 1 - game.possession
    on_kick, on_return = game.foul_count[ON_PLAY], game.foul_count[ON_RETURN]
    if kicked.end.what == n.OFFSET_END or (
        on_kick > 0 and on_return > 0 and game.foul_teams[ON_PLAY][0] != game.foul_teams[ON_RETURN][0]
    ):
        _kick_again(game)
    elif on_kick == 0:
        end = enforce(game, ON_RETURN, receivers, kicked.start, kicked.end)
        dead_ball(game, end, on_return > 0, 0)
    elif on_kick + on_return > 1 or game.foul_kinds[ON_PLAY][0] == n.OFF_5:
        _choose_foul(game, kicked)
    else:
        # R13.6: any other foul on the kick is walked off from the end of the return.
        foul = foul_on(game, ON_PLAY, 0)
        dead_ball(game, tacked_on(game, game.foul_teams[ON_PLAY][0], foul, kicked.end), True, 0)


def _kick_again(game: Game) -> None:
    """R19.5: fouls on both sides cancel, and the kick is made again."""
    forget(game)
    tell_fouls(game, ON_PLAY, n.OFFSET, game.possession, kick_spot(game))
    tell_fouls(game, ON_RETURN, n.OFFSET, game.possession, kick_spot(game))
    _again_from(game, game.kickoff_shift)


def _again_from(game: Game, shift: int) -> None:
    """The kick is made again, and a half does not end before it (R13.5, R23.6)."""
    charge(game, game.possession, n.PENALTY_ROW, game.seconds[n.PENALTY_ROW])
    game.kickoff_shift = shift
    play_on_untimed(game)


def _choose_foul(game: Game, kicked: Kicked) -> None:
    """The other side takes one foul or none: OFF 5 means a new kick (R13.5), the others are walked off (R13.6)."""
    kicker, guilty, old = game.possession, game.foul_teams[ON_PLAY][0], kick_spot(game)
    put_aside(game)
    for number in range(game.foul_count[ON_PLAY]):
        foul = foul_on(game, ON_PLAY, number)
        take_back(game)
        if foul.kind == n.OFF_5:
            wipe_out_kick(game, n.BY_KICKOFF, old)
            new = back(old, game.foul_walk[foul.kind])
            flag(game, kicker, old - new, new, n.ACCEPTED, foul)
            _again_from(game, new - game.spot)
        else:
            dead_ball(game, tacked_on(game, guilty, foul, kicked.end), True, 0)
        offer(game, n.ACCEPT, number)
    for number in range(game.foul_count[ON_RETURN]):
        foul = foul_on(game, ON_RETURN, number)
        take_back(game)
        dead_ball(game, enforce_foul(game, guilty, foul, 1 - kicker, kicked.start, kicked.end), True, 0)
        offer(game, n.ACCEPT, foul_number(ON_RETURN, number))
    take_back(game)
    tell_fouls(game, ON_PLAY, n.DECLINED, kicker, old)
    tell_fouls(game, ON_RETURN, n.DECLINED, kicker, old)
    dead_ball(game, kicked.end, True, 0)
    offer(game, n.DECLINE, -1)
    choose(game, 1 - guilty)
