"""What a play description says: one pure function from the text to a frozen record."""

from chartkit.plays.description.field import Context, yards_to_goal
from chartkit.plays.description.parse import parse
from chartkit.plays.description.record import (
    Fumble,
    Kind,
    Leg,
    Penalty,
    PlayDescription,
    Player,
    Review,
    Ruling,
    Spot,
)

__all__ = [
    "Context",
    "Fumble",
    "Kind",
    "Leg",
    "Penalty",
    "PlayDescription",
    "Player",
    "Review",
    "Ruling",
    "Spot",
    "parse",
    "yards_to_goal",
]
