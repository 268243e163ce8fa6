"""Play-by-play kept by hand: a workbook or CSV with ten columns, made from `chartkit template plays`."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import openpyxl
import pandas as pd
from openpyxl.utils import get_column_letter

from chartkit.errors import InputError
from chartkit.football.field import MIDFIELD, yards_to_goal
from chartkit.football.teams import Team
from chartkit.plays.schedule import teams_of_rows
from chartkit.plays.sources import ZIP, RawPlays, refuse_bomb, what_is_wrong
from chartkit.plays.sources.hand_sheet import (
    HEADINGS,
    SHEET,
    TEAMS_SHEET,
    HandPlay,
    PlayWord,
    ResultWord,
    clock,
    columns,
    quarter,
    words,
)
from chartkit.plays.totals import DERIVED

NAME = "by hand"
TITLE = "workbooks kept by hand (.xlsx, .csv)"
#: A season of thirty teams has 50,000 plays.
_MOST_ROWS, _MOST_COLUMNS, _LONGEST_CELL = 200_000, 100, 500
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
    r"^(?:week\s*)?(?P<week>\d{1,4})?[\s:.,-]*(?P<away>\S.*?)\s+(?:at|@)\s+(?P<home>\S.*)$", re.IGNORECASE
)
_SHOWN = 10
_NEEDS_A_SPOT = ("run", "pass", "kneel", "spike", "punt", "field_goal")
_SIDES = re.compile(r"^(?P<side>own|opp|opponent|opponents|their)\.?\s*(?P<line>\d{1,2})$", re.IGNORECASE)


def recognises(path: Path, head: bytes) -> bool:
    """Any .xlsx, and a CSV with the headings."""
    if head.startswith(ZIP):
        return path.suffix.lower() == ".xlsx"
    first = head.split(b"\n", 1)[0].decode("utf-8-sig", "replace").strip()
    headings = _known(first.replace(";", ",").split(","))
    return path.suffix.lower() == ".csv" and len(headings) >= _ENOUGH_HEADINGS


def seasons(path: Path) -> Set[int]:
    """The file does not say."""
    return frozenset()


def read(path: Path, season: int | None) -> Iterator[RawPlays]:
    """One season; the file does not say which, so the user does."""
    if season is None:
        raise InputError(
            "a file kept by hand does not say which season it is.", where=str(path), remedy="Add --season 2024."
        )
    grid = _workbook(path) if path.suffix.lower() == ".xlsx" else _csv(path)
    rows = _plays(grid, season)
    yield RawPlays(season, rows, grid.place, teams=grid.teams, derived=DERIVED)


@dataclass(frozen=True)
class _Grid:
    """The filled rows of a sheet with their numbers, how a cell is named, and all that is wrong with them."""

    where: str
    place: str
    cells: dict[str, str]
    rows: list[tuple[int, dict[str, Any]]]
    teams: tuple[Team, ...] = ()
    wrong: list[str] = field(default_factory=list)

    def complain(self, row: int, heading: str, what: str) -> None:
        """Note what is wrong with one cell."""
        self.wrong.append(f"{self.cells.get(heading, self.place).format(row)}: {what}")

    def refuse(self) -> None:
        """Refuse the file if anything was noted."""
        if len(self.wrong) == 1:
            raise InputError(self.wrong[0], where=self.where)
        if self.wrong:
            more = [f"... and {len(self.wrong) - _SHOWN} more"] if len(self.wrong) > _SHOWN else []
            listed = "\n  ".join([*self.wrong[:_SHOWN], *more])
            raise InputError(f"{len(self.wrong)} cells cannot be read:\n  {listed}", where=self.where)


def _known(headings: Iterable[object]) -> dict[str, int]:
    """Where each known heading stands."""
    found: dict[str, int] = {}
    for place, heading in enumerate(headings):
        name = " ".join(str(heading or "").strip().strip('"').lower().replace("_", " ").split())
        name = _ALIASES.get(name, name)
        if name in HEADINGS:
            found.setdefault(name, place)
    return found


def _refuse_missing(found: dict[str, int], where: str) -> None:
    absent = [name for name in HEADINGS if name not in found and name not in _OPTIONAL]
    if absent:
        raise InputError(f"no column headed {', '.join(absent)}.", where=where, remedy=_TEMPLATE)


def _workbook(path: Path) -> _Grid:
    try:
        # Looked at before it is unpacked.
        with zipfile.ZipFile(path) as archive:
            unpacked = sum(one.file_size for one in archive.infolist())
        refuse_bomb(path, unpacked)
        with path.open("rb") as stream:
            book = openpyxl.load_workbook(stream, read_only=True, data_only=True)
            names = [sheet.title for sheet in book.worksheets]
            name = SHEET if SHEET in names else names[0]
            rows = _sheet_rows(book[name])
            named = _sheet_rows(book[TEAMS_SHEET]) if TEAMS_SHEET in names else []
    except InputError:
        raise
    except Exception as error:
        # openpyxl answers a damaged workbook with whatever error it meets first.
        raise InputError("the workbook is damaged.", where=str(path), remedy="Save it again.") from error
    if len(rows) > _MOST_ROWS:
        raise InputError(f"the sheet {name} has more than {_MOST_ROWS:,} rows.", where=str(path))
    found = _known(rows[0]) if rows else {}
    if len(found) < _ENOUGH_HEADINGS:
        raise InputError(
            f"the sheet {name} does not begin with the headings {', '.join(HEADINGS)}.",
            where=str(path),
            remedy=_TEMPLATE,
        )
    _refuse_missing(found, f"{path}, sheet {name}")
    cells = {heading: f"{name}!{get_column_letter(place + 1)}{{}}" for heading, place in found.items()}
    teams = teams_of_rows(named, str(path), f"{TEAMS_SHEET}!A{{}}") if any(map(any, named)) else ()
    return _Grid(str(path), f"{name}!A{{}}", cells, _filled(rows[1:], found), teams)


def _sheet_rows(sheet: Any) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in sheet.iter_rows(max_row=_MOST_ROWS + 1, max_col=_MOST_COLUMNS, values_only=True)]


def _csv(path: Path) -> _Grid:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise what_is_wrong(path, [], set()) from error
    heading = text.split("\n", 1)[0]
    delimiter = ";" if heading.count(";") > heading.count(",") else ","
    # Not line by line: a note may hold a line break.
    try:
        lines = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise InputError(f"this is no CSV text ({error}).", where=str(path), remedy="Save it again.") from error
    if len(lines) > _MOST_ROWS:
        raise InputError(f"there are more than {_MOST_ROWS:,} lines.", where=str(path))
    found = _known(lines[0])
    _refuse_missing(found, str(path))
    cells = {name: f"line {{}}, column {name}" for name in found}
    return _Grid(str(path), "line {}", cells, _filled(lines[1:], found))


def _filled(rows: Sequence[Sequence[Any]], found: dict[str, int]) -> list[tuple[int, dict[str, Any]]]:
    """Rows with something in them; the heading is row 1."""
    made = []
    for number, row in enumerate(rows, start=2):
        cells = {name: row[place] if place < len(row) else None for name, place in found.items()}
        if any(str(value or "").strip() for value in cells.values()):
            made.append((number, cells))
    return made


def _plays(grid: _Grid, season: int) -> pd.DataFrame:
    if not grid.rows:
        raise InputError("there are headings but no plays.", where=grid.where, remedy="Fill in one row a play.")
    games: dict[str, dict[str, Any]] = {}
    period: dict[str, int] = {}
    made, numbers = [], []
    for number, cells in grid.rows:
        play = _read_row(cells, number, grid)
        if play is None:
            continue
        name = _text(cells["game"])
        key = name.casefold()
        game = games.setdefault(key, _game(name, play, season, len(games) + 1))
        if {play.offense, play.defense} != {game["home_team"], game["away_team"]}:
            grid.complain(number, "offense", f"{play.offense} and {play.defense} do not play in game {name!r}.")
            continue
        period[key] = quarter(play.notes) or period.get(key, 1)
        when = {"qtr": period[key], "quarter_seconds_remaining": clock(play.notes)}
        made.append({**game, **when, **columns(play)})
        numbers.append(number)
    grid.refuse()
    rows = pd.DataFrame(made, index=numbers)
    rows["play_id"] = rows.groupby("game_id", sort=False).cumcount() + 1
    return rows


def _game(name: str, play: HandPlay, season: int, number: int) -> dict[str, Any]:
    """`3 OWL at FOX` tells week, visitors and home team; any other name is a game of its own."""
    found = _GAME.match(name)
    teams = {play.offense, play.defense}
    home, away = play.defense, play.offense
    week = number
    if found and {_team(found["home"]), _team(found["away"])} == teams:
        home, away = _team(found["home"]), _team(found["away"])
        week = int(found["week"] or number)
    return {
        "game_id": f"{season}_{week:02d}_{away}_{home}".replace(" ", "-"),
        "season_type": "REG",
        "week": week,
        "home_team": home,
        "away_team": away,
    }


def _text(value: object) -> str:
    """What a person sees in the cell."""
    # Excel hands back 12.0 for a cell in which somebody typed 12.
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return " ".join(str(value)[:_LONGEST_CELL].split()) if value is not None else ""


def _team(name: str) -> str:
    """The code of a team: case and extra blanks do not matter."""
    return " ".join(name.split()).upper()


def _read_row(cells: dict[str, Any], row: int, grid: _Grid) -> HandPlay | None:
    """Read the cells of one row; None when something is wrong with them."""
    before = len(grid.wrong)
    known = words()
    for heading in ("game", "offense", "defense", "play", "result"):
        if not _text(cells[heading]):
            grid.complain(row, heading, f"{heading} is empty.")
    offense, defense = _team(_text(cells["offense"])), _team(_text(cells["defense"]))
    if offense and offense == defense:
        grid.complain(row, "defense", f"{offense} plays against itself.")
    play = known.plays.get(_text(cells["play"]).lower())
    if play is None and _text(cells["play"]):
        grid.complain(row, "play", f"{_text(cells['play'])!r} is no play; the sheet Words lists them all.")
    results = _results(_text(cells["result"]), play, row, grid)
    down = _number(cells["down"], row, "down", grid, 1, 4)
    yards = _number(cells["yards"], row, "yards", grid, -99, 110)
    if yards is not None and yards > 0 and any(result.minus for result in results):
        grid.complain(row, "yards", f"a sack loses yards: write -{yards}.")
    spot = _spot(_text(cells["yard line"]), offense, defense, row, grid)
    goal = _text(cells["to go"]).lower() in ("g", "goal")
    to_go = spot if goal else _number(cells["to go"], row, "to go", grid, 0, 99)
    if play is not None and play.kind in _NEEDS_A_SPOT:
        for heading, value in (("down", down), ("to go", to_go), ("yard line", spot)):
            if value is None and not _text(cells[heading]):
                grid.complain(row, heading, f"{heading} is empty; a {play.name} needs it.")
    if play is None or len(grid.wrong) > before:
        return None
    return HandPlay(
        offense=offense,
        defense=defense,
        down=down,
        to_go=to_go or 0,
        goal_to_go=bool(down) and to_go == spot,
        yards_to_goal=spot,
        play=play,
        results=tuple(results),
        yards=yards,
        notes=_text(cells.get("notes")),
    )


def _results(text: str, play: PlayWord | None, row: int, grid: _Grid) -> list[ResultWord]:
    known = words()
    results = []
    for part in filter(None, (part.strip().lower() for part in text.split(","))):
        result = known.results.get(part)
        if result is None:
            grid.complain(row, "result", f"{part!r} is no result; the sheet Words lists them all.")
        elif play is not None and part not in known.fitting[play.kind]:
            fitting = ", ".join(known.fitting[play.kind])
            grid.complain(row, "result", f"{part!r} cannot be the result of {play.name!r}; possible: {fitting}.")
        else:
            results.append(result)
    return results


def _number(value: object, row: int, heading: str, grid: _Grid, low: int, high: int) -> int | None:
    text = _text(value)
    if not text:
        return None
    try:
        number = int(text)
    except ValueError:
        grid.complain(row, heading, f"{heading} should be a whole number, not {text!r}.")
        return None
    if not low <= number <= high:
        grid.complain(row, heading, f"{heading} should be from {low} to {high}, not {number}.")
        return None
    return number


def _spot(text: str, offense: str, defense: str, row: int, grid: _Grid) -> int | None:
    """`own 25`, `opp 40`, `OWL 25`, `50`; or -25 for the own and 40 for the opponent's side, as on film sheets."""
    if not text:
        return None
    sides = _SIDES.match(text)
    if sides:
        line = int(sides["line"])
        if 1 <= line <= MIDFIELD:
            return 100 - line if sides["side"].lower() == "own" else line
    if re.fullmatch(r"[+-]?\d{1,2}", text) and 1 <= abs(int(text)) <= MIDFIELD:
        line = int(text)
        return line if line > 0 else 100 + line
    side, _, line_text = text.upper().rpartition(" ")
    if side in (offense, defense) and line_text.isdigit():
        spot = yards_to_goal(f"{'A' if side == offense else 'B'} {line_text}", "A")
        if spot is not None and 1 <= spot <= 99:
            return spot
    grid.complain(row, "yard line", f"{text!r} is no spot: write own 25, opp 40, 50 or {offense} 25.")
    return None
