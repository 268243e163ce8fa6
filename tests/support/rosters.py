"""Teams of Coach's Call Football for tests."""

from __future__ import annotations

from typing import Any

from chartkit.football.teams import Record
from chartkit.systems.coachs_call.teams import Grades, Team

#: 66 points: all B is 74, less 8.
EVEN = {
    "QB": "B",
    "MOB": "B",
    "RB1": "B",
    "RB2": "B",
    "RB3": "D",
    "REC1": "B",
    "REC2": "B",
    "REC3": "B",
    "REC4": "D",
    "K": "B",
    "P": "B",
    "KR": "B",
    "PR": "B",
    "DEF": "B",
}


def eagles(**changes: Any) -> Team:
    """A sound team with one roster, and what a test wants otherwise."""
    given: dict[str, Any] = {
        "season": 2017,
        "code": "PHI",
        "city": "Philadelphia",
        "name": "Eagles",
        "record": Record(13, 3),
        "players": {"QB": "C.Wentz", "RB1": "L.Blount", "REC1": "A.Jeffery", "DB1": "M.Jenkins"},
        "rosters": {"even": Grades(66, EVEN)},
    }
    return Team(**(given | changes))
