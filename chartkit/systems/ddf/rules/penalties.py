"""Fouls on a play from scrimmage or a field goal: what each choice leads to, and the choice (R19-R21, R28.7).

`football.field` walks them off: at most half the distance to the goal line (R19.8).
"""

from __future__ import annotations

from chartkit.football.field import back, forward
from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.basics import (
    check,
    flag,
    foul_on,
    happened,
    own_spot,
    tell_fouls,
    wipe_out,
)
from chartkit.systems.ddf.rules.game import MOST_FOULS, ON_PLAY, ON_RETURN, Cell, End, Game
from chartkit.systems.ddf.rules.seams import choose, offer, put_aside, take_back
from chartkit.systems.ddf.rules.tries import try_again, try_failed, two_point_over
from chartkit.systems.ddf.rules.whistle import (
    dead_ball,
    first_down_by_penalty,
    line_to_gain,
    play_on_untimed,
    safety,
    same_down,
)


def before_snap(game: Game) -> None:
    """R19.2: yards from the line, the down again, no time."""
    offense, guilty, foul = game.possession, game.foul_teams[ON_PLAY][0], foul_on(game, ON_PLAY, 0)
    yards, line = game.foul_walk[foul.kind], game.spot
    spot = back(line, yards) if guilty == offense else forward(line, yards)
    flag(game, guilty, abs(spot - line), own_spot(guilty, offense, spot), n.BEFORE_SNAP, foul)
    if game.phase == n.TRY:
        try_again(game, spot, yards if guilty == offense else 0)
    else:
        same_down(game, spot, n.PRE_SNAP_ROW)


def offsetting(game: Game) -> None:
    """R19.5: fouls of both sides cancel: 10 seconds, same down and line; a half does not end on them (R23.6)."""
    tell_fouls(game, ON_PLAY, n.OFFSET, game.possession, game.spot)
    tell_fouls(game, ON_RETURN, n.OFFSET, game.possession, game.spot)
    if game.phase == n.TRY:
        try_again(game, game.spot, 0)
    else:
        same_down(game, game.spot, n.PENALTY_ROW)
        play_on_untimed(game)


def settle_fouls(game: Game, end: End, is_play: bool) -> None:
    """The side not at fault accepts one foul or declines them all (R19.4, R19.6, R21.5).

    `is_play`: a play 1-9, not a kick.
    """
    offense, guilty = game.possession, game.foul_teams[ON_PLAY][0]
    for number in range(game.foul_count[ON_PLAY]):
        _check_foul(game, number, is_play)
    put_aside(game)
    for number in range(game.foul_count[ON_PLAY]):
        take_back(game)
        if guilty == offense:
            _accept_on_offense(game, end, number)
            offer(game, n.ACCEPT, number)
        elif _accept_on_defense(game, end, number, is_play):
            offer(game, n.ACCEPT, number)
    take_back(game)
    tell_fouls(game, ON_PLAY, n.DECLINED, offense, game.spot)
    _stands(game, end, 0)
    offer(game, n.DECLINE, -1)
    choose(game, 1 - guilty)


def foul_number(which: int, number: int) -> int:
    """A foul of any list as a choice names it."""
    return which * MOST_FOULS + number


def _check_foul(game: Game, number: int, is_play: bool) -> None:
    """The holding and between-downs checks (R27.12); special teams have none (R22.1)."""
    offense, guilty, kind = game.possession, game.foul_teams[ON_PLAY][number], game.foul_kinds[ON_PLAY][number]
    game.foul_holding[number], game.foul_between[number] = 0, 0
    if not is_play:
        return
    if kind == n.OFF_10 and game.call >= n.FIRST_PASS and game.spot <= game.holding_safety_inside:
        # R20.3: basic play, and a season without the chart, takes every such foul for holding (R28.5).
        basic = not game.plays_holding or game.marks[offense][n.HOLDING] == 0
        game.foul_holding[number] = 1 if basic or check(game, offense, n.HOLDING) else 0
    elif kind in (n.OFF_15, n.DEF_15) and game.plays_between_downs:
        # R28.7.
        mark = n.BETWEEN_OFFENSE if kind == n.OFF_15 else n.BETWEEN_DEFENSE
        game.foul_between[number] = 1 if game.marks[guilty][mark] != 0 and check(game, guilty, mark) else 0


def _stands(game: Game, end: End, shift: int) -> None:
    """The play stands, with a foul on it."""
    if game.phase == n.TRY:
        two_point_over(game, end, shift)
    else:
        dead_ball(game, end, True, shift)


def _scores_for(end: End, team: int) -> bool:
    return end.what != n.DEAD and (end.what == n.SAFETY_END) != (end.team == team)


def _move_kickoff(game: Game, end: End, guilty: int, foul: Cell) -> None:
    """R19.11: the score stands, the next kick moves; back when the kicking team is at fault."""
    yards = game.foul_walk[foul.kind]
    kicker = game.possession if game.phase == n.TRY else end.team
    flag(game, guilty, yards, 0, n.AT_KICKOFF, foul)
    _stands(game, end, -yards if guilty == kicker else yards)


def _accept_on_offense(game: Game, end: End, number: int) -> None:
    """Where accepting a foul by the offense leads."""
    offense, foul = game.possession, foul_on(game, ON_PLAY, number)
    yards, line, between = game.foul_walk[foul.kind], game.spot, game.foul_between[number]
    to_kickoff = end.what != n.DEAD and game.foul_on_score[foul.kind] == n.TO_KICKOFF
    if to_kickoff and (between or game.off15_moves_kickoff or _scores_for(end, 1 - offense)):
        _move_kickoff(game, end, offense, foul)
    elif between:
        _between_downs(game, end, offense, foul)
    elif game.foul_holding[number]:
        wipe_out(game, line)
        flag(game, offense, 0, line, n.ACCEPTED, foul)
        if game.phase == n.TRY:
            try_failed(game, 0)
        else:
            safety(game, offense, n.BY_HOLDING, n.SCORE_ROW, 0)
    else:
        # R19.9, R20.2, R20.4: from the line, and the down again.
        wipe_out(game, line)
        spot = back(line, yards)
        flag(game, offense, line - spot, spot, n.ACCEPTED, foul)
        if game.phase == n.TRY:
            try_again(game, spot, yards)
        else:
            same_down(game, spot, n.PENALTY_ROW)


def _accept_on_defense(game: Game, end: End, number: int, is_play: bool) -> bool:
    """Where accepting a foul by the defense leads; gives whether it can be accepted (R19.11)."""
    offense, guilty, foul = game.possession, 1 - game.possession, foul_on(game, ON_PLAY, number)
    if _scores_for(end, offense):
        if foul.kind == n.INTERFERENCE or game.foul_on_score[foul.kind] == n.NOTHING:
            return False
        _move_kickoff(game, end, guilty, foul)
        return True
    if game.foul_between[number]:
        if end.what != n.DEAD:
            _move_kickoff(game, end, guilty, foul)
        else:
            _between_downs(game, end, guilty, foul)
        return True
    if _walked_from_end(game, end, foul.kind, is_play):
        start = end.spot
    else:
        start = game.spot
        wipe_out(game, start)
    spot = (
        _interference_spot(game, foul) if foul.kind == n.INTERFERENCE else forward(start, game.foul_walk[foul.kind])
    )
    flag(game, guilty, abs(spot - start), 100 - spot, n.ACCEPTED, foul)
    if game.phase == n.TRY:
        try_again(game, spot, 0)
        return True
    if foul.kind == n.INTERFERENCE or game.foul_first_down[foul.kind]:
        first_down_by_penalty(game, spot, n.PENALTY_ROW)
    else:
        same_down(game, spot, n.PENALTY_ROW)
    play_on_untimed(game)
    return True


def _walked_from_end(game: Game, end: End, kind: int, is_play: bool) -> bool:
    """Whether a foul by the defense is walked off from the end of the play, which then stands."""
    if kind == n.INTERFERENCE or end.turnover or end.what != n.DEAD or game.phase == n.TRY or not is_play:
        return False
    if game.foul_from[kind] == n.FROM_GAINING_RUN:
        # R21.2: from the end of a run that did not lose yards.
        return game.call < n.FIRST_PASS and end.spot >= game.spot
    # R21.3: DEF 15 from the end of the play.
    return game.foul_from[kind] == n.FROM_END


def _interference_spot(game: Game, foul: Cell) -> int:
    """R21.4: where the foul was; in the end zone, the defense's 1."""
    spot = game.spot + foul.yards
    return spot if spot < 100 else 100 - game.interference_in_end_zone


def _between_downs(game: Game, end: End, guilty: int, foul: Cell) -> None:
    """R28.7: the play stands, turnover included, and the yards are walked off from its end."""
    offense, yards = game.possession, game.foul_walk[foul.kind]
    if game.phase == n.TRY:
        flag(game, guilty, yards, 0, n.AT_KICKOFF, foul)
        two_point_over(game, end, -yards if guilty == offense else yards)
        return
    dead_ball(game, end, True, 0)
    team, old = game.possession, game.spot
    spot = back(old, yards) if guilty == team else forward(old, yards)
    flag(game, guilty, abs(spot - old), own_spot(guilty, team, spot), n.BETWEEN_DOWNS, foul)
    game.spot = spot
    if guilty == offense and team == offense:
        # The line to gain stays where it was and the down counts.
        return
    game.to_gain = line_to_gain(spot)
    if team == offense:
        happened(game, n.FIRST_DOWN, team, 0, spot, n.BY_PENALTY)
        game.down = 1
        play_on_untimed(game)
