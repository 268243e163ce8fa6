"""The play table: a pandas DataFrame with fixed columns and types, one row a play, in the order of play.

Every source ends in this table and every later step starts from it. `conform` makes one, `check` guards the
border, `save` and `load` keep it as parquet (or CSV for a spreadsheet).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
from pandas.api.types import is_numeric_dtype

from chartkit import files
from chartkit.errors import InputError
from chartkit.plays.columns import COLUMNS, PLAY_TYPES, Column, ColumnType

_ORIGIN = b"chartkit"
_AGAIN = "Make it again with `chartkit ingest`."
#: Ten times the longest season.
_MOST_ROWS = 500_000
#: The value of a column that a source does not have.
_MISSING = {ColumnType.TEXT: None, ColumnType.FLAG: False, ColumnType.COUNT: 0, ColumnType.NUMBER: np.nan}


def missing(present: Iterable[str]) -> list[str]:
    """Columns that a source must have and that are not among `present`, each with what it is needed for."""
    there = set(present)
    return [f"{c.name} (needed for {c.purpose})" for c in COLUMNS if c.required and c.name not in there]


def conform(frame: pd.DataFrame) -> pd.DataFrame:
    """Give `frame` the columns, order and types of the play table; what is absent becomes "missing"."""
    return pd.DataFrame({column.name: _stored(frame, column) for column in COLUMNS}, index=frame.index)


def _stored(frame: pd.DataFrame, column: Column) -> pd.Series[Any]:
    if column.name not in frame.columns:
        return pd.Series(_MISSING[column.kind], index=frame.index, dtype=column.dtype)
    values = frame[column.name]
    if str(values.dtype) == column.dtype:
        return values
    if column.kind is ColumnType.TEXT:
        return values.astype("str").where(values.notna())
    numbers = values if is_numeric_dtype(values) else pd.to_numeric(values)
    if column.kind is ColumnType.NUMBER:
        return numbers.astype("float64")
    # Sources write 0 and 1 with gaps; a gap means "did not happen".
    return numbers.fillna(0).astype(np.dtype(column.dtype))


def check(plays: pd.DataFrame, *, where: Path | None = None) -> None:
    """Refuse a table that lacks a column, or has one of another type, or unknown play types."""
    absent = [f"{c.name} (needed for {c.purpose})" for c in COLUMNS if c.name not in plays.columns]
    if absent:
        raise InputError(f"the play table has no column {', '.join(absent)}.", where=where, remedy=_AGAIN)
    wrong = [f"{c.name} ({c.holds})" for c in COLUMNS if str(plays[c.name].dtype) != c.dtype]
    if wrong:
        what = f"columns that do not hold what they should: {', '.join(wrong)}."
        raise InputError(what, where=where, remedy=_AGAIN)
    strange = sorted(set(plays["play_type"].fillna("(empty)").unique()) - set(PLAY_TYPES))
    if strange:
        raise InputError(
            f"play types that chartkit does not know: {', '.join(map(str, strange))}.",
            where=where,
            remedy=f"The known ones are {', '.join(PLAY_TYPES)}.",
        )


def without_formulas(frame: pd.DataFrame) -> pd.DataFrame:
    """The rows for a CSV file: no text is a formula to a spreadsheet."""
    texts = [str(name) for name in frame if frame[name].dtype in ("object", "str")]
    return frame.assign(**{name: frame[name].map(files.plain_cell, na_action="ignore") for name in texts})


def save(
    plays: pd.DataFrame, path: Path, *, origin: Mapping[str, Any] | None = None, as_csv: bool | None = None
) -> None:
    """Write the table as parquet, or as CSV when `path` ends in .csv; `origin` says what it was made from."""
    check(plays, where=path)
    if path.suffix.lower() == ".csv" if as_csv is None else as_csv:
        with files.whole_file(path) as part:
            flags = {column.name: "int8" for column in COLUMNS if column.kind is ColumnType.FLAG}
            without_formulas(plays.astype(flags)).to_csv(part, index=False, lineterminator="\n")
        return

    table = pa.Table.from_pandas(plays, preserve_index=False)
    note = json.dumps(dict(origin or {}), sort_keys=True).encode()
    with files.whole_file(path) as part:
        described = table.replace_schema_metadata({_ORIGIN: note})
        pq.write_table(described, part, compression="zstd", write_page_checksum=True)


def load(path: Path) -> pd.DataFrame:
    """Read a saved table back (parquet or CSV), checked."""
    if not path.is_file():
        raise InputError("there is no play table here.", where=path, remedy="Make it with `chartkit ingest FILE`.")
    plays = _load_csv(path) if path.suffix.lower() == ".csv" else _load_parquet(path)
    check(plays, where=path)
    return plays


def origin(path: Path) -> dict[str, Any]:
    """What a saved parquet table says it was made from."""
    try:
        note = (pq.read_schema(path).metadata or {}).get(_ORIGIN, b"{}")
        found: dict[str, Any] = json.loads(note)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise damaged(path) from error
    return found


def damaged(path: Path) -> InputError:
    """The error for a saved table that cannot be read."""
    return InputError("the play table is damaged.", where=path, remedy=_AGAIN)


def _load_parquet(path: Path) -> pd.DataFrame:
    try:
        # ParquetFile, because pyarrow's read_table pays half a second of lazy imports.
        with pq.ParquetFile(path, page_checksum_verification=True) as file:
            if file.metadata.num_rows > _MOST_ROWS:
                raise InputError(f"the play table has more than {_MOST_ROWS:,} rows.", where=path)
            frame: pd.DataFrame = file.read().to_pandas()
    except (pa.ArrowException, OSError, ValueError) as error:
        raise damaged(path) from error
    return frame


def _load_csv(path: Path) -> pd.DataFrame:
    # Codes such as "NA" and dates must stay text; everything else pandas tells from the digits.
    texts = {column.name: "str" for column in COLUMNS if column.kind is ColumnType.TEXT}
    try:
        return conform(pd.read_csv(path, dtype=texts))
    except (ValueError, OSError) as error:
        raise InputError("this is not a play table that can be read.", where=path, remedy=_AGAIN) from error
