"""Which plays are these? The plays behind a column, as an author wants to see them."""

from __future__ import annotations

import numpy as np
import pandas as pd

from chartkit.systems.ddf import columns as charts
from chartkit.systems.ddf.classify import table

_RETURNS = (
    charts.KICKOFF_RETURN,
    charts.PUNT_RETURN,
    charts.INTERCEPTION_RETURN,
    charts.FUMBLE_RETURN,
)
_ROLLED = (charts.BREAKAWAY, charts.TRAPPED)
COLUMNS = (
    *charts.OFFENSE,
    *charts.SPECIAL_TEAMS,
    table.PAT,
    table.TWO_POINT,
    table.MUFFED_SNAP,
    table.KNEEL,
    table.SPIKE,
)
#: What a listing shows, in this order; `cell` is the symbol in the column that was asked for.
SHOWN = (
    "week",
    "game_id",
    "play_id",
    "offense",
    "defense",
    "qtr",
    "time",
    "down",
    "ydstogo",
    "line",
    "role",
    "call",
    "column",
    "basis",
    "outcome",
    "cell",
    "yards",
    "foul",
    "foul_status",
    "desc",
)


def plays_behind(classified: pd.DataFrame, *, column: str | None, team: str | None, defense: bool) -> pd.DataFrame:
    """The plays of a column; with a team, those of its own chart or (`defense`) those against it."""
    cell = "symbol"
    if column in _RETURNS:
        cell = "return_symbol"
        held = classified["return_column"].eq(column)
    elif column in _ROLLED:
        cell = "second_symbol"
        held = classified["second_column"].eq(column)
    elif column is not None:
        held = classified["column"].eq(column)
    else:
        held = pd.Series(True, index=classified.index)
    found = classified[held.to_numpy(dtype=np.bool_, na_value=False)]
    if column in _RETURNS:
        found = found.assign(
            offense=found["return_by"],
            defense=found["return_against"],
            yards=found["return_yards_made"],
            column=column,
        )
    if team is not None:
        found = found[found["defense" if defense else "offense"].eq(team).to_numpy(dtype=np.bool_, na_value=False)]
    shown = found.assign(cell=found[cell])
    if column is None:
        shown["cell"] = found["second_symbol"].where(found["trap"].notna(), found["symbol"])
    return shown[list(SHOWN)]
