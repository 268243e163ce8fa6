"""The sharp coach: exact odds, expected points, prices of quotas and seconds, and a mixed strategy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from chartkit.football.field import clock_in_words
from chartkit.systems.ddf.charts import FORMATIONS, PLAYS, RUNS
from chartkit.systems.ddf.coaches import decide
from chartkit.systems.ddf.coaches.computer import ComputerCoach, in_percent, lead_in_words, lead_of
from chartkit.systems.ddf.coaches.endgame import (
    go_value,
    half_is_over,
    heaves,
    in_hand,
    in_range,
    is_late,
    is_risky_fourth,
    is_too_far,
    kick_value,
    pat_chance,
    punt_value,
    runs_the_clock,
    sound_fourth_down,
    unwise_plays,
)
from chartkit.systems.ddf.coaches.mind import CERTAIN, FOURTH_DOWN
from chartkit.systems.ddf.coaches.prices import second_price, seconds_left, series_price, snaps_left
from chartkit.systems.ddf.coaches.scouting import Scouting, legal_plays
from chartkit.systems.ddf.coaches.simplex import Solution
from chartkit.systems.ddf.coaches.tables import habits, solitaire_fields
from chartkit.systems.ddf.coaches.winning import KICKED, chance_told, of_these_teams, position, try_values, winning
from chartkit.systems.ddf.engine import decisions as d
from chartkit.systems.ddf.engine.decisions import Ask, Choice, Decision, choice_of
from chartkit.systems.ddf.engine.state import GameState
from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.game import ahead, in_set
from chartkit.systems.ddf.rules.legality import audible_barred, quota_left, two_point_barred
from chartkit.systems.ddf.rules.names import FIRST_PASS

#: A reveal that costs this many expected points is worth an audible.
WORTH_AN_AUDIBLE = 0.35
#: So far beyond the habit's yard line a pooch is still thought of.
POOCH_MARGIN = 10
#: A try for two points must win this much more often than the kick, in parts of `CERTAIN`.
WORTH_TWO_POINTS, EARLY_TWO_POINTS = 20, 120
#: A fourth down must be worth this much more than a kick, in points, for each yard to go.
WORTH_A_YARD = 0.2
#: So many of the calls are drawn from all plays that cost no more than a trifle, in points.
VARIETY = 0.3
TRIFLE = 0.1
#: Prices below this are not told.
TOLD = 0.005
CONVERSION = 2.0
GO, PUNT, FIELD_GOAL = FOURTH_DOWN


@dataclass(frozen=True)
class Worth:
    """The chance to win, in parts of `CERTAIN`, and expected points."""

    chance: int
    points: float

    @property
    def worth(self) -> float:
        """Both in points: the chance decides, the points where it sees no difference."""
        return self.points + self.chance * decide.CHANCE_IN_POINTS / decide.POINT


def best_fourth_down(values: Mapping[str, Worth], to_go: int) -> str:
    """The choice that is worth most; going for it must be worth the risk of the yards."""
    risk = WORTH_A_YARD * to_go
    return max(values, key=lambda choice: values[choice].worth - (risk if choice == GO else 0.0))


class SharpCoach(ComputerCoach):
    """Solves the game of nine plays against six formations in every situation."""

    def __init__(self, seed: int | str, scouting: Scouting | None = None) -> None:
        super().__init__(seed)
        self._scouting = scouting

    @property
    def knowledge(self) -> Mapping[str, Any]:
        """Nothing but the habits: what is called comes from the odds."""
        return solitaire_fields(None)

    def decide(self, decision: Decision) -> Choice:
        """Answer one question: by the odds, or by the habits."""
        match decision.ask:
            case Ask.OFFENSE_CALL:
                return self._offense_call(decision)
            case Ask.DEFENSE_CALL:
                return self._formation(decision)
            case Ask.REVEAL:
                return self._reveal(decision)
            case Ask.POOCH:
                return self._pooch(decision)
            case Ask.TRY:
                return self._try(decision)
            case _:
                return super().decide(decision)

    def scouting(self, decision: Decision) -> Scouting:
        """Odds and values of the matchup, made at the first question."""
        if self._scouting is None or self._scouting.matchup is not decision.matchup:
            self._scouting = Scouting(decision.matchup)
        return self._scouting

    def _plays(self, decision: Decision) -> tuple[int, ...]:
        """The plays that come into question."""
        game = self.mind(decision)
        plays = legal_plays(game)
        if decision.team == game.possession:
            unwise = unwise_plays(game, decision.team)
            wise = tuple(play for play in plays if not in_set(unwise, play))
            # Where runs are unwise and nothing better is left, at least a pass.
            passes = tuple(play for play in plays if play >= FIRST_PASS and in_set(unwise, 0))
            plays = wise or passes or plays
        return plays

    def _solved(self, decision: Decision) -> tuple[Solution, tuple[int, ...]]:
        """The solved game of calls and the plays that its rows stand for."""
        plays = self._plays(decision)
        return self.scouting(decision).solved(self.mind(decision), decision.state, plays), plays

    def _solved_in_points(self, decision: Decision) -> tuple[Solution, tuple[int, ...]]:
        """As `_solved`, by expected points alone: to compare with kicks."""
        plays = self._plays(decision)
        return self.scouting(decision).solution(decision.state, plays), plays

    def _offense_call(self, decision: Decision) -> Choice:
        """What clock and score ask for; on fourth down what is worth most; else a play of the mixed strategy."""
        game = self.mind(decision)
        call = decide.special_call(game, decision.team)
        if call != decide.NO_CALL:
            return choice_of(decision.ask, call)
        if decision.state.down == 4 and not heaves(game, decision.team):
            values = self._fourth_values(decision)
            best = best_fourth_down(values, decision.state.to_go)
            if is_late(game):
                best = FOURTH_DOWN[sound_fourth_down(game, decision.team, FOURTH_DOWN.index(best))]
            if best == GO and (is_too_far(game, decision.team) or is_risky_fourth(game, decision.team)):
                best = PUNT
            if best != GO:
                return d.FIELD_GOAL if best == FIELD_GOAL else d.PUNT
        shares = self._shares(decision)
        return PLAYS[self.random.choices(tuple(shares), tuple(shares.values()))[0]]

    def _shares(self, decision: Decision) -> dict[int, float]:
        """How often to call each play: the mixed strategy, and now and then any play that costs only a trifle.

        Late in the game a leader takes only runs of these, if there is one. On a try there is no such variety.
        """
        game = self.mind(decision)
        solution, plays = self._solved(decision)
        if game.phase == n.TRY:
            return dict(zip(plays, solution.rows, strict=True))
        worths = self.scouting(decision).worths(game, decision.state)[list(plays)] @ np.array(solution.columns)
        cheap = {
            play: max(1, quota_left(game, play))
            for play, worth in zip(plays, worths.tolist(), strict=True)
            if worth >= solution.value - TRIFLE
        }
        if runs_the_clock(game, decision.team):
            cheap = {play: calls for play, calls in cheap.items() if play < FIRST_PASS} or cheap
        whole = sum(cheap.values())
        return {
            play: (1 - VARIETY) * share + VARIETY * cheap.get(play, 0) / whole
            for play, share in zip(plays, solution.rows, strict=True)
        }

    def _formation(self, decision: Decision) -> Choice:
        """A formation of the mixed strategy."""
        solution, _ = self._solved(decision)
        return self.random.choices(FORMATIONS, solution.columns)[0]

    def _fourth_values(self, decision: Decision) -> dict[str, Worth]:
        """What going, punting and kicking are worth."""
        scout, state, team, game = self.scouting(decision), decision.state, decision.team, self.mind(decision)
        lead = ahead(game, team)
        solution, plays = self._solved_in_points(decision)
        chance = round(CERTAIN * scout.conversion(state, plays))
        values = {
            GO: Worth(go_value(game, team, lead, chance), solution.value),
            PUNT: Worth(punt_value(game, team, lead), scout.punt(team, state.spot, self._pooch(decision))),
        }
        if in_range(game, team):
            values[FIELD_GOAL] = Worth(kick_value(game, team, lead), scout.field_goal(team, state.spot))
        return values

    def _pooch(self, decision: Decision) -> int:
        """The pooch that is worth most; a full punt unless the goal line is near."""
        state, scout = decision.state, self.scouting(decision)
        if state.to_goal > habits()["pooch"]["inside"] + POOCH_MARGIN:
            return 0
        return max(range(0, 41), key=lambda yards: (round(scout.punt(decision.team, state.spot, yards), 6), -yards))

    def _try_values(self, decision: Decision) -> tuple[int, int]:
        """The chance to win with the kick and with a try for two points."""
        game, team = self.mind(decision), decision.team
        solution, _ = self._solved_in_points(decision)
        kick, two = try_values(game, team, ahead(game, team), pat_chance(game, team), game.clock)
        # The table has the league's chance of a conversion, played at the goal line; the scouting that of these
        # teams, in the open field. The smaller one counts.
        missed = position(game, team, team, KICKED, ahead(game, team), game.clock)
        usual = max(1, game.chance_two_points)
        here = min(usual, round(CERTAIN * solution.value / CONVERSION))
        return kick, missed + (two - missed) * here // usual

    def _try(self, decision: Decision) -> Choice:
        if two_point_barred(self.mind(decision)):
            return d.PAT
        kick, two = self._try_values(decision)
        return d.TWO_POINT if two > kick + self._try_margin(decision) else d.PAT

    def _try_margin(self, decision: Decision) -> int:
        """By how much two points must win more often than the kick."""
        return WORTH_TWO_POINTS if is_late(self.mind(decision)) else EARLY_TWO_POINTS

    def points(self, decision: Decision, state: GameState) -> float:
        """From what is scouted; when a half is over the lead, and a last play is worth less than a series."""
        game = self.after(decision, state)
        if half_is_over(game):
            return float(ahead(game, decision.team))
        points = self.scouting(decision).worth(state, decision.team)
        if not game.untimed:
            return points
        lead = ahead(game, decision.team)
        return lead + (points - lead) * game.habit_worth_last_play / decide.POINT

    def worth(self, decision: Decision, state: GameState) -> float:
        """Expected points and the chance to win."""
        return Worth(winning(self.after(decision, state), decision.team), self.points(decision, state)).worth

    def _loss(self, decision: Decision) -> float:
        """What the revealed calls cost against the value of the game."""
        play, formation = decision.about
        state = decision.state
        if play not in PLAYS or formation not in FORMATIONS:
            return 0.0
        worths = self.scouting(decision).worths(self.mind(decision), state)
        solution, _ = self._solved(decision)
        got = float(worths[PLAYS.index(play), FORMATIONS.index(formation)])
        sign = 1.0 if decision.team == state.possession else -1.0
        return sign * (solution.value - got)

    def _reveal(self, decision: Decision) -> Choice:
        """An audible when the calls met badly (R28.15)."""
        if audible_barred(self.mind(decision), decision.team):
            return d.STAND
        return d.AUDIBLE if self._loss(decision) > WORTH_AN_AUDIBLE else d.STAND

    def explain(self, decision: Decision, choice: Choice) -> str:
        """With the numbers that decided."""
        if decision.ask == Ask.POOCH:
            value = self.scouting(decision).punt(decision.team, decision.state.spot, int(choice))
            return f"{value:+.2f} points, the most of all pooches."
        return super().explain(decision, choice)

    def explain_play(self, decision: Decision, choice: Choice) -> str:
        """How often each play is called, the value of the game and what decided besides."""
        solution, _ = self._solved(decision)
        mix = {PLAYS[number]: share for number, share in self._shares(decision).items()}
        worth = f"worth {solution.value:+.2f} points against any formation, quota and clock counted"
        told = f"{_mix(mix)}; the best mixture is {worth}."
        return told + self._price_of(decision, choice) + self._clock_price(decision, choice)

    def _price_of(self, decision: Decision, choice: Choice) -> str:
        """What the quota of the play costs, if it costs something."""
        game, play = self.mind(decision), PLAYS.index(str(choice))
        price = float(self.scouting(decision).quota_prices(game)[play])
        if price < TOLD:
            return ""
        left = quota_left(game, play)
        calls = "1 call is" if left == 1 else f"{left} calls are"
        return f" A call of {choice} costs {price:.2f} points: {calls} left and about {snaps_left(game):.0f} snaps."

    def _clock_price(self, decision: Decision, choice: Choice) -> str:
        """What a second is worth, if it is worth something."""
        game, team = self.mind(decision), decision.team
        if game.phase == n.TRY:
            return ""
        if in_hand(game, team) and choice in RUNS:
            return f" Won {in_percent(chance_told(game, team))} of the time: no pass, the clock runs."
        price = second_price(game, team)
        if abs(price) < TOLD:
            return ""
        why = "run off" if price > 0 else "saved"
        clock = clock_in_words(seconds_left(game))
        lead = lead_in_words(lead_of(decision))
        series = series_price(game, team)
        keeps = f" A first down is worth {series:.2f} points more: it keeps the ball." if series >= TOLD else ""
        return f" A second {why} is worth {abs(price):.2f} points: {lead}, {clock} to play.{keeps}"

    def explain_formation(self, decision: Decision, choice: Choice) -> str:
        """The mixed strategy and the value of the game."""
        solution, _ = self._solved(decision)
        mix = dict(zip(FORMATIONS, solution.columns, strict=True))
        return f"{_mix(mix)}; holds every play to {solution.value:+.2f} points."

    def explain_fourth(self, decision: Decision, choice: Choice) -> str:
        """The value of each way."""
        game, team = self.mind(decision), decision.team
        values = ", ".join(
            f"{name} {in_percent(of_these_teams(game, team, value.chance))} ({value.points:+.2f})"
            for name, value in self._fourth_values(decision).items()
        )
        sure = is_risky_fourth(game, team)
        why = " In the own half with the game won nobody goes for it." if sure else ""
        return f"chance to win and expected points: {values}.{why}"

    def explain_try(self, decision: Decision, choice: Choice) -> str:
        """Both chances."""
        game, values = self.mind(decision), self._try_values(decision)
        kick, two = (of_these_teams(game, decision.team, value) for value in values)
        lead = lead_in_words(lead_of(decision))
        near = choice == d.PAT and two > kick
        why = f", not the {in_percent(self._try_margin(decision))} more that they must win" if near else ""
        return f"{lead}: the kick wins {in_percent(kick)}, two points {in_percent(two)}{why}."

    def explain_reveal(self, decision: Decision, choice: Choice) -> str:
        """What the calls cost."""
        play, formation = decision.about
        return f"{play} against {formation} costs {self._loss(decision):.2f} points."


def _mix(shares: dict[str, float]) -> str:
    played = sorted(((share, name) for name, share in shares.items() if share > 0.005), reverse=True)
    return ", ".join(f"{name} {100 * share:.0f} percent" for share, name in played)
