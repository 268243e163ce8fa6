"""A person at the table: asked for each decision, told why another is illegal, able to undo, save and stop."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

from chartkit.dice import PersonDice
from chartkit.systems.ddf.coaches.mismatch import mismatched, mismatches
from chartkit.systems.ddf.gameday.leaving import StopPlayingError, UndoPlayError
from chartkit.systems.ddf.gameday.situation_words import question, situation_line
from chartkit.systems.ddf.referee.decisions import DEFAULTS, Ask, Choice, Decision
from chartkit.systems.ddf.referee.legality import EVERY_CHOICE
from chartkit.systems.ddf.referee.rolls import Rolls, SourceRolls
from chartkit.systems.playing import Person

UNDO, SAVE, QUIT, HELP = "undo", "save", "quit", "?"
_BEFORE_THE_SNAP = (Ask.CLOCK, Ask.OFFENSE_CALL, Ask.DEFENSE_CALL)
COMMANDS = "Type a choice, or ? for all of them, undo, save [FILE], quit."


class Seat:
    """The person's side of the conversation: commands are understood at every prompt."""

    def __init__(self, person: Person, save: Callable[[Path | None], None]) -> None:
        self._person = person
        self._save = save

    def coach(self, seed: int | str, *, secret: bool) -> HumanCoach:
        """The person as a coach."""
        return HumanCoach(self, seed, secret=secret)

    def rolls(self, codes: tuple[str, str]) -> Rolls:
        """Real dice, their totals typed in."""
        return SourceRolls(PersonDice(lambda prompt: self.ask(_as_printed(prompt)), self.tell), codes)

    def tell(self, text: str) -> None:
        """Say something."""
        self._person.tell(text)

    def ask(self, prompt: str, *, hidden: bool = False) -> str:
        """An answer that is no command."""
        while True:
            try:
                answer = self._person.ask(f"{prompt}: ", hidden=hidden).strip()
            except EOFError as end:
                raise StopPlayingError from end
            word, _, rest = answer.partition(" ")
            if word.lower() == UNDO:
                raise UndoPlayError
            if word.lower() in (QUIT, "exit"):
                raise StopPlayingError
            if word.lower() != SAVE:
                return answer
            self._save(Path(rest.strip()) if rest.strip() else None)


def _as_printed(prompt: str) -> str:
    """The name of a chart as it stands on the card: `BRK, defense, A-STANDARD, 6-SHORT`, `WND, MUFFED SNAP`."""
    team, _, rest = prompt.partition(", ")
    chart, _, asked = rest.partition(": ")
    room, *names = chart.split(".")
    if room in ("offense", "defense"):
        names.insert(0, room)
    elif room == "coverage":
        names.append(room)
    return f"{team}, {', '.join(names or [chart])}: {asked}"


def _keys(choice: Choice) -> set[str]:
    """What may be typed for a choice: its name, its number or letter, its initials."""
    name = str(choice).lower()
    short = name.partition("-")[0] if name[1:2] == "-" else ""
    initials = "".join(word[0] for word in name.split()) if " " in name else ""
    return (
        {name, name.partition("-")[2] if short else name}
        | ({short} if short else set())
        | ({initials} if initials and not short else set())
    )


def understood(answer: str, choices: Sequence[Choice]) -> list[Choice]:
    """The choices that an answer can mean: exactly, or else by its beginning."""
    typed = answer.lower()
    exact = [choice for choice in choices if typed in _keys(choice)]
    return exact or [choice for choice in choices if any(key.startswith(typed) for key in _keys(choice) if typed)]


class HumanCoach:
    """Asks for every decision; Enter takes the usual one where there is one."""

    leaves: frozenset[str] = frozenset()
    watches_clock = None

    def __init__(self, seat: Seat, seed: int | str, *, secret: bool) -> None:
        self._seat = seat
        self._seed = seed
        self._random = random.Random(f"prompts {seed}")
        #: Two people share the keyboard: calls are typed unseen.
        self._secret = secret
        #: Whether the situation of this step has been told.
        self._told = False

    def begin(self, place: int) -> None:
        """The same prompts again after an undo."""
        self._random.seed(f"prompts {self._seed} {place}")
        self._told = False

    def decide(self, decision: Decision) -> Choice:
        """Ask until the answer is a legal choice."""
        seat = self._seat
        code = decision.matchup.codes[decision.team]
        usual = _usual(decision)
        if decision.ask in _BEFORE_THE_SNAP and not self._told:
            seat.tell(situation_line(decision.state, decision.matchup.codes))
            self._told = True
        if decision.ask == Ask.REVEAL:
            self._offer_audible(decision, code)
        prompt = f"{code}: {question(decision)}" + (f" [{usual}]" if usual is not None else "")
        secret = self._secret and decision.ask in (Ask.OFFENSE_CALL, Ask.DEFENSE_CALL)
        while True:
            answer = seat.ask(prompt, hidden=secret)
            if not answer and usual is not None:
                return usual
            if not answer or answer == HELP:
                self._list_choices(decision)
                continue
            choice = self._meant(decision, answer)
            if choice is not None:
                return choice

    def _meant(self, decision: Decision, answer: str) -> Choice | None:
        """The legal choice that was typed; what is wrong is told."""
        seat = self._seat
        if decision.ask == Ask.POOCH:
            choice: Choice = int(answer) if answer.isascii() and answer.isdigit() else answer
        else:
            found = understood(answer, _every(decision))
            if len(found) != 1:
                meant = f"can mean {', '.join(map(str, found))}" if found else "is none of the choices"
                seat.tell(f"  {answer!r} {meant}; ? lists them.")
                return None
            choice = found[0]
        if why := decision.why_not(choice):
            seat.tell(f"  Not allowed: {why}")
            return None
        return choice

    def _list_choices(self, decision: Decision) -> None:
        seat = self._seat
        if decision.ask == Ask.POOCH:
            seat.tell("  A number of yards to take off the punt, 0 for a full one.")
        else:
            legal = [choice for choice in _every(decision) if not decision.why_not(choice)]
            seat.tell(f"  {', '.join(map(str, legal))}")
            for choice in _every(decision):
                if why := decision.why_not(choice):
                    seat.tell(f"  not {choice}: {why}")
        seat.tell(f"  {COMMANDS}")

    def _offer_audible(self, decision: Decision, code: str) -> None:
        """R31.6: a hint at a mismatch, rarely a false one; only saying `audible` spends one."""
        play, formation = decision.about
        self._seat.tell(f"  Revealed: {play} against {formation}.")
        if "audible" in decision.options and (
            mismatched(decision) or self._random.random() < mismatches()["false_alarms"]
        ):
            self._seat.tell(f"  {code}, that looks bad for you: an audible?")

    def refused(self, decision: Decision, choice: Choice, reason: str) -> None:
        """Say why; the question comes again."""
        self._seat.tell(f"  Not allowed: {reason}")

    def explain(self, decision: Decision, choice: Choice) -> str:
        """Only the person knows."""
        return "the coach at the table decided."


def _every(decision: Decision) -> Sequence[Choice]:
    return EVERY_CHOICE.get(decision.ask) or tuple(decision.outcomes)


def _usual(decision: Decision) -> Choice | None:
    """What Enter means: never a call."""
    if decision.ask in (Ask.OFFENSE_CALL, Ask.DEFENSE_CALL, Ask.PENALTY):
        return None
    return DEFAULTS.get(decision.ask, decision.options[0])
