"""What a play description says, as frozen records, and the game that it is read in."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from chartkit.football.teams import codes_of_franchise, names_of_franchise


class PlayKind(StrEnum):
    """What was run, whether or not a penalty wiped it out."""

    RUN = "run"
    PASS = "pass"
    KNEEL = "qb_kneel"
    SPIKE = "qb_spike"
    KICKOFF = "kickoff"
    PUNT = "punt"
    FIELD_GOAL = "field_goal"
    EXTRA_POINT = "extra_point"
    PENALTY = "penalty"
    TIMEOUT = "timeout"
    MARKER = "marker"


class Ruling(StrEnum):
    """What became of a foul."""

    ACCEPTED = "accepted"
    DECLINED = "declined"
    OFFSETTING = "offsetting"
    SUPERSEDED = "superseded"


class Spot(NamedTuple):
    """A yard line: whose side of the field (None at midfield) and how far from that goal; below 0: end zone."""

    side: str | None
    yard: int


class Player(NamedTuple):
    """A player as the description names him: shirt number where it is given, and `T.Brady` style name."""

    name: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Leg:
    """One man's advance with the ball: the run, the catch, a return, or what follows a lateral or a recovery."""

    team: str | None
    player: Player | None
    how: str  # run, catch, sack, kneel, lateral, handoff, return, interception, recovery, missed_kick
    end: Spot | None
    yards: int
    out_of_bounds: bool = False
    gave_up: bool = False  # did not try to advance: no return yards


@dataclass(frozen=True, slots=True)
class Fumble:
    """A loose ball: who lost it, who forced it, where it was first touched, and who ended up with it."""

    team: str | None
    player: Player | None
    muffed: bool = False
    aborted: bool = False
    forced_by: str | None = None
    spot: Spot | None = None
    touched: Spot | None = None
    recovered_by: str | None = None
    recovering_player: Player | None = None
    recovered_at: Spot | None = None
    out_of_bounds: bool = False
    in_end_zone: bool = False


@dataclass(frozen=True, slots=True)
class Penalty:
    """One foul with its ruling; `spot` is where it is enforced from (None: between downs, or in the end zone)."""

    team: str | None
    player: Player | None
    name: str
    ruling: Ruling
    yards: int | None
    spot: Spot | None = None
    no_play: bool = False
    in_end_zone: bool = False
    between_downs: bool = False
    safety: bool = False


@dataclass(frozen=True, slots=True)
class Review:
    """A challenge or a replay review: who asked for it, what ruling was looked at, what came out."""

    by: str
    ruling: str
    outcome: str


@dataclass(frozen=True, slots=True)
class PlayDescription:
    """Everything that one description says; the text after a reversed ruling is what counts."""

    kind: PlayKind
    text: str
    clock: str | None = None
    formations: tuple[str, ...] = ()
    no_play: bool = False

    yards: int = 0
    end: Spot | None = None
    legs: tuple[Leg, ...] = ()
    out_of_bounds: bool = False

    passer: Player | None = None
    receiver: Player | None = None
    runner: Player | None = None
    pass_length: str | None = None
    pass_location: str | None = None
    complete: bool = False
    incomplete: bool = False
    interception: bool = False
    interceptor: Player | None = None
    sack: bool = False
    scramble: bool = False
    run_location: str | None = None
    run_gap: str | None = None
    aborted: bool = False

    kicker: Player | None = None
    kick_distance: int | None = None
    kick_from: Spot | None = None
    kick_to: Spot | None = None
    kick_into_end_zone: bool = False
    onside: bool = False
    returner: Player | None = None
    return_yards: int = 0
    return_team: str | None = None
    touchback: bool = False
    fair_catch: bool = False
    kick_out_of_bounds: bool = False
    downed: bool = False
    blocked: bool = False
    own_kick_recovery: bool = False
    field_goal_result: str | None = None
    extra_point_result: str | None = None
    two_point: bool = False
    two_point_result: str | None = None
    defensive_two_point: bool | None = None

    touchdown_team: str | None = None
    safety: bool = False
    fumbles: tuple[Fumble, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    timeout: int | None = None
    timeout_team: str | None = None
    reviews: tuple[Review, ...] = ()

    @property
    def shotgun(self) -> bool:
        return "Shotgun" in self.formations

    @property
    def no_huddle(self) -> bool:
        return "No Huddle" in self.formations

    @property
    def laterals(self) -> tuple[Leg, ...]:
        return tuple(leg for leg in self.legs if leg.how == "lateral")

    @property
    def play_type(self) -> str | None:
        """The play as nflverse files it: a play wiped out by a penalty and a timeout are both `no_play`."""
        if self.kind is PlayKind.MARKER:
            return None
        if self.no_play or self.kind in (PlayKind.PENALTY, PlayKind.TIMEOUT):
            return "no_play"
        return str(self.kind)

    @property
    def accepted_penalties(self) -> tuple[Penalty, ...]:
        return tuple(foul for foul in self.penalties if foul.ruling is Ruling.ACCEPTED)


@lru_cache(maxsize=1024)
def codes_of_game(home: str, away: str) -> Mapping[str, str]:
    """Every code that a description of this game may use, with the code that the game itself uses."""
    codes = {code: team for team in (away, home) for code in codes_of_franchise(team)}
    # In a league of one's own a code may be anybody's; the two of the game always mean themselves.
    codes |= {away: away, home: home}
    return MappingProxyType(codes)


@lru_cache(maxsize=1024)
def names_of_game(home: str, away: str) -> Mapping[str, str]:
    """Every city and name that a description may call one of the two teams, with its code in this game."""
    names = {team: team for team in (away, home)}
    for team in (away, home):
        names |= dict.fromkeys(names_of_franchise(team), team)
    return MappingProxyType(names)


@dataclass(frozen=True, slots=True)
class Context:
    """What a description leaves unsaid: the teams, who has the ball (on kickoffs: who receives), where and when."""

    home: str
    away: str
    offense: str | None = None
    yards_to_goal: int | None = None
    down: int | None = None

    @classmethod
    def of_row(cls, home: str, away: str, offense: Any, spot: Any, down: Any) -> Context:
        """The context of a row of a table, where what is not known is None or NaN."""
        known = (None if number is None or math.isnan(number) else int(number) for number in (spot, down))
        return cls(home, away, offense if isinstance(offense, str) else None, *known)

    def team(self, code: str | None) -> str | None:
        """The game's own code for a code in the text; unknown codes stay as they are."""
        if code is None:
            return None
        return codes_of_game(self.home, self.away).get(code, code)

    def named(self, text: str) -> str | None:
        """The team that a sentence such as `New Orleans challenged` ends its subject with."""
        names = names_of_game(self.home, self.away)
        return next((team for name, team in names.items() if text.endswith(name)), None)

    def opponent(self, team: str | None) -> str | None:
        if team is None:
            return None
        return self.away if team == self.home else self.home

    @property
    def defense(self) -> str | None:
        return self.opponent(self.offense)

    def spot(self, text: str | None) -> Spot | None:
        """`PHI 26`, `50` or `DAL -3` as a spot."""
        if text is None:
            return None
        side, _, yard = text.rpartition(" ")
        return Spot(self.team(side) if side and side != "MID" else None, int(yard))


def goal_distance(spot: Spot, team: str | None) -> int:
    """How far a team at this spot has to go to score."""
    if spot.side is None:
        return 100 - spot.yard
    return 100 - spot.yard if spot.side == team else spot.yard
