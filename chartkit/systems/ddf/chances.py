"""The table of chances to win, made by playing: from every situation in it to the next one with less time.

Situations with less time are known already. So a few downs from each situation are enough: its value is the mean
of the situations that they lead to. Coaches decide by the part of the table that is finished. Teams are drawn at
random, and each plays at home as often as the other, so the table is of even teams on neutral ground. Whole games
say what the home field and a better rating add.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from math import exp
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chartkit.league import load_league
from chartkit.pages import Report, Table
from chartkit.systems.base import Progress
from chartkit.systems.ddf.coaches.mind import CERTAIN, FAR_TO_GO, MOST_CHANCES
from chartkit.systems.ddf.coaches.winning import (
    CHANCES_FILE,
    CLOCKS,
    FIRST_TURN,
    KICKS,
    KICKS_LATER,
    LAST_MINUTES,
    LEADS,
    MOST_START,
    NEXT_SCORE,
    PLACES,
    RECEIVES_LATER,
    SECOND_HALF,
    SECOND_TURN,
    TIMEOUT_WAYS,
    WIDEST,
    ChanceTable,
    decided,
    place_of,
    shipped_chances,
)
from chartkit.systems.ddf.many.games import Teams, lay_out, new_block, play_situations, set_up
from chartkit.systems.ddf.many.places import JOB_SIZE, SERIES, WHOLE_GAME
from chartkit.systems.ddf.rules.game import RATING_PARTS
from chartkit.systems.ddf.rules.names import TIMEOUTS_A_HALF
from chartkit.systems.ddf.simulation import DdfSimulation, LeagueCharts

Values = NDArray[np.int64]

#: Up to each lead, how many downs are played from a situation: one score, two scores, more. They are shared out
#: evenly among pairs of teams and threads, at least one each.
SAMPLES = ((8, 150), (16, 30), (WIDEST, 6))
#: How many times more outside the last minutes, where there are fewer situations.
MORE_SAMPLES = 4
#: The spot from which series are played, and how often each one is.
_SERIES_SPOT, SERIES_SAMPLES = 40, 1500
_WORKERS = 2
#: Pairs of teams that share the samples of a situation.
PAIRS = 8
#: Classes of chances in the calibration, and how many games two teams play for it.
BINS, GAMES_A_PAIR = 20, 40
#: Games from which the head start is measured: the home field to a percent.
START_GAMES = 40_000
#: The logistic regression: Newton steps, ridge, and the logarithm of the odds at which a prediction is cut off.
_NEWTON_STEPS, _RIDGE, _SURE = 12, 0.05, 9.0
#: Points of power rating that the report gives as an example.
_BETTER = 5
#: The clock, in tens of seconds, from which on the last minutes are smoothed.
_EVEN_FROM = 8


def _samples(chapter: int, lead: int) -> int:
    often = next(samples for most, samples in SAMPLES if abs(lead) <= most)
    return often if chapter == LAST_MINUTES else MORE_SAMPLES * often


def _is_open(chapter: int, lead: int, place: int) -> bool:
    """Whether the game continues from here: overtime ends with most leads."""
    if chapter in (FIRST_TURN, NEXT_SCORE):
        return lead == 0
    return chapter != SECOND_TURN or (lead >= 0 if place == KICKS else lead <= 0)


def _part(chapter: int, level: int) -> tuple[slice, tuple[int, int, int]]:
    """Where the values of a clock are, and their shape: leads, timeouts, places."""
    start, shape = place_of(chapter, level, -WIDEST, 0), (LEADS, TIMEOUT_WAYS[chapter], PLACES)
    return slice(start, start + LEADS * TIMEOUT_WAYS[chapter] * PLACES), shape


class _Maker:
    """The unfinished table, and two threads, each with a game that holds the whole table."""

    def __init__(self, teams: Teams, seed: int) -> None:
        self._teams, self._seeds = teams, Random(f"dice {seed}")
        self._pairs = Random(f"chances {seed}")
        self.values = np.zeros(MOST_CHANCES, np.int64)
        self._blocks = [new_block(teams) for _ in range(_WORKERS)]
        self.bins = np.zeros((_WORKERS, BINS, 3), np.int64)
        self._threads = ThreadPoolExecutor(_WORKERS)

    def lay(self, name: str, values: Any) -> None:
        """Write a field into the games."""
        for block in self._blocks:
            block[name][0] = values

    def play(self, wanted: list[tuple[int, ...]]) -> Values:
        """The mean outcomes of jobs, their samples shared by pairs of teams at random: no two teams decide."""
        rows = np.array(wanted, np.int64).reshape(len(wanted), JOB_SIZE)
        rows[:, -1] = np.maximum(rows[:, -1] // (PAIRS * _WORKERS), 1)
        out = np.zeros((len(wanted), 2), np.int64)
        for _ in range(PAIRS):
            out += sum(self._play_both(rows))
        return out // (PAIRS * _WORKERS)

    def _play_both(self, rows: Values) -> list[Values]:
        """The outcomes of jobs for two teams, each of them at home once."""
        home, away = self._pairs.sample(range(len(self._teams.codes)), 2)
        for part, block in enumerate(self._blocks):
            set_up(block, self._teams, *((home, away) if part % 2 == 0 else (away, home)))
        seeds = [self._seeds.getrandbits(60) for _ in self._blocks]

        def work(part: int) -> Values:
            mine = np.zeros((len(rows), 2), np.int64)
            play_situations(self._blocks[part], rows.copy(), seeds[part], mine, self.bins[part])
            return mine

        return list(self._threads.map(work, range(_WORKERS)))

    def whole_games(self, games: int) -> NDArray[np.float64]:
        """Games of random pairs, each team at home as often: rows of mean result, home field, points better."""
        job, found = np.array([(WHOLE_GAME, 0, 0, 0, 0, 0, 0, GAMES_A_PAIR // _WORKERS)], np.int64), []
        for _ in range(max(1, games // GAMES_A_PAIR)):
            for block, ((result, home_field),) in zip(self._blocks, self._play_both(job), strict=True):
                home, away = block["power_rating"][0]
                found.append((result / CERTAIN, home_field > 0, (home - away) / RATING_PARTS))
        return np.array(found, float)

    def level(self, chapters: tuple[int, ...], level: int) -> None:
        """All situations of one clock: first those with the ball, then the kickoffs, which lead to them."""
        for chapter in chapters:
            part, shape = _part(chapter, level)
            sure = np.array([decided(lead) for lead in range(-WIDEST, WIDEST + 1)])[:, None, None]
            before = self.values[_part(chapter, level - 1)[0]].reshape(shape) if level else sure
            self.values[part] = np.broadcast_to(before, shape).reshape(-1)
            self._tell(part)
        if level == 0 and chapters != (SECOND_HALF,):
            return
        for places in (range(KICKS), (KICKS,)):
            found = {chapter: self._played(chapter, level, places) for chapter in chapters}
            for chapter, values in found.items():
                part, _ = _part(chapter, level)
                self.values[part] = _smooth(values, TIMEOUT_WAYS[chapter]).reshape(-1)
                self._tell(part)

    def _played(self, chapter: int, level: int, places: Iterable[int]) -> Values:
        """The values of a clock, with some situations played."""
        clock = CLOCKS[chapter][level]
        reach = CLOCKS[chapter][level - 1] if level else clock - 10
        cells = [
            (lead, timeouts, place)
            for lead in range(-WIDEST, WIDEST + 1)
            for timeouts in range(TIMEOUT_WAYS[chapter])
            for place in places
            if _is_open(chapter, lead, place)
        ]
        outcomes = self.play(
            [
                # A kickoff leads to a first down with the same time.
                (
                    chapter,
                    clock,
                    clock if place == KICKS else reach,
                    lead,
                    timeouts,
                    place,
                    0,
                    _samples(chapter, lead),
                )
                for lead, timeouts, place in cells
            ]
        )
        part, shape = _part(chapter, level)
        found = self.values[part].reshape(shape).copy()
        for (lead, timeouts, place), outcome in zip(cells, outcomes[:, 0], strict=True):
            found[lead + WIDEST, timeouts, place] = outcome
        return found

    def _tell(self, part: slice) -> None:
        for block in self._blocks:
            block["chances"][0][part] = self.values[part]


def _rising(values: Values, axis: int) -> Values:
    """The nearest values that never fall along an axis."""
    up = np.maximum.accumulate(values, axis)
    down = np.flip(np.minimum.accumulate(np.flip(values, axis), axis), axis)
    return (up + down) // 2


def _even(values: Values) -> Values:
    """The table with the last minutes smoothed from clock to clock; the last one is as it was played."""
    clocks = len(CLOCKS[LAST_MINUTES])
    whole = slice(_part(LAST_MINUTES, 0)[0].start, _part(LAST_MINUTES, clocks - 1)[0].stop)
    rows, made = values[whole].reshape(clocks, -1), values.copy()
    even = rows.copy()
    for level in range(_EVEN_FROM, clocks):
        near = [min(clocks - 1, level + step) for step in (-2, -1, -1, 0, 0, 0, 1, 1, 2)]
        even[level] = rows[near].mean(axis=0)
    made[whole] = even.reshape(-1)
    return made


def _smooth(found: Values, ways: int) -> Values:
    """A better lead, a better spot and more timeouts than the other side never hurt."""
    values = _rising(found, 0)
    values[:, :, :KICKS] = _rising(values[:, :, :KICKS], 2)
    if ways > 1:
        many = TIMEOUTS_A_HALF + 1
        square = values.reshape(LEADS, many, many, PLACES)
        square = _rising(square, 1)
        values = np.flip(_rising(np.flip(square, 2), 2), 2).reshape(values.shape)
    return values


#: Each depends on those before it; the two of the first half depend on each other.
_ORDER = (
    (NEXT_SCORE,),
    (SECOND_TURN,),
    (FIRST_TURN,),
    (LAST_MINUTES,),
    (SECOND_HALF,),
    (KICKS_LATER, RECEIVES_LATER),
)
STEPS = sum(len(CLOCKS[chapters[0]]) for chapters in _ORDER)


def make_chances(teams: Teams, season: int, seed: int, step: Callable[[], None] = lambda: None) -> ChanceTable:
    """The table of a league; `step` is called after each of `STEPS` clocks."""
    maker = _Maker(teams, seed)
    distances = range(1, FAR_TO_GO + 1)
    jobs = [
        (SERIES, down, _SERIES_SPOT, to_go, 0, 0, 0, SERIES_SAMPLES) for down in (1, 2, 3) for to_go in distances
    ]
    outcomes = maker.play([*jobs, (SERIES, 3, 98, 2, 0, 0, 0, SERIES_SAMPLES)])
    rows = outcomes[:-1].reshape(3, FAR_TO_GO, 2)
    play = (CERTAIN, *(int(each) for each in _falling(rows[2, :, 0])))
    series = [(CERTAIN, *(int(each) for each in _falling(row))) for row in rows[:, :, 1]]
    figures = {
        "chance_play": play,
        "chance_series": (*series, play),
        "chance_two_points": int(outcomes[-1, 0]),
    }
    for name, value in figures.items():
        maker.lay(name, value)
    for chapters in _ORDER:
        for level in range(len(CLOCKS[chapters[0]])):
            maker.level(chapters, level)
            step()
    maker.values[:] = _even(maker.values)
    maker.lay("chances", maker.values)
    home, rating = head_start(maker.whole_games(START_GAMES))
    return ChanceTable(
        season, array("h", maker.values.tolist()), play, (*series, play), int(outcomes[-1, 0]), home, rating
    )


def laid_out(held: LeagueCharts) -> Teams:
    """The teams of a league with their charts and coach tables, for advanced play."""
    coaches = {code: own for code in held.charts if (own := held.coach_table(code))}
    return lay_out(held.charts, held.generic, DdfSimulation().rules("advanced"), coaches)


def head_start(played: NDArray[np.float64]) -> tuple[int, int]:
    """What the home field and a point of power rating multiply the odds of a game by: thousandths of the logarithm.

    Both come from one logistic regression, since teams with a home field are also better than others. Where no game
    has a home field, or all teams are even, that number is 0.
    """
    result, causes, found = played[:, 0], played[:, 1:], np.zeros(2)
    for _ in range(_NEWTON_STEPS):
        chance = 1 / (1 + np.exp(-np.clip(causes @ found, -_SURE, _SURE)))
        curve = (causes * (chance * (1 - chance))[:, None]).T @ causes
        # The ridge keeps the answer finite where the games do not tell.
        found += np.linalg.solve(curve + _RIDGE * np.eye(2), causes.T @ (result - chance) - _RIDGE * found)
    home, rating = (min(max(round(1000 * each), -MOST_START), MOST_START) for each in found.tolist())
    return home, rating


def at_kickoff(start: int) -> float:
    """The chance to win of a team with a head start in thousandths of the logarithm of the odds."""
    return 1 / (1 + exp(-start / 1000))


def _falling(values: Values) -> Values:
    """More yards are never easier."""
    found: Values = np.flip(_rising(np.flip(values), 0))
    return found


@dataclass(frozen=True)
class Calibrated:
    """What the table predicted, class by class, and how the games ended."""

    #: (first downs, mean chance, share of the games won) of each class that was met.
    classes: tuple[tuple[int, float, float], ...]

    @property
    def error(self) -> float:
        """The mean distance of chance and result, weighted by first downs."""
        met = sum(number for number, _, _ in self.classes)
        return sum(number * abs(said - won) for number, said, won in self.classes) / met


def calibrate(teams: Teams, table: ChanceTable, games: int, seed: int) -> Calibrated:
    """Play games between any teams and compare."""
    maker = _Maker(replace(teams, habits={**teams.habits, **table.fields}), seed)
    maker.whole_games(games)
    bins = maker.bins.sum(axis=0)
    return Calibrated(
        tuple(
            (int(number), float(said / number / CERTAIN), float(won / number / CERTAIN))
            for number, said, won in bins
            if number
        )
    )


class _ToBeMade(DdfSimulation):
    """Loads a build without its table, which may be broken: a new one takes its place."""

    def read_chances(self, build: Path) -> ChanceTable:
        return shipped_chances()


def make_and_report(build: Path, games: int, seed: int, progress: Progress) -> Report:
    """Make and write the table, then compare it with games."""
    league = load_league(_ToBeMade(), build)
    teams, done = laid_out(league.charts), 0

    def step() -> None:
        nonlocal done
        done += 1
        progress("chances to win", done, STEPS)

    table = make_chances(teams, league.season, seed, step)
    table.save(build / CHANCES_FILE)
    found = calibrate(teams, table, games, seed + 1)
    rows = tuple((f"{number:,}", f"{100 * said:.1f}", f"{100 * won:.1f}") for number, said, won in found.classes)
    better = 100 * at_kickoff(_BETTER * table.rating)
    hosts = f"; the home field {100 * at_kickoff(table.home):.1f}%" if table.home else ""
    under = (
        f"{100 * found.error:.1f} points apart in the mean; {games:,} games that the table was not made of",
        f"before the toss a rating {_BETTER} points better wins {better:.1f}%{hosts}",
    )
    shown = Table("Chance to win: predicted and played", ("first downs", "predicted %", "won %"), rows, under=under)
    return Report(
        data={
            "season": league.season,
            "seed": seed,
            "games": games,
            "mean_error": round(found.error, 5),
            "home": table.home,
            "rating": table.rating,
            "classes": [
                {"first_downs": number, "predicted": round(said, 5), "won": round(won, 5)}
                for number, said, won in found.classes
            ],
        },
        tables=(shown,),
    )
