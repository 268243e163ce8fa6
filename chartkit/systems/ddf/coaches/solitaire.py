"""The solitaire coach: the chart's own percentages decide the play (R31), fixed rules the rest."""

from __future__ import annotations

from chartkit.systems.ddf.chart import Supplement
from chartkit.systems.ddf.coaches.bench import BenchCoach, explain_standard, standard_formation
from chartkit.systems.ddf.columns import PASSES, PLAYS, RUNS
from chartkit.systems.ddf.referee.decisions import Ask, Caller, Choice, Decision, QuickCaller
from chartkit.systems.ddf.referee.matchup import Matchup
from chartkit.systems.ddf.referee.state import GameState


def _by_number(supplement: Supplement, plays: tuple[str, ...]) -> tuple[str, ...] | None:
    """The play for each number 1..100 (R31.3), or None when the sheet has no ranges."""
    named: list[str] = [""] * 100
    for play in plays:
        if play in supplement.solitaire:
            first, last = supplement.solitaire[play]
            named[first - 1 : last] = [play] * (last - first + 1)
    return tuple(named) if len(named) == 100 and "" not in named else None


class SolitaireCoach(BenchCoach, QuickCaller):
    """Run or pass by the pass percent, then the play by its range."""

    def __init__(self, supplement: Supplement | None, seed: int | str) -> None:
        super().__init__(seed)
        self._pass_percent = 55 if supplement is None else supplement.pass_percent or 55
        self._runs = (_by_number(supplement, RUNS) if supplement else None) or RUNS
        self._passes = (_by_number(supplement, PASSES) if supplement else None) or PASSES
        self._refusals = 0

    def play(self, decision: Decision) -> str:
        """R31.2, R31.3; a play that was refused too often gives way to any legal one."""
        if self._refusals > 20:
            return str(next(each for each in decision.options if each in PLAYS))
        number = self.number
        # A percent is a whole number: comparing before or after rounding down is the same.
        plays = self._passes if number() * 100 < self._pass_percent else self._runs
        return plays[int(number() * len(plays))]

    def play_caller(self, team: int, matchup: Matchup) -> Caller:
        """R31.2, R31.3 at once where nothing else is to be thought of."""
        number, percent, passes, runs, late = self.number, self._pass_percent, self._passes, self._runs, self._late

        def call(state: GameState) -> Choice:
            if state.down < 4 and state.clock > late and not self._refusals:
                plays = passes if number() * 100 < percent else runs
                return plays[int(number() * len(plays))]
            return self.decide(Decision(Ask.OFFENSE_CALL, team, state, matchup))

        return call

    def formation_caller(self, team: int, matchup: Matchup) -> Caller:
        """What the down and distance ask for, at once."""
        number, fronts = self.number, self.fronts

        def call(state: GameState) -> Choice:
            if self._refusals:
                return self.decide(Decision(Ask.DEFENSE_CALL, team, state, matchup))
            formations = fronts[state.down][state.to_gain - state.spot]
            return formations[int(number() * len(formations))]

        return call

    def decide(self, decision: Decision) -> Choice:
        """Answer one question."""
        choice = self._answers[decision.ask](decision)
        if self._refusals:
            self._refusals -= 1
        return choice

    def refused(self, decision: Decision, choice: Choice, reason: str) -> None:
        """Roll again (R31.3)."""
        self._refusals += 2

    def fourth_down(self, decision: Decision) -> str:
        """Kick in range, go for it with a yard or two beyond midfield, else punt."""
        state = decision.state
        if state.to_goal <= decision.matchup.sheets[decision.team].longest_field_goal:
            return "field goal"
        rule = self.habits["fourth_down"]
        return "go" if state.spot >= rule["go_from"] and state.to_gain - state.spot <= rule["go_with"] else "punt"

    def formation(self, decision: Decision) -> Choice:
        """What the down and distance ask for."""
        return standard_formation(self, decision.state)

    def begin(self, place: int) -> None:
        """Forget draws and refusals."""
        super().begin(place)
        self._refusals = 0

    def explain_play(self, decision: Decision, choice: Choice) -> str:
        """The two draws of R31."""
        passes = choice in PASSES
        plays = self._passes if passes else self._runs
        kind, percent = ("pass", self._pass_percent) if passes else ("run", 100 - self._pass_percent)
        share = round(100 * plays.count(str(choice)) / len(plays))
        return f"drawn from the sheet: {kind} {percent} percent, then {choice} {share} percent of those (R31)."

    def explain_fourth(self, decision: Decision, choice: Choice) -> str:
        """In range, or near enough."""
        state, rule = decision.state, self.habits["fourth_down"]
        longest = decision.matchup.sheets[decision.team].longest_field_goal
        return (
            f"{state.to_goal} yards to the goal line (the kicker reaches {longest}), {state.to_go} to go; "
            f"it goes for it from its own {rule['go_from']} on with {rule['go_with']} or less."
        )

    def explain_formation(self, decision: Decision, choice: Choice) -> str:
        """The share of the habits."""
        return explain_standard(decision.state, choice)
