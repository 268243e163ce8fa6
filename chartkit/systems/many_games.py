"""Many games of `logged` rules: each laid out as a record in memory, and played as machine code or at the table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from chartkit.league import Fixture, RecordedGame, Simulation
from chartkit.running.compiled import Engine, record_type
from chartkit.running.stream import Stream, random_below
from chartkit.systems.logged import ComputerCoach, LoggedMatchup, Table, ask, draw, record, roll
from chartkit.systems.records import NUMBER, RECORD, GameLog, Tally, box_score, count, counted, rows
from chartkit.systems.statistics import box_page

COMPILED, TABLE = "compiled", "table"


class TwoWaySimulation(Simulation):
    """A simulation with two engines: compiled, and at the table."""

    threaded = frozenset({COMPILED})
    #: The rules as machine code.
    machine: ClassVar[Engine]

    def is_prepared(self, engine: str) -> bool:
        """The table always is; the compiled engine when its machine code is on this computer."""
        return engine != COMPILED or self.machine.is_compiled()

    def kept_in(self) -> Path:
        return self.machine.folder


Statistics = NDArray[np.int16]
#: More records than any game has.
MOST_GAME_RECORDS = 4000
#: What the compiled bodies of the seams need; `book` takes the records of a game unless `book_count` is negative.
_EXTRA = (
    *(("stream", np.uint64), ("next_stream", np.uint64), ("book_count", np.int64)),
    ("book", np.int64, (MOST_GAME_RECORDS, len(RECORD))),
)


@dataclass(frozen=True)
class LoggedFixture:
    """A game to be played: its number among all, and who plays whom by which rules."""

    number: int
    matchup: LoggedMatchup
    #: What the coaches have found out about each other.
    scouted: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def parts(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The fields of both teams."""
        return self.matchup.sides()


def _record(game: Any) -> None:
    count(game, game.row)
    if game.book_count >= 0:
        place = game.book_count % MOST_GAME_RECORDS
        for part in range(len(RECORD)):
            game.book[place][part] = game.row[part]
        game.book_count += 1


class Machine(Engine):
    """Rules, coaches and statistics as machine code.

    `play_runs` plays one game as often as `out` has rows; it is called with the game, seed, season, number of the
    game, first run, `out`, and whether the coaches still have to scout each other. `mind` is the class of games.
    """

    def __init__(
        self, play_runs: Callable[..., None], mind: type, rolled: Callable[[Any], int], answer: Any
    ) -> None:
        self.memory = record_type((mind, Tally), _EXTRA, {})
        bodies = {roll: rolled, ask: answer, draw: random_below, record: _record}
        super().__init__(play_runs, bodies, self.memory)

    def play_games(
        self, fixtures: Sequence[LoggedFixture], n_runs: int, *, seed: int, season: int, first_run: int = 0
    ) -> Statistics:
        """Play each fixture `n_runs` times: statistics by fixture, run, team (home, visitor) and place.

        A game depends on (seed, season, its number, run) alone. Threads can call this together.
        """
        out = np.zeros((len(fixtures), n_runs, 2, NUMBER), np.int16)
        blocks: dict[Any, Any] = {}
        for place, fixture in enumerate(fixtures):
            by = fixture.matchup.setting
            if by not in blocks:
                blocks[by] = _board(self.memory, by).copy()
            self._play(blocks[by], fixture, (seed, season, first_run), out[place])
        return out

    def record_game(
        self, fixture: LoggedFixture, *, seed: int, season: int, run: int = 0
    ) -> tuple[list[tuple[int, ...]], Statistics]:
        """One game of `play_games` with its records."""
        block = _board(self.memory, fixture.matchup.setting).copy()
        block["book_count"][0] = 0
        out = np.zeros((1, 2, NUMBER), np.int16)
        self._play(block, fixture, (seed, season, run), out)
        rows = block["book"][0][: int(block["book_count"][0])]
        return [tuple(int(number) for number in row) for row in rows], out[0]

    def _play(self, block: Any, fixture: LoggedFixture, stream: tuple[int, int, int], out: Statistics) -> None:
        for side, part in enumerate(fixture.parts):
            for name, value in part.items():
                block[name][0][side] = value
        for name, value in fixture.scouted.items():
            block[name][0] = value
        seed, season, run = stream
        with np.errstate(over="ignore"):
            self.run(block[0], seed % 2**63, season, fixture.number, run, out, not fixture.scouted)
        if not fixture.scouted:
            scouted = fixture.matchup.scouted
            fixture.scouted.update({name: block[name][0].copy() for name in scouted})


@lru_cache(maxsize=8)
def _board(memory: np.dtype[Any], setting: Any) -> Any:
    """The memory of a game with the tables in it."""
    block = np.zeros(1, memory)
    for name, value in setting.fields().items():
        block[name][0] = value
    block["book_count"][0] = -1
    return block


def play_stream(matchup: LoggedMatchup, stream: Stream) -> GameLog:
    """A game of many, again, at the table: the same rolls and decisions."""
    rolls = matchup.rolls
    table = Table(
        matchup, lambda: rolls[stream.below(len(rolls))], (ComputerCoach(), ComputerCoach()), stream.below
    )
    while not table.is_over:
        stream.begin_step()
        table.step()
    return table.log(stream.seed)


@dataclass(frozen=True)
class LoggedSimulator(ABC):
    """Plays fixtures; the same seed, season, fixture and run always give the same game, on either engine."""

    season: int
    seed: int
    engine: str
    machine: ClassVar[Machine]

    @abstractmethod
    def matchup_of(self, fixture: Fixture) -> LoggedMatchup:
        """The two teams as they meet."""

    def prepare(self, *, playoffs: bool) -> None:  # noqa: B027 - a simulator may have something to do
        """Nothing: teams are laid out for each game."""

    def play(self, fixtures: Sequence[Fixture], runs: Sequence[int]) -> Statistics:
        """Play fixtures in these runs, which follow each other."""
        if self.engine == COMPILED:
            games = [self._met_in(fixture) for fixture in fixtures]
            return self.machine.play_games(games, len(runs), seed=self.seed, season=self.season, first_run=runs[0])
        logs = [self.log(fixture, run) for fixture in fixtures for run in runs]
        found = np.array([counted(log.records, log.matchup.options.boxes) for log in logs], np.int16)
        return found.reshape(len(fixtures), len(runs), 2, NUMBER)

    @cached_property
    def _met(self) -> dict[Fixture, LoggedFixture]:
        """Fixtures with their teams, as far as they were played; coaches scout each other once."""
        return {}

    def _met_in(self, fixture: Fixture) -> LoggedFixture:
        if fixture not in self._met:
            self._met[fixture] = LoggedFixture(fixture.number, self.matchup_of(fixture))
        return self._met[fixture]

    def log(self, fixture: Fixture, run: int) -> GameLog:
        """The game of one run with every event."""
        return play_stream(self._met_in(fixture).matchup, Stream(self.seed, self.season, fixture.number, run))

    def record(self, fixture: Fixture, run: int) -> RecordedGame:
        """The game of one run with its box score and its plays."""
        log = self.log(fixture, run)
        box, codes = box_score(log), (fixture.home, fixture.away)
        home, away = (box["statistics"][code] for code in codes)
        page = tuple(box_page(box, codes))
        return RecordedGame(log.score, (home, away), page, rows(log, fixture.week))
