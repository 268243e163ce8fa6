"""What a team brings to a game: its chart, the generic charts and coach tables of its build, and its coach."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from chartkit import builds, systems
from chartkit.errors import InputError
from chartkit.systems.ddf.charts import GenericCharts, TeamChart
from chartkit.systems.ddf.coaches.chance_table import ChanceTable
from chartkit.systems.ddf.coaches.tables import CoachTable
from chartkit.systems.ddf.data import shipped_data
from chartkit.systems.ddf.engine.decisions import Choice, Coach, Decision
from chartkit.systems.ddf.validate import load_coach, load_season, load_team_chart
from chartkit.systems.game_files import SEASON_FILE, build_around
from chartkit.systems.table import HUMAN

SOLITAIRE, SITUATION, SHARP = "solitaire", "situation", "sharp"
COACHES = (SOLITAIRE, SITUATION, SHARP, HUMAN)
_FOLDER, _LEAGUE = "coaches", "LEAGUE.json"


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
    own, league = (around / _FOLDER / file for file in (f"{name}.json", _LEAGUE))
    return Kit(
        chart=chart,
        generic=_season_generic(season) if season.is_file() else None,
        coach=own if own.is_file() else None,
        league=league if league.is_file() else None,
        colour=systems.team_colour(around, chart.season, chart.team.code, chart.team.name),
    )


@cache
def coach_table(own: Path | None, league: Path | None) -> CoachTable:
    """The team's table, the league's, or the one that ships with chartkit."""
    common = _loaded(league) if league else shipped_data("coach_league.json")
    return CoachTable.from_json(_loaded(own) if own else common, common)


@cache
def _loaded(path: Path) -> Mapping[str, Any]:
    return load_coach(path)


class GameCoach(Coach, Protocol):
    """A coach that can be asked why, and that goes on from any place of a game."""

    #: The chances to win of the season; without them those that ship with chartkit.
    chances: ChanceTable | None

    def begin(self, place: int) -> None:
        """A step of the game begins at this place of the log."""

    def explain(self, decision: Decision, choice: Choice) -> str:
        """Why a choice was made, in a sentence."""


def computer_coach(
    name: str, chart: TeamChart, table: CoachTable | None, opponent: CoachTable | None, seed: int | str
) -> GameCoach:
    """One of the computer coaches; the tables are only needed by the situation coach."""
    if name == SOLITAIRE:
        from chartkit.systems.ddf.coaches.computer import SolitaireCoach

        return SolitaireCoach(chart.supplement, seed)
    if name == SITUATION:
        from chartkit.systems.ddf.coaches.computer import SituationCoach

        assert table is not None
        return SituationCoach(table, seed, opponent)
    if name == SHARP:
        from chartkit.systems.ddf.coaches.sharp import SharpCoach

        return SharpCoach(seed)
    raise InputError(f"there is no coach {name!r}.", remedy=f"The coaches are {', '.join(COACHES)}.")
