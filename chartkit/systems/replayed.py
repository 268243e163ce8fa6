"""Games that are their events: played again and gone on with whenever somebody has answered, saved and read again.

Answering, taking plays back and going on with a saved game are the same thing: other events, played again. A table
plays them (`set_table`): it has `events`, the places in them where its `steps` begin, the `game` as it stands,
`step()` and `is_over`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

from chartkit.errors import InputError
from chartkit.findings import JsonSource
from chartkit.systems.base import Referee
from chartkit.systems.replaying import TamperedLogError, read_game_file, refuse_changed
from chartkit.systems.table import HUMAN, SeatedGame, typed_rolls

#: Plays that are told again when a game is taken up.
RECALLED = 5


class Unanswered(Exception):  # noqa: N818 - an open question is no error
    """Somebody is asked: the step ends until there is an answer."""


class ReplayedGame(SeatedGame):
    """One game with its seats and its events."""

    matchup: Any
    #: As its files name the game, and their format.
    game_name: ClassVar[str]
    log_format: ClassVar[str]

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
        super().__init__(matchup.codes, clubs, seasons, seed, coach_names, typed_dice=typed_dice)
        self.matchup = matchup
        self.events: list[Any] = []
        #: The rolls of the game that people typed, counted from 0.
        self.own_rolls: set[int] = set()
        #: Why the computer coaches decided so, by the place of the answer in the events.
        self.reasons: dict[int, str] = {}
        #: The open question.
        self.open: Any = None
        self.table: Any = None
        self._told = 0

    # What a game adds.

    @abstractmethod
    def set_table(self, *, sitting_in: bool) -> Any:
        """A table with the events as its records; `sitting_in`: computers sit in for the people."""

    @abstractmethod
    def rolls_in(self, events: Sequence[Any]) -> int:
        """How many times dice were rolled."""

    @abstractmethod
    def decided_by(self, event: Any) -> int:
        """The team whose decision an event is; -1 when it is none."""

    @abstractmethod
    def place_of_line(self, number: int) -> int:
        """An event of the step that a line of the log tells of; lines are counted from 1."""

    @abstractmethod
    def matchup_data(self) -> dict[str, Any]:
        """The part of a game file that says who plays whom by which rules."""

    @abstractmethod
    def events_data(self) -> Sequence[Any]:
        """The events as a game file has them."""

    def forget_answers(self) -> None:
        """Nothing that was typed ahead counts any more."""

    # Playing.

    def run(self, is_there: Callable[[Any], bool] | None = None) -> None:
        """Play the events again and go on until somebody is asked, or to the end.

        With `is_there` computers sit in for the people until the game is there.
        """
        done, self.open = len(self.events), None
        table = self.set_table(sitting_in=is_there is not None)
        try:
            while not table.is_over:
                table.step()
                if is_there is not None and len(table.events) > done and is_there(table.game):
                    break
        except Unanswered as asked:
            self.open = asked
        self.taken(table)

    def taken(self, table: Any) -> None:
        """Stand where a table stands."""
        self.table, self.events = table, list(table.events)

    @property
    def is_over(self) -> bool:
        """Whether the final whistle has blown."""
        return self.table is not None and self.table.is_over

    def play(self, told: Callable[[str], None] | None) -> None:
        """Computers alone: play to the end."""
        self.run()
        if told:
            for line in self.news():
                told(line)

    def begin(self) -> Sequence[str]:
        """With people: play to the first question; of a game that is taken up again the last plays are told."""
        self._told = max(0, self.play_count - RECALLED)
        self.run()
        self.keep()
        return list(self.news())

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

    def cut(self, number: int) -> None:
        """Take back a line of the log and all after it."""
        place = self.place_of_line(number)
        self._go_on_from(max((start for start in self.table.steps if start <= place), default=0))

    def _go_on_from(self, place: int) -> None:
        """Go on from a place of the events; the dice stay the same."""
        self.events = self.events[:place]
        rolls = self.rolls_in(self.events)
        self.own_rolls = {number for number in self.own_rolls if number < rolls}
        self.reasons = {number: why for number, why in self.reasons.items() if number < place}
        self._told = min(self._told, self.play_count)
        self.forget_answers()
        self.run()

    def roll_own(self, own: bool) -> None:
        """From here on people roll their own dice, or the computer rolls."""
        self.typed_dice = own
        if self.open is not None:
            self.run()
        self.keep()

    def play_on(self, is_there: Callable[[Any], bool]) -> None:
        """Computers play for the people."""
        self.run(is_there)
        if not self.is_over:
            self.run()

    def file_data(self) -> dict[str, Any]:
        """The game file: who plays by which rules, who decides, how it stands, and why."""
        home, away = self.teams
        return {
            "format": self.log_format,
            "game": self.game_name,
            "seed": self.seed,
            **self.matchup_data(),
            **self.seats_data(self.own_rolls),
            "reasons": self.reasons,
            "score": {home: self.score[0], away: self.score[1]},
            "events": self.events_data(),
        }


class ReplayedReferee(Referee):
    """Reads and checks the files of such games."""

    log_format: ClassVar[str]

    @abstractmethod
    def laid_out(self, source: JsonSource) -> ReplayedGame:
        """A game with the teams, rules, seats and events of a file; ValueError and the like for a damaged one."""

    @abstractmethod
    def played_again(self, game: ReplayedGame) -> Any:
        """A table where the events of a game were played again, and checked one by one."""

    def check(self, game: Any, data: Mapping[str, Any]) -> None:
        """What else a file says must follow from its events."""

    def _read(self, file: Path) -> tuple[dict[str, Any], Any]:
        source = read_game_file(file, self.log_format)
        data: dict[str, Any] = source.data
        try:
            game = self.laid_out(source)
            own_rolls, reasons = data.get("own_rolls", []), data.get("reasons", {})
            if data["dice"] not in ("typed", "seeded") or any(type(number) is not int for number in own_rolls):
                raise ValueError("its dice cannot be read")
            game.own_rolls = typed_rolls(data, game.rolls_in(game.events))
            game.reasons = {int(place): str(why) for place, why in reasons.items()}
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as mistake:
            raise InputError(f"the game file is damaged: {mistake}.", where=str(file)) from mistake
        return data, game

    def recorded_game(self, file: Path) -> Any:
        """A game file, checked event by event."""
        data, game = self._read(file)
        try:
            table = self.played_again(game)
        except (TamperedLogError, InputError) as wrong:
            raise InputError(f"the log does not fit the rules: {wrong}", where=str(file)) from wrong
        # Answers of a step that is not complete are kept.
        events = game.events
        game.taken(table)
        try:
            self.check(game, data)
            refuse_changed(data)
        except InputError as wrong:
            raise InputError(wrong.what, where=str(file)) from wrong
        game.events = events
        return game
