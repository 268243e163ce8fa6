"""Means and their errors from sums that are added up chunk by chunk, so that memory does not grow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

#: 95% of a normal distribution lie within this many standard errors.
NORMAL_95 = 1.959964


@dataclass
class Sums:
    """Number, mean and squared deviations of anything that has one value a run (Chan's update)."""

    number: int = 0
    mean: Array | None = None
    _squares: Array | None = None

    def add(self, values: NDArray[np.generic]) -> None:
        """Add runs; the first axis is the run."""
        each = np.asarray(values, np.float64)
        number = len(each)
        if not number:
            return
        mean = each.mean(axis=0)
        squares = ((each - mean) ** 2).sum(axis=0)
        if self.mean is None or self._squares is None:
            self.number, self.mean, self._squares = number, mean, squares
            return
        whole, apart = self.number + number, mean - self.mean
        self._squares = self._squares + squares + apart**2 * (self.number * number / whole)
        self.mean = self.mean + apart * (number / whole)
        self.number = whole

    @property
    def means(self) -> Array:
        """The mean of every value."""
        assert self.mean is not None, "no runs were added"
        return self.mean

    @property
    def deviation(self) -> Array:
        """The standard deviation from run to run; 0 with a single run."""
        assert self._squares is not None, "no runs were added"
        found: Array = np.sqrt(self._squares / max(1, self.number - 1))
        return found

    @property
    def error(self) -> Array:
        """The standard error of the mean."""
        found: Array = self.deviation / np.sqrt(self.number)
        return found


def share_interval(hits: int, number: int) -> tuple[float, float]:
    """Wilson's 95% interval of a share: sensible at 0 and 1 too."""
    if not number:
        return 0.0, 1.0
    square, share = NORMAL_95**2, hits / number
    middle = (share + square / (2 * number)) / (1 + square / number)
    half = NORMAL_95 / (1 + square / number) * np.sqrt(share * (1 - share) / number + square / (4 * number**2))
    return max(0.0, float(middle - half)), min(1.0, float(middle + half))
