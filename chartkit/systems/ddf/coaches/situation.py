"""The situation coach: plays, fourth downs and formations from tables by down, distance, field, score and time."""

from __future__ import annotations

from chartkit.errors import IllegalCallError
from chartkit.systems.ddf.coaches.bench import BenchCoach, standard_formation
from chartkit.systems.ddf.coaches.habits import ahead
from chartkit.systems.ddf.coaches.tables import CoachTable, draw
from chartkit.systems.ddf.columns import PLAYS
from chartkit.systems.ddf.referee.decisions import Choice, Decision


class SituationCoach(BenchCoach):
    """Calls what the tables say a team calls in such a situation."""

    def __init__(self, table: CoachTable, seed: int | str) -> None:
        super().__init__(seed)
        self.table = table

    def play(self, decision: Decision) -> str:
        """A play drawn from the situation's shares; one that is barred or out of quota gives way to the next."""
        state = decision.state
        place = self.table.place(state, ahead(state, decision.team))
        names, sums = self.table.calls[place]
        shares = [upto - (sums[i - 1] if i else 0.0) for i, upto in enumerate(sums)]
        while any(share > 0 for share in shares):
            play = self.random.choices(names, shares)[0]
            if not decision.why_not(play):
                return play
            shares[names.index(play)] = 0.0
        return str(next(each for each in decision.options if each in PLAYS))

    def fourth_down(self, decision: Decision) -> str:
        """Go, punt or kick as teams do from there."""
        state = decision.state
        drawn = self.table.fourth_down[self.table.kick_place(state, ahead(state, decision.team))]
        return draw(drawn, self.random.random())

    def formation(self, decision: Decision) -> Choice:
        """The league's answer; the situation is the offense's, so is its lead."""
        state = decision.state
        answers = self.table.formations.get(self.table.place(state, -ahead(state, decision.team)))
        if answers is None or state.down == 0:
            return standard_formation(self, state)
        return draw(answers, self.random.random())

    def refused(self, decision: Decision, choice: Choice, reason: str) -> None:
        """Only legal plays are drawn, so a refusal is a mistake in the tables."""
        raise IllegalCallError(f"the coach table led to an illegal choice: {choice}. {reason}")
