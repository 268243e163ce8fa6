"""The play table as arrays: texts as small numbers, each column turned once."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from chartkit.football import teams

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Texts = npt.NDArray[np.object_]
Codes = npt.NDArray[np.int8]
UNKNOWN = -1


class View:
    """Columns of a play table by name, as numpy arrays; words and teams are compared as codes."""

    def __init__(self, plays: pd.DataFrame) -> None:
        self.plays = plays
        self.rows = len(plays)
        self._codes: dict[str, tuple[Ints, list[str]]] = {}
        self._teams: dict[str, int] = {}
        self._team_codes: dict[str, Ints] = {}

    def flag(self, name: str) -> Bools:
        """A flag column."""
        return np.asarray(self.plays[name].to_numpy(dtype=np.bool_))

    def number(self, name: str) -> Floats:
        """A number column."""
        return np.asarray(self.plays[name].to_numpy(dtype=np.float64))

    def seasons(self) -> Ints:
        """The season of each play."""
        return np.asarray(self.plays["season"].to_numpy(dtype=np.int64))

    def coded(self, name: str) -> tuple[Ints, list[str]]:
        """A text column as codes and the words they stand for; -1 where it is missing."""
        if name not in self._codes:
            coded = arrow(self.plays[name]).dictionary_encode()
            codes = pc.fill_null(coded.indices, -1).to_numpy(zero_copy_only=False).astype(np.int64)
            self._codes[name] = codes, coded.dictionary.to_pylist()
        return self._codes[name]

    def texts(self, name: str) -> Texts:
        """A text column as words; None where it is missing."""
        codes, words = self.coded(name)
        return np.asarray(np.array([*words, None], dtype=object)[codes])

    def word(self, name: str, word: str) -> Bools:
        """Where a text column holds this word."""
        codes, words = self.coded(name)
        return codes == words.index(word) if word in words else np.zeros(self.rows, dtype=np.bool_)

    def numbered(self, name: str, known: tuple[tuple[str, int], ...]) -> Codes:
        """The words of a text column as given numbers; -1 for any other word."""
        codes, words = self.coded(name)
        meant = dict(known)
        return np.array([*(meant.get(word, UNKNOWN) for word in words), UNKNOWN], dtype=np.int8)[codes]

    def missing(self, name: str) -> Bools:
        """Where a text column holds nothing."""
        return self.coded(name)[0] < 0

    def team(self, name: str) -> Ints:
        """A team column as codes that mean the same team in every column; -1 where it is missing."""
        if name not in self._team_codes:
            codes, words = self.coded(name)
            shared = np.array([*(self._teams.setdefault(word, len(self._teams)) for word in words), -1])
            self._team_codes[name] = shared[codes]
        return self._team_codes[name]

    def same(self, one: str, other: str) -> Bools:
        """Where two team columns name the same team."""
        first = self.team(one)
        return np.asarray((first == self.team(other)) & (first >= 0))

    def saying(self, words: str) -> Bools:
        """Where the description holds these very words."""
        found = pc.fill_null(pc.match_substring(arrow(self.plays["desc"]), words), False)
        return np.asarray(found.to_numpy(zero_copy_only=False), dtype=np.bool_)

    def told(self, rows: Ints) -> pa.Array:
        """The descriptions of some rows, for Arrow's string functions."""
        return arrow(self.plays["desc"].iloc[rows])

    def named(self, written: Texts, rows: Ints, team: str) -> Bools:
        """Whether codes written in descriptions (JAC, LAR and others of their own) mean the given team."""
        found = np.zeros(len(rows), dtype=np.bool_)
        wanted, season = self.texts(team)[rows], self.seasons()[rows]
        codes, words = pd.factorize(pd.Series(written, dtype=object))
        for year in np.unique(season):
            meant = np.array([*(teams.code_of(str(word), int(year)) for word in words), None], dtype=object)[codes]
            found |= (season == year) & (meant == wanted) & (codes >= 0)
        return found


def arrow(values: pd.Series[Any]) -> pa.Array:
    """A text column as Arrow sees it: its string functions are the fast ones."""
    array = pa.array(values, from_pandas=True)
    array = array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array
    return array if pa.types.is_large_string(array.type) else array.cast(pa.large_string())
