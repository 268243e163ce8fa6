"""A game of `logged` rules with people at the table: asked, answered, taken back, saved and read again."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from chartkit import systems
from chartkit.errors import InputError
from chartkit.football.field import ASCII, UNICODE, draw, quarter_in_words
from chartkit.systems import record_book
from chartkit.systems import records as r
from chartkit.systems.base import Referee
from chartkit.systems.logged import (
    ComputerCoach,
    Event,
    GameLog,
    LoggedMatchup,
    Record,
    Table,
    resumed,
    rolls_in,
    seeded_dice,
)
from chartkit.systems.replaying import TamperedLogError, read_game_file, refuse_changed
from chartkit.systems.seated import HUMAN, SeatedGame, typed_rolls
from chartkit.systems.table import GameOrder, Line, Reply, RolledCell, Scene, place_of

#: A question that somebody answered: its number, what it is about, the answer.
Answer = tuple[int, int, int]
COMPUTER = "computer"
#: Plays that are told again when a game is taken up.
_RECALLED = 5


class Unanswered(Exception):  # noqa: N818 - an open question is no error
    """Somebody is asked; `question` is -1 for a roll of real dice."""

    def __init__(self, question: int, team: int = 0, about: int = 0) -> None:
        self.question, self.team, self.about = question, team, about


def _typed_roll() -> int:
    """Real dice at the table: somebody has to type what they show."""
    raise Unanswered(-1)


class _Person:
    """A seat whose questions end the step until somebody answers."""

    def __init__(self, game: LoggedGame, team: int) -> None:
        self._game, self._ahead = game, game.ahead[team]

    def decide(self, game: Any, question: int, team: int, about: int) -> int:
        """What was typed already, the ordinary course where nobody need be asked, else an open question."""
        if question in self._ahead:
            return self._ahead.pop(question)
        if not self._game.is_asked(game, question):
            return 0
        raise Unanswered(question, team, about)

    def refused(self, reason: str) -> None:
        """Answers are checked before they are taken."""
        raise InputError(reason)


class LoggedGame(SeatedGame):
    """One game with its seats: events played again and gone on with whenever somebody has answered."""

    matchup: Any
    #: As its files name the game, and their format.
    game_name: ClassVar[str]
    log_format: ClassVar[str]
    #: The dice that people roll, and how a roll of them is typed.
    dice_words: ClassVar[tuple[str, str]]

    def __init__(
        self,
        matchup: LoggedMatchup,
        seed: int | str | None,
        coach_names: tuple[str, str],
        *,
        typed_dice: bool = False,
    ) -> None:
        home, away = matchup.teams
        clubs, seasons = (home.club, away.club), (home.season, away.season)
        super().__init__(matchup.codes, clubs, seasons, seed, coach_names, typed_dice=typed_dice)
        self.matchup = matchup
        self.events: list[Event] = []
        #: The rolls of the game that people typed, counted from 0.
        self.own_rolls: set[int] = set()
        #: Why the computer coaches decided so, by the place of the answer in the events.
        self.reasons: dict[int, str] = {}
        #: The open question, and answers that were typed with the last one, by team and question.
        self.open: Unanswered | None = None
        self.ahead: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self._steps: list[int] = []
        self._scouted: dict[str, Any] = {}
        self._told = 0
        self._game = matchup.new_game()

    # What a game adds.

    @abstractmethod
    def is_asked(self, game: Any, question: int) -> bool:
        """Whether a person is asked, or the ordinary course (0) is taken for granted."""

    @abstractmethod
    def understood(self, asked: Unanswered, text: str) -> list[Answer]:
        """The answer that a text means, then answers to later questions that came with it."""

    @abstractmethod
    def rolled_cells(self, row: Record) -> tuple[RolledCell, ...]:
        """The rolls of a play, each with its cell."""

    @abstractmethod
    def matchup_data(self) -> dict[str, Any]:
        """The part of a game file that says who plays whom by which rules."""

    # What is known.

    def story(self) -> list[str]:
        """Every record as a line."""
        return [record_book.told(self.matchup, row) for row in self.log.records]

    @property
    def log(self) -> GameLog:
        """The game so far."""
        return GameLog(self.matchup, tuple(self.events), self.seed)

    @property
    def score(self) -> tuple[int, int]:
        """Home, visitor."""
        return self.log.score

    @property
    def is_over(self) -> bool:
        """Whether the final whistle has blown."""
        return self.log.is_over

    @property
    def play_count(self) -> int:
        """How many records there are."""
        return len(self.log.records)

    def now(self) -> Any:
        """The game as it stands."""
        return self._game

    def known(self) -> Iterator[tuple[Record, tuple[str, ...], bool]]:
        """Every record, why the computer coaches decided so in it, and whether people rolled."""
        rolls, is_own, first = 0, False, 0
        for place, event in enumerate(self.events):
            if event[0] == "roll":
                is_own |= rolls in self.own_rolls
                rolls += 1
            elif event[0] == "play":
                why = tuple(self.reasons[number] for number in range(first, place) if number in self.reasons)
                yield event[1:], why, is_own
                is_own, first = False, place + 1

    # Playing.

    def _run(self, is_there: Callable[[Any], bool] | None = None) -> None:
        """Play the events again and go on until somebody is asked, or to the end.

        With `is_there` computers sit in for the people until the game is there.
        """
        done, seed = len(self.events), str(None) if self.seed is None else self.seed
        dice = _typed_roll if self.typed_dice else seeded_dice(seed, self.matchup.rules.rolls)
        for _ in range(0 if self.typed_dice else rolls_in(self.events)):
            dice()
        home, away = (
            _Person(self, team) if name == HUMAN and is_there is None else ComputerCoach(self.reasons)
            for team, name in enumerate(self.coach_names)
        )
        draw = random.Random(f"{self.seed} coaches {done}" if done else f"{self.seed} coaches").randrange
        table = Table(self.matchup, dice, (home, away), draw, self.events, self._scouted)
        if COMPUTER in self.coach_names or is_there is not None:
            self._scouted = {name: getattr(table.game, name) for name in self.matchup.rules.scouted}
        self.open = None
        try:
            while not table.is_over:
                table.step()
                if is_there is not None and len(table.events) > done and is_there(table.game):
                    break
        except Unanswered as asked:
            self.open = asked
        self.taken(table)

    def taken(self, table: Table) -> None:
        """Stand where a table stands."""
        self.events, self._steps, self._game = list(table.events), list(table.steps), table.game

    def play(self, told: Callable[[str], None] | None) -> None:
        """Computers alone: play to the end."""
        self._run()
        if told:
            for line in self.news():
                told(line)

    def news(self) -> list[str]:
        """The records that were not told yet."""
        first, self._told = self._told, self.play_count
        return self.story()[first:]

    def begin(self) -> Sequence[str]:
        """With people: play to the first question; of a game that is taken up again the last plays are told."""
        self._told = max(0, self.play_count - _RECALLED)
        self._run()
        self.keep()
        return self.news()

    def answer(self, line: str) -> Reply:
        """Answer the open question, and later ones with it."""
        asked, text = self.open, line.strip()
        if asked is None:
            raise InputError("nobody is asked anything: the game is over.")
        if asked.question < 0:
            if text not in map(str, self.matchup.rules.rolls):
                raise InputError(f"{text!r} is no roll of {self.dice_words[0]}.", remedy=self.dice_words[1])
            self.own_rolls.add(rolls_in(self.events))
            self.events.append(("roll", int(text)))
        else:
            answers = self.understood(asked, text)
            for question, about, said in answers:
                if wrong := self.matchup.rules.reason_against(self._game, question, about, said):
                    raise InputError(f"not allowed: {wrong}")
            self.ahead[asked.team].clear()
            self.ahead[asked.team].update({question: said for question, _, said in answers[1:]})
            self.events.append(("ask", asked.question, asked.team, answers[0][2]))
        self._run()
        self.keep()
        return Reply(tuple(self.news()), is_play=True)

    def take_back(self, plays: int) -> int:
        """Take back to before the last plays that a person decided."""
        people = {team for team, name in enumerate(self.coach_names) if name == HUMAN}
        bounds = [*self._steps, len(self.events)]
        decided = [
            start
            for start, end in pairwise(bounds)
            if any(event[0] == "ask" and event[2] in people for event in self.events[start:end])
            or not self.own_rolls.isdisjoint(range(rolls_in(self.events[:start]), rolls_in(self.events[:end])))
        ]
        taken = min(plays, len(decided))
        if taken:
            self._go_on_from(decided[-taken])
        return taken

    def cut(self, number: int) -> None:
        """Take back a line of the log and all after it."""
        place = [place for place, event in enumerate(self.events) if event[0] == "play"][number - 1]
        self._go_on_from(max((start for start in self._steps if start <= place), default=0))

    def _go_on_from(self, place: int) -> None:
        """Go on from a place of the events; the dice stay the same."""
        self.events = self.events[:place]
        self.own_rolls = {number for number in self.own_rolls if number < rolls_in(self.events)}
        self.reasons = {number: why for number, why in self.reasons.items() if number < place}
        for ahead in self.ahead:
            ahead.clear()
        self._told = min(self._told, self.play_count)
        self._run()

    def roll_own(self, own: bool) -> None:
        """From here on people roll their own dice, or the computer rolls."""
        self.typed_dice = own
        if self.open is not None and self.open.question < 0:
            self._run()
        self.keep()

    def play_on(self, is_there: Callable[[Any], bool]) -> None:
        """Computers play for the people."""
        self._run(is_there)
        if not self.is_over:
            self._run()

    # What people see.

    def lines(self, since: int = 0) -> list[Line]:
        """The log after so many records."""
        matchup, wording, codes = self.matchup, self.matchup.wording, self.teams
        return [
            Line(
                number=number,
                period=quarter_in_words(row[r.QUARTER]),
                clock=wording.clock(row),
                team=codes[row[r.TEAM]],
                situation=wording.situation(matchup, row),
                called=wording.call(row),
                became=wording.sentence(matchup, row),
                text=wording.sentence(matchup, row),
                start=place_of(row[r.SPOT], row[r.TEAM]),
                to_gain=place_of(row[r.SPOT] + row[r.TO_GO], row[r.TEAM]) if row[r.AT_DOWN] else None,
                end=_end(row),
                flags=(f"{codes[row[r.FOUL_TEAM]]} {wording.flag(row)}",) if row[r.FOUL] else (),
                scored=r.SCORES[row[r.SCORED_HOW]],
                score={codes[0]: row[r.HOME_SCORE], codes[1]: row[r.AWAY_SCORE]},
                rolls=self.rolled_cells(row) if row[r.ROLL] else (),
                combined="",
                reasons=why,
                own_dice=is_own,
            )
            for number, (row, why, is_own) in list(enumerate(self.known(), 1))[max(0, since) :]
        ]

    def scenes(self, *, plain: bool) -> Iterator[Scene]:
        """Play by play, with the scoreboard and the field."""
        matchup, codes, ink, score = self.matchup, self.teams, ASCII if plain else UNICODE, (0, 0)
        for number, row in enumerate((row for row in self.log.records if row[r.ROLL]), 1):
            text = matchup.wording.sentence(matchup, row)
            board = f"{codes[1]} {score[1]}  {codes[0]} {score[0]}   {record_book.situation(matchup, row)}"
            to_gain = row[r.SPOT] + row[r.TO_GO] if row[r.AT_DOWN] else None
            field = draw(codes, row[r.TEAM], row[r.SPOT], to_gain, (row[r.END_TEAM], row[r.END_SPOT]), ink)
            yield Scene(number, board, field, text, {**dict(zip(r.RECORD, row, strict=True)), "text": text})
            score = row[r.HOME_SCORE], row[r.AWAY_SCORE]

    # The game as data.

    def box_data(self) -> dict[str, Any]:
        """The box score."""
        return record_book.box_score(self.log)

    def rows(self) -> list[dict[str, Any]]:
        """The play-by-play."""
        return record_book.rows(self.log)

    def to_json(self) -> dict[str, Any]:
        """The game in a nutshell."""
        options = self.matchup.options.to_json()
        return {"game": self.game_name, **self.in_a_nutshell(options, self.story(), self.box_data())}

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
            "events": self.events,
        }


def _end(row: Record) -> int:
    """Where the ball is at the end: a score is in the end zone, whatever comes next."""
    how, team = row[r.SCORED_HOW], row[r.SCORING_TEAM]
    if row[r.KIND] in r.BETWEEN:
        return place_of(row[r.SPOT], row[r.TEAM])
    if how == r.BY_SAFETY:
        return place_of(0, 1 - team)
    return place_of(100, team) if how else place_of(row[r.END_SPOT], row[r.END_TEAM])


Game = TypeVar("Game", bound=LoggedGame)


class LoggedReferee(Referee):
    """Games of numbers at the table: their files read and checked."""

    #: Makes a game of what is played, seed, coaches and typed dice.
    game_of: ClassVar[Callable[..., Any]]

    @abstractmethod
    def matchup_of(self, data: Mapping[str, Any]) -> LoggedMatchup:
        """The teams, tables and options of a game file; ValueError and the like for a damaged one."""

    def coaches(self) -> Sequence[str]:
        """The computer and the person at the table."""
        return COMPUTER, HUMAN

    def _read(self, file: Path) -> tuple[dict[str, Any], GameLog]:
        data: dict[str, Any] = read_game_file(file, self.log_format).data
        try:
            matchup = self.matchup_of(data)
            events = tuple(tuple(event) for event in data["events"])
            whole = all(
                event[0] in ("roll", "ask", "play") and all(type(each) is int for each in event[1:])
                for event in events
            )
            if not whole or not isinstance(data["coaches"]["home"], str):
                raise ValueError("its events or tables cannot be read")
            # Teams that cannot be laid out are found here.
            matchup.new_game()
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as mistake:
            raise InputError(f"the game file is damaged: {mistake}.", where=str(file)) from mistake
        return data, GameLog(matchup, events, data.get("seed"))

    def recorded_game(self, file: Path) -> Any:
        """A game file, checked event by event."""
        data, log = self._read(file)
        try:
            table = resumed(log)
        except (TamperedLogError, InputError) as wrong:
            raise InputError(f"the log does not fit the rules: {wrong}", where=str(file)) from wrong
        own_rolls, reasons = data.get("own_rolls", []), data.get("reasons", {})
        whole = isinstance(own_rolls, list) and all(type(number) is int for number in own_rolls)
        whole &= isinstance(reasons, dict) and all(place.isdecimal() for place in reasons)
        if data["dice"] not in ("typed", "seeded") or not whole:
            raise InputError("the game file is damaged: its dice or reasons cannot be read.", where=str(file))
        refuse_changed(data)
        seats = data["coaches"]["home"], data["coaches"]["away"]
        game = self.game_of(log.matchup, log.seed, seats, typed_dice=data["dice"] == "typed")
        game.own_rolls = typed_rolls(data, rolls_in(log.events))
        game.reasons = {int(place): str(why) for place, why in reasons.items()}
        game.taken(table)
        return game

    def resumed_game(self, file: Path, order: GameOrder) -> Any:
        """Go on where the file ends; the order may name other coaches."""
        played, (data, log) = self.recorded_game(file), self._read(file)
        names, typed = order.coached(*played.coach_names), order.typed_dice or played.typed_dice
        game = self.game_of(log.matchup, log.seed, names, typed_dice=typed)
        game.events, game.own_rolls, game.reasons = list(log.events), played.own_rolls, played.reasons
        return seated(game, file, order.build or systems.build_folder(game.season, data["game"]))


def seated(game: Game, file: Path | None, build: Path) -> Game:
    """A game with its file and the colours of its teams."""
    game.file = file if game.has_person else None
    clubs = game.matchup.teams
    home, away = (systems.team_colour(build, club.season, club.team, club.name) for club in clubs)
    game.colours = home, away
    return game
