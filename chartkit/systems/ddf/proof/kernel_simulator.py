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
from chartkit.systems.ddf.proof.referee_simulator import table_of
from chartkit.systems.ddf.proof.simulator import Played

if TYPE_CHECKING:
    from chartkit.systems.ddf.chart import TeamChart
    from chartkit.systems.ddf.referee.log import GameLog
    from chartkit.systems.ddf.referee.options import Options

_POINTS = PLACE["points"]


def _on_neutral_ground(chart: TeamChart) -> TeamChart:
    """The same team where the home field is worth nothing."""
    if chart.supplement is None:
        return chart
    return replace(chart, supplement=replace(chart.supplement, home_field_advantage=0))


class KernelSimulator:
    """Plays with the kernel; the teams are laid out as numbers once."""

    names: tuple[str, ...] = NAMES

    def __init__(self, league: League, options: Options, seed: int) -> None:
        self._league, self._options, self._seed = league, options, seed

    def _tables(self, *, playoff: bool) -> Tables:
        league = self._league
        tables = {code: table for code in league.codes if (table := league.coach_table(code)) is not None}
        charts = dict(league.charts)
        if playoff:
            # The last game is on neutral ground; whoever gets there is laid out a second time.
            charts |= {f"{code} neutral": _on_neutral_ground(chart) for code, chart in league.charts.items()}
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
        tables, home = self._at(fixture)
        counted = play_games(
            tables,
            tables.pairs([(home, fixture.away)]),
            len(runs),
            seed=self._seed,
            season=self._league.season,
            first_run=runs[0],
            games=[fixture.number],
        )[0]
        return Played(counted[:, :, _POINTS].astype(np.int32), counted)

    def log(self, fixture: Fixture, run: int) -> GameLog:
        """The game of one run, played again by the referee with the kernel's dice and decisions."""
        tables, home = self._at(fixture)
        place = {code: number for number, code in enumerate(tables.codes)}
        game = record_game(
            tables,
            place[home],
            place[fixture.away],
            seed=self._seed,
            season=self._league.season,
            game=fixture.number,
            run=run,
        )
        return told(table_of(self._league, fixture, self._options), game)
