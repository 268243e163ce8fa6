"""What coaches are asked and how they answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from chartkit.systems.ddf.referee.state import GameState

if TYPE_CHECKING:
    from chartkit.systems.ddf.referee.matchup import Matchup

Choice = str | int


class Ask(StrEnum):
    """Every decision of the game, the same for people and computers (R31.5); comments name who decides and how."""

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


PLAY_ON, TIMEOUT, NO_HUDDLE, SPIKE = "play on", "timeout", "no huddle", "spike"
STAND, AUDIBLE = "stand", "audible"
RETURN, TOUCHBACK, LET_IT_ROLL = "return", "touchback", "let it roll"
ACCEPT, DECLINE = "accept", "decline"
RECEIVE, KICK = "receive", "kick"
KICKOFF, SQUIB_KICK, ONSIDE_KICK = "KICKOFF", "SQUIB KICK", "ONSIDE KICK"
PUNT, FIELD_GOAL, QB_KNEEL, INTENTIONAL_SAFETY = "PUNT", "FIELD GOAL", "QB KNEEL", "INTENTIONAL SAFETY"
SPECIAL_CALLS = (PUNT, FIELD_GOAL, QB_KNEEL, INTENTIONAL_SAFETY)
PAT, TWO_POINT = "PAT", "TWO POINT"

#: A decision left at its default is not recorded; a coach can leave these out altogether (`Coach.leaves`).
DEFAULTS: Mapping[str, Choice] = {Ask.CLOCK: PLAY_ON, Ask.REVEAL: STAND, Ask.POOCH: 0}


class Decision(NamedTuple):
    """One question to one coach, with everything that he may look at."""

    ask: Ask
    team: int
    state: GameState
    matchup: Matchup
    #: Facts of this question; see `Ask`.
    about: tuple[Any, ...] = ()
    #: Of a penalty: the state after each choice.
    outcomes: Mapping[str, GameState] = {}

    @property
    def options(self) -> tuple[Choice, ...]:
        """Every legal choice, the ordinary one first."""
        from chartkit.systems.ddf.referee.legality import options

        return options(self)

    def why_not(self, choice: Choice) -> str:
        """Why a choice is illegal, in words; empty when it is legal."""
        from chartkit.systems.ddf.referee.legality import why_not

        return why_not(self, choice)


class Coach(Protocol):
    """Anything that decides for a team: a person, a script, a computer."""

    @property
    def leaves(self) -> frozenset[str]:
        """Decisions of `DEFAULTS` that this coach always leaves at the default; the referee does not ask them."""

    @property
    def watches_clock(self) -> Mapping[int, int] | None:
        """Period -> seconds left from which on this coach cares about the clock; None: always.

        Before that, and in other periods, he plays on and is not asked.
        """

    def decide(self, decision: Decision) -> Choice:
        """Answer one question."""

    def refused(self, decision: Decision, choice: Choice, reason: str) -> None:
        """The choice was illegal and nothing has happened; the referee asks again (or raise to give up)."""


#: Makes a call from the state alone.
Caller = Callable[[GameState], Choice]


class QuickCaller(ABC):
    """A coach who can make the two calls of every down at a glance; he answers what `decide` would."""

    @abstractmethod
    def play_caller(self, team: int, matchup: Matchup) -> Caller:
        """How he calls the offense's plays in a game."""

    @abstractmethod
    def formation_caller(self, team: int, matchup: Matchup) -> Caller:
        """How he calls the defense's formations in a game."""
