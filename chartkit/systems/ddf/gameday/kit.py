"""What a team brings to a game: its chart, and from the build around it generic charts and coach tables."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from chartkit.errors import InputError
from chartkit.records import dataclass
from chartkit.systems.ddf.chart import GenericCharts, TeamChart
from chartkit.systems.ddf.coach_file import load_coach
from chartkit.systems.ddf.coaches.tables import CoachTable
from chartkit.systems.ddf.shipped import shipped
from chartkit.systems.ddf.team_names import team_named
from chartkit.systems.ddf.validate.files import CHARTS, SEASON_FILE, load_season, load_team_chart

COACHES, LEAGUE = "coaches", "LEAGUE.json"
BUILDS = Path("build")


@dataclass(frozen=True, slots=True)
class Kit:
    """One team, ready to play; without a build around the chart there are no generic charts and no coach files."""

    chart: TeamChart
    path: Path
    generic: GenericCharts | None
    coach: Path | None
    league: Path | None


def find_chart(name: str, build: Path | None) -> Path:
    """A chart file by its path, or by the team's code or name in a build: the given one, else the newest."""
    path = Path(name)
    if path.is_file():
        return path
    if path.suffix or len(path.parts) > 1:
        raise InputError("there is no such chart file.", where=name)
    builds = [build] if build else _builds()
    for folder in builds:
        for code in _codes(name, folder / SEASON_FILE):
            for found in (folder / CHARTS / f"{code}.json", folder / f"{code}.json"):
                if found.is_file():
                    return found
    if not builds:
        raise InputError(
            f"{name} is no file, and there is no build to look for a team of that name.",
            remedy="Give the path of a chart, or a build with --build (chartkit compile makes one).",
        )
    known = sorted(each.stem for folder in builds for each in (folder / CHARTS).glob("*.json"))
    raise InputError(
        f"there is no team {name!r} in {', '.join(map(str, builds))}.",
        remedy=f"The teams are {' '.join(dict.fromkeys(known))}." if known else "Does the folder hold a build?",
    )


def _codes(name: str, season: Path) -> Iterator[str]:
    """What a chart may be called: the season file is only read when the name is no code."""
    yield name.upper()
    if season.is_file() and (code := team_named(load_season(season).teams, name)):
        yield code


def _builds() -> list[Path]:
    return sorted((each for each in BUILDS.glob("*") if (each / CHARTS).is_dir()), reverse=True)


@cache
def _season_generic(path: Path) -> GenericCharts:
    return load_season(path).generic


def kit(name: str, build: Path | None) -> Kit:
    """Load a chart with what its build has for it; refused with all findings when it breaks the rules."""
    path = find_chart(name, build)
    chart = load_team_chart(path)
    around = build or (path.parent.parent if path.parent.name == CHARTS else path.parent)
    season = around / SEASON_FILE
    own, league = (around / COACHES / file for file in (f"{path.stem}.json", LEAGUE))
    return Kit(
        chart=chart,
        path=path,
        generic=_season_generic(season) if season.is_file() else None,
        coach=own if own.is_file() else None,
        league=league if league.is_file() else None,
    )


def coach_table(own: Path | None, league: Path | None) -> CoachTable:
    """The team's table, the league's, or the one that ships with chartkit."""
    common = _loaded(league) if league else _shipped()
    return CoachTable.from_json(_loaded(own) if own else common, common)


@cache
def _shipped() -> Mapping[str, Any]:
    text = shipped("coach_league.json")
    found: Mapping[str, Any] = json.loads(text)
    return found


@cache
def _loaded(path: Path) -> Mapping[str, Any]:
    return load_coach(path)
