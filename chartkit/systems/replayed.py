"""Games with people at the table: a game is its events, played again whenever somebody has answered.

Answering, taking plays back and continuing a saved game are the same thing: changed events, played again. A game
plays them at its own table (`set_table`, a `RecordedTable`); names, files and the words of the table are the same
in every game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

from chartkit.errors import ChartkitError, InputError
from chartkit.files import write_text
from chartkit.findings import JsonSource
from chartkit.pages import Table, counted
from chartkit.plays import NFLVERSE_COLUMNS
from chartkit.systems.base import Referee
from chartkit.systems.recorded import TamperedLogError, game_file_text, read_game_file, refuse_changed
from chartkit.systems.statistics import GAME_BOOK, Forms, box_page, box_tables
from chartkit.systems.table import HUMAN, Reply, Side, TableGame, Until, View

#: Plays that are shown again when a game is continued.
RECALLED = 5
_LEAVE = ("quit", "exit", "q")
#: More plays than this cannot be taken back at once.
_MOST_UNDONE = 1000
#: What is said when the dice change hands: the computer rolls, people do.
_DICE_SAID = ("The computer rolls from here on.", "You roll your own dice from here on.")


class Unanswered(Exception):  # noqa: N818 - an open question is not an error
    """Somebody is asked: the step ends until there is an answer."""

    def __init__(self, question: Any) -> None:
        self.question = question


class ReplayedGame(TableGame, ABC):
    """One game with its seats and its events."""

    #: As its files name the game, and their format.
    game_name: ClassVar[str]
    log_format: ClassVar[str]
    #: The parts of the box score, and how each is printed.
    forms: ClassVar[Forms] = GAME_BOOK

    def __init__(
        self,
        matchup: Any,
        clubs: tuple[str, str],
        seasons: tuple[int, int],
        seed: int | str | None,
        coach_names: tuple[str, str],
        *,
        typed_dice: bool,
    ) -> None:
        self.matchup = matchup
        #: Of home team and visitor: codes, city and nickname, seasons, coaches.
        self.teams, self.clubs, self.seasons, self.coach_names = matchup.codes, clubs, seasons, coach_names
        #: The season whose rules hold.
        self.season, self.seed = seasons[0], seed
        #: People roll their own dice.
        self.typed_dice = typed_dice
        self.has_person = typed_dice or HUMAN in coach_names
        #: Home, visitor: `#rrggbb`, or empty.
        self.colours = ("", "")
        self.events: list[Any] = []
        #: The rolls of the game that people typed, counted from 0.
        self.own_rolls: set[int] = set()
        #: Why the computer coaches decided so, by the place of the answer in the events.
        self.reasons: dict[int, str] = {}
        #: What is asked now; None when nothing is.
        self.question: Any = None
        self.table: Any = None
        self._told = 0

    # What a game adds.

    @abstractmethod
    def set_table(self, *, sitting_in: bool) -> Any:
        """A table with the events as its records; `sitting_in`: computers sit in for the people."""

    @abstractmethod
    def is_roll(self, event: Any) -> bool:
        """Whether an event is a roll of the dice."""

    @abstractmethod
    def decided_by(self, event: Any) -> int:
        """The team whose decision an event is; -1 when it is none."""

    @abstractmethod
    def place_of_line(self, number: int) -> int:
        """An event of the step that a line of the log tells of; lines are counted from 1."""

    @abstractmethod
    def forget_answers(self) -> None:
        """Forget what was typed ahead."""

    @property
    @abstractmethod
    def score(self) -> tuple[int, int]:
        """Home, visitor."""

    @property
    @abstractmethod
    def state(self) -> Any:
        """The situation: something with the score and the time outs."""

    @abstractmethod
    def late_period(self, situation: Any) -> int:
        """The period whose last two minutes a situation is in; 0 for an earlier one."""

    @abstractmethod
    def look_up(self, word: str, rest: str) -> Iterable[str] | None:
        """The lines that a word of the table looks up; None if the word looks nothing up."""

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
    def story(self) -> list[str]:
        """The game in words, a line a play."""

    @abstractmethod
    def box_data(self) -> Mapping[str, Any]:
        """The box score (`systems.statistics`)."""

    @abstractmethod
    def rows(self) -> Iterable[Mapping[str, Any]]:
        """The play-by-play in the columns of a season's file."""

    @abstractmethod
    def matchup_data(self) -> dict[str, Any]:
        """The part of a game file that says who plays whom by which rules."""

    @abstractmethod
    def events_data(self) -> Sequence[Any]:
        """The events as a game file has them."""

    # What the game says of itself.

    @property
    def title(self) -> str:
        home, away = self.coach_names
        coached = f" ({away} against {home})" if home else ""
        one, other = (f"{season} {club}".strip() for season, club in zip(self.seasons, self.clubs, strict=True))
        return f"{other} at {one}{coached}"

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(code for code, name in zip(self.teams, self.coach_names, strict=True) if name == HUMAN)

    @property
    def is_over(self) -> bool:
        return self.table is not None and self.table.is_over

    def final(self) -> str:
        (home, away), score = self.teams, self.score
        return f"{'Final' if self.is_over else 'Not over'}: {away} {score[1]}, {home} {score[0]}"

    def view(self, seat: str) -> View:
        """The table as the person of a team may see it; whoever rolls real dice sees what is rolled for."""
        prompt = self.prompt
        is_own = prompt is not None and (prompt.seat == seat or prompt.kind == "dice")
        timeouts = self.state.timeouts
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
        return self.odds_here() if number is None else self.odds_of(_line_number(number, self.play_count) - 1)

    def book(self) -> Sequence[Table]:
        return box_tables(self.box_data(), self.teams, self.forms)

    def box(self) -> Iterator[str]:
        return box_page(self.box_data(), self.teams, self.forms)

    def export(self) -> tuple[Sequence[str], Iterator[Mapping[str, Any]]]:
        return NFLVERSE_COLUMNS, iter(self.rows())

    # Playing.

    def run(self, is_there: Callable[[Any], bool] | None = None) -> None:
        """Play the events again and go on until somebody is asked, or to the end.

        With `is_there` computers sit in for the people until the game is there.
        """
        done, self.question = len(self.events), None
        table = self.set_table(sitting_in=is_there is not None)
        try:
            while not table.is_over:
                table.step()
                if is_there is not None and len(table.events) > done and is_there(table.game):
                    break
        except Unanswered as asked:
            self.question = asked.question
        self.taken(table)

    def taken(self, table: Any) -> None:
        """Take over a table with its events."""
        self.table, self.events = table, list(table.events)

    def play(self, tell: Callable[[str], None] | None) -> None:
        self.run()
        if tell:
            for line in self.news():
                tell(line)

    def begin(self) -> Sequence[str]:
        """With people: play to the first question; of a game that is continued, the last plays are shown."""
        self._told = max(0, self.play_count - RECALLED)
        self.run()
        self.keep()
        return list(self.news())

    def news(self) -> Iterable[str]:
        """The plays that were not shown yet."""
        first, self._told = self._told, self.play_count
        return self.story()[first:]

    def rolls_in(self, events: Iterable[Any]) -> int:
        """How many times dice were rolled."""
        return sum(map(self.is_roll, events))

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

    def roll_own(self, own: bool) -> None:
        self.typed_dice = own
        if self.question is not None:
            self.run()
        self.keep()

    def skip(self, until: Until) -> None:
        if self.typed_dice:
            raise InputError("you roll your own dice.", remedy="Let the computer roll first: dice computer.")
        score, late = list(self.state.score), self.late_period(self.state)

        def is_there(situation: Any) -> bool:
            if until == "score":
                return list(situation.score) != score
            return until == "two minutes" and self.late_period(situation) not in (0, late)

        self.run(is_there)
        if not self.is_over:
            self.run()
        self.keep()

    # Taking back.

    def _undo(self, rest: str) -> Reply:
        if rest and not (rest.isascii() and rest.isdigit() and 0 < int(rest) < _MOST_UNDONE):
            raise InputError(f"undo takes a number of plays, not {rest!r}.")
        taken = self.take_back(int(rest or 1))
        self.keep()
        said = {0: "Nothing to take back.", 1: "The last play is taken back."}
        return Reply((said.get(taken, f"The last {taken} plays are taken back."), *self.news()), is_play=True)

    def take_back(self, plays: int) -> int:
        """Take back to before the last plays that a person had a part in; gives how many."""
        people = {team for team, name in enumerate(self.coach_names) if name == HUMAN}
        own_from = rolls = 0
        decided = []
        for start, end in pairwise([*self.table.steps, len(self.events)]):
            events = self.events[start:end]
            own_from, rolls = rolls, rolls + self.rolls_in(events)
            rolled = not self.own_rolls.isdisjoint(range(own_from, rolls))
            if rolled or any(self.decided_by(event) in people for event in events):
                decided.append(start)
        taken = min(plays, len(decided))
        if taken:
            self._go_on_from(decided[-taken])
        return taken

    def undo_to(self, number: int) -> None:
        place = self.place_of_line(_line_number(number, self.play_count))
        self._go_on_from(max((start for start in self.table.steps if start <= place), default=0))
        self.keep()

    def _go_on_from(self, place: int) -> None:
        """Go on from a place of the events; the dice stay the same."""
        self.events = self.events[:place]
        rolls = self.rolls_in(self.events)
        self.own_rolls = {number for number in self.own_rolls if number < rolls}
        self.reasons = {number: why for number, why in self.reasons.items() if number < place}
        self._told = min(self._told, self.play_count)
        self.forget_answers()
        self.run()

    # The game as data.

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
        write_text(path, game_file_text(self.file_data()))

    def file_data(self) -> dict[str, Any]:
        """The game file: who plays by which rules, who decides, how it stands, and why."""
        home, away = self.coach_names
        return {
            "format": self.log_format,
            "game": self.game_name,
            "seed": self.seed,
            **self.matchup_data(),
            "coaches": {"home": home, "away": away},
            "dice": "typed" if self.typed_dice else "seeded",
            "own_rolls": sorted(self.own_rolls),
            "reasons": self.reasons,
            "score": dict(zip(self.teams, self.score, strict=True)),
            "events": self.events_data(),
        }

    def to_json(self) -> dict[str, Any]:
        """The game in a nutshell: its rules, its plays in words and its box score."""
        home, away = self.teams
        return {
            "home": home,
            "away": away,
            "season": self.season,
            "seed": self.seed,
            "coaches": dict(zip(self.teams, self.coach_names, strict=True)),
            "options": self.matchup.options.to_json(),
            "over": self.is_over,
            "score": dict(zip(self.teams, self.score, strict=True)),
            "play_by_play": self.story(),
            "box": self.box_data(),
        }


def _whose_dice(said: str) -> bool:
    """Whether `mine` or `computer` was said of the dice; InputError for anything else."""
    if said not in ("mine", "computer"):
        raise InputError(f"dice are rolled by you or by the computer, not by {said!r}.", remedy="Type: dice mine")
    return said == "mine"


def _line_number(number: int, play_count: int) -> int:
    """A line that is in the log; InputError when it is not."""
    if not 1 <= number <= play_count:
        raise InputError(f"the log has no line {number}.", remedy=f"It has {counted(play_count, 'line')}.")
    return number


class ReplayedReferee(Referee):
    """Reads and checks the files of replayed games."""

    @abstractmethod
    def laid_out(self, source: JsonSource) -> ReplayedGame:
        """A game with the teams, rules, seats and events of a file; ValueError and the like for a damaged one."""

    @abstractmethod
    def played_again(self, game: Any) -> Any:
        """A table where the events of a game were played again and checked, up to a step that is not complete."""

    def check(self, game: Any, data: Mapping[str, Any]) -> None:
        """What else a file says must follow from its events."""

    def _read(self, file: Path) -> tuple[dict[str, Any], Any]:
        source = read_game_file(file, self.log_format)
        data: dict[str, Any] = source.data
        try:
            game = self.laid_out(source)
            dice, rolls, reasons = data["dice"], game.rolls_in(game.events), data.get("reasons", {})
            # A file that does not tell the typed rolls has all or none.
            own_rolls = data.get("own_rolls", list(range(rolls)) if dice == "typed" else [])
            if dice not in ("typed", "seeded") or any(type(number) is not int for number in own_rolls):
                raise ValueError("its dice cannot be read")
            game.own_rolls = set(own_rolls)
            game.reasons = {int(place): str(why) for place, why in reasons.items()}
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as mistake:
            raise InputError(f"the game file is damaged: {mistake}.", where=file) from mistake
        return data, game

    def recorded_game(self, file: Path) -> Any:
        data, game = self._read(file)
        try:
            table = self.played_again(game)
        except (TamperedLogError, InputError) as wrong:
            raise InputError(f"the log does not fit the rules: {wrong}", where=file) from wrong
        # Answers of a step that is not complete are kept.
        events = game.events
        game.taken(table)
        try:
            self.check(game, data)
            refuse_changed(data)
        except InputError as wrong:
            raise InputError(wrong.what, where=file) from wrong
        game.events = events
        return game
