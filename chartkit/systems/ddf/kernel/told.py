"""A game of the kernel told by the referee: a full log with every roll and cell, for its box score."""

from __future__ import annotations

from chartkit.errors import InputError
from chartkit.systems.ddf.kernel.codes import ASKS
from chartkit.systems.ddf.kernel.luck import FIRST_ASK
from chartkit.systems.ddf.kernel.scripts import KernelGame, choice_of, consequences
from chartkit.systems.ddf.referee.decisions import DEFAULTS, Choice, Decision
from chartkit.systems.ddf.referee.log import GameLog
from chartkit.systems.ddf.referee.matchup import Matchup
from chartkit.systems.ddf.referee.play import play
from chartkit.systems.ddf.referee.rolls import NO_STOCK


class _Script:
    """Dice and both coaches at once, in the order of the script."""

    leaves: frozenset[str] = frozenset()
    watches_clock = None
    stock = NO_STOCK

    def __init__(self, game: KernelGame) -> None:
        self._rows = [tuple(row) for row in game.script.tolist()]
        self._next = 0

    def roll(self, dice: int, team: int, chart: str) -> int:
        """The next total."""
        kind, who, total = self._rows[self._next]
        if (kind, who) != (dice, team):
            raise InputError(f"the two engines differ: the referee wants a roll on {chart}.")
        self._next += 1
        return int(total)

    def decide(self, decision: Decision) -> Choice:
        """The next choice; what is not in the script was left at its default."""
        if self._next < len(self._rows):
            kind, who, number = self._rows[self._next]
            if kind == FIRST_ASK + ASKS.index(decision.ask) and who == decision.team:
                self._next += 1
                return choice_of(decision.ask, int(number))
        return DEFAULTS[decision.ask]

    def refused(self, decision: Decision, choice: Choice, reason: str) -> None:
        """The kernel chooses only what is legal."""
        raise InputError(f"the two engines differ: {choice} is illegal. {reason}")


def told(table: Matchup, game: KernelGame) -> GameLog:
    """The referee's log of a game that the kernel has recorded; every consequence is compared."""
    script = _Script(game)
    log = play(table, (script, script), script)
    if consequences(log.events) != game.events:
        raise InputError("the two engines differ in a game with the same dice and decisions.")
    return log
