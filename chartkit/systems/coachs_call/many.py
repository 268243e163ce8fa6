"""Many games: the rules, the coach and the statistics as machine code (`chartkit.running`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chartkit.running.compiled import Engine, record_type
from chartkit.running.stream import begin_numbers, random_below, seed_stream
from chartkit.systems.coachs_call.coach import SCOUTED, Mind, answer, coach_fields, scout
from chartkit.systems.coachs_call.layout import rule_fields, team_fields
from chartkit.systems.coachs_call.rules.flow import begin, step
from chartkit.systems.coachs_call.rules.game import ask, draw, record, roll
from chartkit.systems.coachs_call.rules.names import OVER, RECORD
from chartkit.systems.coachs_call.rules.options import Options
from chartkit.systems.coachs_call.statistics import NUMBER, Tally, begin_count, count, finish_count
from chartkit.systems.coachs_call.table import Matchup
from chartkit.systems.coachs_call.tables import Tables

Statistics = NDArray[np.int16]
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


ENGINE = Engine(play_runs, BODIES, GAME)


# Games.


@dataclass(frozen=True)
class Fixture:
    """A game to be played: its number among all, and who plays whom by which tables and options."""

    number: int
    matchup: Matchup
    #: What the coaches have found out about each other.
    scouted: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def parts(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The fields of both teams."""
        home, away = self.matchup.teams
        return team_fields(home, away, home=True), team_fields(away, home, home=False)


@lru_cache(maxsize=8)
def _board(options: Options, tables: Tables, season: int) -> Any:
    """The memory of a game with the tables in it."""
    block = np.zeros(1, GAME)
    for name, value in {**rule_fields(tables, options, season), **coach_fields(season)}.items():
        block[name][0] = value
    block["book_count"][0] = -1
    return block


def play_games(
    fixtures: Sequence[Fixture], n_runs: int, *, seed: int, season: int, first_run: int = 0
) -> Statistics:
    """Play each fixture so many times: statistics by fixture, run, team (home, visitor) and `statistics.NAMES`.

    A game depends on (seed, season, its number, run) alone. Threads can call this together.
    """
    out = np.zeros((len(fixtures), n_runs, 2, NUMBER), np.int16)
    blocks: dict[tuple[Options, Tables], Any] = {}
    for place, fixture in enumerate(fixtures):
        by = fixture.matchup.options, fixture.matchup.tables
        if by not in blocks:
            blocks[by] = _board(*by, season).copy()
        _play(blocks[by], fixture, (seed, season, first_run), out[place])
    return out


def record_game(
    fixture: Fixture, *, seed: int, season: int, run: int = 0
) -> tuple[list[tuple[int, ...]], Statistics]:
    """One game of `play_games` with its records."""
    block = _board(fixture.matchup.options, fixture.matchup.tables, season).copy()
    block["book_count"][0] = 0
    out = np.zeros((1, 2, NUMBER), np.int16)
    _play(block, fixture, (seed, season, run), out)
    rows = block["book"][0][: int(block["book_count"][0])]
    return [tuple(int(number) for number in row) for row in rows], out[0]


def _play(block: Any, fixture: Fixture, stream: tuple[int, int, int], out: Statistics) -> None:
    for side, part in enumerate(fixture.parts):
        for name, value in part.items():
            block[name][0][side] = value
    for name, value in fixture.scouted.items():
        block[name][0] = value
    seed, season, run = stream
    with np.errstate(over="ignore"):
        ENGINE.run(block[0], seed % 2**63, season, fixture.number, run, out, not fixture.scouted)
    if not fixture.scouted:
        fixture.scouted.update({name: block[name][0].copy() for name in SCOUTED})
