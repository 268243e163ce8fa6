"""Situations as a person at the table reads them."""

from __future__ import annotations

from chartkit.systems.ddf.engine.events import Ball
from chartkit.systems.ddf.engine.state import COIN_TOSS, FREE_KICK, KICKOFF, SCRIMMAGE, TRY, GameState
from chartkit.systems.ddf.scorebook.words import clock_in_words, spot_in_words

_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th"}


def period_short(period: int) -> str:
    """`1st`, `OT`, `OT2`."""
    return _ORDINALS.get(period) or ("OT" if period == 5 else f"OT{period - 4}")


def ball_in_words(ball: Ball, codes: tuple[str, str]) -> str:
    """`PHI 2nd and 7 at the PHI 44`, `NE kicks off from the NE 35`."""
    own, other = codes[ball.team], codes[1 - ball.team]
    where = spot_in_words(ball.spot, own, other)
    if ball.phase == SCRIMMAGE:
        to_go = "goal" if ball.spot + ball.to_go >= 100 else str(ball.to_go)
        return f"{own} {_ORDINALS[ball.down]} and {to_go} at the {where}"
    return {
        KICKOFF: f"{own} kicks off from the {where}",
        FREE_KICK: f"{own} kicks free from the {where}",
        TRY: f"{own} tries for the extra point",
        COIN_TOSS: "Coin toss",
    }.get(ball.phase, "Final")


def ball_of(state: GameState) -> Ball:
    """Where the ball is, without the rest of the state."""
    return Ball(state.phase, state.possession, state.down, state.to_go, state.spot)


def situation_line(state: GameState, codes: tuple[str, str]) -> str:
    """Clock, score, ball and timeouts in one line."""
    score = f"{codes[1]} {state.score[1]}, {codes[0]} {state.score[0]}"
    timeouts = f"timeouts {codes[1]} {state.timeouts[1]}, {codes[0]} {state.timeouts[0]}"
    clock = f"{period_short(state.period)} {clock_in_words(state.clock)}"
    return f"-- {clock}  {score}  {ball_in_words(ball_of(state), codes)}  ({timeouts})"
