"""A game again from its records: checked event by event, or taken up where the records end (undo)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from chartkit.systems.ddf.engine.decisions import DEFAULTS, Choice, Coach, Decision
from chartkit.systems.ddf.engine.events import DICE_NAMES, Chance, Event, Intent
from chartkit.systems.ddf.engine.log import GameLog, Recording
from chartkit.systems.ddf.engine.matchup import Matchup, TableGame, first_state
from chartkit.systems.ddf.engine.rolls import DICE_SETS, Rolls
from chartkit.systems.ddf.engine.state import OVER, GameState
from chartkit.systems.ddf.engine.table import Seated, Table, step
from chartkit.systems.replaying import EndOfLog, Memory


def _said(event: Event) -> str:
    """A record in words, whatever was written into it: `chance (team home, dice offensive, total 34, ...)`."""
    names = {"team": dict(enumerate(("home", "away"))), "dice": dict(enumerate(DICE_NAMES))}
    words = [
        f"{field} {names.get(field, {}).get(value, value)}"
        for field, value in event._asdict().items()
        if value not in (None, "")
    ]
    return f"{type(event).__name__.lower()} ({', '.join(words)})"


class _RecordedRolls:
    """Totals from the records; from there on from a live source, if there is one."""

    def __init__(self, memory: Memory[Event], live: Rolls | None) -> None:
        self._memory = memory
        self._live = live

    def roll(self, dice: int, team: int, chart: str) -> int:
        """The recorded total of this roll."""
        memory, recorded = self._memory, self._memory.next
        if recorded is None:
            if self._live is None:
                raise EndOfLog
            return self._live.roll(dice, team, chart)
        wanted = f"but the rules ask for a roll on {chart}"
        memory.compare()
        if not isinstance(recorded, Chance) or recorded[:2] != (team, dice) or recorded.chart != chart:
            raise memory.misfit(wanted)
        if recorded.total not in DICE_SETS[dice].ways:
            raise memory.misfit("a total that these dice do not have")
        return recorded.total


class _RecordedCoach:
    """Choices from the records; what was not recorded was left at its default."""

    def __init__(self, memory: Memory[Event], live: Coach | None) -> None:
        self._memory = memory
        self._live = live

    def sit_down(self, game: TableGame, team: int) -> None:
        """A computer coach that goes on after the records takes his seat."""
        if isinstance(self._live, Seated):
            self._live.sit_down(game, team)

    def decide(self, decision: Decision) -> Choice:
        """The recorded choice."""
        memory, recorded = self._memory, self._memory.next
        if recorded is None:
            if self._live is not None:
                return self._live.decide(decision)
            if decision.ask in DEFAULTS:
                # A default at the very end of the records may still be open; what follows will tell.
                return DEFAULTS[decision.ask]
            raise EndOfLog
        if isinstance(recorded, Intent) and recorded[:2] == (decision.team, decision.ask):
            return recorded.choice
        if decision.ask in DEFAULTS:
            return DEFAULTS[decision.ask]
        raise memory.misfit(f"but {decision.ask} of team {decision.team} is to be decided")

    def refused(self, decision: Decision, choice: Choice, reason: str) -> None:
        """An illegal choice in the records."""
        if self._live is not None and self._memory.next is None:
            self._live.refused(decision, choice, reason)
            return
        raise self._memory.misfit(f"which is illegal: {reason}")


class Replay:
    """Plays records again, step by step."""

    def __init__(
        self,
        matchup: Matchup,
        recorded: Sequence[Event],
        coaches: tuple[Coach, Coach] | None = None,
        rolls: Rolls | None = None,
    ) -> None:
        self.memory = Memory[Event](recorded, _said)
        first, second = coaches or (None, None)
        seats = (_RecordedCoach(self.memory, first), _RecordedCoach(self.memory, second))
        self._table = Table(matchup, _RecordedRolls(self.memory, rolls), seats, self.memory.events)
        self.matchup = matchup
        self.state = first_state(matchup)

    def steps(self) -> Iterator[tuple[GameState, list[Event]]]:
        """Each step: the state after it and its records; stops where the records end."""
        memory = self.memory
        while self.state.phase != OVER:
            start = len(memory.events)
            try:
                after = step(self._table, self.state)
            except EndOfLog:
                memory.compare()
                del memory.events[start:]
                return
            memory.compare()
            self.state = after
            yield after, memory.events[start:]
        if len(memory.recorded) > len(memory.events):
            raise memory.misfit("but the game is over")

    def play_on(self) -> GameLog:
        """Play to the end of the records, with coaches and dice to the end of the game; undo is to drop records."""
        for _ in self.steps():
            pass
        return GameLog(self.matchup, tuple(self.memory.events), self.state)


def replay(recording: Recording | GameLog) -> GameLog:
    """Play a game again from its records alone and check every one of them; refuse the first that does not fit."""
    game = Replay(recording.matchup, recording.events)
    again = game.play_on()
    if len(again.events) != len(recording.events) or again.final.phase != OVER:
        raise game.memory.misfit("and the game is not finished")
    return replace(again, seed=recording.seed, box=recording.box)
