"""Dice sets from their faces, exact distributions, and sets of totals."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
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


@dataclass(frozen=True)
class Finite:
    """Numbers and how many of the equally likely outcomes give each; exact, nothing is sampled.

    >>> Finite({1: 1, 2: 2, 9: 1}).mean
    Fraction(7, 2)
    """

    ways: Mapping[int, int]

    @classmethod
    def of(cls, pairs: Iterable[tuple[int, int]]) -> Finite:
        """Add up pairs of number and weight; the numbers may repeat."""
        ways: dict[int, int] = {}
        for number, weight in pairs:
            ways[number] = ways.get(number, 0) + weight
        return cls(dict(sorted(ways.items())))

    @cached_property
    def weight(self) -> int:
        """All outcomes together."""
        return sum(self.ways.values())

    @cached_property
    def mean(self) -> Fraction | None:
        """The exact mean; None for no outcome."""
        weight = self.weight
        return Fraction(sum(number * ways for number, ways in self.ways.items()), weight) if weight else None

    def quantile(self, share: Fraction) -> int | None:
        """The smallest number that at least this share of the outcomes does not exceed; None for no outcome."""
        needed, reached = share * self.weight, 0
        for number, ways in sorted(self.ways.items()):
            reached += ways
            if reached >= needed:
                return number
        return None

    @property
    def quartiles(self) -> tuple[int, int, int] | None:
        """Lower quartile, median, upper quartile; None for no outcome."""
        found = tuple(self.quantile(Fraction(quarter, 4)) for quarter in (1, 2, 3))
        lower, middle, upper = found
        return None if lower is None or middle is None or upper is None else (lower, middle, upper)


# Sets of totals as people write them: 10-12,19,33-36.


_PART = re.compile(r"\s*(\d+)\s*(?:[-–]\s*(\d+)\s*)?")


@lru_cache(maxsize=1024)
def parse_totals(text: str) -> frozenset[int]:
    """Read a set of totals; the empty text is no total.

    >>> sorted(parse_totals("10-12,19"))
    [10, 11, 12, 19]
    """
    totals: set[int] = set()
    if not text.strip():
        return frozenset()
    for part in text.split(","):
        match = _PART.fullmatch(part)
        if match is None:
            raise ValueError(f"{part.strip()!r} is neither a total nor a range such as 12-29")
        first = int(match[1])
        last = int(match[2] or first)
        if last < first:
            raise ValueError(f"the range {part.strip()!r} runs backwards")
        span = set(range(first, last + 1))
        if twice := totals & span:
            raise ValueError(f"{min(twice)} stands twice")
        totals |= span
    return frozenset(totals)


def format_totals(totals: Iterable[int]) -> str:
    """Write a set of totals in its one canonical form.

    >>> format_totals({12, 10, 11, 19})
    '10-12,19'
    """
    parts: list[list[int]] = []
    for total in sorted(set(totals)):
        if parts and total == parts[-1][1] + 1:
            parts[-1][1] = total
        else:
            parts.append([total, total])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in parts)
