"""Many games: the rules, the coach and the statistics as machine code (`systems.logged_many`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from chartkit.running.compiled import Engine, record_type
from chartkit.running.stream import begin_numbers, random_below, seed_stream
from chartkit.systems.coachs_call.coach import Mind, answer, scout
from chartkit.systems.coachs_call.rules.flow import begin, step
from chartkit.systems.coachs_call.rules.names import OVER, RECORD
from chartkit.systems.coachs_call.statistics import NUMBER, Tally, begin_count, count, finish_count
from chartkit.systems.logged import ask, draw, record, roll
from chartkit.systems.logged_many import Machine

#: Room for the records of any game that ends.
MOST_GAME_RECORDS = 4000
_EXTRA = (
    *(("stream", np.uint64), ("next_stream", np.uint64), ("book_count", np.int64)),
    ("book", np.int64, (MOST_GAME_RECORDS, len(RECORD))),
)
GAME = record_type((Mind, Tally), _EXTRA, {})


# The seams.


def _roll(game: Any) -> int:
    number = random_below(game, 36)
    return 10 * (number // 6 + 1) + number % 6 + 1


def _record(game: Any) -> None:
    count(game, game.row)
    if game.book_count >= 0:
        place = game.book_count % MOST_GAME_RECORDS
        for part in range(len(RECORD)):
            game.book[place][part] = game.row[part]
        game.book_count += 1


BODIES: Mapping[Any, Any] = {roll: _roll, ask: answer, draw: random_below, record: _record}


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


MACHINE = Machine(Engine(play_runs, BODIES, GAME), GAME, NUMBER)
