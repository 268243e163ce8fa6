"""nflverse season files: .csv, .csv.gz and .parquet, one season or several in a file, 100 columns or 400."""

from __future__ import annotations

import sys
import zlib
from collections import Counter
from collections.abc import Collection, Iterator, Set
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
from pandas.api.types import is_numeric_dtype
from pyarrow import csv

from chartkit.errors import CHECK_FILE, InputError
from chartkit.plays import table
from chartkit.plays.columns import BY_NAME, ColumnType
from chartkit.plays.sources import (
    AGAIN,
    GZIP,
    RawPlays,
    heading_line,
    is_gzip,
    refuse_bomb,
    unpacked,
    what_is_wrong,
)

NAME = "nflverse"
TITLE = "nflverse season files (.csv, .csv.gz, .parquet)"
# A file with most of these is meant as nflverse play-by-play, even when a column we need is missing.
_MARKS = ("game_id", "play_id", "posteam", "desc", "play_type", "yardline_100", "ydstogo")
_ENOUGH_MARKS = 3
_ORDER = "order_sequence"
# The files count each leg of a lateral by itself: the first in yards_gained, all of them in these columns.
_LATERALS = {
    "lateral_reception": ("passing_yards",),
    "lateral_rush": ("rushing_yards", "lateral_rushing_yards"),
}
_HELPERS = (_ORDER, *_LATERALS, *(leg for legs in _LATERALS.values() for leg in legs))
# Up to here a file is read in one go, which uses all cores; beyond, season by season in little memory.
_WHOLE_FILE_BYTES = 128 << 20
_STREAM_BLOCK_BYTES = 4 << 20
_BATCH_ROWS = 65_536
_HEADING_BYTES = 1 << 16
#: A season has 50,000 rows; all since 1999 have a million.
_MOST_ROWS, _MOST_ROWS_OF_A_SEASON = 5_000_000, 500_000
_NO_YEAR = 1e9
_PARQUET = b"PAR1"


def recognises(path: Path, head: bytes) -> bool:
    """By the names of the columns."""
    if head.startswith(_PARQUET):
        return _is_ours(_parquet_names(path))
    if head.startswith(GZIP):
        try:
            head = zlib.decompressobj(wbits=31).decompress(head, _HEADING_BYTES)
        except zlib.error:
            return False
    elif path.suffix.lower() not in (".csv", ".txt"):
        return False
    return _is_ours(_split_header(head.split(b"\n", 1)[0]))


def seasons(path: Path) -> Set[int]:
    """By the season of each row, or by its game."""
    found: set[int] = set()
    for rows in _tables(path, ("season", "game_id")):
        found.update(_seasons_of(rows.to_pandas(), None, path).unique().tolist())
    return found


def read(path: Path, season: int | None) -> Iterator[RawPlays]:
    """Season by season, in the order of the file."""
    yield from _by_season(_tables(path, (*BY_NAME, *_HELPERS)), path, season)


def _tables(path: Path, columns: Collection[str]) -> Iterator[pa.Table]:
    """The rows of a file, in one piece or several, with those of the columns that it has."""
    with path.open("rb") as stream:
        parquet = stream.read(4) == _PARQUET
    names = _parquet_names(path) if parquet else _split_header(heading_line(path))
    _refuse_missing(names, path)
    wanted = [name for name in names if name in columns]
    return _parquet_tables(path, wanted) if parquet else _csv_tables(path, names, wanted)


def _is_ours(names: list[str]) -> bool:
    return sum(mark in names for mark in _MARKS) >= _ENOUGH_MARKS


def _split_header(line: bytes) -> list[str]:
    return [name.strip().strip('"') for name in line.decode("utf-8-sig", "replace").split(",")]


def _refuse_missing(names: list[str], path: Path) -> None:
    if absent := table.missing(names):
        raise InputError(
            f"{'columns are' if len(absent) > 1 else 'a column is'} missing: {'; '.join(absent)}.",
            where=path,
            remedy="nflverse files have them all; `chartkit template plays` begins one of your own.",
        )
    counts = Counter(names)
    twice = sorted(name for name in counts.keys() & {*BY_NAME, *_HELPERS} if counts[name] > 1)
    if twice:
        raise InputError(f"columns occur twice: {', '.join(twice)}.", where=path, remedy="Leave one of each.")


def _damaged(path: Path) -> InputError:
    return InputError("the parquet file is damaged.", where=path, remedy=AGAIN)


def _parquet_names(path: Path) -> list[str]:
    try:
        with pq.ParquetFile(path) as file:
            about = file.metadata
            unpacked = sum(about.row_group(number).total_byte_size for number in range(about.num_row_groups))
            names = list(file.schema_arrow.names)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise _damaged(path) from error
    refuse_bomb(path, unpacked if about.num_rows <= _MOST_ROWS else sys.maxsize)
    return names


def _parquet_tables(path: Path, wanted: list[str]) -> Iterator[pa.Table]:
    try:
        with pq.ParquetFile(path) as file:
            for batch in file.iter_batches(batch_size=_BATCH_ROWS, columns=wanted):
                yield pa.Table.from_batches([batch])
    except (pa.ArrowException, OSError, ValueError) as error:
        raise _damaged(path) from error


def _csv_tables(path: Path, names: list[str], wanted: list[str]) -> Iterator[pa.Table]:
    # Columns that are not needed may share a name; their position makes them unique.
    names = [name if name in wanted else f"{name} {place}" for place, name in enumerate(names)]
    numeric = {name for name in wanted if name not in BY_NAME or BY_NAME[name].kind is not ColumnType.TEXT}
    types = {name: pa.float64() if name in numeric else pa.large_string() for name in wanted}
    convert = csv.ConvertOptions(include_columns=wanted, column_types=types, strings_can_be_null=True)
    text = unpacked(path, _WHOLE_FILE_BYTES)
    # A description with a line break in it is rare and costs half the speed to allow for.
    for breaks in (True,) if text is None else (False, True):
        options = {"parse_options": csv.ParseOptions(newlines_in_values=breaks), "convert_options": convert}
        try:
            if text is not None:
                heading = csv.ReadOptions(column_names=names, skip_rows=1)
                whole = csv.read_csv(pa.BufferReader(text), read_options=heading, **options)
                # No longer needed, and several seasons take much memory.
                text = None
                yield from (whole.slice(start, _BATCH_ROWS) for start in range(0, len(whole), _BATCH_ROWS))
                return
            with pa.input_stream(str(path), compression="gzip" if is_gzip(path) else None) as stream:
                heading = csv.ReadOptions(column_names=names, skip_rows=1, block_size=_STREAM_BLOCK_BYTES)
                with csv.open_csv(stream, read_options=heading, **options) as reader:
                    yield from map(pa.Table.from_batches, ([batch] for batch in reader))
        except (pa.ArrowException, OSError) as error:
            if breaks or not isinstance(error, pa.ArrowInvalid):
                raise what_is_wrong(path, names, numeric) from error


def _by_season(tables: Iterator[pa.Table], path: Path, asked: int | None) -> Iterator[RawPlays]:
    """Cut a stream of rows into seasons; no more than one season and one batch are in memory at a time."""
    current: int | None = None
    held: list[pd.DataFrame] = []
    done: set[int] = set()
    line = 2  # the heading is line 1
    for batch in tables:
        rows = batch.to_pandas().set_axis(range(line, line + batch.num_rows))
        line += batch.num_rows
        season_of = _seasons_of(rows, asked, path)
        several = season_of.nunique() > 1
        for season in season_of.unique().tolist():
            if season != current:
                if season in done:
                    raise InputError(
                        f"the rows of season {season} are scattered over the file.",
                        where=path,
                        remedy="Sort the file by season first.",
                    )
                if current is not None:
                    yield _one_season(current, held)
                    done.add(current)
                current, held = season, []
            held.append(rows[season_of.eq(season)] if several else rows)
            if sum(map(len, held)) > _MOST_ROWS_OF_A_SEASON:
                what = f"season {season} has more than {_MOST_ROWS_OF_A_SEASON:,} rows."
                raise InputError(what, where=path, remedy=CHECK_FILE)
    if current is None:
        raise InputError("there is a heading but no plays.", where=path, remedy=AGAIN)
    yield _one_season(current, held)


def _seasons_of(rows: pd.DataFrame, asked: int | None, path: Path) -> pd.Series[int]:
    """The season of each row: by its column, as the user says, or by its game_id (2017_01_NYJ_BUF)."""
    stated = _numbers(rows, "season")
    if stated.between(1, _NO_YEAR).all():
        return stated.astype(int)
    if asked is not None:
        return pd.Series(asked, rows.index)
    begins = rows["game_id"].astype("str").str.extract(r"^(\d{4})", expand=False)
    if begins.isna().any():
        raise InputError(
            "neither a column season nor the game_id says which season it is.",
            where=path,
            remedy="Say it with --season.",
        )
    return begins.astype(int)


def _numbers(rows: pd.DataFrame, column: str) -> pd.Series[float]:
    """A column as numbers; missing where it is absent or holds something else."""
    return pd.to_numeric(rows.get(column, pd.Series(np.nan, rows.index)), errors="coerce").astype("float64")


def _one_season(season: int, parts: list[pd.DataFrame]) -> RawPlays:
    rows = pd.concat(parts) if len(parts) > 1 else parts[0]
    return RawPlays(season=season, rows=_in_play_order(_whole_laterals(rows)))


def _whole_laterals(rows: pd.DataFrame) -> pd.DataFrame:
    """A lateral counts in full: the gain of the play is the sum of its legs."""
    for flag, legs in _LATERALS.items():
        first, *others = (_numbers(rows, leg) for leg in legs)
        lateral = _numbers(rows, flag).eq(1) & first.notna()
        if lateral.any() and is_numeric_dtype(rows["yards_gained"]):
            whole = sum((leg.fillna(0) for leg in others), first)
            rows = rows.assign(yards_gained=rows["yards_gained"].mask(lateral, whole))
    return rows


def _in_play_order(rows: pd.DataFrame) -> pd.DataFrame:
    """Games together and their rows by the league's sequence; 1999 has none and keeps the order of the file."""
    game = pd.factorize(rows["game_id"])[0]
    order = _numbers(rows, _ORDER).to_numpy()
    if np.isnan(order).any():
        order = np.arange(len(rows), dtype="float64")
    same = game[1:] == game[:-1]
    if (game[1:] >= game[:-1]).all() and (order[1:][same] >= order[:-1][same]).all():
        return rows
    return rows.iloc[np.lexsort((order, game))]
