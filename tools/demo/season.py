"""The whole season as files: play-by-play in the nflverse format and the list of clubs."""

from __future__ import annotations

import csv
import gzip
import io
from pathlib import Path

from chartkit import files
from chartkit.plays import NFLVERSE_COLUMNS as COLUMNS
from tools.demo.game import play_game
from tools.demo.league import League, read_league, read_rates
from tools.demo.luck import Luck
from tools.demo.sheet import Row


def season_rows(league: League) -> list[Row]:
    """Play every fixture; each game has its own stream of luck, so that one never changes another."""
    rates = read_rates()
    rows: list[Row] = []
    for fixture in league.fixtures:
        luck = Luck(league.seed, str(fixture.week), fixture.away.code, fixture.home.code)
        rows += play_game(fixture, league.season, rates, luck)
    return rows


def play_by_play() -> bytes:
    """The season as CSV text."""
    return _csv(COLUMNS, ([row[name] for name in COLUMNS] for row in season_rows(read_league())))


def clubs() -> bytes:
    """Code, city, nickname, division and color of every club as CSV text."""
    league = read_league()
    rows = ([team.code, team.city, team.nickname, team.division, team.color] for team in league.teams)
    return _csv(("team", "city", "nickname", "division", "color"), rows)


def _csv(heading: tuple[str, ...], rows: object) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heading)
    writer.writerows(rows)  # type: ignore[arg-type]
    return text.getvalue().encode("utf-8")


def write(folder: Path) -> list[Path]:
    """Write the season into a folder."""
    season = read_league().season
    plays, teams = folder / f"demo_{season}.csv.gz", folder / f"demo_{season}_teams.csv"
    # No time stamp inside: the same season is the same file.
    files.write_bytes(plays, gzip.compress(play_by_play(), compresslevel=9, mtime=0))
    files.write_bytes(teams, clubs())
    return [plays, teams]
