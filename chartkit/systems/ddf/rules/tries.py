"""Tries after a touchdown (R18): how they end and how they are replayed; the kick itself."""

from __future__ import annotations

from chartkit.football.field import walk_off
from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.basics import (
    check,
    flag,
    foul_on,
    happened,
    no_fouls,
    own_spot,
    read_through_fouls,
    tell_fouls,
)
from chartkit.systems.ddf.rules.game import ON_PLAY, End, Game
from chartkit.systems.ddf.rules.seams import choose, offer, put_aside, take_back
from chartkit.systems.ddf.rules.turnovers import fumble
from chartkit.systems.ddf.rules.whistle import add_points, try_over


def try_again(game: Game, spot: int, penalty: int) -> None:
    """The try again after a foul; penalised, the offense may kick instead, fouls adding up (R18.4, R18.5)."""
    game.spot = spot
    if penalty > 0:
        game.try_kick = (game.try_kick if game.try_kick > 0 else game.kick_penalty_spot) + penalty


def try_failed(game: Game, shift: int) -> None:
    """A two-point try that did not score."""
    happened(game, n.TWO_POINT, game.possession, 0, game.spot, n.WAS_NO_GOOD)
    try_over(game, shift)


def two_point_over(game: Game, end: End, shift: int) -> None:
    """Two points for the end zone; since 2015 also for the defense that brings the ball back (R18.2, R18.6)."""
    if end.what != n.TOUCHDOWN_END:
        try_failed(game, shift + end.shift)
        return
    good = end.team == game.possession
    happened(game, n.TWO_POINT, game.possession, 0, game.spot, n.WAS_GOOD if good else n.WAS_NO_GOOD)
    add_points(game, end.team, n.BY_CONVERSION if good else n.BY_RETURN)
    try_over(game, shift + end.shift)


def kick_try(game: Game) -> None:
    """The PAT colouring decides (R18.1); after a penalty the Field Goal column (R18.5)."""
    no_fouls(game)
    if game.try_kick > 0:
        _long_kick(game)
    else:
        _kicked(game, check(game, game.possession, n.PAT_GOOD), 0)


def _kicked(game: Game, good: bool, shift: int) -> None:
    team = game.possession
    happened(game, n.KICKED_PAT, team, game.try_kick, game.spot, n.WAS_GOOD if good else n.WAS_NO_GOOD)
    if good:
        add_points(game, team, n.BY_PAT)
    try_over(game, shift)


def _long_kick(game: Game) -> None:
    """R18.5: the kick is good when the number reaches; a foul on it is settled as on any kick (R17.4, R18.4)."""
    team = game.possession
    kick = read_through_fouls(game, team, n.FIELD_GOAL_COLUMN, ON_PLAY)
    if kick.offset:
        # R19.5: the try again from the same spot.
        tell_fouls(game, ON_PLAY, n.OFFSET, team, game.spot)
    elif kick.result.kind == n.FUMBLE:
        # R18.6: only here can a kicked try be turned over.
        spot = 100 - game.try_kick + kick.result.yards
        two_point_over(game, fumble(game, team, spot, n.BY_TRY, not game.try_defense_return), 0)
    else:
        good = kick.result.kind == n.YARDS and kick.result.yards >= game.try_kick
        if game.foul_count[ON_PLAY] > 0:
            _foul_on_kick(game, good)
        else:
            _kicked(game, good, 0)


def _foul_on_kick(game: Game, good: bool) -> None:
    """The other side takes one foul and the kick again, or lets it stand (R19.6); on a good one R19.11 applies."""
    team, guilty, distance = game.possession, game.foul_teams[ON_PLAY][0], game.try_kick
    own_foul, spot = guilty == team, own_spot(guilty, team, game.spot)
    put_aside(game)
    for number in range(game.foul_count[ON_PLAY]):
        foul = foul_on(game, ON_PLAY, number)
        yards = game.foul_walk[foul.kind]
        take_back(game)
        if good and game.foul_on_score[foul.kind] == n.TO_KICKOFF:
            flag(game, guilty, yards, 0, n.AT_KICKOFF, foul)
            _kicked(game, good, -yards if own_foul else yards)
            offer(game, n.ACCEPT, number)
        elif own_foul == good:
            # Nobody takes a foul that undoes what he wanted.
            game.try_kick = distance + yards if own_foul else walk_off(distance, yards)
            flag(game, guilty, abs(game.try_kick - distance), spot, n.ACCEPTED, foul)
            offer(game, n.ACCEPT, number)
    take_back(game)
    tell_fouls(game, ON_PLAY, n.DECLINED, team, game.spot)
    _kicked(game, good, 0)
    offer(game, n.DECLINE, -1)
    choose(game, 1 - guilty)
