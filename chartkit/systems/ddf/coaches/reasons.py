"""Why a coach on the bench decided as it did, in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chartkit.systems.ddf.coaches.habits import POINT, ahead, worth
from chartkit.systems.ddf.columns import PLAYS
from chartkit.systems.ddf.referee import decisions as d
from chartkit.systems.ddf.referee.decisions import Ask, Choice, Decision
from chartkit.systems.ddf.referee.state import TRY

if TYPE_CHECKING:
    from chartkit.systems.ddf.coaches.bench import BenchCoach

_CLOCK = {
    d.TIMEOUT: "the clock runs against us and a timeout is left.",
    d.NO_HUDDLE: "the clock runs against us: hurry.",
    d.SPIKE: "no time for a huddle and the kick is in range.",
    d.PLAY_ON: "no reason to touch the clock.",
}


def lead_in_words(lead: int) -> str:
    """`7 ahead`, `3 behind`, `tied`."""
    return f"{lead} ahead" if lead > 0 else f"{-lead} behind" if lead else "tied"


def points_in_words(thousandths: int) -> str:
    """Expected points with a sign and two decimals."""
    return f"{thousandths / POINT:+.2f}"


def reason(coach: BenchCoach, decision: Decision, choice: Choice) -> str:
    """One sentence, from the same facts as the decision."""
    lead = ahead(decision.state, decision.team)
    match decision.ask:
        case Ask.OFFENSE_CALL:
            return _call(coach, decision, choice, lead)
        case Ask.DEFENSE_CALL:
            return coach.explain_formation(decision, choice)
        case Ask.CLOCK:
            return f"{lead_in_words(lead)} with {decision.state.clock} seconds left: {_CLOCK[str(choice)]}"
        case Ask.REVEAL:
            return coach.explain_reveal(decision, choice)
        case Ask.COIN_TOSS:
            return "the ball first is a possession that nobody can take away."
        case Ask.KICKOFF:
            if choice == d.KICKOFF:
                return "nothing asks for a trick."
            return f"{lead_in_words(lead)} with {decision.state.clock} seconds left."
        case Ask.KICK_RETURN:
            return f"{decision.about[0]} yards deep; the habit is to {choice}."
        case Ask.POOCH:
            land_at = coach.habits["pooch"]["land_at"]
            return f"a usual punt would reach the end zone; aimed at the {land_at}." if choice else "a full punt."
        case Ask.LET_IT_ROLL:
            return f"caught at the {decision.about[0]}; inside the {coach.habits['let_it_roll_at']} it may roll in."
        case Ask.PENALTY:
            values = [
                f"{name} {points_in_words(worth(state, decision.team))}"
                for name, state in decision.outcomes.items()
            ]
            return f"lead and situation in points: {', '.join(values)}."
        case Ask.TRY:
            return coach.explain_try(decision, choice)


def _call(coach: BenchCoach, decision: Decision, choice: Choice, lead: int) -> str:
    state = decision.state
    if choice == d.QB_KNEEL:
        return f"{lead_in_words(lead)}: {state.clock} seconds can be knelt away."
    if state.phase == TRY or (state.down < 4 and choice in PLAYS):
        return coach.explain_play(decision, choice)
    if state.down < 4:
        return f"{state.clock} seconds left and in range: the last kick."
    late = coach.habits["desperate"]
    if state.period == 4 and state.clock <= late["clock"] and lead < 0:
        return f"fourth down, {lead_in_words(lead)} with {state.clock} seconds left: no time to give the ball away."
    return coach.explain_fourth(decision, choice)
