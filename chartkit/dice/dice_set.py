"""A set of dice given by its faces, and the exact distribution of its total."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod
from types import MappingProxyType


@dataclass(frozen=True)
class Die:
    """One die: its colour or name, its faces, and what a pip counts."""

    name: str
    faces: tuple[int, ...]
    times: int = 1


@dataclass(frozen=True)
class DiceSet:
    """Dice rolled together and added up.

    >>> DiceSet("two coins", (Die("a", (0, 1)), Die("b", (0, 1)))).ways[1]
    2
    """

    name: str
    dice: tuple[Die, ...]

    @cached_property
    def outcomes(self) -> int:
        """How many equally likely outcomes the dice have."""
        return prod(len(die.faces) for die in self.dice)

    @cached_property
    def ways(self) -> Mapping[int, int]:
        """In how many of the outcomes each total comes up, by enumeration."""
        counts = Counter(self.total(faces) for faces in product(*(die.faces for die in self.dice)))
        return MappingProxyType(dict(sorted(counts.items())))

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """Every total that the dice can give, ascending."""
        return tuple(self.ways)

    def total(self, faces: tuple[int, ...]) -> int:
        """The total of one roll, faces in the order of the dice."""
        return sum(die.times * face for die, face in zip(self.dice, faces, strict=True))

    def chance(self, total: int) -> Fraction:
        """The exact probability of a total; 0 for one that the dice cannot give."""
        return Fraction(self.ways.get(total, 0), self.outcomes)

    def describe(self) -> str:
        """The dice in words, for people who want to make them."""
        dice = " + ".join(
            f"{f'{die.times} x ' if die.times != 1 else ''}{die.name} {{{','.join(map(str, die.faces))}}}"
            for die in self.dice
        )
        return f"{dice} = {self.totals[0]}-{self.totals[-1]}, {self.outcomes} outcomes"
