"""The priority chart at work: two cells become one result (R5.1).

The outcomes come from the chart as data (R5.2); what evidence each has is told in the rule book (R5.5).
"""

from __future__ import annotations

from enum import StrEnum

from chartkit.systems.ddf.charts import Kind
from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.game import Cell, Game


class Outcome(StrEnum):
    """R5.3: what the priority chart says to do."""

    ADD = "ADD"
    OFF = "OFF"
    DEF = "DEF"
    TD = "TD"
    INC = "INC"
    INT_MIN = "INT_MIN"
    F_MAX = "F_MAX"
    F_MIN = "F_MIN"
    F_DEFYD = "F_DEFYD"
    F_EZ = "F_EZ"
    F_QT = "F_QT"
    PEN = "PEN"
    GRD = "GRD"


#: By number.
OUTCOMES = tuple(Outcome)
ADD, OFF, DEF, TD, INC, INT_MIN, F_MAX, F_MIN, F_DEFYD, F_EZ, F_QT, PEN, GRD = range(len(OUTCOMES))

#: Rows and columns of the chart (R5.4).
ROW_NAMES = ("#", "-#", "NOGAIN", "B", "TD", "QT", "INT", "F", "INC", "OFF", "DEF/PI", "OFF*")
COLUMN_NAMES = ("#", "-#", "NOIMPACT", "(#)", "(-#)", "(TD)", "QT", "INT", "F", "INC")
#: Signs of yards; they are also the rows and columns of numbers.
_GAIN, _LOSS, _NOTHING = range(3)
SIGNS = 3
_FORCED_GAIN, _FORCED_LOSS = 3, 4


def _row_of(kind: Kind, sign: int) -> int:
    if kind == Kind.YARDS:
        return sign
    if kind == Kind.GROUNDING:
        return ROW_NAMES.index("OFF*")
    side = "DEF/PI" if kind.startswith(("DEF", "PI")) else "OFF" if kind.startswith("OFF") else kind
    return ROW_NAMES.index(side) if side in ROW_NAMES else _NOTHING


def _column_of(kind: Kind, sign: int) -> int:
    if kind == Kind.YARDS:
        return sign
    if kind == Kind.FORCED:
        return _FORCED_LOSS if sign == _LOSS else _FORCED_GAIN
    return COLUMN_NAMES.index(kind) if kind in COLUMN_NAMES else _NOTHING


#: By kind and sign of the yards; kinds that stand in no row or column are looked up as no gain or no impact.
_ROWS = tuple(_row_of(kind, sign) for kind in n.KINDS for sign in range(SIGNS))
_COLUMNS = tuple(_column_of(kind, sign) for kind in n.KINDS for sign in range(SIGNS))

#: Further than any field: a fumble carried into the end zone (F_EZ).
IN_THE_END_ZONE = 200


def _sign(yards: int) -> int:
    return _GAIN if yards > 0 else _LOSS if yards < 0 else _NOTHING


def offense_row(cell: Cell) -> int:
    """The row that an offensive result stands in (R5.7)."""
    return _ROWS[SIGNS * cell.kind + _sign(cell.yards)]


def defense_column(cell: Cell) -> int:
    """The column that a defensive result stands in; `(0)` classes as `(#)` (R5.7)."""
    return _COLUMNS[SIGNS * cell.kind + _sign(cell.yards)]


def look_up(game: Game, offense: Cell, defense: Cell) -> int:
    """What the chart says when these two results meet."""
    return game.priority[offense_row(offense)][defense_column(defense)]


def combine(outcome: int, offense: Cell, defense: Cell) -> Cell:
    """The final result of a look-up that needs no more dice (R5.3); ADD with `B` and F_QT are the caller's."""
    if outcome == ADD:
        # R4.4: the star is the offense's and survives an addition.
        return Cell(n.YARDS, offense.yards + defense.yards, offense.star, False)
    if outcome == DEF:
        return _override(defense)
    if outcome == TD:
        return Cell(n.TOUCHDOWN, 0, False, False)
    if outcome == INC:
        return Cell(n.INCOMPLETE, 0, False, False)
    if outcome == INT_MIN:
        return Cell(n.INTERCEPTION, min(offense.yards, defense.yards), False, False)
    if outcome == F_MAX:
        return Cell(n.FUMBLE, max(offense.yards, defense.yards), False, False)
    if outcome == F_MIN:
        return Cell(n.FUMBLE, min(offense.yards, defense.yards), False, False)
    if outcome == F_DEFYD:
        return Cell(n.FUMBLE, defense.yards, False, False)
    if outcome == F_EZ:
        return Cell(n.FUMBLE, IN_THE_END_ZONE, False, False)
    return offense


def _override(defense: Cell) -> Cell:
    """The defensive result is final; it drops the star (R4.4)."""
    if defense.kind == n.FORCED:
        return Cell(n.YARDS, defense.yards, False, False)
    if defense.kind == n.FORCED_TD:
        return Cell(n.TOUCHDOWN, 0, False, False)
    return Cell(defense.kind, defense.yards, False, False)
