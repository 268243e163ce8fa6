"""Whole games between invented teams, with coaches that choose at random among what is legal."""

from __future__ import annotations

import random
from functools import cache, lru_cache
from typing import Any

from chartkit.systems.ddf.charts import PLAYS
from chartkit.systems.ddf.engine import decisions as d
from chartkit.systems.ddf.engine.decisions import Ask, Choice, Decision
from chartkit.systems.ddf.engine.matchup import Matchup, matchup
from chartkit.systems.ddf.engine.table import GameLog, SeededRolls, play, play_game, resumed
from chartkit.systems.ddf.gameday.game import Game
from chartkit.systems.ddf.rules.options import Options
from support.charts import random_chart, random_generic

#: Answers that no decision allows.
NONSENSE: tuple[Choice, ...] = ("10-HAIL MARY", "G-PREVENT", -1, 1000, "spike it", "", "B", "QT")


class RandomCoach:
    """Chooses among the legal options, mostly football; sometimes tries something illegal first."""

    def __init__(self, seed: str, *, illegal: float = 0.0, leaves: frozenset[str] = frozenset()) -> None:
        self._random = random.Random(seed)
        self._illegal = illegal
        self._told = True
        self.leaves = leaves
        self.watches_clock = None
        #: (decision, choice, reason) of every refusal.
        self.refusals: list[tuple[Decision, Choice, str]] = []

    def decide(self, decision: Decision) -> Choice:
        """A random answer."""
        rng = self._random
        if self._told and rng.random() < self._illegal:
            return self._mischief(decision)
        self._told = True
        if decision.ask is Ask.CLOCK and rng.random() < 0.85:
            return d.PLAY_ON
        if decision.ask is Ask.REVEAL and rng.random() < 0.9:
            return d.STAND
        if decision.ask is Ask.POOCH:
            return rng.choice((0, 0, 0, 5, 12))
        if decision.ask is Ask.OFFENSE_CALL:
            return self._call(decision)
        return rng.choice(decision.options)

    def _call(self, decision: Decision) -> Choice:
        """Mostly a play; on fourth down mostly a kick. Drawn until it is legal, which is faster than listing."""
        rng, state = self._random, decision.state
        if state.down == 4 and rng.random() < 0.5:
            return d.FIELD_GOAL if state.spot >= 75 and not decision.why_not(d.FIELD_GOAL) else d.PUNT
        special = rng.random() < (0.2 if state.down == 4 else 0.03)
        for _ in range(30):
            choice = rng.choice(d.SPECIAL_CALLS if special else PLAYS)
            if not decision.why_not(choice):
                return choice
        return rng.choice(decision.options)

    def _mischief(self, decision: Decision) -> Choice:
        wild: list[Choice] = [
            *NONSENSE,
            "8-LONG",
            "7-MEDIUM",
            d.FIELD_GOAL,
            d.TIMEOUT,
            d.NO_HUDDLE,
            d.SPIKE,
            d.AUDIBLE,
        ]
        illegal = [choice for choice in wild if decision.why_not(choice)]
        self._told = False
        return self._random.choice(illegal)

    def refused(self, decision: Decision, choice: Choice, reason: str) -> None:
        """Keep the refusal for the test."""
        self.refusals.append((decision, choice, reason))


def random_options(rng: random.Random) -> Options:
    """Any combination of options."""
    from dataclasses import fields, replace

    values: dict[str, object] = {
        field.name: rng.random() < 0.5 for field in fields(Options) if field.type in ("bool", bool)
    }
    values |= {
        "offense_fumble_return": rng.choice(("always", "d10", "never")),
        "goal_line_squeeze": rng.choice(("printed", "season", "off")),
        "off15_on_score": rng.choice(("kickoff", "choice")),
        "spike_seconds": rng.choice((10, 20)),
    }
    return replace(Options(), **values)  # type: ignore[arg-type]


def random_matchup(seed: int) -> Matchup:
    """Two invented teams of some seasons under some options."""
    rng = random.Random(f"matchup {seed}")
    seasons = [rng.choice((1999, 2003, 2010, 2012, 2014, 2017, 2022, 2025)) for _ in range(2)]
    charts = [random_chart(seed * 2 + n, season=seasons[n], code=("AAA", "BBB")[n]) for n in (0, 1)]
    generic = {season: random_generic(season + seed) for season in seasons}
    return matchup(charts[0], charts[1], generic, random_options(rng))


def random_game(seed: int, *, illegal: float = 0.05) -> tuple[GameLog, tuple[RandomCoach, RandomCoach]]:
    """One whole game."""
    coaches = (RandomCoach(f"home {seed}", illegal=illegal), RandomCoach(f"away {seed}", illegal=illegal))
    return play(random_matchup(seed), coaches, SeededRolls(seed)), coaches


def game_file(log: GameLog) -> dict[str, Any]:
    """The file of a game that computers have played."""
    game = Game(log.matchup, log.seed, coach_names=("solitaire", "solitaire"))
    game.taken(resumed(log))
    return game.file_data()


@cache
def played_game(seed: int) -> GameLog:
    """A game that several tests may look at."""
    return random_game(seed)[0]


class AnyCoach:
    """Chooses among the legal options at random, but kicks on fourth down, so that every rule has its turn."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(f"coach {seed}")

    def decide(self, decision: Decision) -> Choice:
        options = decision.options
        if decision.ask is Ask.OFFENSE_CALL:
            if decision.state.down == 4 and self._random.random() < 0.8:
                return next((kick for kick in (d.FIELD_GOAL, d.PUNT) if kick in options), options[0])
            plays = [each for each in options if str(each)[0].isdigit()]
            if plays and self._random.random() < 0.98:
                return self._random.choice(plays)
        if decision.ask in (Ask.CLOCK, Ask.REVEAL, Ask.POOCH) and self._random.random() < 0.9:
            return options[0]
        return self._random.choice(options)

    def refused(self, decision: Decision, choice: Choice, reason: str) -> None:
        raise AssertionError(f"{choice} was offered and refused: {reason}")


@lru_cache(maxsize=64)
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
