"""How fast the referee is: full advanced games with every event logged, against a fixed yardstick in the same run.

Run: .venv/bin/python benchmarks/referee.py [--build build/2017] [--games 100] [--rounds 5]

Charts of a compiled season (the demo season if no build is named) under the solitaire coach are what people play
and what counts; invented charts, full of fouls and rare results, are told beside them.
"""

from __future__ import annotations

import argparse
import sys
import time
from itertools import cycle, islice
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from demo_build import demo_build
from support.charts import random_chart, random_generic
from yardstick import yardstick

from chartkit.systems.ddf.coaches.solitaire import SolitaireCoach
from chartkit.systems.ddf.gameday.kit import kit
from chartkit.systems.ddf.referee.matchup import Matchup, matchup
from chartkit.systems.ddf.referee.options import Options
from chartkit.systems.ddf.referee.play import play
from chartkit.systems.ddf.referee.rolls import SeededRolls

#: Pairs of teams that take turns.
PAIRS = 4


def compiled(build: Path) -> list[Matchup]:
    """Neighbours of the alphabet meet."""
    names = sorted(path.stem for path in (build / "charts").glob("*.json"))[: 2 * PAIRS]
    kits = [kit(name, build) for name in names]
    return [
        matchup(home.chart, away.chart, home.generic, Options.advanced())
        for home, away in zip(kits[::2], kits[1::2], strict=True)
    ]


def invented() -> list[Matchup]:
    """Teams with charts drawn at random."""
    charts = [random_chart(number, code=code) for number in range(PAIRS) for code in ("AAA", "BBB")]
    generic = random_generic(1)
    return [
        matchup(home, away, generic, Options.advanced())
        for home, away in zip(charts[::2], charts[1::2], strict=True)
    ]


def games(tables: list[Matchup], count: int) -> tuple[float, int]:
    """Processor seconds for so many games, coaches included, and the events they logged."""
    events = 0
    start = time.process_time()
    for number, table in enumerate(islice(cycle(tables), count)):
        coaches = (
            SolitaireCoach(table.home.supplement, f"home {number}"),
            SolitaireCoach(table.away.supplement, f"away {number}"),
        )
        events += len(play(table, coaches, SeededRolls(number)).events)
    return time.process_time() - start, events


def main() -> None:
    """Interleaved rounds, medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    count = given.games
    kinds = {"compiled charts": compiled(given.build or demo_build()), "invented charts": invented()}
    for tables in kinds.values():
        games(tables, 20)
    sticks: list[float] = []
    rates: dict[str, list[float]] = {name: [] for name in kinds}
    events: dict[str, float] = {}
    for _ in range(given.rounds):
        sticks.append(count / yardstick(count))
        for name, tables in kinds.items():
            seconds, logged = games(tables, count)
            rates[name].append(count / seconds)
            events[name] = logged / count
    print("full advanced games, solitaire coaches, every event logged; one core, processor time")
    for name, found in rates.items():
        ratio = median(rate / stick for rate, stick in zip(found, sticks, strict=True))
        spread = f"{median(found):.0f} games/s [{min(found):.0f}-{max(found):.0f}]"
        print(f"{name}: {spread}, {events[name]:.0f} events a game; {ratio:.3f} of the yardstick")
    print(f"yardstick (1,000 rolls and look-ups a game): {median(sticks):.0f} games/s")


if __name__ == "__main__":
    main()
