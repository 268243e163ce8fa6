"""The table: where the rules get their rolls and decisions, and where every record is written down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chartkit.errors import IllegalCallError
from chartkit.systems.ddf.referee.cells import Cell, Lookup
from chartkit.systems.ddf.referee.decisions import DEFAULTS, Ask, Choice, Coach, Decision
from chartkit.systems.ddf.referee.events import D10, DEFENSIVE, OFFENSIVE, Chance, Event, Intent
from chartkit.systems.ddf.referee.legality import CHECKS
from chartkit.systems.ddf.referee.matchup import Matchup
from chartkit.systems.ddf.referee.rolls import Rolls
from chartkit.systems.ddf.referee.state import GameState

#: How often a coach may answer illegally before the referee gives up on him.
PATIENCE = 1000


class Table:
    """Dice, coaches and the log of one game; the rules themselves keep nothing here but records."""

    __slots__ = ("coaches", "events", "leaves", "matchup", "rolls")

    def __init__(
        self, matchup: Matchup, rolls: Rolls, coaches: tuple[Coach, Coach], events: list[Event] | None = None
    ) -> None:
        self.matchup = matchup
        self.rolls = rolls
        self.coaches = coaches
        self.leaves = (coaches[0].leaves, coaches[1].leaves)
        self.events: list[Event] = [] if events is None else events

    def read(self, team: int, lookup: Lookup) -> Cell:
        """Roll the offensive dice on a column of 30 rows (R1.1)."""
        chart, cells = lookup
        total = self.rolls.roll(OFFENSIVE, team, chart)
        cell = cells[total]
        self.events.append(Chance(team, OFFENSIVE, total, chart, cell.text))
        return cell

    def read_five(self, team: int, lookup: Lookup) -> Cell:
        """Roll the defensive dice on a column of five rows (R1.3)."""
        chart, cells = lookup
        total = self.rolls.roll(DEFENSIVE, team, chart)
        cell = cells[total]
        self.events.append(Chance(team, DEFENSIVE, total, chart, cell.text))
        return cell

    def check(self, team: int, chart: str, on: frozenset[int], yes: str, no: str) -> bool:
        """Roll the offensive dice against a set of totals."""
        total = self.rolls.roll(OFFENSIVE, team, chart)
        hit = total in on
        self.events.append(Chance(team, OFFENSIVE, total, chart, yes if hit else no))
        return hit

    def record_total(self, team: int, dice: int, total: int, chart: str, words: str) -> None:
        """Write down a roll whose cell the caller has read himself."""
        self.events.append(Chance(team, dice, total, chart, words))

    def d10(self, team: int, chart: str, words: Mapping[int, str] | None = None) -> int:
        """Roll the d10 (R1.4); `words` says what the faces mean."""
        total = self.rolls.roll(D10, team, chart)
        self.events.append(Chance(team, D10, total, chart, words[total] if words else str(total)))
        return total

    def ask(
        self,
        ask: Ask,
        team: int,
        state: GameState,
        about: tuple[Any, ...] = (),
        outcomes: Mapping[str, GameState] | None = None,
    ) -> Choice:
        """Put a question to a coach until the answer is legal; an illegal one changes nothing."""
        default = DEFAULTS.get(ask)
        if default is not None and ask in self.leaves[team]:
            return default
        coach = self.coaches[team]
        decision = Decision(ask, team, state, self.matchup, about, outcomes or {})
        for _ in range(PATIENCE):
            choice = coach.decide(decision)
            reason = CHECKS[ask](decision, choice)
            if not reason:
                if choice != default:
                    self.events.append(Intent(team, ask, choice))
                return choice
            coach.refused(decision, choice, reason)
        raise IllegalCallError(f"{self.matchup.codes[team]} answered {PATIENCE} times illegally: {reason}")
