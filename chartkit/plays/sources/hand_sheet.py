"""The sheet of a play-by-play kept by hand: what its words mean, and the workbook to fill in."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from typing import Any

from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from chartkit import resources
from chartkit.football.field import KICK_BEYOND_LINE, clock_seconds
from chartkit.plays.schedule import HEADINGS as TEAM_HEADINGS

# What the words mean; the words themselves are in templates/hand-plays.toml.


SHEET, TEAMS_SHEET = "Plays", "Teams"
HEADINGS = ("game", "offense", "defense", "down", "to go", "yard line", "play", "result", "yards", "notes")
_QUARTER = re.compile(r"\bQ([1-9])\b", re.IGNORECASE)
_CLOCK = re.compile(r"\b\d{1,2}:[0-5]\d\b")
_RETURN = re.compile(r"\breturn(?:ed)?\s+(-?\d+)\b", re.IGNORECASE)
_AIR = re.compile(r"\bair\s+(-?\d+)\b", re.IGNORECASE)
_KICKS = ("punt", "kickoff")
_DEAD_KICK = {"blocked", "touchback", "fair catch", "downed", "out of bounds", "recovered by kickers"}


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


@dataclass(frozen=True)
class Words:
    """All plays, all results, and which fit together."""

    plays: Mapping[str, PlayWord]
    results: Mapping[str, ResultWord]
    fitting: Mapping[str, tuple[str, ...]]


@cache
def words() -> Words:
    """Read the words once."""
    data = tomllib.loads(resources.template("hand-plays.toml").read_text(encoding="utf-8"))
    return Words(
        plays={row["name"]: PlayWord(**row) for row in data["play"]},
        results={row["name"]: ResultWord(**row) for row in data["result"]},
        fitting={kind: tuple(names) for kind, names in data["results"].items()},
    )


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


def quarter(notes: str) -> int | None:
    """`Q3` in the notes begins the third quarter."""
    found = _QUARTER.search(notes)
    return int(found[1]) if found else None


def clock(notes: str) -> int | None:
    """`8:30` in the notes is the time left in the quarter, in seconds."""
    found = _CLOCK.search(notes)
    return clock_seconds(found[0]) if found else None


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
_WIDTHS = {"game": 18, "down": 8, "to go": 8, "play": 25, "result": 27, "yards": 8, "notes": 44}
_CENTRED = ("down", "to go", "yard line", "yards")
_HELP = {
    "game": "`1 OWL at FOX`: week, visitors, home team. Any other name works too.",
    "offense": "The team with the ball before the play; on a kickoff the team that kicks. A short code is best.",
    "defense": "The other team.",
    "down": "1 to 4; empty on kickoffs and tries.",
    "to go": "Yards to the first down, or `goal`; empty on kickoffs and tries.",
    "yard line": "`own 25`, `opp 40`, `50` or `OWL 25`; or -25 and 40 as on film sheets.",
    "play": "What was run: one word of the list.",
    "result": "What came of it: one word of the list, or several with a comma: `fumble lost, touchdown`.",
    "yards": "The gain (a loss with a minus), the length of a kick, the return of an interception or the yards of "
    "a flag.",
    "notes": "Anything. `Q2` begins a quarter, `8:30` is the clock, `return 12` a return, `air 15` the length of a "
    "throw; after a penalty its name.",
}
_TEAM_HELP = {
    "team": "The code of the team as in the plays: OWL.",
    "city": "As the cards print it: Oldtown.",
    "nickname": "As the cards print it: Owls.",
    "conference": "Empty in a league without conferences.",
    "division": "Empty in a league without divisions.",
    "color": "The color of the team: #1f5fa8. Empty for none.",
}
# game, offense, defense, down, to go, yard line, play, result, yards, notes
EXAMPLE: tuple[tuple[Any, ...], ...] = (
    ("1 OWL at FOX", "FOX", "OWL", None, None, "own 40", "kickoff", "returned", 55, "Q1 12:00, return 20"),
    ("1 OWL at FOX", "OWL", "FOX", 1, 10, "own 25", "run left tackle", "gain", 4, ""),
    ("1 OWL at FOX", "OWL", "FOX", 2, 6, "own 29", "pass short right", "complete, out of bounds", 9, "air 5"),
    ("1 OWL at FOX", "OWL", "FOX", 1, 10, "own 38", "pass deep middle", "incomplete", None, "air 30"),
    ("1 OWL at FOX", "OWL", "FOX", 2, 10, "own 38", "penalty before the snap", "offense penalty", 5, "false start"),
    ("1 OWL at FOX", "OWL", "FOX", 2, 15, "own 33", "pass", "sack", -7, ""),
    ("1 OWL at FOX", "OWL", "FOX", 3, 22, "own 26", "screen left", "complete", 11, ""),
    ("1 OWL at FOX", "OWL", "FOX", 4, 11, "own 37", "punt", "fair catch", 38, ""),
    ("1 OWL at FOX", "FOX", "OWL", 1, 10, "own 25", "run right end", "touchdown", 75, "7:41"),
    ("1 OWL at FOX", "FOX", "OWL", None, None, "opp 3", "extra point", "good", None, ""),
    ("1 OWL at FOX", "FOX", "OWL", None, None, "own 40", "kickoff", "touchback", 60, ""),
    ("1 OWL at FOX", "OWL", "FOX", 1, 10, "own 20", "pass short middle", "intercepted, touchdown", 28, "Q2 11:50"),
    ("1 OWL at FOX", "FOX", "OWL", None, None, "opp 3", "two-point run", "no good", None, ""),
)


def workbook() -> bytes:
    """The whole workbook, ready to be written to a file."""
    book = Workbook()
    plays = book.active
    assert plays is not None
    plays.title = SHEET
    _sheet(plays)
    _centre(plays)
    _drop_downs(plays)
    example = book.create_sheet("Example")
    _sheet(example)
    for row in EXAMPLE:
        example.append(row)
    _centre(example)
    _teams(book)
    _words(book)
    _guide(book)
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


def _sheet(sheet: Worksheet) -> None:
    sheet.append(HEADINGS)
    for place, heading in enumerate(HEADINGS, start=1):
        cell = sheet.cell(1, place)
        cell.font = Font(bold=True)
        cell.fill = PatternFill("solid", fgColor="DDDDDD")
        cell.comment = Comment(_HELP[heading], "chartkit", height=90, width=280)
        sheet.column_dimensions[get_column_letter(place)].width = _WIDTHS.get(heading, 11)
    sheet.freeze_panes = "A2"
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.print_title_rows = "1:1"


def _centre(sheet: Worksheet) -> None:
    """Centre short columns: the cells that are there, and by the style of the column those still to be filled."""
    middle = Alignment(horizontal="center")
    for heading in _CENTRED:
        place = HEADINGS.index(heading) + 1
        sheet.column_dimensions[get_column_letter(place)].alignment = middle
        for row in range(1, sheet.max_row + 1):
            sheet.cell(row, place).alignment = middle


def _drop_downs(sheet: Worksheet) -> None:
    known = words()
    lists = {
        "down": '"1,2,3,4"',
        "play": f"=Words!$A$2:$A${len(known.plays) + 1}",
        "result": f"=Words!$D$2:$D${len(known.results) + 1}",
    }
    for heading, source in lists.items():
        letter = get_column_letter(HEADINGS.index(heading) + 1)
        choice = DataValidation(type="list", formula1=source, allow_blank=True)
        choice.promptTitle, choice.prompt = heading, _HELP[heading]
        # Several results with a comma are allowed, so a typed text is not refused.
        choice.showErrorMessage = heading != "result"
        choice.error = f"Please choose from the list ({heading})."
        choice.add(f"{letter}2:{letter}{_ROWS}")
        sheet.add_data_validation(choice)


def _teams(book: Workbook) -> None:
    sheet = book.create_sheet(TEAMS_SHEET)
    sheet.append(TEAM_HEADINGS)
    for place, heading in enumerate(TEAM_HEADINGS, start=1):
        cell = sheet.cell(1, place)
        cell.font = Font(bold=True)
        cell.fill = PatternFill("solid", fgColor="DDDDDD")
        cell.comment = Comment(_TEAM_HELP[heading], "chartkit", height=90, width=280)
        sheet.column_dimensions[get_column_letter(place)].width = 18
    sheet.freeze_panes = "A2"


def _words(book: Workbook) -> None:
    known = words()
    sheet = book.create_sheet("Words")
    sheet.append(["play", "results that fit", None, "result"])
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for row, play in enumerate(known.plays.values(), start=2):
        sheet.cell(row, 1, play.name)
        sheet.cell(row, 2, ", ".join(known.fitting[play.kind]))
    for row, name in enumerate(known.results, start=2):
        sheet.cell(row, 4, name)
    sheet.column_dimensions["A"].width = 26
    sheet.column_dimensions["B"].width = 110
    sheet.column_dimensions["D"].width = 24


def _guide(book: Workbook) -> None:
    sheet = book.create_sheet("How to")
    sheet.append(["column", "what to write"])
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for heading in HEADINGS:
        sheet.append([heading, _HELP[heading].replace("`", "")])
    sheet.append(["Teams", "A sheet of its own: city, nickname, division and color of each code, for the cards."])
    sheet.append([])
    sheet.append(["", "Fill in the sheet Plays, one row a play, then: chartkit ingest FILE --season 2024"])
    sheet.column_dimensions["A"].width = 12
    sheet.column_dimensions["B"].width = 100
    for row in sheet.iter_rows(min_row=2, min_col=2, max_col=2):
        row[0].alignment = Alignment(wrap_text=True, vertical="top")
