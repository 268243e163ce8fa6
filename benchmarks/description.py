"""Comparing the descriptions of a season with its columns, beside pandas reading the file: medians of rounds.

Run: python benchmarks/description.py SEASON_FILE [--rounds 3] [--book GAME_BOOK.pdf]
Goal: a season of descriptions in seconds (processor time, so that a busy machine does not count).
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable
from pathlib import Path
from time import process_time


def _jobs(path: Path, book: Path | None) -> dict[str, Callable[[], object]]:
    import pandas as pd

    from chartkit.plays import sources
    from chartkit.plays.agreement import compare
    from chartkit.plays.sources.gamebook import read_gamebook

    (season,) = sources.source_of(path).read(path, None)
    rows = season.rows[season.rows["desc"].notna()]
    print(f"{len(rows):,} descriptions")
    jobs: dict[str, Callable[[], object]] = {
        "pandas": lambda: pd.read_csv(path, low_memory=False),
        "descriptions": lambda: compare(season.season, rows),
    }
    if book is not None:
        jobs["game book"] = lambda: read_gamebook(book)
    return jobs


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("file", type=Path)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--book", type=Path)
    given = options.parse_args()
    jobs = _jobs(given.file, given.book)
    spent: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(given.rounds):
        for name, job in jobs.items():
            start = process_time()
            job()
            spent[name].append(process_time() - start)
    base = statistics.median(spent["pandas"])
    for name, times in spent.items():
        middle = statistics.median(times)
        print(f"{name:14} {middle:6.2f} s  {middle / base:5.2f} x pandas")


if __name__ == "__main__":
    main()
