"""Spots on the field: yards to the opponent's goal line, and the way people say them."""

from __future__ import annotations

import re

MIDFIELD = 50
_SPOT = re.compile(r"^(?:(?P<side>[A-Za-z0-9.]+)\s+)?(?P<line>-?\d{1,2})$")


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
