"""Many games: the rules, the coach and the statistics as machine code (`systems.logged_many`)."""

from __future__ import annotations

from typing import Any

from chartkit.running.stream import begin_numbers, random_below, seed_stream
from chartkit.systems.coachs_call.coach import Mind, answer, scout
from chartkit.systems.coachs_call.rules.flow import begin, step
from chartkit.systems.coachs_call.rules.names import OVER
from chartkit.systems.logged_many import Machine
from chartkit.systems.record_book import NUMBER, begin_count, finish_count


def _roll(game: Any) -> int:
    number = random_below(game, 36)
    return 10 * (number // 6 + 1) + number % 6 + 1


def play_runs(game: Any, seed: int, season: int, number: int, first_run: int, out: Any, scouting: bool) -> None:
    """One game as often as `out` has rows; the coaches scout each other unless their calls are laid out."""
    if scouting:
        begin(game)
        scout(game)
    for run in range(out.shape[0]):
        seed_stream(game, seed, season, number, first_run + run)
        begin(game)
        begin_count(game)
        while game.phase != OVER:
            begin_numbers(game)
            step(game)
        finish_count(game)
        for team in range(2):
            for place in range(NUMBER):
                out[run, team, place] = game.statistics[team][place]


MACHINE = Machine(play_runs, Mind, _roll, answer)
