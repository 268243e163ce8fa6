"""The books of the league: every figure that the report will judge, as the charts stand, and how far it is outside.

A team's figures over all its calls are ratios of amounts that add up over its columns, so a change of one column is
booked by adding it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.fitting.distributions import bootstrap_noise
from chartkit.systems.ddf.columns import PASSES, PLAYS, RUNS
from chartkit.systems.ddf.compile.outcomes import is_pass
from chartkit.systems.ddf.compile.symbols import FIGURES
from chartkit.systems.ddf.compile.tolerances import column_allowed, distance_allowed, team_allowed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from chartkit.systems.ddf.compile.targets import Targets

    Array = NDArray[np.float64]

#: What a team's season is judged by, and the calls that make it.
TEAM_FIGURES: Mapping[str, Sequence[str]] = {
    "yards per rush": RUNS,
    "yards per pass": PASSES,
    "completion rate": PASSES,
    "traps": PASSES,
    "interceptions": PASSES,
    "fumbles": PLAYS,
    "touchdowns": PLAYS,
}
#: The amount behind each of them, in the order above: the figure of a column that adds up to it.
_AMOUNTS = ("mean", "mean", "completion", "trapped", "intercepted", "fumbled", "touchdown")
_TRAPS = list(TEAM_FIGURES).index("traps")
_DISTANCE, _TOUCHDOWNS = "distance", "touchdowns"
#: What may be outside here and there weighs less; touchdowns of a column are not judged at all.
_WEIGHTS = {"intercepted": 0.3, "fumbled": 0.3, "touchdown": 0.0, _DISTANCE: 0.3, _TOUCHDOWNS: 0.3}
#: Beyond this part of its tolerance a figure costs, and a hair more makes it outside: what is written on the chart
#: differs from the fit by as much.
_INSIDE, _OUTSIDE = 0.97, 0.015


def beyond(given: Array, real: Array, allowed: Array) -> Array:
    """How far outside, in tolerances."""
    outside: Array = np.maximum(np.abs(given - real) / allowed - _INSIDE, 0.0)
    return outside


def amounts_of(call: str) -> Array:
    """Figures of a column -> a team's amounts per play."""
    made = np.zeros((len(FIGURES), len(TEAM_FIGURES)))
    for place, (calls, name) in enumerate(zip(TEAM_FIGURES.values(), _AMOUNTS, strict=True)):
        if call in calls:
            made[FIGURES.index(name), place] = 1.0
    return made


@dataclass(frozen=True)
class Outside:
    """A figure that is outside: of a column, or of a team over several calls."""

    side: str
    team: int
    figure: str
    calls: tuple[str, ...]
    by: float
    #: Whether it is more than the season's; nothing for a distance.
    too_much: bool | None

    @property
    def column_figure(self) -> str:
        """The figure of a column that makes it."""
        return _AMOUNTS[list(TEAM_FIGURES).index(self.figure)] if self.figure in TEAM_FIGURES else self.figure


class Books:
    """One side of all teams; arrays are (team, call, figure) or (team, figure over all calls)."""

    def __init__(self, targets: Targets, side: str, given: Array, distance: Array, settings: Mapping[str, Any]):
        sides = [getattr(targets.calls[call], side) for call in PLAYS]
        self.side, self.given, self.distance = side, given, distance
        self.plays: Array = np.stack([s.plays for s in sides], axis=1)
        self.real: Array = np.stack([_figures(s) for s in sides], axis=1)
        judged = self.plays >= settings["tolerance"]["fewest_plays"]
        self.allowed: Array = np.full(self.real.shape, np.inf)
        self.distance_allowed: Array = np.full(judged.shape, np.inf)
        for team, place in np.argwhere(judged).tolist():
            plays, call = float(self.plays[team, place]), PLAYS[place]
            for figure, name in enumerate(FIGURES):
                if name != "touchdown" and (is_pass(call) or name in ("mean", "fumbled")):
                    self.allowed[team, place, figure] = column_allowed(name, side, plays, settings)
            rounds = settings["tolerance"]["column"]["bootstrap"]
            noise = bootstrap_noise(sides[place].gains[team], rounds=rounds, seed=team)
            self.distance_allowed[team, place] = distance_allowed(noise, side, settings)
        self._per_play = np.stack([amounts_of(call) for call in PLAYS])
        self._rushes = self._played(RUNS)
        self._passes = self._played(PASSES)
        everybody = np.arange(len(targets.teams))
        self.team_real = self.team_figures(everybody, self._amounts(self.real))
        self.team_allowed: Array = np.array(
            [
                [
                    team_allowed(name, side, float(value), settings)
                    for name, value in zip(TEAM_FIGURES, row, strict=True)
                ]
                for row in self.team_real
            ]
        )
        self.amounts = self._amounts(given)
        teams, calls = judged.shape
        self._weights = np.tile([_WEIGHTS.get(name, 1.0) for name in FIGURES], (teams, calls, 1))
        self._team_weights = np.tile([_WEIGHTS.get(name, 1.0) for name in TEAM_FIGURES], (teams, 1))
        self._distance_weights = np.full((teams, calls), _WEIGHTS[_DISTANCE])

    def _played(self, calls: Sequence[str]) -> Array:
        total: Array = self.plays[:, [PLAYS.index(call) for call in calls]].sum(axis=1)
        return total

    def _amounts(self, figures: Array) -> Array:
        made: Array = np.einsum("tc,tcf,cfa->ta", self.plays, figures, self._per_play)
        return made

    def team_figures(self, teams: Any, amounts: Array) -> Array:
        """Figures over all calls from amounts (..., team, amount)."""
        figures = amounts.copy()
        attempts = np.maximum(self._passes[teams] - amounts[..., _TRAPS], 1)
        figures[..., 0] /= np.maximum(self._rushes[teams], 1)
        figures[..., 1] /= attempts
        figures[..., 2] /= attempts
        return figures

    def cost(self, teams: Any, call: int, change: Array) -> Array:
        """What is outside in these teams' columns of a call and in their seasons once the column has changed so."""
        given = self.given[teams, call] + change
        columns = beyond(given, self.real[teams, call], self.allowed[teams, call]) * self._weights[teams, call]
        booked = self.amounts[teams] + self.plays[teams, call][:, None] * (change @ self._per_play[call])
        figures = self.team_figures(teams, booked)
        seasons = beyond(figures, self.team_real[teams], self.team_allowed[teams]) * self._team_weights[teams]
        total: Array = columns.sum(axis=(-2, -1)) + seasons.sum(axis=(-2, -1))
        return total

    def distance_cost(self, team: int, call: int, distance: Any) -> Any:
        """The same for the distance of gains."""
        far = beyond(distance, np.zeros(1), self.distance_allowed[team, call])
        return self._distance_weights[team, call] * far

    def book(self, teams: Any, call: int, change: Array) -> None:
        """Add a change of these teams' columns."""
        self.given[teams, call] += change
        self.amounts[teams] += self.plays[teams, call][:, None] * (change @ self._per_play[call])

    def still(self, item: Outside) -> bool:
        """Whether a figure that was outside is so still."""
        key = (item.team, item.figure, item.calls)
        return any((other.team, other.figure, other.calls) == key for other in self.outside())

    def press(self, item: Outside, times: float) -> None:
        """Let a figure that stays outside weigh more from now on."""
        if item.figure == _DISTANCE:
            self._distance_weights[item.team, PLAYS.index(item.calls[0])] *= times
        elif item.figure in TEAM_FIGURES:
            self._team_weights[item.team, list(TEAM_FIGURES).index(item.figure)] *= times
        else:
            self._weights[item.team, PLAYS.index(item.calls[0]), FIGURES.index(item.figure)] *= times

    def outside(self) -> list[Outside]:
        """All that is outside, with its weight as nobody presses."""
        found = []
        figures = self.team_figures(np.arange(len(self.plays)), self.amounts)
        seasons = beyond(figures, self.team_real, self.team_allowed)
        for team, place in np.argwhere(seasons > _OUTSIDE).tolist():
            name = list(TEAM_FIGURES)[place]
            more = bool(figures[team, place] > self.team_real[team, place])
            found.append(self._outside(team, name, TEAM_FIGURES[name], seasons[team, place], more))
        columns = beyond(self.given, self.real, self.allowed)
        for team, call, place in np.argwhere(columns > _OUTSIDE).tolist():
            more = bool(self.given[team, call, place] > self.real[team, call, place])
            found.append(self._outside(team, FIGURES[place], (PLAYS[call],), columns[team, call, place], more))
        far = beyond(self.distance, np.zeros(1), self.distance_allowed)
        for team, call in np.argwhere(far > _OUTSIDE).tolist():
            found.append(self._outside(team, _DISTANCE, (PLAYS[call],), far[team, call], None))
        return found

    def _outside(self, team: int, figure: str, calls: Sequence[str], by: float, too_much: bool | None) -> Outside:
        return Outside(self.side, team, figure, tuple(calls), _WEIGHTS.get(figure, 1.0) * float(by), too_much)

    def failing(self, enough: Mapping[str, float]) -> list[Outside]:
        """What makes the report say no: where only a share must be within, the nearest of the rest."""
        kept: dict[str, list[Outside]] = {}
        for item in sorted(self.outside(), key=lambda item: (item.by, item.team, item.calls)):
            kept.setdefault(item.figure, []).append(item)
        found = []
        for figure, items in kept.items():
            spare = math.floor((1 - enough.get(figure, 1.0)) * self._judged(figure) + 1e-9)
            found += items[: max(len(items) - spare, 0)]
        return found

    def _judged(self, figure: str) -> int:
        if figure in TEAM_FIGURES:
            return len(self.plays)
        allowed = self.distance_allowed if figure == _DISTANCE else self.allowed[:, :, FIGURES.index(figure)]
        return int(np.isfinite(allowed).sum())


def _figures(side: Any) -> Array:
    """The season's figures of one call, by team."""
    touchdowns = side.touchdowns / np.maximum(side.plays, 1)
    return np.stack(
        [side.mean, side.gain_share, side.rate("INT"), side.rate("QT"), side.rate("F"), touchdowns], axis=1
    )
