"""Reading and classifying a season against pandas reading the same file: medians of interleaved rounds.

Run: python benchmarks/ingest.py SEASON_FILE [--rounds 5] [--seasons 27]
Goals: at most 4 times pandas with the pyarrow engine; peak memory under 1 GB, also for many seasons in one file.
"""

from __future__ import annotations

import argparse
import gzip
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

GOAL = 4.0
MEMORY_GOAL_MB = 1024


def _jobs(path: Path, cache: Path) -> dict[str, Callable[[], object]]:
    import pandas as pd

    from chartkit.plays import read, reconcile, table
    from chartkit.systems.ddf.classify import classify

    table.save(next(read([path])).plays, cache)
    packed = path.suffix == ".parquet"
    return {
        "pandas": lambda: pd.read_parquet(path) if packed else pd.read_csv(path, engine="pyarrow"),
        "read": lambda: [season.plays for season in read([path])],
        "read + classify": lambda: [classify(season.plays) for season in read([path])],
        "read + reconcile": lambda: [reconcile(season.plays) for season in read([path])],
        "load play table": lambda: table.load(cache),
    }


def _peak_mb(who: int) -> float:
    return resource.getrusage(who).ru_maxrss / 1024


def compare(path: Path, rounds: int) -> None:
    """Print seconds, ratios to pandas and peak memory of this process."""
    with tempfile.TemporaryDirectory() as folder:
        jobs = _jobs(path, Path(folder) / "plays.parquet")
        for job in jobs.values():
            job()
        times: dict[str, list[float]] = {name: [] for name in jobs}
        for _ in range(rounds):
            for name, job in jobs.items():
                start = perf_counter()
                job()
                times[name].append(perf_counter() - start)
    base = statistics.median(times["pandas"])
    for name, taken in times.items():
        middle = statistics.median(taken)
        print(f"{name:18} {middle:6.3f} s  [{min(taken):.3f}-{max(taken):.3f}]  {middle / base:5.2f} x pandas")
    ratio = statistics.median(times["read + classify"]) / base
    print(f"peak memory {_peak_mb(resource.RUSAGE_SELF):.0f} MB (goal under {MEMORY_GOAL_MB})")
    print(f"read + classify / pandas: {ratio:.2f} (goal at most {GOAL:g}): {'met' if ratio <= GOAL else 'MISSED'}")


def stream(path: Path, seasons: int) -> None:
    """Ingest one file that holds the season many times over, under other years, and print the peak memory."""
    import pandas as pd

    frame = pd.read_csv(path, dtype=str, keep_default_na=False)
    with tempfile.TemporaryDirectory() as folder:
        big = Path(folder) / "many.csv.gz"
        with gzip.open(big, "wt", compresslevel=1, encoding="utf-8") as stream:
            for number in range(seasons):
                year = str(1999 + number)
                part = frame.assign(season=year, game_id=year + frame["game_id"].str.slice(4))
                part.to_csv(stream, index=False, header=number == 0)
        del frame, part
        start = perf_counter()
        run = "from chartkit.cli.app import main; main()"
        command = [sys.executable, "-c", run, "ingest", str(big), "--out", str(Path(folder) / "out")]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        taken, peak = perf_counter() - start, _peak_mb(resource.RUSAGE_CHILDREN)
    print(f"{seasons} seasons in one file: {taken:.1f} s, peak {peak:.0f} MB (goal under {MEMORY_GOAL_MB})")


def main() -> None:
    """Read the command line and measure."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("file", type=Path)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--seasons", type=int, default=0, help="also stream a file of that many seasons")
    chosen = options.parse_args()
    compare(chosen.file, chosen.rounds)
    if chosen.seasons:
        stream(chosen.file, chosen.seasons)


if __name__ == "__main__":
    main()
