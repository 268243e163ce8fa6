"""Finite distributions with whole-number weights: exact means, quantiles and shares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property


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
