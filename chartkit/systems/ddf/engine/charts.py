"""The charts that dice are rolled on, by name, and what each total says there in words."""

from __future__ import annotations

from functools import cache

from chartkit.systems.ddf.charts import columns as col
from chartkit.systems.ddf.engine.matchup import TableGame
from chartkit.systems.ddf.engine.sheet import FUMBLE_MARKS, SACK_MARKS
from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.flow import HOME_FACES
from chartkit.systems.ddf.rules.game import Cell, in_set, result_of

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
    """What a roll is made on: `offense.6-SHORT`, `rule.COIN TOSS`."""
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
