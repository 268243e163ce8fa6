"""What classification adds to the play table, with every word that may stand there; and the play table as arrays.

`classify` returns the play table, row for row, with these columns behind its own. A play has at most two results:
the one of the team that has the ball at the start (`column`, `symbol`) and the one of whoever returns it afterwards
(`return_column`, `return_symbol`). A foul stands beside both (`foul`, `foul_column`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa

from chartkit.plays.description import Context, PlayDescription, Spot, goal_distance, parse
from chartkit.systems.ddf.charts import columns
from chartkit.systems.ddf.data import shipped_data

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Texts = npt.NDArray[np.object_]
Codes = npt.NDArray[np.int8]
UNKNOWN = -1


class Role(StrEnum):
    """What kind of play it was for the game."""

    CALL = "call"  # one of the nine calls, also when a penalty wiped it out
    FOUL = "foul"  # nothing but a penalty: the description does not say what was run
    MUFF = "muffed snap"  # aborted snap (R28.14)
    KNEEL = "kneel"
    SPIKE = "spike"
    KICKOFF = "kickoff"
    PUNT = "punt"
    FIELD_GOAL = "field goal"
    KICK_TRY = "kick try"
    TWO_POINT = "two-point try"


class Basis(StrEnum):
    """How sure the call is."""

    CHARTED = "charted"  # from the recorded direction or depth
    CREW = "crew"  # the recorded gap, corrected for the habit of the stadium's scorers
    DESCRIBED = "described"  # the depth is not recorded: made likely by what the description tells
    SITUATION = "situation"  # trapped, or only a foul: made likely by down, distance and spot alone


class Outcome(StrEnum):
    """What came of the play; the `outcome` column."""

    GAIN = "gain"
    BREAKAWAY = "breakaway"
    TOUCHDOWN = "touchdown"
    INCOMPLETE = "incomplete"
    INTERCEPTION = "interception"
    FUMBLE = "fumble"
    TRAPPED = "trapped"
    FOUL = "foul"  # a penalty wiped the play out, or there was none, or it was grounding
    KICK = "kick"
    TOUCHBACK = "touchback"
    OUT_OF_BOUNDS = "out of bounds"
    BLOCKED = "blocked"
    GOOD = "good"
    NO_GOOD = "no good"


class Caught(StrEnum):
    """What the receivers did with a kick; the `return_outcome` column of kickoffs and punts."""

    RETURN = "return"
    FAIR_CATCH = "fair catch"
    DOWNED = "downed"
    MUFF = "muff"  # touched and lost hold of, or fumbled on the return
    KICKERS = "kickers' ball"  # the kicking team recovered its own kick


class Kick(StrEnum):
    """How a kickoff was kicked."""

    DEEP = "deep"
    SQUIB = "squib"
    ONSIDE = "onside"
    FREE = "free kick"


class Foul(StrEnum):
    """What became of a penalty; the `foul_status` column."""

    ACCEPTED = "accepted"
    DECLINED = "declined"
    OFFSET = "offsetting"


#: Not chart columns, but an author may ask for their plays.
PAT, TWO_POINT, MUFFED_SNAP, KNEEL, SPIKE = "PAT", "TWO-POINT TRY", "MUFFED SNAP", "KNEEL", "SPIKE"

#: Outcomes of a scrimmage play that carry yards in `yards`: together they are the gains of a column.
GAINS = (Outcome.GAIN, Outcome.BREAKAWAY, Outcome.TOUCHDOWN)


@dataclass(frozen=True)
class Added:
    """One column that classification adds."""

    name: str
    dtype: str
    meaning: str


#: The words that a column may hold.
_WORDS: dict[str, type[StrEnum]] = {
    "role": Role,
    "basis": Basis,
    "outcome": Outcome,
    "return_outcome": Caught,
    "kick": Kick,
    "foul_status": Foul,
}


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


ADDED = tuple(
    Added(
        name,
        about["type"],
        about["meaning"].format(words=_listed(_WORDS.get(name, ())), calls=_listed(columns.PLAYS)),
    )
    for name, about in shipped_data("classified_columns.toml").items()
)
NAMES = tuple(column.name for column in ADDED)


@dataclass(frozen=True)
class View:
    """Columns of a play table by name, as numpy arrays, and its descriptions, read."""

    plays: pd.DataFrame

    @property
    def rows(self) -> int:
        """How many plays there are."""
        return len(self.plays)

    def flag(self, name: str) -> Bools:
        """A flag column."""
        return np.asarray(self.plays[name].to_numpy(dtype=np.bool_))

    def number(self, name: str) -> Floats:
        """A number column."""
        return np.asarray(self.plays[name].to_numpy(dtype=np.float64))

    def seasons(self) -> Ints:
        """The season of each play."""
        return np.asarray(self.plays["season"].to_numpy(dtype=np.int64))

    def texts(self, name: str) -> Texts:
        """A text column as words; None where it is missing."""
        column: Any = self.plays[name]
        return np.asarray(column.to_numpy(dtype=object, na_value=None))

    def word(self, name: str, word: str) -> Bools:
        """Where a text column holds this word."""
        return np.asarray(self.plays[name].eq(word).to_numpy(dtype=np.bool_))

    def numbered(self, name: str, known: Mapping[str, int]) -> Codes:
        """The words of a text column as given numbers; -1 for any other word."""
        return np.asarray(self.plays[name].map(known).fillna(UNKNOWN).to_numpy(dtype=np.int8))

    def missing(self, name: str) -> Bools:
        """Where a text column holds nothing."""
        return np.asarray(self.plays[name].isna().to_numpy())

    def same(self, one: str, other: str) -> Bools:
        """Where two team columns name the same team."""
        return np.asarray(self.plays[one].eq(self.plays[other]).to_numpy(dtype=np.bool_))

    def grouped(self, rows: Ints, *names: str) -> Ints:
        """A number for each of some rows: the same one where all of these columns hold the same."""
        return np.asarray(self.plays.iloc[rows].groupby([*names], dropna=False).ngroup().to_numpy(dtype=np.int64))

    def says(self, words: str) -> Bools:
        """Where the description has these words, in small letters or capitals."""
        return np.asarray(self.plays["desc"].str.contains(words, case=False, regex=False, na=False))

    def read(self, rows: Ints) -> list[PlayDescription]:
        """What the descriptions of some rows say."""
        known = self.plays[["home_team", "away_team", "posteam", "yardline_100", "down", "desc"]].iloc[rows]
        return [
            parse(text if isinstance(text, str) else "", Context.of_row(*situation))
            for *situation, text in known.itertuples(index=False, name=None)
        ]

    def beyond_line(self, rows: Ints, spot: Callable[[PlayDescription], Spot | None]) -> Floats:
        """Yards from the line to a spot that the descriptions of some rows tell; NaN where they do not."""
        told = zip(map(spot, self.read(rows)), self.texts("posteam")[rows], strict=True)
        to_goal = [goal_distance(there, team) if there else np.nan for there, team in told]
        return self.number("yardline_100")[rows] - np.array(to_goal, dtype=np.float64)


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
            plain = str(value) if isinstance(value, StrEnum) else value
            self._values[name][rows] = plain[rows] if isinstance(plain, np.ndarray) else plain

    def fill(self, rows: Ints | slice, **entries: Any) -> None:
        """Enter values on the given rows, one for each of them."""
        for name, value in entries.items():
            self._values[name][rows] = value

    def beside(self, plays: pd.DataFrame) -> pd.DataFrame:
        """The play table with these columns behind its own."""
        added = {}
        for column in ADDED:
            values = self._values[column.name]
            # Straight into Arrow: pandas would look at every value twice.
            texts = pa.array(values, type=pa.large_string(), from_pandas=True) if column.dtype == "str" else values
            added[column.name] = pd.Series(texts, index=plays.index, dtype=column.dtype)
        kept = plays.drop(columns=[name for name in added if name in plays.columns])
        return pd.concat([kept, pd.DataFrame(added)], axis=1)


def whole(yards: Floats) -> Ints:
    """Yards as a cell can hold them; a missing value counts as 0."""
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
