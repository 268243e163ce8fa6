"""Runs: the same whoever plays them, kept when interrupted, gone on with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from support.leagues import small_league

from chartkit.errors import InputError
from chartkit.league.job import Chunk, Job
from chartkit.league.league import League
from chartkit.league.runner import Workers, run
from chartkit.systems.ddf.rules.options import Options
from chartkit.systems.ddf.simulation import TABLE


def job_of(league: League | None = None, *, seed: int = 7, engine: str = TABLE) -> Job:
    return Job(league or small_league(), Options.advanced(), seed, engine)


def whole(chunks: list[Chunk]) -> Chunk:
    """All runs in the order of their numbers."""
    runs = np.concatenate([chunk.runs for chunk in chunks])
    order = np.argsort(runs)
    parts = ("scores", "totals", "allowed")
    return Chunk(runs[order], *(np.concatenate([getattr(each, part) for each in chunks])[order] for part in parts))


def assert_same(one: Chunk, other: Chunk) -> None:
    for part in ("runs", "scores", "totals", "allowed"):
        np.testing.assert_array_equal(getattr(one, part), getattr(other, part), part)


def test_one_process_and_two_give_the_same_numbers() -> None:
    alone = whole(list(run(job_of(), 6)))
    assert_same(alone, whole(list(run(job_of(), 6, workers=Workers(2)))))
    assert not np.array_equal(alone.scores, whole(list(run(job_of(seed=8), 6))).scores)


def test_totals_are_the_sums_of_the_games() -> None:
    job = job_of()
    chunk = whole(list(run(job, 3)))
    points = job.names.index("points")
    for place, team in enumerate(job.teams):
        mine = sum(
            chunk.scores[:, game, side]
            for game, fixture in enumerate(job.fixtures)
            for side, code in enumerate((fixture.home, fixture.away))
            if code == team
        )
        np.testing.assert_array_equal(chunk.totals[:, place, points], mine)
    np.testing.assert_array_equal(chunk.totals.sum(axis=1), chunk.allowed.sum(axis=1))
    np.testing.assert_array_equal(chunk.wins(job).sum(axis=1), [len(job.fixtures)] * 3)


def test_a_game_more_changes_no_other() -> None:
    league = small_league()
    extra = replace(league.schedule[0], week=9)
    longer = replace(league, schedule=(extra, *league.schedule))
    one, two = whole(list(run(job_of(league), 2))), whole(list(run(job_of(longer), 2)))
    np.testing.assert_array_equal(one.scores, two.scores[:, 1:])


def test_an_interrupted_job_goes_on_and_loses_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "runs"
    plain = whole(list(run(job_of(), 6)))
    begun = run(job_of(), 6, folder=folder)
    first = next(begun)
    begun.close()
    told: list[int] = []
    rest = list(run(job_of(), 6, folder=folder, resume=True, progress=lambda done, _: told.append(done)))
    assert told[0] == len(first.runs), "what was there is not played again"
    assert_same(plain, whole(rest))
    assert_same(plain, whole(list(run(job_of(), 6, folder=folder, resume=True))))
    assert len(whole(list(run(job_of(), 3, folder=folder, resume=True))).runs) == 3


def test_runs_of_another_job_are_not_mixed_in(tmp_path: Path) -> None:
    list(run(job_of(), 1, folder=tmp_path / "runs"))
    with pytest.raises(InputError, match="another seed"):
        list(run(job_of(seed=8), 2, folder=tmp_path / "runs", resume=True))
    (tmp_path / "mine.txt").write_text("precious")
    with pytest.raises(InputError, match="not empty"):
        list(run(job_of(), 1, folder=tmp_path))
    assert (tmp_path / "mine.txt").exists()


def test_a_dask_cluster_gives_the_same_numbers() -> None:
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        spread = whole(list(run(job_of(), 6, workers=Workers(backend="dask", scheduler=cluster.scheduler_address))))
    assert_same(whole(list(run(job_of(), 6))), spread)


def test_a_cluster_that_is_not_there_is_one_clear_message() -> None:
    with pytest.raises(InputError, match="which cluster"):
        list(run(job_of(), 1, workers=Workers(backend="dask")))
