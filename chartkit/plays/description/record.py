"""What a play description says, as frozen records."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
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

    kind: Kind
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
        if self.kind is Kind.MARKER:
            return None
        if self.no_play or self.kind in (Kind.PENALTY, Kind.TIMEOUT):
            return "no_play"
        return str(self.kind)

    @property
    def accepted_penalties(self) -> tuple[Penalty, ...]:
        return tuple(foul for foul in self.penalties if foul.ruling is Ruling.ACCEPTED)
