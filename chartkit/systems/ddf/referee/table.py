"""The table: where the rules get their rolls and decisions, and where every record is written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from chartkit.errors import IllegalCallError
from chartkit.systems.ddf.referee.cells import Cell, Lookup
from chartkit.systems.ddf.referee.decisions import DEFAULTS, Ask, Caller, Choice, Coach, Decision, QuickCaller
from chartkit.systems.ddf.referee.events import D10, DEFENSIVE, OFFENSIVE, Chance, Event, Intent, make
from chartkit.systems.ddf.referee.legality import CHECKS
from chartkit.systems.ddf.referee.matchup import Matchup
from chartkit.systems.ddf.referee.rolls import Rolls
from chartkit.systems.ddf.referee.state import GameState

#: How often a coach may answer illegally before the referee gives up on him.
PATIENCE = 1000
NO_OUTCOMES: Mapping[str, GameState] = {}


def _clock_watch(coach: Coach) -> Mapping[int, int] | None:
    """Period -> the most seconds left at which a coach wants to be asked about the clock; None: always."""
    return {} if Ask.CLOCK in coach.leaves else coach.watches_clock


def _sooner(one: Mapping[int, int] | None, other: Mapping[int, int] | None) -> Mapping[int, int] | None:
    if one is None or other is None:
        return None
    return {period: max(one.get(period, -1), other.get(period, -1)) for period in one.keys() | other.keys()}


def _callers(coach: Coach, team: int, matchup: Matchup) -> tuple[Caller, Caller]:
    """How a coach calls plays and formations: at a glance, or asked with everything that he may look at."""
    if isinstance(coach, QuickCaller):
        return coach.play_caller(team, matchup), coach.formation_caller(team, matchup)

    def asked(ask: Ask) -> Caller:
        return lambda state: coach.decide(Decision(ask, team, state, matchup))

    return asked(Ask.OFFENSE_CALL), asked(Ask.DEFENSE_CALL)


class Table:
    """Dice, coaches and the log of one game; the rules themselves keep nothing here but records."""

    __slots__ = (
        "_clock_watch",
        "asks_reveal",
        "call_formation",
        "call_play",
        "coaches",
        "events",
        "leaves",
        "matchup",
        "rolls",
        "stock",
        "watched",
    )

    def __init__(
        self, matchup: Matchup, rolls: Rolls, coaches: tuple[Coach, Coach], events: list[Event] | None = None
    ) -> None:
        self.matchup = matchup
        self.rolls = rolls
        self.stock = rolls.stock
        self.coaches = coaches
        (home_play, home_front), (away_play, away_front) = (
            _callers(coach, team, matchup) for team, coach in enumerate(coaches)
        )
        self.call_play, self.call_formation = (home_play, away_play), (home_front, away_front)
        self.leaves = (coaches[0].leaves, coaches[1].leaves)
        #: Whom to ask what most plays leave alone, and when, so that nobody is asked in vain.
        self._clock_watch = (_clock_watch(coaches[0]), _clock_watch(coaches[1]))
        #: The same for both: period -> the most seconds left at which one of them does; None: always.
        self.watched = _sooner(*self._clock_watch)
        self.asks_reveal = tuple(team for team in (0, 1) if Ask.REVEAL not in self.leaves[team])
        self.events: list[Event] = [] if events is None else events

    def asks_clock(self, team: int, state: GameState) -> bool:
        """Whether a coach wants to be asked about the clock now."""
        watch = self._clock_watch[team]
        return watch is None or state.clock <= watch.get(state.period, -1)

    def read(self, team: int, lookup: Lookup) -> Cell:
        """Roll the offensive dice on a column of 30 rows (R1.1)."""
        stock = self.stock[OFFENSIVE]
        total = stock.pop() if stock else self.rolls.roll(OFFENSIVE, team, lookup.chart)
        self.events.append(lookup.records[total])
        return lookup.cells[total]

    def read_five(self, team: int, lookup: Lookup) -> Cell:
        """Roll the defensive dice on a column of five rows (R1.3)."""
        stock = self.stock[DEFENSIVE]
        total = stock.pop() if stock else self.rolls.roll(DEFENSIVE, team, lookup.chart)
        self.events.append(lookup.records[total])
        return lookup.cells[total]

    def check(self, team: int, chart: str, on: frozenset[int], yes: str, no: str) -> bool:
        """Roll the offensive dice against a set of totals; the defense does so for its own charts too (R1.6)."""
        stock = self.stock[OFFENSIVE]
        total = stock.pop() if stock else self.rolls.roll(OFFENSIVE, team, chart)
        hit = total in on
        self.events.append(make(Chance, (team, OFFENSIVE, total, chart, yes if hit else no)))
        return hit

    def record_total(self, team: int, dice: int, total: int, chart: str, words: str) -> None:
        """Write down a roll whose cell the caller has read himself."""
        self.events.append(make(Chance, (team, dice, total, chart, words)))

    def d10(self, team: int, chart: str, words: Mapping[int, str] | Sequence[str] | None = None) -> int:
        """Roll the d10 (R1.4); `words` says what the faces mean."""
        total = self.rolls.roll(D10, team, chart)
        self.events.append(make(Chance, (team, D10, total, chart, words[total] if words else str(total))))
        return total

    def ask(
        self,
        ask: Ask,
        team: int,
        state: GameState,
        about: tuple[Any, ...] = (),
        outcomes: Mapping[str, GameState] | None = None,
    ) -> Choice:
        """Put a question to a coach until the answer is legal, and write it down."""
        decision = make(Decision, (ask, team, state, self.matchup, about, outcomes or NO_OUTCOMES))
        choice = self.insist(decision, self.coaches[team].decide(decision))
        self.events.append(make(Intent, (team, ask, choice)))
        return choice

    def offer(self, ask: Ask, team: int, state: GameState, about: tuple[Any, ...] = ()) -> Choice:
        """Ask what has a default: a choice that is left there is not recorded."""
        default = DEFAULTS[ask]
        if ask in self.leaves[team]:
            return default
        decision = make(Decision, (ask, team, state, self.matchup, about, NO_OUTCOMES))
        choice = self.coaches[team].decide(decision)
        if choice != default:
            choice = self.insist(decision, choice)
            if choice != default:
                self.events.append(make(Intent, (team, ask, choice)))
        return choice

    def insist(self, decision: Decision, choice: Choice) -> Choice:
        """A legal choice: this one, or what the coach answers when told why not; an illegal one changes nothing."""
        coach, check = self.coaches[decision.team], CHECKS[decision.ask]
        for _ in range(PATIENCE):
            reason = check(decision, choice)
            if not reason:
                return choice
            coach.refused(decision, choice, reason)
            choice = coach.decide(decision)
        code = self.matchup.codes[decision.team]
        raise IllegalCallError(f"{code} answered {PATIENCE} times illegally: {reason}")
