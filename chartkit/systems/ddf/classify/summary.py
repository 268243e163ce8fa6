"""The plays behind a column, calls and quotas by team (R32.3), and what a change of the rules moves."""

from __future__ import annotations

import numpy as np
import pandas as pd

from chartkit.systems.base import Moved, TeamCalls
from chartkit.systems.ddf.charts import columns as charts
from chartkit.systems.ddf.classify.table import KNEEL, MUFFED_SNAP, PAT, SPIKE, TWO_POINT, Basis

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
    PAT,
    TWO_POINT,
    MUFFED_SNAP,
    KNEEL,
    SPIKE,
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


_NOTHING = "(no column)"


def team_calls(classified: pd.DataFrame) -> list[TeamCalls]:
    """What each team called: totals, the most in one game, runs and passes, and how sure the calls are."""
    called = classified[classified["call"].notna()]
    by_game = called.groupby(["offense", "game_id", "call"], observed=True).size()
    totals = by_game.groupby(["offense", "call"]).sum()
    quotas = by_game.groupby(["offense", "call"]).max()
    games = called.groupby("offense")["game_id"].nunique()
    bases = called.groupby(["offense", "basis"]).size()
    made = []
    for team in sorted(games.index):
        calls = {call: int(totals.get((team, call), 0)) for call in charts.PLAYS}
        made.append(
            TeamCalls(
                team=str(team),
                games=int(games[team]),
                calls=calls,
                quotas={call: int(quotas.get((team, call), 0)) for call in charts.PLAYS},
                groups={
                    "run": sum(calls[call] for call in charts.RUNS),
                    "pass": sum(calls[call] for call in charts.PASSES),
                },
                bases={str(basis): int(bases.get((team, str(basis)), 0)) for basis in Basis},
            )
        )
    return made


def moved(before: pd.DataFrame, after: pd.DataFrame) -> list[Moved]:
    """Plays that changed their column, by from and to, most plays first."""
    was, now = before["column"].fillna(_NOTHING), after["column"].fillna(_NOTHING)
    changed = (
        pd.DataFrame({"was": was, "now": now})[was.ne(now)].groupby(["was", "now"]).size().reset_index(name="plays")
    )
    moves = [Moved(*row) for row in changed.itertuples(index=False)]
    return sorted(moves, key=lambda move: (-move.plays, move.before, move.after))
