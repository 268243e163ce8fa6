"""The dice of R1: faces are data, weights follow by enumeration."""

from __future__ import annotations

from chartkit.dice import DiceSet, Die

#: R1.1, R1.2: total = 10 x black + white + yellow, 10 to 39, 216 outcomes.
OFFENSIVE = DiceSet(
    "offensive",
    (
        Die("black", (1, 2, 2, 3, 3, 3), times=10),
        Die("white", (0, 1, 2, 3, 4, 5)),
        Die("yellow", (0, 0, 1, 2, 3, 4)),
    ),
)
#: R1.3: total = red + green, 1 to 5, 36 outcomes; 1 to 3 carry 32 of them (R32.2).
DEFENSIVE = DiceSet("defensive", (Die("red", (1, 1, 1, 2, 2, 3)), Die("green", (0, 0, 0, 0, 1, 2))))
#: R1.4: 0 to 9, equally likely.
D10 = DiceSet("d10", (Die("ten", tuple(range(10))),))
