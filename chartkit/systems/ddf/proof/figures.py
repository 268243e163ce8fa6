"""The figures of the round-trip report and their tolerances, from data."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import isfinite


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: a statistic per game, or the ratio of two."""

    name: str
    title: str
    count: str
    of: str | None
    #: Shown as a percentage, or as minutes and seconds.
    percent: bool
    clock: bool
    #: `percent`, `points` or `yards`, and how much of it the league may be off; None is not judged.
    tolerance: tuple[str, float] | None

    def allowed(self, real: float) -> float | None:
        """How far the league's figure may be from the real one."""
        if self.tolerance is None:
            return None
        kind, amount = self.tolerance
        if kind == "percent":
            return abs(real) * amount / 100
        return amount / 100 if kind == "points" else amount

    def shown(self, value: float) -> str:
        """The value as the report prints it."""
        if self.clock and isfinite(value):
            return f"{round(value) // 60}:{round(value) % 60:02d}"
        return f"{100 * value:.1f}%" if self.percent else f"{value:.2f}"


@dataclass(frozen=True, slots=True)
class Certificate:
    """What is judged, and the goals for the teams."""

    figures: tuple[Figure, ...]
    teams: Mapping[str, float]
    #: Which figures the page draws: `scatter`, `scatter_allowed`, `teams`.
    pictures: Mapping[str, tuple[str, ...]]


@cache
def certificate() -> Certificate:
    """The shipped figures and tolerances."""
    data = tomllib.loads(files("chartkit.systems.ddf").joinpath("data/proof_figures.toml").read_text("utf-8"))
    figures = []
    for entry in data["figure"]:
        league = entry.get("league")
        figures.append(
            Figure(
                name=entry["name"],
                title=entry["title"],
                count=entry["count"],
                of=entry.get("of"),
                percent=entry.get("percent", False),
                clock=entry.get("clock", False),
                tolerance=next(iter(league.items())) if league else None,
            )
        )
    pictures = {name: tuple(names) for name, names in data["pictures"].items()}
    return Certificate(tuple(figures), data["teams"], pictures)
