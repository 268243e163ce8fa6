"""The coach on the bench: every decision by fixed rules; who calls the plays is left to the coaches that follow."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from chartkit.systems.ddf.chart import TeamChart
from chartkit.systems.ddf.coaches.habits import ahead, fits, habits, worth
from chartkit.systems.ddf.coaches.reasons import lead_in_words, reason
from chartkit.systems.ddf.columns import FORMATIONS
from chartkit.systems.ddf.referee import decisions as d
from chartkit.systems.ddf.referee.decisions import Ask, Choice, Decision
from chartkit.systems.ddf.referee.legality import (
    no_huddle_barred,
    spike_barred,
    timeout_barred,
)
from chartkit.systems.ddf.referee.state import FREE_KICK, TRY, GameState
from chartkit.systems.ddf.result import Kind

#: A kneel-down runs off this much, or 10 when the defense takes a timeout (R24.5, R35.1).
KNEEL_SECONDS, STOPPED_KNEEL = 40, 10


class BenchCoach(ABC):
    """Decides kicks, tries, tempo, timeouts and penalties by the habits; plays and formations are abstract."""

    #: Audibles are not called; the reveal is never asked.
    leaves: frozenset[str] = frozenset({Ask.REVEAL})

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self.random = random.Random(f"coach {seed}")
        self.number = self.random.random
        self.habits: Mapping[str, Any] = habits()
        self.fronts = _drawn()
        self.watches_clock: Mapping[int, int] | None = _clock_watch()
        #: From here on the end of a half is near.
        self._late = max(3 * KNEEL_SECONDS, int(self.habits["last_kick_inside"]))
        #: Whose punts were averaged last, since the coach is asked before every one.
        self._punter: TeamChart | None = None
        self._usual_punt = 0
        self._answers: Mapping[str, Callable[[Decision], Choice]] = {
            Ask.OFFENSE_CALL: self._offense_call,
            Ask.DEFENSE_CALL: self.formation,
            Ask.CLOCK: self._clock,
            Ask.REVEAL: self.reveal,
            Ask.COIN_TOSS: lambda decision: d.RECEIVE,
            Ask.KICKOFF: self._kickoff,
            Ask.KICK_RETURN: lambda decision: d.RETURN,
            Ask.POOCH: self._pooch,
            Ask.LET_IT_ROLL: self._let_it_roll,
            Ask.PENALTY: self._penalty,
            Ask.TRY: self._try,
        }

    def decide(self, decision: Decision) -> Choice:
        """Answer one question."""
        return self._answers[decision.ask](decision)

    def begin(self, place: int) -> None:
        """Forget what was drawn: the same decisions follow from this place of the log, however one got here."""
        self.random.seed(f"coach {self.seed} {place}")

    def explain(self, decision: Decision, choice: Choice) -> str:
        """Why this choice was made, in a sentence."""
        return reason(self, decision, choice)

    @abstractmethod
    def explain_play(self, decision: Decision, choice: Choice) -> str:
        """Why this play."""

    @abstractmethod
    def explain_fourth(self, decision: Decision, choice: Choice) -> str:
        """Why go, punt or kick on fourth down."""

    @abstractmethod
    def explain_formation(self, decision: Decision, choice: Choice) -> str:
        """Why this formation."""

    def explain_reveal(self, decision: Decision, choice: Choice) -> str:
        """Why stand, or call again."""
        return "this coach calls no audibles."

    def explain_try(self, decision: Decision, choice: Choice) -> str:
        """Why kick or go for two."""
        lead = lead_in_words(ahead(decision.state, decision.team))
        return f"{lead} in period {decision.state.period}: the table of tries says {choice}."

    @abstractmethod
    def refused(self, decision: Decision, choice: Choice, reason: str) -> None:
        """The choice was illegal; the question comes again."""

    @abstractmethod
    def play(self, decision: Decision) -> str:
        """A play 1-9."""

    @abstractmethod
    def fourth_down(self, decision: Decision) -> str:
        """`go`, `punt` or `field goal`."""

    @abstractmethod
    def formation(self, decision: Decision) -> Choice:
        """A formation A-F."""

    def reveal(self, decision: Decision) -> Choice:
        """After the reveal: stand."""
        return d.STAND

    def _offense_call(self, decision: Decision) -> Choice:
        state = decision.state
        if state.clock <= self._late and state.period in (2, 4) and state.phase != TRY:
            choice = self._at_the_end(decision, state)
            if choice:
                return choice
        return self.play(decision) if state.down < 4 else self._fourth(decision, state)

    def _at_the_end(self, decision: Decision, state: GameState) -> Choice:
        """The last seconds of a half: kneel, kick, or nothing of the kind."""
        team, lead = decision.team, ahead(state, decision.team)
        if self._kneels(state, team, lead):
            return d.QB_KNEEL
        if state.clock <= self.habits["last_kick_inside"] and _in_range(decision, state):
            low, high = self.habits["desperate"]["field_goal_ahead"]
            if state.period == 2 or low <= lead <= high:
                return d.FIELD_GOAL
        return ""

    def _fourth(self, decision: Decision, state: GameState) -> Choice:
        lead, in_range = ahead(state, decision.team), _in_range(decision, state)
        desperate = self.habits["desperate"]
        if state.period == 4 and state.clock <= desperate["clock"] and lead < 0:
            # No use in giving the ball away now.
            if in_range and lead >= desperate["field_goal_ahead"][0]:
                return d.FIELD_GOAL
            return self.play(decision)
        choice = self.fourth_down(decision)
        if choice == "field goal" and in_range:
            return d.FIELD_GOAL
        return self.play(decision) if choice == "go" else d.PUNT

    def _kneels(self, state: GameState, team: int, lead: int) -> bool:
        """The clock can be run out (R24.5), or the half ended deep in the own territory."""
        if state.period == 2:
            rule = self.habits["kneel_at_half"]
            return bool(state.clock <= rule["clock"] and state.spot <= rule["to_spot"] and lead >= 0)
        if lead <= 0 or state.down == 4:
            return False
        kneels = 4 - state.down
        stopped = min(kneels, state.timeouts[1 - team]) if lead <= self.habits["kneel"]["close"] else 0
        return (kneels - stopped) * KNEEL_SECONDS + stopped * STOPPED_KNEEL >= state.clock

    def _clock(self, decision: Decision) -> Choice:
        state, team = decision.state, decision.team
        side = "offense" if team == state.possession else "defense"
        lead = ahead(state, team)
        for row in self.habits["hurry"]:
            if row["side"] == side and state.spot >= row["from_spot"] and fits(row, state, lead):
                break
        else:
            return d.PLAY_ON
        late = state.clock <= self.habits["timeout_inside"]
        if (side == "defense" or late) and not timeout_barred(state, team):
            return d.TIMEOUT
        if side == "defense":
            return d.PLAY_ON
        if (
            state.clock <= self.habits["spike_inside"]
            and state.down < (4 if _in_range(decision, state) else 3)
            and not spike_barred(state, team)
        ):
            return d.SPIKE
        if not no_huddle_barred(state, team):
            return d.NO_HUDDLE
        return d.PLAY_ON

    def _kickoff(self, decision: Decision) -> Choice:
        state, lead = decision.state, ahead(decision.state, decision.team)
        if state.phase != FREE_KICK:
            for row in self.habits["kickoff"]:
                if fits(row, state, lead) and not decision.why_not(row["choice"]):
                    return str(row["choice"])
        return d.KICKOFF

    def _pooch(self, decision: Decision) -> Choice:
        """Near midfield a full punt would end in the end zone; aim at the yard line of the habits."""
        rule, state = self.habits["pooch"], decision.state
        if state.to_goal > rule["inside"]:
            return 0
        chart = decision.matchup.sheets[decision.team].chart
        if self._punter is not chart:
            self._punter, self._usual_punt = chart, usual_punt(chart)
        return max(0, self._usual_punt - (state.to_goal - int(rule["land_at"])))

    def _let_it_roll(self, decision: Decision) -> Choice:
        return d.LET_IT_ROLL if decision.about[0] <= self.habits["let_it_roll_at"] else d.RETURN

    def _penalty(self, decision: Decision) -> Choice:
        """The choice that leaves the best situation; declining wins a tie."""
        return max(
            decision.outcomes,
            key=lambda choice: (worth(decision.outcomes[choice], decision.team), choice == d.DECLINE),
        )

    def _try(self, decision: Decision) -> Choice:
        rule, state = self.habits["two_points"], decision.state
        if state.period in rule["periods"] and state.clock <= rule["clock"]:
            return d.TWO_POINT if ahead(state, decision.team) in rule["ahead"] else d.PAT
        return d.PAT


def _in_range(decision: Decision, state: GameState) -> bool:
    """The chart has a field goal from here (R17.1)."""
    return state.to_goal <= decision.matchup.sheets[decision.team].longest_field_goal


@cache
def _clock_watch() -> Mapping[int, int]:
    """Period -> the most seconds left at which a row of the hurry-up habits can hold."""
    rows = habits()["hurry"]
    periods = {period for row in rows for period in row["periods"]}
    return {period: max(row["clock"] for row in rows if period in row["periods"]) for period in periods}


def usual_punt(chart: TeamChart) -> int:
    """The mean of the numbers of the Punt column, weighted by the dice, rounded down."""
    from chartkit.systems.ddf import columns, dice

    ways = dice.OFFENSIVE.ways
    numbers = [
        (ways[total], cell.yards)
        for total, cell in chart.special_teams.columns[columns.PUNT].items()
        if cell.kind is Kind.YARDS
    ]
    whole = sum(weight for weight, _ in numbers)
    return sum(weight * yards for weight, yards in numbers) // whole if whole else 0


def _formation_row(down: int, to_go: int) -> str:
    """The row of the habits that the down and distance ask for."""
    if down >= 2:
        if to_go <= 2:
            return "short yardage"
        if to_go >= 11:
            return "long yardage"
    return _DOWNS[down]


_DOWNS = ("a try", "down 1", "down 2", "down 3", "down 4")


@cache
def _shares() -> Mapping[str, tuple[int, ...]]:
    """The shares of the formations A-F in each row of the habits."""
    shares = habits()["formations"]
    rows = [shares["tries"], *shares["downs"], shares["short"], shares["long"]]
    return dict(zip((*_DOWNS, "short yardage", "long yardage"), map(tuple, rows), strict=True))


@cache
def _drawn() -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Down (0: a try) -> yards to go -> every formation as often as its share says: one draw finds one."""
    drawn = {
        row: tuple(each for each, share in zip(FORMATIONS, shares, strict=True) for _ in range(share))
        for row, shares in _shares().items()
    }
    return tuple(tuple(drawn[_formation_row(down, to_go)] for to_go in range(101)) for down in range(5))


def explain_standard(state: GameState, choice: Choice) -> str:
    """The share of the formation that was drawn."""
    row = _formation_row(state.down, state.to_go)
    return f"{choice} is called {_shares()[row][FORMATIONS.index(str(choice))]} percent of the time on {row}."


def standard_formation(coach: BenchCoach, state: GameState) -> str:
    """A formation that the down and distance ask for."""
    formations = coach.fronts[state.down][state.to_gain - state.spot]
    return formations[int(coach.number() * len(formations))]
