"""A coach who is asked why after every decision."""

from __future__ import annotations

from collections.abc import Mapping

from chartkit.systems.ddf.gameday.choose import GameCoach
from chartkit.systems.ddf.referee.decisions import DEFAULTS, Choice, Decision


class Reasoned:
    """Passes every question on and notes the reason of the answer; what is left at its default needs none."""

    def __init__(self, coach: GameCoach, reasons: list[str]) -> None:
        self._coach = coach
        self._reasons = reasons

    @property
    def leaves(self) -> frozenset[str]:
        """As the coach leaves them."""
        return self._coach.leaves

    @property
    def watches_clock(self) -> Mapping[int, int] | None:
        """As the coach does."""
        return self._coach.watches_clock

    def decide(self, decision: Decision) -> Choice:
        """Answer, and note why."""
        choice = self._coach.decide(decision)
        if choice != DEFAULTS.get(decision.ask) and not decision.why_not(choice):
            code = decision.matchup.codes[decision.team]
            why = self._coach.explain(decision, choice)
            self._reasons.append(f"         why {code} {decision.ask} {choice}: {why}")
        return choice

    def refused(self, decision: Decision, choice: Choice, reason: str) -> None:
        """As the coach takes it."""
        self._coach.refused(decision, choice, reason)
