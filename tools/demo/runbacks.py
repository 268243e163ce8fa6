"""Returns of kicks and interceptions: how far, with laterals, fumbles and flags on the way."""

from __future__ import annotations

from tools.demo import wording
from tools.demo.league import Player, Team
from tools.demo.state import End, Game, Play

_CHASERS = ("linebacker", "safety", "cornerback", "back", "receiver")


def run_back(game: Game, play: Play, team: Team, runner: Player, start: int, gain: int) -> None:
    """Carry the ball from `start` (yards from the goal line of `team`) and settle everything that comes of it."""
    luck, foe = game.luck, game.other(team)
    play.team, play.new_series, play.stops_clock = team, True, True
    # A man who caught it in the field of play is not tackled behind his own goal line here.
    gain = max(gain, 1 - start)
    if start + gain >= 100:
        gain = 100 - start
        play.words += f" {runner} {wording.yards(gain)}, TOUCHDOWN."
        play.facts |= {"return_yards": gain, "touchdown": 1, "return_touchdown": 1, "td_team": team.code}
        play.spot, play.end = 100, End.TOUCHDOWN
        return
    play.spot = start + gain
    play.facts["return_yards"] = gain
    if gain > 6 and luck.chance(game.rate("return", "lateral")):
        first = luck.between(3, gain - 1)
        mate = team.one_of(luck, "cornerback", "safety", "linebacker")
        handed = wording.spot(team, foe, start + first)
        play.words += f" {runner} to {handed} {wording.yards(first)}. Lateral to {mate}"
        gain -= first
    else:
        play.words += f" {runner}"
    at = f"{wording.spot(team, foe, play.spot)} {wording.yards(gain)}"
    chaser = foe.one_of(luck, *_CHASERS)
    if luck.chance(game.rate("return", "out_of_bounds")):
        play.facts["out_of_bounds"] = 1
        play.words += f" pushed ob at {at} ({chaser})."
    else:
        play.words += f" to {at} ({chaser})."
        if luck.chance(game.rate("return", "fumble")):
            _dropped(game, play, team, chaser)
            return
    _flags(game, play, team, start)


def _dropped(game: Game, play: Play, team: Team, chaser: Player) -> None:
    luck, foe = game.luck, game.other(team)
    place = wording.spot(team, foe, play.spot)
    play.facts |= {"fumble": 1, "fumble_forced": 1, "fumbled_1_team": team.code, "fumble_recovery_1_yards": 0}
    play.words += f" FUMBLES ({chaser}),"
    if luck.chance(0.5):
        play.words += f" RECOVERED by {foe.named(chaser)} at {place}."
        play.facts |= {"fumble_lost": 1, "fumble_recovery_1_team": foe.code}
        play.team, play.spot = foe, 100 - play.spot
        return
    mate = team.one_of(luck, "linebacker", "safety")
    play.words += f" recovered by {team.named(mate)} at {place}. {mate} to {place} for no gain ({chaser})."
    play.facts["fumble_recovery_1_team"] = team.code


def _flags(game: Game, play: Play, team: Team, start: int) -> None:
    luck, foe = game.luck, game.other(team)
    share = 0.4 if play.kind == "pass" else 1.0
    gain = play.facts["return_yards"]
    name = ""
    if luck.chance(share * game.rate("foul", "kick", "return_hold")):
        name = "Offensive Holding"
    elif luck.chance(share * game.rate("foul", "kick", "return_block")):
        name = "Illegal Block Above the Waist"
    if name and gain >= 0:
        foul = luck.between(max(1, start), max(1, play.spot))
        cost = min(10, foul // 2)
        play.facts["return_yards"] = min(gain, foul - start)
        charge(game, play, team, name, cost, foul)
        play.spot = foul - cost
    elif luck.chance(share * game.rate("foul", "kick", "return_rough")):
        cost = min(15, (100 - play.spot) // 2)
        charge(game, play, foe, luck.pick(["Unnecessary Roughness", "Face Mask (15 Yards)"]), cost, play.spot)
        play.spot += cost


def charge(game: Game, play: Play, guilty: Team, name: str, cost: int, spot: int) -> None:
    """Add an accepted flag to a play that stands; `spot` counts from the goal line of the team with the ball."""
    player = guilty.one_of(game.luck, "linebacker", "safety", "cornerback", "receiver")
    place = wording.spot(play.team, game.other(play.team), spot)
    words = wording.flag(guilty, player, name)
    play.words += f" PENALTY on {words}, {wording.flag_yards(cost)}, enforced at {place}."
    play.flagged = True
    official = name.removesuffix(" (15 Yards)")
    play.facts |= {"penalty": 1, "penalty_team": guilty.code, "penalty_type": official, "penalty_yards": cost}
