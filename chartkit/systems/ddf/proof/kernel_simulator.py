"""Seasons by the compiled kernel; a game of it can be had from the referee with every event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from chartkit.systems.ddf.kernel.games import Tables, lay_out, play_games, record_game
from chartkit.systems.ddf.kernel.names import NAMES, PLACE
from chartkit.systems.ddf.kernel.told import told
from chartkit.systems.ddf.proof.league import Fixture, League
from chartkit.systems.ddf.proof.referee_simulator import on_neutral_ground, table_of
from chartkit.systems.ddf.proof.simulator import Played

if TYPE_CHECKING:
    from chartkit.systems.ddf.coaches.tables import CoachTable
    from chartkit.systems.ddf.referee.log import GameLog
    from chartkit.systems.ddf.referee.options import Options

_POINTS = PLACE["points"]


class KernelSimulator:
    """Plays with the kernel; the teams are laid out as numbers once."""

    names: tuple[str, ...] = NAMES

    def __init__(self, league: League, options: Options, seed: int) -> None:
        self._league, self._options, self._seed = league, options, seed

    def __getstate__(self) -> dict[str, object]:
        """What travels to another process: the tables as numbers, not what they were made of."""
        return {name: value for name, value in self.__dict__.items() if name != "_coaches"}

    @cached_property
    def _coaches(self) -> dict[str, CoachTable]:
        league = self._league
        return {code: table for code in league.codes if (table := league.coach_table(code)) is not None}

    def _tables(self, *, playoff: bool) -> Tables:
        league, tables = self._league, dict(self._coaches)
        charts = dict(league.charts)
        if playoff:
            # The last game is on neutral ground; whoever gets there is laid out a second time.
            charts |= {f"{code} neutral": on_neutral_ground(chart) for code, chart in league.charts.items()}
            tables |= {f"{code} neutral": table for code, table in tables.items()}
        return lay_out(charts, league.generic, replace(self._options, playoff=playoff), tables)

    @cached_property
    def _regular(self) -> Tables:
        return self._tables(playoff=False)

    @cached_property
    def _playoff(self) -> Tables:
        return self._tables(playoff=True)

    def set_tables(self, *, playoffs: bool) -> None:
        """Lay the teams out."""
        _ = self._regular
        if playoffs:
            _ = self._playoff

    def _at(self, fixture: Fixture) -> tuple[Tables, str]:
        """The tables of a fixture, and what its home team is called there."""
        tables = self._playoff if fixture.playoff or fixture.neutral else self._regular
        return tables, f"{fixture.home} neutral" if fixture.neutral else fixture.home

    def play(self, fixture: Fixture, runs: Sequence[int]) -> Played:
        """Play a fixture in these runs, which follow each other."""
        played = self.play_all((fixture,), runs)
        return Played(played.scores[0], played.statistics[0])

    def play_all(self, fixtures: Sequence[Fixture], runs: Sequence[int]) -> Played:
        """Play several fixtures in these runs, which follow each other."""
        counted = np.zeros((len(fixtures), len(runs), 2, len(self.names)), np.int16)
        at = [self._at(fixture) for fixture in fixtures]
        for tables in {id(each): each for each, _ in at}.values():
            mine = [place for place, (each, _) in enumerate(at) if each is tables]
            counted[mine] = play_games(
                tables,
                tables.pairs([(at[place][1], fixtures[place].away) for place in mine]),
                len(runs),
                seed=self._seed,
                season=self._league.season,
                first_run=runs[0],
                games=[fixtures[place].number for place in mine],
            )
        return Played(counted[..., _POINTS].astype(np.int32), counted)

    def log(self, fixture: Fixture, run: int) -> GameLog:
        """The game of one run, played again by the referee with the kernel's dice and decisions."""
        tables, home = self._at(fixture)
        game = record_game(
            tables,
            tables.place[home],
            tables.place[fixture.away],
            seed=self._seed,
            season=self._league.season,
            game=fixture.number,
            run=run,
        )
        return told(table_of(self._league, fixture, self._options), game)
