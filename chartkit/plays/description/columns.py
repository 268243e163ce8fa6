"""A description as columns of the play table, by the conventions of the nflverse files."""

from __future__ import annotations

from typing import Any

from chartkit.football.field import KICK_BEYOND_LINE
from chartkit.plays.description.record import Context, Fumble, PlayDescription, Player, PlayKind, goal_distance

_KICKS = (PlayKind.KICKOFF, PlayKind.FIELD_GOAL, PlayKind.EXTRA_POINT)


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
        **_penalty(play),
    }
    if happened:
        made |= {
            **_scrimmage(play),
            **_fumbles(play, context),
            **_kick(play, context),
            **_score(play, context),
            **_players(play),
        }
    return made


def _penalty(play: PlayDescription) -> dict[str, Any]:
    """One foul a row: the last one that was accepted."""
    accepted = play.accepted_penalties
    if not accepted:
        return {"penalty": False}
    last = accepted[-1]
    return {
        "penalty": True,
        "penalty_team": last.team,
        "penalty_type": last.name or None,
        "penalty_yards": last.yards,
    }


def _scrimmage(play: PlayDescription) -> dict[str, Any]:
    passed = play.kind in (PlayKind.PASS, PlayKind.SPIKE)
    if play.two_point:
        return {"yards_gained": 2 if play.two_point_result == "success" else 0, "qb_dropback": passed}
    return {
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


def official_fumbles(play: PlayDescription) -> list[Fumble]:
    """A muffed kickoff that the receivers keep and return is no fumble in the statistics; a muffed punt is."""
    returned_kickoff = play.kind is PlayKind.KICKOFF and not any(leg.gave_up for leg in play.legs)
    return [
        fumble
        for fumble in play.fumbles
        if not (returned_kickoff and fumble.muffed and fumble.recovered_by in (fumble.team, None))
    ]


def _fumbles(play: PlayDescription, context: Context) -> dict[str, Any]:
    fumbles = official_fumbles(play)
    if not fumbles:
        return {"fumble": False}
    recoveries = [fumble for fumble in fumbles if fumble.recovered_by is not None]
    forced = any(fumble.forced_by for fumble in fumbles)
    return {
        "fumble": True,
        "fumble_forced": forced,
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
    made: dict[str, Any] = {
        "kick_distance": play.kick_distance,
        "return_yards": play.return_yards,
        "return_team": play.return_team if _can_be_returned(play) else None,
        "field_goal_result": play.field_goal_result,
        "extra_point_result": play.extra_point_result,
    }
    if play.kind is PlayKind.EXTRA_POINT and context.yards_to_goal is not None:
        made["kick_distance"] = context.yards_to_goal + KICK_BEYOND_LINE
    elif play.kind is PlayKind.PUNT:
        made |= _punt(play)
    elif play.kind is PlayKind.KICKOFF:
        made |= _kickoff(play)
        if play.touchback and play.kick_from is not None:
            # By convention a kick is never longer than to the goal line.
            made["kick_distance"] = goal_distance(play.kick_from, context.defense)
    return made


def _can_be_returned(play: PlayDescription) -> bool:
    """A blocked kick and an onside kick that nobody runs with have no return in the statistics."""
    kept = all(leg.gave_up for leg in play.legs)
    return not play.blocked and not (play.onside and kept)


def _punt(play: PlayDescription) -> dict[str, Any]:
    return {
        "punt_blocked": play.blocked,
        "punt_in_endzone": play.kick_into_end_zone and not play.touchback,
        "punt_out_of_bounds": play.kick_out_of_bounds,
        "punt_downed": play.downed,
        "punt_fair_catch": play.fair_catch,
        "punt_inside_twenty": _inside_twenty(play) and not play.blocked,
    }


def _kickoff(play: PlayDescription) -> dict[str, Any]:
    caught_deep = play.kick_to is not None and play.kick_to.yard <= 0
    return {
        "kickoff_out_of_bounds": play.kick_out_of_bounds,
        "kickoff_in_endzone": caught_deep and not play.touchback,
        "kickoff_fair_catch": play.fair_catch,
        "kickoff_downed": play.downed,
        "own_kickoff_recovery": play.own_kick_recovery,
        "kickoff_inside_twenty": bool(play.legs) and _inside_twenty(play),
    }


def _inside_twenty(play: PlayDescription) -> bool:
    """Did the kick and its return, as far as it counts, end inside the receiving team's 20?"""
    if play.kick_to is None or play.touchback or play.touchdown_team is not None:
        return False
    return 100 - goal_distance(play.kick_to, play.return_team) + play.return_yards < 20


def _score(play: PlayDescription, context: Context) -> dict[str, Any]:
    scorer = play.touchdown_team
    own = scorer == context.offense and scorer is not None and not play.interception
    result = play.two_point_result
    return {
        "touchdown": scorer is not None,
        "td_team": scorer,
        "pass_touchdown": own and play.kind is PlayKind.PASS and play.complete,
        "rush_touchdown": own and play.kind is PlayKind.RUN and not _scored_on_recovery(play),
        "return_touchdown": scorer is not None
        and scorer == play.return_team
        and not _scored_on_recovery(play)
        and not play.blocked
        and (play.interception or play.kind in (PlayKind.KICKOFF, PlayKind.PUNT)),
        "two_point_conv_result": result,
        "defensive_two_point_conv": play.two_point and play.defensive_two_point is True,
        "defensive_extra_point_conv": play.kind is PlayKind.EXTRA_POINT and play.defensive_two_point is True,
    }


def _scored_on_recovery(play: PlayDescription) -> bool:
    """Was the touchdown made by somebody who picked up a loose ball?"""
    last = play.fumbles[-1] if play.fumbles else None
    if last is None or last.recovered_by is None or last.muffed:
        return False
    return last.recovering_player != last.player


def _players(play: PlayDescription) -> dict[str, Any]:
    kicker = _name(play.kicker)
    returner = _name(play.returner) if _can_be_returned(play) else None
    return {
        "passer_player_name": _name(play.passer),
        "rusher_player_name": _name(play.runner),
        "receiver_player_name": _name(play.receiver),
        "kicker_player_name": kicker if play.kind in _KICKS else None,
        "punter_player_name": kicker if play.kind is PlayKind.PUNT else None,
        "kickoff_returner_player_name": returner if play.kind is PlayKind.KICKOFF else None,
        "punt_returner_player_name": returner if play.kind is PlayKind.PUNT else None,
        "interception_player_name": _name(play.interceptor),
    }


def _name(player: Player | None) -> str | None:
    return player.name if player else None
