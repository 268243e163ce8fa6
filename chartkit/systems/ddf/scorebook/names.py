"""The statistics of a team in a game, in order: what the tally counts and the league reports."""

from __future__ import annotations

from chartkit.plays import MOST_DRIVE_PLAYS, YARD_CLASSES, drive_length_name
from chartkit.systems.ddf.charts import PLAYS
from chartkit.systems.statistics import COMMON

#: How a drive can end.
DRIVE_RESULTS = (
    "touchdown",
    "field goal",
    "missed field goal",
    "punt",
    "interception",
    "fumble",
    "downs",
    "safety",
    "blocked punt",
    "blocked field goal",
    "end of half",
    "end of regulation",
    "end of overtime period",
    "end of game",
)
(
    DRIVE_TOUCHDOWN,
    DRIVE_FIELD_GOAL,
    DRIVE_MISSED_FIELD_GOAL,
    DRIVE_PUNT,
    DRIVE_INTERCEPTION,
    DRIVE_FUMBLE,
    DRIVE_DOWNS,
    DRIVE_SAFETY,
    DRIVE_BLOCKED_PUNT,
    DRIVE_BLOCKED_FIELD_GOAL,
    DRIVE_END_OF_HALF,
    DRIVE_END_OF_REGULATION,
    DRIVE_END_OF_OVERTIME_PERIOD,
    DRIVE_END_OF_GAME,
) = range(len(DRIVE_RESULTS))
#: A drive that got this near the goal line was in the red zone.
RED_ZONE = 80
#: Kicks by distance: the longest of each band but the last, in yards to the crossbar.
BANDS = ("under_30", "30_39", "40_49", "50_up")
BAND_ENDS = (29, 39, 49)


def _snake(text: str) -> str:
    return text.lower().replace(" ", "_").replace("-", "_")


NAMES: tuple[str, ...] = (
    *COMMON,
    *(f"field_goals_tried_{band}" for band in BANDS),
    *(f"field_goals_{band}" for band in BANDS),
    "kickoff_touchbacks",
    "punt_touchbacks",
    "overtimes",
    "no_huddles",
    "kneels",
    "drives",
    "drive_plays",
    "drive_yards",
    "drive_seconds",
    "drive_start",
    "red_zone_drives",
    "red_zone_touchdowns",
    *(f"drives_{_snake(result)}" for result in DRIVE_RESULTS),
    *(drive_length_name(number) for number in range(MOST_DRIVE_PLAYS + 1)),
    *(f"runs_class_{number}" for number in range(YARD_CLASSES)),
    *(f"passes_class_{number}" for number in range(YARD_CLASSES)),
    *(f"calls_{_snake(play)}" for play in PLAYS),
)
NUMBER = len(NAMES)
PLACE = {name: place for place, name in enumerate(NAMES)}
