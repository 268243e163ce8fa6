"""Prepared rolls and answers, and one more step from where a situation ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from chartkit.errors import InputError
from chartkit.systems.ddf.engine.examples.script import Played
from chartkit.systems.ddf.engine.matchup import Matchup
from chartkit.systems.ddf.engine.state import GameState
from chartkit.systems.ddf.engine.table import DICE_SETS, Table, step
from support.situations import situation


class ListedRolls:
    """Prepared totals in the order in which the rules ask for them; what the dice cannot give is refused."""

    def __init__(self, totals: Iterable[int]) -> None:
        self._totals = list(totals)
        self._number = 0

    def roll(self, dice: int, team: int, chart: str) -> int:
        """The next total."""
        if self._number == len(self._totals):
            raise InputError(f"the list has no roll left for {chart}.")
        total, dice_set = self._totals[self._number], DICE_SETS[dice]
        self._number += 1
        if total not in dice_set.ways:
            raise InputError(
                f"roll {self._number} is {total}, but {chart} needs {dice_set.name} dice "
                f"({dice_set.totals[0]}-{dice_set.totals[-1]})."
            )
        return total


class Answers:
    """A coach that answers each question from a table, else the first legal choice."""

    def __init__(self, **answers: Any) -> None:
        self._answers = {name.replace("_", " "): answer for name, answer in answers.items()}

    def decide(self, decision: Any) -> Any:
        """The prepared answer."""
        return self._answers.get(str(decision.ask), decision.options[0])

    def refused(self, decision: Any, choice: Any, reason: str) -> None:
        """A test that answers illegally is wrong."""
        raise AssertionError(reason)


def ruled(matchup: Matchup, state: GameState, rule: Callable[[Any], object]) -> GameState:
    """The state after one rule, applied to a game in a state; nobody is asked and nothing rolled."""
    table = Table(matchup, ListedRolls([]), (Answers(), Answers()))
    return table.apply(rule, state)


def next_step(played: Played, cells: list[tuple[Any, ...]], **answers: Any) -> tuple[Any, list[Any]]:
    """Play one more step with these cells; gives the state and the events."""
    other = situation("PAT", cells)
    totals = [roll.total for roll in other.setting.rolls]
    table = Table(other.setting.matchup, ListedRolls(totals), (Answers(**answers), Answers(**answers)))
    return step(table, played.after), table.events


def kick_try(played: Played, cells: list[tuple[Any, ...]]) -> dict[str, int]:
    """Kick the try that a situation left; gives the points."""
    state, _ = next_step(played, cells)
    before = played.after.score
    return {
        code: state.score[n] - before[n] for n, code in enumerate(played.teams.codes) if state.score[n] != before[n]
    }
