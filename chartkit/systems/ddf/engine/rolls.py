"""Where the totals at the table come from: a seeded generator, a list, or any dice source of chartkit."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Protocol

from chartkit.dice import DiceSet, DiceSource
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
    """Prepared totals in the order in which the rules ask for them."""

    def __init__(self, totals: Iterable[int]) -> None:
        self._totals = iter(totals)

    def roll(self, dice: int, team: int, chart: str) -> int:
        """The next total."""
        for total in self._totals:
            return total
        raise InputError(f"the list has no roll left for {chart}.")


class SourceRolls:
    """Any dice source: a script, or a person who rolls real dice."""

    def __init__(self, source: DiceSource, codes: tuple[str, str]) -> None:
        self._source = source
        self._codes = codes

    def roll(self, dice: int, team: int, chart: str) -> int:
        """Ask the source, naming the team and the chart."""
        return self._source.roll(DICE_SETS[dice], f"{self._codes[team]}, {chart}").total
