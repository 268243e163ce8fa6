"""A game on the table, for whoever shows it: the terminal, a page, a program.

A `TableGame` asks questions (`prompt`), takes answers (`say`, `answer`), and shows itself as values (`view`,
`lines`, `cards`, `book`, `odds`). None of them holds what a seat may not know yet: the calls of a play come with
its line. A `SeatedGame` has people; it writes its names, its file and its words as every such game does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Literal

from chartkit.errors import ChartkitError, InputError, NotOffered
from chartkit.files import write_text
from chartkit.pages import Table
from chartkit.plays import NFLVERSE_COLUMNS
from chartkit.systems.replaying import game_file_text
from chartkit.systems.statistics import GAME_BOOK, Forms, box_page, box_tables

#: How far a person lets the computer play on.
Until = Literal["score", "two minutes", "end"]
#: The coach who is a person at the table.
HUMAN = "human"
_LEAVE = ("quit", "exit", "q")
#: More plays than this are nobody's to take back.
_MOST_UNDONE = 1000
#: What is said when the dice change hands: the computer rolls, people do.
_DICE_SAID = ("The computer rolls from here on.", "You roll your own dice from here on.")


@dataclass(frozen=True, slots=True)
class GameOrder:
    """What somebody wants to have played."""

    away: str
    home: str
    seed: int | str
    #: `basic` or `advanced`.
    preset: str = "advanced"
    #: `NAME=VALUE`, on top of the preset.
    options: tuple[str, ...] = ()
    #: Visitors' and home team's; empty for the best that the files allow.
    coaches: tuple[str, str] = ("", "")
    build: Path | None = None
    typed_dice: bool = False
    #: The reasons of every decision are told.
    why: bool = False
    #: The game file; a game with a person at the terminal is saved there after every answer.
    log: Path | None = None

    def coached(self, home: str, away: str) -> tuple[str, str]:
        """The coaches of home team and visitors: those that are named, or these."""
        return self.coaches[1] or home, self.coaches[0] or away


# What is asked and answered.


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to answer, legal or not."""

    #: What is said.
    key: str
    label: str
    group: str = ""
    #: The sentence with the rule that forbids it; empty when it is legal.
    why_not: str = ""
    #: It is a word more beside a call: `6-SHORT no huddle`.
    with_call: bool = False
    #: What may follow: `punt 10`.
    argument: str = ""


@dataclass(frozen=True, slots=True)
class Prompt:
    """One question to one person."""

    #: The team's code.
    seat: str
    text: str
    #: Clock, score and ball in one line; empty where it has not changed since the last question.
    situation: str = ""
    #: What the person should know before answering.
    hint: str = ""
    #: Two people share the keyboard: this is typed unseen.
    hidden: bool = False
    #: A call, dice to roll, or anything else.
    kind: Literal["call", "dice", "choice"] = "choice"
    #: What an empty answer means; there may be nothing.
    default: str = ""
    choices: tuple[Choice, ...] = ()
    #: Of dice: each die with its faces, and the totals that they can show.
    dice: tuple[tuple[str, tuple[int, ...]], ...] = ()
    totals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """What the table says to a line that somebody typed."""

    lines: Sequence[str] = ()
    #: The lines tell plays; else they are something that was looked up.
    is_play: bool = False
    mistake: bool = False
    #: Why a part of the line was not taken.
    refusal: str = ""
    #: The person leaves the table.
    leave: bool = False


# What is seen.


@dataclass(frozen=True, slots=True)
class Side:
    """A team on the scoreboard."""

    code: str
    name: str
    #: `#rrggbb`; empty where nobody knows it.
    colour: str
    points: int
    timeouts: int
    coach: str


@dataclass(frozen=True, slots=True)
class View:
    """The table as a seat sees it now. Places are yards from the home team's goal line."""

    period: str
    clock: str
    situation: str
    #: The team with the ball; empty before a kickoff.
    has_ball: str
    ball: int
    #: 1: the team that has or kicks the ball goes away from the home team's goal line; -1: towards it.
    direction: int
    to_gain: int | None
    #: The drive in a line, and the numbers of its plays.
    drive: str
    drive_plays: tuple[int, ...]
    title: str = ""
    #: Visitors, then home team.
    sides: tuple[Side, ...] = ()
    play_count: int = 0
    #: The open question, if it is this seat's; and whose it is.
    prompt: Prompt | None = None
    waiting_for: str = ""
    is_over: bool = False
    final: str = ""
    #: People roll their own dice from here on.
    own_dice: bool = False


@dataclass(frozen=True, slots=True)
class RolledCell:
    """One roll: the dice by colour and face, their total, and the cell that it hit."""

    team: str
    place: str
    dice: tuple[tuple[str, int], ...]
    total: int
    cell: str
    #: Where the cell stands among the team's cards: title of the table, heading of the column, row; or nowhere.
    card: tuple[str, str, str] | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A play of the log with all that is known of it. Places are yards from the home team's goal line."""

    number: int
    period: str
    clock: str
    #: The offense, or the kicking team.
    team: str
    situation: str
    called: str
    #: What became of it, and the whole sentence.
    became: str
    text: str
    start: int
    to_gain: int | None
    end: int
    #: Fouls in words.
    flags: tuple[str, ...]
    #: How points were scored in it; the score after it.
    scored: str
    score: Mapping[str, int]
    rolls: tuple[RolledCell, ...]
    #: How the cells were combined.
    combined: str
    #: Why the computer coaches decided so.
    reasons: tuple[str, ...] = ()
    #: The home team's chance to win after it; None where the game has no table of chances.
    home_wins: float | None = None
    #: People rolled their own dice.
    own_dice: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """One play of a replay: the scoreboard before it, the field with the way of the ball, what happened."""

    number: int
    board: str
    field: Sequence[str]
    story: str
    data: Mapping[str, Any]
    #: Lines that follow the play; after the last one how the game went.
    after: Sequence[str] = ()


class TableGame:
    """A game on the table: to be played, read, saved. What it leaves out it does not offer."""

    #: Codes of home team and visitor.
    teams: tuple[str, str]
    #: What repeats the game.
    seed: int | str | None
    #: Whether somebody at the terminal decides or rolls.
    has_person = False
    #: Where a game with a person is saved after every answer.
    file: Path | None = None

    @property
    def title(self) -> str:
        """Who plays whom, by which rules, under which coaches."""
        raise NotImplementedError

    @property
    def is_over(self) -> bool:
        """Whether the final whistle has blown."""
        return True

    @property
    def people(self) -> tuple[str, ...]:
        """The teams that a person coaches."""
        return ()

    @property
    def prompt(self) -> Prompt | None:
        """What is asked now; None when the game is over."""
        return None

    @property
    def play_count(self) -> int:
        """How many plays there have been."""
        return len(list(self.scenes(plain=True)))

    def play(self, told: Callable[[str], None] | None) -> None:
        """Computers alone: play to the end; its lines are told if anybody listens."""
        if told is not None:
            for scene in self.scenes(plain=True):
                told(scene.story)

    def begin(self) -> Sequence[str]:
        """With people: play to the first question; gives what there is to tell."""
        raise self._without_people()

    def say(self, line: str) -> Reply:
        """Answer, look something up, take back or leave."""
        raise self._without_people()

    def answer(self, line: str) -> Reply:
        """Answer the open question and nothing else; ChartkitError says why not."""
        raise self._without_people()

    def undo_to(self, number: int) -> None:
        """Take back a line of the log and all after it; the dice stay the same."""
        raise self._without_people()

    def roll_own(self, own: bool) -> None:
        """From here on people roll their own dice, or the computer rolls; an open roll is then the computer's."""
        raise self._without_people()

    def skip(self, until: Until) -> None:
        """A computer coach plays for the people until then."""

    def view(self, seat: str) -> View:
        """The table as it may be shown to a team's person."""
        raise self._without_people()

    def _without_people(self) -> NotOffered:
        return NotOffered(self.title, "people at the table")

    def lines(self, since: int = 0) -> Sequence[Line]:
        """The log after so many plays."""
        return ()

    def cards(self) -> Mapping[str, Sequence[Table]]:
        """The cards of both teams as they are printed, a table for each part."""
        return {}

    def odds(self, number: int | None = None) -> Sequence[Table]:
        """What the calls of this situation give, or what the odds of a play of the log were."""
        raise NotOffered(self.title, "odds of a play")

    def book(self) -> Sequence[Table]:
        """Score by quarters, scoring summary, statistics, drives, calls."""
        return ()

    def save(self, path: Path) -> None:
        """Write the game file; it holds all that is needed to play it again."""
        raise NotImplementedError

    def final(self) -> str:
        """The score in one line."""
        raise NotImplementedError

    def box(self) -> Iterator[str]:
        """Scoring summary and box score, line by line."""
        return iter(())

    def to_json(self) -> dict[str, Any]:
        """The game in a nutshell, for `--json`."""
        raise NotImplementedError

    def export(self) -> tuple[Sequence[str], Iterator[Mapping[str, Any]]]:
        """Columns and rows for a season's play-by-play file."""
        raise NotOffered(self.title, "play-by-play to write")

    def scenes(self, *, plain: bool) -> Iterator[Scene]:
        """Play by play, with the scoreboard and the field; plain: in ASCII."""
        return iter(())


class ComputerGame(TableGame):
    """A game between computers, played when it is made."""

    title = ""


class SeatedGame(TableGame, ABC):
    """A game with people at the table: what does not depend on the game that is played."""

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
        #: Home, visitor: `#rrggbb`, or empty.
        self.colours = ("", "")

    # What the game says of itself.

    @property
    @abstractmethod
    def score(self) -> tuple[int, int]:
        """Home, visitor."""

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
        return self.odds_here() if number is None else self.odds_of(_line_number(number, self.play_count) - 1)

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
                self.roll_own(_whose_dice(rest.lower()))
                return Reply((_DICE_SAID[self.typed_dice], *self.news()), is_play=True)
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
        self.cut(_line_number(number, self.play_count))
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


def place_of(spot: int, team: int) -> int:
    """Yards from the home team's goal line of a spot that is counted from a team's own (0: home), and back."""
    return min(100, max(0, spot if team == 0 else 100 - spot))


def _whose_dice(said: str) -> bool:
    """Whether `mine` or `computer` was said of the dice; InputError for anything else."""
    if said not in ("mine", "computer"):
        raise InputError(f"dice are rolled by you or by the computer, not by {said!r}.", remedy="Type: dice mine")
    return said == "mine"


def _line_number(number: int, play_count: int) -> int:
    """A line that is in the log; InputError when it is not."""
    if not 1 <= number <= play_count:
        raise InputError(
            f"the log has no line {number}.", remedy=f"It has {play_count} line{'s' * (play_count != 1)}."
        )
    return number
