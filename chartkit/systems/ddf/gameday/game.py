"""A game as the command line and other front ends use it: played, answered, saved, read."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from chartkit import systems
from chartkit.errors import IllegalCallError, InputError
from chartkit.pages import Table as Page
from chartkit.plays.export import GameCard
from chartkit.systems.ddf import scorebook
from chartkit.systems.ddf.charts import column_tables, generic_to_json, team_to_json
from chartkit.systems.ddf.coaches.computer import ComputerCoach, mismatched
from chartkit.systems.ddf.coaches.tables import mismatches
from chartkit.systems.ddf.coaches.winning import chances_of
from chartkit.systems.ddf.engine.decisions import AUDIBLE, DEFAULTS, Ask, Choice, Decision
from chartkit.systems.ddf.engine.events import Ball, Chance, Event, Intent, event_to_json
from chartkit.systems.ddf.engine.matchup import Matchup, first_state
from chartkit.systems.ddf.engine.state import GameState
from chartkit.systems.ddf.engine.table import DICE_SETS, GameLog, Rolls, SeededRolls, Table
from chartkit.systems.ddf.gameday import screen, speech
from chartkit.systems.ddf.rules.tables import edited_tables
from chartkit.systems.replayed import ReplayedGame, Unanswered
from chartkit.systems.table import HUMAN, Line, Prompt, Reply, Scene, View

FORMAT = "chartkit/game@2"
#: Seconds of the two-minute warning.
_LATE = 120


# Seats and dice.


class _Person:
    """A seat whose questions end the step until somebody answers."""

    is_person = True

    def __init__(self, game: Game, team: int) -> None:
        self._game, self._ahead = game, game.ahead[team]

    def decide(self, decision: Decision) -> Choice:
        """The answer typed ahead, the default where nobody needs to be asked, otherwise an open question."""
        ahead = self._ahead
        if ahead and ahead[0][0] is decision.ask:
            return ahead.pop(0)[1]
        usual = DEFAULTS.get(decision.ask)
        if usual is not None and (ahead or not self._game.is_asked(decision)):
            return usual
        if len(decision.options) == 1:
            return decision.options[0]
        raise Unanswered(decision)

    def refused(self, decision: Decision, choice: Choice, reason: str) -> None:
        """An answer that was typed ahead turned out to be illegal, so the rest of the line is dropped too."""
        self._ahead.clear()
        self._game.refusal = reason


class _Computer:
    """Passes every question on and notes the reasons of answers that are not the default."""

    def __init__(self, coach: ComputerCoach, reasons: dict[int, str]) -> None:
        self._coach, self._reasons = coach, reasons
        self.begin, self.refused = coach.begin, coach.refused

    def sit_down(self, game: Any, team: int) -> None:
        """Let the computer coach take its seat."""
        self._coach.sit_down(game, team)

    def decide(self, decision: Decision) -> Choice:
        """Answer, and note why."""
        choice = self._coach.decide(decision)
        if choice != DEFAULTS.get(decision.ask) and not decision.why_not(choice):
            why = f"{decision.ask} {choice}: {self._coach.explain(decision, choice)}"
            table: Table = decision.live.table  # type: ignore[union-attr]
            self._reasons[len(table.events)] = f"{decision.matchup.codes[decision.team]} {why}"
        return choice


class _TypedRolls:
    """Real dice: somebody has to type what they show."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def roll(self, dice: int, team: int, chart: str) -> int:
        """The total that was typed, or an open question."""
        if not self._game.typed:
            raise Unanswered(speech.DiceRoll(team, dice, chart))
        return self._game.typed.pop()


class _LivePlay(Table):
    """The table of a game in progress; random numbers of computer coaches depend only on the place in the log."""

    def __init__(self, game: Game, rolls: Rolls, coaches: tuple[Any, Any]) -> None:
        super().__init__(game.matchup, rolls, coaches, game.events)
        self._owner, self._recorded = game, len(game.events)
        self._computers_begin(self._recorded)

    def _computers_begin(self, place: int) -> None:
        # A game that is resumed has the same coaches.
        for coach in self.coaches:
            if not isinstance(coach, _Person):
                coach.begin(place)  # type: ignore[union-attr]

    def step(self) -> None:
        """Play one thing; answers typed ahead for it do not count for the next."""
        if len(self.events) >= self._recorded:
            self._computers_begin(len(self.events))
        super().step()
        if len(self.events) > self._recorded:
            self._owner.forget_answers()


class Game(ReplayedGame):
    """A game of Data-Driven Football as people see it."""

    forms = scorebook.FORMS
    game_name, log_format = "ddf", FORMAT

    def __init__(
        self,
        matchup: Matchup,
        seed: int | str | None,
        coaches: tuple[ComputerCoach | None, ComputerCoach | None] = (None, None),
        coach_names: tuple[str, str] = ("", ""),
        *,
        typed_dice: bool = False,
        why: bool = False,
    ) -> None:
        home, away = matchup.home, matchup.away
        clubs = f"{home.team.city} {home.team.name}".strip(), f"{away.team.city} {away.team.name}".strip()
        super().__init__(matchup, clubs, (home.season, away.season), seed, coach_names, typed_dice=typed_dice)
        #: A seat without a computer coach is a person's.
        self.coaches = coaches
        self.why = why
        #: The build whose table of chances to win is used; without one that of the season.
        self.build: Path | None = None
        #: Makes the computer coach that sits in for a team's person.
        self.stand_in: Callable[[int], ComputerCoach] | None = None
        #: Answers that were typed with the last one, home and visitor; a total that was typed.
        self.ahead: tuple[list[speech.Answer], list[speech.Answer]] = ([], [])
        self.typed: list[int] = []
        #: Teams that want to be asked after the reveal.
        self.looks: set[int] = set()
        #: Why a part of the last answers was not accepted; empty if all of it was.
        self.refusal = ""
        #: The events whose plays were read, and the plays.
        self._read: tuple[Sequence[Event], Sequence[scorebook.Play]] = ((), ())
        self._narrator = scorebook.Narrator(matchup.codes)

    # How the events are played again.

    def set_table(self, *, sitting_in: bool) -> Table:
        rolls: Any = SeededRolls(self.seed if self.seed is not None else "")
        for event in self.events:
            if isinstance(event, Chance):
                # Advance the seeded dice past the rolls so far, whoever rolled them.
                rolls.roll(event.dice, event.team, event.chart)
        seats = [self._seat(team, sitting_in) for team in (0, 1)]
        return _LivePlay(self, _TypedRolls(self) if self.typed_dice else rolls, (seats[0], seats[1]))

    def _seat(self, team: int, sitting_in: bool) -> Any:
        coach = self.coaches[team]
        if coach is None and sitting_in:
            if self.stand_in is None:
                raise InputError("this game is only being shown; continue it to play.")
            coach = self.stand_in(team)
        if coach is None:
            return _Person(self, team)
        return _Computer(coach, self.reasons) if self.why or self.has_person else coach

    def is_roll(self, event: Event) -> bool:
        return isinstance(event, Chance)

    def decided_by(self, event: Event) -> int:
        """Defaults do not count: without another decision the play would only be repeated."""
        said = isinstance(event, Intent) and event.choice != DEFAULTS.get(event.ask)
        return event.team if isinstance(event, Intent) and said else -1

    def place_of_line(self, number: int) -> int:
        reader = scorebook.PlayReader()
        return next(
            place for place, event in enumerate(self.events) if reader.feed([event]) and len(reader.plays) == number
        )

    def forget_answers(self) -> None:
        self.looks.clear()
        for ahead in self.ahead:
            ahead.clear()

    def is_asked(self, decision: Decision) -> bool:
        """Whether to ask a question with a usual answer: after the reveal at a mismatch, else rarely (R31.6)."""
        if decision.ask is not Ask.REVEAL or decision.team in self.looks:
            return len(decision.options) > 1 and decision.ask is not Ask.POOCH
        if decision.why_not(AUDIBLE):
            return False
        steps = len(decision.live.table.steps) - 1  # type: ignore[union-attr]
        alarm = random.Random(f"prompts {self.seed} {decision.team} {steps}").random()
        return mismatched(decision) or alarm < mismatches()["false_alarms"]

    # What is known.

    @property
    def state(self) -> GameState:
        """The state before the step that is being played."""
        if self.table is None:
            return first_state(self.matchup)
        state: GameState = self.table.states[-1] if self.question else self.table.state
        return state

    @property
    def score(self) -> tuple[int, int]:
        return self.state.score

    @property
    def plays(self) -> Sequence[scorebook.Play]:
        """Every play so far."""
        if self._read[0] is not self.events:
            reader = scorebook.PlayReader()
            reader.feed(self.events)
            self._read = self.events, reader.plays
        return self._read[1]

    @property
    def play_count(self) -> int:
        return len(self.plays)

    @property
    def log(self) -> GameLog:
        """The game up to its last complete step."""
        balls = (place for place in reversed(range(len(self.events))) if isinstance(self.events[place], Ball))
        return GameLog(self.matchup, tuple(self.events[: next(balls, -1) + 1]), self.seed, self.state)

    def steps(self) -> list[screen.Step]:
        """Every step with everything known about it."""
        found, rolls = [], 0
        for (start, end), before in zip(
            pairwise([*self.table.steps, len(self.events)]), self.table.states, strict=True
        ):
            events, first = self.events[start:end], rolls
            rolls += self.rolls_in(events)
            why = tuple(self.reasons[place] for place in range(start, end) if place in self.reasons)
            found.append(screen.Step(before, events, why, not self.own_rolls.isdisjoint(range(first, rolls))))
        return found

    def late_period(self, situation: Any) -> int:
        return situation.period if situation.period in (2, 4) and situation.clock <= _LATE else 0

    def news(self) -> Iterator[str]:
        """The plays that were not shown yet; with their cells if people play, with the reasons if asked for."""
        first, self._told = self._told, self.play_count
        reader, reasons = scorebook.PlayReader(), list[str]()
        for step in self.steps():
            reasons += step.reasons
            for play in reader.feed(step.events):
                if play.number > first:
                    yield from self._news_of(play, reasons)
                reasons = []

    def _news_of(self, play: scorebook.Play, reasons: Sequence[str]) -> Iterator[str]:
        if self.has_person and play.chances:
            rolled = [screen.roll_line(each) for each in screen.rolled_cells(play, self.teams, self.seed)]
            yield f"       {'; '.join(filter(None, (*rolled, screen.combined(self.matchup, play))))}"
        yield from self._narrator.lines(play)
        if self.why:
            yield from (f"         why {line}" for line in reasons)

    # With people.

    @property
    def prompt(self) -> Prompt | None:
        question = self.question
        if question is None:
            return None
        call = speech.call_asked(question)
        return Prompt(
            seat=self.teams[question.team],
            text=speech.asked(question, self.teams),
            situation=self._situation() if call else "",
            hint=self._hint(question),
            hidden=self.coach_names == (HUMAN, HUMAN) and call is not None and call.ask in speech.CALLS,
            **self._choices(question),
        )

    def _choices(self, question: speech.Question) -> dict[str, Any]:
        """The ways to answer a question."""
        if isinstance(question, speech.DiceRoll):
            dice = DICE_SETS[question.dice]
            faces = tuple((die.name, die.faces) for die in dice.dice)
            return {"kind": "dice", "dice": faces, "totals": dice.totals}
        is_call = speech.call_asked(question) is not None
        usual = None if is_call else speech.usual_choice(question)
        return {
            "kind": "call" if is_call else "choice",
            "default": "" if usual is None else str(usual),
            "choices": speech.choices_of(question, self.teams),
        }

    def _situation(self) -> str:
        state = self.state
        return scorebook.situation_line(
            state._replace(clock=screen.clock_after_the_last_play(self.matchup, state)), self.teams
        )

    def _hint(self, question: speech.Question) -> str:
        if isinstance(question, speech.DiceRoll) or question.ask is not Ask.REVEAL:
            return ""
        play, formation = question.about
        wanted = question.team in self.looks
        hint = "" if wanted else f" {self.teams[question.team]}, that looks bad for you: an audible?"
        return f"Revealed: {play} against {formation}.{hint}"

    def answer(self, line: str) -> Reply:
        """Answer the open question; a person may put all of a play into one line."""
        question, text = self.question, line.strip()
        if question is None:
            raise InputError("nobody is asked anything: the game is over.")
        if text == "?" or (not text and (isinstance(question, speech.DiceRoll) or speech.call_asked(question))):
            return Reply((*speech.choices_in_words(question), "help lists what else can be typed."))
        if isinstance(question, speech.DiceRoll):
            self._roll(text.split())
        else:
            meant = speech.understand(question, line)
            if meant.look:
                self.looks.add(question.team)
            self.decide(*meant.answers)
        self.keep()
        return Reply(tuple(self.news()), is_play=True, refusal=self.refusal)

    def decide(self, *answers: speech.Answer) -> None:
        """Answer the open question and those after it in this step; an illegal first one changes nothing."""
        question = self.question
        assert isinstance(question, Decision)
        if answers[0][0] is question.ask and (reason := question.why_not(answers[0][1])):
            raise IllegalCallError(reason)
        self.refusal = ""
        self.ahead[question.team][:] = answers
        self.run()

    def _roll(self, totals: Sequence[str]) -> None:
        """One total, or all of a play in one line."""
        for text in totals:
            if not isinstance(self.question, speech.DiceRoll):
                raise InputError(f"{text!r} is one number too many: no dice are rolled now.")
            self.roll(int(text) if text.isascii() and text.isdigit() and len(text) < 4 else -1)

    def roll(self, total: int) -> None:
        """The total of real dice."""
        question = self.question
        assert isinstance(question, speech.DiceRoll)
        dice = DICE_SETS[question.dice]
        if total not in dice.ways:
            span = f"{dice.totals[0]}-{dice.totals[-1]}"
            raise InputError(f"'{total}' is not a total of the {dice.name} dice; type a number {span}.")
        self.own_rolls.add(self.rolls_in(self.events))
        self.typed.append(total)
        self.run()

    # What people see.

    def bare_view(self) -> View:
        return screen.view_of(self.matchup, self.plays, self.state)

    def lines(self, since: int = 0) -> list[Line]:
        return screen.lines_of(self.matchup, self._course()[max(0, since) :], self.seed)

    def scenes(self, *, plain: bool) -> Iterator[Scene]:
        return screen.scenes(self._course(), self.teams, plain=plain)

    def _course(self) -> list[screen.Moment]:
        """Every play with the chances to win before and after it."""
        chances = chances_of(self.build or systems.build_folder(self.matchup.season))
        return screen.moments(self.steps(), self.state, self.matchup, chances)

    def cards(self) -> Mapping[str, Sequence[Page]]:
        return {chart.team.code: column_tables(chart) for chart in (self.matchup.away, self.matchup.home)}

    def odds_here(self) -> Sequence[Page]:
        """Every play here against every formation."""
        return [screen.odds_here(self.matchup, self.state)]

    def odds_of(self, number: int) -> Sequence[Page]:
        return screen.odds_of(self.matchup, self.plays[number])

    def story(self) -> list[str]:
        """The game in words, with a heading for each period."""
        return [line for line in scorebook.play_lines(self.plays, self.teams) if line]

    def look_up(self, word: str, rest: str) -> Iterable[str] | None:
        return screen.LOOKUPS[word](self, rest) if word in screen.LOOKUPS else None

    # The game as data.

    def box_data(self) -> Mapping[str, Any]:
        return scorebook.box_score(self.log)

    def box(self) -> Iterator[str]:
        """Line score, scoring summary, statistics, drives, calls, and the chances to win."""
        yield from super().box()
        yield ""
        yield from screen.chances_told(self._course(), self.teams, plain=True)

    def matchup_data(self) -> dict[str, Any]:
        """Charts and rules: the file needs nothing else to replay."""
        table, (home, away) = self.matchup, self.matchup.sheets
        return {
            "home": self.teams[0],
            "away": self.teams[1],
            "season": table.season,
            "options": table.options.to_json(),
            "rules": edited_tables(table.rules),
            "charts": {"home": team_to_json(table.home), "away": team_to_json(table.away)},
            "generic": {"home": generic_to_json(home.generic), "away": generic_to_json(away.generic)},
        }

    def events_data(self) -> list[dict[str, Any]]:
        """Teams by their codes, dice by their names."""
        return [event_to_json(event, self.teams) for event in self.events]

    def file_data(self) -> dict[str, Any]:
        """With the box score once it is over, and what was typed ahead until then."""
        box = self.box_data() if self.is_over else {}
        ahead = {"ahead": self.ahead} if any(self.ahead) else {}
        return {**super().file_data(), "box": box, **ahead}

    def to_json(self) -> dict[str, Any]:
        """Everything but the records, which are in the game file."""
        return {**super().to_json(), "win_probability": screen.chances_data(self._course(), self.teams)}

    def rows(self) -> Iterable[Mapping[str, Any]]:
        """The play-by-play; a cell that the game knows nothing about is empty."""
        home, away = self.teams
        card = GameCard(home, away, self.matchup.season, playoffs=self.matchup.options.playoff)
        return scorebook.nflverse_rows(card, self.plays)
