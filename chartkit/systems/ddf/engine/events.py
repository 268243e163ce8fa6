"""The events of a game log: intent (a coach's choice), chance (a roll and its cell), consequence (what followed).

Every step of a game (a kickoff, a play from scrimmage, a try, the end of a period) ends with one `Ball`.
Reading the events from one `Ball` to the next is reading one play. The rules write consequences as six numbers
(`rules.seams.record`); here they become words and back. Charts are named as the rules number them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from chartkit.errors import InputError
from chartkit.systems.ddf.charts import Result, parse
from chartkit.systems.ddf.charts import columns as col
from chartkit.systems.ddf.engine.matchup import FUMBLE_MARKS, SACK_MARKS, TableGame
from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.basics import KIND_BITS
from chartkit.systems.ddf.rules.flow import HOME_FACES
from chartkit.systems.ddf.rules.game import Cell, in_set, result_of

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
    """Something happened on the field, and no foul wiped it out.

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
    """A foul as it is printed in a cell."""
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
        # The yards of a forced interference are rolled and can be 0, which no cell can say (R28.6).
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
        raise InputError(
            f"this is not an event of a game log: {dict(data)!r}.", where=f"event {number}"
        ) from mistake
    return event


def in_words(event: Event) -> str:
    """An event in words: `chance (team home, dice offensive, total 34, ...)`."""
    names = {"team": dict(enumerate(("home", "away"))), "dice": dict(enumerate(DICE_NAMES))}
    words = [
        f"{field} {names.get(field, {}).get(value, value)}"
        for field, value in event._asdict().items()
        if value not in (None, "")
    ]
    return f"{type(event).__name__.lower()} ({', '.join(words)})"


# The charts that dice are rolled on, by name, and what each total says there.

INFLUENCE = "supplement.DEFENSE PENALTY INFLUENCE"
#: Columns of thirty and of five rows by number.
THIRTY = (
    *(f"offense.{name}" for name in col.OFFENSE),
    *(f"special.{name}" for name in col.SPECIAL_TEAMS),
    f"supplement.{col.BIG_PLAY}",
    "generic.SQUIB KICK",
)
FIVE = (
    *(f"defense.{formation}.{play}" for formation in col.FORMATIONS for play in col.PLAYS),
    "coverage.KICK",
    "coverage.PUNT",
    "containment.QT",
    "adjustment.FG",
)
#: Sets of totals by number: the chart, what a hit says, what a miss says.
MARKED = (
    ("offense.FUMBLE RECOVERY", "recovered", "lost"),
    ("special.PAT", "good", "no good"),
    ("supplement.QB GREAT PROTECTION", "XQT", "0"),
    ("supplement.QB GOOD DECISION", "XINT", "0"),
    ("supplement.BALL PROTECTION", "XF", "0"),
    ("supplement.SACK RATE", "", "0"),
    ("supplement.DEFENSE FUMBLE RECOVERY", "", "0"),
    (f"{INFLUENCE}.DEF 5", "XDEF 5", "0"),
    (f"{INFLUENCE}.DEF 5X", "XDEF 5X", "0"),
    (f"{INFLUENCE}.DEF 15", "XDEF 15", "0"),
    (f"{INFLUENCE}.PI", "XPI", "0"),
    ("supplement.LINE OF SCRIMMAGE.OFF 5", "Post", "Pre"),
    ("supplement.LINE OF SCRIMMAGE.DEF 5", "Post", "Pre"),
    ("generic.HOLDING", "holding", "not holding"),
    ("generic.BETWEEN DOWNS.OFFENSE", "between downs", "during the play"),
    ("generic.BETWEEN DOWNS.DEFENSE", "between downs", "during the play"),
    ("generic.MEASUREMENT", "short", "reached"),
    ("generic.OWN END ZONE", "safety", "on the 1"),
    ("generic.TRY FOR TWO", "counts", "failed"),
    ("generic.TRY FOR TWO", "does not count", "good"),
)
_OTHER = (
    "generic.ONSIDE KICK",
    "generic.GOAL LINE SQUEEZE",
    "rule.MUFFED SNAP",
    "rule.MUFFED SNAP",
    INFLUENCE,
    "rule.WHICH FOUL",
    "generic.PI X",
    "rule.OFFENSIVE FUMBLE RETURN",
    "rule.COIN TOSS",
    "generic.LET IT ROLL",
    "generic.LET IT ROLL",
)
#: The rules number each of these by hundreds.
_NAMES = (THIRTY, FIVE, tuple(name for name, _, _ in MARKED), _OTHER)


def chart_name(game: TableGame, chart: int) -> str:
    """The chart that a roll is made on: `offense.6-SHORT`, `rule.COIN TOSS`."""
    kind, place = divmod(chart, n.FIVE)
    name = _NAMES[kind][place]
    return f"{name}.{col.PLAYS[game.call]}" if chart == n.OTHER + n.ON_INTERFERENCE else name


def cell_words(game: TableGame, team: int, chart: int, total: int, last_total: int) -> str:
    """What a total says on a chart; `last_total` is that of the roll before, which some rolls refer to."""
    if chart < n.FIVE:
        return _text(game.columns[team][chart][total])
    if chart < n.MARKED:
        return _text(game.fives[team][chart - n.FIVE][total])
    if chart < n.OTHER:
        return _marked_words(game, team, chart - n.MARKED, total)
    return _other_words(game, team, chart - n.OTHER, total, last_total)


@cache
def _text(cell: Cell) -> str:
    return str(result_of(cell))


def _marked_words(game: TableGame, team: int, mark: int, total: int) -> str:
    _, hit, miss = MARKED[mark]
    if not in_set(game.marks[team][mark], total):
        return miss
    if mark == n.SACK_RATE:
        return SACK_MARKS[game.sack_mark[team]]
    return FUMBLE_MARKS[game.fumble_mark[team]] if mark == n.FUMBLE_MARKS else hit


def _other_words(game: TableGame, team: int, why: int, total: int, last_total: int) -> str:
    if why == n.ON_ONSIDE:
        kept = in_set(game.onside_recovered, total)
        return f"recovered by {'kicking' if kept else 'receiving'} team"
    if why == n.ON_SQUEEZE:
        return "INC" if in_set(game.squeeze_incomplete[team][game.call][100 - game.spot], total) else "0"
    if why == n.ON_MUFF:
        return "not muffed" if total else "roll again"
    if why == n.ON_MUFF_AGAIN:
        return "muffed" if total < game.muffs[team] else "not muffed"
    if why == n.ON_INFLUENCE:
        # The PI column counts for plays 6-9 only.
        fouls = [foul for foul in game.forced[team][total] if foul.kind != n.INTERFERENCE_X or game.call >= n.SHORT]
        return " + ".join(map(_text, fouls)) or "0"
    if why == n.ON_FUMBLE_RETURN:
        return "no return" if total else "return"
    if why == n.ON_COIN_TOSS:
        return "home" if total < HOME_FACES else "visitor"
    if why == n.ON_ROLL_DIRECTION:
        return "forward" if game.roll_way[total] > 0 else "backward"
    if why == n.ON_ROLL_YARDS:
        return f"{total or game.roll_zero[last_total]} yards"
    return str(total)
