"""How fast the kernel is: full advanced games with statistics, against the referee in the same run.

Run: .venv/bin/python benchmarks/kernel.py [games] [rounds]
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.charts import random_chart, random_generic

from chartkit.systems.ddf.coaches.solitaire import SolitaireCoach
from chartkit.systems.ddf.kernel.games import Tables, lay_out, play_games
from chartkit.systems.ddf.referee.matchup import Matchup, matchup
from chartkit.systems.ddf.referee.options import Options
from chartkit.systems.ddf.referee.play import play
from chartkit.systems.ddf.referee.rolls import SeededRolls

CHARTS = {code: random_chart(number, code=code) for number, code in enumerate(("AAA", "BBB", "CCC", "DDD"))}
GENERIC = random_generic(1)
OPTIONS = Options.advanced()
REFEREE_GAMES = 40


def referee_games(table: Matchup, count: int) -> float:
    """Games a second of the referee, by processor time."""
    start = time.process_time()
    for number in range(count):
        coaches = (
            SolitaireCoach(table.home.supplement, f"home {number}"),
            SolitaireCoach(table.away.supplement, f"away {number}"),
        )
        play(table, coaches, SeededRolls(number))
    return count / (time.process_time() - start)


def kernel_games(tables: Tables, count: int, first: int) -> float:
    """Games a second of the kernel on one core, by processor time."""
    pairs = tables.pairs([("AAA", "BBB"), ("CCC", "DDD")])
    start = time.process_time()
    play_games(tables, pairs, count // 2, seed=1, season=2017, first_run=first)
    return count / (time.process_time() - start)


def on_two_threads(tables: Tables, count: int) -> tuple[float, float]:
    """Games a second by the clock on the wall: one thread, two threads."""
    pairs = tables.pairs([("AAA", "BBB"), ("CCC", "DDD")])

    def block(first: int) -> None:
        play_games(tables, pairs, count // 2, seed=1, season=2017, first_run=first)

    start = time.perf_counter()
    block(0)
    one = count / (time.perf_counter() - start)
    start = time.perf_counter()
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(block, (0, count)))
    return one, 2 * count / (time.perf_counter() - start)


def main() -> None:
    """Print the figures."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    tables = lay_out(CHARTS, GENERIC, OPTIONS)
    table = matchup(CHARTS["AAA"], CHARTS["BBB"], GENERIC, OPTIONS)
    start = time.process_time()
    play_games(tables, tables.pairs([("AAA", "BBB")]), 1, seed=1)
    print(f"first game, code compiled or read from disk: {time.process_time() - start:.1f} s of processor time")
    kernel, ratios = [], []
    for number in range(rounds):
        slow, fast = referee_games(table, REFEREE_GAMES), kernel_games(tables, count, number * count)
        kernel.append(fast)
        ratios.append(fast / slow)
    print(f"kernel: {median(kernel):,.0f} games/s on one core [{min(kernel):,.0f}-{max(kernel):,.0f}]")
    print(f"kernel / referee: {median(ratios):,.0f} [{min(ratios):,.0f}-{max(ratios):,.0f}]")
    one, two = on_two_threads(tables, count)
    print(f"two threads / one, by the clock on the wall: {two / one:.2f}")


if __name__ == "__main__":
    main()
