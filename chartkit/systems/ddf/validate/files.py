"""The files of the game: which formats there are, and charts, seasons and coach tables that are sound."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from chartkit import resources
from chartkit.errors import InputError
from chartkit.findings import JsonSource, Schema, read_json
from chartkit.systems.checking import GameFiles, refuse_unsound
from chartkit.systems.ddf.charts import (
    SEASON_FORMAT,
    TEAM_FORMAT,
    Season,
    TeamChart,
    place_in_words,
    season_from_json,
    team_from_json,
)
from chartkit.systems.ddf.rules.priority_chart import PriorityChart
from chartkit.systems.ddf.validate.cells import codes
from chartkit.systems.ddf.validate.validator import validate_coach, validate_season, validate_team

FILES = GameFiles({TEAM_FORMAT: validate_team, SEASON_FORMAT: validate_season}, codes, place_in_words, "DDF")
check_path, check_source_file, chosen_charts = FILES.check_path, FILES.check_source, FILES.chosen_charts


def load_team_chart(path: Path) -> TeamChart:
    """Read a team chart; raise UnreadableError or InvalidChartError with the findings."""
    return team_from_source(read_json(path))


def team_from_source(source: JsonSource) -> TeamChart:
    """The team chart of JSON that was read already."""
    return team_from_json(FILES.sound(source, TEAM_FORMAT, partial(validate_team, plausible=False)))


def load_season(path: Path) -> Season:
    """Read a season file; raise UnreadableError or InvalidChartError with the findings."""
    return season_from_source(read_json(path))


def season_from_source(source: JsonSource) -> Season:
    """The season of JSON that was read already."""
    return season_from_json(FILES.sound(source, SEASON_FORMAT))


def load_priority_chart(path: Path) -> PriorityChart:
    """Read a priority chart that a publisher edited."""
    source = read_json(path)
    refuse_unsound(source, Schema.load(resources.schema("priority-chart")).findings(source.data))
    return PriorityChart.from_json(source.data)


def load_coach(path: Path) -> Mapping[str, Any]:
    """A coach file; the first thing that is wrong with it is an error that names line and column."""
    source = read_json(path)
    for wrong in source.located(validate_coach(source.data)):
        raise InputError(
            f"this is no coach table: {wrong.place}: {wrong.message}",
            where=wrong.where,
            remedy="`chartkit compile` writes them into the folder coaches of a build.",
        )
    found: Mapping[str, Any] = source.data
    return found
