"""Classification: what every play of a season was in the words of the game.

`classify` adds to the play table the columns that `table.ADDED` documents: the call and the column of each play,
its result as a cell, its return and its foul. The order of the work: facts, calls, results, fouls. The thresholds
are in templates/ddf-classify.toml, the names of penalties in templates/ddf-penalties.toml.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from chartkit.findings import match_name
from chartkit.systems.base import Classifier, Moved, TeamCalls
from chartkit.systems.ddf.charts import columns
from chartkit.systems.ddf.classify.calls import establish, name_calls
from chartkit.systems.ddf.classify.results import enter_fouls, enter_kicks, enter_results
from chartkit.systems.ddf.classify.rules import load_penalties, load_rules
from chartkit.systems.ddf.classify.table import (
    ADDED,
    GAINS,
    KNEEL,
    MUFFED_SNAP,
    NAMES,
    PAT,
    SPIKE,
    TWO_POINT,
    Basis,
    Sheet,
    View,
)

_RETURNS = (
    *(columns.KICKOFF_RETURN, columns.PUNT_RETURN),
    *(columns.INTERCEPTION_RETURN, columns.FUMBLE_RETURN),
)
_ROLLED = (columns.BREAKAWAY, columns.TRAPPED)
_COLUMNS = (*columns.OFFENSE, *columns.SPECIAL_TEAMS, PAT, TWO_POINT, MUFFED_SNAP, KNEEL, SPIKE)
#: What a listing shows, in this order; `cell` is the symbol in the column that was asked for.
_SHOWN = (
    *("week", "game_id", "play_id", "offense", "defense", "qtr", "time", "down", "ydstogo", "line"),
    *("role", "call", "column", "basis", "outcome", "cell", "yards", "foul", "foul_status", "desc"),
)
_NOTHING = "(no column)"


def classify(plays: pd.DataFrame, *, rules: Path | None = None, penalties: Path | None = None) -> pd.DataFrame:
    """The play table with the columns of `table.ADDED` behind its own, row for row.

    `rules` and `penalties` are files in place of `templates/ddf-classify.toml` and `templates/ddf-penalties.toml`.
    """
    wanted, names = load_rules(rules), load_penalties(penalties)
    view = View(plays)
    known = establish(view, wanted)
    called = name_calls(view, known, wanted)
    sheet = Sheet(len(plays))
    sheet.fill(
        slice(None),
        role=known.role,
        offense=view.texts("posteam"),
        defense=view.texts("defteam"),
        call=called.call,
        column=called.column,
        basis=called.basis,
        line=view.number("yardline_100"),
        wiped=known.wiped,
    )
    enter_results(view, known, wanted, sheet)
    enter_kicks(view, known, wanted, sheet)
    enter_fouls(view, known, names, sheet)
    return sheet.beside(plays)


class DdfClassifier(Classifier):
    """The plays of a season in the words of Data-Driven Football."""

    game = "Data-Driven Football"

    def classify(
        self, plays: pd.DataFrame, *, rules: Path | None = None, penalties: Path | None = None
    ) -> pd.DataFrame:
        """The nine calls and the result symbols of every play (R3.2, R4)."""
        return classify(plays, rules=rules, penalties=penalties)

    def column_named(self, text: str) -> str:
        """A call, B, QT, a special-teams column, PAT, TWO-POINT TRY, MUFFED SNAP, KNEEL or SPIKE."""
        return match_name(text, _COLUMNS, "column")

    def plays_behind(
        self, classified: pd.DataFrame, *, column: str | None, team: str | None, defense: bool
    ) -> pd.DataFrame:
        """The plays of a column; with a team, those of its own chart or (`defense`) those against it."""
        held, cell = ("column", "symbol")
        if column in _RETURNS:
            held, cell = ("return_column", "return_symbol")
        elif column in _ROLLED:
            held, cell = ("second_column", "second_symbol")
        found = classified if column is None else classified[classified[held].eq(column).fillna(False)]
        if column in _RETURNS:
            whose = {"offense": "return_by", "defense": "return_against", "yards": "return_yards_made"}
            found = found.assign(column=column, **{name: found[now] for name, now in whose.items()})
        if team is not None:
            found = found[found["defense" if defense else "offense"].eq(team).fillna(False)]
        shown = found.assign(cell=found[cell])
        if column is None:
            shown["cell"] = found["second_symbol"].where(found["trap"].notna(), found["symbol"])
        return shown[list(_SHOWN)]

    def team_calls(self, classified: pd.DataFrame) -> list[TeamCalls]:
        """What each team called: totals, the most in one game, runs and passes, and how sure the calls are."""
        called = classified[classified["call"].notna()]
        by_game = called.groupby(["offense", "game_id", "call"], observed=True).size()
        totals = by_game.groupby(["offense", "call"]).sum()
        quotas = by_game.groupby(["offense", "call"]).max()
        games = called.groupby("offense")["game_id"].nunique()
        bases = called.groupby(["offense", "basis"]).size()
        made = []
        for team in sorted(games.index):
            calls = {call: int(totals.get((team, call), 0)) for call in columns.PLAYS}
            made.append(
                TeamCalls(
                    team=str(team),
                    games=int(games[team]),
                    calls=calls,
                    quotas={call: int(quotas.get((team, call), 0)) for call in columns.PLAYS},
                    groups={
                        "run": sum(calls[call] for call in columns.RUNS),
                        "pass": sum(calls[call] for call in columns.PASSES),
                    },
                    bases={str(basis): int(bases.get((team, str(basis)), 0)) for basis in Basis},
                )
            )
        return made

    def moved(self, before: pd.DataFrame, after: pd.DataFrame) -> list[Moved]:
        """Plays that changed their column, by from and to, most plays first."""
        was, now = before["column"].fillna(_NOTHING), after["column"].fillna(_NOTHING)
        changed = pd.DataFrame({"was": was, "now": now})[was.ne(now)]
        counts = changed.groupby(["was", "now"]).size().reset_index(name="plays")
        moves = [Moved(*row) for row in counts.itertuples(index=False)]
        return sorted(moves, key=lambda move: (-move.plays, move.before, move.after))
