"""The computer coaches at the table: they lay what they know into the game, let `decide` answer, and say why."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import fields
from typing import Any, cast

from chartkit.errors import IllegalCallError
from chartkit.football.field import clock_in_words, quarter_in_words
from chartkit.systems.ddf.charts import FORMATIONS, PASSES, PLAYS, RUNS, Supplement
from chartkit.systems.ddf.coaches import decide
from chartkit.systems.ddf.coaches.decide import formation_row
from chartkit.systems.ddf.coaches.endgame import DEEPEST_RETURN, fourth_value, is_late, onside_helps, usual_yards
from chartkit.systems.ddf.coaches.mind import CERTAIN, FOURTH_DOWN, SITUATION, WHOLE, Mind
from chartkit.systems.ddf.coaches.tables import CoachTable, habits, lay_habits, lay_team, percent, solitaire_fields
from chartkit.systems.ddf.coaches.winning import ChanceTable, chance_told, of_these_teams, shipped_chances
from chartkit.systems.ddf.engine import decisions as d
from chartkit.systems.ddf.engine.decisions import Ask, Choice, Decision, choice_of, number_of
from chartkit.systems.ddf.engine.state import TRY, GameState, set_state
from chartkit.systems.ddf.rules.game import ahead
from chartkit.systems.ddf.rules.names import KICKOFF_RETURN, QUESTIONS

_CLOCK = {
    d.TIMEOUT: "the clock runs against us and a timeout is left.",
    d.NO_HUDDLE: "the clock runs against us: hurry.",
    d.SPIKE: "no time for a huddle, and a down is left.",
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


def _time_left(state: GameState) -> str:
    """`10:30 left in the 1st quarter`."""
    quarter = quarter_in_words(state.period)
    return f"{clock_in_words(state.clock)} left in {'' if quarter == 'overtime' else 'the '}{quarter}"


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
            return f"{lead_in_words(lead)} with {_time_left(state)}: {_CLOCK[str(choice)]}"
        case Ask.REVEAL:
            return coach.explain_reveal(decision, choice)
        case Ask.COIN_TOSS:
            return _TOSS[str(choice)]
        case Ask.KICKOFF:
            if choice == d.KICKOFF:
                return "nothing asks for a trick."
            return f"{lead_in_words(lead)} with {_time_left(state)}{_why_that_kick(coach, decision, choice)}."
        case Ask.KICK_RETURN:
            return _why_returned(coach, decision, choice)
        case Ask.POOCH:
            game = coach.mind(decision)
            land_at = game.coach_pooch_land_at[decision.team] or game.habit_pooch_land_at
            return f"a usual punt would reach the end zone; aimed at the {land_at}." if choice else "a full punt."
        case Ask.LET_IT_ROLL:
            return f"caught at the {decision.about[0]}; inside the {habits()['let_it_roll_at']} it may roll in."
        case Ask.PENALTY:
            states = decision.outcomes
            values = [
                f"{_foul_choice(name)} {in_percent(chance_told(coach.after(decision, after), decision.team))}"
                f" ({coach.points(decision, after):+.2f})"
                for name, after in ((name, states[name]) for name in d.distinct(states))
            ]
            return f"chance to win and expected lead: {', '.join(values)}."
        case Ask.TRY:
            return coach.explain_try(decision, choice)


def _foul_choice(name: str) -> str:
    """A choice about fouls; a prime marks a second foul of the same kind."""
    return name.replace(" ", " the other ", 1).rstrip("'") if name.endswith("'") else name


def _why_returned(coach: ComputerCoach, decision: Decision, choice: Choice) -> str:
    """Where a usual return would end, beside the touchback."""
    deep, touchback = decision.about[0], decision.matchup.constants.kickoff_touchback
    reached = usual_yards(coach.mind(decision), decision.team, KICKOFF_RETURN) - deep
    told = f"{deep} yards deep; a usual return ends at the {reached}, a touchback is at the {touchback}"
    if choice == d.RETURN:
        return f"{told}: near enough, since some go all the way."
    return f"{told}: {'too deep to run it out' if deep > DEEPEST_RETURN else 'not near enough'}."


def _call(coach: ComputerCoach, decision: Decision, choice: Choice, lead: int) -> str:
    state = decision.state
    if choice == d.QB_KNEEL:
        return f"{lead_in_words(lead)}: {state.clock} seconds can be knelt away."
    if state.phase == TRY or (state.down < 4 and choice in PLAYS):
        return coach.explain_play(decision, choice)
    if state.down < 4:
        return f"{_time_left(state)} and in range: the last kick."
    return coach.explain_fourth(decision, choice) + late_fourth_down(coach, decision)


def in_percent(chance: int) -> str:
    """A chance to win in percent."""
    return f"{100 * chance / CERTAIN:.1f} percent"


def late_fourth_down(coach: ComputerCoach, decision: Decision) -> str:
    """The chances of all three choices, when they may overrule the table."""
    game = coach.mind(decision)
    if not is_late(game):
        return ""
    team = decision.team
    values = {name: fourth_value(game, team, number) for number, name in enumerate(FOURTH_DOWN)}
    told = ", ".join(
        f"{name} {in_percent(of_these_teams(game, team, value))}" for name, value in values.items() if value >= 0
    )
    return f" Chance to win: {told}."


def _why_that_kick(coach: ComputerCoach, decision: Decision, choice: Choice) -> str:
    """An onside kick wins clearly more often than a deep one; a squib is kicked as often as the team does it."""
    game, team, lead = coach.mind(decision), decision.team, lead_of(decision)
    if choice == d.SQUIB_KICK and game.coach_kind[team] == SITUATION and game.coach_has_squibs[team]:
        share = game.coach_squibs[team][decide.state_of_game(game, team, lead)]
        return f": the team squibs {100 * share / WHOLE:.0f} percent of its kickoffs then"
    if not onside_helps(game, team, lead):
        return ""
    return f": it wins clearly more often than a deep kick ({in_percent(chance_told(game, team))} from here)"


def make_room(game: Any) -> None:
    """Give a game the fields of a `Mind` that it lacks, and the habits."""
    if hasattr(game, "habit_kickoffs"):
        return
    for field in fields(Mind):
        if field.name.startswith("coach_"):
            # Each coach lays his own part; what he does not have is never read.
            setattr(game, field.name, [0, 0])
    lay_habits(game)
    lay_chances(game, shipped_chances())


def lay_chances(game: Any, table: ChanceTable) -> None:
    """Give a game the chances to win of a season."""
    for name, value in table.fields.items():
        setattr(game, name, value)


def mind_of(decision: Decision) -> Mind:
    """The game of a decision as `decide` reads it, the revealed calls included."""
    game: Any = decision.live or decision.game
    make_room(game)
    if decision.ask is Ask.REVEAL:
        play, formation = decision.about
        game.call, game.formation = number_of(Ask.OFFENSE_CALL, play), number_of(Ask.DEFENSE_CALL, formation)
    found: Mind = game
    return found


def game_after(game: Mind, state: GameState) -> Mind:
    """A game in another state; the one in progress stays as it is."""
    made = copy(game)
    made.score_at_start = list(made.score_at_start)
    set_state(made, state)
    return made


def choice_worth(decision: Decision, choice: str) -> int:
    """What a choice about a foul is worth to the team that is asked."""
    return decide.worth(game_after(mind_of(decision), decision.outcomes[choice]), decision.team)


def mismatched(decision: Decision) -> bool:
    """Whether the revealed calls are a mismatch against the side that is asked (R28.15, R31.6)."""
    return decide.is_mismatch(mind_of(decision), decision.team)


class ComputerCoach(ABC):
    """A seat at the table that is coached by `decide`; the reasons are each coach's own."""

    #: The chances to win of the season; without them those that ship with chartkit.
    chances: ChanceTable | None = None

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self.random = random.Random(f"coach {seed}")
        #: A random number from 0 to one less than the given one.
        self.draw: Callable[[int], int] = self.random.randrange
        #: The game and the team that the coach sits down for.
        self._seat: tuple[Any, int] = (None, 0)

    def sit_down(self, game: Any, team: int) -> None:
        """Lay what the coach knows into the game."""
        make_room(game)
        lay_team(game, team, self.knowledge)
        if self.chances is not None:
            lay_chances(game, self.chances)
        game.draws[team] = self.draw
        self._seat = game, team

    def mind(self, decision: Decision) -> Mind:
        """The game of a decision with what this coach knows."""
        found: Any = mind_of(decision)
        game, team = self._seat
        if game is not found or team != decision.team:
            self.sit_down(found, decision.team)
        return cast(Mind, found)

    @property
    @abstractmethod
    def knowledge(self) -> Mapping[str, Any]:
        """The coach's part of the fields of a `Mind`."""

    def begin(self, place: int) -> None:
        """Forget what was drawn: the same decisions follow from this place of the log, however one got here."""
        self.random.seed(f"coach {self.seed} {place}")

    def decide(self, decision: Decision) -> Choice:
        """Answer one question."""
        if decision.ask is Ask.PENALTY:
            return self.penalty(decision)
        about = decision.about[0] if decision.ask in (Ask.KICK_RETURN, Ask.LET_IT_ROLL) else 0
        number = decide.answer(self.mind(decision), QUESTIONS.index(decision.ask), decision.team, about)
        return choice_of(decision.ask, number)

    def penalty(self, decision: Decision) -> Choice:
        """The choice that leaves the best situation; declining wins a tie (R19.4)."""
        return max(
            decision.outcomes,
            key=lambda choice: (self.worth(decision, decision.outcomes[choice]), choice == d.DECLINE),
        )

    def after(self, decision: Decision, state: GameState) -> Mind:
        """The game of a decision in a state that a choice leads to."""
        return game_after(self.mind(decision), state)

    def points(self, decision: Decision, state: GameState) -> float:
        """The lead that is expected from a state that a choice leads to, of the team that is asked."""
        return decide.worth_in_points(self.after(decision, state), decision.team) / decide.POINT

    def worth(self, decision: Decision, state: GameState) -> float:
        """What a state that a choice leads to is worth to the team that is asked, in points."""
        return decide.worth(self.after(decision, state), decision.team) / decide.POINT

    def refused(self, decision: Decision, choice: Choice, why: str) -> None:
        """Only legal choices are made, so a refusal is a mistake in the coach."""
        raise IllegalCallError(f"a computer coach chose illegally: {choice}. {why}")

    def explain(self, decision: Decision, choice: Choice) -> str:
        """Why this choice was made, in a sentence."""
        return reason(self, decision, choice)

    @abstractmethod
    def explain_play(self, decision: Decision, choice: Choice) -> str:
        """Why this play."""

    @abstractmethod
    def explain_fourth(self, decision: Decision, choice: Choice) -> str:
        """Why go, punt or kick on fourth down."""

    def explain_formation(self, decision: Decision, choice: Choice) -> str:
        """The share of the habits."""
        return usual_formation(self.mind(decision), choice)

    def explain_reveal(self, decision: Decision, choice: Choice) -> str:
        """Why stand, or call again."""
        return "this coach calls no audibles."

    def explain_try(self, decision: Decision, choice: Choice) -> str:
        """Why kick or go for two."""
        lead = lead_in_words(lead_of(decision))
        return f"{lead} with {_time_left(decision.state)}: the table of tries says {choice}."


class RuleCoach(ComputerCoach):
    """A coach whose decisions are all in `decide`, so that the table may ask in numbers."""

    def answer(self, game: Any, question: int, team: int, about: int) -> int:
        """A legal answer to any question but a choice about fouls."""
        return decide.answer(game, question, team, about)

    def worth_now(self, game: Any, team: int) -> int:
        """What the situation is worth to a team, in thousandths of a point."""
        return decide.worth(game, team)


class SolitaireCoach(RuleCoach):
    """Run or pass by the pass percent, then the play by its range (R31)."""

    def __init__(self, supplement: Supplement | None, seed: int | str) -> None:
        super().__init__(seed)
        self._knowledge = solitaire_fields(supplement)

    @property
    def knowledge(self) -> Mapping[str, Any]:
        """The sheet's percentages."""
        return self._knowledge

    def explain_play(self, decision: Decision, choice: Choice) -> str:
        """The two draws of R31."""
        percent_of_passes = self._knowledge["coach_pass_percent"]
        if choice in PASSES:
            kind, part, sums, number = "pass", percent_of_passes, "coach_passes", PASSES.index(str(choice))
        else:
            kind, part, sums, number = "run", 100 - percent_of_passes, "coach_runs", RUNS.index(str(choice))
        upto = [0, *self._knowledge[sums]]
        share = round(100 * (upto[number + 1] - upto[number]) / upto[-1])
        return f"drawn from the sheet: {kind} {part} percent, then {choice} {share} percent of those (R31)."

    def explain_fourth(self, decision: Decision, choice: Choice) -> str:
        """In range, or near enough."""
        state, rule = decision.state, habits()["fourth_down"]
        longest = decision.matchup.sheets[decision.team].longest_field_goal
        return (
            f"{state.to_goal} yards to the goal line (the kicker reaches {longest}), {state.to_go} to go; "
            f"it goes for it from its own {rule['go_from']} on with {rule['go_with']} or less."
        )


class SituationCoach(RuleCoach):
    """Calls what the tables say a team calls in such a situation."""

    def __init__(self, table: CoachTable, seed: int | str, opponent: CoachTable | None = None) -> None:
        super().__init__(seed)
        self.table = table
        self._knowledge = {**table.fields, "coach_calls": table.calls_against(opponent)}

    @property
    def knowledge(self) -> Mapping[str, Any]:
        """The coach's tables, the calls weighed by what the opponent's defense faces."""
        return self._knowledge

    def _place(self, decision: Decision, offense: int) -> tuple[int, ...]:
        game = self.mind(decision)
        number = decide.situation(game, decision.team, ahead(game, offense))
        return self.table.calls.every_place[number]

    def explain_play(self, decision: Decision, choice: Choice) -> str:
        """The share of the table."""
        state = decision.state
        place = self._place(decision, decision.team)
        share = percent(self.table.calls[place], str(choice))
        which = self.table.grid.state_names[place[-1]]
        where = f"down {state.down}, {state.to_go} to go, {state.to_goal} from the goal line, {which}"
        return f"called {share} percent of the time in such a situation ({where})."

    def explain_fourth(self, decision: Decision, choice: Choice) -> str:
        """The shares of the table."""
        kicks = self.table.fourth_down
        shares = kicks[kicks.every_place[decide.kick_situation(self.mind(decision), decision.team)]]
        told = ", ".join(f"{name} {percent(shares, name)} percent" for name in shares)
        return f"fourth and {decision.state.to_go}, {decision.state.to_goal} yards to the goal line: {told}."

    def explain_formation(self, decision: Decision, choice: Choice) -> str:
        """The share of the league's table."""
        place = self._place(decision, 1 - decision.team)
        if decision.state.down == 0 or place not in self.table.formations:
            return super().explain_formation(decision, choice)
        share = percent(self.table.formations[place], str(choice))
        return f"the league answers so {share} percent of the time in such a situation."

    def explain_try(self, decision: Decision, choice: Choice) -> str:
        """The share of the table."""
        if not self.table.two_points:
            return super().explain_try(decision, choice)
        period, lead = decision.state.period, lead_of(decision)
        share = round(100 * self.table.two_point_chance(period, lead))
        return (
            f"{lead_in_words(lead)} with {_time_left(decision.state)}: "
            f"the team goes for two {share} percent of the time."
        )

    def explain_reveal(self, decision: Decision, choice: Choice) -> str:
        """The two calls, and whether they are a mismatch."""
        play, formation = decision.about
        bad = "is a mismatch against us" if mismatched(decision) else "is no mismatch against us"
        return f"{play} against {formation} {bad}."
