"""Spots, clock and periods as scorers write and people say them; penalties, overtime, a picture of the field."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

MIDFIELD = 50
#: How much longer a kick is than the line is away: ten yards of end zone and eight back to the holder.
KICK_BEYOND_LINE = 18
_TWO_POINT_LINE, _KICK_LINE, _FIRST_LONG_KICK = 2, 15, 2015
ORDINALS = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th"}
_REGULATION = 4
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
    """Yards to the opponent's goal line from `PHI 26`, `50` or `MID 50`; None when it is not a spot.

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


def spot_in_words(spot: int, own: str, other: str) -> str:
    """A yard line, counted from the own goal line: `PHI 44`, `NE 38`, `50`."""
    if spot == MIDFIELD:
        return "50"
    return f"{own} {spot}" if spot < MIDFIELD else f"{other} {100 - spot}"


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


def quarter_in_words(quarter: int) -> str:
    """`2nd quarter`, `overtime`."""
    return f"{ORDINALS[quarter]} quarter" if quarter in ORDINALS else "overtime"


def gain_in_words(yards: int) -> str:
    """`a yard`, `7 yards`, `no gain`, `a loss of 3`."""
    if yards < 0:
        return f"a loss of {-yards}"
    return {0: "no gain", 1: "a yard"}.get(yards, f"{yards} yards")


# Penalties, as plain functions, which games compile: at most half the distance, half yards toward midfield.


def walk_off(distance: int, yards: int) -> int:
    """The distance to the goal line after a penalty toward it.

    >>> walk_off(8, 5), walk_off(3, 10), walk_off(40, 15)
    (4, 2, 25)
    """
    return max((distance + 1) // 2, distance - yards)


def back(spot: int, yards: int) -> int:
    """Where the ball is after a foul by the team that has it."""
    return walk_off(spot, yards)


def forward(spot: int, yards: int) -> int:
    """Where the ball is after a foul by the other team."""
    return 100 - walk_off(100 - spot, yards)


# Overtime: its formats, and how far it has come after each play; plain functions, as games compile them too.
# The first team is the one that receives the opening kickoff of overtime.


FORMATS = ("none", "sudden death", "modified", "both possess")
NO_OVERTIME, FIRST_SCORE_WINS, MODIFIED, BOTH_POSSESS = range(len(FORMATS))
#: How far overtime with guaranteed possessions has come; 0: it has not begun, or is over.
FIRST_POSSESSION, SECOND_POSSESSION, SUDDEN_DEATH = 1, 2, 3


def first_stage(overtime_format: int) -> int:
    """Where overtime begins."""
    return FIRST_POSSESSION if overtime_format >= MODIFIED else SUDDEN_DEATH


def stage_after(game: Any, overtime_format: int, scrimmage: int, trying: int) -> int:
    """How far overtime has come after a step; 0 when it is over.

    The game has phase, possession and score now and before the step, and its stage. `scrimmage` and `trying` are
    the numbers of two of its phases.
    """
    first = game.received_first
    mine, theirs = game.score[1 - first], game.score[first]
    level = SUDDEN_DEATH if mine == theirs else 0
    scored = game.score[0] != game.was_score[0] or game.score[1] != game.was_score[1]
    if game.overtime == FIRST_POSSESSION:
        if scored:
            won = mine > theirs or (game.phase == trying and overtime_format == MODIFIED)
            return 0 if won else SECOND_POSSESSION
        return SUDDEN_DEATH if game.phase == scrimmage and game.possession != first else FIRST_POSSESSION
    if game.overtime != SECOND_POSSESSION:
        return level
    if game.was_phase == trying:
        # A try of the first team belongs to its own possession, and one that is replayed decides nothing yet.
        return SECOND_POSSESSION if game.was_team == first or game.phase == trying else level
    if scored:
        answered = game.phase == trying and game.possession != first and mine <= theirs
        return SECOND_POSSESSION if answered else level
    return level if game.phase == scrimmage and game.possession == first else SECOND_POSSESSION


# The picture: 62 characters wide, two yards a character, the home team's goal line on the left.


#: The home team's number.
HOME = 0
_YARDS_EACH = 2
_WIDE = 100 // _YARDS_EACH
#: Room for an end zone with the team's code in it.
_ZONE = 5


@dataclass(frozen=True)
class Ink:
    """The characters that a field is drawn with."""

    grass: str
    stripe: str
    post: str
    to_gain: str
    trail: str
    right: str
    left: str
    dot: str


UNICODE = Ink("·", "┊", "┃", "╂", "─", "▶", "◀", "●")
ASCII = Ink(".", ":", "|", "!", "-", ">", "<", "o")


def column(spot: int, team: int) -> int:
    """Where a spot of a team stands on the field, 0..50 from the home team's goal line."""
    place = spot if team == HOME else 100 - spot
    return min(_WIDE, max(0, place // _YARDS_EACH))


def _numbers() -> str:
    line = [" "] * (2 * _ZONE + _WIDE + 2)
    for ten in range(10, 100, 10):
        text = str(min(ten, 100 - ten))
        at = _ZONE + ten // _YARDS_EACH
        line[at : at + len(text)] = text
    return "".join(line).rstrip()


def _turf(codes: tuple[str, str], to_gain: int | None, ink: Ink) -> str:
    cells = [ink.stripe if place and place % 5 == 0 else ink.grass for place in range(_WIDE + 1)]
    if to_gain is not None:
        cells[to_gain] = ink.to_gain
    cells[0] = cells[_WIDE] = ink.post
    return f"{codes[0]:^{_ZONE}}{''.join(cells)}{codes[1]:^{_ZONE}}".rstrip()


def _way(start: int, end: int, towards_right: bool, ink: Ink) -> str:
    line = [" "] * (_WIDE + 1)
    if start == end:
        line[end] = ink.dot
    else:
        for place in range(min(start, end), max(start, end)):
            line[place] = ink.trail
        line[start] = ink.dot
        line[end] = ink.right if end > start else ink.left
    facing = ink.right if towards_right else ink.left
    return f"{facing:^{_ZONE}}{''.join(line)}".rstrip()


def draw(
    codes: tuple[str, str], team: int, spot: int, to_gain: int | None, after: tuple[int, int], ink: Ink
) -> Sequence[str]:
    """Yard numbers, turf with the line to gain, and the way of the ball to (team, spot) after the play."""
    goal = None if to_gain is None or to_gain >= 100 else column(to_gain, team)
    return (
        _numbers(),
        _turf(codes, goal, ink),
        _way(column(spot, team), column(after[1], after[0]), team == HOME, ink),
    )
