"""Every figure of the league that the report will judge, for the current charts, and the violations of tolerances.

A team's figures over all its calls are ratios of amounts that add up over its columns, so a change of one column is
simply added.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.fitting import Vector, bootstrap_noise
from chartkit.systems.ddf.charts import PASSES, PLAYS, RUNS
from chartkit.systems.ddf.compile.fit_space import FIGURES, is_pass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chartkit.systems.ddf.compile.settings import Settings
    from chartkit.systems.ddf.compile.targets import Targets


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
#: Figures of which a few may be outside weigh less; touchdowns of a column are not judged at all.
_WEIGHTS = {"intercepted": 0.3, "fumbled": 0.3, "touchdown": 0.0, _DISTANCE: 0.3, _TOUCHDOWNS: 0.3}
#: A figure costs from this part of its tolerance on, and counts as outside a little later: spots and stars on the
#: printed chart move it by about as much.
_INSIDE, _OUTSIDE = 0.97, 0.015


def excess(given: Vector, real: Vector, allowed: Vector) -> Vector:
    """How far figures are outside, in tolerances."""
    outside: Vector = np.maximum(np.abs(given - real) / allowed - _INSIDE, 0.0)
    return outside


def amounts_of(call: str) -> Vector:
    """Figures of a column -> a team's amounts per play."""
    made = np.zeros((len(FIGURES), len(TEAM_FIGURES)))
    for place, (calls, name) in enumerate(zip(TEAM_FIGURES.values(), _AMOUNTS, strict=True)):
        if call in calls:
            made[FIGURES.index(name), place] = 1.0
    return made


@dataclass(frozen=True)
class Violation:
    """A figure outside its tolerance: of a column, or of a team over several calls."""

    side: str
    team: int
    figure: str
    calls: tuple[str, ...]
    amount: float
    #: Whether it is higher than the season's; None for a distance.
    too_much: bool | None

    @property
    def column_figure(self) -> str:
        """The figure of a column behind it."""
        return _AMOUNTS[list(TEAM_FIGURES).index(self.figure)] if self.figure in TEAM_FIGURES else self.figure


class LeagueFigures:
    """One side of all teams; arrays are (team, call, figure) or (team, figure over all calls)."""

    def __init__(self, targets: Targets, side: str, given: Vector, distance: Vector, settings: Settings):
        sides = [getattr(targets.calls[call], side) for call in PLAYS]
        self.side, self.given, self.distance = side, given, distance
        self.plays: Vector = np.stack([s.plays for s in sides], axis=1)
        self.real: Vector = np.stack([_figures(s) for s in sides], axis=1)
        judged = self.plays >= settings.tolerance.fewest_plays
        self.allowed: Vector = np.full(self.real.shape, np.inf)
        self.distance_allowed: Vector = np.full(judged.shape, np.inf)
        for team, place in np.argwhere(judged).tolist():
            plays, call = float(self.plays[team, place]), PLAYS[place]
            for figure, name in enumerate(FIGURES):
                if name != "touchdown" and (is_pass(call) or name in ("mean", "fumbled")):
                    self.allowed[team, place, figure] = settings.tolerance.of_column(name, side, plays)
            rounds = settings.tolerance.bootstrap_rounds
            noise = bootstrap_noise(sides[place].gains[team], rounds=rounds, seed=team)
            self.distance_allowed[team, place] = settings.tolerance.of_distance(noise, side)
        self._per_play = np.stack([amounts_of(call) for call in PLAYS])
        self._rushes = self._played(RUNS)
        self._passes = self._played(PASSES)
        everybody = np.arange(len(targets.teams))
        self.team_real = self.team_figures(everybody, self._amounts(self.real))
        self.team_allowed: Vector = np.array(
            [
                [
                    settings.tolerance.of_team(name, side, float(value))
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

    def _played(self, calls: Sequence[str]) -> Vector:
        total: Vector = self.plays[:, [PLAYS.index(call) for call in calls]].sum(axis=1)
        return total

    def _amounts(self, figures: Vector) -> Vector:
        made: Vector = np.einsum("tc,tcf,cfa->ta", self.plays, figures, self._per_play)
        return made

    def team_figures(self, teams: Any, amounts: Vector) -> Vector:
        """Figures over all calls from amounts (..., team, amount)."""
        figures = amounts.copy()
        attempts = np.maximum(self._passes[teams] - amounts[..., _TRAPS], 1)
        figures[..., 0] /= np.maximum(self._rushes[teams], 1)
        figures[..., 1] /= attempts
        figures[..., 2] /= attempts
        return figures

    def cost(self, teams: Any, call: int, change: Vector) -> Vector:
        """Weighted violation in these teams' columns of a call and in their seasons after a change."""
        given = self.given[teams, call] + change
        columns = excess(given, self.real[teams, call], self.allowed[teams, call]) * self._weights[teams, call]
        booked = self.amounts[teams] + self.plays[teams, call][:, None] * (change @ self._per_play[call])
        figures = self.team_figures(teams, booked)
        seasons = excess(figures, self.team_real[teams], self.team_allowed[teams]) * self._team_weights[teams]
        total: Vector = columns.sum(axis=(-2, -1)) + seasons.sum(axis=(-2, -1))
        return total

    def distance_cost(self, team: int, call: int, distance: Any) -> Any:
        """The same for the distance of gains."""
        far = excess(distance, np.zeros(1), self.distance_allowed[team, call])
        return self._distance_weights[team, call] * far

    def apply(self, teams: Any, call: int, change: Vector) -> None:
        """Make a change of these teams' columns permanent."""
        self.given[teams, call] += change
        self.amounts[teams] += self.plays[teams, call][:, None] * (change @ self._per_play[call])

    def persists(self, violation: Violation) -> bool:
        """Whether a violation is still there."""
        key = (violation.team, violation.figure, violation.calls)
        return any((other.team, other.figure, other.calls) == key for other in self.violations())

    def raise_weight(self, violation: Violation, times: float) -> None:
        """Multiply the weight of a violated figure."""
        if violation.figure == _DISTANCE:
            self._distance_weights[violation.team, PLAYS.index(violation.calls[0])] *= times
        elif violation.figure in TEAM_FIGURES:
            self._team_weights[violation.team, list(TEAM_FIGURES).index(violation.figure)] *= times
        else:
            self._weights[violation.team, PLAYS.index(violation.calls[0]), FIGURES.index(violation.figure)] *= times

    def violations(self) -> list[Violation]:
        """All violations, with the weights before any was raised."""
        found = []
        figures = self.team_figures(np.arange(len(self.plays)), self.amounts)
        seasons = excess(figures, self.team_real, self.team_allowed)
        for team, place in np.argwhere(seasons > _OUTSIDE).tolist():
            name = list(TEAM_FIGURES)[place]
            more = bool(figures[team, place] > self.team_real[team, place])
            found.append(self._violation(team, name, TEAM_FIGURES[name], seasons[team, place], more))
        columns = excess(self.given, self.real, self.allowed)
        for team, call, place in np.argwhere(columns > _OUTSIDE).tolist():
            more = bool(self.given[team, call, place] > self.real[team, call, place])
            found.append(self._violation(team, FIGURES[place], (PLAYS[call],), columns[team, call, place], more))
        far = excess(self.distance, np.zeros(1), self.distance_allowed)
        for team, call in np.argwhere(far > _OUTSIDE).tolist():
            found.append(self._violation(team, _DISTANCE, (PLAYS[call],), far[team, call], None))
        return found

    def _violation(
        self, team: int, figure: str, calls: Sequence[str], by: float, too_much: bool | None
    ) -> Violation:
        return Violation(self.side, team, figure, tuple(calls), _WEIGHTS.get(figure, 1.0) * float(by), too_much)

    def failing(self, enough: Mapping[str, float]) -> list[Violation]:
        """Violations that make the report fail. Where a few may be outside, the largest are forgiven."""
        kept: dict[str, list[Violation]] = {}
        for violation in sorted(self.violations(), key=lambda v: (v.amount, v.team, v.calls)):
            kept.setdefault(violation.figure, []).append(violation)
        found = []
        for figure, violations in kept.items():
            spare = math.floor((1 - enough.get(figure, 1.0)) * self._judged(figure) + 1e-9)
            found += violations[: max(len(violations) - spare, 0)]
        return found

    def _judged(self, figure: str) -> int:
        if figure in TEAM_FIGURES:
            return len(self.plays)
        allowed = self.distance_allowed if figure == _DISTANCE else self.allowed[:, :, FIGURES.index(figure)]
        return int(np.isfinite(allowed).sum())


def _figures(side: Any) -> Vector:
    """The season's figures of one call, by team."""
    touchdowns = side.touchdowns / np.maximum(side.plays, 1)
    return np.stack(
        [side.mean, side.gain_share, side.rate("INT"), side.rate("QT"), side.rate("F"), touchdowns], axis=1
    )
