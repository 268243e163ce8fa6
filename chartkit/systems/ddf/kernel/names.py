"""The statistics that the kernel counts for each team of a game, in order."""

from __future__ import annotations

from chartkit.plays.totals import STATISTICS as TOTALS
from chartkit.systems.ddf.columns import PLAYS
from chartkit.systems.ddf.scorebook import drives

DRIVE_RESULTS = (
    drives.TOUCHDOWN,
    drives.FIELD_GOAL,
    drives.MISSED_FIELD_GOAL,
    drives.PUNT,
    drives.INTERCEPTION,
    drives.FUMBLE,
    drives.DOWNS,
    drives.SAFETY,
    drives.BLOCKED_PUNT,
    drives.BLOCKED_FIELD_GOAL,
    drives.END_OF_HALF,
    drives.END_OF_GAME,
)
#: Kicks by distance: the longest of each band, in yards to the crossbar.
BANDS = ("under_30", "30_39", "40_49", "50_up")
BAND_ENDS = (29, 39, 49)
#: The last yardage of each class of a play's yards but the last.
YARD_ENDS = (-6, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 30, 45, 65)
YARD_CLASSES = len(YARD_ENDS) + 1
#: Plays of a drive: 0, 1, ..., this many and more.
MOST_DRIVE_PLAYS = 15


def _snake(text: str) -> str:
    return text.lower().replace(" ", "_").replace("-", "_")


def drive_length_name(plays: int) -> str:
    """The statistic that counts drives of so many plays."""
    return f"drives_of_{plays}_{'plays' if plays < MOST_DRIVE_PLAYS else 'or_more_plays'}"


NAMES: tuple[str, ...] = (
    *TOTALS,
    "rushing_touchdowns",
    "passing_touchdowns",
    "return_touchdowns",
    *(f"field_goals_tried_{band}" for band in BANDS),
    *(f"field_goals_{band}" for band in BANDS),
    "net_punt_yards",
    "kickoff_touchbacks",
    "punt_touchbacks",
    "no_huddles",
    "kneels",
    "spikes",
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


def yard_class_names() -> tuple[str, ...]:
    """`-6 and less`, `-5 to -3`, ..., `66 and more`: the classes of a play's yards in words."""
    words, low = [f"{YARD_ENDS[0]} and less"], YARD_ENDS[0] + 1
    for high in YARD_ENDS[1:]:
        words.append(str(low) if low == high else f"{low} to {high}")
        low = high + 1
    return (*words, f"{low} and more")
