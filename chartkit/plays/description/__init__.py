"""What a play description says: one pure function from the text to a frozen record, and the record as columns."""

from chartkit.plays.description.parse import parse
from chartkit.plays.description.record import (
    Context,
    Fumble,
    Leg,
    Penalty,
    PlayDescription,
    Player,
    PlayKind,
    Review,
    Ruling,
    Spot,
    description_columns,
    goal_distance,
)
