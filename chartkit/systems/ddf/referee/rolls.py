"""Where the referee's totals come from: a fast seeded generator, or any dice source of chartkit."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Protocol

from chartkit.dice import DiceSet, DiceSource
from chartkit.systems.ddf import dice
from chartkit.systems.ddf.referee.events import DICE_NAMES

#: The dice sets by their index in a `Chance`.
DICE_SETS: tuple[DiceSet, ...] = (dice.OFFENSIVE, dice.DEFENSIVE, dice.D10)


class Rolls(Protocol):
    """Gives the total of a roll; the chart says what the roll is for."""

    def roll(self, dice: int, team: int, chart: str) -> int:
        """Roll the dice of that index (`events.OFFENSIVE`, `DEFENSIVE`, `D10`)."""


def _every_outcome(dice_set: DiceSet) -> tuple[int, ...]:
    return tuple(total for total, ways in dice_set.ways.items() for _ in range(ways))


_OUTCOMES = tuple((_every_outcome(dice_set), dice_set.outcomes.bit_length()) for dice_set in DICE_SETS)


class SeededRolls:
    """Totals with exactly the distribution of the dice (R1.5): one index into all outcomes, never a biased one."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self._bits = random.Random(seed).getrandbits

    def roll(self, dice: int, team: int, chart: str) -> int:
        """One of the equally likely outcomes; an index beyond them is drawn again."""
        outcomes, bits = _OUTCOMES[dice]
        index = self._bits(bits)
        while index >= len(outcomes):
            index = self._bits(bits)
        return outcomes[index]


class ListedRolls:
    """Prepared totals in the order in which the referee asks for them."""

    def __init__(self, totals: Iterable[int]) -> None:
        self._totals = iter(totals)

    def roll(self, dice: int, team: int, chart: str) -> int:
        """The next total; StopIteration when there is none."""
        return next(self._totals)


class SourceRolls:
    """Any dice source: a script, or a person who rolls real dice."""

    def __init__(self, source: DiceSource, codes: tuple[str, str]) -> None:
        self._source = source
        self._codes = codes

    def roll(self, dice: int, team: int, chart: str) -> int:
        """Ask the source, naming the team and the chart."""
        return self._source.roll(DICE_SETS[dice], f"{self._codes[team]}, {chart}").total


__all__ = ["DICE_NAMES", "DICE_SETS", "ListedRolls", "Rolls", "SeededRolls", "SourceRolls"]
