"""How fast seasons are: compiled games against the table, one thread against two, few runs against many.

Run: .venv/bin/python benchmarks/season.py BUILD [runs] [rounds]

The time that compiling takes (or loading from the cache) is told apart.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from statistics import median

from chartkit import systems
from chartkit.league.job import Job
from chartkit.league.league import load_league
from chartkit.league.runner import THREADS, Workers, run
from chartkit.systems.ddf.simulation import COMPILED, TABLE


def seconds(job: Job, runs: int, workers: Workers, folder: Path | None = None) -> float:
    """Wall seconds for so many seasons, statistics included."""
    start = time.perf_counter()
    for chunk in run(job, runs, workers=workers, folder=folder):
        chunk.totals.sum()
    return time.perf_counter() - start


def main() -> None:
    """Interleaved rounds, medians."""
    build = Path(sys.argv[1])
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    start = time.perf_counter()
    simulation = systems.of_file(build).simulation()
    league = load_league(simulation, build)
    print(f"build read and checked: {time.perf_counter() - start:.2f} s")
    fast = Job(league, simulation.rules("advanced"), 0, COMPILED)
    slow = replace(fast, engine=TABLE, chosen=league.fixtures[:16])
    games = len(league.fixtures)
    start = time.perf_counter()
    seconds(fast, 1, Workers())
    print(f"first season, engine compiled or loaded: {time.perf_counter() - start:.2f} s (apart)")

    both = Workers(2, THREADS)
    one, two, table, ranked, finished = [], [], [], [], []
    for _ in range(rounds):
        table.append(len(slow.fixtures) / seconds(slow, 1, Workers()))
        one.append(seconds(fast, runs, Workers()))
        two.append(seconds(fast, runs, both))
        ranked.append(seconds(replace(fast, ranked=True), runs, both))
        finished.append(seconds(replace(fast, ranked=True, playoffs=True), runs, both))
    rate = runs * games / median(one)
    print(f"{runs} seasons of {games} games: {median(one):.2f} s on one thread, {rate:,.0f} games/s")
    print(f"  on two: {median(two):.2f} s; with standings: {median(ranked):.2f} s")
    print(f"  with standings and playoffs: {median(finished):.2f} s")
    print(f"table: {median(table):.0f} games/s; ratio {rate / median(table):.0f} (one thread each)")

    few = seconds(fast, runs, Workers()) / runs
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    many = seconds(fast, 4 * runs, Workers()) / (4 * runs)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"a season among {4 * runs} costs {many / few:.2f} times one among {runs}")
    print(f"peak memory after {runs}: {before / 1024:.0f} MB, after {4 * runs}: {after / 1024:.0f} MB")
    with tempfile.TemporaryDirectory() as folder:
        kept = seconds(fast, runs, Workers(), Path(folder) / "runs")
    print(f"with every run kept as parquet: {kept / (few * runs):.2f} times the time")


if __name__ == "__main__":
    main()
