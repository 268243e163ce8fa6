"""Where rolls come from when no generator makes them: a script, or a person at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from chartkit.dice.dice_set import DiceSet
from chartkit.errors import InputError


@dataclass(frozen=True, slots=True)
class Roll:
    """One roll of a dice set."""

    total: int


class DiceSource(Protocol):
    """Anything that can be asked to roll; the purpose is what a person at the table is told."""

    def roll(self, dice: DiceSet, purpose: str) -> Roll: ...


class ScriptedDice:
    """Gives prepared totals in order and refuses to go on when they do not fit."""

    def __init__(self, totals: Iterable[int]) -> None:
        self._totals = list(totals)
        self._next = 0

    @property
    def left(self) -> int:
        """How many prepared totals have not been rolled."""
        return len(self._totals) - self._next

    def roll(self, dice: DiceSet, purpose: str) -> Roll:
        if not self.left:
            raise InputError(f"the script has no roll left for {purpose} ({dice.name} dice).")
        total = self._totals[self._next]
        if total not in dice.ways:
            raise InputError(
                f"scripted roll {self._next + 1} is {total}, but {purpose} needs {dice.name} dice "
                f"({dice.totals[0]}-{dice.totals[-1]})."
            )
        self._next += 1
        return Roll(total)


class PersonDice:
    """Asks a person who rolls real dice; asks again until the total is possible."""

    def __init__(self, ask: Callable[[str], str], tell: Callable[[str], None]) -> None:
        self._ask = ask
        self._tell = tell

    def roll(self, dice: DiceSet, purpose: str) -> Roll:
        span = f"{dice.totals[0]}-{dice.totals[-1]}"
        while True:
            text = self._ask(f"{purpose}: roll the {dice.name} dice ({span})").strip()
            if text.isascii() and text.isdigit() and int(text) in dice.ways:
                return Roll(int(text))
            self._tell(f"{text!r} is not a total of the {dice.name} dice; type a number {span}.")
