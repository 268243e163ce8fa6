"""Runs, throws, sacks and scrambles: what happens after the snap."""

from __future__ import annotations

from typing import Any

from tools.demo import loose_ball, runbacks, wording
from tools.demo.league import Player
from tools.demo.state import End, Game, Play

_WIDE = {"left end", "right end"}
_OFF_TACKLE = {"left tackle", "right tackle"}


def run(game: Game, formation: str, *, carrier: Player | None = None, sneak: bool = False) -> Play:
    """A handoff, or a quarterback who sneaks for a yard."""
    luck, team = game.luck, game.offense
    if luck.chance(game.rate("fumble", "aborted")):
        return loose_ball.bad_snap(game, formation)
    where = "up the middle" if sneak else luck.weighted(game.rate("run", "where"))
    carrier = carrier or (team.star("quarterback") if sneak else team.one_of(luck, *["back"] * 11, "receiver"))
    bands = game.rate("run", "sneak" if sneak else "outside" if where in _WIDE else "inside")
    edge = game.edge("run", "stop_run") * game.rate("run", "edge") - (0.25 if game.to_goal <= 8 else 0.0)
    opening = ""
    if luck.chance(game.rate("game", "eligible")):
        opening = f"{team.one_of(luck, 'blocker')} reported in as eligible. "
    elif not sneak and luck.chance(game.rate("run", "direct_snap")):
        opening = f"Direct snap to {carrier}. "
    play = _carry(game, f"{opening}{carrier} {where}", carrier, luck.band(bands, edge), where)
    play.formation = formation
    return play


def scramble(game: Game, formation: str) -> Play:
    """A quarterback who finds nobody open and runs."""
    quarterback = game.offense.star("quarterback")
    where = game.luck.weighted(game.rate("run", "where"))
    gain = game.luck.band(game.rate("run", "scramble"), 0.2 * game.offense["legs"])
    play = _carry(game, f"{quarterback} scrambles {where}", quarterback, gain, where)
    play.formation = formation
    play.facts |= {"qb_dropback": 1, "qb_scramble": 1}
    return play


def _carry(game: Game, words: str, carrier: Player, gain: int, where: str) -> Play:
    luck, team = game.luck, game.offense
    side, _, gap = where.partition(" ")
    facts: dict[str, Any] = {"rusher_player_name": carrier.name}
    facts |= {"run_location": "middle"} if side == "up" else {"run_location": side, "run_gap": gap}
    play = Play("run", words, team, game.spot, game.seconds("run"), facts)
    gain = min(gain, game.to_goal)
    if gain == game.to_goal:
        play.facts |= {"rush_touchdown": 1}
        return _touchdown(play, gain)
    if game.spot + gain <= 0 and luck.chance(0.3):
        gain = 1 - game.spot
    if game.spot + gain <= 0:
        return _tackled_in_end_zone(game, play)
    if gain > 4 and luck.chance(game.rate("run", "lateral")):
        return _lateral(game, play, gain)
    out = game.rate("run", "out_of_bounds_end") if where in _WIDE else 0.0
    if where in _OFF_TACKLE:
        out = game.rate("run", "out_of_bounds_tackle")
    _down(game, play, gain, out_of_bounds=luck.chance(out))
    if not play.facts.get("out_of_bounds") and luck.chance(game.rate("run", "fumble")):
        loose_ball.fumble(game, play, carrier)
    return play


def dropback(game: Game, formation: str, *, passer: Player | None = None) -> Play:
    """A pass play: a sack, a scramble or a throw; a `passer` who is no quarterback only throws, and short."""
    luck, team = game.luck, game.offense
    if luck.chance(game.rate("fumble", "aborted")):
        return loose_ball.bad_snap(game, formation)
    edge = game.edge("pass", "stop_pass")
    long_wait = 1.25 if game.down == 3 and game.to_go > 6 else 1.0
    if passer:
        play = _throw(game, "short", edge, passer)
    elif luck.chance(game.rate("pass", "sack") * long_wait * (1 + 0.3 * game.defense["rush"] - 0.15 * edge)):
        play = _sack(game)
    elif luck.chance(game.rate("pass", "scramble") * (1 + 0.8 * team["legs"])):
        return scramble(game, formation)
    else:
        play = _throw(game, _depth(game), edge, team.star("quarterback"))
    play.formation = formation
    play.facts["qb_dropback"] = 1
    return play


def _sack(game: Game) -> Play:
    luck, team, foe = game.luck, game.offense, game.defense
    quarterback = team.star("quarterback")
    loss = luck.band(game.rate("pass", "sack_yards"), 0.2 * -foe["rush"])
    if game.spot + loss <= 0 and luck.chance(0.65):
        loss = 1 - game.spot
    facts: dict[str, Any] = {"sack": 1, "passer_player_name": quarterback.name}
    play = Play("pass", f"{quarterback} sacked", team, game.spot + loss, game.seconds("sack"), facts)
    rusher = foe.one_of(luck, "lineman", "lineman", "linebacker")
    if play.spot <= 0:
        play.words += f" in End Zone for {-game.spot} yards, SAFETY ({rusher})."
        play.facts |= {"yards_gained": -game.spot, "safety": 1}
        play.team, play.spot, play.end = foe, 0, End.SAFETY
        return play
    facts["yards_gained"] = loss
    at = wording.spot(team, foe, play.spot)
    helper = foe.one_of(luck, "lineman", "linebacker")
    if helper != rusher and luck.chance(0.1):
        play.words += f" at {at} {wording.yards(loss)} (sack split by {rusher} and {helper})."
        return play
    play.words += f" at {at} {wording.yards(loss)} ({rusher})."
    if luck.chance(game.rate("pass", "fumble_sacked")):
        loose_ball.fumble(game, play, quarterback, forced_by=rusher)
    return play


def _depth(game: Game) -> str:
    weights = {name: table["weight"] for name, table in game.rate("pass", "depth").items()}
    deep = 1 + 0.4 * game.offense["deep"]
    weights["deep"] *= deep
    weights["medium"] *= deep
    if game.down >= 3 and game.to_go > 6:
        weights["screen"] *= 0.7
        weights["quick"] *= 0.6
        weights["medium"] *= 1.6
    if game.late and game.lead < 0:
        weights["screen"] *= 0.4
        weights["medium"] *= 1.4
    # Close to the goal line there is no room for the long ones.
    if game.to_goal <= 20:
        weights["deep"] = 0
    if game.to_goal <= 11:
        weights["medium"] = 0
    return game.luck.weighted(weights)


def _throw(game: Game, depth: str, edge: float, quarterback: Player) -> Play:
    luck, team, foe = game.luck, game.offense, game.defense
    table = game.rate("pass", "depth", depth)
    side = luck.weighted(game.rate("pass", "location"))
    air = min(luck.band(table["air"]), game.to_goal)
    length = "deep" if air > 15 else "short"
    play = Play("pass", "", team, game.spot, game.seconds("throw"), throw=True, target=air)
    play.facts = {"passer_player_name": quarterback.name, "pass_length": length, "pass_location": side}
    play.facts["air_yards"] = air
    pressed = luck.chance(game.rate("pass", "pressure"))
    pressure = f" [{foe.one_of(luck, 'lineman', 'linebacker')}]" if pressed else ""
    if luck.chance(game.rate("pass", "throw_away")):
        return _incomplete(game, play, quarterback, None, pressure)
    positions = (
        ("back", "back", "receiver", "tight_end") if depth == "screen" else ("receiver", "receiver", "tight_end")
    )
    receiver = team.one_of(luck, *positions)
    play.facts["receiver_player_name"] = receiver.name
    crowded = 0.12 if game.to_goal <= 10 else 0.05 if game.to_goal <= 20 else 0.0
    if luck.chance(table["caught"] + game.rate("pass", "edge") * edge - crowded):
        return _catch(game, play, quarterback, receiver, table, pressure)
    picked = table["picked"] * (1 + 0.35 * foe["hawk"] - 0.3 * team["pass"]) / (1 - table["caught"])
    if luck.chance(picked):
        return _intercepted(game, play, quarterback, receiver, pressure)
    return _incomplete(game, play, quarterback, receiver, pressure)


def _catch(
    game: Game, play: Play, quarterback: Player, receiver: Player, table: dict[str, Any], pressure: str
) -> Play:
    luck = game.luck
    air = play.facts["air_yards"]
    gain = min(
        air + max(0, luck.band(table["after"])) if air > 0 else air + luck.band(table["after"]), game.to_goal
    )
    # Nobody is thrown a ball in his own end zone here.
    gain = max(gain, 1 - game.spot)
    aim = f"{play.facts['pass_length']} {play.facts['pass_location']}"
    play.words = f"{quarterback} pass {aim} to {receiver}"
    play.facts |= {"complete_pass": 1, "yards_after_catch": gain - air}
    if gain == game.to_goal:
        play.facts["pass_touchdown"] = 1
        return _touchdown(play, gain)
    if gain > 3 and luck.chance(game.rate("pass", "lateral")):
        _lateral(game, play, gain)
        play.facts["yards_after_catch"] = play.facts["yards_gained"] - air
        return play
    sideline = play.facts["pass_location"] != "middle" and luck.chance(game.rate("pass", "out_of_bounds"))
    _down(game, play, gain, out_of_bounds=sideline, tail=pressure)
    if not sideline and luck.chance(game.rate("pass", "fumble_caught")):
        loose_ball.fumble(game, play, receiver)
        play.facts["yards_after_catch"] = play.facts["yards_gained"] - air
    return play


def _incomplete(game: Game, play: Play, quarterback: Player, receiver: Player | None, pressure: str) -> Play:
    luck, foe = game.luck, game.defense
    aim = f"{play.facts['pass_length']} {play.facts['pass_location']}"
    whom = f" to {receiver}" if receiver else ""
    broken_up = receiver and luck.chance(0.38)
    cover = f" ({foe.one_of(luck, 'cornerback', 'safety', 'linebacker')})" if broken_up else ""
    play.words = f"{quarterback} pass incomplete {aim}{whom}{cover}{pressure}."
    play.facts |= {"incomplete_pass": 1, "yards_gained": 0}
    play.stops_clock = True
    if receiver is None and luck.chance(game.rate("pass", "grounding") * 4):
        return _grounded(game, play, quarterback)
    return play


def _grounded(game: Game, play: Play, quarterback: Player) -> Play:
    team, foe = game.offense, game.defense
    dropped = game.luck.between(7, 12)
    play.flagged = True
    play.facts |= {"penalty": 1, "penalty_team": team.code, "penalty_type": "Intentional Grounding"}
    charge = f" PENALTY on {wording.flag(team, quarterback, 'Intentional Grounding')}"
    if game.spot - dropped <= 0:
        play.facts |= {"penalty_yards": game.spot, "safety": 1}
        play.words += f"{charge}, {wording.flag_yards(game.spot)}, enforced in End Zone, SAFETY."
        play.team, play.spot, play.end = foe, 0, End.SAFETY
        return play
    loss = max(dropped, min(10, game.spot // 2))
    play.facts["penalty_yards"] = loss
    play.words += f"{charge}, {wording.flag_yards(loss)}, enforced at {wording.spot(team, foe, game.spot)}."
    play.spot = game.spot - loss
    return play


def _intercepted(game: Game, play: Play, quarterback: Player, receiver: Player, pressure: str) -> Play:
    luck, team, foe = game.luck, game.offense, game.defense
    thief = foe.one_of(luck, "cornerback", "safety", "safety", "linebacker")
    aim = f"{play.facts['pass_length']} {play.facts['pass_location']}"
    play.facts |= {
        "interception": 1,
        "interception_player_name": thief.name,
        "return_team": foe.code,
        "yards_gained": 0,
    }
    caught = 100 - (game.spot + play.facts["air_yards"])
    if caught == 0:
        caught = -luck.between(1, 8)
    at = wording.spot(foe, team, caught)
    play.words = f"{quarterback} pass {aim} intended for {receiver} INTERCEPTED by {thief}{pressure} at {at}."
    play.new_series = play.stops_clock = True
    play.team = foe
    if caught < 0 and luck.chance(0.75):
        play.words += " Touchback."
        play.facts["touchback"] = 1
        play.spot = 20
        return play
    runbacks.run_back(game, play, foe, thief, caught, luck.band(game.rate("return", "interception")))
    return play


def _touchdown(play: Play, gain: int) -> Play:
    play.words += f" {wording.yards(gain)}, TOUCHDOWN."
    play.facts |= {"yards_gained": gain, "touchdown": 1, "td_team": play.team.code}
    play.spot, play.end, play.stops_clock = 100, End.TOUCHDOWN, True
    return play


def _tackled_in_end_zone(game: Game, play: Play) -> Play:
    foe = game.defense
    tackler = foe.one_of(game.luck, "lineman", "linebacker")
    play.words += f" tackled in End Zone for {-game.spot} yards, SAFETY ({tackler})."
    play.facts |= {"yards_gained": -game.spot, "safety": 1}
    play.team, play.spot, play.end = foe, 0, End.SAFETY
    return play


def _down(game: Game, play: Play, gain: int, *, out_of_bounds: bool, tail: str = "") -> None:
    luck, team, foe = game.luck, game.offense, game.defense
    play.spot = game.spot + gain
    play.facts["yards_gained"] = gain
    at = f"{wording.spot(team, foe, play.spot)} {wording.yards(gain)}"
    if not out_of_bounds:
        play.words += f" to {at} {wording.tacklers(luck, foe, *wording.defenders(gain))}{tail}."
        return
    play.facts["out_of_bounds"] = 1
    play.stops_clock = game.late or (game.quarter == 4 and game.clock <= 300)
    if luck.chance(0.4):
        play.words += f" ran ob at {at}{tail}."
    else:
        play.words += f" pushed ob at {at} ({foe.one_of(luck, *wording.defenders(gain))}){tail}."


def _lateral(game: Game, play: Play, gain: int) -> Play:
    luck, team, foe = game.luck, game.offense, game.defense
    first = luck.between(max(1, gain // 2), gain - 1)
    mate = team.one_of(luck, "receiver", "back", "tight_end")
    handed = wording.spot(team, foe, game.spot + first)
    play.words += f" to {handed} {wording.yards(first)}. Lateral to {mate}"
    play.spot = game.spot + gain
    play.facts["yards_gained"] = gain
    at = f"{wording.spot(team, foe, play.spot)} {wording.yards(gain - first)}"
    play.words += f" to {at} {wording.tacklers(luck, foe, 'cornerback', 'safety', 'linebacker')}."
    return play
