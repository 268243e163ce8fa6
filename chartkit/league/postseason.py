"""After the last game of a run: standings by the season's tie-breakers, seeds, the bracket."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from chartkit.football.standings import (
    Game,
    Line,
    PlayoffGame,
    PlayoffRules,
    Records,
    play_bracket,
    playoff_rules,
    standings,
)
from chartkit.league.league import Fixture, League

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chartkit.league.simulation import Simulator

#: How far a team came: 0 stayed at home, then the last round that it played; the champion is one further.
ROUNDS = ("wild card", "division", "conference", "super bowl")
CHAMPION = len(ROUNDS) + 1
#: Columns of `Chunk.ranks`.
PLACE, SEED, STAGE = range(3)


@dataclass(frozen=True)
class Bracket:
    """The playoffs of one run with the scores."""

    games: tuple[PlayoffGame, ...]
    fixtures: tuple[Fixture, ...]
    #: Home, visitor.
    scores: tuple[tuple[int, int], ...]


def coin_of(seed: int, run: int) -> Callable[[Sequence[str]], str]:
    """The coin for when every tie-breaker fails; it depends on the run alone."""

    def toss(tied: Sequence[str]) -> str:
        return Random(f"coin {seed} {run} {' '.join(sorted(tied))}").choice(sorted(tied))

    return toss


def table_of_run(
    league: League, fixtures: Sequence[Fixture], scores: NDArray[np.int32], seed: int, run: int
) -> list[Line]:
    """The standings of one run; `scores` are [game, (home, visitor)]."""
    games = [
        Game(fixture.home, fixture.away, home, away)
        for fixture, (home, away) in zip(fixtures, scores.tolist(), strict=True)
    ]
    return standings(Records(league.clubs, games), playoff_rules(league.season), coin_of(seed, run))


def play_playoffs(league: League, lines: Sequence[Line], simulator: Simulator, run: int) -> Bracket:
    """The bracket of one run, played by the overtime rules of the playoffs."""
    last = max((game.week for game in league.schedule), default=0)
    fixtures: list[Fixture] = []
    scores: list[tuple[int, int]] = []
    points = league.simulation.statistics.index("points")

    def play(round_name: str, home: str, away: str, neutral: bool) -> str:
        fixture = Fixture(last + 1 + ROUNDS.index(round_name), home, away, playoff=True, neutral=neutral)
        mine, theirs = map(int, simulator.play((fixture,), [run])[0, 0, :, points])
        fixtures.append(fixture)
        scores.append((mine, theirs))
        return home if mine > theirs else away

    rules: PlayoffRules = playoff_rules(league.season)
    games = play_bracket(lines, rules, play)
    return Bracket(tuple(games), tuple(fixtures), tuple(scores))


def ranks_of(
    league: League,
    fixtures: Sequence[Fixture],
    scores: NDArray[np.int32],
    runs: Sequence[int],
    seed: int,
    simulator: Simulator | None,
) -> NDArray[np.int32]:
    """Run, team, (place in the division, seed or 0, how far); without a simulator there are no playoffs."""
    place = {code: number for number, code in enumerate(league.codes)}
    ranks = np.zeros((len(runs), len(place), 3), np.int32)
    for row, run in enumerate(runs):
        lines = table_of_run(league, fixtures, scores[row], seed, run)
        for line in lines:
            ranks[row, place[line.club], : SEED + 1] = line.place, line.seed or 0
        if simulator is None:
            continue
        bracket = play_playoffs(league, lines, simulator, run)
        for game in bracket.games:
            stage = 1 + ROUNDS.index(game.round)
            for club in (game.home, game.away):
                ranks[row, place[club], STAGE] = max(stage, ranks[row, place[club], STAGE])
        champion = bracket.games[-1].winner if bracket.games else _best(lines)
        ranks[row, place[champion], STAGE] = CHAMPION
    return ranks


def _best(lines: Sequence[Line]) -> str:
    """A league too small for a bracket has its first seed as champion."""
    return next(line.club for line in lines if line.seed == 1)
