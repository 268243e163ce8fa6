"""Classification: what every play of a season was in the words of the game.

`classify` adds to the play table the columns that `table.ADDED` documents: the call and the column of each play,
its result as a cell, its return and its foul. The order of the work: facts, calls, results, fouls. The thresholds
are in templates/ddf-classify.toml, the names of penalties in templates/ddf-penalties.toml.
"""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from chartkit.findings import match_name
from chartkit.systems.base import Classifier, Moved, TeamCalls
from chartkit.systems.ddf.classify.arrays import Sheet, View
from chartkit.systems.ddf.classify.calls import name_calls
from chartkit.systems.ddf.classify.facts import establish
from chartkit.systems.ddf.classify.fouls import enter_fouls, load_penalties
from chartkit.systems.ddf.classify.results import enter_kicks, enter_results
from chartkit.systems.ddf.classify.rules import load_rules
from chartkit.systems.ddf.classify.table import ADDED, COLUMNS, GAINS, NAMES, moved, plays_behind, team_calls


def classify(plays: pd.DataFrame, *, rules: Path | None = None, penalties: Path | None = None) -> pd.DataFrame:
    """The play table with the columns of `table.ADDED` behind its own, row for row.

    `rules` and `penalties` are files in place of `templates/ddf-classify.toml` and `templates/ddf-penalties.toml`.
    """
    wanted, names = load_rules(rules), load_penalties(penalties)
    view = View(plays)
    known = establish(view, wanted)
    called = name_calls(view, known, wanted)
    sheet = Sheet(len(plays))
    every = known.wiped | True
    sheet.put(
        every,
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
        return match_name(text, COLUMNS, "column")

    def plays_behind(
        self, classified: pd.DataFrame, *, column: str | None, team: str | None, defense: bool
    ) -> pd.DataFrame:
        """The plays behind a column of a chart."""
        return plays_behind(classified, column=column, team=team, defense=defense)

    def team_calls(self, classified: pd.DataFrame) -> list[TeamCalls]:
        """Play-call totals and quotas (R32.3)."""
        return team_calls(classified)

    def moved(self, before: pd.DataFrame, after: pd.DataFrame) -> list[Moved]:
        """Plays that changed their column."""
        return moved(before, after)
