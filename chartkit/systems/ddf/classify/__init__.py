"""Classify: what every play of a season was in the words of the game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from chartkit.systems.ddf.classify.table import ADDED, GAINS, NAMES

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ADDED", "GAINS", "NAMES", "classify"]


def classify(plays: pd.DataFrame, *, rules: Path | None = None, penalties: Path | None = None) -> pd.DataFrame:
    """The play table with the columns of `chartkit.systems.ddf.classify.table` behind its own, row for row.

    `rules` and `penalties` are files in place of `templates/ddf-classify.toml` and `templates/ddf-penalties.toml`.
    """
    from chartkit.systems.ddf.classify import calls, facts, fouls, kicks, results
    from chartkit.systems.ddf.classify import rules as rule_files
    from chartkit.systems.ddf.classify.sheet import Sheet
    from chartkit.systems.ddf.classify.view import View

    wanted, names = rule_files.load(rules), fouls.load(penalties)
    view = View(plays)
    known = facts.establish(view, wanted)
    called = calls.name_calls(view, known, wanted)
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
    results.enter(view, known, wanted, sheet)
    kicks.enter(view, known, wanted, sheet)
    fouls.enter(view, known, names, sheet)
    return sheet.beside(plays)
