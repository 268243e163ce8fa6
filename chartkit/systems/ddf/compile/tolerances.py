"""How far a chart may be from its season: the tolerances of the settings, by side, figure and number of plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Endings so rare that one play is a tolerance of its own.
RARE = frozenset({"intercepted", "fumbled"})


def side_times(side: str, settings: Mapping[str, Any]) -> float:
    """A defense may be farther off than an offense."""
    return float(settings["tolerance"]["defense_times"]) if side == "defense" else 1.0


def column_allowed(name: str, side: str, plays: float, settings: Mapping[str, Any]) -> float:
    """For a figure of one column."""
    allowed = side_times(side, settings) * float(settings["tolerance"]["column"][name])
    return max(allowed, 1 / max(plays, 1)) if name in RARE else allowed


def distance_allowed(noise: float, side: str, settings: Mapping[str, Any]) -> float:
    """For the distance of a column's gains, whose bootstrap noise is given."""
    return side_times(side, settings) * max(float(settings["tolerance"]["column"]["distance"]), noise)


def team_allowed(name: str, side: str, real: float, settings: Mapping[str, Any]) -> float:
    """For a figure of a team over all its calls; `real` is the season's."""
    own = settings["tolerance"]["team"]
    if name in ("yards per rush", "yards per pass"):
        return side_times(side, settings) * float(own["yards"])
    if name == "completion rate":
        return side_times(side, settings) * float(own["completion"])
    if name == "traps":
        return float(max(own["trap_share"] * real, own["trap_count"]))
    if name == "touchdowns":
        return float(own["touchdowns"])
    defense = "defense_" if side == "defense" else ""
    return float(max(own[f"{defense}share"] * real, own[f"{defense}count"]))
