"""How fast the kernel is: full advanced games with statistics, against the referee in the same run.

Run: .venv/bin/python benchmarks/kernel.py [--build build/2017] [--games 20000] [--rounds 5]

Charts and coaches of a compiled season (the demo season if no build is named) are what `chartkit season` plays and
what counts; invented charts, full of fouls and rare results, are told beside them. Processor time, medians. A
machine that others use is slower: the yardstick of the same run says by how much.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from demo_build import demo_build
from support.leagues import small_league
from yardstick import yardstick

from chartkit.systems.ddf.kernel.compiled import is_kept
from chartkit.systems.ddf.proof.kernel_simulator import KernelSimulator
from chartkit.systems.ddf.proof.league import Fixture, League, load_league
from chartkit.systems.ddf.proof.referee_simulator import RefereeSimulator
from chartkit.systems.ddf.proving import options_of

REFEREE_GAMES = 48
#: Fixtures that take turns.
FIXTURES = 16


@dataclass(frozen=True)
class Table:
    """A league with both engines ready to play it."""

    kernel: KernelSimulator
    referee: RefereeSimulator
    fixtures: tuple[Fixture, ...]

    @classmethod
    def of(cls, league: League) -> Table:
        """Advanced play by the rules of the certificate."""
        options = options_of(basic=False)
        table = cls(
            KernelSimulator(league, options, 1), RefereeSimulator(league, options, 1), league.fixtures[:FIXTURES]
        )
        table.kernel.set_tables(playoffs=False)
        for fixture in table.fixtures:
            table.referee.log(fixture, 0)
        return table

    def by_referee(self, first: int) -> float:
        """Games a second of the referee, without statistics."""
        start = time.process_time()
        for number in range(REFEREE_GAMES):
            self.referee.log(self.fixtures[number % len(self.fixtures)], first + number)
        return REFEREE_GAMES / (time.process_time() - start)

    def by_kernel(self, games: int, first: int) -> float:
        """Games a second of the kernel on one core, with statistics."""
        runs = range(first, first + games // len(self.fixtures))
        start = time.process_time()
        self.kernel.play_all(self.fixtures, runs)
        return len(runs) * len(self.fixtures) / (time.process_time() - start)

    def on_two_threads(self, games: int) -> tuple[float, float]:
        """Two threads against one: speed by the clock on the wall, processor time of a game."""
        runs = [range(first, first + games // len(self.fixtures)) for first in (0, games)]

        def spent(each: range) -> float:
            start = time.thread_time()
            self.kernel.play_all(self.fixtures, each)
            return time.thread_time() - start

        start = time.perf_counter()
        alone = spent(runs[0])
        one = time.perf_counter() - start
        start = time.perf_counter()
        with ThreadPoolExecutor(2) as pool:
            both = sum(pool.map(spent, runs))
        return 2 * one / (time.perf_counter() - start), both / (2 * alone)


def told(values: list[float]) -> str:
    """`45,012 [44,310-45,900]`."""
    return f"{median(values):,.0f} [{min(values):,.0f}-{max(values):,.0f}]"


def main() -> None:
    """Interleaved rounds."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--build", type=Path)
    options.add_argument("--games", type=int, default=20_000)
    options.add_argument("--rounds", type=int, default=5)
    given = options.parse_args()
    kept, league = is_kept(), load_league(given.build or demo_build())
    leagues = {f"season {league.season}": league, "invented charts": small_league()}
    tables = {name: Table.of(each) for name, each in leagues.items()}
    start = time.process_time()
    tables["invented charts"].by_kernel(FIXTURES, 0)
    words = "read from disk" if kept else "compiled"
    print(f"first games, code {words}: {time.process_time() - start:.1f} s of processor time (apart)")
    sticks: list[float] = []
    for name, table in tables.items():
        referee, kernel, ratios = [], [], []
        for number in range(given.rounds):
            sticks.append(REFEREE_GAMES / yardstick(REFEREE_GAMES))
            referee.append(table.by_referee(number * REFEREE_GAMES))
            kernel.append(table.by_kernel(given.games, number * given.games))
            ratios.append(kernel[-1] / referee[-1])
        print(f"{name}: kernel {told(kernel)} games/s on one core, referee {told(referee)}, ratio {told(ratios)}")
    pairs = [tables[next(iter(tables))].on_two_threads(given.games) for _ in range(given.rounds)]
    speed, cost = (median(each) for each in zip(*pairs, strict=True))
    print(f"two threads / one: {speed:.2f} times as fast by the clock on the wall; a game costs {cost:.2f} times")
    print(f"yardstick (1,000 rolls and look-ups of plain Python a game): {told(sticks)} games/s")


if __name__ == "__main__":
    main()
