"""Choices that a fan would laugh at, counted over many games: none is the aim.

Run: .venv/bin/python benchmarks/absurdities.py [--build build/2017] [--games 300] [--json]
Every pair of coaches takes turns; each third pair of teams plays playoff games. Teams are invented without a build.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from itertools import combinations_with_replacement
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from coaches import coach, tables
from support.absurd import absurdities

from chartkit.systems.ddf.coaches.scouting import Scouting
from chartkit.systems.ddf.engine.table import SeededRolls, play
from chartkit.systems.ddf.rules.options import Options

PAIRS = tuple(combinations_with_replacement(("situation", "sharp", "solitaire"), 2))
#: Games of one pair of teams: odds are counted once.
A_PAIR = 12


def main() -> None:
    """Play, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found: list[str] = []
    number = 0
    regular = Options.advanced()
    playoff = Options.from_json({**regular.to_json(), "playoff": True})
    for pair, both in enumerate(zip(tables(given.build, regular), tables(given.build, playoff), strict=True)):
        table = both[pair % 3 == 2]
        scouting = Scouting(table)
        for _ in range(min(A_PAIR, given.games - number)):
            names = PAIRS[number % len(PAIRS)]
            seats = [coach(names[t], table, t, f"{t} {number}", scouting, given.build) for t in (0, 1)]
            log = play(table, (seats[0], seats[1]), SeededRolls(number))
            found += [f"game {number} ({names[0]}, {names[1]}): {line}" for line in absurdities(log)]
            number += 1
        print(f"{number} games", file=sys.stderr, flush=True)
        if number >= given.games:
            break
    if given.json:
        print(json.dumps({"games": number, "found": found}, indent=2))
        return
    kinds = Counter(line.split(": ")[1] for line in found)
    print(f"{len(found)} in {number} games")
    for kind, count in kinds.most_common():
        print(f"{count:5}  {kind}")
    for line in found[:20]:
        print(line)


if __name__ == "__main__":
    main()
