"""Games of which a source has the words but not the statistics: the description parser fills them in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from chartkit.plays import derive
from chartkit.plays.columns import BY_NAME
from chartkit.plays.description import Context, parse
from chartkit.plays.description.columns import as_columns

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

_KICKOFF = re.compile(r"\bkicks (?:onside )?-?\d+ yards? from (?P<side>[A-Z]{2,3}) ")
_DERIVED = ("first_down", "third_down_converted", "fourth_down_converted", "fourth_down_failed")


def without_statistics(rows: pd.DataFrame) -> np.ndarray[Any, Any]:
    """Rows of games in which no row has a play type (three games of 1999 and 2000 in the nflverse files)."""
    named = rows["play_type"].notna().groupby(rows["game_id"]).transform("any")
    told = (rows["desc"].notna() & rows["home_team"].notna() & rows["away_team"].notna()).to_numpy()
    lost: np.ndarray[Any, Any] = ~named.to_numpy(dtype=bool) & told
    return lost


def restore(rows: pd.DataFrame) -> pd.DataFrame:
    """Give rows of whole games the columns that their descriptions decide."""
    import pandas as pd

    told = pd.DataFrame(map(_columns, rows.to_dict("records")), index=rows.index)
    known = [name for name in told.columns if name in BY_NAME]
    full = rows.drop(columns=[name for name in known if name in rows.columns]).join(told[known])
    counted = derive.fill_in(full)
    return full.assign(**{name: counted[name] for name in _DERIVED})


def _columns(row: Mapping[Any, Any]) -> dict[str, Any]:
    home, away, offense = row["home_team"], row["away_team"], row["posteam"]
    kicked = _KICKOFF.search(row["desc"])
    if kicked:
        # The play table gives a kickoff to the receivers; a source without statistics leaves it with the kickers.
        kicker = Context(home, away).team(kicked["side"])
        offense = away if kicker == home else home
    context = Context.of_row(home, away, offense, row["yardline_100"], row["down"])
    found = as_columns(parse(row["desc"], context), context)
    return found | {"posteam": context.offense, "defteam": context.defense}
