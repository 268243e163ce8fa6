"""One game book, read from front to back."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from chartkit.errors import InputError
from chartkit.plays.gamebook.cover import Cover, code_of_name, read_cover
from chartkit.plays.gamebook.entries import Account, read_entries
from chartkit.plays.gamebook.pages import read_pages
from chartkit.plays.gamebook.rows import make_rows
from chartkit.plays.gamebook.statistics import read_statistics

if TYPE_CHECKING:
    import pandas as pd

_QUARTERS = {1: "first", 2: "second", 3: "third", 4: "fourth"}
_PERIODS = ("points_q1", "points_q2", "points_q3", "points_q4", "points_overtime")


@dataclass(frozen=True)
class GameBook:
    """A game book as rows of the play table, the totals that it states, and an account of its lines."""

    cover: Cover
    away: str
    home: str
    rows: pd.DataFrame
    stated: pd.DataFrame
    account: Account


def read_gamebook(path: Path) -> GameBook:
    """Read the official game book of one game."""
    pages = read_pages(path)
    cover = read_cover(pages.cover, path)
    account = read_entries(pages.play_by_play)
    lacking = [name for number, name in _QUARTERS.items() if number not in account.quarters]
    if lacking:
        raise InputError(
            f"the play-by-play of the {' and '.join(lacking)} quarter is missing.",
            where=str(path),
            remedy="Give the complete game book.",
        )
    away, home = _codes(cover, account, path)
    rows = make_rows(account, cover, away, home)
    totals = [*_quarter_scores(cover), *read_statistics(pages.statistics)]
    return GameBook(cover, away, home, rows, _stated(totals, rows, away, home), account)


def _codes(cover: Cover, account: Account, path: Path) -> tuple[str, str]:
    """Codes of the season for NFL teams; elsewhere those of the lines that give the score, visitors first."""
    away, home = (code_of_name(name, cover.season) for name in (cover.away_name, cover.home_name))
    if account.scores:
        _, visitor, _, host, _ = account.scores[0]
        away, home = away or visitor, home or host
    if away is None or home is None:
        raise InputError(
            f"no code is known for {cover.away_name if away is None else cover.home_name}.",
            where=str(path),
            remedy="chartkit knows the NFL teams since 1999, and others by the score lines of the play-by-play.",
        )
    return away, home


def _quarter_scores(cover: Cover) -> list[tuple[str, str, float]]:
    made = []
    for side, points in (("away", cover.away_quarters), ("home", cover.home_quarters)):
        made += [(side, name, float(value)) for name, value in zip(_PERIODS, points[:-1], strict=False)]
    return made


def _stated(totals: list[tuple[str, str, float]], rows: pd.DataFrame, away: str, home: str) -> pd.DataFrame:
    import pandas as pd

    team = {"away": away, "home": home}
    return pd.DataFrame(
        [
            {"game_id": rows["game_id"].iloc[0], "team": team[side], "statistic": name, "value": value}
            for side, name, value in totals
        ],
        columns=["game_id", "team", "statistic", "value"],
    )
