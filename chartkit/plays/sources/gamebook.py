"""Official game books: one PDF a game, a folder of them a season."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from chartkit.errors import InputError
from chartkit.football.field import MIDFIELD, clock_seconds, spot_name, try_line
from chartkit.plays.description import Context, PlayDescription, description_columns, goal_distance, parse
from chartkit.plays.sources import RawPlays
from chartkit.plays.sources.gamebook_pages import (
    COVER,
    PLAY_BY_PLAY,
    STATISTICS,
    Account,
    Cover,
    Entry,
    code_of_name,
    read_cover,
    read_entries,
    read_pages,
    read_statistics,
)
from chartkit.plays.totals import DERIVED

_QUARTERS = {1: "first", 2: "second", 3: "third", 4: "fourth"}
_PERIODS = ("points_q1", "points_q2", "points_q3", "points_q4", "points_overtime")
_CLOCK = re.compile(r"^\((\d{0,2}:\d\d)\)")
_KICKED_FROM = re.compile(r" yards? from (?P<spot>(?:[A-Z]{2,4} )?\d{1,2}) ")


NAME = "gamebook"
TITLE = "official game books (.pdf)"


def recognises(path: Path, head: bytes) -> bool:
    """Any PDF; one that is no game book is refused with the reason."""
    return head.startswith(b"%PDF") or path.suffix.lower() == ".pdf"


def seasons(path: Path) -> Set[int]:
    """The one of the game."""
    return {read_gamebook(path).cover.season}


def read(path: Path, season: int | None) -> Iterator[RawPlays]:
    """One game, with the totals that its statistics pages state."""
    book = read_gamebook(path)
    derived = tuple(name for name in DERIVED if name not in book.rows.columns)
    yield RawPlays(book.cover.season, book.rows, "page {}", book.stated, derived=derived)


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
    cover = read_cover(pages[COVER], path)
    account = read_entries(pages[PLAY_BY_PLAY])
    lacking = [name for number, name in _QUARTERS.items() if number not in account.quarters]
    if lacking:
        raise InputError(
            f"the play-by-play of the {' and '.join(lacking)} quarter is missing.",
            where=str(path),
            remedy="Give the complete game book.",
        )
    away, home = _codes(cover, account, path)
    try:
        rows = _rows(account, cover, away, home)
    except InputError as refusal:
        raise InputError(refusal.what, where=f"{path}, {refusal.where}", remedy=refusal.remedy) from refusal
    except (ValueError, TypeError, LookupError) as error:
        raise InputError(
            "the play-by-play pages do not fit together.", where=str(path), remedy="Download the game book again."
        ) from error
    quarters = {away: cover.away_quarters, home: cover.home_quarters}
    totals = [
        *(
            (team, name, value)
            for team, points in quarters.items()
            for name, value in zip(_PERIODS, points[:-1], strict=False)
        ),
        *(
            (away if side == "away" else home, name, value)
            for side, name, value in read_statistics(pages[STATISTICS])
        ),
    ]
    stated = pd.DataFrame(totals, columns=["team", "statistic", "value"]).astype({"value": "float64"})
    stated.insert(0, "game_id", rows["game_id"].iloc[0])
    return GameBook(cover, away, home, rows, stated, account)


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


def _rows(account: Account, cover: Cover, away: str, home: str) -> pd.DataFrame:
    """One row for every entry, with the page as its index."""
    writer = _Writer(account, cover, away, home)
    made = [writer.row(number, entry) for number, entry in enumerate(account.entries)]
    rows = pd.DataFrame(made, index=[entry.page for entry in account.entries])
    _fill_clock(rows, [account.drive_clocks.get(number) for number in range(1, len(rows) + 1)])
    if any(entry.first_down for entry in account.entries):
        # First downs as the book marks them; in a book without marks they follow from the yards.
        rows["first_down"] = [entry.first_down is not None for entry in account.entries]
    return rows


class _Writer:
    """Follows the ball through the entries."""

    def __init__(self, account: Account, cover: Cover, away: str, home: str) -> None:
        self.account, self.cover, self.away, self.home = account, cover, away, home
        self.scorer: str | None = None

    def row(self, number: int, entry: Entry) -> dict[str, Any]:
        cover = self.cover
        base: dict[str, Any] = {
            "game_id": f"{cover.season}_{cover.week:02d}_{self.away}_{self.home}",
            "season": cover.season,
            "week": cover.week,
            "season_type": "POST" if cover.postseason else "REG",
            "game_date": cover.date.isoformat(),
            "home_team": self.home,
            "away_team": self.away,
            "play_id": float(number + 1),
            "qtr": entry.quarter,
            "desc": entry.text,
            "home_score": cover.home_quarters[-1],
            "away_score": cover.away_quarters[-1],
        }
        if entry.kind == "timeout" and entry.text.startswith("Timeout #"):
            base["play_type"] = "no_play"
        if entry.kind not in ("snap", "free"):
            return base
        context, situation = self._situation(entry)
        play = parse(entry.text, context)
        self._follow(play)
        return base | situation | description_columns(play, context)

    def _situation(self, entry: Entry) -> tuple[Context, dict[str, Any]]:
        neutral = Context(self.home, self.away)
        if entry.kind == "snap":
            return self._snap(entry, neutral)
        if kicked := _KICKED_FROM.search(entry.text):
            start = neutral.spot(kicked["spot"])
            side = start.side if start else None
            kicking = side or self.scorer or self._team(entry)
            receiving = neutral.opponent(kicking)
            spot = 100 - goal_distance(start, kicking) if start else None
            context = Context(self.home, self.away, receiving, spot)
            return context, _who(receiving, kicking, spot, kicked["spot"])
        offense = self.scorer or self._team(entry)
        defense = neutral.opponent(offense)
        if self.scorer is None:
            return Context(self.home, self.away, offense), _who(offense, defense, None, "")
        spot = try_line(self.cover.season, kick="TWO-POINT" not in entry.text)
        return Context(self.home, self.away, offense, spot), _who(offense, defense, spot, f"{defense} {spot}")

    def _snap(self, entry: Entry, neutral: Context) -> tuple[Context, dict[str, Any]]:
        offense = self._team(entry)
        start = neutral.spot(entry.spot)
        if offense is None or start is None:
            raise InputError(
                f"no drive is announced before the play {entry.text[:60]!r}.",
                where=f"page {entry.page}",
                remedy="Give the complete game book.",
            )
        spot = goal_distance(start, offense)
        defense = neutral.opponent(offense)
        situation = _who(offense, defense, spot, spot_name(spot, offense, str(defense)))
        situation |= {
            "down": entry.down,
            "ydstogo": entry.distance,
            "goal_to_go": entry.distance == spot,
            "drive": entry.drive,
            "fixed_drive": entry.drive,
        }
        if clock := _CLOCK.match(entry.text):
            situation["quarter_seconds_remaining"] = float(clock_seconds(clock[1]))
        return Context(self.home, self.away, offense, spot, entry.down), situation

    def _team(self, entry: Entry) -> str | None:
        """The code of the team whose drive it is."""
        name = entry.drive_team
        if name is None:
            return None
        return {self.cover.home_name.lower(): self.home, self.cover.away_name.lower(): self.away}.get(name.lower())

    def _follow(self, play: PlayDescription) -> None:
        """Remember which team scored: it has the try and then kicks off."""
        if play.play_type in (None, "no_play"):
            return
        if play.touchdown_team is not None:
            self.scorer = play.touchdown_team
        elif play.kind.value in ("run", "pass", "punt"):
            self.scorer = None


def _who(offense: str | None, defense: str | None, spot: int | None, name: str) -> dict[str, Any]:
    return {
        "posteam": offense,
        "defteam": defense,
        "yardline_100": spot,
        "yrdln": "MID 50" if spot == MIDFIELD else name or None,
        "ydstogo": 0,
    }


def _fill_clock(rows: pd.DataFrame, announced: list[str | None]) -> None:
    """Kickoffs and tries carry no clock: it stands still until the drive that is announced after them."""
    heading = [float("nan") if clock is None else clock_seconds(clock) for clock in announced]
    clock = rows.get("quarter_seconds_remaining", pd.Series(float("nan"), rows.index)).astype("float64")
    clock = clock.fillna(pd.Series(heading, rows.index)).groupby(rows["qtr"].to_numpy()).bfill().fillna(0.0)
    rows["quarter_seconds_remaining"] = clock
    rows["time"] = [f"{left // 60:02d}:{left % 60:02d}" for left in clock.astype(int)]
