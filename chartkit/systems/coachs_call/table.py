"""The table: one game with any dice and any coach, every event in a log that replays (and so can be undone)."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from chartkit.errors import InputError
from chartkit.running.stream import Stream
from chartkit.systems.coachs_call.coach import Mind, answer, coach_fields, reason, scout
from chartkit.systems.coachs_call.layout import rule_fields, team_fields
from chartkit.systems.coachs_call.rules import names as n
from chartkit.systems.coachs_call.rules.flow import begin, step
from chartkit.systems.coachs_call.rules.options import Options
from chartkit.systems.coachs_call.rules.players import is_receiver, is_runner
from chartkit.systems.coachs_call.rules.scrimmage import is_run, may_call
from chartkit.systems.coachs_call.tables import CODES, Tables, standard_tables
from chartkit.systems.coachs_call.teams import Roster
from chartkit.systems.replaying import EndOfLog, Memory

#: A record: the numbers of `names.RECORD`.
Record = tuple[int, ...]
#: `("roll", number)`, `("ask", question, team, answer)` or `("play", *record)`.
Event = tuple[Any, ...]
#: Gives rolls of the two dice, first die first (1.1).
Dice = Callable[[], int]
#: A computer coach's random number below another.
Draw = Callable[[int], int]
#: How often a coach may answer illegally before the game is given up.
PATIENCE = 100
ROLLS = tuple(int(code) for code in CODES)


class Coach(Protocol):
    """Decides for a team."""

    def decide(self, game: Mind, question: int, team: int, about: int) -> int:
        """The answer to a question (`names.QUESTIONS`)."""

    def refused(self, reason: str) -> None:
        """The last answer was against the rules."""


def seeded_dice(seed: int | str) -> Dice:
    """The same rolls for the same seed."""
    return partial(random.Random(seed).choice, ROLLS)


class ComputerCoach:
    """The computer coach (16.4); he writes down why, by the place of his answer among the events of the game."""

    def __init__(self, reasons: dict[int, str] | None = None) -> None:
        self._reasons = reasons

    def decide(self, game: Mind, question: int, team: int, about: int) -> int:
        """What `coach.answer` says."""
        said = answer(game, question, team, about)
        if (
            self._reasons is not None
            and isinstance(game, TableGame)
            and (why := reason(game, question, team, said))
        ):
            self._reasons[len(game.table.events)] = f"{game.table.matchup.teams[team].team} {why}"
        return said

    def refused(self, reason: str) -> None:
        """A computer that breaks the rules is a mistake of the program."""
        raise AssertionError(reason)


class TableGame(Mind):
    """The game with its table, and the computer coaches' random numbers."""

    table: Table
    draw: Draw


@dataclass(frozen=True)
class Matchup:
    """Two rosters, the tables and the options of a game."""

    home: Roster
    away: Roster
    options: Options = field(default_factory=Options)
    tables: Tables = field(default_factory=standard_tables)

    @property
    def teams(self) -> tuple[Roster, Roster]:
        """Home, visitor."""
        return self.home, self.away

    @property
    def codes(self) -> tuple[str, str]:
        """The codes of both."""
        return self.home.team, self.away.team

    def new_game(self) -> TableGame:
        """The game before its opening roll."""
        home = team_fields(self.home, self.away, home=True)
        away = team_fields(self.away, self.home, home=False)
        rules = {**rule_fields(self.tables, self.options, self.home.season), **coach_fields(self.home.season)}
        teams: dict[str, Any] = {name: [home[name], away[name]] for name in home}
        game = TableGame(**rules, **teams)
        begin(game)
        return game


def rolls_in(events: Sequence[Event]) -> int:
    """How many times the dice were rolled."""
    return sum(event[0] == "roll" for event in events)


@dataclass(frozen=True)
class GameLog:
    """A game or the beginning of one: everything that is needed to play it again."""

    matchup: Matchup
    events: tuple[Event, ...]
    seed: int | str | None = None

    @property
    def records(self) -> list[Record]:
        """What happened, one record a play."""
        return [event[1:] for event in self.events if event[0] == "play"]

    @property
    def score(self) -> tuple[int, int]:
        """Home, visitor."""
        last = self.records[-1] if self.records else (0,) * len(n.RECORD)
        return last[n.HOME_SCORE], last[n.AWAY_SCORE]

    @property
    def is_over(self) -> bool:
        """Whether the game was played to its end."""
        return bool(self.records) and self.records[-1][n.KIND] == n.IS_END


class Table:
    """Dice, coaches and the log of one game; a game that is played again begins with what was recorded of it."""

    def __init__(
        self,
        matchup: Matchup,
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
            scout(self.game)
            begin(self.game)

    @property
    def is_over(self) -> bool:
        """The final whistle has blown."""
        return self.game.phase == n.OVER

    def step(self) -> None:
        """Play one thing."""
        self.steps.append(len(self.events))
        step(self.game)

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
        if number not in ROLLS:
            raise InputError(f"{number} is no roll of two dice.", remedy="Rolls are 11 to 66, first die first.")
        self.events.append(("roll", number))
        return number

    def ask(self, question: int, team: int, about: int) -> int:
        """A legal answer of a team's coach, written into the log."""
        said = self._recorded("ask", question, team)
        if said is None:
            said = self._decided(question, team, about)
        elif wrong := reason_against(self.game, question, about, said):
            raise self.memory.misfit(f"which is against the rules: {wrong}")
        self.events.append(("ask", question, team, said))
        return said

    def _decided(self, question: int, team: int, about: int) -> int:
        coach, wrong = self.coaches[team], ""
        if coach is None:
            raise EndOfLog
        for _ in range(PATIENCE):
            said = coach.decide(self.game, question, team, about)
            wrong = reason_against(self.game, question, about, said)
            if not wrong:
                return said
            coach.refused(wrong)
        raise InputError(f"a coach answered {PATIENCE} times against the rules: {wrong}")

    def record(self, row: Sequence[int]) -> None:
        """What happened."""
        self.events.append(("play", *(int(number) for number in row)))


def reason_against(game: Mind, question: int, about: int, said: int) -> str:
    """Why an answer is not allowed, as a sentence; empty when it is."""
    if question == n.ASK_CALL:
        if not 0 <= said < len(n.CALLS):
            return f"there is no call {said}."
        if may_call(game, said):
            return ""
        if game.down == 0:
            return "a two-point try is an ordinary run or pass (8.7)."
        if said == n.SNEAK:
            return "a sneak needs a line to gain that ends in 1 or 5, and not the goal line (5.4)."
        return "a team has one fake a game (5.7)."
    if question == n.ASK_PLAYER:
        if about == n.REVERSE:
            return "" if is_receiver(said) else "a receiver carries on a reverse (5.5)."
        if is_run(about):
            return "" if is_runner(said) else "a back carries the ball (5.1)."
        return "" if is_runner(said) or is_receiver(said) else "the target is a receiver or a back (5.8)."
    if question == n.ASK_RAISE:
        return "" if 0 <= said <= n.DEFENSE else "only a slot with a grade can be raised (5.7)."
    return "" if said in (0, 1) else "the answer is 0 or 1."


# Playing again.


def resumed(log: GameLog, coaches: tuple[Coach, Coach] | None, dice: Dice | None, draw: Draw) -> Table:
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


def no_draw(below: int) -> int:
    """Nobody draws random numbers while a log is played again."""
    raise AssertionError("a coach drew a number")


def play_stream(matchup: Matchup, stream: Stream) -> GameLog:
    """A game of many, again, at the table: the same rolls and decisions (`many.play_games`)."""
    computers = ComputerCoach(), ComputerCoach()
    table = Table(matchup, lambda: ROLLS[stream.below(len(ROLLS))], computers, stream.below)
    while not table.is_over:
        stream.begin_step()
        table.step()
    return table.log(stream.seed)
