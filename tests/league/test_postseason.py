"""Standings, seeds and brackets of simulated runs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from support.leagues import small_league

from chartkit.league import RecordedGame, Statistics
from chartkit.league.job import Job, play_runs
from chartkit.league.league import Fixture
from chartkit.league.many_seasons import SeasonTally, team_lines
from chartkit.league.one_season import CHAMPION, PLACE, SEED, STAGE
from chartkit.systems.ddf.rules.options import Options
from chartkit.systems.ddf.scorebook import NAMES
from chartkit.systems.ddf.simulation import TABLE


class ByName:
    """Whoever comes first in the alphabet wins by as many points as there are letters between the two."""

    def __init__(self) -> None:
        self.played: list[tuple[Fixture, int]] = []

    def prepare(self, *, playoffs: bool) -> None:
        pass

    def score(self, fixture: Fixture) -> tuple[int, int]:
        return 100 - ord(fixture.home[0]), 100 - ord(fixture.away[0])

    def play(self, fixtures: Sequence[Fixture], runs: Sequence[int]) -> Statistics:
        self.played += [(fixture, run) for fixture in fixtures for run in runs]
        statistics = np.zeros((len(fixtures), len(runs), 2, len(NAMES)), np.int16)
        for place, fixture in enumerate(fixtures):
            statistics[place, :, :, NAMES.index("points")] = self.score(fixture)
        return statistics

    def record(self, fixture: Fixture, run: int) -> RecordedGame:
        raise NotImplementedError


def test_the_better_team_goes_all_the_way() -> None:
    job = Job(small_league(), Options.advanced(), 1, TABLE, ranked=True, playoffs=True)
    simulator = ByName()
    chunk = play_runs(job, simulator, [0, 1])
    assert chunk.ranks is not None
    np.testing.assert_array_equal(chunk.ranks[0, :, PLACE], [1, 2, 1, 2])
    np.testing.assert_array_equal(chunk.ranks[0, :, SEED], [1, 2, 1, 2])
    assert chunk.ranks[0, 0, STAGE] == CHAMPION
    assert (chunk.ranks[:, 1:, STAGE] < CHAMPION).all()
    bowls = [fixture for fixture, _ in simulator.played if fixture.neutral]
    assert {(each.home, each.away) for each in bowls} == {("AAA", "CCC")}
    assert all(each.playoff and each.week > 3 for each in bowls)


def test_chances_add_up() -> None:
    job = Job(small_league(), Options.advanced(), 1, TABLE, ranked=True, playoffs=True)
    simulator = ByName()
    tally = SeasonTally(job)
    tally.add([play_runs(job, simulator, range(5)), play_runs(job, simulator, range(5, 8))])
    lines = {line["team"]: line for line in team_lines(tally)}
    assert tally.number == 8
    assert lines["AAA"]["wins"] == {
        "mean": 3.0,
        "error": 0.0,
        "deviation": 0.0,
        "low": 3.0,
        "high": 3.0,
        "seasons": {"3": 8},
    }
    assert sum(line["stages"]["champion"] for line in lines.values()) == 1
    assert sum(line["division_title"] for line in lines.values()) == 2
    assert sum(line["wins"]["mean"] for line in lines.values()) == len(job.fixtures)
    assert "real" not in lines["AAA"], "an invented schedule has no real season"


def test_a_coin_falls_by_the_run_alone() -> None:
    class Draw(ByName):
        def score(self, fixture: Fixture) -> tuple[int, int]:
            return 20 + fixture.playoff, 20

    job = Job(small_league(), Options.advanced(), 1, TABLE, ranked=True)
    together = play_runs(job, Draw(), range(20)).ranks
    apart = play_runs(job, Draw(), [13]).ranks
    assert together is not None
    assert apart is not None
    np.testing.assert_array_equal(together[13], apart[0])
    assert len(set(together[:, 0, PLACE].tolist())) == 2, "the coin does not always fall the same way"
