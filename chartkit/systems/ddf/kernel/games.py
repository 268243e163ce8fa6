"""Many games at once: teams laid out once, each game on its own random stream, statistics as one array."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chartkit.systems.ddf.chart import TeamChart
from chartkit.systems.ddf.coaches.tables import CoachTable
from chartkit.systems.ddf.kernel import places as p
from chartkit.systems.ddf.kernel.block import play_block
from chartkit.systems.ddf.kernel.coach_tables import CoachBook
from chartkit.systems.ddf.kernel.habits import add_habits
from chartkit.systems.ddf.kernel.layout import (
    Numbers,
    WatchedNumbers,
    empty_stream,
    memory_for,
    refuse_trouble,
    rules_of,
    team_of,
    watched_memory,
)
from chartkit.systems.ddf.kernel.names import NUMBER
from chartkit.systems.ddf.kernel.scripts import GAME_RECORDS, KernelGame, finished_game, script_start
from chartkit.systems.ddf.referee.matchup import Generic, Matchup, matchup
from chartkit.systems.ddf.referee.options import Options
from chartkit.systems.ddf.referee.rulebook import RuleBook

#: Room for the records of one step.
STEP_RECORDS = 2_000

Statistics = NDArray[np.int16]


@dataclass(frozen=True)
class Tables:
    """Teams as numbers, in the order of `codes`; small, and the same in every process."""

    codes: tuple[str, ...]
    #: By team: the rules when it is the home team, and its sheet.
    rules: Numbers
    sheets: Numbers
    #: The coaches' tables, one behind the other.
    coaches: Numbers

    def pairs(self, games: Sequence[tuple[str, str]]) -> Numbers:
        """Games as (home, visitor) by number."""
        place = self.place
        return np.array([(place[home], place[away]) for home, away in games], np.int32).reshape(-1, 2)

    @cached_property
    def place(self) -> Mapping[str, int]:
        """The number of each team."""
        return {code: number for number, code in enumerate(self.codes)}


def lay_out(
    charts: Mapping[str, TeamChart],
    generic: Generic = None,
    options: Options | None = None,
    coaches: Mapping[str, CoachTable] | None = None,
    rules: RuleBook | None = None,
) -> Tables:
    """Teams, rules and coaches as numbers; a team without a coach's table plays by its solitaire percentages."""
    book, sheets = [], []
    coach_book = CoachBook()
    for code, chart in charts.items():
        table = matchup(chart, chart, generic, options, rules)
        home, sheet = rules_of(table), team_of(table, 0)
        add_habits(home)
        if coaches and code in coaches:
            for place, number in coach_book.add(coaches[code]).items():
                sheet[place] = number
        book.append(home)
        sheets.append(sheet)
    return Tables(tuple(charts), np.array(book), np.array(sheets), coach_book.numbers)


def play_games(
    tables: Tables,
    pairs: Numbers,
    n_runs: int,
    *,
    seed: int,
    season: int = 0,
    first_run: int = 0,
    games: Sequence[int] | None = None,
) -> Statistics:
    """Play each pair (home, visitor) so many times: statistics by game, run, team and `names.NAMES`.

    The stream of a game hangs on (seed, season, number of the game, run) alone: `games` gives the numbers when the
    pairs are only a part of a schedule, `first_run` the run to begin with. Threads can call this at the same time.
    """
    numbers = np.arange(len(pairs), dtype=np.int64) if games is None else np.asarray(games, np.int64)
    out = np.zeros((len(pairs), n_runs, 2, NUMBER), np.int16)
    m, r = memory_for(STEP_RECORDS), empty_stream()
    _run(tables, m, r, pairs, numbers, (seed, season, first_run), out)
    return out


def _run(
    tables: Tables,
    m: Numbers | WatchedNumbers,
    r: Any,
    pairs: Numbers,
    numbers: NDArray[np.int64],
    stream: tuple[int, int, int],
    out: Statistics,
) -> None:
    seed, season, first_run = stream
    block: Any = play_block
    block(m, r, tables.coaches, tables.rules, tables.sheets, pairs, numbers, seed % 2**63, season, first_run, out)
    refuse_trouble(int(m[p.TROUBLE]), "a game")


def record_game(
    tables: Tables, home: int, away: int, *, seed: int, season: int = 0, game: int = 0, run: int = 0
) -> KernelGame:
    """One game of `play_games` with everything written down: the same dice, decisions and statistics."""
    m = watched_memory(GAME_RECORDS, p.RECORDING, GAME_RECORDS)
    out = np.zeros((1, 1, 2, NUMBER), np.int16)
    pairs, numbers = np.array([[home, away]], np.int32), np.array([game], np.int64)
    _run(tables, m, empty_stream(), pairs, numbers, (seed, season, run), out)
    script = m[script_start() : int(m[p.SCRIPT])].reshape(-1, 3).astype(np.int32)
    return finished_game(m, script)


def table_of(
    charts: Mapping[str, TeamChart],
    home: str,
    away: str,
    generic: Generic = None,
    options: Options | None = None,
    rules: RuleBook | None = None,
) -> Matchup:
    """The referee's table of the same two teams."""
    return matchup(charts[home], charts[away], generic, options, rules)
