"""Games whose rules work on whole numbers, at the table: any dice, any coach, people, and a log to replay.

The rules are plain functions over one game object, which `chartkit.running` makes machine code; at the table their
seams `roll`, `ask` and `record` are those of a `Table`, and `draw` is a computer coach's random number.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Protocol

from chartkit import systems
from chartkit.errors import InputError
from chartkit.findings import JsonSource
from chartkit.football import field
from chartkit.football.field import quarter_in_words
from chartkit.systems import records as r
from chartkit.systems.recorded import EndOfLog, RecordedTable
from chartkit.systems.records import Event, GameLog, Record
from chartkit.systems.replayed import ReplayedGame, ReplayedReferee, Unanswered
from chartkit.systems.table import (
    HUMAN,
    GameOrder,
    Line,
    Reply,
    RolledCell,
    Scene,
    place_of,
)

#: Gives the next roll of the dice.
Dice = Callable[[], int]
#: A computer coach's random number below another.
Draw = Callable[[int], int]
#: How many illegal answers a coach may give before the game is abandoned.
PATIENCE = 100


#: A function of a game's rules or words, named by its class of matchups.
Function = Callable[..., Any]


@dataclass(frozen=True)
class LoggedMatchup(ABC):
    """Two teams, each with `team` (its code), `name`, `club` and `season`, and the rules that they play by."""

    home: Any
    away: Any

    #: The class of game objects, which have `table` and `draw`.
    game: ClassVar[type]
    #: Every roll of the dice, each as likely as the others.
    rolls: ClassVar[tuple[int, ...]]

    # Static functions: the rules, and the computer coach.
    #: Put a game before its first step; play one thing.
    begin: ClassVar[Function]
    step: ClassVar[Function]
    #: Game, question, about, answer: why the answer is not allowed, as a sentence; empty when it is.
    reason_against: ClassVar[Function]
    #: The computer coaches look at each other's teams before the first step; the fields that this fills.
    scout: ClassVar[Function]
    scouted: ClassVar[tuple[str, ...]]
    #: Game, question, team, about: what the computer coach says; game, question, team, answer: why, or nothing.
    answer: ClassVar[Function]
    reason: ClassVar[Function]

    # Functions of the matchup and a record: how the game tells it.
    #: What happened, in plain English with the score; the same without the score.
    sentence: ClassVar[Function]
    deed: ClassVar[Function]
    #: The clock before a play; who had the ball, on which down and where.
    clock: ClassVar[Function]
    situation: ClassVar[Function]
    #: A call, and a foul as the game knows it.
    call: ClassVar[Function]
    flag: ClassVar[Function]
    #: Team, slot by number or name: the player.
    man: ClassVar[Function]
    #: In the nflverse columns: where a run went or the `air_yards` of a pass; the NFL's name of a foul.
    called: ClassVar[Function]
    foul: ClassVar[Function]

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
    def setting(self) -> Any:
        """What both share: a value that can be hashed, and gives its part of the game object by `fields()`."""

    @abstractmethod
    def sides(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The parts of the game object that are the home team's and the visitor's."""

    def new_game(self) -> Any:
        """The game object before its first step."""
        home, away = self.sides()
        parts = {name: [home[name], away[name]] for name in home}
        game = type(self).game(**self.setting.fields(), **parts)
        type(self).begin(game)
        return game


class Coach(Protocol):
    """Decides for a team."""

    def decide(self, game: Any, question: int, team: int, about: int) -> int:
        """The answer to a question."""

    def refused(self, reason: str) -> None:
        """The last answer was against the rules."""


class ComputerCoach:
    """The computer coach; it notes its reasons by the place of the answer among the events."""

    def __init__(self, reasons: dict[int, str] | None = None) -> None:
        self._reasons = reasons

    def decide(self, game: Any, question: int, team: int, about: int) -> int:
        """What the game's coach says."""
        table: Table = game.table
        said: int = table.matchup.answer(game, question, team, about)
        if self._reasons is not None and (why := table.matchup.reason(game, question, team, said)):
            self._reasons[len(table.events)] = f"{table.matchup.codes[team]} {why}"
        return said

    def refused(self, reason: str) -> None:
        """A computer coach that breaks the rules is a bug."""
        raise AssertionError(reason)


class Table(RecordedTable[Event]):
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
        super().__init__(recorded, str)
        self.matchup, self.dice, self.coaches = matchup, dice, coaches
        self.game = matchup.new_game()
        self.game.table, self.game.draw = self, draw
        if scouted:
            for name, value in scouted.items():
                setattr(self.game, name, value)
        elif any(isinstance(coach, ComputerCoach) for coach in coaches):
            matchup.scout(self.game)
            matchup.begin(self.game)

    @property
    def is_over(self) -> bool:
        last = self.events[-1:]
        return bool(last) and last[0][0] == "play" and last[0][1:][r.KIND] == r.IS_END

    def step(self) -> None:
        self.steps.append(len(self.events))
        self.matchup.step(self.game)

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
        self.compare()
        event = self.next_recorded
        if event is None:
            return None
        if event[0] != kind or tuple(event[1:-1]) != wanted:
            raise self.misfit(f"but the rules want {kind} {list(wanted)}")
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
        if number not in self.matchup.rolls:
            raise InputError(f"{number} is not a roll of these dice.")
        self.events.append(("roll", number))
        return number

    def ask(self, question: int, team: int, about: int) -> int:
        """A legal answer of a team's coach, written into the log."""
        said = self._recorded("ask", question, team)
        if said is None:
            said = self._decided(question, team, about)
        elif wrong := self.matchup.reason_against(self.game, question, about, said):
            raise self.misfit(f"which is against the rules: {wrong}")
        self.events.append(("ask", question, team, said))
        return said

    def _decided(self, question: int, team: int, about: int) -> int:
        coach, wrong = self.coaches[team], ""
        if coach is None:
            raise EndOfLog
        for _ in range(PATIENCE):
            said = coach.decide(self.game, question, team, about)
            wrong = self.matchup.reason_against(self.game, question, about, said)
            if not wrong:
                return said
            coach.refused(wrong)
        raise InputError(f"a coach answered {PATIENCE} times against the rules: {wrong}")

    def record(self, row: Sequence[int]) -> None:
        """What happened."""
        self.events.append(("play", *(int(number) for number in row)))


# The only functions of the rules with two bodies: dice, questions to coaches, records. These are the bodies for the
# table; for many games, a game names the bodies that it compiles instead.


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
    """A table at which a log was played again; without live coaches it stops where the log ends."""
    table = Table(log.matchup, dice, coaches or (None, None), draw, log.events)
    table.play_again()
    return table


#: An answered question: its number, what it is about, the answer.
Answer = tuple[int, int, int]
COMPUTER = "computer"


class Asked(NamedTuple):
    """A team is asked; `question` is -1 for a roll of real dice."""

    question: int
    team: int = 0
    about: int = 0


def _typed_roll() -> int:
    """Real dice at the table: somebody has to type what they show."""
    raise Unanswered(Asked(-1))


class _Person:
    """A seat whose questions end the step until somebody answers."""

    def __init__(self, game: LoggedGame, team: int) -> None:
        self._game, self._ahead = game, game.ahead[team]

    def decide(self, game: Any, question: int, team: int, about: int) -> int:
        """The answer typed ahead, the default where nobody needs to be asked, otherwise an open question."""
        if question in self._ahead:
            return self._ahead.pop(question)
        if not self._game.is_asked(game, question):
            return 0
        raise Unanswered(Asked(question, team, about))

    def refused(self, reason: str) -> None:
        """Answers are checked before they are taken."""
        raise InputError(reason)


class LoggedGame(ReplayedGame):
    """One game of numbers with its seats."""

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
        super().__init__(matchup, clubs, seasons, seed, coach_names, typed_dice=typed_dice)
        #: Answers that were typed with the last one, by team and question.
        self.ahead: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self._scouted: dict[str, Any] = {}

    # What a game adds.

    @abstractmethod
    def is_asked(self, game: Any, question: int) -> bool:
        """Whether a person is asked; otherwise the answer is the usual one, 0."""

    @abstractmethod
    def understood(self, asked: Asked, text: str) -> list[Answer]:
        """The answer that a text means, then answers to later questions that came with it."""

    @abstractmethod
    def rolled_cells(self, row: Record) -> tuple[RolledCell, ...]:
        """The rolls of a play, each with its cell."""

    # What is known.

    def story(self) -> list[str]:
        return [r.play_line(self.matchup, row) for row in self.log.records]

    @property
    def log(self) -> GameLog:
        """The game so far."""
        return GameLog(self.matchup, tuple(self.events), self.seed)

    @property
    def score(self) -> tuple[int, int]:
        return self.log.score

    @property
    def play_count(self) -> int:
        return len(self.log.records)

    @property
    def state(self) -> Any:
        return self.table.game if self.table else self.matchup.new_game()

    def known(self) -> Iterator[tuple[Record, tuple[str, ...], bool]]:
        """Every record with the reasons of the computer coaches, and whether people rolled."""
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

    def set_table(self, *, sitting_in: bool) -> Table:
        done, seed = len(self.events), str(None) if self.seed is None else self.seed
        dice = _typed_roll if self.typed_dice else seeded_dice(seed, self.matchup.rolls)
        for _ in range(0 if self.typed_dice else self.rolls_in(self.events)):
            dice()
        home, away = (
            _Person(self, team) if name == HUMAN and not sitting_in else ComputerCoach(self.reasons)
            for team, name in enumerate(self.coach_names)
        )
        draw = random.Random(f"{self.seed} coaches {done}" if done else f"{self.seed} coaches").randrange
        table = Table(self.matchup, dice, (home, away), draw, self.events, self._scouted)
        if COMPUTER in self.coach_names or sitting_in:
            self._scouted = {name: getattr(table.game, name) for name in self.matchup.scouted}
        return table

    def is_roll(self, event: Event) -> bool:
        return bool(event[0] == "roll")

    def decided_by(self, event: Event) -> int:
        return event[2] if event[0] == "ask" else -1

    def place_of_line(self, number: int) -> int:
        return [place for place, event in enumerate(self.events) if event[0] == "play"][number - 1]

    def forget_answers(self) -> None:
        for ahead in self.ahead:
            ahead.clear()

    def answer(self, line: str) -> Reply:
        """Answer the open question, and later ones with it."""
        asked, text = self.question, line.strip()
        if asked is None:
            raise InputError("nobody is asked anything: the game is over.")
        if asked.question < 0:
            if text not in map(str, self.matchup.rolls):
                raise InputError(f"{text!r} is not a roll of {self.dice_words[0]}.", remedy=self.dice_words[1])
            self.own_rolls.add(self.rolls_in(self.events))
            self.events.append(("roll", int(text)))
        else:
            answers = self.understood(asked, text)
            for question, about, said in answers:
                if wrong := self.matchup.reason_against(self.state, question, about, said):
                    raise InputError(f"not allowed: {wrong}")
            self.ahead[asked.team].clear()
            self.ahead[asked.team].update({question: said for question, _, said in answers[1:]})
            self.events.append(("ask", asked.question, asked.team, answers[0][2]))
        self.run()
        self.keep()
        return Reply(tuple(self.news()), is_play=True)

    # What people see.

    def lines(self, since: int = 0) -> list[Line]:
        matchup, codes = self.matchup, self.teams
        return [
            Line(
                number=number,
                period=quarter_in_words(row[r.QUARTER]),
                clock=matchup.clock(row),
                team=codes[row[r.TEAM]],
                situation=matchup.situation(row),
                called=matchup.call(row),
                became=matchup.sentence(row),
                text=matchup.sentence(row),
                start=place_of(row[r.SPOT], row[r.TEAM]),
                to_gain=place_of(row[r.SPOT] + row[r.TO_GO], row[r.TEAM]) if row[r.AT_DOWN] else None,
                end=_end(row),
                flags=(f"{codes[row[r.FOUL_TEAM]]} {matchup.flag(row)}",) if row[r.FOUL] else (),
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
        matchup, codes, ink, score = self.matchup, self.teams, field.ASCII if plain else field.UNICODE, (0, 0)
        for number, row in enumerate((row for row in self.log.records if row[r.ROLL]), 1):
            text = matchup.sentence(row)
            board = f"{codes[1]} {score[1]}  {codes[0]} {score[0]}   {r.situation(matchup, row)}"
            to_gain = row[r.SPOT] + row[r.TO_GO] if row[r.AT_DOWN] else None
            end = row[r.END_TEAM], row[r.END_SPOT]
            drawn = field.draw(codes, row[r.TEAM], row[r.SPOT], to_gain, end, ink)
            yield Scene(number, board, drawn, text, {**dict(zip(r.RECORD, row, strict=True)), "text": text})
            score = row[r.HOME_SCORE], row[r.AWAY_SCORE]

    # The game as data.

    def box_data(self) -> dict[str, Any]:
        return r.box_score(self.log)

    def rows(self) -> list[dict[str, Any]]:
        return r.rows(self.log)

    def to_json(self) -> dict[str, Any]:
        return {"game": self.game_name, **super().to_json()}

    def events_data(self) -> Sequence[Event]:
        return self.events


def _end(row: Record) -> int:
    """Where the ball is at the end: a score is in the end zone, whatever comes next."""
    how, team = row[r.SCORED_HOW], row[r.SCORING_TEAM]
    if row[r.KIND] in r.BETWEEN:
        return place_of(row[r.SPOT], row[r.TEAM])
    if how == r.BY_SAFETY:
        return place_of(0, 1 - team)
    return place_of(100, team) if how else place_of(row[r.END_SPOT], row[r.END_TEAM])


class LoggedReferee(ReplayedReferee):
    """Games of numbers at the table: their files read and checked."""

    #: Makes a game of what is played, seed, coaches and typed dice.
    game_of: ClassVar[Callable[..., Any]]

    @abstractmethod
    def matchup_of(self, data: Mapping[str, Any]) -> LoggedMatchup:
        """The teams, tables and options of a game file; ValueError and the like for a damaged one."""

    def coaches(self) -> Sequence[str]:
        return COMPUTER, HUMAN

    def laid_out(self, source: JsonSource) -> Any:
        data = source.data
        matchup = self.matchup_of(data)
        events = [tuple(event) for event in data["events"]]
        whole = all(
            event[0] in ("roll", "ask", "play") and all(type(each) is int for each in event[1:]) for event in events
        )
        seats = data["coaches"]["home"], data["coaches"]["away"]
        if not whole or not isinstance(seats[0], str):
            raise ValueError("its events or tables cannot be read")
        game = self.game_of(matchup, data.get("seed"), seats, typed_dice=data["dice"] == "typed")
        # Teams that cannot be laid out are found here.
        game.matchup.new_game()
        game.events = events
        return game

    def played_again(self, game: Any) -> Table:
        return resumed(GameLog(game.matchup, tuple(game.events)))

    def resumed_game(self, file: Path, order: GameOrder) -> Any:
        """Go on where the file ends; the order may name other coaches."""
        played = self.recorded_game(file)
        names, typed = order.coached(*played.coach_names), order.typed_dice or played.typed_dice
        game = self.game_of(played.matchup, played.seed, names, typed_dice=typed)
        game.events, game.own_rolls, game.reasons = played.events, played.own_rolls, played.reasons
        return self.seated(game, file, order.build or systems.build_folder(game.season, game.game_name))

    def seated(self, game: Any, file: Path | None, build: Path) -> Any:
        """A game with its file and the colours of its teams."""
        game.file = file if game.has_person else None
        home, away = (systems.team_colour(build, club.season, club.team, club.name) for club in game.matchup.teams)
        game.colours = home, away
        return game
