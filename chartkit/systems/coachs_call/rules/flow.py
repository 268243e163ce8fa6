"""The course of a game: opening, plays one after the other, clock, quarters, overtime (sections 4.8 and 10)."""

from __future__ import annotations

from chartkit.football.field import NO_OVERTIME, first_stage, stage_after
from chartkit.systems import records as r
from chartkit.systems.coachs_call.rules import game as n
from chartkit.systems.coachs_call.rules.game import End, Game, boxes_left, ends_half
from chartkit.systems.coachs_call.rules.reading import begin_record, injure, is_tired, substitute
from chartkit.systems.coachs_call.rules.returns import field_goal, kick_off, punt
from chartkit.systems.coachs_call.rules.scrimmage import play_call, rare_play
from chartkit.systems.logged import ask, record, roll

#: 10.4: out of bounds costs no box with so few left in the half.
LAST_BOXES = 3


def begin(game: Game) -> None:
    """Before the roll for the opening kickoff."""
    game.phase, game.quarter, game.box, game.snap_box = n.OPENING, 1, 0, 0
    game.possession, game.down, game.spot, game.to_gain = n.HOME, 0, 0, 0
    game.after_safety, game.overtime, game.rare_pending, game.overtime_play = 0, 0, 0, 0
    game.last_call, game.written = n.NONE, 0
    for team in range(2):
        game.score[team], game.timeouts[team] = 0, game.timeouts_half
        game.fake_used[team], game.linemen_out[team] = 0, 0
        for slot in range(len(game.grades[team])):
            game.grades[team][slot] = game.start_grades[team][slot]
            game.receiving[team][slot] = game.start_receiving[team][slot]
            game.benched[team][slot] = 0
            game.touches[team][0][slot], game.touches[team][1][slot] = 0, 0


def step(game: Game) -> None:
    """Play one thing: the opening roll, a kick, a down, a try, or the end of a quarter."""
    game.was_phase, game.was_team = game.phase, game.possession
    game.was_score[0], game.was_score[1] = game.score[0], game.score[1]
    overtime = game.overtime
    if game.phase == n.OPENING:
        _open(game)
    elif boxes_left(game) <= 0 and not _goes_on(game):
        end_quarter(game)
        return
    elif game.phase == n.KICKOFF:
        game.rare_pending = 0
        whistle(game, kick_off(game))
    elif game.phase == n.TRY:
        game.rare_pending = 0
        _try(game)
    else:
        _from_scrimmage(game)
    if overtime and game.overtime and game.phase != n.OPENING:
        game.overtime = stage_after(game, game.overtime_format, n.SCRIMMAGE, n.TRY)
        if game.overtime == 0:
            _finish(game)


def _goes_on(game: Game) -> bool:
    """The half is over; a try is still played, and the kickoff after it if the options say so (10.2, A25)."""
    if game.phase == n.TRY and ends_half(game):
        game.overtime_play = 1
    elif game.phase != n.KICKOFF or not (game.overtime_play == 1 and game.last_try_kickoff):
        game.overtime_play = 0
    else:
        game.overtime_play = 2
    return game.overtime_play > 0


def _open(game: Game) -> None:
    """A roll decides who receives (1.5); overtime begins the same way."""
    receives = 0 if roll(game) // 10 <= 3 else 1
    game.received_first = receives
    if game.quarter > r.REGULATION:
        game.overtime = first_stage(game.overtime_format)
    else:
        _write_quarter(game)
    _kickoff_by(game, 1 - receives)


def _write_quarter(game: Game) -> None:
    begin_record(game, r.IS_QUARTER, game.possession)
    _write(game)


def _write(game: Game) -> None:
    game.row[r.HOME_SCORE], game.row[r.AWAY_SCORE] = game.score[0], game.score[1]
    record(game)


def _kickoff_by(game: Game, team: int) -> None:
    game.phase, game.possession, game.down = n.KICKOFF, team, 0
    game.spot, game.to_gain, game.after_safety = game.kickoff_line, 0, 0


# A down.


def _from_scrimmage(game: Game) -> None:
    """A call, a kick, or the rare play that is due (4.1, 10.6)."""
    begin_record(game, r.IS_RUN, game.possession)
    _rest_the_tired(game)
    call = ask(game, n.ASK_CALL, game.possession, 0)
    rare, game.rare_pending = game.rare_pending, 0
    if call == n.PUNT:
        end = punt(game)
    elif call == n.FIELD_GOAL:
        end = field_goal(game, r.IS_FIELD_GOAL)
    elif rare:
        end, call = rare_play(game), n.NONE
    else:
        end = play_call(game, call)
    game.last_call = call
    whistle(game, end)


def _rest_the_tired(game: Game) -> None:
    """A coach with a man above his limit may put in the substitute (2.8, 12.4)."""
    team = game.possession
    if not game.plays_stamina:
        return
    for slot in range(n.RB1, n.REC4 + 1):
        if (
            is_tired(game, team, slot)
            and not game.benched[team][slot]
            and ask(game, n.ASK_SUBSTITUTE, team, slot) == 1
        ):
            substitute(game, team, slot)


def _try(game: Game) -> None:
    """A kick or one play from scrimmage (8.7)."""
    begin_record(game, r.IS_EXTRA_POINT, game.possession)
    # A penalty may have moved the spot of the next attempt.
    moved, game.spot = game.spot, 100 - game.two_point_spot
    go = game.two_point_try and ask(game, n.ASK_TRY, game.possession, 0) == 1
    if go:
        game.spot = moved if moved > 0 else game.spot
        game.to_gain, game.row[r.SPOT] = 100, game.spot
        end = play_call(game, ask(game, n.ASK_CALL, game.possession, 0))
    else:
        game.spot = moved if moved > 0 else 100 - game.extra_point_spot
        game.row[r.SPOT] = game.spot
        end = field_goal(game, r.IS_EXTRA_POINT)
    whistle(game, end)


# After the play.


def whistle(game: Game, end: End) -> None:
    """What follows a play: points, possession, down and distance (4.8), its record, and the clock (10)."""
    row = game.row
    row[r.END_TEAM], row[r.END_SPOT] = end.team, end.spot
    if game.injury and game.plays_injuries:
        after = end.spot if end.team == row[r.TEAM] else 100 - end.spot
        injure(game, row[r.SPOT] if game.injury_spot_before else after)
    if row[r.IS_TRY]:
        _after_try(game, end)
    elif end.what == n.SCORED:
        row[r.WENT_OUT_OF_BOUNDS] = 0
        _points(game, end.team, 6, r.BY_TOUCHDOWN)
        row[r.MADE_FIRST] = 1 if end.team == row[r.TEAM] and row[r.AT_DOWN] > 0 else 0
        game.phase, game.possession, game.down = n.TRY, end.team, 0
        game.spot, game.to_gain, game.last_call = 0, 0, n.NONE
    elif end.what == n.SAFETY:
        _points(game, 1 - end.team, 2, r.BY_SAFETY)
        _kickoff_by(game, end.team)
        game.spot, game.after_safety, game.last_call = game.free_kick_line, 1, n.NONE
    elif end.what == n.GOOD_KICK:
        _points(game, end.team, 3, r.BY_FIELD_GOAL)
        _kickoff_by(game, end.team)
        game.last_call = n.NONE
    elif end.what == n.RETRY:
        game.spot = end.spot
    else:
        _next_down(game, end)
    settle_clock(game)


def _points(game: Game, team: int, points: int, how: int) -> None:
    game.score[team] += points
    game.row[r.SCORED_HOW], game.row[r.SCORING_TEAM] = how, team


def _after_try(game: Game, end: End) -> None:
    """One point, two, or none; then the kickoff (8.7)."""
    team = game.row[r.TEAM]
    if end.what == n.RETRY:
        game.spot = end.spot
        return
    if end.what == n.GOOD_KICK:
        _points(game, team, 1, r.BY_EXTRA_POINT)
    elif end.what == n.SCORED and end.team == team:
        _points(game, team, 2, r.BY_TWO_POINTS)
    elif end.what == n.SCORED and game.try_defense_return:
        _points(game, end.team, 2, r.BY_DEFENSE)
    _kickoff_by(game, team)


def _next_down(game: Game, end: End) -> None:
    """Down and distance, or a new series."""
    row = game.row
    game.phase, game.spot = n.SCRIMMAGE, end.spot
    keeps = end.team == row[r.TEAM] and end.series <= n.FIRST_DOWN and row[r.AT_DOWN] > 0
    if keeps and end.series != n.FIRST_DOWN and end.spot < game.to_gain:
        game.down += 1 if end.series == n.NEXT_DOWN else 0
        if game.down > 4:
            _new_series(game, 1 - end.team, 100 - end.spot)
        return
    row[r.MADE_FIRST] = 1 if keeps else 0
    last = game.last_call
    _new_series(game, end.team, end.spot)
    if keeps:
        game.last_call = last


def _new_series(game: Game, team: int, spot: int) -> None:
    """First and ten, or goal to go."""
    game.possession, game.down, game.spot, game.to_gain = team, 1, spot, min(spot + 10, 100)
    game.last_call = n.NONE


# The clock (10).


def settle_clock(game: Game) -> None:
    """Boxes that are saved, the record of the play, time outs and a spike, and the shaded box."""
    row = game.row
    saved = False
    left = boxes_left(game) if game.late_out_of_bounds_after else game.boxes - game.snap_box
    if game.time_called:
        # 8.3, A24: ignored by a team without a time out, unless it is agreed that the clock stops all the same.
        team = game.possession if game.phase == n.SCRIMMAGE else row[r.END_TEAM]
        if game.timeouts[team] > 0 or game.time_without_time_out:
            game.timeouts[team] = max(game.timeouts[team] - 1, 0)
            saved = row[r.IN_BOUNDS] == 1 and game.time_saves_box
    if row[r.WENT_OUT_OF_BOUNDS] and left <= LAST_BOXES and ends_half(game):
        saved = True
    saved = saved and _save_box(game)
    row[r.SAVED_BOX] = 1 if saved else 0
    in_bounds = row[r.IN_BOUNDS] == 1 and not saved and game.phase == n.SCRIMMAGE and row[r.KIND] != r.IS_NO_CALL
    same_side = row[r.TEAM] == game.possession and row[r.ACCEPTED] == 0
    _write(game)
    if in_bounds and game.time_outs and not game.overtime_play:
        _stop_clock(game, same_side)
    if game.snap_box <= game.shaded_box < game.box and ends_half(game):
        game.rare_pending = 1


def _save_box(game: Game) -> bool:
    """The number overwrites the last box of the strip, if there is one (10.3)."""
    if game.box < 2 or game.overtime_play:
        return False
    game.written, game.box = game.written - 1, game.box - 1
    game.history[game.written - 1] = game.history[game.written]
    return True


def _stop_clock(game: Game, same_side: bool) -> None:
    """After an in-bounds play either team may call a time out, or the offense spike the ball (10.3)."""
    if game.box < 2:
        return
    for number in range(2):
        team = game.possession if number == 0 else 1 - game.possession
        if game.timeouts[team] > 0 and ask(game, n.ASK_TIME_OUT, team, 0) == 1:
            game.timeouts[team] -= 1
            _save_box(game)
            begin_again(game, r.IS_TIME_OUT, team)
            return
    if same_side and 0 < game.down < 4 and ask(game, n.ASK_SPIKE, game.possession, 0) == 1:
        _save_box(game)
        begin_again(game, r.IS_SPIKE, game.possession)
        game.down += 1


def begin_again(game: Game, kind: int, team: int) -> None:
    """A record between two plays; the snap of the last play still counts for the shaded box."""
    snap = game.snap_box
    begin_record(game, kind, team)
    game.row[r.SAVED_BOX], game.snap_box = 1, snap
    game.row[r.END_TEAM], game.row[r.END_SPOT] = game.possession, game.spot
    if kind == r.IS_SPIKE:
        game.row[r.RESULT] = r.NOT_CAUGHT
    _write(game)


def end_quarter(game: Game) -> None:
    """Change ends, half time, overtime, or the end of the game (10.1, 10.5)."""
    quarter = game.quarter
    game.overtime_play = 0
    if quarter >= r.REGULATION:
        level = game.score[0] == game.score[1]
        tied_ends = game.overtime_format == NO_OVERTIME or (quarter > r.REGULATION and game.tie_allowed)
        if not level or tied_ends or quarter + 1 >= n.MOST_QUARTERS:
            _finish(game)
            return
    game.quarter, game.box = quarter + 1, 0
    if quarter in (2, r.REGULATION):
        game.rare_pending, game.last_call = 0, n.NONE
        for team in range(2):
            game.timeouts[team] = game.timeouts_half if quarter == 2 else game.timeouts_overtime
    if quarter == 2:
        _kickoff_by(game, game.received_first)
    elif quarter == r.REGULATION:
        game.phase, game.down, game.spot, game.to_gain, game.overtime = n.OPENING, 0, 0, 0, 0
    _write_quarter(game)


def _finish(game: Game) -> None:
    game.phase = n.OVER
    begin_record(game, r.IS_END, n.HOME)
    _write(game)
