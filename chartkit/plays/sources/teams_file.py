"""Names and colors of the teams of a league of one's own: a CSV file beside the plays, or a sheet of a workbook.

`league_teams.csv` belongs to `league.csv`, `league.xlsx` or `league.csv.gz`; the sheet is called Teams. Both have
the same headings.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from chartkit.errors import InputError
from chartkit.football.teams import Team, is_code

HEADINGS = ("team", "city", "nickname", "conference", "division", "color")
_COLOR = re.compile(r"#[0-9a-f]{6}")
_LONGEST_NAME = 40
_MOST_BYTES = 1 << 20


def teams_beside(plays: Path) -> tuple[Team, ...]:
    """The teams of the teams file beside a file of plays; none when there is no such file."""
    path = plays.with_name(f"{plays.name.split('.')[0]}_teams.csv")
    return read_teams(path) if path.is_file() else ()


def read_teams(path: Path) -> tuple[Team, ...]:
    """The teams of a teams file."""
    if path.stat().st_size > _MOST_BYTES:
        raise InputError("this is too large for a list of teams.", where=str(path))
    try:
        text = path.read_bytes().decode("utf-8-sig")
        lines = list(csv.reader(io.StringIO(text, newline="")))
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError(
            "this list of teams is no CSV text.", where=str(path), remedy="Save it as CSV UTF-8."
        ) from error
    return teams_of_rows(lines, str(path), "line {}")


def teams_of_rows(rows: Iterable[Iterable[object]], where: str, place: str) -> tuple[Team, ...]:
    """The teams of a table whose first row is the heading; `place` names a row in a message."""
    lines = [["" if cell is None else " ".join(str(cell).split()) for cell in row] for row in rows]
    heading = [cell.lower() for cell in lines[0]] if lines else []
    if HEADINGS[0] not in heading:
        raise InputError(
            "the list of teams has no column headed team.",
            where=where,
            remedy=f"Its first line is {','.join(HEADINGS)}; only team must be filled in.",
        )
    made: dict[str, Team] = {}
    for number, line in enumerate(lines[1:], start=2):
        cells = dict(zip(heading, line, strict=False))
        if any(line):
            team = _team(cells, f"{where}, {place.format(number)}")
            if team.code in made:
                raise InputError(f"{team.code} occurs twice.", where=f"{where}, {place.format(number)}")
            made[team.code] = team
    return tuple(made.values())


def _team(cells: Mapping[str, str], where: str) -> Team:
    code, color = cells["team"].upper(), cells.get("color", "").lower()
    if not is_code(code):
        raise InputError(
            f"{cells['team'][:_LONGEST_NAME]!r} is no team code.",
            where=where,
            remedy="A code is two to four letters or digits, the same as in the plays.",
        )
    if color and not _COLOR.fullmatch(color):
        raise InputError(
            f"{color[:_LONGEST_NAME]!r} is no color.", where=where, remedy="Write it as #1f5fa8, or leave it empty."
        )
    names = {name: cells.get(name, "") for name in HEADINGS[1:5]}
    for name, text in names.items():
        if len(text) > _LONGEST_NAME or not text.isprintable():
            raise InputError(
                f"the {name} of {code} cannot be printed on a card.",
                where=where,
                remedy=f"Use at most {_LONGEST_NAME} ordinary letters.",
            )
    return Team(
        code=code,
        city=names["city"] or code,
        nickname=names["nickname"] or code,
        conference=names["conference"],
        division=names["division"],
        color=color,
    )
