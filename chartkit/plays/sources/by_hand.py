"""Play-by-play kept by hand: a workbook or CSV with ten columns, made from `chartkit template plays`."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import openpyxl
import pandas as pd
from openpyxl.comments import Comment
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from chartkit import resources
from chartkit.errors import InputError
from chartkit.findings import nearest
from chartkit.football.field import KICK_BEYOND_LINE, MIDFIELD, clock_seconds, yards_to_goal
from chartkit.football.teams import Team
from chartkit.plays.schedule import HEADINGS as TEAM_HEADINGS
from chartkit.plays.schedule import teams_of_rows
from chartkit.plays.sources import ZIP, RawPlays, refuse_bomb, what_is_wrong
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
SHEET, TEAMS_SHEET = "Plays", "Teams"
HEADINGS = ("game", "offense", "defense", "down", "to go", "yard line", "play", "result", "yards", "notes")
_QUARTER = re.compile(r"\bQ([1-9])\b", re.IGNORECASE)
_CLOCK = re.compile(r"\b\d{1,2}:[0-5]\d\b")
_RETURN = re.compile(r"\breturn(?:ed)?\s+(-?\d+)\b", re.IGNORECASE)
_AIR = re.compile(r"\bair\s+(-?\d+)\b", re.IGNORECASE)
_KICKS = ("punt", "kickoff")
_DEAD_KICK = {"blocked", "touchback", "fair catch", "downed", "out of bounds", "recovered by kickers"}


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
            "a file kept by hand does not say which season it is.", where=path, remedy="Add --season 2024."
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
        # openpyxl raises any kind of error on a damaged workbook.
        raise InputError("the workbook is damaged.", where=path, remedy="Save it again.") from error
    if len(rows) > _MOST_ROWS:
        raise InputError(f"the sheet {name} has more than {_MOST_ROWS:,} rows.", where=path)
    found = _known(rows[0]) if rows else {}
    if len(found) < _ENOUGH_HEADINGS:
        raise InputError(
            f"the sheet {name} does not begin with the headings {', '.join(HEADINGS)}.",
            where=path,
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
        raise InputError(f"this is not CSV text ({error}).", where=path, remedy="Save it again.") from error
    if len(lines) > _MOST_ROWS:
        raise InputError(f"there are more than {_MOST_ROWS:,} lines.", where=path)
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
        # `Q3` in the notes begins the third quarter, `8:30` is the time left in it.
        quarter, clock = _QUARTER.search(play.notes), _CLOCK.search(play.notes)
        period[key] = int(quarter[1]) if quarter else period.get(key, 1)
        when = {"qtr": period[key], "quarter_seconds_remaining": clock_seconds(clock[0]) if clock else None}
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
    for heading in ("game", "offense", "defense", "play", "result"):
        if not _text(cells[heading]):
            grid.complain(row, heading, f"{heading} is empty.")
    offense, defense = _team(_text(cells["offense"])), _team(_text(cells["defense"]))
    if offense and offense == defense:
        grid.complain(row, "defense", f"{offense} plays against itself.")
    play = PLAYS.get(_text(cells["play"]).lower())
    if play is None and _text(cells["play"]):
        grid.complain(row, "play", _unknown(_text(cells["play"]), "play", PLAYS))
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


def _unknown(word: str, what: str, words: Iterable[str]) -> str:
    """Why a word cannot be read, with the word that was probably meant."""
    meant = nearest(word, words)
    return f"{word!r} is not a {what}; {f'did you mean {meant!r}?' if meant else 'the sheet Words lists them all.'}"


def _results(text: str, play: PlayWord | None, row: int, grid: _Grid) -> list[ResultWord]:
    results = []
    for part in filter(None, (part.strip().lower() for part in text.split(","))):
        result = RESULTS.get(part)
        if result is None:
            grid.complain(row, "result", _unknown(part, "result", RESULTS))
        elif play is not None and part not in FITTING[play.kind]:
            fitting = ", ".join(FITTING[play.kind])
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
    grid.complain(row, "yard line", f"{text!r} is not a spot: write own 25, opp 40, 50 or {offense} 25.")
    return None


# What the words mean; the words themselves are in templates/hand-plays.toml.


@dataclass(frozen=True)
class PlayWord:
    """A play that may be named: what it sets, and how the description tells it."""

    name: str
    kind: str
    set: Mapping[str, Any]
    words: str


@dataclass(frozen=True)
class ResultWord:
    """A result that may be named."""

    name: str
    set: Mapping[str, Any]
    words: str
    by: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    gives_ball: bool = False
    minus: bool = False


_DATA: dict[str, Any] = resources.data_file(resources.template("hand-plays.toml"))
PLAYS = {row["name"]: PlayWord(**row) for row in _DATA["play"]}
RESULTS = {row["name"]: ResultWord(**row) for row in _DATA["result"]}
#: Kind of play -> the results that it may have.
FITTING: Mapping[str, list[str]] = _DATA["results"]


@dataclass(frozen=True)
class HandPlay:
    """One row, its cells read and checked."""

    offense: str
    defense: str
    down: int | None
    to_go: int
    goal_to_go: bool
    yards_to_goal: int | None
    play: PlayWord
    results: tuple[ResultWord, ...]
    yards: int | None
    notes: str


def columns(play: HandPlay) -> dict[str, Any]:
    """The row as columns of the play table."""
    kind, names = play.play.kind, {result.name for result in play.results}
    made: dict[str, Any] = {
        # On a kickoff the play table gives the ball to the receivers.
        "posteam": play.defense if kind == "kickoff" else play.offense,
        "defteam": play.offense if kind == "kickoff" else play.defense,
        "down": play.down,
        "ydstogo": play.to_go,
        "goal_to_go": play.goal_to_go,
        "yards_gained": 0,
        **play.play.set,
    }
    if play.yards_to_goal is not None:
        made["yardline_100"] = 100 - play.yards_to_goal if kind == "kickoff" else play.yards_to_goal
    for result in play.results:
        made.update(result.set)
        made.update(result.by.get(kind, {}))
    if made["play_type"] == "no_play":
        made.update(_penalty(play, names))
    else:
        made.update(_yards(play, kind, names))
        made.update(_ball(play, kind, names))
    if kind == "pass":
        made["qb_dropback"] = 1
        air = _AIR.search(play.notes)
        if air:
            made["air_yards"] = int(air[1])
    made["desc"] = describe(play)
    return made


def _penalty(play: HandPlay, names: set[str]) -> dict[str, Any]:
    name = re.split(r"[,;(]", _bare(play.notes))[0].strip()
    return {
        "penalty_team": play.offense if "offense penalty" in names else play.defense,
        "penalty_yards": abs(play.yards or 0),
        "penalty_type": name.title() or None,
        "touchdown": 0,
    }


def _yards(play: HandPlay, kind: str, names: set[str]) -> dict[str, Any]:
    """One column of yards: the gain, the length of a kick, or the return of an interception."""
    yards = play.yards or 0
    back = _RETURN.search(play.notes)
    if kind in _KICKS:
        fielded = "returned" in names or not names & _DEAD_KICK
        return {
            "kick_distance": yards,
            "return_yards": int(back[1]) if back else 0,
            "return_team": play.defense if fielded else None,
        }
    if kind in ("field_goal", "extra_point"):
        spot = play.yards_to_goal if play.yards_to_goal is not None else 0
        return {"kick_distance": play.yards if play.yards is not None else spot + KICK_BEYOND_LINE}
    if "intercepted" in names:
        return {"return_yards": int(back[1]) if back else yards, "return_team": play.defense}
    if "incomplete" in names or kind == "two_point":
        return {}
    caught = kind == "pass" and not names & {"sack", "scramble", "bad snap"}
    return {"yards_gained": yards, **({"complete_pass": 1} if caught else {})}


def _ball(play: HandPlay, kind: str, names: set[str]) -> dict[str, Any]:
    """Follow the ball from hand to hand: who fumbled, who got it, who scored."""
    holder, other = play.offense, play.defense
    if kind in _KICKS or names & {"blocked", "no good"}:
        holder, other = other, holder
    made: dict[str, Any] = {}
    for result in play.results:
        if "fumble" in result.set:
            made["fumbled_1_team"] = holder
            made["fumble_recovery_1_team"] = other if result.gives_ball else holder
        if result.gives_ball:
            holder, other = other, holder
    if "touchdown" in names:
        made["td_team"] = holder
        own = holder == play.offense and kind in ("run", "pass")
        thrown = kind == "pass" and "scramble" not in names
        made["pass_touchdown"] = own and thrown
        made["rush_touchdown"] = own and not thrown
        made["return_touchdown"] = not own
    return made


def _bare(notes: str) -> str:
    for pattern in (_QUARTER, _CLOCK, _RETURN, _AIR):
        notes = pattern.sub("", notes)
    return " ".join(notes.split()).strip(" .,;")


def describe(play: HandPlay) -> str:
    """The row as a sentence, in the order in which scorers write."""
    told = ", ".join(result.words for result in play.results if result.words)
    yards = f" for {play.yards} yards" if play.yards is not None else ""
    parts = [f"{play.offense} {play.play.words}{yards}", told, play.notes.strip()]
    return ". ".join(part.rstrip(".") for part in parts if part) + "."


# The workbook: headings, drop-downs, the words and a worked example.


_ROWS = 5000
EXAMPLE: tuple[tuple[Any, ...], ...] = tuple(
    tuple(row.get(heading) for heading in HEADINGS) for row in _DATA["example"]["rows"]
)


def workbook() -> bytes:
    """The whole workbook, ready to be written to a file."""
    book = openpyxl.Workbook()
    plays = book.active
    assert plays is not None
    plays.title = SHEET
    _sheet(plays, ())
    _drop_downs(plays)
    _sheet(book.create_sheet("Example"), EXAMPLE)
    teams = book.create_sheet(TEAMS_SHEET)
    _headings(teams, _DATA["team_headings"])
    _widths(teams, dict.fromkeys(range(1, len(TEAM_HEADINGS) + 1), 18))
    _words(book.create_sheet("Words"))
    _guide(book.create_sheet("How to"))
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _widths(sheet: Worksheet, widths: Mapping[int, float]) -> None:
    for place, width in widths.items():
        sheet.column_dimensions[get_column_letter(place)].width = width


def _sheet(sheet: Worksheet, rows: Iterable[tuple[Any, ...]]) -> None:
    """A sheet of plays: headings with their help, short columns centred, ready to be printed."""
    about = _DATA["headings"]
    _headings(sheet, {heading: about[heading]["help"] for heading in HEADINGS})
    for row in rows:
        sheet.append(row)
    middle = Alignment(horizontal="center")
    for place, heading in enumerate(HEADINGS, start=1):
        _widths(sheet, {place: about[heading].get("width", 11)})
        if about[heading].get("centred"):
            # The style of the column is for the cells that are still to be filled.
            sheet.column_dimensions[get_column_letter(place)].alignment = middle
            for number in range(1, sheet.max_row + 1):
                sheet.cell(number, place).alignment = middle
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.print_title_rows = "1:1"


def _headings(sheet: Worksheet, about: Mapping[str, str]) -> None:
    """Headings in bold on grey that stay in sight, each with its help."""
    _bold(sheet, [*about])
    for cell, text in zip(sheet[1], about.values(), strict=True):
        cell.fill = PatternFill("solid", fgColor="DDDDDD")
        cell.comment = Comment(text, "chartkit", height=90, width=280)
    sheet.freeze_panes = "A2"


def _bold(sheet: Worksheet, first_row: list[str | None]) -> None:
    sheet.append(first_row)
    for cell in sheet[1]:
        cell.font = Font(bold=True)


def _drop_downs(sheet: Worksheet) -> None:
    lists = {
        "down": '"1,2,3,4"',
        "play": f"=Words!$A$2:$A${len(PLAYS) + 1}",
        "result": f"=Words!$D$2:$D${len(RESULTS) + 1}",
    }
    for heading, source in lists.items():
        letter = get_column_letter(HEADINGS.index(heading) + 1)
        choice = DataValidation(type="list", formula1=source, allow_blank=True)
        choice.promptTitle, choice.prompt = heading, _DATA["headings"][heading]["help"]
        # Several results with a comma are allowed, so a typed text is not refused.
        choice.showErrorMessage = heading != "result"
        choice.error = f"Please choose from the list ({heading})."
        choice.add(f"{letter}2:{letter}{_ROWS}")
        sheet.add_data_validation(choice)


def _words(sheet: Worksheet) -> None:
    _bold(sheet, ["play", "results that fit", None, "result"])
    for row, play in enumerate(PLAYS.values(), start=2):
        sheet.cell(row, 1, play.name)
        sheet.cell(row, 2, ", ".join(FITTING[play.kind]))
    for row, name in enumerate(RESULTS, start=2):
        sheet.cell(row, 4, name)
    _widths(sheet, {1: 26, 2: 110, 4: 24})


def _guide(sheet: Worksheet) -> None:
    _bold(sheet, ["column", "what to write"])
    for heading in HEADINGS:
        sheet.append([heading, _DATA["headings"][heading]["help"].replace("`", "")])
    sheet.append(["Teams", "A sheet of its own: city, nickname, division and color of each code, for the cards."])
    sheet.append([])
    sheet.append(["", "Fill in the sheet Plays, one row a play, then: chartkit ingest FILE --season 2024"])
    _widths(sheet, {1: 12, 2: 100})
    for row in sheet.iter_rows(min_row=2, min_col=2, max_col=2):
        row[0].alignment = Alignment(wrap_text=True, vertical="top")
