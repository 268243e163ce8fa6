"""Play-by-play in, one checked table of plays out.

`read` takes files of any source (nflverse files, official game books, gamecenter seasons, workbooks kept by hand)
and gives the play table of each season; `season_plays` finds the plays of a season in this folder. `reconcile`
proves that they add up to the scores and totals that the source states; `season_report` tells what was read.
`table` saves and loads the play table, `totals` adds up what each team did, `fetch` brings a season to this
machine, `description` reads the words, `players` tells who did what. `team_games` has a season in the statistics
that played ones are compared by.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from chartkit.plays.columns import (
    COLUMNS,
    MOST_DRIVE_PLAYS,
    NFLVERSE_COLUMNS,
    PLAY_TYPES,
    STATISTICS,
    YARD_CLASSES,
    YARD_ENDS,
    drive_length_name,
    yard_class_names,
)

if TYPE_CHECKING:
    from chartkit.plays.agreement import SeasonAgreement, agreement_page, season_agreements
    from chartkit.plays.reading import SeasonPlays, gather, load_season, read, save_season, season_plays
    from chartkit.plays.report import Reconciliation, TotalDifference, reconcile, season_report
    from chartkit.plays.schedule import SeasonGames, count_games, named_clubs, schedule_of, season_team
    from chartkit.plays.table import without_formulas
    from chartkit.plays.totals import team_games, team_means

# Loaded on first use: they need pandas, and a game at the table needs only the names above.
_HEAVY = ("reading", "report", "schedule", "table", "totals", "agreement")

__all__ = [
    "COLUMNS",
    "MOST_DRIVE_PLAYS",
    "NFLVERSE_COLUMNS",
    "PLAY_TYPES",
    "STATISTICS",
    "YARD_CLASSES",
    "YARD_ENDS",
    "Reconciliation",
    "SeasonAgreement",
    "SeasonGames",
    "SeasonPlays",
    "TotalDifference",
    "agreement_page",
    "count_games",
    "drive_length_name",
    "gather",
    "load_season",
    "named_clubs",
    "read",
    "reconcile",
    "save_season",
    "schedule_of",
    "season_agreements",
    "season_plays",
    "season_report",
    "season_team",
    "team_games",
    "team_means",
    "without_formulas",
    "yard_class_names",
]


def __getattr__(name: str) -> Any:
    for module in _HEAVY if name in __all__ else ():
        found = import_module(f"{__name__}.{module}")
        if hasattr(found, name):
            return getattr(found, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
