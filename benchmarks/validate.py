"""Validating 32 charts against parsing the same files with the json module alone; both in one run, as a ratio.

Run: python benchmarks/validate.py [--rounds 7]
Aim: 32 charts in under two seconds.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.charts import random_chart

from chartkit.systems.ddf.charts import chart_checksum, team_to_text
from chartkit.systems.ddf.validate import check_path, load_team_chart

CHARTS = 32


def best(rounds: int, work: Callable[[], object]) -> float:
    """The shortest of several runs: the one that other programs disturbed least."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for number in range(CHARTS):
            chart = random_chart(number, code=f"T{number:02d}")
            chart = replace(chart, source={"chart_sha256": chart_checksum(chart)})
            file = Path(folder) / f"{chart.team.code}.json"
            file.write_text(team_to_text(chart), encoding="utf-8")
            files.append(file)
        start = time.perf_counter()
        check_path(files[0])
        first = time.perf_counter() - start
        parse = best(rounds, lambda: [json.loads(file.read_text("utf-8")) for file in files])
        check = best(rounds, lambda: check_path(Path(folder)))
        load = best(rounds, lambda: [load_team_chart(file) for file in files])
    print(f"{CHARTS} charts, best of {rounds}; the first, jsonschema loaded included, took {first * 1000:.0f} ms")
    print(f"json module alone   {parse * 1000:8.1f} ms")
    print(f"chartkit validate   {check * 1000:8.1f} ms  {check / parse:5.1f} x")
    print(f"load_team_chart     {load * 1000:8.1f} ms  {load / parse:5.1f} x")


if __name__ == "__main__":
    main()
