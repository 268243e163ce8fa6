"""Why a computer coach decided as it did, in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chartkit.systems.ddf.charts import FORMATIONS, PLAYS
from chartkit.systems.ddf.coaches.decide import formation_row
from chartkit.systems.ddf.coaches.endgame import fourth_value, is_late, onside_helps, usual_yards
from chartkit.systems.ddf.coaches.habits import habits
from chartkit.systems.ddf.coaches.mind import CERTAIN, FOURTH_DOWN
from chartkit.systems.ddf.coaches.winning import winning
from chartkit.systems.ddf.engine import decisions as d
from chartkit.systems.ddf.engine.decisions import Ask, Choice, Decision
from chartkit.systems.ddf.engine.state import TRY
from chartkit.systems.ddf.rules.names import KICKOFF_RETURN

if TYPE_CHECKING:
    from chartkit.systems.ddf.coaches.computer import ComputerCoach
    from chartkit.systems.ddf.coaches.mind import Mind

_CLOCK = {
    d.TIMEOUT: "the clock runs against us and a timeout is left.",
    d.NO_HUDDLE: "the clock runs against us: hurry.",
    d.SPIKE: "no time for a huddle and the kick is in range.",
    d.PLAY_ON: "no reason to touch the clock.",
}
_TOSS = {
    d.RECEIVE: "the ball first is a possession that nobody can take away.",
    d.KICK: "both teams have the ball: the second knows what it needs.",
}
#: In the order of the habits.
_FORMATION_ROWS = ("a try", "down 1", "down 2", "down 3", "down 4", "short yardage", "long yardage")


def lead_of(decision: Decision) -> int:
    """The lead of the team that is asked; negative when behind."""
    score = decision.state.score
    return score[decision.team] - score[1 - decision.team]


def lead_in_words(lead: int) -> str:
    """`7 ahead`, `3 behind`, `tied`."""
    return f"{lead} ahead" if lead > 0 else f"{-lead} behind" if lead else "tied"


def usual_formation(game: Mind, choice: Choice) -> str:
    """The share of a formation in the habits."""
    row = formation_row(game)
    sums = [0, *game.habit_formations[row]]
    number = FORMATIONS.index(str(choice))
    return f"{choice} is called {sums[number + 1] - sums[number]} percent of the time on {_FORMATION_ROWS[row]}."


def reason(coach: ComputerCoach, decision: Decision, choice: Choice) -> str:
    """One sentence, from the same facts as the decision."""
    state = decision.state
    lead = lead_of(decision)
    match decision.ask:
        case Ask.OFFENSE_CALL:
            return _call(coach, decision, choice, lead)
        case Ask.DEFENSE_CALL:
            return coach.explain_formation(decision, choice)
        case Ask.CLOCK:
            return f"{lead_in_words(lead)} with {state.clock} seconds left: {_CLOCK[str(choice)]}"
        case Ask.REVEAL:
            return coach.explain_reveal(decision, choice)
        case Ask.COIN_TOSS:
            return _TOSS[str(choice)]
        case Ask.KICKOFF:
            if choice == d.KICKOFF:
                return "nothing asks for a trick."
            return f"{lead_in_words(lead)} with {state.clock} seconds left{_chance(coach, decision)}."
        case Ask.KICK_RETURN:
            usual = usual_yards(coach.mind(decision), decision.team, KICKOFF_RETURN)
            return (
                f"{decision.about[0]} yards deep; a usual return is {usual} yards, "
                f"a touchback at the {decision.matchup.constants.kickoff_touchback}."
            )
        case Ask.POOCH:
            land_at = habits()["pooch"]["land_at"]
            return f"a usual punt would reach the end zone; aimed at the {land_at}." if choice else "a full punt."
        case Ask.LET_IT_ROLL:
            return f"caught at the {decision.about[0]}; inside the {habits()['let_it_roll_at']} it may roll in."
        case Ask.PENALTY:
            values = [
                f"{name} {coach.worth(decision, after):+.2f}"
                f" ({in_percent(winning(coach.after(decision, after), decision.team))})"
                for name, after in decision.outcomes.items()
            ]
            return f"what each choice is worth, and its chance to win: {', '.join(values)}."
        case Ask.TRY:
            return coach.explain_try(decision, choice)


def _call(coach: ComputerCoach, decision: Decision, choice: Choice, lead: int) -> str:
    state = decision.state
    if choice == d.QB_KNEEL:
        return f"{lead_in_words(lead)}: {state.clock} seconds can be knelt away."
    if state.phase == TRY or (state.down < 4 and choice in PLAYS):
        return coach.explain_play(decision, choice)
    if state.down < 4:
        return f"{state.clock} seconds left and in range: the last kick."
    return coach.explain_fourth(decision, choice) + late_fourth_down(coach, decision)


def in_percent(chance: int) -> str:
    """A chance to win in percent."""
    return f"{100 * chance / CERTAIN:.1f} percent"


def late_fourth_down(coach: ComputerCoach, decision: Decision) -> str:
    """The chances of all three choices, when they may overrule the table."""
    game = coach.mind(decision)
    if not is_late(game):
        return ""
    values = {name: fourth_value(game, decision.team, number) for number, name in enumerate(FOURTH_DOWN)}
    told = ", ".join(f"{name} {in_percent(value)}" for name, value in values.items() if value >= 0)
    return f" Chance to win: {told}."


def _chance(coach: ComputerCoach, decision: Decision) -> str:
    """Why an onside kick: it wins more often than a deep one."""
    game = coach.mind(decision)
    if not onside_helps(game, decision.team, lead_of(decision)):
        return ""
    return f": it wins more often than a deep kick ({in_percent(winning(game, decision.team))} from here)"
