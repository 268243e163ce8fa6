"""One more step from where a situation ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chartkit.systems.ddf.engine.examples.script import Played
from chartkit.systems.ddf.engine.matchup import Matchup
from chartkit.systems.ddf.engine.state import GameState
from chartkit.systems.ddf.engine.table import ListedRolls, Table, step
from support.situations import situation


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
