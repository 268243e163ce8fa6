"""The first page: who played when, and the score by quarters."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from chartkit.errors import InputError
from chartkit.football.seasons import season_length
from chartkit.football.teams import teams
from chartkit.plays.gamebook.pages import Line

_DATE = re.compile(
    r"Date:\s*(?:[A-Z][a-z]+,\s*)?(?P<month>\d{1,2})/(?P<day>\d{1,2})/(?P<year>\d{4})\s+"
    r"(?P<away>.+?) at (?P<home>.+?)(?:\s+Start Time.*)?$"
)
_QUARTERS = re.compile(r"^(?P<side>VISITOR|HOME):\s*(?P<team>.+?)\s+(?P<points>\d+(?: \d+){4,})$")
_FILE_NAME = re.compile(r"^(?P<season>\d{4})_(?P<week>\d{1,2})_")
_PLAYOFF_ROUNDS = 4
_LAST_MONTH_OF_SEASON = 3


@dataclass(frozen=True)
class Cover:
    """What the first page says."""

    date: datetime.date
    season: int
    week: int
    postseason: bool
    away_name: str
    home_name: str
    away_quarters: tuple[int, ...]
    home_quarters: tuple[int, ...]

    @property
    def away_score(self) -> int:
        return self.away_quarters[-1]

    @property
    def home_score(self) -> int:
        return self.home_quarters[-1]


def read_cover(lines: Sequence[Line], path: Path) -> Cover:
    """Date, teams and score by quarters (four quarters, overtime, total)."""
    found = next((match for line in lines if (match := _DATE.search(line.text))), None)
    quarters = {match["side"]: match["points"] for line in lines if (match := _QUARTERS.match(line.text))}
    if found is None or len(quarters) < 2:
        missing = "the date and the two teams" if found is None else "the score by quarters"
        raise InputError(
            f"the first page of the game book does not give {missing}.",
            where=f"{path}, page 1",
            remedy="Give the complete game book, from its first page on.",
        )
    date = datetime.date(int(found["year"]), int(found["month"]), int(found["day"]))
    season = date.year - (date.month <= _LAST_MONTH_OF_SEASON)
    week = _week(date, season, path)
    length = season_length(season)
    return Cover(
        date=date,
        season=season,
        week=week,
        postseason=length is not None and week > length.weeks,
        away_name=found["away"].strip(),
        home_name=found["home"].strip(),
        away_quarters=tuple(map(int, quarters["VISITOR"].split())),
        home_quarters=tuple(map(int, quarters["HOME"].split())),
    )


def _week(date: datetime.date, season: int, path: Path) -> int:
    """From the name of the file (2013_19_NO_SEA.pdf), or counted from the Tuesday after Labor Day."""
    named = _FILE_NAME.match(path.name)
    if named and int(named["season"]) == season:
        return int(named["week"])
    first = datetime.date(season, 9, 1)
    labor_day = first + datetime.timedelta(days=(7 - first.weekday()) % 7)
    week = (date - labor_day - datetime.timedelta(days=1)).days // 7 + 1
    length = season_length(season)
    # The week without games before the last game is not counted.
    last = length.weeks + _PLAYOFF_ROUNDS if length else week
    return max(1, min(week, last))


def code_of_name(name: str, season: int) -> str | None:
    """The code of an NFL team by its full name; None for a team of another league."""
    return next((team.code for team in teams(season) if team.name.lower() == name.lower()), None)
