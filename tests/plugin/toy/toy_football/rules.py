"""A game of Toy Football: at the table, and many times for the league."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from chartkit import systems
from chartkit.files import dumps, write_text
from chartkit.football.teams import SeasonTeam
from chartkit.league import (
    Certificate,
    Fixture,
    League,
    RecordedGame,
    Rules,
    SeasonFile,
    Simulation,
    Simulator,
    read_certificate,
)
from chartkit.systems.base import Referee
from chartkit.systems.table import ComputerGame, GameOrder, Scene
from toy_football.teams import HERE, POINTS, Team, ToyCharts

DRIVES = 12
STATISTICS = ("points", "touchdowns", "field_goals", "drives")


def play_drives(teams: tuple[Team, Team], random: Random) -> Iterator[tuple[int, str]]:
    """The drives of a game, turn by turn: side (0 is at home) and result."""
    for number in range(2 * DRIVES):
        side = number % 2
        result, stop = teams[side].drives[str(random.randint(1, 6))], random.randint(1, 6)
        yield side, "-" if stop <= teams[1 - side].stops else result


def count(drives: Sequence[tuple[int, str]]) -> list[list[int]]:
    """The statistics of both sides."""
    sides = [[result for who, result in drives if who == side] for side in (0, 1)]
    return [
        [sum(POINTS[result] for result in each), each.count("TD"), each.count("FG"), len(each)] for each in sides
    ]


class ToyGame(ComputerGame):
    """One game between two computers; the seed and the teams say it all."""

    def __init__(self, home: Team, away: Team, seed: int | str) -> None:
        self.sides, self.seed, self.teams = (home, away), seed, (home.code, away.code)
        self.title = f"{away.code} at {home.code}, Toy Football"
        self.drives = list(play_drives(self.sides, Random(f"toy {seed}")))

    def final(self) -> str:
        return ", ".join(f"{code} {points}" for code, points in self.to_json()["score"].items())

    def to_json(self) -> dict[str, Any]:
        points = [numbers[0] for numbers in count(self.drives)]
        return {"seed": self.seed, "score": dict(zip(self.teams, points, strict=True))}

    def save(self, path: Path) -> None:
        home, away = (team.to_json() for team in self.sides)
        write_text(
            path, dumps({"format": "toy/game@1", "game": "toy", "seed": self.seed, "home": home, "away": away})
        )

    def scenes(self, *, plain: bool) -> Iterator[Scene]:
        for number, (side, result) in enumerate(self.drives, 1):
            yield Scene(number, f"drive {number}", (), f"{self.teams[side]}: {result}", {"result": result})


class ToyReferee(Referee):
    """Games at the table."""

    game = "Toy Football"

    def new_game(self, order: GameOrder) -> ToyGame:
        folder = order.build or next(iter(systems.builds("toy")), Path())
        files = [Path(name) for name in (order.home, order.away)]
        home, away = (file if file.suffix else folder / "charts" / f"{file}.json" for file in files)
        return ToyGame(ToyCharts().load(home), ToyCharts().load(away), order.seed)

    def recorded_game(self, file: Path) -> ToyGame:
        data = json.loads(file.read_text("utf-8"))
        return ToyGame(Team.from_json(data["home"]), Team.from_json(data["away"]), data["seed"])


class ToySimulation(Simulation):
    """Toy Football for the league."""

    game, name = "Toy Football", "toy"
    statistics = STATISTICS
    engines = {"table": 20000}  # noqa: RUF012

    def read_charts(self, build: Path, season: SeasonFile, teams: Sequence[SeasonTeam]) -> dict[str, Team]:
        return {team.code: ToyCharts().load(build / "charts" / f"{team.code}.json") for team in teams}

    def simulator(self, league: League, rules: Rules, seed: int, engine: str) -> Simulator:
        return ToySimulator(league.charts, seed)

    def certificate(self) -> Certificate:
        return read_certificate(HERE / "data" / "figures.toml")


class ToySimulator(Simulator):
    """Plays fixtures."""

    def __init__(self, charts: dict[str, Team], seed: int) -> None:
        self.charts, self.seed = charts, seed

    def play(self, fixtures: Sequence[Fixture], runs: Sequence[int]) -> np.ndarray:
        return np.array([[count(self._drives(each, run)) for run in runs] for each in fixtures], np.int16)

    def _drives(self, fixture: Fixture, run: int) -> list[tuple[int, str]]:
        random = Random(f"{self.seed} {fixture.number} {run}")
        drives = list(play_drives((self.charts[fixture.home], self.charts[fixture.away]), random))
        (home, *_), (away, *_) = count(drives)
        # Somebody must win a playoff game.
        return [*drives, (random.randint(0, 1), "TD")] if fixture.playoff and home == away else drives

    def record(self, fixture: Fixture, run: int) -> RecordedGame:
        home, away = (dict(zip(STATISTICS, each, strict=True)) for each in count(self._drives(fixture, run)))
        return RecordedGame((home["points"], away["points"]), (home, away), [str(away), str(home)], ())
