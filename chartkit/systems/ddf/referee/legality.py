"""For each decision the one place that lists the legal choices and says why another is illegal."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from chartkit.systems.ddf import columns as col
from chartkit.systems.ddf.referee import decisions as d
from chartkit.systems.ddf.referee.decisions import Ask, Choice, Decision
from chartkit.systems.ddf.referee.matchup import Matchup
from chartkit.systems.ddf.referee.sheet import FORMATION_NUMBER, PLAY_NUMBER
from chartkit.systems.ddf.referee.state import FREE_KICK, TRY, GameState

#: No punt goes further than this, so no pooch needs more (R16.4).
MOST_POOCH = 99


def play_barred(matchup: Matchup, state: GameState, play: str) -> str:
    """Why a play 1-9 may not be called, quotas aside (R25.1)."""
    inside = matchup.rules.not_allowed.get(play)
    if inside is not None and 100 - state.spot <= inside:
        return f"{play} is not allowed on or inside the {inside}-yard line (R25.1)."
    return ""


def quota_left(matchup: Matchup, state: GameState, play: str) -> int | None:
    """How often the team in possession may still call a play; None without quotas (R26)."""
    team = state.possession
    quotas = matchup.sheets[team].quotas
    if quotas is None:
        return None
    number = PLAY_NUMBER[play]
    extra = matchup.overtime_quotas[team][number] if state.period > 4 else 0
    return quotas[number] + extra - state.calls[team][number]


def _out_of_quota(matchup: Matchup, state: GameState, play: str) -> str:
    left = quota_left(matchup, state, play)
    if left is None or left > 0:
        return ""
    # R26.5: with no legal play left the quotas do not count for this down.
    if not any(
        not play_barred(matchup, state, other) and (quota_left(matchup, state, other) or 0) > 0
        for other in col.PLAYS
    ):
        return ""
    called = state.calls[state.possession][PLAY_NUMBER[play]]
    return f"{play} has been called {called} times, its quota for the game is used up (R26.1)."


def call_barred(matchup: Matchup, state: GameState, team: int, choice: Choice) -> str:
    """Why the offense may not call this."""
    number = PLAY_NUMBER.get(choice)
    if number is None:
        return _special_barred(matchup, state, team, choice)
    if state.spot < matchup.barred_from:
        quotas = matchup.sheets[team].quotas
        if quotas is None or state.calls[team][number] < quotas[number]:
            # The ordinary case: far from the goal line and within the quota.
            return ""
    return play_barred(matchup, state, str(choice)) or _out_of_quota(matchup, state, str(choice))


def _special_barred(matchup: Matchup, state: GameState, team: int, choice: Choice) -> str:
    if choice not in d.SPECIAL_CALLS:
        return f"{choice!r} is neither a play nor a special call."
    if state.phase == TRY:
        return "A two-point try is a play from scrimmage (R18.2)."
    if choice == d.FIELD_GOAL:
        distance, longest = state.to_goal, matchup.sheets[team].longest_field_goal
        if distance > longest:
            return (
                f"The field goal is {distance} yards from the line; the longest on the chart is {longest} (R17.1)."
            )
    return ""


def _offense_call(decision: Decision, choice: Choice) -> str:
    return call_barred(decision.matchup, decision.state, decision.team, choice)


def _defense_call(decision: Decision, choice: Choice) -> str:
    return "" if choice in FORMATION_NUMBER else f"{choice!r} is no formation."


def timeout_barred(state: GameState, team: int) -> str:
    """Why a team may not call a timeout now (R24.1)."""
    if not state.timeouts[team]:
        return "No timeout left in this half (R24.1)."
    if not state.stoppable:
        return "A timeout needs an inbounds play that used more than 10 seconds (R24.1)."
    return ""


def no_huddle_barred(state: GameState, team: int) -> str:
    """Why the offense may not go without a huddle (R24.3)."""
    if team != state.possession:
        return "Only the offense can go without a huddle."
    if state.pending <= 20:
        return "No huddle needs a play of more than 20 seconds before it (R24.3)."
    if not state.no_huddle[team]:
        return "The no-huddle quota of the game is used up (R24.3)."
    return ""


def spike_barred(state: GameState, team: int) -> str:
    """Why the offense may not spike the ball (R24.4)."""
    if team != state.possession:
        return "Only the offense can spike the ball."
    if not state.stoppable:
        return "A spike needs an inbounds play before it (R24.4)."
    return ""


def _clock(decision: Decision, choice: Choice) -> str:
    state, team = decision.state, decision.team
    if choice == d.PLAY_ON:
        return ""
    if choice == d.TIMEOUT:
        return timeout_barred(state, team)
    if choice == d.NO_HUDDLE:
        return no_huddle_barred(state, team)
    if choice == d.SPIKE:
        return spike_barred(state, team)
    return f"{choice!r} is no way to handle the clock."


def audible_barred(state: GameState, team: int, *, allowed: bool) -> str:
    """Why a coach may not call an audible (R28.15)."""
    if not allowed:
        return "Audibles are not played in this game (R28.15)."
    left = state.offense_audibles if team == state.possession else state.defense_audibles
    return "" if left[team] else "No audible left (R28.15)."


def _reveal(decision: Decision, choice: Choice) -> str:
    state, team = decision.state, decision.team
    if choice == d.STAND:
        return ""
    if choice == d.AUDIBLE:
        return audible_barred(state, team, allowed=decision.matchup.options.audibles)
    if choice == d.TIMEOUT:
        return timeout_barred(state, team)
    return f"{choice!r} is no answer to a reveal."


def _kickoff(decision: Decision, choice: Choice) -> str:
    state = decision.state
    if choice not in (d.KICKOFF, d.SQUIB_KICK, d.ONSIDE_KICK):
        return f"{choice!r} is no kind of kickoff."
    if state.phase == FREE_KICK and choice != d.KICKOFF:
        return "A free kick after a safety uses the Kickoff column (R2.9)."
    if choice == d.SQUIB_KICK and decision.matchup.sheets[1 - decision.team].squib_return is None:
        return "The receivers' season has no Squib Kick Return chart (R14.1)."
    return ""


def _pooch(decision: Decision, choice: Choice) -> str:
    if not isinstance(choice, int) or not 0 <= choice <= MOST_POOCH:
        return f"A pooch is a whole number of yards from 0 to {MOST_POOCH} (R16.4)."
    return ""


def _one_of(*choices: Choice) -> Callable[[Decision, Choice], str]:
    def check(decision: Decision, choice: Choice) -> str:
        return "" if choice in choices else f"{choice!r} is not one of: {', '.join(map(str, choices))}."

    return check


def _penalty(decision: Decision, choice: Choice) -> str:
    return "" if choice in decision.outcomes else f"{choice!r} is not one of: {', '.join(decision.outcomes)}."


#: The check of each decision: why a choice is illegal, or the empty text.
CHECKS: Mapping[Ask, Callable[[Decision, Choice], str]] = {
    Ask.COIN_TOSS: _one_of(d.RECEIVE, d.KICK),
    Ask.KICKOFF: _kickoff,
    Ask.KICK_RETURN: _one_of(d.RETURN, d.TOUCHBACK),
    Ask.CLOCK: _clock,
    Ask.OFFENSE_CALL: _offense_call,
    Ask.DEFENSE_CALL: _defense_call,
    Ask.REVEAL: _reveal,
    Ask.POOCH: _pooch,
    Ask.LET_IT_ROLL: _one_of(d.RETURN, d.LET_IT_ROLL),
    Ask.PENALTY: _penalty,
    Ask.TRY: _one_of(d.PAT, d.TWO_POINT),
}

#: Every choice of a decision, legal or not; those of a penalty are in its outcomes.
EVERY_CHOICE: Mapping[Ask, tuple[Choice, ...]] = {
    Ask.COIN_TOSS: (d.RECEIVE, d.KICK),
    Ask.KICKOFF: (d.KICKOFF, d.SQUIB_KICK, d.ONSIDE_KICK),
    Ask.KICK_RETURN: (d.RETURN, d.TOUCHBACK),
    Ask.CLOCK: (d.PLAY_ON, d.TIMEOUT, d.NO_HUDDLE, d.SPIKE),
    Ask.OFFENSE_CALL: (*col.PLAYS, *d.SPECIAL_CALLS),
    Ask.DEFENSE_CALL: col.FORMATIONS,
    Ask.REVEAL: (d.STAND, d.AUDIBLE, d.TIMEOUT),
    Ask.POOCH: tuple(range(MOST_POOCH + 1)),
    Ask.LET_IT_ROLL: (d.RETURN, d.LET_IT_ROLL),
    Ask.TRY: (d.PAT, d.TWO_POINT),
}


def why_not(decision: Decision, choice: Choice) -> str:
    """Why a choice is illegal; empty when it is legal."""
    return CHECKS[decision.ask](decision, choice)


def options(decision: Decision) -> tuple[Choice, ...]:
    """Every legal choice."""
    every = EVERY_CHOICE.get(decision.ask) or tuple(decision.outcomes)
    return tuple(choice for choice in every if not why_not(decision, choice))
