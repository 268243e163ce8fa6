"""A game exported, read in with `chartkit ingest`, and added up gives its own box score."""

import csv
import json
from pathlib import Path

import pandas as pd
from support.commands import Run

from chartkit.plays import NFLVERSE_COLUMNS as COLUMNS
from chartkit.plays import totals

ONE_FOUL_A_ROW = {"penalties", "penalty_yards"}


def test_the_circle_through_the_commands(run: Run) -> None:
    for seed in ("4", "5"):
        _, out, _ = run("game", "VIS.json", "HOM.json", "--seed", seed, "--json", "--export", f"raw/{seed}.csv")
        box = json.loads(out)["box"]
        with Path(f"raw/{seed}.csv").open(encoding="utf-8", newline="") as file:
            assert tuple(next(csv.reader(file))) == COLUMNS
        code, report, _ = run("ingest", f"raw/{seed}.csv", "--out", f"{seed}.parquet", "--json", "--strict")
        read = json.loads(report)["seasons"][0]
        assert code == 0, read["reconciliation"]
        assert read["games"] == 1 and read["teams"] == ["HOM", "VIS"]
        added = totals.by_game(pd.read_parquet(f"{seed}.parquet")).set_index("team")
        for code_, figures in box["statistics"].items():
            for figure in set(totals.STATISTICS) - ONE_FOUL_A_ROW:
                assert figures.get(figure, 0) == added.loc[code_, figure], (seed, code_, figure)


def test_a_log_exports_the_same_bytes_plain_and_packed(run: Run) -> None:
    import gzip

    run("game", "VIS.json", "HOM.json", "--seed", "4", "--quiet", "--export", "a.csv", "--log", "game.json")
    run("replay", "game.json", "--export", "b.csv.gz")
    assert gzip.decompress(Path("b.csv.gz").read_bytes()) == Path("a.csv").read_bytes()
