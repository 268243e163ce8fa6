"""Turns the rows of any source into plays: sets other rows aside, follows team codes, refuses nonsense."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from pandas.api.types import is_float_dtype

from chartkit.errors import CHECK_FILE, InputError
from chartkit.football.teams import is_code, season_codes
from chartkit.plays import table
from chartkit.plays.columns import BY_NAME, COLUMNS, PLAY_TYPES, TEAM_COLUMNS, ColumnType
from chartkit.plays.description import Context, description_columns, parse
from chartkit.plays.sources import RawPlays
from chartkit.plays.totals import DOWNS, fill_in

_SHOWN, _SHOWN_LETTERS = 3, 40
_LONGEST_TEXT, _LARGEST_NUMBER = 4000, 1e9
_GAME_ID = re.compile(r"[\w .&'-]{1,80}")
_CODES = "A code is two to four capital letters or digits, such as PHI; names stand in the list of teams."
_IDS = "Use letters, digits, - and _, such as 2017_01_NYJ_BUF."
MARKER = "game or quarter marker"
TIMEOUT = "timeout"
COMMENT = "comment, not a play"
NO_STATISTICS = "game without statistics in the source"
_MARKER_TEXT = r"^(?:GAME\b|END |End of|\*+ ?END|Two-Minute Warning)"
_TIMEOUT_TEXT = r"^(?:\(:?[\d:]+\) )?(?:[^()]{0,60}\. )?Timeout\b"
#: What a football field and its rules allow.
_SPANS = {"down": (1, 4), "ydstogo": (0, 99), "yardline_100": (0, 100)}
_DEFENSIVE_TRY = r"DEFENSIVE TWO-POINT ATTEMPT.*SUCCEEDS"
_KICKOFF = re.compile(r"\bkicks (?:onside )?-?\d+ yards? from (?P<side>[A-Z]{2,3}) ")

_Flags = np.ndarray[Any, np.dtype[np.bool_]]


@dataclass(frozen=True)
class CleanPlays:
    """The plays as a play table, and the rows that are not plays."""

    plays: pd.DataFrame
    set_aside: pd.DataFrame
    from_words: tuple[str, ...] = ()


def clean(raw: RawPlays, file: str) -> CleanPlays:
    """Turn one source's rows of one season into plays; every row ends in exactly one of the two tables."""
    guard = _Guard(file, raw.place)
    _refuse_excess(raw.rows, guard)
    rows, from_words = _restored(table.conform(raw.rows))
    reason = _reasons(rows)
    keep = reason == ""
    kept = rows[keep]
    guard.refuse(
        kept,
        ~kept["play_type"].isin(PLAY_TYPES),
        "play_type {play_type!r} is not one that chartkit knows.",
        f"Use one of {', '.join(PLAY_TYPES)}, or leave it empty for a row that is not a play.",
    )
    kept = _season_codes(_try_returns(kept), raw.season).assign(season=np.int32(raw.season))
    _refuse_nonsense(kept, guard, raw.season)
    plays = fill_in(kept, raw.derived).reset_index(drop=True)
    left = rows.loc[~keep, ["game_id", "play_id", "desc"]]
    # A game of which no play is left has neither statistics nor descriptions to read them from.
    empty = ~left["game_id"].isin(plays["game_id"].unique()).to_numpy()
    set_aside = {
        "file": file,
        "place": [raw.place.format(place) for place in left.index],
        "game_id": left["game_id"].to_numpy(),
        "play_id": left["play_id"].to_numpy(),
        "reason": np.where(empty, NO_STATISTICS, reason[~keep]),
        "desc": left["desc"].to_numpy(),
    }
    return CleanPlays(plays, pd.DataFrame(set_aside), from_words)


@dataclass(frozen=True)
class _Guard:
    """Refuses a file for its first wrong row, and says where that stands."""

    file: str
    place: str

    def refuse(self, rows: pd.DataFrame, wrong: pd.Series[bool] | _Flags, what: str, remedy: str) -> None:
        """Refuse if any row is wrong; `what` may name columns of the first one, and the `number` of all."""
        if wrong.any():
            first = rows[wrong].iloc[0].to_dict()
            raise InputError(
                what.format_map({str(name): value for name, value in first.items()} | {"number": int(wrong.sum())}),
                where=f"{self.file}, {self.place.format(rows.index[wrong][0])}",
                remedy=remedy,
            )


def _restored(rows: pd.DataFrame) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """Fill games that have words but no statistics from their words (three of 1999 and 2000 in nflverse files)."""
    game = rows["game_id"]
    lost = ~game.isin(game[rows["play_type"].notna()].unique())
    if lost.any():
        lost &= rows[["game_id", "desc", "home_team", "away_team"]].notna().all(axis=1)
    if not lost.any():
        return rows, ()
    told = pd.DataFrame(map(_columns, rows[lost].to_dict("records")), index=rows.index[lost])
    known = [name for name in told.columns if name in BY_NAME]
    filled = fill_in(table.conform(rows[lost].assign(**told[known])), DOWNS)
    return pd.concat([rows[~lost], filled]).loc[rows.index], tuple(sorted(game[lost].unique()))


def _columns(row: Mapping[Any, Any]) -> dict[str, Any]:
    home, away, offense = row["home_team"], row["away_team"], row["posteam"]
    kicked = _KICKOFF.search(row["desc"])
    if kicked:
        # The play table gives a kickoff to the receivers; a source without statistics leaves it with the kickers.
        kicker = Context(home, away).team(kicked["side"])
        offense = away if kicker == home else home
    context = Context.of_row(home, away, offense, row["yardline_100"], row["down"])
    found = description_columns(parse(row["desc"], context), context)
    return found | {"posteam": context.offense, "defteam": context.defense}


def _reasons(rows: pd.DataFrame) -> np.ndarray[Any, Any]:
    """Why a row is not a play; an empty text when it is one."""
    untyped = rows["play_type"].isna().to_numpy()
    unflagged = (rows["play_type"] == "no_play").to_numpy() & ~rows["penalty"].to_numpy()
    # Only the descriptions of these few rows are read.
    doubtful = untyped | unflagged
    words = rows["desc"][doubtful]
    marker = words.str.match(_MARKER_TEXT).fillna(True).to_numpy(dtype=bool)
    timeout = words.str.match(_TIMEOUT_TEXT).fillna(False).to_numpy(dtype=bool)
    comment = untyped[doubtful] | rows["posteam"][doubtful].isna().to_numpy()
    reason = np.full(len(rows), "", dtype=object)
    reason[doubtful] = np.select([marker, timeout, comment], [MARKER, TIMEOUT, COMMENT], "")
    return reason


def _try_returns(rows: pd.DataFrame) -> pd.DataFrame:
    """Mark tries that the defense returned for two points; many sources tell it in words only."""
    rows = rows.copy(deep=False)
    for name, tries in (
        ("defensive_extra_point_conv", rows["extra_point_result"].notna()),
        ("defensive_two_point_conv", rows["two_point_attempt"]),
    ):
        told = rows.loc[tries, "desc"].str.contains(_DEFENSIVE_TRY)
        rows.loc[told.index[told], name] = True
    return rows


def _season_codes(rows: pd.DataFrame, season: int) -> pd.DataFrame:
    """Write every team by its code of the season; leagues other than the NFL keep their codes."""
    codes = season_codes(season)
    league = set(pd.unique(pd.concat([rows["home_team"], rows["away_team"]]).dropna()))
    if not league <= codes.keys():
        codes = {}

    def spot(text: str) -> str:
        side, _, line = text.rpartition(" ")
        return "MID 50" if line == "50" else f"{codes.get(side, side)} {line}" if side else text

    recoded = {name: _recoded(rows[name], lambda code: codes.get(code, code)) for name in TEAM_COLUMNS}
    return rows.assign(**recoded, yrdln=_recoded(rows["yrdln"], spot))


def _recoded(values: pd.Series[Any], change: Callable[[str], str]) -> pd.Series[Any]:
    number, known = pd.factorize(values)
    changed = [change(value) for value in known]
    if changed == list(known):
        return values
    pool = pd.array([*changed, None], dtype="str")
    return pd.Series(pool.take(number), index=values.index)


def _refuse_excess(rows: pd.DataFrame, guard: _Guard) -> None:
    """Refuse texts that are too long and numbers that are too large, before anything is computed from them."""
    for column in COLUMNS:
        if column.name not in rows.columns:
            continue
        if column.kind is ColumnType.TEXT:
            wrong = _too_long(rows[column.name])
            what = f"holds a text of more than {_LONGEST_TEXT:,} letters"
        else:
            wrong = _no_ordinary_number(rows[column.name])
            what = "should hold an ordinary number"
        guard.refuse(rows, wrong, f"the column {column.name} {what}.", "Correct it or leave the cell empty.")


def _too_long(values: pd.Series[Any]) -> _Flags:
    length = pc.binary_length(pa.array(values.astype("str")))
    return np.asarray(pc.fill_null(pc.greater(length, _LONGEST_TEXT), False))


def _no_ordinary_number(values: pd.Series[Any]) -> _Flags:
    if is_float_dtype(values):
        return np.asarray(np.abs(values.to_numpy()) > _LARGEST_NUMBER)
    if values.dtype == object:
        # JSON may hold whole numbers that are too large for a float: they count as infinite.
        values = values.map(lambda each: inf if isinstance(each, int) and abs(each) > _LARGEST_NUMBER else each)
    numbers = pd.to_numeric(values, errors="coerce").to_numpy(dtype="float64")
    return np.asarray((np.abs(numbers) > _LARGEST_NUMBER) | (np.isnan(numbers) & values.notna().to_numpy()))


def _refuse_nonsense(rows: pd.DataFrame, guard: _Guard, season: int) -> None:
    """Refuse plays without a game, two teams, a team with the ball or a quarter; duplicates; impossible spots."""
    if rows.empty:
        what = f"season {season} has no plays: every row is a marker, a timeout or a comment."
        raise InputError(what, where=guard.file, remedy=CHECK_FILE)
    for name, what in (
        ("game_id", "game is missing"),
        ("home_team", "home team is missing in game {game_id}"),
        ("away_team", "visiting team is missing in game {game_id}"),
        ("play_id", "number of the play is missing in game {game_id}"),
    ):
        guard.refuse(rows, rows[name].isna(), f"the {what} ({{number}} plays).", f"Fill in the column {name}.")
    # Chart and game files are named after these texts, so a path is refused.
    for name, what, is_name, remedy in (
        ("home_team", "team code", is_code, _CODES),
        ("away_team", "team code", is_code, _CODES),
        ("game_id", "name of a game", _GAME_ID.fullmatch, _IDS),
    ):
        for text in rows[name].unique():
            if not is_name(str(text)):
                odd = rows.assign(odd=str(text)[:_SHOWN_LETTERS])
                guard.refuse(odd, rows[name] == text, f"{{odd!r}} is not a {what}.", remedy)
    stray = ~((rows["posteam"] == rows["home_team"]) | (rows["posteam"] == rows["away_team"]))
    if stray.any():
        holder = rows.loc[stray, "posteam"].map(repr, na_action="ignore").fillna("no team")
        what = "{holder} has the ball in game {game_id} of {away_team} at {home_team} ({number} such plays)."
        guard.refuse(rows.assign(holder=holder), stray, what, "posteam must be one of the two teams.")
    _refuse_one_sided(rows, guard.file)
    timeless = ~(rows["qtr"] >= 1)
    remedy = "Fill in the column qtr: 1 to 4, 5 and up for overtime."
    guard.refuse(rows, timeless, "the quarter is missing ({number} plays).", remedy)
    refuse_duplicates(rows, guard.file, guard.place)
    for name, (low, high) in _SPANS.items():
        guard.refuse(
            rows,
            (rows[name] < low) | (rows[name] > high),
            f"{name} should be from {low} to {high}, not {{{name}:g}} ({{number}} plays).",
            "Correct it, or leave the cell empty if it is not known.",
        )


def _refuse_one_sided(rows: pd.DataFrame, file: str) -> None:
    with_ball = rows.groupby("game_id", sort=False)["posteam"].nunique()
    for game in with_ball.index[with_ball < 2]:
        play = rows[rows["game_id"] == game].iloc[0]
        other = play["away_team"] if play["posteam"] == play["home_team"] else play["home_team"]
        raise InputError(
            f"game {game} has plays of {play['posteam']} only; {other} never has the ball.",
            where=file,
            remedy="Add the other team's plays, or leave the game out.",
        )


def refuse_duplicates(plays: pd.DataFrame, file: str, place: str | None = None) -> None:
    """No play may come twice."""
    again = plays.duplicated(["game_id", "play_id"]).to_numpy()
    if not again.any():
        return
    first = plays[again].head(_SHOWN)
    more = " ..." if again.sum() > _SHOWN else ""
    ids = zip(first["game_id"], first["play_id"], strict=True)
    named = ", ".join(f"{game} play {play:g}" for game, play in ids)
    where = f"{file}, {', '.join(map(place.format, first.index))}{more}" if place else file
    raise InputError(
        f"{int(again.sum())} plays occur twice: {named}{more}.", where=where, remedy="Leave one of each."
    )
