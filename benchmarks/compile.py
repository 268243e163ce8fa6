"""The search against an integer program on the same objective; what a compile costs, by teams and stage by stage.

Run: python benchmarks/compile.py PLAYS [--columns 20] [--seconds 60] [--teams 4 8 16 32] [--jobs 2] [--json]
     python benchmarks/compile.py PLAYS --stages [--jobs 2]
Aims: ours within 10% of the best that the integer program finds in its time; processor time that grows linearly
with the teams; 32 teams in less than 90 seconds on 2 idle cores and 2 GB.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import coo_array

from chartkit.fitting import Problem
from chartkit.football.teams import find
from chartkit.plays import season_plays
from chartkit.systems.base import CompileOrder
from chartkit.systems.ddf.charts import PLAYS
from chartkit.systems.ddf.compile.build import write_build
from chartkit.systems.ddf.compile.settings import load_settings
from chartkit.systems.ddf.compile.stages import STAGES, Compilation

#: The rounded part of a miss (up to one tolerance) as tangents: so many.
TANGENTS = 6


def season_of(plays: Path) -> int:
    """The year in the name of a file."""
    found = re.search(r"(\d{4})", plays.name)
    return int(found.group(1)) if found else 2031


def fitted(plays: Path, jobs: int) -> Compilation:
    """A season compiled as far as the joint fit."""
    compilation = Compilation(
        season_plays(season_of(plays), [plays]), load_settings(None), CompileOrder(Path("no-build"), jobs=jobs)
    )
    for stage in STAGES:
        stage.work(compilation)
        if stage.name == "offenses and defenses":
            return compilation
    raise RuntimeError("no stage of that name")


def sampled(compilation: Compilation, number: int) -> list[tuple[str, str, Problem, Any]]:
    """Columns spread evenly over calls and teams: call, team, problem, the cells chosen."""
    fit, made = compilation.joint, []
    for place in range(number):
        call, team = PLAYS[place % len(PLAYS)], (7 * place) % len(compilation.teams)
        problem = fit.problem("offense", call, team, fit.rows("offense", call, team))
        made.append((call, compilation.teams[team], problem, fit.state.cells[call, "offense"][team]))
    return made


class _Rows:
    """Constraints on cells (weight class by symbol) with one slack each, put together one by one."""

    def __init__(self, weights: Any) -> None:
        self.weights = weights
        self.entries: list[tuple[int, int, float]] = []
        self.low: list[float] = []
        self.high: list[float] = []

    def add(self, per_symbol: Any, least: float, most: float, slack: int | None = None) -> None:
        """`least <= sum of weights times per_symbol - slack <= most`."""
        row = len(self.low)
        spread = np.outer(self.weights, per_symbol).ravel()
        self.entries += [(row, int(place), float(spread[place])) for place in np.flatnonzero(spread)]
        if slack is not None:
            self.entries.append((row, slack, -1.0))
        self.low.append(least)
        self.high.append(most)

    def fill(self, place: int, symbols: int, count: float) -> None:
        """All cells of a weight hold a symbol."""
        row = len(self.low)
        self.entries += [(row, place * symbols + symbol, 1.0) for symbol in range(symbols)]
        self.low.append(count)
        self.high.append(count)

    def above(self, per_symbol: Any, slope: float, middle: float, level: float, slack: int) -> None:
        """`slack >= slope * |value - middle| + level`."""
        for sign in (slope, -slope):
            self.add(sign * per_symbol, -np.inf, sign * middle - level, slack)

    def matrix(self, size: int) -> Any:
        """The constraints for the solver."""
        rows, columns, values = zip(*self.entries, strict=True)
        matrix = coo_array((values, (rows, columns)), shape=(len(self.low), size)).tocsr()
        return LinearConstraint(matrix, self.low, self.high)


def integer_program(problem: Problem, ours: Any, seconds: float) -> tuple[float, float]:
    """The score, by the same objective, of the best column that the integer program finds, and its own bound.

    Unknowns are the cells of each weight with each symbol. Shares are of the rolls that are no foul and gains of
    the rolls that gain; both divisors are held at our solution's, which makes the rest linear.
    """
    weights, counts = np.unique(problem.weights, return_counts=True)
    assert problem.blocks is not None and problem.slope is not None
    gains = np.add.reduceat(problem.gains, problem.blocks, axis=1)
    target_gains = np.add.reduceat(problem.target_gains, problem.blocks)
    symbols, grid, misses = len(gains), gains.shape[1], len(problem.target)
    chosen = np.bincount(ours, weights=problem.weights, minlength=symbols)
    fouled, mass = float(chosen @ problem.reroll), float(chosen @ problem.gains[:, -1])
    figures = problem.figures[0] * np.where(problem.conditional, 1 / (1 - fouled), 1.0)
    number = len(weights) * symbols
    size = number + grid + 2 * misses
    rows = _Rows(weights)
    for place, count in enumerate(counts):
        rows.fill(place, symbols, float(count))
    rows.add(problem.reroll, fouled - 1e-9, fouled + 1e-9)
    for y in range(grid):
        rows.above(gains[:, y] / mass, 1.0, float(target_gains[y]), 0.0, number + y)
    for k in range(misses):
        scale, importance = 2.0 / problem.tolerance[k], problem.importance[k]
        for point in np.linspace(2 / TANGENTS, 2.0, TANGENTS):
            # Importance times miss^2 / 4 up to a miss of 2, its tangent beyond.
            slope, level = importance * point / 2 * scale, -importance * point * point / 4
            rows.above(figures[:, k], slope, problem.target[k], level, number + grid + k)
        if problem.reach is not None and problem.middle is not None and np.isfinite(problem.reach[k]):
            slope = float(problem.slope[k])
            level = -slope * problem.reach[k]
            rows.above(figures[:, k], slope, problem.middle[k], level, number + grid + misses + k)
    cost, most = np.ones(size), np.full(size, np.inf)
    cost[:number], cost[number : number + grid] = 0.0, problem.distance_weight
    most[:number] = np.repeat(counts, symbols)
    solved = milp(
        cost,
        constraints=rows.matrix(size),
        integrality=np.arange(size) < number,
        bounds=Bounds(np.zeros(size), most),
        options={"time_limit": seconds},
    )
    if solved.x is None:
        return np.inf, float(solved.mip_dual_bound or 0.0)
    cells = np.zeros(len(problem.weights), dtype=np.int64)
    for place, weight in enumerate(weights):
        held = np.round(solved.x[place * symbols : (place + 1) * symbols]).astype(int)
        cells[np.flatnonzero(problem.weights == weight)] = np.repeat(np.arange(symbols), held)
    return problem.score(cells), float(solved.mip_dual_bound)


def compare(compilation: Compilation, number: int, seconds: float) -> list[dict[str, Any]]:
    """Ours and the integer program on sampled columns."""
    restarts = compilation.settings.fit.last_restarts
    found = []
    for call, team, problem, cells in sampled(compilation, number):
        start = time.perf_counter()
        chosen, ours = problem.solve(cells, restarts=restarts, seed=1)
        took = time.perf_counter() - start
        best, bound = integer_program(problem, chosen, seconds)
        found.append({"call": call, "team": team, "ours": ours, "milp": best, "bound": bound, "seconds": took})
        print(f"{team} {call:<14} ours {ours:8.3f} in {took:.2f} s   integer program {best:8.3f}", flush=True)
    return found


def small_league(plays: Path, teams: int, folder: Path) -> Path:
    """The games of so many teams among themselves, division by division: neighbours meet most often."""
    table = pd.read_csv(plays, low_memory=False)
    season = int(table["season"].iloc[0])

    def home(code: str) -> tuple[str, str, str]:
        team = find(code, season)
        return (team.conference, team.division, code) if team else ("", "", code)

    chosen = set(sorted(table["home_team"].dropna().unique(), key=home)[:teams])
    path = folder / plays.name
    table[table["home_team"].isin(chosen) & table["away_team"].isin(chosen)].to_csv(path, index=False)
    return path


def grow(plays: Path, sizes: list[int], jobs: int) -> list[dict[str, Any]]:
    """Processor and wall seconds of the stages up to the joint fit by number of teams."""
    found = []
    for teams in sizes:
        with tempfile.TemporaryDirectory() as folder:
            source = small_league(plays, teams, Path(folder))
            wall, processor = time.perf_counter(), time.process_time()
            compilation = fitted(source, jobs)
            made = {
                "teams": len(compilation.teams),
                "wall": round(time.perf_counter() - wall, 1),
                "processor": round(time.process_time() - processor, 1),
                "most_memory_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
            }
        made["processor_per_team"] = round(made["processor"] / made["teams"], 2)
        found.append(made)
        print(json.dumps(made), flush=True)
    return found


def stage_by_stage(plays: Path, jobs: int) -> None:
    """Wall and processor seconds of every stage of a whole season, and the checks of its report."""
    rows = []

    def timed(name: str, work: Callable[[], Any]) -> Any:
        wall, processor = time.perf_counter(), time.process_time()
        made = work()
        rows.append((time.perf_counter() - wall, time.process_time() - processor))
        print(f"{name:<24} {rows[-1][0]:7.1f} s, processor {rows[-1][1]:7.1f} s", flush=True)
        return made

    with tempfile.TemporaryDirectory() as folder:
        order = CompileOrder(Path(folder) / "build", jobs=jobs)
        source = timed("plays", lambda: season_plays(season_of(plays), [plays]))
        compilation = Compilation(source, load_settings(None), order)
        for stage in STAGES:
            timed(stage.name, partial(stage.work, compilation))
        timed("build", lambda: write_build(compilation, order.out, ()))
    wall, processor = (sum(column) for column in zip(*rows, strict=True))
    checks = compilation.report["checks"]
    missed = [f"{check['what']} ({check['side']})" for check in checks if not check["passed"]]
    print(f"{'all':<24} {wall:7.1f} s, processor {processor:7.1f} s")
    print(f"checks met: {len(checks) - len(missed)} of {len(checks)}", *missed, sep="; ")


def main() -> None:
    """Both comparisons."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plays", type=Path)
    parser.add_argument("--columns", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--teams", type=int, nargs="*", default=[4, 8, 16, 32])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--stages", action="store_true", help="only the stages of the whole season")
    asked = parser.parse_args()
    if asked.stages:
        stage_by_stage(asked.plays, asked.jobs)
        return
    grown = grow(asked.plays, asked.teams, asked.jobs)
    columns = compare(fitted(asked.plays, asked.jobs), asked.columns, asked.seconds) if asked.columns else []
    ratios = [column["ours"] / column["milp"] for column in columns if np.isfinite(column["milp"])]
    if asked.json:
        print(json.dumps({"grown": grown, "columns": columns}, indent=1))
    if ratios:
        near = sum(ratio <= 1.1 for ratio in ratios)
        print(f"ours / integer program: median {statistics.median(ratios):.3f}, worst {max(ratios):.3f}; ", end="")
        print(f"{near} of {len(ratios)} within 10%, {len(columns) - len(ratios)} not solved by it")


if __name__ == "__main__":
    main()
