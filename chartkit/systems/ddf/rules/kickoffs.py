"""Kickoffs, squib and onside kicks, the free kick after a safety (R13-R15, R2.9)."""

from __future__ import annotations

from chartkit.football.field import back
from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.basics import (
    flag,
    foul_on,
    happened,
    no_fouls,
    own_spot,
    read_through_fouls,
    tell_fouls,
    wipe_out_kick,
)
from chartkit.systems.ddf.rules.game import ON_PLAY, ON_RETURN, Cell, Game, end_of, in_set
from chartkit.systems.ddf.rules.kicks import Kicked
from chartkit.systems.ddf.rules.penalties import foul_number
from chartkit.systems.ddf.rules.seams import ask, choose, forget, offer, put_aside, roll, take_back
from chartkit.systems.ddf.rules.turnovers import (
    NO_COVERAGE,
    carried,
    enforce,
    enforce_foul,
    is_downed_in_end_zone,
    returner_fumbles,
    run_back,
    tacked_on,
)
from chartkit.systems.ddf.rules.whistle import charge, dead_ball, play_on_untimed

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
