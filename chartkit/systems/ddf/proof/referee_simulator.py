"""Seasons by the referee himself: slow, and the measure of everything faster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from chartkit.plays.totals import STATISTICS
from chartkit.systems.ddf.coaches.situation import SituationCoach
from chartkit.systems.ddf.coaches.solitaire import SolitaireCoach
from chartkit.systems.ddf.proof.league import Fixture, League
from chartkit.systems.ddf.proof.simulator import Played, one_after_another
from chartkit.systems.ddf.referee.matchup import Matchup, matchup
from chartkit.systems.ddf.referee.play import play
from chartkit.systems.ddf.referee.rolls import SeededRolls
from chartkit.systems.ddf.scorebook.plays import plays_of
from chartkit.systems.ddf.scorebook.statistics import statistics

if TYPE_CHECKING:
    from chartkit.systems.ddf.chart import TeamChart
    from chartkit.systems.ddf.coaches.tables import CoachTable
    from chartkit.systems.ddf.referee.decisions import Coach
    from chartkit.systems.ddf.referee.log import GameLog
    from chartkit.systems.ddf.referee.options import Options


def on_neutral_ground(chart: TeamChart) -> TeamChart:
    """The same team where the home field is worth nothing."""
    if chart.supplement is None:
        return chart
    return replace(chart, supplement=replace(chart.supplement, home_field_advantage=0))


def table_of(league: League, fixture: Fixture, options: Options) -> Matchup:
    """The table that a fixture is played at."""
    home = league.charts[fixture.home]
    return matchup(
        on_neutral_ground(home) if fixture.neutral else home,
        league.charts[fixture.away],
        league.generic,
        replace(options, playoff=fixture.playoff),
    )


class RefereeSimulator:
    """Plays with the referee and counts with the scorebook."""

    names: tuple[str, ...] = tuple(STATISTICS)

    def __init__(self, league: League, options: Options, seed: int) -> None:
        self._league, self._options, self._seed = league, options, seed
        self._tables: dict[Fixture, Matchup] = {}
        self._coaches: dict[tuple[str, str], CoachTable | None] = {}

    def set_tables(self, *, playoffs: bool) -> None:
        """The referee sets a table when he needs it."""

    def play(self, fixture: Fixture, runs: Sequence[int]) -> Played:
        """Play a fixture in these runs."""
        scores = np.zeros((len(runs), 2), np.int32)
        counted = np.zeros((len(runs), 2, len(self.names)), np.int32)
        for place, run in enumerate(runs):
            log = self.log(fixture, run)
            scores[place] = log.score
            for team, totals in enumerate(statistics(plays_of(log.events))):
                counted[place, team] = [totals[name] for name in self.names]
        return Played(scores, counted)

    def play_all(self, fixtures: Sequence[Fixture], runs: Sequence[int]) -> Played:
        """Play fixture after fixture."""
        return one_after_another(self, fixtures, runs)

    def log(self, fixture: Fixture, run: int) -> GameLog:
        """The game of one run with every event."""
        if fixture not in self._tables:
            self._tables[fixture] = table_of(self._league, fixture, self._options)
        table = self._tables[fixture]
        seed = f"{self._seed} {self._league.season} {fixture.number} {run}"
        coaches = (
            self._coach(table.home, fixture.away, f"{seed} home"),
            self._coach(table.away, fixture.home, f"{seed} away"),
        )
        return play(table, coaches, SeededRolls(seed))

    def _coach(self, chart: TeamChart, opponent: str, seed: str) -> Coach:
        code = chart.team.code
        if (code, opponent) not in self._coaches:
            own, other = self._league.coach_table(code), self._league.coach_table(opponent)
            self._coaches[code, opponent] = own.against(other) if own and other else own
        table = self._coaches[code, opponent]
        return SolitaireCoach(chart.supplement, seed) if table is None else SituationCoach(table, seed)
