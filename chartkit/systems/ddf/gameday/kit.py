"""What a team brings to a game: its chart, and from the build around it generic charts and coach tables."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from chartkit import builds, systems
from chartkit.systems.checking import SEASON_FILE, build_around
from chartkit.systems.ddf.charts import GenericCharts, TeamChart
from chartkit.systems.ddf.coaches.tables import CoachTable
from chartkit.systems.ddf.data import shipped
from chartkit.systems.ddf.validate import load_coach, load_season, load_team_chart

COACHES, LEAGUE = "coaches", "LEAGUE.json"


@dataclass(frozen=True, slots=True)
class Kit:
    """One team, ready to play; without a build around the chart there are no generic charts and no coach files."""

    chart: TeamChart
    generic: GenericCharts | None
    coach: Path | None
    league: Path | None
    #: `#rrggbb`, or empty.
    colour: str = ""


@cache
def _season_generic(path: Path) -> GenericCharts:
    return load_season(path).generic


def kit(name: str, build: Path | None) -> Kit:
    """Load a chart with what its build has for it; refused with all findings when it breaks the rules."""
    path = systems.chart_of(name, build, game="ddf")
    around = build or build_around(path)
    with builds.opened(around):
        return _kit(load_team_chart(path), path.stem, around)


def kit_around(chart: TeamChart, build: Path | None) -> Kit:
    """A chart that somebody has, with what the build of its season has for it."""
    return _kit(chart, chart.team.code, build or systems.build_folder(chart.season))


def _kit(chart: TeamChart, name: str, around: Path) -> Kit:
    season = around / SEASON_FILE
    own, league = (around / COACHES / file for file in (f"{name}.json", LEAGUE))
    return Kit(
        chart=chart,
        generic=_season_generic(season) if season.is_file() else None,
        coach=own if own.is_file() else None,
        league=league if league.is_file() else None,
        colour=systems.team_colour(around, chart.season, chart.team.code, chart.team.name),
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
