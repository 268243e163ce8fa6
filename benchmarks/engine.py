"""How fast games are: at the table with every event, and compiled with their statistics.

Full advanced games of a build's charts, of invented ones without a build. Processor time on one core, rounds
interleaved, median and range; the yardstick of the same run says how much slower a busy machine is. `--old` is a
folder with commit 0104593 checked out: its referee and kernel play the same charts, in turn with ours.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.leagues import small_league
from yardstick import yardstick

from chartkit.league import League, load_league
from chartkit.systems.ddf.coaches.computer import ComputerCoach, SituationCoach, SolitaireCoach
from chartkit.systems.ddf.data import shipped
from chartkit.systems.ddf.engine.matchup import matchup
from chartkit.systems.ddf.engine.table import SeededRolls, play
from chartkit.systems.ddf.simulation import LEAGUE, DdfSimulation, DdfSimulator

HERE = Path(__file__).parents[1]
#: Fixtures that take turns.
FIXTURES = 16
SOLITAIRE, SITUATION, COMPILED = "table, solitaire coaches", "table, situation coaches", "compiled"
#: Games a second, given how many games to play and the run to begin with.
Rate = Callable[[int, int], float]

_PREPARE = """
import time
from chartkit import systems
game = systems.find("ddf")
engine = game.simulation() if hasattr(game, "simulation") else game.proving()
start = time.process_time(), time.perf_counter()
engine.prepare()
print(time.process_time() - start[0], time.perf_counter() - start[1])
"""

#: Plays what it is asked for on a line, `COACHES GAMES FIRST`, and prints games a second.
_OLD = """
import json, sys, time
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from chartkit.systems.ddf.proof.kernel_simulator import KernelSimulator
from chartkit.systems.ddf.proof.league import load_league
from chartkit.systems.ddf.proof.referee_simulator import RefereeSimulator
from chartkit.systems.ddf.proving import options_of
from support.leagues import small_league

build, n_fixtures = sys.argv[1], int(sys.argv[2])
league = load_league(Path(build)) if build else small_league()
if not league.coaches:
    data = files("chartkit.systems.ddf").joinpath("data/coach_league.json").read_text("utf-8")
    league = replace(league, coaches={"LEAGUE": json.loads(data)})
options, fixtures = options_of(basic=False), league.fixtures[:n_fixtures]
kernel = KernelSimulator(league, options, 1)
referees = {
    "situation": RefereeSimulator(league, options, 1),
    "solitaire": RefereeSimulator(replace(league, coaches={}), options, 1),
}
kernel.play_all(fixtures, range(1))
for referee in referees.values():
    for fixture in fixtures:
        referee.log(fixture, 0)
print("ready", flush=True)
for line in sys.stdin:
    who, games, first = line.split()
    games, first = int(games), int(first)
    start = time.process_time()
    if who == "compiled":
        kernel.play_all(fixtures, range(first, first + games // len(fixtures)))
        games = games // len(fixtures) * len(fixtures)
    else:
        for number in range(games):
            referees[who].log(fixtures[number % len(fixtures)], first + number)
    print(games / (time.process_time() - start), flush=True)
"""


class New:
    """This engine with a league ready to play."""

    def __init__(self, league: League) -> None:
        self._league, self._options = league, DdfSimulation().rules("advanced")
        held, self._fixtures = league.charts, league.fixtures[:FIXTURES]
        self._tables = [
            matchup(held.charts[each.home], held.charts[each.away], held.generic, self._options)
            for each in self._fixtures
        ]
        self._coaches = {code: held.coach_table(code) for code in league.codes}
        self._simulator = DdfSimulator(league, self._options, 1)
        self._simulator.play(self._fixtures, range(1))

    @property
    def rates(self) -> Mapping[str, Rate]:
        """Every way to play."""
        return {
            SOLITAIRE: lambda games, first: self._at_the_table(games, first, with_tables=False),
            SITUATION: lambda games, first: self._at_the_table(games, first, with_tables=True),
            COMPILED: self._compiled,
        }

    def _at_the_table(self, games: int, first: int, *, with_tables: bool) -> float:
        start = time.process_time()
        for number in range(games):
            place = number % len(self._tables)
            home, away = self._fixtures[place].home, self._fixtures[place].away
            seed = f"{place} {first + number}"
            coaches = (
                self._coach(home, away, f"{seed} home", with_table=with_tables),
                self._coach(away, home, f"{seed} away", with_table=with_tables),
            )
            play(self._tables[place], coaches, SeededRolls(seed))
        return games / (time.process_time() - start)

    def _coach(self, code: str, opponent: str, seed: str, *, with_table: bool) -> ComputerCoach:
        table = self._coaches[code]
        if with_table and table is not None:
            return SituationCoach(table, seed, self._coaches[opponent])
        return SolitaireCoach(self._league.charts.charts[code].supplement, seed)

    def _compiled(self, games: int, first: int) -> float:
        runs = self._runs(games, first)
        start = time.process_time()
        self._simulator.play(self._fixtures, runs)
        return len(runs) * len(self._fixtures) / (time.process_time() - start)

    def _runs(self, games: int, first: int) -> range:
        return range(first, first + games // len(self._fixtures))

    def on_two_threads(self, games: int) -> tuple[float, float]:
        """Two threads against one: speed by the clock on the wall, processor time of a game."""

        def spent(runs: range) -> float:
            start = time.thread_time()
            self._simulator.play(self._fixtures, runs)
            return time.thread_time() - start

        start = time.perf_counter()
        alone = spent(self._runs(games, 0))
        one = time.perf_counter() - start
        start = time.perf_counter()
        with ThreadPoolExecutor(2) as pool:
            both = sum(pool.map(spent, (self._runs(games, 0), self._runs(games, games))))
        return 2 * one / (time.perf_counter() - start), both / (2 * alone)


class Old:
    """The engines of an older checkout, in a process of their own."""

    def __init__(self, checkout: Path, build: Path | None) -> None:
        words = [sys.executable, "-c", _OLD, str(build.resolve()) if build else "", str(FIXTURES)]
        self._process = subprocess.Popen(
            words,
            cwd=checkout,
            env=_environment(checkout),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        if self._answer() != "ready":
            sys.exit(f"{checkout} cannot play: is commit 0104593 checked out there?")

    @property
    def rates(self) -> Mapping[str, Rate]:
        """The same ways to play as ours."""
        asked = {SOLITAIRE: "solitaire", SITUATION: "situation", COMPILED: "compiled"}
        return {name: partial(self._rate, who) for name, who in asked.items()}

    def _rate(self, who: str, games: int, first: int) -> float:
        assert self._process.stdin is not None
        print(who, games, first, file=self._process.stdin, flush=True)
        return float(self._answer())

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


def _environment(checkout: Path, **more: str) -> dict[str, str]:
    folder = checkout.resolve()
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), str(folder / "tests"))), **more}


def compile_time(checkout: Path) -> str:
    """What the first compiled game costs on a computer that has no machine code yet."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", _PREPARE],
            cwd=checkout,
            env=_environment(checkout, NUMBA_CACHE_DIR=folder),
            capture_output=True,
            text=True,
            check=True,
        )
    processor, wall = map(float, done.stdout.split())
    return f"{processor:.1f} s of processor time, {wall:.1f} s by the clock on the wall"


def told(values: list[float], digits: int = 0) -> str:
    """`45,012 [44,310-45,900]`."""
    return f"{median(values):,.{digits}f} [{min(values):,.{digits}f}-{max(values):,.{digits}f}]"


def league_of(build: Path | None) -> League:
    """The league of a build, or an invented one; without coach files everybody calls as the league does."""
    league = load_league(DdfSimulation(), build) if build else small_league()
    if league.charts.coaches:
        return league
    coaches = {LEAGUE: json.loads(shipped("coach_league.json"))}
    return replace(league, charts=replace(league.charts, coaches=coaches))


def main() -> None:
    """Interleaved rounds of everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, help="a compiled season; without it charts are invented")
    parser.add_argument("--games", type=int, default=20_000, help="compiled games a round")
    parser.add_argument("--table-games", type=int, default=48, help="games at the table a round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--old", type=Path, metavar="CHECKOUT", help="an older checkout to compare with")
    parser.add_argument("--no-compile", action="store_true", help="leave the time of compiling out")
    given = parser.parse_args()
    if not given.no_compile:
        print(f"compiled with an empty cache: {compile_time(HERE)}")
        if given.old:
            print(f"  old: {compile_time(given.old)}")
    new = New(league_of(given.build))
    old = Old(given.old, given.build) if given.old else None
    ours: dict[str, list[float]] = {name: [] for name in new.rates}
    theirs: dict[str, list[float]] = {name: [] for name in new.rates}
    sticks: list[float] = []
    for number in range(1, given.rounds + 1):
        sticks.append(given.table_games / yardstick(given.table_games))
        for name, rate in new.rates.items():
            games = given.games if name == COMPILED else given.table_games
            ours[name].append(rate(games, number * games))
            if old is not None:
                theirs[name].append(old.rates[name](games, number * games))
    print(f"advanced games of {given.build or 'invented charts'}, games a second of processor time:")
    for name, found in ours.items():
        print(f"{name}: {told(found)}")
        if old is not None:
            ratios = [mine / other for mine, other in zip(found, theirs[name], strict=True)]
            print(f"  old {told(theirs[name])}, new/old {told(ratios, 2)}")
    pairs = [new.on_two_threads(given.games) for _ in range(given.rounds)]
    speed, cost = ([pair[part] for pair in pairs] for part in (0, 1))
    print(f"two threads / one: {told(speed, 2)} times as fast on the wall; a game costs {told(cost, 2)} times")
    print(f"yardstick (1,000 rolls and look-ups of plain Python a game): {told(sticks)} games/s")


if __name__ == "__main__":
    main()
