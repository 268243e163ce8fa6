"""What coaches are asked, how they answer, and why an answer is illegal, for people and computers (R31.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any, Protocol

from chartkit.systems.ddf.charts import columns as col
from chartkit.systems.ddf.engine.matchup import PLAY_NUMBER, Matchup
from chartkit.systems.ddf.engine.state import GameState, state_of
from chartkit.systems.ddf.rules import legality
from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.game import Game

Choice = str | int


class Ask(StrEnum):
    """Every decision of the game; comments name who decides and how."""

    #: Winner of the toss: `receive`, `kick` (R2.4, R30.1).
    COIN_TOSS = "coin toss"
    #: Kicking team: `KICKOFF`, `SQUIB KICK`, `ONSIDE KICK` (R13-R15).
    KICKOFF = "kickoff"
    #: Receivers of a kick in their end zone: `return`, `touchback` (R13.2). about = (yards deep,).
    KICK_RETURN = "kick return"
    #: Both, before the calls: `play on`, `timeout`; offense also `no huddle`, `spike` (R23.2, R24).
    CLOCK = "clock"
    #: Offense: a play 1-9, `PUNT`, `FIELD GOAL`, `QB KNEEL`, `INTENTIONAL SAFETY` (R6.1); on a try a play.
    OFFENSE_CALL = "offense call"
    #: Defense: a formation A-F (R6.1).
    DEFENSE_CALL = "defense call"
    #: Both, after the reveal: `stand`, `audible`, `timeout` (R24.2, R28.15). about = (play, formation).
    REVEAL = "reveal"
    #: Punting team: yards taken off the punt (R16.4).
    POOCH = "pooch"
    #: Receivers of a punt on their 10 or closer: `return`, `let it roll` (R16.6). about = (yard line,).
    LET_IT_ROLL = "let it roll"
    #: The side not at fault: `decline`, or `accept` and one of the fouls (R19.4, R19.6). outcomes = state of each.
    PENALTY = "penalty"
    #: Scoring team: `PAT`, `TWO POINT` (R18).
    TRY = "try"


#: In the order of their numbers in the rules.
ASKS = tuple(Ask)

PLAY_ON, TIMEOUT, NO_HUDDLE, SPIKE = "play on", "timeout", "no huddle", "spike"
STAND, AUDIBLE = "stand", "audible"
RETURN, TOUCHBACK, LET_IT_ROLL = "return", "touchback", "let it roll"
RECEIVE, KICK = "receive", "kick"
KICKOFF, SQUIB_KICK, ONSIDE_KICK = "KICKOFF", "SQUIB KICK", "ONSIDE KICK"
PUNT, FIELD_GOAL, QB_KNEEL, INTENTIONAL_SAFETY = "PUNT", "FIELD GOAL", "QB KNEEL", "INTENTIONAL SAFETY"
SPECIAL_CALLS = (PUNT, FIELD_GOAL, QB_KNEEL, INTENTIONAL_SAFETY)
PAT, TWO_POINT = "PAT", "TWO POINT"
#: What can be done about a foul, by the numbers of the rules.
ACCEPT, DECLINE, REPLAY, TACK_ON = ACTIONS = ("accept", "decline", "replay", "tack on")

#: A decision left at its default is not recorded.
DEFAULTS: Mapping[str, Choice] = {Ask.CLOCK: PLAY_ON, Ask.REVEAL: STAND, Ask.POOCH: 0}
#: No punt goes further than this, so no pooch needs more (R16.4).
MOST_POOCH = 99

#: Every choice of a decision, legal or not, by its number; those of a penalty are in its outcomes.
EVERY_CHOICE: Mapping[Ask, Sequence[Choice]] = {
    Ask.COIN_TOSS: (RECEIVE, KICK),
    Ask.KICKOFF: (KICKOFF, SQUIB_KICK, ONSIDE_KICK),
    Ask.KICK_RETURN: (RETURN, TOUCHBACK),
    Ask.CLOCK: (PLAY_ON, TIMEOUT, NO_HUDDLE, SPIKE),
    Ask.OFFENSE_CALL: (*col.PLAYS, *SPECIAL_CALLS),
    Ask.DEFENSE_CALL: col.FORMATIONS,
    Ask.REVEAL: (STAND, AUDIBLE, TIMEOUT),
    Ask.POOCH: tuple(range(MOST_POOCH + 1)),
    Ask.LET_IT_ROLL: (RETURN, LET_IT_ROLL),
    Ask.TRY: (PAT, TWO_POINT),
}
_NUMBERS = {ask: {choice: number for number, choice in enumerate(every)} for ask, every in EVERY_CHOICE.items()}


def number_of(ask: Ask, choice: Choice) -> int:
    """A choice as the rules know it."""
    return _NUMBERS[ask][choice]


def choice_of(ask: Ask, number: int) -> Choice:
    """A choice of the rules in words."""
    return EVERY_CHOICE[ask][number]


@dataclass(frozen=True)
class Decision:
    """One question to one coach, with everything that the coach may look at."""

    ask: Ask
    team: int
    #: The state of the game; None: that of the game in progress, read when it is needed.
    given: GameState | None
    matchup: Matchup
    #: Facts of this question; see `Ask`.
    about: tuple[Any, ...] = ()
    #: Of a penalty: the state after each choice.
    outcomes: Mapping[str, GameState] = field(default_factory=dict)
    #: The game in progress, for coaches that are rules themselves.
    live: Game | None = field(default=None, repr=False, compare=False)

    @cached_property
    def state(self) -> GameState:
        """The state of the game."""
        if self.given is not None:
            return self.given
        assert self.live is not None
        return state_of(self.live)

    @cached_property
    def game(self) -> Game:
        """A separate game in this state; the one in progress is not touched."""
        return self.matchup.game_in(self.state)

    @property
    def options(self) -> tuple[Choice, ...]:
        """Every legal choice, the ordinary one first."""
        every = EVERY_CHOICE.get(self.ask) or tuple(self.outcomes)
        return tuple(choice for choice in every if not self.why_not(choice))

    def why_not(self, choice: Choice) -> str:
        """Why a choice is illegal, in words; empty when it is legal."""
        return reason_against(self, choice, self.game)


def distinct(outcomes: Mapping[str, GameState]) -> tuple[str, ...]:
    """The choices about fouls; of several of one kind (marked by primes) only those that lead elsewhere."""
    return tuple(name for name in outcomes if name[-1] != "'" or outcomes[name] != outcomes.get(name[:-1]))


class Coach(Protocol):
    """Anything that decides for a team: a person, a script, a computer."""

    def decide(self, decision: Decision) -> Choice:
        """Answer one question."""

    def refused(self, decision: Decision, choice: Choice, reason: str) -> None:
        """The choice was illegal and nothing has happened; the question comes again (or raise to give up)."""


_UNKNOWN = {
    Ask.OFFENSE_CALL: "{!r} is neither a play nor a special call.",
    Ask.DEFENSE_CALL: "{!r} is not a formation.",
    Ask.CLOCK: "{!r} is not a way to handle the clock.",
    Ask.REVEAL: "{!r} is not an answer to a reveal.",
    Ask.KICKOFF: "{!r} is not a kind of kickoff.",
    Ask.POOCH: f"A pooch is a whole number of yards from 0 to {MOST_POOCH} (R16.4).",
}

_SENTENCES = {
    n.TOO_NEAR_GOAL: "{choice} is not allowed on or inside the {inside}-yard line (R25.1).",
    n.OUT_OF_QUOTA: "{choice} has been called {called} times, its quota for the game is used up (R26.1).",
    n.TRY_IS_A_PLAY: "A two-point try is a play from scrimmage (R18.2).",
    n.TOO_FAR: "The field goal is {to_goal} yards from the line; the longest on the chart is {longest} (R17.1).",
    n.NO_TIMEOUT_LEFT: "No timeout left in this half (R24.1).",
    n.CLOCK_STOPPED: "A {choice} needs an inbounds play that used more than 10 seconds (R24.1, R24.4).",
    n.NOT_THE_OFFENSE: "{choice}: only the offense can do that.",
    n.PLAY_TOO_SHORT: "No huddle needs a play of more than 20 seconds before it (R24.3).",
    n.NO_HUDDLES_LEFT: "The no-huddle quota of the game is used up (R24.3).",
    n.NO_AUDIBLES: "Audibles are not played in this game (R28.15).",
    n.NO_AUDIBLE_LEFT: "No audible left (R28.15).",
    n.FREE_KICK_ONLY: "A free kick after a safety uses the Kickoff column (R2.9).",
    n.NO_SQUIB_CHART: "The receivers' season has no Squib Kick Return chart (R14.1).",
    n.NO_ONSIDE_NOW: "This season allows an onside kick only {onside_when} (R29.1).",
    n.NO_TWO_POINT_TRY: "The season has no two-point tries (R18.5).",
}


def reason_against(decision: Decision, choice: Choice, game: Game) -> str:
    """Why a choice is illegal in a game that is in the state of the decision; empty when it is legal."""
    known = tuple(decision.outcomes) if decision.ask is Ask.PENALTY else EVERY_CHOICE[decision.ask]
    if isinstance(choice, bool) or choice not in known:
        unknown = _UNKNOWN.get(decision.ask, f"{{!r}} is not one of: {', '.join(map(str, known))}.")
        return unknown.format(choice)
    reason = _barred(decision.ask, decision.team, choice, game)
    return _sentence(choice, reason, game) if reason else ""


#: The rules that forbid a choice; they look at the game and the team, those of a call at the game and the call.
_BARRED_TO_TEAM = {
    TIMEOUT: legality.timeout_barred,
    NO_HUDDLE: legality.no_huddle_barred,
    SPIKE: legality.spike_barred,
    AUDIBLE: legality.audible_barred,
}
_BARRED_CALLS = {Ask.OFFENSE_CALL: legality.call_barred, Ask.KICKOFF: legality.kickoff_barred}


def _barred(ask: Ask, team: int, choice: Choice, game: Game) -> int:
    """The rule that forbids a choice; 0 when none does."""
    if ask in _BARRED_CALLS:
        return _BARRED_CALLS[ask](game, number_of(ask, choice))
    if choice in _BARRED_TO_TEAM:
        return _BARRED_TO_TEAM[str(choice)](game, team)
    return legality.two_point_barred(game) if choice == TWO_POINT else n.LEGAL


def _sentence(choice: Choice, reason: int, game: Game) -> str:
    play = PLAY_NUMBER.get(str(choice), 0)
    return _SENTENCES[reason].format(
        choice=choice,
        inside=game.not_allowed[play],
        called=game.calls[game.possession][play],
        to_goal=100 - game.spot,
        longest=game.longest_field_goal[game.possession],
        onside_when=n.ONSIDE_TIMES[game.onside_when],
    )
