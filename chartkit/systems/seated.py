"""A game with people at the table: what is the same in every game of its names, its file and its words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from chartkit.errors import ChartkitError, InputError
from chartkit.files import write_text
from chartkit.pages import Table
from chartkit.plays import NFLVERSE_COLUMNS
from chartkit.systems.box_score import GAME_BOOK, Forms, box_page, box_tables
from chartkit.systems.replaying import game_file_text
from chartkit.systems.table import DICE_SAID, Prompt, Reply, Side, Until, View, line_number, whose_dice

#: The coach who is a person at the table.
HUMAN = "human"
_LEAVE = ("quit", "exit", "q")
#: More plays than this are nobody's to take back.
_MOST_UNDONE = 1000


class SeatedGame(ABC):
    """The part of a `TableGame` that does not depend on the game that is played."""

    #: The parts of the box score, and how each is printed.
    forms: ClassVar[Forms] = GAME_BOOK

    def __init__(
        self,
        teams: tuple[str, str],
        clubs: tuple[str, str],
        seasons: tuple[int, int],
        seed: int | str | None,
        coach_names: tuple[str, str],
        *,
        typed_dice: bool,
    ) -> None:
        #: Of home team and visitor: codes, city and nickname, seasons, coaches.
        self.teams, self.clubs, self.seasons, self.coach_names = teams, clubs, seasons, coach_names
        #: The season whose rules hold.
        self.season, self.seed = seasons[0], seed
        #: People roll their own dice.
        self.typed_dice = typed_dice
        self.has_person = typed_dice or HUMAN in coach_names
        #: Where a game with a person is saved after every answer.
        self.file: Path | None = None
        #: Home, visitor: `#rrggbb`, or empty.
        self.colours = ("", "")

    # What the game says of itself.

    @property
    @abstractmethod
    def score(self) -> tuple[int, int]:
        """Home, visitor."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the final whistle has blown."""

    @property
    @abstractmethod
    def play_count(self) -> int:
        """How many plays there have been."""

    @property
    @abstractmethod
    def prompt(self) -> Prompt | None:
        """What is asked now; None when the game is over."""

    @abstractmethod
    def answer(self, line: str) -> Reply:
        """Answer the open question and nothing else."""

    @abstractmethod
    def look_up(self, word: str, rest: str) -> Iterable[str] | None:
        """What a word of the table shows; None for a word that shows nothing."""

    @abstractmethod
    def take_back(self, plays: int) -> int:
        """Take back so many plays that people had a part in; gives how many were."""

    @abstractmethod
    def cut(self, number: int) -> None:
        """Take back a line of the log and all after it."""

    @abstractmethod
    def roll_own(self, own: bool) -> None:
        """From here on people roll their own dice, or the computer rolls."""

    @abstractmethod
    def news(self) -> Iterable[str]:
        """The plays that were not told yet."""

    @abstractmethod
    def now(self) -> Any:
        """The situation: something with the score and the time outs."""

    @abstractmethod
    def late_period(self, situation: Any) -> int:
        """The period whose last two minutes a situation is in; 0 for an earlier one."""

    @abstractmethod
    def play_on(self, is_there: Callable[[Any], bool]) -> None:
        """Computers sit in for the people until a situation is there, or the game is over."""

    @abstractmethod
    def bare_view(self) -> View:
        """The clock, the ball and the drive; the rest is the same in every game."""

    @abstractmethod
    def odds_here(self) -> Sequence[Table]:
        """What the calls of this situation give."""

    @abstractmethod
    def odds_of(self, number: int) -> Sequence[Table]:
        """What the odds of a play were; plays are counted from 0."""

    @abstractmethod
    def box_data(self) -> Mapping[str, Any]:
        """The box score (`systems.box_score`)."""

    @abstractmethod
    def rows(self) -> Iterable[Mapping[str, Any]]:
        """The play-by-play in the columns of a season's file."""

    @abstractmethod
    def file_data(self) -> Mapping[str, Any]:
        """The game file."""

    # What follows from that.

    @property
    def title(self) -> str:
        """Who plays whom, under which coaches."""
        home, away = self.coach_names
        coached = f" ({away} against {home})" if home else ""
        one, other = (f"{season} {club}".strip() for season, club in zip(self.seasons, self.clubs, strict=True))
        return f"{other} at {one}{coached}"

    @property
    def people(self) -> tuple[str, ...]:
        """The teams that a person coaches."""
        return tuple(code for code, name in zip(self.teams, self.coach_names, strict=True) if name == HUMAN)

    def final(self) -> str:
        """The score in one line."""
        (home, away), score = self.teams, self.score
        return f"{'Final' if self.is_over else 'Not over'}: {away} {score[1]}, {home} {score[0]}"

    def view(self, seat: str) -> View:
        """The table as the person of a team may see it; whoever rolls real dice sees what is rolled for."""
        prompt = self.prompt
        is_own = prompt is not None and (prompt.seat == seat or prompt.kind == "dice")
        timeouts = self.now().timeouts
        home, away = (
            Side(
                code, self.clubs[team], self.colours[team], self.score[team], timeouts[team], self.coach_names[team]
            )
            for team, code in enumerate(self.teams)
        )
        return replace(
            self.bare_view(),
            title=self.title,
            sides=(away, home),
            play_count=self.play_count,
            is_over=self.is_over,
            prompt=prompt if is_own else None,
            waiting_for=prompt.seat if prompt else "",
            final=self.final(),
            own_dice=self.typed_dice,
        )

    def odds(self, number: int | None = None) -> Sequence[Table]:
        """What the calls of this situation give, or what the odds of a play of the log were."""
        return self.odds_here() if number is None else self.odds_of(line_number(number, self.play_count) - 1)

    def book(self) -> Sequence[Table]:
        """The box score."""
        return box_tables(self.box_data(), self.teams, self.forms)

    def box(self) -> Iterator[str]:
        """The box score, line by line."""
        return box_page(self.box_data(), self.teams, self.forms)

    def export(self) -> tuple[Sequence[str], Iterator[Mapping[str, Any]]]:
        """Columns and rows for a season's play-by-play file."""
        return NFLVERSE_COLUMNS, iter(self.rows())

    def say(self, line: str) -> Reply:
        """Answer, look something up, take back, save or leave, in the words of the table."""
        word, _, rest = " ".join(line.split()).partition(" ")
        command, rest = word.lower(), rest.strip()
        try:
            if command in _LEAVE:
                return Reply(leave=True)
            if command == "undo":
                return self._undo(rest)
            if command == "save":
                return self._save_copy(rest)
            if command == "dice":
                self.roll_own(whose_dice(rest.lower()))
                return Reply((DICE_SAID[self.typed_dice], *self.news()), is_play=True)
            shown = self.look_up(command, rest.lower())
            return self.answer(line) if shown is None else Reply(tuple(shown))
        except ChartkitError as wrong:
            return Reply((str(wrong),), mistake=True)

    def _undo(self, rest: str) -> Reply:
        if rest and not (rest.isascii() and rest.isdigit() and 0 < int(rest) < _MOST_UNDONE):
            raise InputError(f"undo takes a number of plays, not {rest!r}.")
        taken = self.take_back(int(rest or 1))
        self.keep()
        said = {0: "Nothing to take back.", 1: "The last play is taken back."}
        return Reply((said.get(taken, f"The last {taken} plays are taken back."), *self.news()), is_play=True)

    def undo_to(self, number: int) -> None:
        """Take back a line of the log and all after it."""
        self.cut(line_number(number, self.play_count))
        self.keep()

    def skip(self, until: Until) -> None:
        """A computer coach plays for the people until then."""
        if self.typed_dice:
            raise InputError("you roll your own dice.", remedy="Let the computer roll first: dice computer.")
        score, late = list(self.now().score), self.late_period(self.now())

        def is_there(situation: Any) -> bool:
            if until == "score":
                return list(situation.score) != score
            return until == "two minutes" and self.late_period(situation) not in (0, late)

        self.play_on(is_there)
        self.keep()

    def keep(self) -> None:
        """Save a game that has a file."""
        if self.file is not None:
            self.save(self.file)

    def _save_copy(self, rest: str) -> Reply:
        target = Path(rest) if rest else self.file
        if target is None:
            raise InputError("save where? Type: save FILE")
        self.save(target)
        return Reply((f"saved to {target}",))

    def save(self, path: Path) -> None:
        """Write the game file."""
        write_text(path, game_file_text(self.file_data()))

    def seats_data(self, own_rolls: Iterable[int]) -> dict[str, Any]:
        """Who coaches, who rolls, and the rolls that people typed, as a game file has it."""
        home, away = self.coach_names
        return {
            "coaches": {"home": home, "away": away},
            "dice": "typed" if self.typed_dice else "seeded",
            "own_rolls": sorted(own_rolls),
        }

    def in_a_nutshell(
        self, options: Mapping[str, Any], told: Sequence[str], box: Mapping[str, Any]
    ) -> dict[str, Any]:
        """The game as data, with its rules, its plays in words and its box score."""
        home, away = self.teams
        return {
            "home": home,
            "away": away,
            "season": self.season,
            "seed": self.seed,
            "coaches": {home: self.coach_names[0], away: self.coach_names[1]},
            "options": options,
            "over": self.is_over,
            "score": {home: self.score[0], away: self.score[1]},
            "play_by_play": list(told),
            "box": box,
        }


def typed_rolls(data: Mapping[str, Any], rolls: int) -> set[int]:
    """The rolls of a game file that people typed; one that does not tell them has all or none."""
    return set(data.get("own_rolls", range(rolls) if data.get("dice") == "typed" else ()))
