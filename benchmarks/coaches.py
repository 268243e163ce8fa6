"""What the sharp coach is worth: seeded games against another coach, each pair of teams played both ways.

Run: .venv/bin/python benchmarks/coaches.py [--build build/2017] [--games 1000] [--against solitaire]
Without a build the teams are invented.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from functools import cache
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.charts import random_chart, random_generic

from chartkit.systems.ddf.coaches.computer import ComputerCoach
from chartkit.systems.ddf.coaches.scouting import Scouting
from chartkit.systems.ddf.coaches.sharp import SharpCoach
from chartkit.systems.ddf.coaches.tables import CoachTable
from chartkit.systems.ddf.coaches.winning import chances_of
from chartkit.systems.ddf.engine.matchup import Matchup, matchup
from chartkit.systems.ddf.engine.table import SeededRolls, play
from chartkit.systems.ddf.gameday.opening import coach_table, computer_coach, kit
from chartkit.systems.ddf.rules.options import Options

#: Games of one pair of teams, half of them with the coaches changed over; odds are counted once a pair.
A_PAIR = 20


def tables(build: Path | None, options: Options) -> Iterator[Matchup]:
    """Pairs of teams drawn from a seed, for ever."""
    draw = random.Random("pairs")
    number = 0
    while True:
        number += 1
        if build is None:
            yield matchup(random_chart(number), random_chart(-number, code="BBB"), random_generic(1), options)
            continue
        home, away = draw.sample(sorted((build / "charts").glob("*.json")), 2)
        kits = kit(str(home), build), kit(str(away), build)
        yield matchup(kits[0].chart, kits[1].chart, kits[0].generic, options)


def coach(name: str, table: Matchup, team: int, seed: str, scouting: Scouting, build: Path | None) -> ComputerCoach:
    """A coach for a seat; the odds are shared."""
    if name == "sharp":
        made: ComputerCoach = SharpCoach(seed, scouting)
    else:
        mine, theirs = (coach_table_of(table.codes[each], build) for each in (team, 1 - team))
        made = computer_coach(name, (table.home, table.away)[team], mine, theirs, seed)
    made.chances = season_chances(build)
    return made


#: The chances to win of the build if it has them, else those that ship with chartkit.
season_chances = cache(chances_of)


@cache
def coach_table_of(code: str, build: Path | None) -> CoachTable:
    """The coach table of a team of the build, else the one that ships with chartkit."""
    if build is None:
        return coach_table(None, None)
    team = kit(code, build)
    return coach_table(team.coach, team.league)


def main() -> None:
    """Play, and print the margin with its standard error."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--coach", default="sharp")
    parser.add_argument("--against", default="solitaire")
    parser.add_argument("--basic", action="store_true")
    given = parser.parse_args()
    options = Options.basic() if given.basic else Options.advanced()
    margins: list[int] = []
    start = time.process_time()
    for table in tables(given.build, options):
        scouting = Scouting(table)
        for _ in range(A_PAIR):
            number = len(margins)
            ours = number % 2
            names = [given.against, given.against]
            names[ours] = given.coach
            coaches = [coach(names[t], table, t, f"{t} {number}", scouting, given.build) for t in (0, 1)]
            score = play(table, (coaches[0], coaches[1]), SeededRolls(number)).score
            margins.append(score[ours] - score[1 - ours])
            over = len(margins) == given.games
            if over or len(margins) % 100 == 0:
                line = result(given.coach, given.against, margins, time.process_time() - start)
                print(line, file=sys.stdout if over else sys.stderr, flush=True)
            if over:
                return


def result(name: str, against: str, margins: list[int], seconds: float) -> str:
    """The margin so far, in one line."""
    error = stdev(margins) / sqrt(len(margins))
    won, tied = sum(m > 0 for m in margins), sum(m == 0 for m in margins)
    return (
        f"{name} against {against}: {mean(margins):+.2f} points a game (standard error {error:.2f}), "
        f"{won} won, {tied} tied, {len(margins) - won - tied} lost of {len(margins)} games, {seconds:.0f} s CPU"
    )


if __name__ == "__main__":
    main()
