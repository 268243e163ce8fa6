"""Where the totals at the table come from: a seeded generator, a stream of random numbers, or a list."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Protocol

from chartkit.dice import DiceSet
from chartkit.errors import InputError
from chartkit.systems.ddf.charts import dice

#: The dice sets by their index in a `Chance`.
DICE_SETS: tuple[DiceSet, ...] = (dice.OFFENSIVE, dice.DEFENSIVE, dice.D10)
#: The total of each equally likely outcome of the dice (R1.5).
OUTCOMES = tuple(
    tuple(total for total, ways in dice_set.ways.items() for _ in range(ways)) for dice_set in DICE_SETS
)


class Rolls(Protocol):
    """Gives the total of a roll; the chart says what the roll is for."""

    def roll(self, dice: int, team: int, chart: str) -> int:
        """Roll the dice of that index (`events.OFFENSIVE`, `DEFENSIVE`, `D10`)."""


class SeededRolls:
    """Totals with exactly the distribution of the dice (R1.5), the same for the same seed."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self._random = random.Random(seed)

    def roll(self, dice: int, team: int, chart: str) -> int:
        """The next total."""
        return self._random.choice(OUTCOMES[dice])


class StreamRolls:
    """Totals from the numbers of a game of many: `below` gives one from 0 to one less (`running.stream`)."""

    def __init__(self, below: Callable[[int], int]) -> None:
        self._below = below

    def roll(self, dice: int, team: int, chart: str) -> int:
        """The next total."""
        return OUTCOMES[dice][self._below(len(OUTCOMES[dice]))]


class ListedRolls:
    """Prepared totals in the order in which the rules ask for them; what the dice cannot give is refused."""

    def __init__(self, totals: Iterable[int]) -> None:
        self._totals = list(totals)
        self._number = 0

    def roll(self, dice: int, team: int, chart: str) -> int:
        """The next total."""
        if self._number == len(self._totals):
            raise InputError(f"the list has no roll left for {chart}.")
        total, dice_set = self._totals[self._number], DICE_SETS[dice]
        self._number += 1
        if total not in dice_set.ways:
            raise InputError(
                f"roll {self._number} is {total}, but {chart} needs {dice_set.name} dice "
                f"({dice_set.totals[0]}-{dice_set.totals[-1]})."
            )
        return total
