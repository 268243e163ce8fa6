"""One way to name a team in every command: its code, its nickname, its city, or its chart file.

A cell is named after it: `KC 6-SHORT 27` or `KC:6-SHORT.27`; what follows the team is the game's own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from chartkit import builds
from chartkit.errors import InputError
from chartkit.football.schedule import SeasonTeam, team_named

_CHARTS, _SEASON = "charts", "season.json"


def find_chart(name: str, folders: Sequence[Path]) -> Path:
    """A chart file by its path, or by the team's code or name in the first of the builds that has it."""
    path = Path(name)
    if path.is_file() or path.suffix or len(path.parts) > 1:
        # Whoever reads it says what is wrong with it.
        return path
    for folder in folders:
        builds.finish_swap(folder)
        for code in _codes(name, folder / _SEASON):
            for found in (folder / _CHARTS / f"{code}.json", folder / f"{code}.json"):
                if found.is_file():
                    return found
    if not folders:
        raise InputError(
            f"{name} is no file, and there is no build to look for a team of that name.",
            remedy="Give the path of a chart, or a build with --build (chartkit compile makes one).",
        )
    known = sorted(each.stem for folder in folders for each in (folder / _CHARTS).glob("*.json"))
    raise InputError(
        f"there is no team {name!r} in {', '.join(map(str, folders))}.",
        remedy=f"The teams are {' '.join(dict.fromkeys(known))}." if known else "Does the folder hold a build?",
    )


def _codes(name: str, season: Path) -> Iterator[str]:
    """What a chart may be called: the season file is only read when the name is no code."""
    yield name.upper()
    if code := team_named(_teams(season), name):
        yield code


def _teams(season: Path) -> list[SeasonTeam]:
    """The teams of a season file of any game; a damaged one has none, and its game says what is wrong with it."""
    try:
        data: Any = json.loads(season.read_text("utf-8-sig"))
        return [
            SeasonTeam(str(team["code"]), str(team.get("city", "")), str(team.get("name", "")), "", "")
            for team in data["teams"]
        ]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return []


def team_and_cell(words: Sequence[str]) -> tuple[str, list[str]]:
    """The team and the names of column and row: of `KC 6-SHORT 27`, `KC:6-SHORT.27`, `KC:A.6-SHORT.3`."""
    first, *rest = words
    team, colon, _ = first.partition(":")
    # A drive letter of Windows is no team.
    if not colon or len(team) < 2 or Path(first).is_file():
        return first, rest
    cell = " ".join(words).partition(":")[2]
    return team, [part for part in cell.split(".") if part]
