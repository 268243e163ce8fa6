"""The sheet of a play-by-play kept by hand: what its words mean, and the workbook to fill in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
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


_DATA: dict[str, Any] = resources.data_file(resources.template("hand-plays.toml"))


@cache
def words() -> Words:
    """Read the words once."""
    return Words(
        plays={row["name"]: PlayWord(**row) for row in _DATA["play"]},
        results={row["name"]: ResultWord(**row) for row in _DATA["result"]},
        fitting={kind: tuple(names) for kind, names in _DATA["results"].items()},
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
EXAMPLE: tuple[tuple[Any, ...], ...] = tuple(
    tuple(row.get(heading) for heading in HEADINGS) for row in _DATA["example"]["rows"]
)


def workbook() -> bytes:
    """The whole workbook, ready to be written to a file."""
    book = Workbook()
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
    stream = BytesIO()
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
    known = words()
    lists = {
        "down": '"1,2,3,4"',
        "play": f"=Words!$A$2:$A${len(known.plays) + 1}",
        "result": f"=Words!$D$2:$D${len(known.results) + 1}",
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
    known = words()
    _bold(sheet, ["play", "results that fit", None, "result"])
    for row, play in enumerate(known.plays.values(), start=2):
        sheet.cell(row, 1, play.name)
        sheet.cell(row, 2, ", ".join(known.fitting[play.kind]))
    for row, name in enumerate(known.results, start=2):
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
