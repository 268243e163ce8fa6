"""The sharp coach: exact odds, expected points, and a mixed strategy that nobody can exploit."""

from __future__ import annotations

from chartkit.errors import IllegalCallError
from chartkit.systems.ddf.coaches.bench import BenchCoach
from chartkit.systems.ddf.coaches.habits import ahead
from chartkit.systems.ddf.coaches.scouting import Scouting
from chartkit.systems.ddf.columns import FORMATIONS, PLAYS
from chartkit.systems.ddf.referee import decisions as d
from chartkit.systems.ddf.referee.decisions import Ask, Choice, Decision
from chartkit.systems.ddf.referee.legality import audible_barred

#: A reveal that costs this many expected points is worth an audible.
WORTH_AN_AUDIBLE = 0.35
GO, PUNT, FIELD_GOAL = "go", "punt", "field goal"


class SharpCoach(BenchCoach):
    """Solves the game of nine plays against six formations in every situation."""

    leaves: frozenset[str] = frozenset()

    def __init__(self, seed: int | str, scouting: Scouting | None = None) -> None:
        super().__init__(seed)
        self._scouting = scouting

    def scouting(self, decision: Decision) -> Scouting:
        """Odds and values of the matchup, made at the first question."""
        if self._scouting is None or self._scouting.matchup is not decision.matchup:
            self._scouting = Scouting(decision.matchup)
        return self._scouting

    def play(self, decision: Decision) -> str:
        """A play of the mixed strategy."""
        solution, plays = self.scouting(decision).game(decision.state)
        return PLAYS[self.random.choices(plays, solution.rows)[0]]

    def formation(self, decision: Decision) -> Choice:
        """A formation of the mixed strategy."""
        solution, _ = self.scouting(decision).game(decision.state)
        return self.random.choices(FORMATIONS, solution.columns)[0]

    def _fourth_values(self, decision: Decision) -> dict[str, float]:
        scout, state, team = self.scouting(decision), decision.state, decision.team
        values = {GO: scout.game(state)[0].value, PUNT: scout.punt(team, state.spot, self._pooch_yards(decision))}
        if state.to_goal <= decision.matchup.sheets[team].longest_field_goal:
            values[FIELD_GOAL] = scout.field_goal(team, state.spot)
        return values

    def fourth_down(self, decision: Decision) -> str:
        """What is worth most."""
        values = self._fourth_values(decision)
        return max(values, key=lambda choice: values[choice])

    def _pooch_yards(self, decision: Decision) -> int:
        """The pooch that is worth most; a full punt unless the goal line is near."""
        state, scout = decision.state, self.scouting(decision)
        if state.to_goal > self.habits["pooch"]["inside"] + 10:
            return 0
        return max(range(0, 41), key=lambda yards: (round(scout.punt(decision.team, state.spot, yards), 6), -yards))

    def _pooch(self, decision: Decision) -> Choice:
        return self._pooch_yards(decision)

    def _try_values(self, decision: Decision) -> tuple[float, float]:
        """Expected points of the kick and of going for two."""
        scout, state = self.scouting(decision), decision.state
        two = scout.game(state._replace(down=0))[0].value
        return scout.pat[decision.team], two

    def _try(self, decision: Decision) -> Choice:
        rule, state = self.habits["two_points"], decision.state
        if state.period in rule["periods"] and state.clock <= rule["clock"]:
            # Late the score decides, not the expectation.
            return super()._try(decision)
        kick, two = self._try_values(decision)
        return d.TWO_POINT if two > kick else d.PAT

    def _penalty(self, decision: Decision) -> Choice:
        scout = self.scouting(decision)
        return max(
            decision.outcomes,
            key=lambda choice: (scout.worth(decision.outcomes[choice], decision.team), choice == d.DECLINE),
        )

    def _loss(self, decision: Decision) -> float:
        """What the revealed calls cost against the value of the game."""
        play, formation = decision.about
        state = decision.state
        if play not in PLAYS or formation not in FORMATIONS:
            return 0.0
        scout = self.scouting(decision)
        solution, _ = scout.game(state)
        got = float(scout.payoffs(state)[PLAYS.index(play), FORMATIONS.index(formation)])
        sign = 1.0 if decision.team == state.possession else -1.0
        return sign * (solution.value - got)

    def reveal(self, decision: Decision) -> Choice:
        """An audible when the calls met badly."""
        state, team = decision.state, decision.team
        if audible_barred(state, team, allowed=decision.matchup.options.audibles):
            return d.STAND
        return d.AUDIBLE if self._loss(decision) > WORTH_AN_AUDIBLE else d.STAND

    def refused(self, decision: Decision, choice: Choice, reason: str) -> None:
        """Only legal plays are in the game that is solved."""
        raise IllegalCallError(f"the sharp coach chose illegally: {choice}. {reason}")

    def explain(self, decision: Decision, choice: Choice) -> str:
        """With the numbers that decided."""
        if decision.ask == Ask.PENALTY:
            scout = self.scouting(decision)
            values = [
                f"{name} {scout.worth(after, decision.team):+.2f}" for name, after in decision.outcomes.items()
            ]
            return f"lead and situation in points: {', '.join(values)}."
        if decision.ask == Ask.POOCH:
            value = self.scouting(decision).punt(decision.team, decision.state.spot, int(choice))
            return f"{value:+.2f} points, the most of all pooches."
        return super().explain(decision, choice)

    def explain_play(self, decision: Decision, choice: Choice) -> str:
        """The mixed strategy and the value of the game."""
        solution, plays = self.scouting(decision).game(decision.state)
        mix = {PLAYS[number]: share for number, share in zip(plays, solution.rows, strict=True)}
        return f"{_mix(mix)}; worth {solution.value:+.2f} points against any formation."

    def explain_formation(self, decision: Decision, choice: Choice) -> str:
        """The mixed strategy and the value of the game."""
        solution, _ = self.scouting(decision).game(decision.state)
        mix = dict(zip(FORMATIONS, solution.columns, strict=True))
        return f"{_mix(mix)}; holds every play to {solution.value:+.2f} points."

    def explain_fourth(self, decision: Decision, choice: Choice) -> str:
        """The value of each way."""
        values = ", ".join(f"{name} {value:+.2f}" for name, value in self._fourth_values(decision).items())
        return f"expected points: {values}."

    def explain_try(self, decision: Decision, choice: Choice) -> str:
        """Both expectations."""
        kick, two = self._try_values(decision)
        lead = ahead(decision.state, decision.team)
        return f"the kick is worth {kick:.2f}, two points {two:.2f}; the lead is {lead:+d}."

    def explain_reveal(self, decision: Decision, choice: Choice) -> str:
        """What the calls cost."""
        play, formation = decision.about
        return f"{play} against {formation} costs {self._loss(decision):.2f} points."


def _mix(shares: dict[str, float]) -> str:
    played = sorted(((share, name) for name, share in shares.items() if share > 0.005), reverse=True)
    return ", ".join(f"{name} {100 * share:.0f} percent" for share, name in played)
