"""Field goals, extra points and two-point tries."""

from __future__ import annotations

from typing import Any

from tools.demo import wording
from tools.demo.league import Player
from tools.demo.state import End, Game, Play

EXTRA_POINT_LINE = 15
TWO_POINT_LINE = 2
SNAP_AND_END_ZONE = 18


def field_goal(game: Game) -> Play:
    """A try from where the ball lies; the kick is eighteen yards longer than the line of scrimmage is away."""
    luck, team, foe = game.luck, game.offense, game.defense
    kicker = team.star("kicker")
    length = game.to_goal + SNAP_AND_END_ZONE
    unit = f"Center-{team.star('snapper')}, Holder-{team.star('punter')}"
    facts: dict[str, Any] = {"kicker_player_name": kicker.name, "kick_distance": length, "yards_gained": 0}
    formation = "(Field Goal formation) " if luck.chance(game.rate("field_goal", "formation")) else ""
    opening = f"{kicker} {length} yard field goal is"
    # The other side takes over where the ball was kicked, but not inside its twenty.
    spot = max(20, game.to_goal + 8)
    play = Play("field_goal", "", foe, spot, game.seconds("field_goal"), facts, formation)
    play.new_series = play.stops_clock = True
    if luck.chance(game.rate("field_goal", "blocked")):
        hero = foe.one_of(luck, "lineman", "lineman", "cornerback")
        play.words = f"{opening} BLOCKED ({hero}), {unit}"
        play.facts["field_goal_result"] = "blocked"
        return _blocked(game, play)
    share = next(made for limit, made in game.rate("field_goal", "made") if length <= limit)
    if luck.chance(share + game.rate("field_goal", "edge") * team["kicker"]):
        play.words = f"{opening} GOOD, {unit}."
        play.facts["field_goal_result"] = "made"
        play.team, play.end = team, End.FIELD_GOAL
        return play
    play.facts["field_goal_result"] = "missed"
    if length >= 52 and luck.chance(game.rate("field_goal", "missed_return")):
        return _short(game, play, opening, unit)
    miss = luck.pick(
        ["Wide Right", "Wide Left", "Wide Right", "Wide Left", "Hit Left Upright", "Hit Right Upright", "Short"]
    )
    play.words = f"{opening} No Good, {miss}, {unit}."
    return play


def _short(game: Game, play: Play, opening: str, unit: str) -> Play:
    luck, team, foe = game.luck, game.offense, game.defense
    runner = foe.one_of(luck, "cornerback", "safety", "receiver")
    caught = -luck.between(1, 9)
    gain = luck.band(game.rate("return", "missed_kick"))
    play.words = f"{opening} No Good, Short, {unit}. {runner} at {wording.spot(foe, team, caught)}"
    if caught + gain >= 100:
        play.words += f" {wording.yards(100 - caught)}, TOUCHDOWN."
        play.facts |= {"touchdown": 1, "td_team": foe.code}
        play.spot, play.end = 100, End.TOUCHDOWN
        return play
    play.spot = max(1, caught + gain)
    gain = play.spot - caught
    at = wording.spot(foe, team, play.spot)
    play.words += f" to {at} {wording.yards(gain)} ({team.one_of(luck, 'blocker', 'snapper')})."
    return play


def _blocked(game: Game, play: Play) -> Play:
    luck, team, foe = game.luck, game.offense, game.defense
    if not luck.chance(game.rate("field_goal", "blocked_return")):
        play.words += "."
        return play
    finder = foe.one_of(luck, "cornerback", "safety", "linebacker")
    spot = game.to_goal + luck.between(2, 10)
    gain = luck.band(game.rate("return", "blocked"))
    play.words += f", RECOVERED by {foe.named(finder)} at {wording.spot(foe, team, spot)}."
    if spot + gain >= 100 or (gain > 40 and luck.chance(0.6)):
        play.words += f" {finder} {wording.yards(100 - spot)}, TOUCHDOWN."
        play.facts |= {"touchdown": 1, "td_team": foe.code}
        play.spot, play.end = 100, End.TOUCHDOWN
        return play
    play.spot = spot + gain
    at = wording.spot(foe, team, play.spot)
    play.words += f" {finder} to {at} {wording.yards(gain)} ({team.star('punter')})."
    return play


def extra_point(game: Game) -> tuple[Play, int, int]:
    """The kick after a touchdown: the play, the points it makes, the points it gives away."""
    luck, team, foe = game.luck, game.offense, game.defense
    kicker = team.star("kicker")
    unit = f"Center-{team.star('snapper')}, Holder-{team.star('punter')}"
    facts: dict[str, Any] = {"kicker_player_name": kicker.name, "yards_gained": 0, "special_teams_play": 1}
    facts["kick_distance"] = game.to_goal + SNAP_AND_END_ZONE
    play = Play("extra_point", f"{kicker} extra point is", team, game.spot, 0, facts, stops_clock=True)
    if luck.chance(game.rate("field_goal", "extra_point_blocked")):
        play.facts["extra_point_result"] = "blocked"
        play.words += f" Blocked ({foe.one_of(luck, 'lineman', 'cornerback')}), {unit}."
        if not luck.chance(game.rate("field_goal", "blocked_two_points")):
            return play, 0, 0
        runner = foe.one_of(luck, "cornerback", "safety")
        play.words += f" DEFENSIVE TWO-POINT ATTEMPT. {runner} recovered the blocked kick."
        good = luck.chance(0.5)
        play.words += " ATTEMPT SUCCEEDS." if good else " ATTEMPT FAILS."
        return play, 0, 2 if good else 0
    if luck.chance(game.rate("field_goal", "extra_point") + 0.02 * team["kicker"]):
        play.facts["extra_point_result"] = "good"
        play.words += f" GOOD, {unit}."
        return play, 1, 0
    play.facts["extra_point_result"] = "failed"
    play.words += (
        f" No Good, {luck.pick(['Wide Right', 'Wide Left', 'Hit Right Upright', 'Hit Left Upright'])}, {unit}."
    )
    return play, 0, 0


def two_points(game: Game) -> tuple[Play, int, int]:
    """A play from the two-yard line; a turnover may come back all the way."""
    luck, team = game.luck, game.offense
    quarterback = team.star("quarterback")
    throw = luck.chance(0.68)
    play = Play("pass" if throw else "run", "TWO-POINT CONVERSION ATTEMPT.", team, game.spot, 0, stops_clock=True)
    play.facts = {"two_point_attempt": 1, "yards_gained": 0, "two_point_conv_result": "failure"}
    if luck.chance(game.rate("field_goal", "two_point_pick")):
        return play, 0, _taken_away(game, play, quarterback, throw=throw)
    good = luck.chance(game.rate("field_goal", "two_point_pass" if throw else "two_point_run"))
    if throw:
        receiver = team.one_of(luck, "receiver", "tight_end")
        play.words += f" {quarterback} pass to {receiver} is {'complete' if good else 'incomplete'}."
        play.facts |= _thrown(quarterback, receiver)
    else:
        carrier = team.one_of(luck, "back")
        where = luck.weighted(game.rate("run", "where"))
        play.words += f" {carrier} rushes {where}."
        play.facts["rusher_player_name"] = carrier.name
    play.words += " ATTEMPT SUCCEEDS." if good else " ATTEMPT FAILS."
    if good:
        play.facts |= {"two_point_conv_result": "success", "yards_gained": game.to_goal}
    play.words = play.words.replace("  ", " ")
    return play, 2 if good else 0, 0


def _thrown(quarterback: Player, receiver: Player) -> dict[str, Any]:
    return {"passer_player_name": quarterback.name, "receiver_player_name": receiver.name, "qb_dropback": 1}


def _taken_away(game: Game, play: Play, quarterback: Player, *, throw: bool) -> int:
    luck, team, foe = game.luck, game.offense, game.defense
    thief = foe.one_of(luck, "cornerback", "safety", "linebacker")
    if throw:
        receiver = team.one_of(luck, "receiver", "tight_end")
        play.words += f" {quarterback} pass to {receiver} is incomplete. ATTEMPT FAILS."
        play.words += f" DEFENSIVE TWO-POINT ATTEMPT. {thief} intercepted the try attempt."
        play.facts |= _thrown(quarterback, receiver)
    else:
        carrier = team.one_of(luck, "back")
        play.words += f" {carrier} rushes up the middle. ATTEMPT FAILS."
        play.words += f" DEFENSIVE TWO-POINT ATTEMPT. {thief} recovered a fumble."
        play.facts["rusher_player_name"] = carrier.name
    good = luck.chance(game.rate("field_goal", "two_point_back"))
    play.words += " ATTEMPT SUCCEEDS." if good else " ATTEMPT FAILS."
    return 2 if good else 0
