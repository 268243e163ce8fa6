"""What classification adds to the play table: one documented place for every column and every word in it.

`classify` returns the play table, row for row, with these columns behind its own. A play has at most two results:
the one of the team that has the ball at the start (`column`, `symbol`) and the one of whoever returns it afterwards
(`return_column`, `return_symbol`). A foul stands beside both (`foul`, `foul_column`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import pandas as pd

from chartkit.systems.base import Moved, TeamCalls
from chartkit.systems.ddf.charts import columns
from chartkit.systems.ddf.data import shipped_data


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


#: Columns that are no chart columns but hold plays that an author may ask for.
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


_RETURNS = (
    columns.KICKOFF_RETURN,
    columns.PUNT_RETURN,
    columns.INTERCEPTION_RETURN,
    columns.FUMBLE_RETURN,
)
_ROLLED = (columns.BREAKAWAY, columns.TRAPPED)
COLUMNS = (
    *columns.OFFENSE,
    *columns.SPECIAL_TEAMS,
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


def moved(before: pd.DataFrame, after: pd.DataFrame) -> list[Moved]:
    """Plays that changed their column, by from and to, most plays first."""
    was, now = before["column"].fillna(_NOTHING), after["column"].fillna(_NOTHING)
    changed = (
        pd.DataFrame({"was": was, "now": now})[was.ne(now)].groupby(["was", "now"]).size().reset_index(name="plays")
    )
    moves = [Moved(*row) for row in changed.itertuples(index=False)]
    return sorted(moves, key=lambda move: (-move.plays, move.before, move.after))
