"""A game shown again: the scoreboard, the field, and what happened, play by play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from chartkit.systems.ddf.gameday.field import ASCII, UNICODE, Ink, draw
from chartkit.systems.ddf.gameday.situation_words import ball_in_words, period_short
from chartkit.systems.ddf.referee.events import Ball
from chartkit.systems.ddf.referee.state import SCRIMMAGE, GameState
from chartkit.systems.ddf.scorebook.plays import Play, PlayReader
from chartkit.systems.ddf.scorebook.words import clock_in_words, sentence
from chartkit.systems.playing import Scene

if TYPE_CHECKING:
    from chartkit.systems.ddf.gameday.game import Step

Teams = tuple[str, str]


def _board(play: Play, state: GameState, teams: Teams, ink: Ink) -> str:
    """Score with timeouts, quarter and clock, down: at most 80 characters."""
    sides = [f"{teams[team]} {play.score[team]} {(ink.dot * state.timeouts[team]):3}" for team in (1, 0)]
    ball = ball_in_words(Ball(play.phase, play.team, play.down, play.to_go, play.spot), teams)
    return f"{sides[0]}  {sides[1]}  {period_short(play.period)} {clock_in_words(play.clock):>5}   {ball}".rstrip()


def _rest(play: Play) -> tuple[int, int]:
    """Where the ball is at the end: a score is in the end zone, whatever comes next."""
    if scored := play.first("touchdown"):
        return scored.team, 100
    if play.points and play.points[-1].how in ("field goal", "PAT", "two-point conversion"):
        return play.team, 100
    if play.first("safety"):
        return play.team, 0
    if play.after.phase == SCRIMMAGE:
        return play.after.team, play.after.spot
    return play.team, play.spot


def _scene(play: Play, state: GameState, teams: Teams, ink: Ink) -> Scene:
    to_gain = play.spot + play.to_go if play.phase == SCRIMMAGE else None
    home, away = play.score_after
    story = sentence(play, teams)
    if play.points:
        story += f"  [{teams[1]} {away}, {teams[0]} {home}]"
    return Scene(
        number=play.number,
        board=_board(play, state, teams, ink),
        field=draw(teams, play.team, play.spot, to_gain, _rest(play), ink),
        story=story,
        data={
            "number": play.number,
            "period": play.period,
            "clock": play.clock,
            "team": teams[play.team],
            "down": play.down,
            "to_go": play.to_go,
            "spot": play.spot,
            "call": play.call,
            "formation": play.formation,
            "text": sentence(play, teams),
            "score": {teams[0]: home, teams[1]: away},
        },
    )


def scenes(steps: Sequence[Step], teams: Teams, *, plain: bool) -> Iterator[Scene]:
    """Every play of the steps."""
    ink = ASCII if plain else UNICODE
    reader = PlayReader()
    for step in steps:
        for play in reader.feed(step.events):
            yield _scene(play, step.before, teams, ink)
