"""Simulated against real, figure by figure, in units of the real season's own sampling error.

A game says in a file which figures there are and how near they must be (`read_certificate`). Readers are told of a
sampling error as a swing, and of a correlation as likeness.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import isfinite, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.league.job import Array, share_interval
from chartkit.plays import MOST_DRIVE_PLAYS, YARD_CLASSES, drive_length_name, yard_class_names

if TYPE_CHECKING:
    import pandas as pd

#: Number of classes for the chances of the home team.
_CLASSES = 10
#: What the report explains of its own words.
SWING = (
    "A swing is how far luck alone moves a figure when the same teams play the season again, worked out from its "
    "own games (standard error). Within 2 swings the played and the real season cannot be told apart; by luck one "
    "figure in twenty is farther away."
)
LIKENESS = (
    "Likeness (correlation) is 1 when the played teams stand apart just as the real ones did, and 0 when the two "
    "have nothing in common. The typical miss is how far a team's average is off (root mean square)."
)


# What is compared.


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: a statistic per game, or the ratio of two."""

    name: str
    title: str
    count: str
    of: str | None = None
    #: Shown as a percentage, or as minutes and seconds.
    percent: bool = False
    clock: bool = False
    #: How much the league may be off: `percent` of the real value, `points` of a rate, sampling `errors`; the
    #: widest counts, and without any the figure is not judged.
    league: Mapping[str, float] = field(default_factory=dict)

    def allowed(self, real: float, sampling_error: float) -> float | None:
        """How far the league's figure may be from the real one."""
        units = {"percent": abs(real) / 100, "points": 0.01, "errors": sampling_error}
        return max((amount * units[kind] for kind, amount in self.league.items()), default=None)

    def shown(self, value: float) -> str:
        """The value as the report prints it."""
        if self.clock and isfinite(value):
            return f"{round(value) // 60}:{round(value) % 60:02d}"
        return f"{100 * value:.1f}%" if self.percent else f"{value:.2f}"


@dataclass(frozen=True, slots=True)
class Certificate:
    """What is judged, and the goals for the teams."""

    figures: tuple[Figure, ...]
    #: Figures of whole games, counted from the scores: `count` is a name of `_OF_SCORES`.
    games: tuple[Figure, ...]
    teams: Mapping[str, float]
    #: Which figures the page draws: `scatter`, `scatter_allowed`, `teams`.
    pictures: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@cache
def read_certificate(path: Path) -> Certificate:
    """A game's file of figures, tolerances and goals; a goal that it does not name is not judged."""
    data = tomllib.loads(path.read_text("utf-8"))

    usual = {"league": data.get("league", {})}
    figures, games = (
        tuple(Figure(**{**usual, **entry}) for entry in data.get(kind, ())) for kind in ("figure", "game")
    )
    pictures = {name: tuple(names) for name, names in data.get("pictures", {}).items()}
    return Certificate(figures, games, data.get("teams", {}), pictures)


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
    #: scores[run, fixture, (home, visitor)], in the order of the schedule.
    scores: Array | None = None

    def of(self, name: str, *, allowed: bool = False) -> Array:
        """One statistic of every run and team."""
        found: Array = (self.allowed if allowed else self.totals)[:, :, self.names.index(name)]
        return found


# Distributions and favourites.


@dataclass(frozen=True, slots=True)
class Spread:
    """The share of each class of a distribution, real and simulated."""

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


_LENGTHS = range(MOST_DRIVE_PLAYS + 1)
#: Title, words of the classes, their statistics.
_SPREADS: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("Yards of a run", yard_class_names(), tuple(f"runs_class_{number}" for number in range(YARD_CLASSES))),
    ("Yards of a pass", yard_class_names(), tuple(f"passes_class_{number}" for number in range(YARD_CLASSES))),
    (
        "Plays of a drive",
        (*map(str, _LENGTHS[:-1]), f"{MOST_DRIVE_PLAYS} and more"),
        tuple(map(drive_length_name, _LENGTHS)),
    ),
)


def statistics_needed(what: Certificate) -> set[str]:
    """The statistics that figures and distributions count."""
    counted = {name for figure in what.figures for name in (figure.count, figure.of) if name}
    return counted.union(*(names for _, _, names in _SPREADS))


def spreads(games: pd.DataFrame, sim: Simulated) -> tuple[Spread, ...]:
    """The league's distributions that both the engine and the source of the plays can count."""
    found = []
    for title, words, names in _SPREADS:
        if set(names) <= set(sim.names) and set(names) <= set(games.columns):
            counts = [np.array([float(of(name).sum()) for name in names]) for of in (games.__getitem__, sim.of)]
            if all(count.sum() for count in counts):
                found.append(Spread(title, words, *(tuple((count / count.sum()).tolist()) for count in counts)))
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


def calibration(chances: Array, won: Array) -> tuple[Favourites, ...]:
    """The home team's simulated chance beside its real results (1, 0, a tie is 0.5), class by class."""
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


# Figures.


@dataclass(frozen=True, slots=True)
class Line:
    """One figure of the league or of a team."""

    what: Figure
    real: float
    simulated: float
    #: Of the simulated mean.
    error: float
    #: Of the real season, from its own games.
    sampling_error: float
    #: Only the league's figures are judged one by one.
    is_judged: bool

    @property
    def figure(self) -> str:
        """The name of the figure."""
        return self.what.name

    @property
    def title(self) -> str:
        """The figure in words."""
        return self.what.title

    @property
    def shown_real(self) -> str:
        """The real value as the report prints it."""
        return self.what.shown(self.real)

    @property
    def shown_simulated(self) -> str:
        """The simulated value as the report prints it."""
        return self.what.shown(self.simulated)

    @property
    def allowed(self) -> float | None:
        """How far the league's figure may be from the real one."""
        return self.what.allowed(self.real, self.sampling_error) if self.is_judged else None

    @property
    def difference(self) -> float:
        """Simulated less real."""
        return self.simulated - self.real

    @property
    def distance(self) -> float:
        """The difference in sampling errors of the real season; 0 when it has no sampling error."""
        whole = sqrt(self.sampling_error**2 + self.error**2)
        return self.difference / whole if self.sampling_error else 0.0

    @property
    def passed(self) -> bool | None:
        """Whether the league's figure is near enough; None when it is not judged."""
        return None if self.allowed is None else abs(self.difference) <= self.allowed

    @property
    def off_by(self) -> float:
        """The difference in percent of the real value; 0 where that is 0."""
        return 100 * self.difference / self.real if self.real else 0.0

    def to_json(self, *, shown: bool = False) -> dict[str, Any]:
        """As the report file has it; with `shown` also as people read it."""
        words = {name: getattr(self, name) for name in ("title", "shown_real", "shown_simulated")}
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
            **(words if shown else {}),
        }


def _ratio(count: Array, of: Array) -> Array:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(of > 0, count / np.where(of > 0, of, 1), np.nan)


def _real(games: pd.DataFrame, figure: Figure) -> tuple[float, float]:
    """The real figure of some games and its sampling error, by leaving out one game at a time."""
    # The two teams of a game are left out together.
    game = np.unique(games["game_id"].to_numpy(), return_inverse=True)[1]
    count = np.bincount(game, games[figure.count].to_numpy(dtype=np.float64))
    of = np.bincount(game, games[figure.of].to_numpy(dtype=np.float64) if figure.of else None).astype(np.float64)
    whole = float(_ratio(np.array(count.sum()), np.array(of.sum())))
    number = len(count)
    if number < 2 or np.isnan(whole):
        return whole, 0.0
    without = _ratio(count.sum() - count, of.sum() - of)
    without = np.where(np.isnan(without), whole, without)
    return whole, float(sqrt((number - 1) / number * ((without - without.mean()) ** 2).sum()))


def _line(figure: Figure, games: pd.DataFrame, sim: Simulated, team: int | None, *, allowed: bool = False) -> Line:
    """A figure of the real games and of all runs: of one team, or of the league."""
    count = sim.of(figure.count, allowed=allowed)
    of = sim.of(figure.of, allowed=allowed) if figure.of else np.broadcast_to(sim.games, count.shape)
    count, of = (each.sum(axis=1) if team is None else each[:, team] for each in (count, of))
    runs = _ratio(count, of)
    mean = float(_ratio(np.array(count.sum()), np.array(of.sum())))
    real, sampling_error = _real(games, figure)
    return Line(figure, real, mean, _error_of_mean(runs[~np.isnan(runs)]), sampling_error, team is None)


#: A lead that one touchdown with its try can make up.
_ONE_SCORE = 8
#: What can be counted of the margins of home teams.
_OF_SCORES: Mapping[str, Callable[[Array], Array]] = {
    "home_wins": lambda margins: (margins > 0).astype(np.float64),
    "one_score_games": lambda margins: (np.abs(margins) <= _ONE_SCORE).astype(np.float64),
    "margin": np.abs,
}


def _error_of_mean(values: Array) -> float:
    """The standard error of a mean; one value says nothing of it."""
    return float(values.std(ddof=1) / sqrt(len(values))) if len(values) > 1 else 0.0


def _game_line(figure: Figure, real_margins: Array, margins: Array) -> Line:
    """A figure of whole games: the mean over the season's, and over those of every run."""
    count = _OF_SCORES[figure.count]
    real, runs = count(real_margins), count(margins).mean(axis=1)
    errors = _error_of_mean(runs), _error_of_mean(real)
    return Line(figure, float(real.mean()), float(runs.mean()), *errors, is_judged=True)


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


def correlation(one: Sequence[float] | Array, two: Sequence[float] | Array) -> float:
    """The correlation of two series; nan if they are short, or if one of them is constant."""
    if len(one) < 3 or np.std(one) == 0 or np.std(two) == 0:
        return float("nan")
    return float(np.corrcoef(one, two)[0, 1])


@dataclass(frozen=True, slots=True)
class TeamFigure:
    """One figure of every team: as the odds of its charts promise it, and as it was."""

    name: str
    promised: Mapping[str, float]
    real: Mapping[str, float]

    def to_json(self) -> dict[str, Any]:
        """As the report file has it."""
        teams = [team for team in self.promised if team in self.real]
        promised, real = (np.array([own[team] for team in teams]) for own in (self.promised, self.real))
        likeness = correlation(promised, real)
        return {
            "figure": self.name,
            "promised": round(float(promised.mean()), 3),
            "real": round(float(real.mean()), 3),
            "correlation": None if np.isnan(likeness) else round(likeness, 3),
            "typical_miss": round(float(np.sqrt(((promised - real) ** 2).mean())), 3),
            "teams": {team: [round(self.promised[team], 3), round(own, 3)] for team, own in self.real.items()},
        }


def _known(lines: Iterable[Line]) -> tuple[Line, ...]:
    """A rate of something that was never tried (a field goal from 50) is no figure."""
    return tuple(line for line in lines if isfinite(line.real) and isfinite(line.simulated))


def compare(
    games: pd.DataFrame,
    sim: Simulated,
    what: Certificate,
    real_wins: Mapping[str, float],
    real_margins: Sequence[int] = (),
) -> Comparison:
    """Put the simulated seasons beside the real one; `games` has a row for each team and game.

    `real_margins` are those of the home teams in the real fixtures.
    """
    league = _known(_line(figure, games, sim, None) for figure in what.figures)
    favourites: tuple[Favourites, ...] = ()
    if sim.scores is not None:
        real, played = np.asarray(real_margins, np.float64), sim.scores[..., 0] - sim.scores[..., 1]
        league += tuple(_game_line(figure, real, played) for figure in what.games)
        # A tie is half a win.
        favourites = calibration(((1 + np.sign(played)) / 2).mean(axis=0), (1 + np.sign(real)) / 2)
    teams, against = {}, {}
    for place, team in enumerate(sim.teams):
        own, other = games[games["team"] == team], games[games["opponent"] == team]
        teams[team] = _known(_line(figure, own, sim, place) for figure in what.figures)
        against[team] = _known(_line(figure, other, sim, place, allowed=True) for figure in what.figures)
    wins = {
        team: (real_wins[team], float(sim.wins[:, place].mean()), float(sim.wins[:, place].std()))
        for place, team in enumerate(sim.teams)
    }
    goals = _goals(teams, against, wins, what)
    return Comparison(league, teams, against, goals, wins, spreads(games, sim), favourites)


def _goals(
    teams: Mapping[str, tuple[Line, ...]],
    against: Mapping[str, tuple[Line, ...]],
    wins: Mapping[str, tuple[float, float, float]],
    what: Certificate,
) -> tuple[Goal, ...]:
    """The goals that the game's file sets, of figures that every team has."""

    def pairs(lines: Mapping[str, tuple[Line, ...]], figure: str) -> tuple[list[float], list[float]]:
        found = [line for each in lines.values() for line in each if line.figure == figure]
        return [line.real for line in found], [line.simulated for line in found]

    scored = pairs(teams, "points")
    error = sqrt(float(np.mean((np.array(scored[0]) - np.array(scored[1])) ** 2)))
    every = [line for lines in teams.values() for line in lines if line.sampling_error > 0]
    within = sum(abs(line.distance) <= 2 for line in every) / max(1, len(every))
    yards, yards_allowed = pairs(teams, "yards per play"), pairs(against, "yards per play")
    won = [real for real, _, _ in wins.values()], [mean for _, mean, _ in wins.values()]
    values = {
        "points_scored_correlation": ("likeness of points scored", correlation(*scored)),
        "points_allowed_correlation": ("likeness of points allowed", correlation(*pairs(against, "points"))),
        "points_error": ("typical miss of points a game", error),
        "yards_per_play_correlation": ("likeness of yards per play", correlation(*yards)),
        "yards_per_play_allowed_correlation": ("likeness of yards per play allowed", correlation(*yards_allowed)),
        "wins_correlation": ("likeness of wins", correlation(*won)),
        "within_two_errors": ("team figures within 2 swings", within),
    }
    return tuple(
        Goal(name, value, what.teams[key], at_most=key == "points_error")
        for key, (name, value) in values.items()
        if key in what.teams
    )
