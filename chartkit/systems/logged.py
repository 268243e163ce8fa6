"""Rules of whole numbers at the table: any dice, any coach, and a log of rolls, answers and records that replays.

The rules are plain functions over one game object, which `chartkit.running` makes machine code; at the table their
seams `roll`, `ask` and `record` are those of a `Table`, and `draw` is a computer coach's random number.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Protocol

from chartkit.errors import InputError
from chartkit.running.stream import Stream
from chartkit.systems import records as r
from chartkit.systems.replaying import EndOfLog, Memory

#: A record: the numbers of a play (`records`).
Record = tuple[int, ...]
#: `("roll", number)`, `("ask", question, team, answer)` or `("play", *record)`.
Event = tuple[Any, ...]
#: Gives the next roll of the dice.
Dice = Callable[[], int]
#: A computer coach's random number below another.
Draw = Callable[[int], int]
#: How often a coach may answer illegally before the game is given up.
PATIENCE = 100


@dataclass(frozen=True)
class Rules:
    """How the rules of a game and its computer coach are called; games are objects with `table` and `draw`."""

    #: The class of game objects, and what puts one before its first step.
    game: type
    begin: Callable[[Any], None]
    #: Every roll of the dice, each as likely as the others.
    rolls: tuple[int, ...]
    #: Play one thing.
    step: Callable[[Any], None]
    #: Game, question, about, answer: why the answer is not allowed, as a sentence; empty when it is.
    reason_against: Callable[[Any, int, int, int], str]
    #: The computer coaches look at each other's teams before the first step; the fields that this fills.
    scout: Callable[[Any], None]
    scouted: tuple[str, ...]
    #: Game, question, team, about: what the computer coach says.
    answer: Callable[[Any, int, int, int], int]
    #: Game, question, team, answer: why he says so; empty where there is nothing to say.
    reason: Callable[[Any, int, int, int], str]


class Setting(Protocol):
    """What both teams share: the tables, the options and the season's rules; a value."""

    def fields(self) -> dict[str, Any]:
        """Its part of the game object."""

    def __hash__(self) -> int:
        """Games of one setting are laid out together."""


@dataclass(frozen=True)
class Wording:
    """How a game tells its records; most are called with the matchup and a record."""

    #: What happened, in plain English with the score; the same without the score.
    sentence: Callable[[Any, Record], str]
    deed: Callable[[Any, Record], str]
    #: The clock before a play; who had the ball, on which down and where.
    clock: Callable[[Record], str]
    situation: Callable[[Any, Record], str]
    #: A call, and a foul as the game knows it.
    call: Callable[[Record], str]
    flag: Callable[[Record], str]
    #: Matchup, team, slot by number or name: the player.
    man: Callable[[Any, int, Any], str]
    #: In the nflverse columns: where a run went or the `air_yards` of a pass; the NFL's name of a foul.
    called: Callable[[Record], dict[str, Any]]
    foul: Callable[[Record], str]


@dataclass(frozen=True)
class LoggedMatchup(ABC):
    """Two teams, each with `team` (its code), `name`, `club` and `season`, and the rules that they play by."""

    home: Any
    away: Any
    rules: ClassVar[Rules]
    wording: ClassVar[Wording]

    @property
    def teams(self) -> tuple[Any, Any]:
        """Home, visitor."""
        return self.home, self.away

    @property
    def codes(self) -> tuple[str, str]:
        """The codes of both."""
        return self.home.team, self.away.team

    @property
    @abstractmethod
    def setting(self) -> Setting:
        """What both share."""

    @abstractmethod
    def sides(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The parts of the game object that are the home team's and the visitor's."""

    def new_game(self) -> Any:
        """The game object before its first step."""
        home, away = self.sides()
        parts = {name: [home[name], away[name]] for name in home}
        game = self.rules.game(**self.setting.fields(), **parts)
        self.rules.begin(game)
        return game


class Coach(Protocol):
    """Decides for a team."""

    def decide(self, game: Any, question: int, team: int, about: int) -> int:
        """The answer to a question."""

    def refused(self, reason: str) -> None:
        """The last answer was against the rules."""


class ComputerCoach:
    """The computer coach; he writes down why, by the place of his answer among the events of the game."""

    def __init__(self, reasons: dict[int, str] | None = None) -> None:
        self._reasons = reasons

    def decide(self, game: Any, question: int, team: int, about: int) -> int:
        """What the game's coach says."""
        table: Table = game.table
        said = table.matchup.rules.answer(game, question, team, about)
        if self._reasons is not None and (why := table.matchup.rules.reason(game, question, team, said)):
            self._reasons[len(table.events)] = f"{table.matchup.codes[team]} {why}"
        return said

    def refused(self, reason: str) -> None:
        """A computer that breaks the rules is a mistake of the program."""
        raise AssertionError(reason)


def rolls_in(events: Sequence[Event]) -> int:
    """How many times the dice were rolled."""
    return sum(event[0] == "roll" for event in events)


@dataclass(frozen=True)
class GameLog:
    """A game or the beginning of one: everything that is needed to play it again."""

    matchup: Any
    events: tuple[Event, ...]
    seed: int | str | None = None

    @property
    def records(self) -> list[Record]:
        """What happened, one record a play."""
        return [event[1:] for event in self.events if event[0] == "play"]

    @property
    def score(self) -> tuple[int, int]:
        """Home, visitor."""
        records = self.records
        return (records[-1][r.HOME_SCORE], records[-1][r.AWAY_SCORE]) if records else (0, 0)

    @property
    def is_over(self) -> bool:
        """Whether the game was played to its end."""
        records = self.records
        return bool(records) and records[-1][r.KIND] == r.IS_END


class Table:
    """Dice, coaches and the log of one game; a game that is played again begins with what was recorded of it."""

    def __init__(
        self,
        matchup: LoggedMatchup,
        dice: Dice | None,
        coaches: tuple[Coach | None, Coach | None],
        draw: Draw,
        recorded: Sequence[Event] = (),
        scouted: Mapping[str, Any] | None = None,
    ) -> None:
        #: Without dice or coaches the game stops where its records end.
        self.matchup, self.dice, self.coaches = matchup, dice, coaches
        self.memory = Memory[Event](recorded, str)
        self.events = self.memory.events
        #: Where each step begins in the events.
        self.steps: list[int] = []
        self.game = matchup.new_game()
        self.game.table, self.game.draw = self, draw
        if scouted:
            for name, value in scouted.items():
                setattr(self.game, name, value)
        elif any(isinstance(coach, ComputerCoach) for coach in coaches):
            matchup.rules.scout(self.game)
            matchup.rules.begin(self.game)

    @property
    def is_over(self) -> bool:
        """The final whistle has blown."""
        last = self.events[-1:]
        return bool(last) and last[0][0] == "play" and last[0][1:][r.KIND] == r.IS_END

    def step(self) -> None:
        """Play one thing."""
        self.steps.append(len(self.events))
        self.matchup.rules.step(self.game)

    def play(self) -> GameLog:
        """Play to the end."""
        while not self.is_over:
            self.step()
        return self.log()

    def log(self, seed: int | str | None = None) -> GameLog:
        """The game so far."""
        return GameLog(self.matchup, tuple(self.events), seed)

    def _recorded(self, kind: str, *wanted: int) -> int | None:
        """The recorded roll or answer; None after the last event."""
        self.memory.compare()
        event = self.memory.next
        if event is None:
            return None
        if event[0] != kind or tuple(event[1:-1]) != wanted:
            raise self.memory.misfit(f"but the rules want {kind} {list(wanted)}")
        number: int = event[-1]
        return number

    # The seams.

    def roll(self) -> int:
        """A roll, written into the log."""
        number = self._recorded("roll")
        if number is None:
            if self.dice is None:
                raise EndOfLog
            number = self.dice()
        if number not in self.matchup.rules.rolls:
            raise InputError(f"{number} is no roll of these dice.")
        self.events.append(("roll", number))
        return number

    def ask(self, question: int, team: int, about: int) -> int:
        """A legal answer of a team's coach, written into the log."""
        said = self._recorded("ask", question, team)
        if said is None:
            said = self._decided(question, team, about)
        elif wrong := self.matchup.rules.reason_against(self.game, question, about, said):
            raise self.memory.misfit(f"which is against the rules: {wrong}")
        self.events.append(("ask", question, team, said))
        return said

    def _decided(self, question: int, team: int, about: int) -> int:
        coach, wrong = self.coaches[team], ""
        if coach is None:
            raise EndOfLog
        for _ in range(PATIENCE):
            said = coach.decide(self.game, question, team, about)
            wrong = self.matchup.rules.reason_against(self.game, question, about, said)
            if not wrong:
                return said
            coach.refused(wrong)
        raise InputError(f"a coach answered {PATIENCE} times against the rules: {wrong}")

    def record(self, row: Sequence[int]) -> None:
        """What happened."""
        self.events.append(("play", *(int(number) for number in row)))


# Where a table with people and many games differ: dice, questions to coaches, the book of records. Only these
# functions of the rules have two bodies. Here are those for the table; a game says with what it compiles them.


def roll(game: Any) -> int:
    """A roll of the game's dice."""
    number: int = game.table.roll()
    return number


def ask(game: Any, question: int, team: int, about: int) -> int:
    """A coach's answer: a person, a computer, a script."""
    answer: int = game.table.ask(question, team, about)
    return answer


def draw(game: Any, below: int) -> int:
    """A computer coach's random number from 0 to one less than `below`."""
    number: int = game.draw(below)
    return number


def record(game: Any) -> None:
    """The record in `game.row` is complete: write it down."""
    game.table.record(game.row)


# Dice and replays.


def seeded_dice(seed: int | str, rolls: Sequence[int]) -> Dice:
    """The same rolls for the same seed."""
    return partial(random.Random(seed).choice, rolls)


def no_draw(below: int) -> int:
    """Nobody draws random numbers while a log is played again."""
    raise AssertionError("a coach drew a number")


def resumed(
    log: GameLog, coaches: tuple[Coach, Coach] | None = None, dice: Dice | None = None, draw: Draw = no_draw
) -> Table:
    """A table with the log played again, to be gone on with; without live coaches it stops where the log ends."""
    table = Table(log.matchup, dice, coaches or (None, None), draw, log.events)
    while not table.is_over and len(table.events) < len(log.events):
        try:
            table.step()
        except EndOfLog:
            del table.events[table.steps.pop() :]
            break
    table.memory.compare()
    if table.is_over and table.memory.next is not None:
        raise table.memory.misfit("but the game is over")
    return table


def play_stream(matchup: LoggedMatchup, stream: Stream) -> GameLog:
    """A game of many, again, at the table: the same rolls and decisions."""
    rolls = matchup.rules.rolls
    table = Table(
        matchup, lambda: rolls[stream.below(len(rolls))], (ComputerCoach(), ComputerCoach()), stream.below
    )
    while not table.is_over:
        stream.begin_step()
        table.step()
    return table.log(stream.seed)
