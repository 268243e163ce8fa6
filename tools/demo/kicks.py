"""Kickoffs, free kicks and punts."""

from __future__ import annotations

from typing import Any

from tools.demo import runbacks, wording
from tools.demo.league import Player, Team
from tools.demo.state import End, Game, Play

TOUCHBACK_KICKOFF = 25
TOUCHBACK = 20


def kickoff(game: Game, kicker_team: Team, style: str) -> Play:
    """A kick from `game.kick_from`: deep, squib, onside, or the free kick after a safety."""
    luck = game.luck
    kicker = kicker_team.star("punter" if style == "free" else "kicker")
    facts: dict[str, Any] = {"kicker_player_name": kicker.name, "yards_gained": 0}
    facts["special_teams_play"] = 1
    catcher = game.other(kicker_team)
    play = Play("kickoff", "", catcher, 0, 0, facts, new_series=True, stops_clock=True)
    if style == "onside":
        return _onside(game, play, kicker_team, kicker)
    to_goal = 100 - game.kick_from
    if style == "deep" and luck.chance(game.rate("kickoff", "out_of_bounds")):
        return _out_of_bounds(game, play, kicker_team, kicker)
    reach = game.kick_from >= 35 and style == "deep"
    if reach and luck.chance(game.rate("kickoff", "touchback") + 0.08 * kicker_team["kicker"]):
        start = _from(game, kicker_team)
        play.words = f"{kicker} kicks {to_goal} yards from {start} to end zone, Touchback."
        play.facts |= {"kick_distance": to_goal, "touchback": 1, "return_team": catcher.code}
        play.spot = TOUCHBACK_KICKOFF
        _offside(game, play, kicker_team)
        return play
    play.seconds = game.seconds("kickoff")
    if style == "free":
        caught = max(5, to_goal - luck.between(*game.rate("kickoff", "free_kick_length")))
    else:
        caught = luck.band(game.rate("kickoff", "squib_spot" if style == "squib" else "spot"))
        # A kick from further back is fielded further out.
        caught = min(caught + max(0, 35 - game.kick_from), 45)
    return _fielded(game, play, kicker_team, kicker, caught)


def _from(game: Game, kicker_team: Team) -> str:
    return wording.spot(kicker_team, game.other(kicker_team), game.kick_from)


def _fielded(game: Game, play: Play, kicker_team: Team, kicker: Player, caught: int) -> Play:
    luck, catcher = game.luck, game.other(kicker_team)
    length = 100 - game.kick_from - caught
    runner = catcher.one_of(luck, "back", "receiver", "cornerback")
    place = wording.spot(catcher, kicker_team, caught)
    play.words = f"{kicker} kicks {length} yards from {_from(game, kicker_team)} to {place}"
    play.facts |= {
        "kick_distance": length,
        "return_team": catcher.code,
        "kickoff_returner_player_name": runner.name,
    }
    if caught > 8 and luck.chance(game.rate("kickoff", "fair_catch")):
        play.words += f", fair catch by {runner}."
        play.facts["kickoff_fair_catch"] = 1
        play.spot, play.seconds = caught, 0
        _inside_twenty(play, caught, "kickoff_inside_twenty")
        return play
    play.words += "."
    if caught > 0 and luck.chance(game.rate("kickoff", "muff")):
        return _muffed(game, play, kicker_team, runner, caught)
    if caught <= 0:
        play.facts["kickoff_in_endzone"] = 1
    tilt = 0.1 * catcher["returner"]
    runbacks.run_back(game, play, catcher, runner, caught, luck.band(game.rate("return", "kickoff"), tilt))
    _inside_twenty(play, caught, "kickoff_inside_twenty")
    return play


def _inside_twenty(play: Play, caught: int, column: str) -> None:
    # Where the return officially ended: at the foul if there was one, whatever the walk-off made of it.
    if play.end is End.DEAD and not play.facts.get("touchback") and caught + play.facts.get("return_yards", 0) < 20:
        play.facts[column] = 1


def _muffed(game: Game, play: Play, kicker_team: Team, runner: Player, caught: int) -> Play:
    luck, catcher = game.luck, game.other(kicker_team)
    place = wording.spot(catcher, kicker_team, caught)
    play.words += f" {runner} MUFFS catch,"
    if luck.chance(game.rate("kickoff", "muff_lost")):
        finder = kicker_team.one_of(luck, "linebacker", "safety", "cornerback")
        play.words += f" RECOVERED by {kicker_team.named(finder)} at {place}."
        play.facts |= {"fumble": 1, "fumble_not_forced": 1, "fumble_lost": 1, "fumbled_1_team": catcher.code}
        play.facts |= {"fumble_recovery_1_team": kicker_team.code, "fumble_recovery_1_yards": 0}
        play.team, play.spot = kicker_team, 100 - caught
        _inside_twenty(play, caught, "kickoff_inside_twenty")
        return play
    # A muffed kickoff that the receivers keep is no fumble in the statistics.
    gain = luck.between(0, 8)
    play.spot = caught + gain
    play.facts["return_yards"] = gain
    at = wording.spot(catcher, kicker_team, play.spot)
    tackler = kicker_team.one_of(luck, "linebacker", "safety")
    play.words += f" and recovers at {place}. {runner} to {at} {wording.yards(gain)} ({tackler})."
    _inside_twenty(play, caught, "kickoff_inside_twenty")
    return play


def _out_of_bounds(game: Game, play: Play, kicker_team: Team, kicker: Player) -> Play:
    luck, catcher = game.luck, game.other(kicker_team)
    where = luck.between(3, 18)
    length = 100 - game.kick_from - where
    place = wording.spot(catcher, kicker_team, where)
    play.words = f"{kicker} kicks {length} yards from {_from(game, kicker_team)} to {place}, out of bounds."
    play.facts |= {"kick_distance": length, "kickoff_out_of_bounds": 1, "return_team": catcher.code}
    # The receivers take the ball thirty yards from the kick.
    play.spot = 100 - game.kick_from - 25
    return play


def _offside(game: Game, play: Play, kicker_team: Team) -> None:
    if not game.luck.chance(game.rate("foul", "kick", "free_kick_offside")):
        return
    runbacks.charge(game, play, kicker_team, "Offside on Free Kick", 5, play.spot)
    play.spot += 5


def _onside(game: Game, play: Play, kicker_team: Team, kicker: Player) -> Play:
    luck, catcher = game.luck, game.other(kicker_team)
    length = luck.between(*game.rate("kickoff", "onside_length"))
    landed = game.kick_from + length
    place = wording.spot(kicker_team, catcher, landed)
    play.words = f"{kicker} kicks onside {length} yards from {_from(game, kicker_team)} to {place}"
    play.facts["kick_distance"] = length
    play.seconds = luck.between(1, 4)
    play.spot = 100 - landed
    roll = luck.weighted(
        {
            "own": game.rate("kickoff", "onside_recovered"),
            "out": game.rate("kickoff", "onside_out_of_bounds"),
            "touched": game.rate("kickoff", "onside_illegal"),
            "theirs": 0.66,
        }
    )
    if roll == "own":
        hero = kicker_team.one_of(luck, "receiver", "cornerback", "safety")
        play.words += f". RECOVERED by {kicker_team.named(hero)}."
        play.facts["own_kickoff_recovery"] = 1
        play.team, play.spot = kicker_team, landed
    elif roll == "out":
        play.words += ", out of bounds."
        play.facts |= {"kickoff_out_of_bounds": 1, "return_team": catcher.code}
    elif roll == "touched":
        hasty = kicker_team.one_of(luck, "receiver", "cornerback")
        play.words += f", downed by {kicker_team.named(hasty)}. PENALTY on"
        play.words += f" {wording.flag(kicker_team, hasty, 'Illegal Touch Kick')}, 0 yards, enforced at {place}."
        play.facts |= {"kickoff_downed": 1, "penalty": 1, "penalty_team": kicker_team.code}
        play.facts |= {"penalty_type": "Illegal Touch Kick", "penalty_yards": 0}
        play.flagged = True
    else:
        hands = catcher.one_of(luck, "receiver", "tight_end", "back")
        chaser = kicker_team.one_of(luck, "cornerback", "safety")
        play.words += f". {hands} (didn't try to advance) to {place} for no gain ({chaser})."
    return play


def punt(game: Game, formation: str) -> Play:
    """A punt from the line of scrimmage."""
    luck, team, foe = game.luck, game.offense, game.defense
    punter, center = team.star("punter"), team.star("snapper")
    facts: dict[str, Any] = {"punter_player_name": punter.name, "yards_gained": 0, "special_teams_play": 1}
    play = Play("punt", "", foe, 0, game.seconds("punt"), facts, formation, new_series=True, stops_clock=True)
    if luck.chance(game.rate("punt", "blocked")):
        return _blocked(game, play, punter, center)
    length = luck.band(game.rate("punt", "length"), 0.2 * team["punter"])
    if length >= game.to_goal:
        if luck.chance(game.rate("punt", "coffin")):
            length = game.to_goal - luck.between(3, 14)
        else:
            length = game.to_goal
            play.words = f"{punter} punts {length} yards to end zone, Center-{center}, Touchback."
            play.facts |= {"kick_distance": length, "touchback": 1, "return_team": foe.code}
            play.spot = TOUCHBACK
            return play
    landed = game.to_goal - length
    place = wording.spot(foe, team, landed)
    play.words = f"{punter} punts {length} yards to {place}, Center-{center}"
    play.facts |= {"kick_distance": length, "return_team": foe.code}
    play.spot = landed
    _after_punt(game, play, landed)
    _inside_twenty(play, landed, "punt_inside_twenty")
    return play


def _after_punt(game: Game, play: Play, landed: int) -> None:
    luck, team, foe = game.luck, game.offense, game.defense
    deep = 1.6 if landed < 15 else 1.0
    roll = luck.weighted(
        {
            "fair": game.rate("punt", "fair_catch"),
            "downed": game.rate("punt", "downed") * deep,
            "out": game.rate("punt", "out_of_bounds"),
            "muff": game.rate("punt", "muff"),
            "run": 0.45 / deep,
        }
    )
    returner = foe.one_of(luck, "receiver", "cornerback")
    if roll == "downed":
        mate = team.one_of(luck, "cornerback", "safety", "linebacker")
        play.words += f", downed by {team.named(mate)}."
        play.facts["punt_downed"] = 1
        return
    if roll == "out":
        play.words += ", out of bounds."
        play.facts["punt_out_of_bounds"] = 1
        if luck.chance(5 * game.rate("foul", "kick", "stepped_out")):
            _tack_on(game, play, "Player Out of Bounds on Punt", 5)
        return
    play.facts["punt_returner_player_name"] = returner.name
    if roll == "fair":
        play.words += f", fair catch by {returner}."
        play.facts["punt_fair_catch"] = 1
        if luck.chance(game.rate("foul", "kick", "catch_interference")):
            _tack_on(game, play, "Fair Catch Interference", 15)
        return
    play.words += "."
    if roll == "muff":
        _muffed_punt(game, play, returner, landed)
        return
    gain = luck.band(game.rate("return", "punt"), 0.15 * foe["returner"])
    runbacks.run_back(game, play, foe, returner, landed, gain)


def _tack_on(game: Game, play: Play, name: str, cost: int) -> None:
    runbacks.charge(game, play, game.offense, name, cost, play.spot)
    play.spot += cost


def _muffed_punt(game: Game, play: Play, returner: Player, landed: int) -> None:
    luck, team, foe = game.luck, game.offense, game.defense
    place = wording.spot(foe, team, landed)
    play.words += f" {returner} MUFFS catch,"
    play.facts |= {"fumble": 1, "fumble_not_forced": 1, "fumbled_1_team": foe.code}
    if luck.chance(game.rate("punt", "muff_out_of_bounds")):
        play.words += f" ball out of bounds at {place}."
        play.facts["fumble_out_of_bounds"] = 1
        return
    play.facts["fumble_recovery_1_yards"] = 0
    if luck.chance(game.rate("punt", "muff_lost")):
        finder = team.one_of(luck, "linebacker", "safety", "cornerback")
        play.words += f" RECOVERED by {team.named(finder)} at {place}."
        play.words += f" {finder} to {place} for no gain ({foe.one_of(luck, 'cornerback', 'safety')})."
        play.facts |= {"fumble_lost": 1, "fumble_recovery_1_team": team.code}
        play.team, play.spot = team, 100 - landed
        return
    tackler = team.one_of(luck, "linebacker", "safety")
    play.words += f" and recovers at {place}. {returner} to {place} for no gain ({tackler})."
    play.facts["fumble_recovery_1_team"] = foe.code


def _blocked(game: Game, play: Play, punter: Player, center: Player) -> Play:
    luck, team, foe = game.luck, game.offense, game.defense
    hero = foe.one_of(luck, "linebacker", "safety", "lineman")
    play.words = f"{punter} punt is BLOCKED by {hero}, Center-{center},"
    play.facts |= {"punt_blocked": 1, "kick_distance": 0}
    spot = game.spot - luck.between(2, 12)
    if spot <= 0 and luck.chance(0.5):
        play.words += " ball out of bounds in End Zone, SAFETY."
        play.facts["safety"] = 1
        play.team, play.spot, play.end = foe, 0, End.SAFETY
        return play
    finder = foe.one_of(luck, "linebacker", "cornerback", "safety")
    if spot <= 0:
        place = wording.spot(team, foe, min(0, spot))
        play.words += f" RECOVERED by {foe.named(finder)} at {place}. TOUCHDOWN."
        play.facts |= {"touchdown": 1, "td_team": foe.code}
        play.team, play.spot, play.end = foe, 100, End.TOUCHDOWN
        return play
    place = wording.spot(team, foe, spot)
    play.spot = 100 - spot
    if luck.chance(game.rate("punt", "blocked_out_of_bounds")):
        play.words += f" ball out of bounds at {place}."
        return play
    if luck.chance(game.rate("punt", "blocked_kept")):
        mate = team.one_of(luck, "linebacker", "safety")
        # Behind the line to gain on fourth down the ball goes over all the same.
        play.words += f" recovered by {team.named(mate)} at {place}. {mate} to {place} for no gain ({finder})."
        return play
    gain = luck.band(game.rate("return", "blocked"))
    play.words += f" RECOVERED by {foe.named(finder)} at {place}."
    if play.spot + gain >= 100:
        gain = 100 - play.spot
        play.words += f" {finder} {wording.yards(gain)}, TOUCHDOWN."
        play.facts |= {"touchdown": 1, "td_team": foe.code}
        play.spot, play.end = 100, End.TOUCHDOWN
        return play
    play.spot += gain
    at = wording.spot(foe, team, play.spot)
    play.words += f" {finder} to {at} {wording.yards(gain)} ({punter})."
    return play
