"""Spots, clock and periods as people say them."""

from __future__ import annotations

ORDINALS = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th"}
_REGULATION = 4


def spot_in_words(spot: int, own: str, other: str) -> str:
    """A yard line, counted from the own goal line: `PHI 44`, `NE 38`, `50`."""
    if spot == 50:
        return "50"
    return f"{own} {spot}" if spot < 50 else f"{other} {100 - spot}"


def clock_in_words(seconds: int) -> str:
    """`12:20`."""
    return f"{seconds // 60}:{seconds % 60:02}"


def _overtime(period: int) -> str:
    return "OT" if period == _REGULATION + 1 else f"OT{period - _REGULATION}"


def period_in_words(period: int) -> str:
    """`Q4`, `OT`, `OT2`."""
    return f"Q{period}" if period <= _REGULATION else _overtime(period)


def period_short(period: int) -> str:
    """`1st`, `OT`, `OT2`."""
    return ORDINALS.get(period) or _overtime(period)
