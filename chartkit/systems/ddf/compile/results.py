"""The scrimmage plays of a classified season in the few columns that the fit counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chartkit.systems.ddf.columns import PLAYS

if TYPE_CHECKING:
    from collections.abc import Collection

    import pandas as pd

_ENDINGS = {
    "gain": "GAIN",
    "breakaway": "GAIN",
    "touchdown": "GAIN",
    "incomplete": "INC",
    "interception": "INT",
    "trapped": "QT",
    "fumble": "F",
}


def regular_season(classified: pd.DataFrame) -> pd.DataFrame:
    """Charts summarise the regular season (R32.1); a source that does not tell counts as one."""
    return classified[classified["season_type"] != "POST"].reset_index(drop=True)


def scrimmage_results(classified: pd.DataFrame, foul_statuses: Collection[str]) -> pd.DataFrame:
    """One row for each of the nine calls, wiped-out ones and bare fouls included.

    `offense`, `defense`, `call`, `ending` (GAIN, INC, INT, QT, F; empty when a foul left no result), `yards` (of a
    gain, recorded; the spot of INT and F), `line` (distance to the goal), `out_of_bounds`, `touchdown`, `foul`
    (type of the column's foul or empty) and `foul_yards`.
    """
    import pandas as pd

    plays = classified[classified["column"].isin(PLAYS)]
    stands = ~plays["wiped"]
    ending = plays["outcome"].map(_ENDINGS).where(stands, "").fillna("")
    symbol = plays["foul"].fillna("")
    counted = plays["foul_status"].isin(list(foul_statuses)) & (plays["foul_column"] == plays["column"])
    symbol = symbol.where(counted, "")
    # Grounding is the result of its play (R20.6) and stands there, not among the penalties.
    grounded = plays["symbol"].fillna("").str.fullmatch(r"OFF \d+\*")
    symbol = symbol.where(~grounded, plays["symbol"].fillna(""))
    numbered = symbol.str.extract(r"^(?:PI|OFF) (\d+)\*?$")[0]
    kind = symbol.str.replace(r"^PI \d+$", "PI", regex=True).str.replace(r"^OFF \d+\*$", "OFF #*", regex=True)
    return pd.DataFrame(
        {
            "game": plays["game_id"],
            "offense": plays["offense"],
            "defense": plays["defense"],
            "call": plays["column"],
            "ending": ending,
            "yards": plays["yards"].fillna(0).round().astype("int64"),
            "line": plays["line"].fillna(75).round().clip(1, 99).astype("int64"),
            "out_of_bounds": plays["star"],
            "touchdown": plays["scored"],
            "foul": kind,
            "foul_yards": pd.to_numeric(numbered).fillna(0).astype("int64"),
        }
    ).reset_index(drop=True)
