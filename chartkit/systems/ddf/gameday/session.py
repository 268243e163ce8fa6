"""A game that people play by answering questions: no terminal, no waiting thread, no file.

The current step (a kickoff, a down, a try) is run again with the answers so far. A question that nobody has
answered ends the run and stands in `Session.question`; what the step has done until then is forgotten. So an
answer, taking plays back and going on with a saved game are the same thing: other answers, run again. The dice of
a step stay as they fell.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from chartkit.errors import IllegalCallError, InputError
from chartkit.systems.ddf.coaches.computer import mismatched
from chartkit.systems.ddf.coaches.habits import mismatches
from chartkit.systems.ddf.engine.decisions import AUDIBLE, DEFAULTS, Ask, Choice, Decision
from chartkit.systems.ddf.engine.events import Chance, Event, Intent
from chartkit.systems.ddf.engine.matchup import Matchup, first_state
from chartkit.systems.ddf.engine.rolls import DICE_SETS, Rolls, SeededRolls
from chartkit.systems.ddf.engine.state import OVER, GameState
from chartkit.systems.ddf.engine.table import Seated, Table, step
from chartkit.systems.ddf.gameday.kit import GameCoach
from chartkit.systems.ddf.scorebook import Play, PlayReader

#: What was decided, in the order of the questions.
Answer = tuple[Ask, Choice]


@dataclass(frozen=True)
class DiceRoll:
    """Somebody at the table rolls real dice: which, for whom, on which chart."""

    team: int
    dice: int
    chart: str


#: What a person is asked.
Question = Decision | DiceRoll


@dataclass(frozen=True)
class Step:
    """The state before a step, its records, and why the computer coaches decided so."""

    before: GameState
    events: tuple[Event, ...]
    reasons: tuple[str, ...] = ()


@dataclass
class Open:
    """The step that is being played: what people have answered and what the dice have shown."""

    #: Home, visitor.
    answers: tuple[list[Answer], list[Answer]] = field(default_factory=lambda: ([], []))
    totals: list[int] = field(default_factory=list)
    #: Teams that want to be asked after the reveal.
    looks: set[int] = field(default_factory=set)

    @property
    def is_begun(self) -> bool:
        """Whether a person has done anything in this step."""
        return any(self.answers)


class _Unanswered(Exception):  # noqa: N818 - an open question is no error
    def __init__(self, question: Question) -> None:
        self.question = question


class _Refused(Exception):  # noqa: N818
    def __init__(self, team: int, place: int, reason: str) -> None:
        self.team, self.place, self.reason = team, place, reason


class Session:
    """A game, the people and computers who coach it, and the question that is open.

    `coaches` are (home, visitor); None is a seat for a person.
    """

    def __init__(
        self,
        matchup: Matchup,
        seed: int | str | None,
        coaches: tuple[GameCoach | None, GameCoach | None],
        *,
        typed_dice: bool = False,
        with_reasons: bool = False,
    ) -> None:
        self.matchup = matchup
        self.seed = seed
        self.coaches = coaches
        self.typed_dice = typed_dice
        self._with_reasons = with_reasons
        self.steps: list[Step] = []
        self.events: list[Event] = []
        #: The rolls of the game that people typed, counted from 0.
        self.own_rolls: set[int] = set()
        self.state = first_state(matchup)
        self.question: Question | None = None
        #: Why the last answers were not taken as they were given; empty when they were.
        self.refusal = ""
        self.open = Open()
        self._reader = PlayReader()
        self._dice = self._live_dice()
        #: Rolls of an open step that was read from a file, which the seed's dice have still to be rolled on for.
        self._unrolled = 0
        self._reasons: list[str] = []
        self._table: Table | None = None

    # What is known.

    @property
    def is_over(self) -> bool:
        """Whether the final whistle has blown."""
        return self.state.phase == OVER

    @property
    def plays(self) -> Sequence[Play]:
        """Every play so far."""
        return self._reader.plays

    @property
    def people(self) -> tuple[int, ...]:
        """The teams that a person coaches."""
        return tuple(team for team, coach in enumerate(self.coaches) if coach is None)

    # What people do.

    def go_on(self) -> None:
        """Play until somebody is asked, or to the end."""
        self.question = None
        while self.question is None and not self.is_over:
            self.play_step()

    def answer(self, *answers: Answer) -> None:
        """Answer the open question and those after it in this step; an illegal first one changes nothing."""
        self.refusal = ""
        asked = self.question
        assert isinstance(asked, Decision)
        if answers[0][0] is asked.ask and (reason := asked.why_not(answers[0][1])):
            raise IllegalCallError(reason)
        self.open.answers[asked.team].extend(answers)
        self.go_on()

    def roll(self, total: int) -> None:
        """The total of real dice."""
        asked = self.question
        assert isinstance(asked, DiceRoll)
        dice = DICE_SETS[asked.dice]
        if total not in dice.ways:
            span = f"{dice.totals[0]}-{dice.totals[-1]}"
            raise InputError(f"'{total}' is not a total of the {dice.name} dice; type a number {span}.")
        self.own_rolls.add(rolls_in(self.events) + len(self.open.totals))
        self.open.totals.append(total)
        # The seed's dice go the same way whoever rolls.
        self._dice.roll(asked.dice, asked.team, asked.chart)
        self.go_on()

    def roll_own(self, own: bool) -> None:
        """From here on people roll, or the seed's dice do."""
        self.typed_dice = own
        if isinstance(self.question, DiceRoll):
            self.go_on()

    def look(self, team: int) -> None:
        """This team is asked after the reveal of this play, whatever was revealed."""
        self.open.looks.add(team)

    def undo(self, plays: int = 1) -> int:
        """Take back plays in which people had a part; gives how many. The luck of the dice stays the same."""
        taken = int(self.has_begun)
        self.open = Open()
        rolls = rolls_in(self.events)
        while taken < plays and self.steps:
            dropped = self.steps.pop()
            self.state = dropped.before
            rolls -= rolls_in(dropped.events)
            taken += self._took_part(dropped.events, rolls)
        self.restore(self.steps, self.state)
        self.go_on()
        return taken

    def undo_to(self, number: int) -> None:
        """Take back the play of that number and all after it, as far as people had a part in them."""
        reader = PlayReader()
        for place, played in enumerate(self.steps):
            reader.feed(played.events)
            if len(reader.plays) >= number:
                self.open = Open()
                self.restore(self.steps[:place], played.before)
                break
        self.go_on()

    def play_on(self, stand_ins: tuple[GameCoach, GameCoach], is_there: Callable[[GameState], bool]) -> None:
        """Computer coaches sit in for the people until the game is there, or over; then somebody is asked again."""
        people, self.question = self.coaches, None
        self.coaches = (people[0] or stand_ins[0], people[1] or stand_ins[1])
        self._table = None
        while not self.is_over:
            self.play_step()
            if is_there(self.state):
                break
        self.coaches, self._table = people, None
        self.go_on()

    def restore(self, steps: Sequence[Step], state: GameState) -> None:
        """Continue from here: the steps that were played and the state after them."""
        self.steps = list(steps)
        self.state = state
        self.events = [event for each in self.steps for event in each.events]
        self._reader = PlayReader()
        self._reader.feed(self.events)
        rolls = rolls_in(self.events)
        self.own_rolls = {number for number in self.own_rolls if number < rolls}
        self._dice, self._unrolled = self._live_dice(), 0
        self._table = None
        self.refusal = ""

    @property
    def has_begun(self) -> bool:
        """Whether a person has decided or rolled in the step that is being played."""
        return self.open.is_begun or max(self.own_rolls, default=-1) >= rolls_in(self.events)

    def _took_part(self, events: Sequence[Event], first: int) -> bool:
        """Whether a person decided or rolled in a step; where nobody did, it would only be played again."""
        rolled = range(first, first + rolls_in(events))
        return not self.own_rolls.isdisjoint(rolled) or any(
            isinstance(event, Intent) and event.team in self.people for event in events
        )

    # How a step is played.

    def play_step(self) -> None:
        """Run the current step: it is complete, or a question is open."""
        start = len(self.events)
        self._reasons.clear()
        for coach in self.coaches:
            if coach is not None:
                # Whoever takes a game up again meets the same coaches.
                coach.begin(start)
        table = self._table or self._new_table()
        # With a person at it every run begins at an empty table; computers stay seated.
        self._table = None if self.people or self.typed_dice else table
        before = self.state
        try:
            self.state = step(table, before)
        except (_Unanswered, _Refused) as stop:
            del self.events[start:]
            if isinstance(stop, _Unanswered):
                self.question = stop.question
            else:
                # The rest of the line was meant for a call that was not legal.
                del self.open.answers[stop.team][stop.place :]
                self.refusal = stop.reason
            return
        self.steps.append(Step(before, tuple(self.events[start:]), tuple(self._reasons)))
        self._reader.feed(self.events[start:])
        self.open = Open()

    def _new_table(self) -> Table:
        seats = [
            _Person(self, team)
            if coach is None
            else _Computer(coach, self._reasons)
            if self._with_reasons
            else coach
            for team, coach in enumerate(self.coaches)
        ]
        return Table(self.matchup, _StepDice(self), (seats[0], seats[1]), self.events)

    def next_total(self, dice: int, team: int, chart: str) -> int:
        """What the dice show next; real dice have to be asked for."""
        if self.typed_dice:
            raise _Unanswered(DiceRoll(team, dice, chart))
        return self._dice.roll(dice, team, chart)

    def roll_on(self, dice: int, team: int, chart: str) -> None:
        """A total of the open step came from a file: the seed's dice showed it before, or were passed over."""
        if self._unrolled:
            self._unrolled -= 1
            self._dice.roll(dice, team, chart)

    def _live_dice(self) -> Rolls:
        """The seed's dice, rolled on to where the records end."""
        rolls = SeededRolls(self.seed if self.seed is not None else "")
        for event in self.events:
            if isinstance(event, Chance):
                rolls.roll(event.dice, event.team, event.chart)
        return rolls

    def is_asked(self, decision: Decision) -> bool:
        """Whether a question with a usual answer is put: after the reveal at a mismatch, or rarely (R31.6)."""
        if decision.ask is not Ask.REVEAL or decision.team in self.open.looks:
            return len(decision.options) > 1 and decision.ask is not Ask.POOCH
        if decision.why_not(AUDIBLE):
            return False
        alarm = random.Random(f"prompts {self.seed} {decision.team} {len(self.steps)}").random()
        return mismatched(decision) or alarm < mismatches()["false_alarms"]

    def to_json(self) -> dict[str, Any]:
        """The step that is being played, for the game file."""
        home, away = self.open.answers
        return {
            "answers": {"home": [list(each) for each in home], "away": [list(each) for each in away]},
            "totals": self.open.totals,
        }

    def take_up(self, data: Mapping[str, Any], own_rolls: Iterable[int] = ()) -> None:
        """The step that was being played when the file was written; what does not fit is asked again."""
        answers = data.get("answers") or {}
        for team, side in enumerate(("home", "away")):
            self.open.answers[team][:] = [(Ask(ask), choice) for ask, choice in answers.get(side) or ()]
        self.open.totals[:] = data.get("totals") or ()
        self.own_rolls.update(own_rolls)
        self._unrolled = len(self.open.totals)


def rolls_in(events: Sequence[Event]) -> int:
    """How many times dice were rolled."""
    return sum(isinstance(event, Chance) for event in events)


class _Person:
    """A seat whose answers are in the session; gone through from the first at every run."""

    def __init__(self, session: Session, team: int) -> None:
        self._session, self._team = session, team
        self._place = 0

    def decide(self, decision: Decision) -> Choice:
        """The answer that was given, or the usual one where nobody needs to be asked."""
        given = self._session.open.answers[self._team]
        if self._place < len(given) and given[self._place][0] is decision.ask:
            self._place += 1
            return given[self._place - 1][1]
        usual = DEFAULTS.get(decision.ask)
        if usual is not None and (self._place < len(given) or not self._session.is_asked(decision)):
            return usual
        if len(decision.options) == 1:
            return decision.options[0]
        raise _Unanswered(decision)

    def refused(self, decision: Decision, choice: Choice, reason: str) -> None:
        """An answer that was typed ahead turned out to be illegal."""
        raise _Refused(self._team, self._place - 1, reason)


class _Computer:
    """Passes every question on and notes the reason of the answer; what is left at its default needs none."""

    def __init__(self, coach: GameCoach, reasons: list[str]) -> None:
        self._coach = coach
        self._reasons = reasons

    def sit_down(self, game: Any, team: int) -> None:
        """A computer coach takes his seat."""
        if isinstance(self._coach, Seated):
            self._coach.sit_down(game, team)

    def decide(self, decision: Decision) -> Choice:
        """Answer, and note why."""
        choice = self._coach.decide(decision)
        if choice != DEFAULTS.get(decision.ask) and not decision.why_not(choice):
            code = decision.matchup.codes[decision.team]
            self._reasons.append(f"{code} {decision.ask} {choice}: {self._coach.explain(decision, choice)}")
        return choice

    def refused(self, decision: Decision, choice: Choice, reason: str) -> None:
        """As the coach takes it."""
        self._coach.refused(decision, choice, reason)


class _StepDice:
    """The dice of a run: what they have shown in this step stays, then they are rolled."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._shown = list(session.open.totals)

    def roll(self, dice: int, team: int, chart: str) -> int:
        """The total, remembered for the next run of the step."""
        if self._shown:
            total = self._shown.pop(0)
            if total not in DICE_SETS[dice].ways:
                raise InputError(f"the open play has a roll of {total!r} on {chart}, which these dice do not have.")
            self._session.roll_on(dice, team, chart)
            return total
        total = self._session.next_total(dice, team, chart)
        self._session.open.totals.append(total)
        return total
