"""The events of a game log: intent (a coach's choice), chance (a roll and its cell), consequence (what followed).

Every step of a game (a kickoff, a play from scrimmage, a try, the end of a period) ends with one `Ball`.
Reading the events from one `Ball` to the next is reading one play. The rules write consequences as six numbers
(`rules.seams.record`); here they become words and back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from chartkit.errors import InputError
from chartkit.systems.ddf.charts import Result, parse
from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.basics import KIND_BITS

DICE_NAMES = n.DICE
OFFENSIVE, DEFENSIVE, D10 = n.OFFENSIVE, n.DEFENSIVE, n.D10

#: What, team, yards, spot, detail, extra; see `rules.basics`.
Record = tuple[int, int, int, int, int, int]


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
    """A team scored; the score is the sum of these (R2.5). How: `names.SCORES`."""

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
    """The next situation; the last event of every step."""

    phase: str
    team: int
    down: int
    to_go: int
    spot: int


Event = Intent | Chance | Happening | Points | Clock | Period | Ball


def foul_text(kind: int, yards: int) -> str:
    """A foul as a cell of a chart prints it."""
    return str(Result(n.KINDS[kind], yards))


def event_of(record: Record) -> Event:
    """A consequence in words."""
    what, team, yards, spot, detail, extra = record
    if what == n.POINTS:
        return Points(team, yards, n.SCORES[spot])
    if what == n.CLOCK:
        return Clock(team, yards, n.ROWS[spot], detail, extra)
    if what == n.PERIOD:
        return Period(team, yards)
    if what == n.BALL:
        return Ball(n.PHASES[yards], team, detail, extra, spot)
    return Happening(n.HAPPENINGS[what], team, yards, spot, _detail(what, detail, extra))


def _detail(what: int, detail: int, extra: int) -> str:
    if what == n.PENALTY:
        return f"{foul_text(extra % KIND_BITS, extra // KIND_BITS)} {n.SETTLED[detail]}"
    if what == n.NO_PLAY and detail >= KIND_BITS:
        return f"{n.HAPPENINGS[detail - KIND_BITS]} {extra}"
    return n.DETAILS[detail]


def record_of(event: Event) -> Record | None:
    """The six numbers of a consequence; None for dice and choices."""
    match event:
        case Points(team, points, how):
            return n.POINTS, team, points, n.SCORES.index(how), 0, 0
        case Clock(team, seconds, row, period, left):
            return n.CLOCK, team, seconds, n.ROWS.index(row), period, left
        case Period(number, seconds):
            return n.PERIOD, number, seconds, 0, 0, 0
        case Ball(phase, team, down, to_go, spot):
            return n.BALL, team, n.PHASES.index(phase), spot, down, to_go
        case Happening(what, team, yards, spot, detail):
            return n.HAPPENINGS.index(what), team, yards, spot, *_detail_numbers(what, detail)
        case _:
            return None


def _detail_numbers(what: str, detail: str) -> tuple[int, int]:
    if what == "penalty":
        how = next(how for how in n.SETTLED if detail.endswith(how))
        return n.SETTLED.index(how), _foul_number(detail.removesuffix(how).strip())
    if what == "no play" and detail not in n.DETAILS:
        wiped_out, _, yards = detail.rpartition(" ")
        return KIND_BITS + n.HAPPENINGS.index(wiped_out), int(yards)
    return n.DETAILS.index(detail), 0


def _foul_number(text: str) -> int:
    if text.startswith("PI "):
        # The yards of a forced interference are rolled and can be 0, which no cell of a chart says (R28.6).
        return n.INTERFERENCE + KIND_BITS * int(text.removeprefix("PI "))
    foul = parse(text)
    kind = n.KINDS.index(foul.kind)
    return kind + KIND_BITS * foul.yards if kind == n.GROUNDING else kind


_KINDS: Mapping[str, Any] = {
    kind.__name__.lower(): kind for kind in (Intent, Chance, Happening, Points, Clock, Period, Ball)
}


def event_to_json(event: Event, teams: tuple[str, str]) -> dict[str, Any]:
    """An event as an object of the game log; teams by their codes, dice by their names."""
    data: dict[str, Any] = {"event": type(event).__name__.lower(), **event._asdict()}
    if "team" in data:
        data["team"] = teams[data["team"]]
    if "dice" in data:
        data["dice"] = DICE_NAMES[data["dice"]]
    return data


def event_from_json(data: Mapping[str, Any], teams: tuple[str, str], number: int) -> Event:
    """Read an event of a game log."""
    values = dict(data)
    try:
        kind = _KINDS[values.pop("event")]
        if "team" in values:
            values["team"] = teams.index(values["team"])
        if "dice" in values:
            values["dice"] = DICE_NAMES.index(values["dice"])
        event: Event = kind(**values)
    except (KeyError, ValueError, TypeError) as mistake:
        raise InputError(f"this is no event of a game log: {dict(data)!r}.", where=f"event {number}") from mistake
    return event
