"""The situation coach: plays, fourth downs and formations from tables by down, distance, field, score and time."""

from __future__ import annotations

from chartkit.errors import IllegalCallError
from chartkit.systems.ddf.coaches.bench import BenchCoach, explain_standard, standard_formation
from chartkit.systems.ddf.coaches.habits import ahead
from chartkit.systems.ddf.coaches.mismatch import mismatched, mismatches
from chartkit.systems.ddf.coaches.reasons import lead_in_words
from chartkit.systems.ddf.coaches.tables import CoachTable, Drawn, draw, percent
from chartkit.systems.ddf.columns import PLAYS
from chartkit.systems.ddf.referee import decisions as d
from chartkit.systems.ddf.referee.decisions import Choice, Decision
from chartkit.systems.ddf.referee.legality import audible_barred


class SituationCoach(BenchCoach):
    """Calls what the tables say a team calls in such a situation."""

    #: Mismatches are answered with an audible.
    leaves: frozenset[str] = frozenset()

    def __init__(self, table: CoachTable, seed: int | str) -> None:
        super().__init__(seed)
        self.table = table

    def play(self, decision: Decision) -> str:
        """A play drawn from the situation's shares; one that is barred or out of quota gives way to the next."""
        names, sums = self._calls(decision)
        shares = [upto - (sums[i - 1] if i else 0.0) for i, upto in enumerate(sums)]
        while any(share > 0 for share in shares):
            play = self.random.choices(names, shares)[0]
            if not decision.why_not(play):
                return play
            shares[names.index(play)] = 0.0
        return str(next(each for each in decision.options if each in PLAYS))

    def _calls(self, decision: Decision) -> Drawn:
        state = decision.state
        return self.table.calls[self.table.place(state, ahead(state, decision.team))]

    def _kicks(self, decision: Decision) -> Drawn:
        state = decision.state
        return self.table.fourth_down[self.table.kick_place(state, ahead(state, decision.team))]

    def fourth_down(self, decision: Decision) -> str:
        """Go, punt or kick as teams do from there."""
        return draw(self._kicks(decision), self.random.random())

    def _fronts(self, decision: Decision) -> Drawn | None:
        """The situation is the offense's, so is its lead."""
        state = decision.state
        if not state.down:
            return None
        return self.table.formations.get(self.table.place(state, -ahead(state, decision.team)))

    def formation(self, decision: Decision) -> Choice:
        """The league's answer."""
        answers = self._fronts(decision)
        if answers is None:
            return standard_formation(self, decision.state)
        return draw(answers, self.random.random())

    def _try(self, decision: Decision) -> Choice:
        """Kick or go for two as the team does with such a lead."""
        if not self.table.two_points:
            return super()._try(decision)
        state = decision.state
        chance = self.table.two_point_chance(state.period, ahead(state, decision.team))
        return d.TWO_POINT if self.random.random() < chance else d.PAT

    def reveal(self, decision: Decision) -> Choice:
        """An audible against a mismatch when the down matters (R28.15)."""
        rule, state = mismatches(), decision.state
        if (
            mismatched(decision)
            and state.down in rule["downs"]
            and not audible_barred(state, decision.team, allowed=decision.matchup.options.audibles)
            and self.random.random() < rule["chance"]
        ):
            return d.AUDIBLE
        return d.STAND

    def explain_play(self, decision: Decision, choice: Choice) -> str:
        """The share of the table."""
        share = percent(self._calls(decision), str(choice))
        return f"called {share} percent of the time in such a situation ({self._situation(decision)})."

    def explain_fourth(self, decision: Decision, choice: Choice) -> str:
        """The shares of the table."""
        kicks = self._kicks(decision)
        shares = ", ".join(f"{name} {percent(kicks, name)} percent" for name in kicks[0])
        return f"fourth and {decision.state.to_go}, {decision.state.to_goal} yards to the goal line: {shares}."

    def explain_formation(self, decision: Decision, choice: Choice) -> str:
        """The share of the league's table."""
        answers = self._fronts(decision)
        if answers is None:
            return explain_standard(decision.state, choice)
        return f"the league answers so {percent(answers, str(choice))} percent of the time in such a situation."

    def explain_try(self, decision: Decision, choice: Choice) -> str:
        """The share of the table."""
        if not self.table.two_points:
            return super().explain_try(decision, choice)
        state = decision.state
        lead = ahead(state, decision.team)
        share = round(100 * self.table.two_point_chance(state.period, lead))
        return f"{lead_in_words(lead)} in period {state.period}: the team goes for two {share} percent of the time."

    def explain_reveal(self, decision: Decision, choice: Choice) -> str:
        """The two calls, and whether they are a mismatch."""
        play, formation = decision.about
        bad = "is a mismatch against us" if mismatched(decision) else "is no mismatch against us"
        return f"{play} against {formation} {bad}."

    def _situation(self, decision: Decision) -> str:
        state = decision.state
        names = self.table.grid.state_names
        which = names[self.table.grid.state_of(state.period, state.clock, ahead(state, decision.team))]
        return f"down {state.down}, {state.to_go} to go, {state.to_goal} from the goal line, {which}"

    def refused(self, decision: Decision, choice: Choice, reason: str) -> None:
        """Only legal plays are drawn, so a refusal is a mistake in the tables."""
        raise IllegalCallError(f"the coach table led to an illegal choice: {choice}. {reason}")
