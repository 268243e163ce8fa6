"""Calls and quotas by team (R32.3), and what a change of the rules moves."""

from __future__ import annotations

import pandas as pd

from chartkit.systems.ddf import columns as charts
from chartkit.systems.ddf.classify.table import Basis
from chartkit.systems.play_work import Moved, TeamCalls

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
