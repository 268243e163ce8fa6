"""One game as a value: played or read from its file, with box score, play-by-play and a data frame of its plays."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chartkit import systems
from chartkit.api import display
from chartkit.api.charts import Chart, file_of
from chartkit.files import write_csv
from chartkit.findings import unknown_name
from chartkit.systems.table import GameOrder, TableGame

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Game:
    """A game that was played to its end, or as far as its file goes."""

    #: The game as its own system has it.
    table: TableGame

    @classmethod
    def load(cls, path: str | Path) -> Game:
        """Read a game file; every event of it is checked by the rules."""
        return cls(systems.of_file(Path(path)).referee().recorded_game(Path(path)))

    @property
    def title(self) -> str:
        """Who played whom, under which coaches."""
        return self.table.title

    @property
    def seed(self) -> int | str | None:
        """What repeats the game."""
        return self.table.seed

    @cached_property
    def data(self) -> dict[str, Any]:
        """The game in a nutshell, as `chartkit game --json` prints it."""
        return self.table.to_json()

    @property
    def score(self) -> Mapping[str, int]:
        """Points by team."""
        score: Mapping[str, int] = self.data["score"]
        return score

    @property
    def box(self) -> Mapping[str, Any]:
        """The box score as data; `print(game)` shows it."""
        box: Mapping[str, Any] = self.data["box"]
        return box

    @property
    def play_by_play(self) -> Sequence[str]:
        """The game in words, a line a play."""
        lines: Sequence[str] = self.data["play_by_play"]
        return lines

    @cached_property
    def plays(self) -> pd.DataFrame:
        """A row a play, in the columns of the nflverse files."""
        columns, rows = self.table.export()
        return display.frame(rows, columns)

    def export(self, path: str | Path) -> Path:
        """Write the plays as .csv or .csv.gz, for `read_plays` and other programs."""
        write_csv(Path(path), *self.table.export())
        return Path(path)

    def save(self, path: str | Path) -> Path:
        """Write the game file; `load` and `chartkit replay` show the game again."""
        self.table.save(Path(path))
        return Path(path)

    def __repr__(self) -> str:
        return f"<Game {self.table.final()}, seed {self.seed}>"

    def __str__(self) -> str:
        return "\n".join([self.title, *self.table.box(), self.table.final()])

    def _repr_html_(self) -> str:
        return display.html(f"{self.title}. {self.table.final()}", text="\n".join(self.table.box()))


@dataclass(frozen=True)
class SavedGame:
    """What a game file says of itself, before its events are checked."""

    file: Path
    #: The game system.
    game: str
    title: str
    away: str
    home: str
    score: Mapping[str, int]
    is_over: bool


def saved_games(files: Iterable[Path]) -> list[SavedGame]:
    """The game files among some files, in the same order; what is none is left out."""
    games = {game.name: game for game in systems.installed()[0] if game.offers("referee")}
    unfinished: dict[tuple[str, Path], set[Path]] = {}
    found = []
    for file in files:
        try:
            data = json.loads(file.read_text("utf-8"))
            name = data.get("game", systems.DEFAULT)
            home, away = data["score"]
            referee = games[name].referee()
            if "events" not in data:
                continue
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            continue
        place = name, file.parent
        if place not in unfinished:
            unfinished[place] = set(referee.open_games(file.parent))
        is_over = file not in unfinished[place]
        found.append(SavedGame(file, name, games[name].title, away, home, data["score"], is_over))
    return found


def any_seed() -> int:
    """A new seed for a game that need not be repeated."""
    return random.SystemRandom().randrange(1_000_000)


def play(
    away: Chart,
    home: Chart,
    *,
    seed: int | str | None = None,
    coach: str | tuple[str, str] = "",
    basic: bool = False,
    options: Mapping[str, Any] | None = None,
) -> Game:
    """Play one game between two charts, of any seasons, under computer coaches.

    `coach` is one name for both or (visitors', home team's); empty takes the best that the files allow. `options`
    switches single rules: `{"audibles": False}`. Without a seed every game is a new one; `game.seed` repeats it.
    """
    referee = systems.find(away.of_same_game(home).game).referee()
    coaches = (coach, coach) if isinstance(coach, str) else coach
    for name in coaches:
        if name and (name not in referee.coaches() or name == "human"):
            raise unknown_name(name, [each for each in referee.coaches() if each != "human"])
    with ExitStack() as files:
        order = GameOrder(
            away=str(files.enter_context(file_of(away))),
            home=str(files.enter_context(file_of(home))),
            seed=any_seed() if seed is None else seed,
            preset="basic" if basic else "advanced",
            options=tuple(f"{name}={_switch(value)}" for name, value in (options or {}).items()),
            coaches=coaches,
        )
        table = referee.new_game(order)
        table.play(None)
    return Game(table)


def _switch(value: Any) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
