"""All chance of the demo season: one stream of numbers a game, the same on every machine."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")
Band = Sequence[float]


class Luck:
    """Draws from a seed; only multiplication and comparison, so that every platform draws alike."""

    def __init__(self, *seed: str) -> None:
        self._random = random.Random(":".join(seed))

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return self._random.random() < probability

    def between(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return low + int(self._random.random() * (high - low + 1))

    def pick(self, options: Sequence[T]) -> T:
        """One of several, each as likely."""
        return options[int(self._random.random() * len(options))]

    def weighted(self, weights: Mapping[str, float]) -> str:
        """One of several by weight."""
        mark = self._random.random() * sum(weights.values())
        for name, weight in weights.items():
            mark -= weight
            if mark < 0:
                return name
        return list(weights)[-1]

    def band(self, bands: Sequence[Band], tilt: float = 0.0) -> int:
        """A whole number from bands of (low, high, weight); a tilt above 0 favors the later bands."""
        last = max(1, len(bands) - 1)
        weights = [
            max(0.05 * band[2], band[2] * (1 + tilt * (2 * place / last - 1))) for place, band in enumerate(bands)
        ]
        mark = self._random.random() * sum(weights)
        for band, weight in zip(bands, weights, strict=True):
            mark -= weight
            if mark < 0:
                return self.between(int(band[0]), int(band[1]))
        return self.between(int(bands[-1][0]), int(bands[-1][1]))
