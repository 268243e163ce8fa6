"""Where the referee's totals come from: a fast seeded generator, or any dice source of chartkit."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Protocol

from chartkit.dice import DiceSet, DiceSource
from chartkit.errors import InputError
from chartkit.systems.ddf import dice

#: The dice sets by their index in a `Chance`.
DICE_SETS: tuple[DiceSet, ...] = (dice.OFFENSIVE, dice.DEFENSIVE, dice.D10)


#: Totals of the offensive dice, the defensive dice and the d10 that are rolled already, the next one last.
Stock = tuple[list[int], list[int], list[int]]


class Rolls(Protocol):
    """Gives the total of a roll; the chart says what the roll is for."""

    @property
    def stock(self) -> Stock:
        """Totals that may be taken without asking, while there are any; empty lists: every roll is asked for."""

    def roll(self, dice: int, team: int, chart: str) -> int:
        """Roll the dice of that index (`events.OFFENSIVE`, `DEFENSIVE`, `D10`)."""


#: Of rolls that nobody can know before.
NO_STOCK: Stock = ([], [], [])

_BYTES = 256


def _by_byte(dice_set: DiceSet) -> tuple[bytes, bytes]:
    """The total of each of the 256 bytes, every outcome equally often; and the bytes left over."""
    outcomes = [total for total, ways in dice_set.ways.items() for _ in range(ways)]
    whole = outcomes * (_BYTES // len(outcomes))
    return bytes(whole).ljust(_BYTES, b"\0"), bytes(range(len(whole), _BYTES))


_BY_BYTE = tuple(_by_byte(dice_set) for dice_set in DICE_SETS)


class SeededRolls:
    """Totals with exactly the distribution of the dice (R1.5): random bytes, the odd ones out thrown away."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self.stock: Stock = ([], [], [])
        self._bytes = random.Random(seed).randbytes

    def roll(self, dice: int, team: int, chart: str) -> int:
        """The next total, from a stock of each dice."""
        stock = self.stock[dice]
        if not stock:
            stock += self._bytes(_BYTES).translate(*_BY_BYTE[dice])
        return stock.pop()


class ListedRolls:
    """Prepared totals in the order in which the referee asks for them."""

    stock = NO_STOCK

    def __init__(self, totals: Iterable[int]) -> None:
        self._totals = iter(totals)

    def roll(self, dice: int, team: int, chart: str) -> int:
        """The next total."""
        for total in self._totals:
            return total
        raise InputError(f"the list has no roll left for {chart}.")


class SourceRolls:
    """Any dice source: a script, or a person who rolls real dice."""

    stock = NO_STOCK

    def __init__(self, source: DiceSource, codes: tuple[str, str]) -> None:
        self._source = source
        self._codes = codes

    def roll(self, dice: int, team: int, chart: str) -> int:
        """Ask the source, naming the team and the chart."""
        return self._source.roll(DICE_SETS[dice], f"{self._codes[team]}, {chart}").total
