"""Why the computer coach decided so (16.4), in a sentence with the figures that `coach.answer` decides by."""

from __future__ import annotations

from itertools import pairwise

from chartkit.systems.coachs_call.coach import Mind, situation_now, worth_of_end
from chartkit.systems.coachs_call.rules import names as n
from chartkit.systems.coachs_call.rules.game import boxes_left, lead
from chartkit.systems.coachs_call.table import ComputerCoach, TableGame
from chartkit.systems.coachs_call.words import WORDS


class TellingCoach(ComputerCoach):
    """The computer coach, who writes down why: by the place of his answer among the events of the game."""

    def __init__(self, reasons: dict[int, str]) -> None:
        self._reasons = reasons

    def decide(self, game: Mind, question: int, team: int, about: int) -> int:
        """The answer, and its reason."""
        said = super().decide(game, question, team, about)
        if isinstance(game, TableGame) and (why := reason(game, question, team, said)):
            code = game.table.matchup.teams[team].team
            self._reasons[len(game.table.events)] = f"{code} {why}"
        return said


def reason(game: Mind, question: int, team: int, said: int) -> str:
    """One sentence about an answer; empty where there is nothing to say."""
    if question == n.ASK_CALL:
        return _kick(game, team, said) if said in (n.PUNT, n.FIELD_GOAL) else _call(game, team, said)
    if question == n.ASK_PENALTY:
        taken, declined = (worth_of_end(game, team, place) / 1000 for place in (0, 4))
        words = "declines the penalty" if said else "takes the penalty"
        return f"{words}: {taken:+.1f} points with it, {declined:+.1f} without"
    if said and n.QUESTIONS[question] in WORDS["by_the_clock"]:
        return f"{WORDS['by_the_clock'][n.QUESTIONS[question]]}: {_score(game, team)}, {_boxes(game)}"
    return ""


def _call(game: Mind, team: int, said: int) -> str:
    """How often the call is made here: habits, and what each call is worth against this defense."""
    sums = game.coach_calls[team][situation_now(game)]
    weights = [high - low for low, high in pairwise([0, *sums])]
    if said >= len(weights) or not sum(weights):
        return ""
    often = [round(100 * weight / sum(weights)) for weight in weights]
    most = max(range(len(weights)), key=lambda call: weights[call])
    words = f"calls {n.CALLS[said]}: {often[said]} of 100 calls in such a situation"
    return words if most == said else f"{words}; most often {n.CALLS[most]}, {often[most]}"


def _kick(game: Mind, team: int, said: int) -> str:
    spot = game.row[n.SPOT]
    punt, field_goal = (values[team][spot] / 1000 for values in (game.coach_punt, game.coach_field_goal))
    worth = f"a punt is worth {punt:+.1f} points from here, a field goal {field_goal:+.1f}"
    return f"calls {n.CALLS[said]}: {worth}; {_score(game, team)}, {_boxes(game)}"


def _score(game: Mind, team: int) -> str:
    mine = lead(game, team)
    return f"{abs(mine)} points {'ahead' if mine > 0 else 'behind'}" if mine else "the score is even"


def _boxes(game: Mind) -> str:
    left = boxes_left(game)
    return f"{left} box{'es' * (left != 1)} left in the quarter"
