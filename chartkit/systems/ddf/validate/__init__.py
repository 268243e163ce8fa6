"""The validator: shape, rules, plausibility; all problems at once, none hiding another."""

from chartkit.systems.ddf.validate.codes import codes
from chartkit.systems.ddf.validate.data import validate_season, validate_team
from chartkit.systems.ddf.validate.files import (
    check_path,
    chosen_charts,
    load_priority_chart,
    load_season,
    load_team_chart,
    season_from_source,
    team_from_source,
)
from chartkit.systems.ddf.validate.places import place_in_words

__all__ = [
    "check_path",
    "chosen_charts",
    "codes",
    "load_priority_chart",
    "load_season",
    "load_team_chart",
    "place_in_words",
    "season_from_source",
    "team_from_source",
    "validate_season",
    "validate_team",
]
