"""Whole distributions beside the real ones, and whether the favourites won as often as they were given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.systems.ddf.kernel.names import (
    MOST_DRIVE_PLAYS,
    YARD_CLASSES,
    drive_length_name,
    yard_class_names,
)
from chartkit.systems.ddf.proof.sums import share_interval

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    from chartkit.systems.ddf.proof.certificate import Simulated

    Array = NDArray[np.float64]

#: Chances of the home team are put together in so many classes.
_CLASSES = 10


@dataclass(frozen=True, slots=True)
class Spread:
    """How often each class of a distribution occurs, as shares of all: real and simulated."""

    title: str
    classes: tuple[str, ...]
    real: tuple[float, ...]
    simulated: tuple[float, ...]

    @property
    def distance(self) -> float:
        """The share that stands in another class than in the real season."""
        return 0.5 * sum(abs(one - two) for one, two in zip(self.real, self.simulated, strict=True))

    def to_json(self) -> dict[str, Any]:
        """As the report file has it."""
        rows = zip(self.classes, self.real, self.simulated, strict=True)
        return {
            "title": self.title,
            "share_elsewhere": round(self.distance, 5),
            "classes": [
                {"class": name, "real": round(one, 5), "simulated": round(two, 5)} for name, one, two in rows
            ],
        }


def _named() -> tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]:
    """Title, words of the classes, their statistics."""
    lengths = range(MOST_DRIVE_PLAYS + 1)
    return (
        ("Yards of a run", yard_class_names(), tuple(f"runs_class_{number}" for number in range(YARD_CLASSES))),
        ("Yards of a pass", yard_class_names(), tuple(f"passes_class_{number}" for number in range(YARD_CLASSES))),
        (
            "Plays of a drive",
            (*map(str, lengths[:-1]), f"{MOST_DRIVE_PLAYS} and more"),
            tuple(drive_length_name(number) for number in lengths),
        ),
    )


def statistics_needed() -> frozenset[str]:
    """The statistics that the distributions count."""
    return frozenset(name for _, _, names in _named() for name in names)


def spreads(games: pd.DataFrame, sim: Simulated) -> tuple[Spread, ...]:
    """The league's distributions that both the engine and the source of the plays can count."""
    found = []
    for title, words, names in _named():
        if set(names) <= set(sim.names) and set(names) <= set(games.columns):
            real = np.array([float(games[name].sum()) for name in names])
            played = np.array([float(sim.of(name).sum()) for name in names])
            if real.sum() and played.sum():
                shares = (tuple((counted / counted.sum()).tolist()) for counted in (real, played))
                found.append(Spread(title, words, *shares))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Favourites:
    """Games in which the home team's chance was about the same: that chance, and how many it won."""

    games: int
    chance: float
    won: float
    #: 95% interval of the share that was won.
    low: float
    high: float

    def to_json(self) -> dict[str, Any]:
        """As the report file has it."""
        return {
            "games": self.games,
            "chance": round(self.chance, 4),
            "won": round(self.won, 4),
            "interval": [round(self.low, 4), round(self.high, 4)],
        }


def calibration(chances: Array, results: Sequence[float]) -> tuple[Favourites, ...]:
    """The home team's simulated chance beside its real results (1, 0, a tie is 0.5), class by class."""
    won = np.asarray(results, np.float64)
    place = np.minimum((chances * _CLASSES).astype(int), _CLASSES - 1)
    found = []
    for number in range(_CLASSES):
        here = place == number
        if here.any():
            low, high = share_interval(round(float(won[here].sum())), int(here.sum()))
            found.append(
                Favourites(int(here.sum()), float(chances[here].mean()), float(won[here].mean()), low, high)
            )
    return tuple(found)
