"""The priority chart at work: two cells become one result (R5.1, R5.3).

The outcomes come from the chart as data (R5.2); what evidence each has is told in the rule book (R5.5).
"""

from __future__ import annotations

from typing import NamedTuple

from chartkit.systems.ddf.referee import cells as c
from chartkit.systems.ddf.referee.cells import Cell
from chartkit.systems.ddf.result import Kind

#: Further than any field: a fumble carried into the end zone (F_EZ).
IN_THE_END_ZONE = 200


class Combined(NamedTuple):
    """A final result: YARDS, TOUCHDOWN, TRAPPED, INTERCEPTION, FUMBLE or INCOMPLETE, with its yards and star."""

    kind: Kind
    yards: int = 0
    star: bool = False


def combine(code: int, offense: Cell, defense: Cell) -> Combined:
    """Settle a look-up that needs no more dice (R5.3); ADD with `B` and F_QT are the caller's."""
    if code == c.ADD:
        # R4.4: the star is the offense's and survives an addition.
        return Combined(Kind.YARDS, offense.yards + defense.yards, offense.star)
    if code == c.OFF:
        return Combined(offense.kind, offense.yards, offense.star)
    if code == c.DEF:
        if defense.kind is Kind.FORCED:
            # R4.4: a defensive override drops the star.
            return Combined(Kind.YARDS, defense.yards)
        if defense.kind is Kind.FORCED_TD:
            return Combined(Kind.TOUCHDOWN)
        return Combined(defense.kind, defense.yards)
    if code == c.TD:
        return Combined(Kind.TOUCHDOWN)
    if code == c.INC:
        return Combined(Kind.INCOMPLETE)
    if code == c.INT_MIN:
        return Combined(Kind.INTERCEPTION, min(offense.yards, defense.yards))
    if code == c.F_MAX:
        return Combined(Kind.FUMBLE, max(offense.yards, defense.yards))
    if code == c.F_MIN:
        return Combined(Kind.FUMBLE, min(offense.yards, defense.yards))
    if code == c.F_DEFYD:
        return Combined(Kind.FUMBLE, defense.yards)
    if code == c.F_EZ:
        return Combined(Kind.FUMBLE, IN_THE_END_ZONE)
    raise ValueError(f"{c.OUTCOMES[code]} needs more dice")
