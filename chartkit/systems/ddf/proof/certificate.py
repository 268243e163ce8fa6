"""Simulated against real, figure by figure, in units of the real season's own sampling error.

Readers are told of a sampling error as a swing, and of a correlation as likeness.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.systems.ddf.proof.figures import Certificate, Figure
from chartkit.systems.ddf.proof.spreads import Favourites, Spread, calibration, spreads

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    Array = NDArray[np.float64]


#: The words of the report for those who have not met them.
SWING = (
    "A swing is how far luck alone moves a figure when the same teams play the season again, worked out from its "
    "own games (standard error). Within 2 swings the played and the real season cannot be told apart; by luck one "
    "figure in twenty is farther away."
)
LIKENESS = (
    "Likeness (correlation) is 1 when the played teams stand apart just as the real ones did, and 0 when the two "
    "have nothing in common. The typical miss is how far a team's average is off (root mean square)."
)


@dataclass(frozen=True, slots=True)
class Simulated:
    """Seasons played: totals[run, team, statistic], games[team], and wins[run, team] (a tie is half a win)."""

    teams: tuple[str, ...]
    names: tuple[str, ...]
    totals: Array
    #: The same statistics of each team's opponents.
    allowed: Array
    games: Array
    wins: Array
    #: The share of each fixture's games that the home team won, in the order of the schedule.
    home_wins: Array | None = None

    def of(self, name: str, *, allowed: bool = False) -> Array:
        """One statistic of every run and team."""
        found: Array = (self.allowed if allowed else self.totals)[:, :, self.names.index(name)]
        return found


@dataclass(frozen=True, slots=True)
class Line:
    """One figure of the league or of a team."""

    figure: str
    title: str
    real: float
    simulated: float
    #: Of the simulated mean.
    error: float
    #: Of the real season, from its own games.
    sampling_error: float
    #: Only the league's figures are judged one by one.
    allowed: float | None
    shown_real: str
    shown_simulated: str

    @property
    def difference(self) -> float:
        """Simulated less real."""
        return self.simulated - self.real

    @property
    def distance(self) -> float:
        """The difference in sampling errors of the real season; 0 when its games tell none."""
        whole = sqrt(self.sampling_error**2 + self.error**2)
        return self.difference / whole if self.sampling_error else 0.0

    @property
    def passed(self) -> bool | None:
        """Whether the league's figure is near enough; None when it is not judged."""
        return None if self.allowed is None else abs(self.difference) <= self.allowed

    def to_json(self) -> dict[str, Any]:
        """As the report file has it."""
        return {
            "figure": self.figure,
            "real": round(self.real, 5),
            "simulated": round(self.simulated, 5),
            "standard_error": round(self.error, 6),
            "sampling_error": round(self.sampling_error, 5),
            "difference": round(self.difference, 5),
            "in_sampling_errors": round(self.distance, 3),
            "allowed": None if self.allowed is None else round(self.allowed, 5),
            "passed": self.passed,
        }


def _ratio(count: Array, of: Array) -> Array:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(of > 0, count / np.where(of > 0, of, 1), np.nan)


def _real(games: pd.DataFrame, figure: Figure) -> tuple[float, float]:
    """The real figure of some games and its sampling error, by leaving out one game at a time."""
    count = games[figure.count].to_numpy(dtype=np.float64)
    of = games[figure.of].to_numpy(dtype=np.float64) if figure.of else np.ones(len(games))
    whole = float(_ratio(np.array(count.sum()), np.array(of.sum())))
    number = len(count)
    if number < 2 or np.isnan(whole):
        return whole, 0.0
    without = _ratio(count.sum() - count, of.sum() - of)
    without = np.where(np.isnan(without), whole, without)
    return whole, float(sqrt((number - 1) / number * ((without - without.mean()) ** 2).sum()))


def _simulated(sim: Simulated, figure: Figure, team: int | None, *, allowed: bool) -> tuple[float, float]:
    """The simulated mean over all runs and its standard error."""
    count = sim.of(figure.count, allowed=allowed)
    of = sim.of(figure.of, allowed=allowed) if figure.of else np.broadcast_to(sim.games, count.shape)
    if team is None:
        count, of = count.sum(axis=1), of.sum(axis=1)
    else:
        count, of = count[:, team], of[:, team]
    each = _ratio(count, of)
    each = each[~np.isnan(each)]
    mean = float(_ratio(np.array(count.sum()), np.array(of.sum())))
    return mean, float(each.std(ddof=1) / sqrt(len(each))) if len(each) > 1 else 0.0


def _line(figure: Figure, games: pd.DataFrame, sim: Simulated, team: int | None, *, allowed: bool = False) -> Line:
    real, sampling_error = _real(games, figure)
    mean, error = _simulated(sim, figure, team, allowed=allowed)
    return Line(
        figure=figure.name,
        title=figure.title,
        real=real,
        simulated=mean,
        error=error,
        sampling_error=sampling_error,
        allowed=figure.allowed(real) if team is None else None,
        shown_real=figure.shown(real),
        shown_simulated=figure.shown(mean),
    )


@dataclass(frozen=True, slots=True)
class Goal:
    """One goal for the teams as a whole."""

    name: str
    value: float
    needed: float
    at_most: bool = False

    @property
    def needed_words(self) -> str:
        """The mark, and on which side of it the value must be."""
        return f"{'at most' if self.at_most else 'at least'} {self.needed:.2f}"

    @property
    def passed(self) -> bool:
        """Reached or not."""
        return self.value <= self.needed if self.at_most else self.value >= self.needed

    def to_json(self) -> dict[str, Any]:
        """As the report file has it."""
        value = round(self.value, 4) if isfinite(self.value) else None
        return {
            "goal": self.name,
            "value": value,
            "needed": self.needed,
            "needed_text": self.needed_words,
            "passed": self.passed,
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """The whole certificate."""

    league: tuple[Line, ...]
    #: Team -> its figures for, and against.
    teams: Mapping[str, tuple[Line, ...]]
    against: Mapping[str, tuple[Line, ...]]
    goals: tuple[Goal, ...]
    #: Real, simulated mean, spread from run to run.
    wins: Mapping[str, tuple[float, float, float]]
    spreads: tuple[Spread, ...] = ()
    favourites: tuple[Favourites, ...] = ()

    @property
    def passed(self) -> bool:
        """Every judged figure and goal."""
        return all(line.passed is not False for line in self.league) and all(goal.passed for goal in self.goals)

    def worst(self, number: int) -> list[tuple[str, Line]]:
        """The team figures farthest from the real season, in its sampling errors."""
        every = [(team, line) for team, lines in self.teams.items() for line in lines]
        return sorted(every, key=lambda item: -abs(item[1].distance))[:number]


def _correlation(one: Sequence[float], two: Sequence[float]) -> float:
    if len(one) < 3 or np.std(one) == 0 or np.std(two) == 0:
        return float("nan")
    return float(np.corrcoef(one, two)[0, 1])


def _known(lines: Iterable[Line]) -> tuple[Line, ...]:
    """A rate of something that was never tried (a field goal from 50) is no figure."""
    return tuple(line for line in lines if isfinite(line.real) and isfinite(line.simulated))


def compare(
    games: pd.DataFrame,
    sim: Simulated,
    what: Certificate,
    real_wins: Mapping[str, float],
    home_results: Sequence[float] = (),
) -> Comparison:
    """Put the simulated seasons beside the real one; `games` has a row for each team and game.

    `home_results` are the real results of the fixtures: 1 when the home team won, 0.5 for a tie.
    """
    league = _known(_line(figure, games, sim, None) for figure in what.figures)
    teams, against = {}, {}
    for place, team in enumerate(sim.teams):
        own, other = games[games["team"] == team], games[games["opponent"] == team]
        teams[team] = _known(_line(figure, own, sim, place) for figure in what.figures)
        against[team] = _known(_line(figure, other, sim, place, allowed=True) for figure in what.figures)
    wins = {
        team: (real_wins[team], float(sim.wins[:, place].mean()), float(sim.wins[:, place].std()))
        for place, team in enumerate(sim.teams)
    }
    favourites = () if sim.home_wins is None else calibration(sim.home_wins, home_results)
    goals = _goals(teams, against, wins, what)
    return Comparison(league, teams, against, goals, wins, spreads(games, sim), favourites)


def _goals(
    teams: Mapping[str, tuple[Line, ...]],
    against: Mapping[str, tuple[Line, ...]],
    wins: Mapping[str, tuple[float, float, float]],
    what: Certificate,
) -> tuple[Goal, ...]:
    def pairs(lines: Mapping[str, tuple[Line, ...]], figure: str) -> tuple[list[float], list[float]]:
        found = [next(line for line in each if line.figure == figure) for each in lines.values()]
        return [line.real for line in found], [line.simulated for line in found]

    need = what.teams
    scored, allowed = pairs(teams, "points"), pairs(against, "points")
    error = sqrt(float(np.mean((np.array(scored[0]) - np.array(scored[1])) ** 2)))
    every = [line for lines in teams.values() for line in lines if line.sampling_error > 0]
    within = sum(abs(line.distance) <= 2 for line in every) / max(1, len(every))
    return (
        Goal("likeness of points scored", _correlation(*scored), need["points_scored_correlation"]),
        Goal("likeness of points allowed", _correlation(*allowed), need["points_allowed_correlation"]),
        Goal("typical miss of points a game", error, need["points_error"], at_most=True),
        Goal(
            "likeness of yards per play",
            _correlation(*pairs(teams, "yards per play")),
            need["yards_per_play_correlation"],
        ),
        Goal(
            "likeness of yards per play allowed",
            _correlation(*pairs(against, "yards per play")),
            need["yards_per_play_allowed_correlation"],
        ),
        Goal(
            "likeness of wins",
            _correlation([real for real, _, _ in wins.values()], [mean for _, mean, _ in wins.values()]),
            need["wins_correlation"],
        ),
        Goal("team figures within 2 swings", within, need["within_two_errors"]),
    )
