"""One game as a value: played, read from its file, or going on with people at the table.

    table = new_table("WND", "BRK", coaches=("human", "sharp"))
    table.view("WND")["prompt"]
    table.answer("WND", "6-SHORT")

A view is plain JSON data, without anything that its seat must not know yet.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast, get_args

from chartkit import systems
from chartkit.api import display
from chartkit.api.charts import Chart, chart_named, file_of
from chartkit.errors import InputError, UnknownNameError
from chartkit.files import as_path, write_csv
from chartkit.findings import nearest, unknown_name
from chartkit.systems.base import Referee
from chartkit.systems.table import HUMAN, GameOrder, TableGame, Until

if TYPE_CHECKING:
    import pandas as pd

#: Games with people are kept here.
FOLDER = Path("games")
_UNTIL = get_args(Until)


@dataclass(frozen=True, eq=False)
class Game:
    """A game, played to its end or as far as its file goes."""

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
        """The seed: it repeats the game."""
        return self.table.seed

    @cached_property
    def data(self) -> dict[str, Any]:
        """The game in a nutshell, as `chartkit game --json` prints it."""
        return self.table.to_json()

    @property
    def score(self) -> Mapping[str, int]:
        """Points by team."""
        return cast(Mapping[str, int], self.data["score"])

    @property
    def box(self) -> Mapping[str, Any]:
        """The box score as data; `print(game)` shows it."""
        return cast(Mapping[str, Any], self.data["box"])

    @property
    def play_by_play(self) -> Sequence[str]:
        """The game in words, a line a play."""
        return cast(Sequence[str], self.data["play_by_play"])

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
    """The saved games among some files, in the order of the files."""
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


def _referee(order: GameOrder, log: Path | None = None) -> Referee:
    """The referee of the game that the files say: a game file, chart files, or the build that the teams are in."""
    charts = [Path(name) for name in (order.away, order.home) if Path(name).is_file()]
    said = [log] if log else charts or ([order.build] if order.build else systems.builds()[:1])
    referee = systems.of_file(*said).referee()
    for name in order.coaches:
        if name and name not in referee.coaches():
            guess = nearest(name, referee.coaches())
            remedy = f"Did you mean {guess}?" if guess else f"The coaches are {', '.join(referee.coaches())}."
            raise UnknownNameError(f"there is no coach {name!r}.", remedy=remedy)
    return referee


def new_game(order: GameOrder) -> TableGame:
    """Set the table; a game with a person has a file: that of the order, else a free name in games/."""
    game = _referee(order).new_game(order)
    if game.has_person and game.file is None:
        stem = "-at-".join(reversed(game.teams))
        names = (FOLDER / f"{stem}{f'-{number}' if number > 1 else ''}.json" for number in count(1))
        game.file = next(path for path in names if not path.exists())
    return game


def resumed_game(order: GameOrder) -> TableGame:
    """Go on with the game file of an order, else with the game in games/ that was played last and is not over."""
    referee = _referee(order, order.log)
    file = order.log or next(iter(referee.open_games(FOLDER)), None)
    if file is None:
        raise InputError(
            f"there is no open game in {FOLDER}/.",
            remedy="Name its file with --log FILE, or begin one: chartkit game AWAY HOME.",
        )
    return referee.resumed_game(file, replace(order, log=file))


def play(
    away: Chart | str,
    home: Chart | str,
    *,
    seed: int | str | None = None,
    coach: str | tuple[str, str] = "",
    basic: bool = False,
    options: Mapping[str, Any] | None = None,
) -> Game:
    """Play one game between charts of any seasons, under computer coaches. Names are teams of the newest build.

    `coach` is one name for both or (visitors', home team's); empty takes the best that the files allow. `options`
    switches single rules: `{"audibles": False}`. Without a seed every game is a new one; `game.seed` repeats it.
    """
    away, home = chart_named(away), chart_named(home)
    referee = systems.find(away.of_same_game(home).game).referee()
    coaches = (coach, coach) if isinstance(coach, str) else coach
    if HUMAN in coaches:
        raise unknown_name(HUMAN, [name for name in referee.coaches() if name != HUMAN])
    with ExitStack() as files:
        order = GameOrder(
            away=str(files.enter_context(file_of(away))),
            home=str(files.enter_context(file_of(home))),
            seed=any_seed() if seed is None else seed,
            preset="basic" if basic else "advanced",
            options=tuple(f"{name}={_switch(value)}" for name, value in (options or {}).items()),
            coaches=coaches,
        )
        table = new_game(order)
        table.play(None)
    return Game(table)


def _switch(value: Any) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


# With people.


class GameTable:
    """A game on the table. Every change gives the question a new number, so that no answer counts twice."""

    def __init__(self, game: TableGame) -> None:
        self.game = game
        #: Counts the questions, including those that are asked again after plays were taken back.
        self.number = 1
        if game.has_person:
            game.begin()
        elif not game.is_over:
            game.play(None)

    @property
    def file(self) -> Path | None:
        """Where the game is saved after every answer."""
        return self.game.file

    @property
    def asked(self) -> str:
        """The team whose person is asked; empty when nobody is."""
        return self.game.prompt.seat if self.game.prompt else ""

    def view(self, seat: str, since: int | None = None) -> dict[str, Any]:
        """The table as a seat sees it, with the number of the question; with `since` the log from there on too."""
        shown = {"number": self.number, "people": self.game.people, **asdict(self.game.view(seat))}
        return shown if since is None else {**shown, "lines": self.lines(since)}

    def lines(self, since: int = 0) -> list[dict[str, Any]]:
        """The log after the first `since` plays."""
        return [asdict(line) for line in self.game.lines(since)]

    def answer(self, seat: str, line: str, number: int | None = None) -> str:
        """Answer the open question; gives the reason if a part of it was not accepted. An old number is refused."""
        prompt = self.game.prompt
        if prompt is None:
            raise InputError("nobody is asked anything: the game is over.")
        if number not in (None, self.number):
            raise InputError("this question was answered already.", remedy="Look at the table again.")
        if prompt.seat != seat and prompt.kind != "dice":
            raise InputError(f"{prompt.seat} is asked, not {seat}.")
        reply = self.game.answer(line)
        if not reply.is_play:
            raise InputError("this is not an answer.", remedy="Name one of the choices.")
        self.number += 1
        return reply.refusal

    def undo_to(self, number: int) -> None:
        """Take back a line of the log and all after it; the dice stay the same."""
        self.game.undo_to(number)
        self.number += 1

    def roll_own(self, own: bool) -> None:
        """From here on people roll their own dice, or the computer rolls."""
        self.game.roll_own(own)
        self.number += 1

    def skip(self, until: str) -> None:
        """A computer coach plays for the people until the next score, the two-minute warning or the end."""
        if until not in _UNTIL:
            raise unknown_name(until, _UNTIL)
        self.game.skip(cast(Until, until))
        self.number += 1

    def cards(self) -> dict[str, list[dict[str, Any]]]:
        """The cards of both teams, a table for each part."""
        return {team: display.tables_to_json(cards) for team, cards in self.game.cards().items()}

    def odds(self, number: int | None = None) -> list[dict[str, Any]]:
        """What the calls give here, or what the odds of a play of the log were."""
        return display.tables_to_json(self.game.odds(number))

    def book(self) -> list[dict[str, Any]]:
        """The box score, a table for each part."""
        return display.tables_to_json(self.game.book())


def table_games() -> dict[str, dict[str, Any]]:
    """The games that can be played at a table: title, coaches, options, builds."""
    return {
        game.name: {
            "title": game.title,
            "coaches": list(game.referee().coaches()),
            "options": [asdict(option) for option in game.referee().options()],
            "builds": [str(build) for build in systems.builds(game.name)],
        }
        for game in systems.installed()[0]
        if game.offers("referee")
    }


def new_table(
    away: str,
    home: str,
    *,
    build: str | Path | None = None,
    coaches: tuple[str, str] = ("", ""),
    seed: int | str | None = None,
    basic: bool = False,
    options: Mapping[str, str] | None = None,
    typed_dice: bool = False,
    file: str | Path | None = None,
) -> GameTable:
    """Set the table for two teams of a build, or two chart files; `coaches` are the visitors' and the home team's.

    A game with a person is saved after every answer: in `file`, else under a free name in games/.
    """
    order = GameOrder(
        away=away,
        home=home,
        seed=any_seed() if seed is None else seed,
        preset="basic" if basic else "advanced",
        options=tuple(f"{name}={value}" for name, value in (options or {}).items()),
        coaches=coaches,
        build=as_path(build),
        typed_dice=typed_dice,
        # Whoever looks at the table may ask for the reasons of any play.
        why=True,
        log=as_path(file),
    )
    return GameTable(new_game(order))


def open_table(file: str | Path) -> GameTable:
    """Go on with a game file, or look at one that is over."""
    path = Path(file)
    referee = systems.of_file(path).referee()
    if path in referee.open_games(path.parent):
        return GameTable(referee.resumed_game(path, GameOrder("", "", 0, log=path)))
    return GameTable(referee.recorded_game(path))
