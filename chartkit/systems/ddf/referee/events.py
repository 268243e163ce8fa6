"""The records of a game log: intent (a coach's choice), chance (a roll and its cell), consequence (what followed).

Every step of a game (a kickoff, a play from scrimmage, a try, the end of a period) ends with one `Ball`.
Reading the records from one `Ball` to the next is reading one play.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from chartkit.errors import InputError

#: A named tuple without its Python-level constructor, which takes half the time of a game: `make(Ball, (...))`.
make = tuple.__new__

#: The dice of a `Chance`, by index.
DICE_NAMES = ("offensive", "defensive", "d10")
OFFENSIVE, DEFENSIVE, D10 = 0, 1, 2


class Intent(NamedTuple):
    """A coach chose: which decision (`Ask`), and what. A choice that was left at its default is not recorded."""

    team: int
    ask: str
    choice: str | int


class Chance(NamedTuple):
    """Dice were rolled: who rolled, which dice, the total, the chart that was read and the cell that was hit."""

    team: int
    dice: int
    total: int
    chart: str
    cell: str


class Happening(NamedTuple):
    """Something happened on the field and stands.

    `spot` counts from the own goal line of `team`; `yards` and `detail` depend on `what`: see docs/engine.md.
    """

    what: str
    team: int
    yards: int
    spot: int
    detail: str


class Points(NamedTuple):
    """A team scored; the score is the sum of these (R2.5). How: `HOW_SCORED`."""

    team: int
    points: int
    how: str


class Clock(NamedTuple):
    """A play was charged: the team that had the ball, the seconds, the row of the timing chart, what is left."""

    team: int
    seconds: int
    row: str
    period: int
    left: int


class Period(NamedTuple):
    """A period begins (5 and more: overtime)."""

    number: int
    seconds: int


class Ball(NamedTuple):
    """The next situation; the last record of every step."""

    phase: str
    team: int
    down: int
    to_go: int
    spot: int


_once = lru_cache(maxsize=1 << 15)
#: The same for records that come again and again: a game finds most of them made.
happened, charged, situation = _once(Happening), _once(Clock), _once(Ball)

Event = Intent | Chance | Happening | Points | Clock | Period | Ball

HOW_SCORED = ("touchdown", "field goal", "safety", "PAT", "two-point conversion", "defensive conversion")

_TAGS: Mapping[str, Any] = {
    "intent": Intent,
    "chance": Chance,
    "happening": Happening,
    "points": Points,
    "clock": Clock,
    "period": Period,
    "ball": Ball,
}
_TAG_OF: Mapping[Any, str] = {kind: tag for tag, kind in _TAGS.items()}


def event_to_json(event: Event, teams: tuple[str, str]) -> dict[str, Any]:
    """An event as an object of the game log; teams by their codes, dice by their names."""
    data: dict[str, Any] = {"event": _TAG_OF[type(event)], **event._asdict()}
    if "team" in data:
        data["team"] = teams[data["team"]]
    if "dice" in data:
        data["dice"] = DICE_NAMES[data["dice"]]
    return data


def event_from_json(data: Mapping[str, Any], teams: tuple[str, str], number: int) -> Event:
    """Read an event of a game log."""
    values = dict(data)
    try:
        kind = _TAGS[values.pop("event")]
        if "team" in values:
            values["team"] = teams.index(values["team"])
        if "dice" in values:
            values["dice"] = DICE_NAMES.index(values["dice"])
        event: Event = kind(**values)
    except (KeyError, ValueError, TypeError) as mistake:
        raise InputError(f"this is no event of a game log: {dict(data)!r}.", where=f"event {number}") from mistake
    return event
