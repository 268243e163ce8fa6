"""Overtime: ten minutes, each side has the ball once, then the next points win."""

from __future__ import annotations

from tools.demo.league import Team
from tools.demo.state import Game, Next


def start(game: Game) -> None:
    """Toss again; two timeouts each."""
    game.offense = game.luck.pick([game.home, game.away])
    game.next, game.kick_from = Next.KICKOFF, 35
    game.timeouts = {game.home: 2, game.away: 2}
    game.had_ball = set()


def decided(game: Game) -> bool:
    """Both sides have had the ball and one is ahead."""
    return game.overtime and game.lead != 0 and len(game.had_ball) == 2


def decided_after(game: Game, before: Team, *, opened: bool) -> bool:
    """Whether the loss of the ball by `before` ends the game: it had its turn and is behind."""
    return not opened and game.offense != before and decided(game)


def no_try(game: Game) -> bool:
    """A touchdown that ends the game needs no try; neither does one without a second left that settles it."""
    if game.overtime:
        # Scored by the defense on the first possession, or by the side that answers last.
        return (decided(game) and game.lead > 0) or (len(game.had_ball) == 1 and game.offense not in game.had_ball)
    return game.quarter == 4 and game.clock == 0 and (game.lead > 0 or game.lead < -2)
