"""Game systems: found by name, or by what a file says about itself; only a game's own package knows its columns.

Some ship with chartkit; any other package adds its own to the entry point group `chartkit.systems`.
"""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from chartkit.builds import finish_swap
from chartkit.errors import InputError
from chartkit.findings import Catalogue
from chartkit.football.teams import SeasonTeam, colour_of, team_named
from chartkit.systems.base import CAPABILITIES, GameSystem

__all__ = [
    "BUILDS",
    "BUILT_IN",
    "CAPABILITIES",
    "DEFAULT",
    "GameSystem",
    "all_codes",
    "build_folder",
    "builds",
    "chart_of",
    "charts_at",
    "find",
    "game_of",
    "installed",
    "names",
    "of_file",
    "team_and_cell",
    "team_colour",
]

DEFAULT = "ddf"
#: Compiled seasons stand here.
BUILDS = Path("build")
#: Module and class. Looking for plug-ins reads the records of every installed package, so ours are named here.
BUILT_IN: Mapping[str, tuple[str, str]] = {
    "ddf": ("chartkit.systems.ddf.system", "DDF"),
    "coachs-call": ("chartkit.systems.coachs_call", "CoachsCall"),
}
_GROUP = "chartkit.systems"
#: The files that say which game a folder belongs to, in the order in which they are read.
_SIGNS = ("manifest.json", "season.json", "charts/*.json", "*.json")
#: How the properties of a workbook or a PDF name its game.
_KEYWORD = re.compile(rb"chartkit game ([a-z0-9][a-z0-9-]*)")
#: Larger files belong to no game.
_MOST_BYTES = 100_000_000


def names() -> list[str]:
    """The installed game systems, ours and plug-ins'."""
    return sorted({*BUILT_IN, *(entry.name for entry in entry_points(group=_GROUP))})


def find(name: str = DEFAULT) -> GameSystem:
    """The game system of that name."""
    if name in BUILT_IN:
        module, kind = BUILT_IN[name]
        ours: GameSystem = getattr(import_module(module), kind)()
        return ours
    for entry in entry_points(group=_GROUP, name=name):
        return _loaded(entry)
    raise InputError(
        f"there is no game system called {name!r}.",
        remedy=f"Installed are: {', '.join(names())}. Install the package that brings {name!r}, or check the name.",
    )


def _loaded(entry: EntryPoint) -> GameSystem:
    remedy = "Install its package again, or ask its author."
    try:
        system = entry.load()()
    except Exception as error:
        # Whatever goes wrong in somebody else's package is not a bug in chartkit.
        raise InputError(
            f"the game system {entry.name} is installed, but cannot be loaded: {error}.", remedy=remedy
        ) from error
    if not isinstance(system, GameSystem):
        raise InputError(
            f"the game system {entry.name} is installed, but {entry.value} is not a GameSystem.",
            remedy="Ask its author to derive it from chartkit.systems.base.GameSystem.",
        )
    if getattr(system, "name", None) != entry.name or not getattr(system, "title", ""):
        raise InputError(
            f"the game system {entry.name} is installed, but does not call itself {entry.name!r}, or has no title.",
            remedy=remedy,
        )
    return system


def installed() -> tuple[list[GameSystem], list[str]]:
    """Every game that can be loaded, and what is wrong with those that cannot."""
    games, wrong = [], []
    for name in names():
        try:
            games.append(find(name))
        except InputError as error:
            wrong.append(str(error))
    return games, wrong


def of_file(*paths: Path) -> GameSystem:
    """The one game that charts, season files, game files, builds, workbooks or printed cards belong to.

    If none of them names a game, it is the default one.
    """
    said = {name: path for path in paths if (name := game_of(path)) is not None}
    for name, path in said.items():
        if name not in BUILT_IN and name not in names():
            raise InputError(
                f"this belongs to the game {name!r}, which is not installed.",
                where=path,
                remedy=f"Install the package that brings {name!r}; installed are: {', '.join(names())}.",
            )
    if len(said) > 1:
        (one, first), (other, second) = list(said.items())[:2]
        raise InputError(
            f"{first} belongs to the game {one!r}, and {second} to {other!r}.", remedy="Name files of one game."
        )
    return find(next(iter(said), DEFAULT))


def game_of(path: Path) -> str | None:
    """The game that a file names in its "game" field, or a build in its manifest; None if none is named."""
    if path.is_dir():
        for sign in _SIGNS:
            for file in sorted(path.glob(sign))[:1]:
                if (name := game_of(file)) is not None:
                    return name
        return None
    try:
        if not path.is_file() or path.stat().st_size > _MOST_BYTES:
            return None
        if path.suffix.lower() in (".pdf", ".xlsx"):
            return _printed(path)
        data: Any = json.loads(path.read_text("utf-8-sig"))
    except (OSError, ValueError, RecursionError, KeyError, zipfile.BadZipFile):
        return None
    name = data.get("game") if isinstance(data, dict) else None
    return name if isinstance(name, str) else None


def _printed(path: Path) -> str | None:
    """The game in the properties of a workbook or PDF that chartkit made."""
    data = path.read_bytes()
    if path.suffix.lower() == ".xlsx":
        with zipfile.ZipFile(path) as book:
            data = book.read("docProps/core.xml")
    found = _KEYWORD.search(data)
    return found[1].decode() if found else None


def build_folder(season: int, game: str = DEFAULT) -> Path:
    """Where a season is compiled to: build/SEASON, and build/SEASON-GAME for any other than the default game."""
    return BUILDS / (str(season) if game == DEFAULT else f"{season}-{game}")


def builds(game: str | None = None) -> list[Path]:
    """The compiled seasons in build/ of one game or of all: the newest first, the default game before others."""
    found = [path for path in BUILDS.glob("*") if (path / "charts").is_dir()]
    if game is not None:
        found = [path for path in found if (game_of(path) or DEFAULT) == game]

    def newest(path: Path) -> tuple[bool, str, bool, str]:
        season, dash, _ = path.name.partition("-")
        return season.isdigit(), season, not dash, path.name

    return sorted(found, key=newest, reverse=True)


def all_codes() -> Catalogue:
    """The codes of all installed games; those of files and shapes are the same in all."""
    each = [game.charts().codes().codes for game in installed()[0] if game.offers("charts")]
    return Catalogue({code: about for codes in each for code, about in codes.items()})


# One way to name a team in every command: its code, its nickname, its city, or its chart file.


_CHARTS, _SEASON = "charts", "season.json"
_OF_A_TEAM = ("city", "name", "conference", "division", "color")


def chart_of(name: str, build: Path | None = None, game: str | None = None) -> Path:
    """The chart that a name means: a file, or a team (code, nickname, city) of a build, or of the newest one."""
    path = Path(name)
    if path.is_file() or path.suffix or len(path.parts) > 1:
        # Reading it says what is wrong with it.
        return path
    folders = [build] if build else builds(game)
    for folder in folders:
        finish_swap(folder)
        for code in _codes(name, folder / _SEASON):
            for found in (folder / _CHARTS / f"{code}.json", folder / f"{code}.json"):
                if found.is_file():
                    return found
    if not folders:
        raise InputError(
            f"{name} is not a file, and there is no build to look for a team of that name.",
            remedy="Give the path of a chart, or a build with --build (chartkit compile makes one).",
        )
    known = sorted(each.stem for folder in folders for each in (folder / _CHARTS).glob("*.json"))
    raise InputError(
        f"there is no team {name!r} in {', '.join(map(str, folders))}.",
        remedy=f"The teams are {' '.join(dict.fromkeys(known))}." if known else "Does the folder hold a build?",
    )


def charts_at(path: Path) -> Path:
    """What is checked or printed: a file or folder, else a season of build/ by its year, else a team's chart."""
    if path.exists() or path.suffix or len(path.parts) > 1:
        return path
    if (BUILDS / path).is_dir():
        return BUILDS / path
    # What is neither is told as a file that is not there.
    with suppress(InputError):
        return chart_of(str(path))
    return path


def _codes(name: str, season: Path) -> Iterator[str]:
    """What a chart may be called: the season file is read only if the name is not a code."""
    yield name.upper()
    if code := team_named(_teams(season), name):
        yield code


def _teams(season: Path) -> list[SeasonTeam]:
    """The teams of a season file of any game; none if it is damaged: its game reports the problems."""
    try:
        data: Any = json.loads(season.read_text("utf-8-sig"))
        return [
            SeasonTeam(str(team["code"]), *(str(team.get(part) or "") for part in _OF_A_TEAM))
            for team in data["teams"]
        ]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return []


def team_colour(build: Path, season: int, code: str, name: str) -> str:
    """`#rrggbb` from the season file of a build, or from the list of NFL teams; empty when it is not known."""
    return colour_of(_teams(build / _SEASON), season, code, name)


def team_and_cell(words: Sequence[str]) -> tuple[str, list[str]]:
    """The team and the names of column and row: of `KC 6-SHORT 27`, `KC:6-SHORT.27`, `KC:A.6-SHORT.3`."""
    first, *rest = words
    team, colon, _ = first.partition(":")
    # A Windows drive letter is not a team.
    if not colon or len(team) < 2 or Path(first).is_file():
        return first, rest
    cell = " ".join(words).partition(":")[2]
    return team, [part for part in cell.split(".") if part]
