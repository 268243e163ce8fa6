"""One more step from where a situation ended."""

from __future__ import annotations

from typing import Any

from chartkit.systems.ddf.referee.examples.observe import Played
from chartkit.systems.ddf.referee.play import step
from chartkit.systems.ddf.referee.rolls import ListedRolls
from chartkit.systems.ddf.referee.table import Table
from support.situations import situation


class Answers:
    """A coach that answers each question from a table, else the first legal choice."""

    leaves: frozenset[str] = frozenset()
    watches_clock = None

    def __init__(self, **answers: Any) -> None:
        self._answers = {name.replace("_", " "): answer for name, answer in answers.items()}

    def decide(self, decision: Any) -> Any:
        """The prepared answer."""
        return self._answers.get(str(decision.ask), decision.options[0])

    def refused(self, decision: Any, choice: Any, reason: str) -> None:
        """A test that answers illegally is wrong."""
        raise AssertionError(reason)


def next_step(played: Played, cells: list[tuple[Any, ...]], **answers: Any) -> tuple[Any, list[Any]]:
    """Play one more step with these cells; gives the state and the events."""
    other = situation("PAT", cells)
    totals = [roll.total for roll in other.setting.hits.rolls]
    table = Table(other.setting.matchup, ListedRolls(totals), (Answers(**answers), Answers(**answers)))
    return step(table, played.after), table.events


def kick_try(played: Played, cells: list[tuple[Any, ...]]) -> dict[str, int]:
    """Kick the try that a situation left; gives the points."""
    state, _ = next_step(played, cells)
    before = played.after.score
    return {
        code: state.score[n] - before[n] for n, code in enumerate(played.teams.codes) if state.score[n] != before[n]
    }
