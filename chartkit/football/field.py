"""Spots on the field, and the clock, as people say and scorers write them."""

from __future__ import annotations

import re

MIDFIELD = 50
#: How much longer a kick is than the line is away: ten yards of end zone and eight back to the holder.
KICK_BEYOND_LINE = 18
_TWO_POINT_LINE, _KICK_LINE, _FIRST_LONG_KICK = 2, 15, 2015
_SPOT = re.compile(r"^(?:(?P<side>[A-Za-z0-9.]+)\s+)?(?P<line>-?\d{1,2})$")


def try_line(season: int, *, kick: bool) -> int:
    """Yards to the goal line on a try; kicks moved back in 2015."""
    return _KICK_LINE if kick and season >= _FIRST_LONG_KICK else _TWO_POINT_LINE


def spot_name(yards_to_goal: int, offense: str, defense: str) -> str:
    """`spot_name(74, "PHI", "DAL")` is `PHI 26`; midfield is `MID 50`."""
    if yards_to_goal == MIDFIELD:
        return "MID 50"
    return f"{offense} {100 - yards_to_goal}" if yards_to_goal > MIDFIELD else f"{defense} {yards_to_goal}"


def yards_to_goal(spot: str, offense: str) -> int | None:
    """Yards to the opponent's goal line from `PHI 26`, `50` or `MID 50`; None when it is no spot.

    A line beyond a goal line is negative, as scorers write it: `DET -8` is 8 yards deep in Detroit's end zone.
    """
    found = _SPOT.match(spot.strip())
    if not found:
        return None
    line = int(found["line"])
    if line == MIDFIELD:
        return MIDFIELD
    side = found["side"]
    if side is None or line > MIDFIELD:
        return None
    return 100 - line if side.upper() == offense.upper() else line


def clock_seconds(text: str) -> int:
    """Seconds of `8:30`, and of `:07` in the last minute.

    >>> clock_seconds("8:30"), clock_seconds(":07")
    (510, 7)
    """
    minutes, _, rest = text.rpartition(":")
    return 60 * int(minutes or 0) + int(rest)
