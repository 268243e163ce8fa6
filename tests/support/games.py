"""Games between invented teams, for what reads their records."""

from __future__ import annotations

import random

from chartkit.systems.ddf.referee.decisions import FIELD_GOAL, PUNT, Ask, Choice, Decision
from chartkit.systems.ddf.referee.log import GameLog
from chartkit.systems.ddf.referee.options import Options
from chartkit.systems.ddf.referee.play import play_game
from chartkit.systems.ddf.referee.rolls import SeededRolls
from support.charts import random_chart, random_generic


class AnyCoach:
    """Chooses among the legal options at random, but kicks on fourth down, so that every rule has its turn."""

    leaves: frozenset[str] = frozenset()

    def __init__(self, seed: int) -> None:
        self._random = random.Random(f"coach {seed}")

    def decide(self, decision: Decision) -> Choice:
        options = decision.options
        if decision.ask == Ask.OFFENSE_CALL:
            if decision.state.down == 4 and self._random.random() < 0.8:
                return next((kick for kick in (FIELD_GOAL, PUNT) if kick in options), options[0])
            plays = [each for each in options if str(each)[0].isdigit()]
            if plays and self._random.random() < 0.98:
                return self._random.choice(plays)
        if decision.ask in (Ask.CLOCK, Ask.REVEAL, Ask.POOCH) and self._random.random() < 0.9:
            return options[0]
        return self._random.choice(options)

    def refused(self, decision: Decision, choice: Choice, reason: str) -> None:
        raise AssertionError(f"{choice} was offered and refused: {reason}")


def some_game(seed: int, options: Options | None = None) -> GameLog:
    """A whole game of invented teams; the same seed gives the same game."""
    return play_game(
        random_chart(seed, code="HOM"),
        random_chart(seed + 1000, code="VIS"),
        random_generic(seed),
        options or Options.advanced(),
        (AnyCoach(seed), AnyCoach(-seed - 1)),
        SeededRolls(seed),
    )
