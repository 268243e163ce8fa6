"""Compiled games behind the runner: the table plays the same ones, and nobody else's dice touch them."""

from __future__ import annotations

import numpy as np
import pytest
from support.leagues import small_league

from chartkit.league.job import Job, play_packed
from chartkit.league.league import Fixture
from chartkit.league.runner import PROCESSES, THREADS, Workers, run
from chartkit.systems.ddf.rules.options import Options
from chartkit.systems.ddf.scorebook import NAMES, PLACE, plays_of, statistics
from chartkit.systems.ddf.simulation import TABLE, DdfSimulator

FIXTURES = (
    Fixture(1, "AAA", "BBB"),
    Fixture(20, "CCC", "DDD", playoff=True),
    Fixture(21, "AAA", "CCC", playoff=True, neutral=True),
)


@pytest.mark.parametrize("options", [Options.basic(), Options.advanced()], ids=["basic", "advanced"])
def test_a_game_played_again_at_the_table_is_the_same_game(options: Options) -> None:
    simulator = DdfSimulator(small_league(), options, seed=3)
    table = DdfSimulator(small_league(), options, seed=3, engine=TABLE)
    for fixture in FIXTURES:
        [played] = simulator.play((fixture,), range(2, 6))
        scores = played[:, :, PLACE["points"]]
        for place, number in enumerate(range(2, 6)):
            log = simulator.log(fixture, number)
            assert log.score == tuple(scores[place])
            for team, totals in enumerate(statistics(plays_of(log.events))):
                assert dict(zip(NAMES, played[place, team].tolist(), strict=True)) == totals
        np.testing.assert_array_equal(table.play((fixture,), range(2, 6))[0], played)
        if fixture.playoff:
            assert (scores[:, 0] != scores[:, 1]).all(), "no playoff game is tied"


def test_chunks_and_processes_do_not_matter() -> None:
    job = Job(small_league(), Options.advanced(), 5, ranked=True, playoffs=True)
    whole = next(iter(run(job, 12)))
    pieces = [play_packed(job.packed, range(start, start + 3)) for start in (0, 3, 6, 9)]
    for part in ("runs", "scores", "totals", "allowed", "ranks"):
        np.testing.assert_array_equal(
            getattr(whole, part), np.concatenate([getattr(piece, part) for piece in pieces]), part
        )


@pytest.mark.parametrize("backend", [PROCESSES, THREADS])
def test_one_worker_and_two_give_the_same_numbers(backend: str) -> None:
    job = Job(small_league(), Options.advanced(), 5)
    alone = list(run(job, 1500))
    two = sorted(run(job, 1500, workers=Workers(2, backend)), key=lambda chunk: int(chunk.runs[0]))
    assert len(alone) == len(two) == 2
    for one, other in zip(alone, two, strict=True):
        np.testing.assert_array_equal(one.scores, other.scores)
        np.testing.assert_array_equal(one.totals, other.totals)
