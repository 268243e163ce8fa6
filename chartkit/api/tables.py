"""Games with people as values: a table is set or taken up again, shown to its seats, answered, taken back.

    table = new_table("WND", "BRK", coaches=("human", "sharp"))
    table.view("WND")["prompt"]
    table.answer("WND", "6-SHORT")

A view is plain data that JSON can hold, and has nothing that its seat may not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from itertools import count
from pathlib import Path
from typing import Any

from chartkit import systems
from chartkit.api.games import any_seed
from chartkit.errors import InputError
from chartkit.files import as_path
from chartkit.findings import unknown_name
from chartkit.pages import Table
from chartkit.systems.base import Referee
from chartkit.systems.table import GameOrder, TableGame, Until

#: Games with people are kept here.
GAMES = Path("games")
UNTIL: tuple[Until, ...] = ("score", "two minutes", "end")


class GameTable:
    """A game on the table. Every change gives the question a new number, so that an answer is taken once."""

    def __init__(self, game: TableGame) -> None:
        self.game = game
        #: Counts the questions that were put, those that came again after taking back too.
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
        """Answer the open question; gives why a part of it was not taken. An old number is refused."""
        prompt = self.game.prompt
        if prompt is None:
            raise InputError("nobody is asked anything: the game is over.")
        if number not in (None, self.number):
            raise InputError("this question was answered already.", remedy="Look at the table again.")
        if prompt.seat != seat and prompt.kind != "dice":
            raise InputError(f"{prompt.seat} is asked, not {seat}.")
        reply = self.game.answer(line)
        if not reply.is_play:
            raise InputError("this is no answer.", remedy="Name one of the choices.")
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
        wanted = next((each for each in UNTIL if each == until), None)
        if wanted is None:
            raise unknown_name(until, UNTIL)
        self.game.skip(wanted)
        self.number += 1

    def cards(self) -> dict[str, list[dict[str, Any]]]:
        """The cards of both teams, a table for each part."""
        return {team: [table_to_json(each) for each in cards] for team, cards in self.game.cards().items()}

    def odds(self, number: int | None = None) -> list[dict[str, Any]]:
        """What the calls give here, or what the odds of a play of the log were."""
        return [table_to_json(each) for each in self.game.odds(number)]

    def book(self) -> list[dict[str, Any]]:
        """The box score, a table for each part."""
        return [table_to_json(each) for each in self.game.book()]


def table_to_json(table: Table) -> dict[str, Any]:
    """A table as data: title, headings, rows, which headings stand left, lines under it."""
    return {**asdict(table), "left": [heading for heading in table.headings if heading in table.left]}


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
    charts = [Path(name) for name in (away, home) if Path(name).is_file()]
    folder = Path(build) if build is not None else None
    referee = systems.of_file(*(charts or ([folder] if folder else systems.builds()[:1]))).referee()
    for name in coaches:
        if name and name not in referee.coaches():
            raise unknown_name(name, referee.coaches())
    game = referee.new_game(
        GameOrder(
            away=away,
            home=home,
            seed=any_seed() if seed is None else seed,
            preset="basic" if basic else "advanced",
            options=tuple(f"{name}={value}" for name, value in (options or {}).items()),
            coaches=coaches,
            build=folder,
            typed_dice=typed_dice,
            # Whoever looks at the table may ask for the reasons of any play.
            why=True,
            log=as_path(file),
        )
    )
    if game.has_person and game.file is None:
        game.file = free_name(game)
    return GameTable(game)


def open_table(file: str | Path) -> GameTable:
    """Go on with a game file, or look at one that is over."""
    path = Path(file)
    referee: Referee = systems.of_file(path).referee()
    if path in referee.open_games(path.parent):
        return GameTable(referee.resumed_game(path, GameOrder("", "", 0, log=path)))
    return GameTable(referee.recorded_game(path))


def free_name(game: TableGame) -> Path:
    """A file of its own for every game with a person: games/WND-at-BRK.json, WND-at-BRK-2.json."""
    stem = "-at-".join(reversed(game.teams))
    names = (f"{stem}{f'-{number}' if number > 1 else ''}.json" for number in count(1))
    return next(GAMES / name for name in names if not (GAMES / name).exists())
