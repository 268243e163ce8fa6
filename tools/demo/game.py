"""One game from the opening kickoff to the last second."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tools.demo import coach, fouls, kicks, overtime, reviews, scoring, scrimmage, wording
from tools.demo.coach import Call
from tools.demo.league import Fixture, Team
from tools.demo.luck import Luck
from tools.demo.sheet import Row, Sheet, length_of_quarter
from tools.demo.state import End, Game, Next, Play


def play_game(fixture: Fixture, season: int, rates: Mapping[str, Any], luck: Luck) -> list[Row]:
    """Play a fixture and return its rows."""
    receiving = luck.pick([fixture.home, fixture.away])
    game = Game(home=fixture.home, away=fixture.away, luck=luck, rates=rates, offense=receiving)
    game.opened_by = receiving
    sheet = Sheet(game, fixture, season)
    sheet.marker("GAME")
    while game.next is not Next.OVER:
        _step(game, sheet)
    return sheet.finish()


def _step(game: Game, sheet: Sheet) -> None:
    if game.next is Next.TRY:
        _try(game, sheet)
    elif game.next in (Next.KICKOFF, Next.FREE_KICK):
        _kickoff(game, sheet)
    else:
        _down(game, sheet)
    if game.next is not Next.OVER and game.clock <= 0 and game.next is not Next.TRY:
        _end_of_quarter(game, sheet)


def _kickoff(game: Game, sheet: Sheet) -> None:
    kicker_team = game.other(game.offense)
    style = "free" if game.next is Next.FREE_KICK else coach.kick_style(game, kicker_team)
    game.drive += 1
    game.drive_credited = True
    play = kicks.kickoff(game, kicker_team, style)
    _settle(game, sheet, play, None, with_clock=False)
    game.kick_from = 35


def _try(game: Game, sheet: Sheet) -> None:
    two = coach.goes_for_two(game)
    game.spot = 100 - (scoring.TWO_POINT_LINE if two else scoring.EXTRA_POINT_LINE)
    offside = not two and game.luck.chance(game.rate("foul", "kick", "try_offside"))
    play, made, given = scoring.two_points(game) if two else scoring.extra_point(game)
    if offside:
        _try_again(game, sheet, play)
        play, made, given = scoring.extra_point(game)
    sheet.play(play, clock=game.clock, with_clock=False, points={game.offense: made, game.defense: given})
    game.score[game.offense] += made
    game.score[game.defense] += given
    if game.overtime and overtime.decided(game):
        _finish(game, sheet)
        return
    _set_kickoff(game, kicker_team=game.offense)


def _try_again(game: Game, sheet: Sheet, play: Play) -> None:
    # Five yards on a kick that was good are not worth having; after a miss the kick is taken again.
    rusher = game.defense.one_of(game.luck, "lineman", "cornerback")
    place = wording.spot(game.offense, game.defense, game.spot)
    charge = wording.flag(game.defense, rusher, "Defensive Offside")
    words = play.words.replace("is GOOD,", "is GOOD, NULLIFIED by Penalty,")
    words += f" PENALTY on {charge}, 5 yards, enforced at {place} - No Play."
    facts = {"penalty": 1, "penalty_team": game.defense.code, "penalty_type": "Defensive Offside"}
    facts |= {"penalty_yards": 5, "special_teams_play": 1, "yards_gained": 0}
    wiped = Play("no_play", words, game.offense, game.spot, 0, facts)
    sheet.play(wiped, clock=game.clock, with_clock=False, points={})
    game.spot += 5


def _set_kickoff(game: Game, *, kicker_team: Team) -> None:
    game.offense = game.other(kicker_team)
    game.next = Next.KICKOFF
    game.running = False


def _down(game: Game, sheet: Sheet) -> None:
    asker = coach.timeout(game)
    if asker:
        game.timeouts[asker] -= 1
        sheet.timeout(asker, 3 - game.timeouts[asker])
        game.running = False
    if _clock_runs_out(game, sheet):
        return
    call = coach.call(game, hurried=coach.hurried(game))
    if call.kind in ("run", "pass", "sneak", "punt", "field_goal"):
        flag = fouls.before_snap(game, call.formation)
        if flag:
            _settle(game, sheet, *flag)
            return
    play = _run_call(game, call)
    series = None
    if play.kind in ("run", "pass") and call.kind != "fake_punt":
        play, series = fouls.during(game, play)
        reviews.review(game, play)
        reviews.hurt(game, play)
    elif play.kind in ("punt", "field_goal"):
        play, series = fouls.on_kick(game, play)
    _settle(game, sheet, play, series)


def _clock_runs_out(game: Game, sheet: Sheet) -> bool:
    ran = coach.between_plays(game)
    if game.quarter in (2, 4) and game.clock > 120 >= game.clock - ran:
        # The two-minute warning stops the clock on its own.
        ran = game.clock - 120
    if game.clock - ran > 0:
        game.clock -= ran
        return False
    game.clock = 0
    _end_of_quarter(game, sheet)
    return True


def _run_call(game: Game, call: Call) -> Play:
    quarterback = game.offense.star("quarterback")
    if call.kind == "pass":
        return scrimmage.dropback(game, call.formation)
    if call.kind == "run":
        return scrimmage.run(game, call.formation)
    if call.kind == "sneak":
        return scrimmage.run(game, call.formation, sneak=True)
    if call.kind == "punt":
        return kicks.punt(game, call.formation)
    if call.kind == "field_goal":
        return scoring.field_goal(game)
    if call.kind == "fake_punt":
        punter = game.offense.star("punter")
        if game.luck.chance(0.5):
            return scrimmage.dropback(game, call.formation, passer=punter)
        return scrimmage.run(game, call.formation, carrier=punter)
    if call.kind == "spike":
        words = f"{quarterback} spiked the ball to stop the clock."
        facts = {"incomplete_pass": 1, "qb_spike": 1, "air_yards": 0, "passer_player_name": quarterback.name}
        return Play("qb_spike", words, game.offense, game.spot, game.seconds("spike"), facts, stops_clock=True)
    loss = -1 if game.spot > 1 else 0
    at = wording.spot(game.offense, game.defense, game.spot + loss)
    facts = {"qb_kneel": 1, "yards_gained": loss, "rusher_player_name": quarterback.name}
    words = f"{quarterback} kneels to {at} {wording.yards(loss)}."
    return Play("qb_kneel", words, game.offense, game.spot + loss, game.seconds("kneel"), facts)


def _settle(game: Game, sheet: Sheet, play: Play, series: fouls.Series | None, *, with_clock: bool = True) -> None:
    """Write the play and move the game on: clock, points, ball, down."""
    points = _points(play)
    if series is None and play.kind in ("run", "pass", "qb_kneel", "qb_spike") and game.next is Next.SCRIMMAGE:
        _conversion(game, play)
    sheet.play(play, clock=game.clock, with_clock=with_clock, points=points)
    # A flag never ends a quarter: there is always one more play.
    floor = 1 if play.kind == "no_play" else 0
    game.clock = max(floor, game.clock - play.seconds)
    for team, scored in points.items():
        game.score[team] += scored
    game.running = not play.stops_clock and play.end is End.DEAD
    game.restart = bool(play.facts.get("out_of_bounds") or play.kind == "no_play")
    if play.kind == "no_play" and not game.late:
        game.running = play.seconds > 0
    if series is not None:
        game.spot, game.down, game.to_go = series.spot, series.down, series.to_go
        return
    _possession(game, sheet, play)


def _points(play: Play) -> dict[Team, int]:
    worth = {End.TOUCHDOWN: 6, End.FIELD_GOAL: 3, End.SAFETY: 2, End.DEAD: 0}[play.end]
    return {play.team: worth} if worth else {}


def _conversion(game: Game, play: Play) -> None:
    line = game.spot + game.to_go
    kept = play.team == game.offense and not play.new_series
    reached = kept and play.end is not End.SAFETY and game.spot + play.facts.get("yards_gained", 0) >= line
    if play.end is End.TOUCHDOWN and play.team == game.offense:
        reached = True
    by_flag = kept and play.gives_first
    play.facts["first_down"] = int(reached or by_flag)
    if game.down == 3 and reached:
        play.facts["third_down_converted"] = 1
    if game.down == 4 and not by_flag:
        play.facts["fourth_down_converted" if reached else "fourth_down_failed"] = 1


def _possession(game: Game, sheet: Sheet, play: Play) -> None:
    before = game.offense
    opened = game.next in (Next.KICKOFF, Next.FREE_KICK)
    if play.end is End.DEAD:
        if play.new_series or play.team != before:
            _new_series(game, play, opened=opened)
        else:
            _next_down(game, play)
        if overtime.decided_after(game, before, opened=opened):
            _finish(game, sheet)
        return
    game.running = False
    if game.overtime:
        game.had_ball.add(before)
    if play.end is End.TOUCHDOWN:
        game.drive_credited = play.team == before
        game.offense, game.spot = play.team, 85
        game.kick_from = 35 + play.moved
        game.next = Next.TRY
        if overtime.no_try(game):
            _finish(game, sheet)
        return
    if overtime.decided(game) or (game.overtime and play.end is End.SAFETY):
        _finish(game, sheet)
        return
    if play.end is End.SAFETY:
        game.offense, game.next, game.kick_from = play.team, Next.FREE_KICK, 20
    else:
        _set_kickoff(game, kicker_team=play.team)


def _new_series(game: Game, play: Play, *, opened: bool) -> None:
    before = game.offense
    if game.overtime and not opened:
        game.had_ball.add(before)
    game.first_down(play.team, play.spot)
    # A kickoff belongs to the drive that it opens, whoever comes up with the ball.
    if not opened and play.team != before:
        game.drive += 1


def _next_down(game: Game, play: Play) -> None:
    line = game.spot + game.to_go
    spot = play.spot + play.moved
    if play.spot >= line or play.gives_first or spot >= line:
        game.first_down(game.offense, spot)
    elif game.down == 4:
        if game.overtime:
            game.had_ball.add(game.offense)
        game.first_down(game.defense, 100 - spot)
        game.drive += 1
        game.running = False
    else:
        game.spot, game.down, game.to_go = spot, game.down + 1, line - spot


def _end_of_quarter(game: Game, sheet: Sheet) -> None:
    game.clock = 0
    tied = game.score[game.home] == game.score[game.away]
    if game.quarter == 5 or (game.quarter == 4 and not tied):
        _finish(game, sheet)
        return
    game.running = False
    if game.quarter == 2:
        _new_half(game, receiving=game.other(game.opened_by or game.home))
    elif game.quarter == 4:
        overtime.start(game)
    sheet.marker(f"END QUARTER {game.quarter}")
    game.quarter += 1
    game.clock = length_of_quarter(game.quarter)


def _new_half(game: Game, *, receiving: Team) -> None:
    game.offense, game.next = receiving, Next.KICKOFF
    game.timeouts = {game.home: 3, game.away: 3}
    game.kick_from = 35


def _finish(game: Game, sheet: Sheet) -> None:
    game.next = Next.OVER
    game.clock = 0 if not game.overtime else game.clock
    sheet.marker("END GAME")
