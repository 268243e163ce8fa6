"""The added columns while they are being filled, and cells written from arrays of yards."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa

from chartkit.systems.ddf.classify.table import ADDED
from chartkit.systems.ddf.classify.view import Bools, Floats, Ints, Texts

_MOST = 99
_NUMBERS = np.array([str(yards) for yards in range(-_MOST, _MOST + 1)], dtype=object)
_STARRED = np.array([f"{yards}*" if yards else "0" for yards in range(-_MOST, _MOST + 1)], dtype=object)
_BLANKS: dict[str, Any] = {"str": None, "bool": False, "float64": np.nan}
_DTYPES: dict[str, Any] = {"str": object, "bool": np.bool_, "float64": np.float64}


class Sheet:
    """All added columns, empty at first; later entries replace earlier ones."""

    def __init__(self, rows: int) -> None:
        self._values: dict[str, npt.NDArray[Any]] = {
            column.name: np.full(rows, _BLANKS[column.dtype], dtype=_DTYPES[column.dtype]) for column in ADDED
        }

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        return self._values[name]

    def put(self, rows: Bools, **entries: Any) -> None:
        """Enter values on the given rows; arrays are as long as the whole table."""
        for name, value in entries.items():
            self._values[name][rows] = value[rows] if isinstance(value, np.ndarray) else value

    def _series(self, name: str, dtype: str, index: pd.Index[Any]) -> pd.Series[Any]:
        values = self._values[name]
        return pd.Series(_quick_texts(values) if dtype == "str" else values, index=index, dtype=dtype)

    def beside(self, plays: pd.DataFrame) -> pd.DataFrame:
        """The play table with these columns behind its own."""
        added = {column.name: self._series(column.name, column.dtype, plays.index) for column in ADDED}
        kept = plays.drop(columns=[name for name in added if name in plays.columns])
        return pd.concat([kept, pd.DataFrame(added)], axis=1)


def _quick_texts(values: npt.NDArray[Any]) -> pa.Array:
    # Straight into Arrow: pandas would look at every value twice.
    return pa.array(values, type=pa.large_string(), from_pandas=True)


def whole(yards: Floats) -> Ints:
    """Yards as a cell can hold them; what is missing counts as none."""
    return np.clip(np.nan_to_num(yards), -_MOST, _MOST).astype(np.int64)


def yard_cells(yards: Floats, star: Bools | None = None) -> Texts:
    """`7`, `-2`, `0`, and `12*` where it ended out of bounds (R4.1)."""
    index = whole(yards) + _MOST
    plain = _NUMBERS[index]
    return plain if star is None else np.where(star, _STARRED[index], plain)


def spot_cells(word: str, yards: Floats) -> Texts:
    """`INT 12`, `F -5`, `BK -14`; the bare word at the line of scrimmage (R4.1)."""
    names = np.array([f"{word} {spot}" if spot else word for spot in range(-_MOST, _MOST + 1)], dtype=object)
    return np.asarray(names[whole(yards) + _MOST])


def filled_cells(form: str, yards: Floats) -> Texts:
    """`PI 14` and `OFF 12*` from `PI #` and `OFF #*`; at least one yard."""
    names = np.array([form.replace("#", str(max(spot, 1))) for spot in range(_MOST + 1)], dtype=object)
    return np.asarray(names[np.maximum(whole(yards), 0)])
