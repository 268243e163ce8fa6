"""What a play description says, as frozen records; the game that it is read in; and the record as columns."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from chartkit.football.field import KICK_BEYOND_LINE
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

    @property
    def first_touch(self) -> Spot | None:
        """Where somebody first got a hand on the loose ball; until there the gain is the ball carrier's."""
        return self.touched or self.recovered_at

    @property
    def kept(self) -> bool:
        """Whether the fumbler himself got it back."""
        return self.recovered_by == self.team and self.recovering_player == self.player


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
    intercepted_at: Spot | None = None
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
    loose_at: Spot | None = None  # where a blocked kick was picked up, died or went out of bounds
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
    # Another league may use an NFL code for another team; the two codes of the game always mean themselves.
    return MappingProxyType(codes | {away: away, home: home})


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
        names = {name: team for team in (self.away, self.home) for name in (team, *names_of_franchise(team))}
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


# The record as columns of the play table, by the conventions of the nflverse files.


def description_columns(play: PlayDescription, context: Context) -> dict[str, Any]:
    """The columns that a description decides; what was run is left out of a play that a penalty wiped out."""
    happened = play.play_type not in (None, "no_play")
    made: dict[str, Any] = {
        "desc": play.text,
        "play_type": play.play_type,
        "shotgun": play.shotgun,
        "no_huddle": play.no_huddle,
        "qb_kneel": play.kind is PlayKind.KNEEL,
        "qb_spike": play.kind is PlayKind.SPIKE,
        "qb_scramble": play.scramble,
        "aborted_play": play.aborted,
        "out_of_bounds": play.out_of_bounds,
        "touchback": play.touchback,
        "two_point_attempt": play.two_point and happened,
        "replay_or_challenge": bool(play.reviews),
        "timeout": play.timeout is not None,
        "timeout_team": play.timeout_team,
        # A foul in the end zone scores although the play itself is wiped out.
        "safety": play.safety and (happened or any(foul.safety for foul in play.penalties)),
        "penalty": bool(play.accepted_penalties),
    }
    if play.accepted_penalties:
        # One foul a row: the last one that was accepted.
        last = play.accepted_penalties[-1]
        made |= {"penalty_team": last.team, "penalty_type": last.name or None, "penalty_yards": last.yards}
    if happened:
        made |= _scrimmage(play) | _fumbles(play) | _kick(play, context) | _score(play, context)
    return made


def _scrimmage(play: PlayDescription) -> dict[str, Any]:
    made: dict[str, Any] = {
        "passer_player_name": _name(play.passer),
        "rusher_player_name": _name(play.runner),
        "receiver_player_name": _name(play.receiver),
        "interception_player_name": _name(play.interceptor),
    }
    if play.two_point:
        passed = play.kind in (PlayKind.PASS, PlayKind.SPIKE)
        return made | {"yards_gained": 2 if play.two_point_result == "success" else 0, "qb_dropback": passed}
    return made | {
        "yards_gained": play.yards,
        "qb_dropback": play.kind is PlayKind.PASS or play.scramble,
        "pass_length": play.pass_length,
        "pass_location": play.pass_location,
        "run_location": play.run_location,
        "run_gap": play.run_gap,
        "complete_pass": play.complete,
        "incomplete_pass": play.incomplete,
        "interception": play.interception,
        "sack": play.sack,
    }


def _name(player: Player | None) -> str | None:
    return player.name if player else None


def _fumbles(play: PlayDescription) -> dict[str, Any]:
    # A muffed kickoff that the receivers keep and return is no fumble in the statistics; a muffed punt is.
    returned_kickoff = play.kind is PlayKind.KICKOFF and not any(leg.gave_up for leg in play.legs)
    fumbles = [
        fumble
        for fumble in play.fumbles
        if not (returned_kickoff and fumble.muffed and fumble.recovered_by in (fumble.team, None))
    ]
    if not fumbles:
        return {"fumble": False}
    recoveries = [fumble for fumble in fumbles if fumble.recovered_by is not None]
    return {
        "fumble": True,
        "fumble_forced": any(fumble.forced_by for fumble in fumbles),
        "fumble_not_forced": any(not fumble.forced_by for fumble in fumbles),
        "fumble_out_of_bounds": any(fumble.out_of_bounds for fumble in fumbles),
        "fumble_lost": any(_lost(fumble, play.touchback) for fumble in fumbles),
        "fumbled_1_team": fumbles[0].team,
        "fumble_recovery_1_team": recoveries[0].recovered_by if recoveries else None,
        "fumble_recovery_1_yards": _recovery_yards(play, recoveries[0]) if recoveries else None,
        "fumble_recovery_2_team": recoveries[1].recovered_by if len(recoveries) > 1 else None,
    }


def _lost(fumble: Fumble, touchback: bool) -> bool:
    """Lost to the other team, or out of bounds through the end zone that it was carried towards."""
    if fumble.recovered_by is not None:
        return fumble.recovered_by != fumble.team
    return fumble.in_end_zone and touchback


def _recovery_yards(play: PlayDescription, fumble: Fumble) -> int:
    """What the man who first picked it up made with it; a fumbler who gets it back just goes on with his run."""
    if fumble.aborted or fumble.recovering_player == fumble.player:
        return 0
    leg = next((leg for leg in play.legs if leg.how == "recovery" and leg.team == fumble.recovered_by), None)
    return leg.yards if leg else 0


def _kick(play: PlayDescription, context: Context) -> dict[str, Any]:
    # A blocked kick and an onside kick that nobody runs with have no return in the statistics.
    returnable = not play.blocked and not (play.onside and all(leg.gave_up for leg in play.legs))
    kicker, returner = _name(play.kicker), _name(play.returner) if returnable else None
    made: dict[str, Any] = {
        "kick_distance": play.kick_distance,
        "return_yards": play.return_yards,
        "return_team": play.return_team if returnable else None,
        "field_goal_result": play.field_goal_result,
        "extra_point_result": play.extra_point_result,
    }
    if play.kind is PlayKind.PUNT:
        return made | {
            "punter_player_name": kicker,
            "punt_returner_player_name": returner,
            "punt_blocked": play.blocked,
            "punt_in_endzone": play.kick_into_end_zone and not play.touchback,
            "punt_out_of_bounds": play.kick_out_of_bounds,
            "punt_downed": play.downed,
            "punt_fair_catch": play.fair_catch,
            "punt_inside_twenty": _inside_twenty(play) and not play.blocked,
        }
    if play.kind in (PlayKind.KICKOFF, PlayKind.FIELD_GOAL, PlayKind.EXTRA_POINT):
        made["kicker_player_name"] = kicker
    if play.kind is PlayKind.EXTRA_POINT and context.yards_to_goal is not None:
        made["kick_distance"] = context.yards_to_goal + KICK_BEYOND_LINE
    elif play.kind is PlayKind.KICKOFF:
        caught_deep = play.kick_to is not None and play.kick_to.yard <= 0
        made |= {
            "kickoff_returner_player_name": returner,
            "kickoff_out_of_bounds": play.kick_out_of_bounds,
            "kickoff_in_endzone": caught_deep and not play.touchback,
            "kickoff_fair_catch": play.fair_catch,
            "kickoff_downed": play.downed,
            "own_kickoff_recovery": play.own_kick_recovery,
            "kickoff_inside_twenty": bool(play.legs) and _inside_twenty(play),
        }
        if play.touchback and play.kick_from is not None:
            # By convention a kick is never longer than to the goal line.
            made["kick_distance"] = goal_distance(play.kick_from, context.defense)
    return made


def _inside_twenty(play: PlayDescription) -> bool:
    """Did the kick and its return, as far as it counts, end inside the receiving team's 20?"""
    if play.kick_to is None or play.touchback or play.touchdown_team is not None:
        return False
    return 100 - goal_distance(play.kick_to, play.return_team) + play.return_yards < 20


def _score(play: PlayDescription, context: Context) -> dict[str, Any]:
    scorer = play.touchdown_team
    own = scorer == context.offense and scorer is not None and not play.interception
    last = play.fumbles[-1] if play.fumbles else None
    # A touchdown with a loose ball that was picked up is neither a run nor a return.
    found = last is not None and last.recovered_by is not None and not last.muffed
    recovered = found and last is not None and last.recovering_player != last.player
    returned = play.interception or play.kind in (PlayKind.KICKOFF, PlayKind.PUNT)
    return {
        "touchdown": scorer is not None,
        "td_team": scorer,
        "pass_touchdown": own and play.kind is PlayKind.PASS and play.complete,
        "rush_touchdown": own and play.kind is PlayKind.RUN and not recovered,
        "return_touchdown": scorer is not None
        and scorer == play.return_team
        and returned
        and not recovered
        and not play.blocked,
        "two_point_conv_result": play.two_point_result,
        "defensive_two_point_conv": play.two_point and play.defensive_two_point is True,
        "defensive_extra_point_conv": play.kind is PlayKind.EXTRA_POINT and play.defensive_two_point is True,
    }
