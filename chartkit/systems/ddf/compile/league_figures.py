"""Every figure of the league that the report will judge, for the current charts, and the violations of tolerances.

A team's figures over all its calls are ratios of amounts that add up over its columns. Around the current charts
they are linear in the cells of each column, and so are the figures of the opponents that a column met. They are
added to a column's search problem, so that one search sees all that a change of a cell does.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from chartkit.fitting import Matrix, Problem, Vector, bootstrap_noise, wasserstein
from chartkit.systems.ddf.charts import PASSES, PLAYS, RUNS
from chartkit.systems.ddf.compile.column_problems import figures_in_use
from chartkit.systems.ddf.compile.fit_space import FIGURES, RECORDED, YARDS, figures_of

if TYPE_CHECKING:
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
#: Figures per attempt: a trap is none.
_PER_ATTEMPT = [list(TEAM_FIGURES).index(name) for name in ("yards per pass", "completion rate")]
_DISTANCE, _TOUCHDOWNS = "distance", "touchdowns"
#: Figures of which a few may be outside weigh less; touchdowns of a column are not judged at all.
_WEIGHTS = {"intercepted": 0.3, "fumbled": 0.3, "touchdown": 0.0, _DISTANCE: 0.3, _TOUCHDOWNS: 0.3}
#: A figure costs from this part of its tolerance on, and counts as outside a little later: spots and stars on the
#: printed chart move it by about as much.
_INSIDE, _OUTSIDE = 0.97, 0.015
#: Opponents' figures count from this part of their tolerance on; one column moves them by less than the rest.
_NEAR = 0.75


def _excess(given: Vector, real: Vector, allowed: Vector) -> Vector:
    """How far figures are outside, in tolerances."""
    outside: Vector = np.maximum(np.abs(given - real) / allowed - _INSIDE, 0.0)
    return outside


def _amounts_of(call: str) -> Matrix:
    """Figures of a column -> a team's amounts per play."""
    made = np.zeros((len(FIGURES), len(TEAM_FIGURES)))
    for place, (calls, name) in enumerate(zip(TEAM_FIGURES.values(), _AMOUNTS, strict=True)):
        if call in calls:
            made[FIGURES.index(name), place] = 1.0
    return made


#: What is violated: side, team, figure, and the calls that make the figure.
Key: TypeAlias = tuple[str, int, str, tuple[str, ...]]


@dataclass(frozen=True)
class Violation:
    """A figure outside its tolerance: of a column, or of a team over several calls."""

    side: str
    team: int
    figure: str
    calls: tuple[str, ...]
    amount: float

    @property
    def key(self) -> Key:
        """What is violated, without the amount."""
        return self.side, self.team, self.figure, self.calls


@dataclass(frozen=True)
class LinearFigures:
    """Figures that are linear in the cells of a column: `x @ values` should be `target`, within `allowed`."""

    values: Matrix  # (symbol, figure)
    target: Vector
    miss: Vector  # how far the current charts are off
    allowed: Vector
    weights: Vector

    def some(self, chosen: Any) -> LinearFigures:
        """The figures at these indices."""
        return LinearFigures(
            self.values[:, chosen],
            self.target[chosen],
            self.miss[chosen],
            self.allowed[chosen],
            self.weights[chosen],
        )

    def near(self) -> LinearFigures:
        """The figures that are near the end of their tolerance."""
        return self.some(np.flatnonzero(np.abs(self.miss) > _NEAR * self.allowed))


def together(parts: Sequence[LinearFigures]) -> LinearFigures:
    """Figures of several origins."""
    values, *others = zip(*(vars(part).values() for part in parts), strict=True)
    return LinearFigures(np.hstack(values), *map(np.concatenate, others))


class LeagueFigures:
    """One side of all teams; arrays are (team, call, figure) or (team, figure over all calls)."""

    def __init__(self, targets: Targets, side: str, settings: Settings):
        sides = [getattr(targets.calls[call], side) for call in PLAYS]
        self.side = side
        self.plays: Vector = np.stack([s.plays for s in sides], axis=1)
        self.real: Vector = np.stack([_season_figures(s) for s in sides], axis=1)
        #: What the charts give. Until a column is fitted it is taken to be right.
        self.given: Vector = self.real.copy()
        #: How the plays of a column end when they are rolled: shares of the recorded outcomes.
        self.ends: Vector = np.zeros((*self.plays.shape, RECORDED))
        self._gains = [[side.gains[team] for side in sides] for team in range(len(self.plays))]
        judged = self.plays >= settings.tolerance.fewest_plays
        self.distance: Vector = np.zeros(judged.shape)
        self.allowed: Vector = np.full(self.real.shape, np.inf)
        self.distance_allowed: Vector = np.full(judged.shape, np.inf)
        rounds = settings.tolerance.bootstrap_rounds
        #: What luck alone is worth in the distance of a column's gains.
        self.noise: Vector = np.array(
            [
                [bootstrap_noise(s.gains[team], rounds=rounds, seed=team) for s in sides]
                for team in range(len(self.real))
            ]
        )
        for team, place in np.argwhere(judged).tolist():
            plays = float(self.plays[team, place])
            for name in figures_in_use(PLAYS[place]):
                if name != "touchdown":
                    allowed = settings.tolerance.of_column(name, side, plays)
                    self.allowed[team, place, FIGURES.index(name)] = allowed
            self.distance_allowed[team, place] = settings.tolerance.of_distance(
                float(self.noise[team, place]), side
            )
        self._per_play = np.stack([_amounts_of(call) for call in PLAYS])
        self._rushes = self._played(RUNS)
        self._passes = self._played(PASSES)
        self.team_real = self.team_figures(self.real)
        self.team_allowed: Vector = np.array(
            [
                [
                    settings.tolerance.of_team(name, side, float(value))
                    for name, value in zip(TEAM_FIGURES, row, strict=True)
                ]
                for row in self.team_real
            ]
        )
        self.reset_weights()

    def reset_weights(self) -> None:
        """Every figure weighs what it weighed before any weight was raised."""
        teams, calls = self.plays.shape
        self._weights = np.tile([_WEIGHTS.get(name, 1.0) for name in FIGURES], (teams, calls, 1))
        #: By how much the distance of a column's gains weighs more than at first.
        self.distance_weights: Vector = np.ones(self.plays.shape)
        self._team_weights = np.tile([_WEIGHTS.get(name, 1.0) for name in TEAM_FIGURES], (teams, 1))

    def count(self, team: int, call: int, ends: Vector) -> None:
        """Note how the plays of a column end."""
        self.ends[team, call] = ends
        self.given[team, call] = figures_of(ends[None, :])[0]
        self.distance[team, call] = wasserstein(ends[:YARDS], self._gains[team][call])

    def excess(self) -> float:
        """How far all figures are outside, with the weights that were raised."""
        seasons = self._team_weights * _excess(self.team_figures(self.given), self.team_real, self.team_allowed)
        columns = self._weights * _excess(self.given, self.real, self.allowed)
        far = (
            self.distance_weights * _WEIGHTS[_DISTANCE] * _excess(self.distance, np.zeros(1), self.distance_allowed)
        )
        return float(seasons.sum() + columns.sum() + far.sum())

    def _played(self, calls: Sequence[str]) -> Vector:
        total: Vector = self.plays[:, [PLAYS.index(call) for call in calls]].sum(axis=1)
        return total

    def _amounts(self, given: Vector) -> Vector:
        made: Vector = np.einsum("tc,tcf,cfa->ta", self.plays, given, self._per_play)
        return made

    def team_figures(self, given: Vector) -> Vector:
        """Figures of every team over all calls from those of its columns."""
        figures = self._amounts(given)
        attempts = np.maximum(self._passes - figures[:, _TRAPS], 1)
        figures[:, 0] /= np.maximum(self._rushes, 1)
        figures[:, _PER_ATTEMPT] /= attempts[:, None]
        return figures

    def season_rows(self, team: int, call: int, rows: Matrix, now: Vector) -> LinearFigures:
        """A team's figures over all calls; a cell with a symbol adds its row, and all cells add `now` today."""
        plays = self.plays[team, call]
        amounts: Vector = np.einsum("c,cf,cfa->a", self.plays[team], self.given[team], self._per_play)
        attempts = max(self._passes[team] - amounts[_TRAPS], 1)
        scale = np.ones(len(TEAM_FIGURES))
        scale[0], scale[_PER_ATTEMPT] = 1 / max(self._rushes[team], 1), 1 / attempts
        slopes = np.diag(scale)
        # A trap less is an attempt more.
        slopes[_PER_ATTEMPT, _TRAPS] = amounts[_PER_ATTEMPT] / attempts**2
        values = plays * (rows @ self._per_play[call]) @ slopes.T
        held = plays * (now @ self._per_play[call]) @ slopes.T
        miss = self.team_real[team] - amounts * scale
        found = LinearFigures(
            values,
            miss + held,
            miss,
            self.team_allowed[team],
            self._team_weights[team],
        )
        return found.some(np.flatnonzero(self._per_play[call].any(axis=0)))

    def column_rows(self, team: int, call: int, rows: Matrix, now: Vector) -> LinearFigures:
        """The same for the figures of a team's column that are judged."""
        miss = self.real[team, call] - self.given[team, call]
        found = LinearFigures(
            rows,
            miss + now,
            miss,
            self.allowed[team, call],
            self._weights[team, call],
        )
        return found.some(np.flatnonzero(np.isfinite(found.allowed)))

    def distance_price(self, team: int, call: int) -> float:
        """What a yard of a column's distance costs, in tolerances; nothing while the distance is inside its own."""
        allowed = float(self.distance_allowed[team, call])
        if self.distance[team, call] <= _INSIDE * allowed:
            return 0.0
        return float(self.distance_weights[team, call]) * _WEIGHTS[_DISTANCE] / allowed

    def distance_slopes(self, team: int, call: int) -> Vector:
        """By yards gained: what a little more of it adds to the distance of a column's gains."""
        given, target = self.ends[team, call, :YARDS], self._gains[team][call]
        mass, real = given.sum(), target.sum()
        if not np.isfinite(self.distance_allowed[team, call]) or mass <= 0:
            return np.zeros(YARDS)
        ahead = np.sign(np.cumsum(given) / mass - np.cumsum(target) / real)
        # A gain of so many yards lifts the shares from there on; all others give way.
        beyond: Vector = np.cumsum(ahead[::-1])[::-1]
        slopes: Vector = (beyond - given @ beyond / mass) / mass
        return slopes

    def distance_rows(self, team: int, call: int, values: Vector, now: float) -> LinearFigures:
        """The distance of a column's gains, linear around the current charts."""
        miss = -self.distance[team, call : call + 1]
        found = LinearFigures(
            values[:, None],
            miss + now,
            miss,
            self.distance_allowed[team, call : call + 1],
            _WEIGHTS[_DISTANCE] * self.distance_weights[team, call : call + 1],
        )
        return found.some(np.flatnonzero(np.isfinite(found.allowed)))

    def raise_weight(self, violation: Violation, times: float) -> None:
        """Multiply the weight of a violated figure."""
        team, call = violation.team, PLAYS.index(violation.calls[0])
        if violation.figure in TEAM_FIGURES:
            self._team_weights[team, list(TEAM_FIGURES).index(violation.figure)] *= times
        elif violation.figure == _DISTANCE:
            self.distance_weights[team, call] *= times
        else:
            self._weights[team, call, FIGURES.index(violation.figure)] *= times

    def violations(self) -> list[Violation]:
        """All violations, with the weights before any was raised."""
        found = []
        seasons = _excess(self.team_figures(self.given), self.team_real, self.team_allowed)
        for team, place in np.argwhere(seasons > _OUTSIDE).tolist():
            name = list(TEAM_FIGURES)[place]
            found.append(self._violation(team, name, TEAM_FIGURES[name], seasons[team, place]))
        columns = _excess(self.given, self.real, self.allowed)
        for team, call, place in np.argwhere(columns > _OUTSIDE).tolist():
            found.append(self._violation(team, FIGURES[place], (PLAYS[call],), columns[team, call, place]))
        far = _excess(self.distance, np.zeros(1), self.distance_allowed)
        for team, call in np.argwhere(far > _OUTSIDE).tolist():
            found.append(self._violation(team, _DISTANCE, (PLAYS[call],), far[team, call]))
        return found

    def _violation(self, team: int, figure: str, calls: Sequence[str], by: float) -> Violation:
        return Violation(self.side, team, figure, tuple(calls), _WEIGHTS.get(figure, 1.0) * float(by))

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


def _season_figures(side: Any) -> Vector:
    """The season's figures of one call, by team."""
    touchdowns = side.touchdowns / np.maximum(side.plays, 1)
    return np.stack(
        [side.mean, side.gain_share, side.rate("INT"), side.rate("QT"), side.rate("F"), touchdowns], axis=1
    )


def with_season(problem: Problem, season: LinearFigures, unit: float, importance: float) -> Problem:
    """A problem that also wants a team's season right; `unit` is a part of the tolerance."""
    return _extended(
        problem,
        season,
        importance * np.ones(len(season.target)),
        unit * season.allowed,
        season.allowed,
        np.zeros(len(season.target)),
    )


def with_tolerances(problem: Problem, figures: Sequence[LinearFigures], price: float) -> Problem:
    """A problem that also pays `price` for every tolerance by which a figure is outside."""
    linear = together(figures)
    return _extended(
        problem,
        linear,
        np.zeros(len(linear.target)),
        linear.allowed,
        _INSIDE * linear.allowed,
        price * linear.weights / linear.allowed,
    )


def _extended(
    problem: Problem, linear: LinearFigures, importance: Vector, tolerance: Vector, reach: Vector, slope: Vector
) -> Problem:
    classes = problem.figures.shape[0]
    old = problem.middle, problem.reach, problem.slope
    assert old[0] is not None and old[1] is not None and old[2] is not None
    # Of an offense all of these are shares of the rolls without a foul; a defense has no fouls.
    conditional = np.full(len(linear.target), bool(problem.reroll.any()))
    return replace(
        problem,
        figures=np.concatenate([problem.figures, np.tile(linear.values, (classes, 1, 1))], axis=2),
        conditional=np.concatenate([problem.conditional, conditional]),
        target=np.concatenate([problem.target, linear.target]),
        tolerance=np.concatenate([problem.tolerance, tolerance]),
        importance=np.concatenate([problem.importance, importance]),
        middle=np.concatenate([old[0], linear.target]),
        reach=np.concatenate([old[1], reach]),
        slope=np.concatenate([old[2], slope]),
    )
