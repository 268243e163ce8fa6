"""How a play ended, before fouls are settled and the down is counted."""

from __future__ import annotations

from typing import NamedTuple

#: What became of the ball: dead in the field, a touchdown, a safety, a field goal, or fouls that offset.
DEAD, TOUCHDOWN, SAFETY, GOAL, OFFSET = range(5)

#: Rows of the timing chart (R23.1).
IN_BOUNDS, OUT_OF_BOUNDS, OUT_OF_BOUNDS_LATE = "in bounds", "out of bounds", "out of bounds late"
CHANGE, PENALTY, INCOMPLETE, SCORE = "change of possession", "penalty", "incomplete", "score"
KICK_TOUCHBACK, PRE_SNAP, TRY_ROW, ONSIDE = "kick touchback", "pre-snap penalty", "try", "onside recovered"
KNEEL, INTENTIONAL_SAFETY, THIRD_PLAY = "kneel", "intentional safety", "third play"
NO_HUDDLE, SPIKE, TIMEOUT = "no huddle", "spike", "timeout"


class End(NamedTuple):
    """The end of a play: who has the ball where (in his own coordinate), and how it came to that.

    Of a touchdown or field goal `team` scored; of a safety `team` was scored upon.
    """

    team: int
    spot: int
    what: int
    #: The row of the timing chart.
    row: str
    #: `run`, `pass`, `kickoff`, `punt`, `interception`, `fumble`, ...
    how: str
    #: The ball changed hands during the play.
    turnover: bool = False
    #: Yards by which fouls on a return that scored move the next kickoff (R19.11).
    shift: int = 0


def clamp(spot: int) -> int:
    """A loose or intercepted ball beyond an end zone counts as 9 yards deep (R9.1, R11.5, R11.6)."""
    return -9 if spot < -9 else 109 if spot > 109 else spot
