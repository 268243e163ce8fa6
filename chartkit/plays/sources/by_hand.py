"""Play-by-play kept by hand: a workbook or CSV with ten columns, made from `chartkit template plays`."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chartkit.errors import InputError
from chartkit.plays import derive
from chartkit.plays.hand_rows import Problems, read_row, team_of, text_of
from chartkit.plays.hand_words import HEADINGS, HandPlay, clock, columns, quarter
from chartkit.plays.sources import text_files
from chartkit.plays.sources.base import RawPlays

SHEET = "Plays"
_ZIP = b"PK\x03\x04"
_ENOUGH_HEADINGS = 6
_OPTIONAL = ("notes",)
_ALIASES = {
    "togo": "to go",
    "distance": "to go",
    "yardline": "yard line",
    "yard ln": "yard line",
    "spot": "yard line",
}
_TEMPLATE = "`chartkit template plays` writes a workbook to start from."
_GAME = re.compile(
    r"^(?:week\s*)?(?P<week>\d+)?[\s:.,-]*(?P<away>\S.*?)\s+(?:at|@)\s+(?P<home>\S.*)$", re.IGNORECASE
)


class ByHand:
    """Workbooks and CSV files that people fill in themselves."""

    name = "by hand"
    title = "workbooks kept by hand (.xlsx, .csv)"

    def recognises(self, path: Path, head: bytes) -> bool:
        """Any .xlsx, and a CSV with the headings."""
        if head.startswith(_ZIP):
            return path.suffix.lower() == ".xlsx"
        if path.suffix.lower() != ".csv":
            return False
        first = head.split(b"\n", 1)[0].decode("utf-8-sig", "replace").strip()
        return len(_known(first.replace(";", ",").split(","))) >= _ENOUGH_HEADINGS

    def read(self, path: Path, season: int | None) -> Iterator[RawPlays]:
        """One season; the file does not say which, so the user does."""
        if season is None:
            raise InputError(
                "a file kept by hand does not say which season it is.", where=str(path), remedy="Add --season 2024."
            )
        grid = _workbook(path) if path.suffix.lower() == ".xlsx" else _csv(path)
        yield RawPlays(season=season, rows=_plays(grid, season), place=grid.place)


BY_HAND = ByHand()


@dataclass(frozen=True)
class _Grid:
    """The filled rows of a sheet with their numbers, and how to name a cell in a message."""

    where: str
    place: str
    cells: dict[str, str]
    rows: list[tuple[int, dict[str, Any]]]


def _known(headings: Iterable[object]) -> dict[str, int]:
    """Where each known heading stands."""
    found: dict[str, int] = {}
    for place, heading in enumerate(headings):
        name = " ".join(str(heading or "").strip().strip('"').lower().replace("_", " ").split())
        name = _ALIASES.get(name, name)
        if name in HEADINGS and name not in found:
            found[name] = place
    return found


def _refuse_missing(found: dict[str, int], where: str) -> None:
    absent = [name for name in HEADINGS if name not in found and name not in _OPTIONAL]
    if absent:
        raise InputError(f"no column headed {', '.join(absent)}.", where=where, remedy=_TEMPLATE)


def _workbook(path: Path) -> _Grid:
    import openpyxl
    from openpyxl.utils import get_column_letter

    try:
        book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    except Exception as error:
        # openpyxl answers a damaged workbook with whatever error it meets first.
        raise InputError("the workbook is damaged.", where=str(path), remedy="Save it again.") from error
    try:
        names = [sheet.title for sheet in book.worksheets]
        name = SHEET if SHEET in names else names[0]
        rows = [tuple(row) for row in book[name].iter_rows(values_only=True)]
    finally:
        book.close()
    found = _known(rows[0]) if rows else {}
    if len(found) < _ENOUGH_HEADINGS:
        raise InputError(
            f"the sheet {name} does not begin with the headings {', '.join(HEADINGS)}.",
            where=str(path),
            remedy=_TEMPLATE,
        )
    _refuse_missing(found, f"{path}, sheet {name}")
    cells = {heading: f"{name}!{get_column_letter(place + 1)}{{}}" for heading, place in found.items()}
    return _Grid(str(path), f"{name}!A{{}}", cells, _filled(rows[1:], found))


def _csv(path: Path) -> _Grid:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise text_files.what_is_wrong(path, [], set()) from error
    heading = text.split("\n", 1)[0]
    delimiter = ";" if heading.count(";") > heading.count(",") else ","
    # Not line by line: a note may hold a line break.
    lines = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    found = _known(lines[0])
    _refuse_missing(found, str(path))
    cells = {name: f"line {{}}, column {name}" for name in found}
    return _Grid(str(path), "line {}", cells, _filled([tuple(line) for line in lines[1:]], found))


def _filled(rows: list[tuple[Any, ...]], found: dict[str, int]) -> list[tuple[int, dict[str, Any]]]:
    """Rows with something in them; the heading is row 1."""
    made = []
    for number, row in enumerate(rows, start=2):
        cells = {name: row[place] if place < len(row) else None for name, place in found.items()}
        if any(str(value or "").strip() for value in cells.values()):
            made.append((number, cells))
    return made


def _plays(grid: _Grid, season: int) -> Any:
    import pandas as pd

    if not grid.rows:
        raise InputError("there are headings but no plays.", where=grid.where, remedy="Fill in one row a play.")
    problems = Problems(grid.where, grid.place, grid.cells)
    games: dict[str, dict[str, Any]] = {}
    period: dict[str, int] = {}
    made, numbers = [], []
    for number, cells in grid.rows:
        play = read_row(cells, number, problems)
        if play is None:
            continue
        key = text_of(cells["game"]).casefold()
        game = games.setdefault(key, _game(text_of(cells["game"]), play, season, len(games) + 1))
        if {play.offense, play.defense} != {game["home_team"], game["away_team"]}:
            problems.add(
                number,
                "offense",
                f"{play.offense} and {play.defense} do not play in game {text_of(cells['game'])!r}.",
            )
            continue
        period[key] = quarter(play.notes) or period.get(key, 1)
        seconds = clock(play.notes)
        made.append({**game, "qtr": period[key], "quarter_seconds_remaining": seconds, **columns(play)})
        numbers.append(number)
    problems.raise_if_any()
    rows = pd.DataFrame(made, index=numbers)
    rows["play_id"] = rows.groupby("game_id", sort=False).cumcount() + 1
    return derive.fill_in(rows)


def _game(name: str, play: HandPlay, season: int, number: int) -> dict[str, Any]:
    """`3 OWL at FOX` tells week, visitors and home team; any other name is a game of its own."""
    found = _GAME.match(name)
    teams = {play.offense, play.defense}
    home, away = play.defense, play.offense
    week = number
    if found and {team_of(found["home"]), team_of(found["away"])} == teams:
        home, away = team_of(found["home"]), team_of(found["away"])
        week = int(found["week"] or number)
    return {
        "game_id": f"{season}_{week:02d}_{away}_{home}".replace(" ", "-"),
        "season_type": "REG",
        "week": week,
        "home_team": home,
        "away_team": away,
    }
