"""Fumbles: who drops it, where it rolls, who falls on it, and whether he keeps it."""

from __future__ import annotations

from tools.demo import wording
from tools.demo.league import Player
from tools.demo.state import End, Game, Play


def fumble(game: Game, play: Play, carrier: Player, *, forced_by: Player | None = None) -> None:
    """The ball carrier of `play` loses the ball where he is tackled."""
    luck, team, foe = game.luck, game.offense, game.defense
    at = play.spot
    play.facts |= {"fumble": 1, "fumbled_1_team": team.code}
    if forced_by or luck.chance(game.rate("fumble", "forced")):
        play.facts["fumble_forced"] = 1
        forcer = forced_by or foe.one_of(luck, "linebacker", "safety", "cornerback", "lineman")
        credit = f" [{forcer}]" if forced_by and luck.chance(0.5) else ""
        play.words += f" FUMBLES ({forcer}){credit},"
    else:
        play.facts["fumble_not_forced"] = 1
        play.words += " FUMBLES,"
    outcome = luck.weighted(
        {
            "lost": game.rate("fumble", "lost"),
            "out": game.rate("fumble", "out_of_bounds"),
            "self": game.rate("fumble", "self"),
            "mate": 1
            - game.rate("fumble", "lost")
            - game.rate("fumble", "out_of_bounds")
            - game.rate("fumble", "self"),
        }
    )
    # The ball stays in the field of play: end zones have tales of their own.
    rolled = min(98, max(2, at + luck.band(game.rate("fumble", "bounce"))))
    if rolled < at:
        # A ball that rolls back takes the gain with it.
        play.facts["yards_gained"] -= at - rolled
    if outcome == "out":
        play.facts["fumble_out_of_bounds"] = 1
        play.facts["yards_gained"] = min(at, rolled) - game.spot
        play.spot = min(at, rolled)
        play.words += f" ball out of bounds at {wording.spot(team, foe, play.spot)}."
    elif outcome == "lost":
        if play.facts.get("sack"):
            # A sack is as long as where the other side gets hold of the ball.
            play.facts["yards_gained"] = min(0, rolled - game.spot)
        _lost(game, play, rolled)
    else:
        _kept(game, play, carrier, rolled, by_himself=outcome == "self")


def _kept(game: Game, play: Play, carrier: Player, rolled: int, *, by_himself: bool) -> None:
    luck, team, foe = game.luck, game.offense, game.defense
    place = wording.spot(team, foe, rolled)
    play.facts |= {"fumble_recovery_1_team": team.code, "fumble_recovery_1_yards": 0}
    play.spot = rolled
    if by_himself:
        # Whoever falls on his own fumble is credited to where he lies.
        play.facts["yards_gained"] = rolled - game.spot
        play.words += f" and recovers at {place}."
        return
    mate = team.one_of(luck, "blocker", "receiver", "back")
    play.words += f" recovered by {team.named(mate)} at {place}."
    if luck.chance(0.5):
        play.words += f" {mate} to {place} for no gain {wording.tacklers(luck, foe, 'linebacker', 'safety')}."


def _lost(game: Game, play: Play, rolled: int) -> None:
    luck, team, foe = game.luck, game.offense, game.defense
    finder = foe.one_of(luck, "linebacker", "lineman", "safety", "cornerback")
    play.words += f" RECOVERED by {foe.named(finder)} at {wording.spot(team, foe, rolled)}."
    play.facts |= {"fumble_lost": 1, "fumble_recovery_1_team": foe.code}
    play.team, play.new_series, play.stops_clock = foe, True, True
    advance = luck.band(game.rate("fumble", "advance"))
    start = 100 - rolled
    if start + advance >= 100:
        advance = 100 - start
        play.words += f" {finder} {wording.yards(advance)}, TOUCHDOWN."
        play.facts |= {"touchdown": 1, "td_team": foe.code, "fumble_recovery_1_yards": advance}
        play.end, play.spot = End.TOUCHDOWN, 100
        return
    play.spot = start + advance
    play.facts["fumble_recovery_1_yards"] = advance
    at = wording.spot(foe, team, play.spot)
    if luck.chance(game.rate("fumble", "again")):
        _lost_again(game, play, finder, advance, at)
    elif advance or luck.chance(0.6):
        play.words += (
            f" {finder} to {at} {wording.yards(advance)} ({team.one_of(luck, 'back', 'receiver', 'blocker')})."
        )


def _lost_again(game: Game, play: Play, finder: Player, advance: int, at: str) -> None:
    luck, team, foe = game.luck, game.offense, game.defense
    chaser = team.one_of(luck, "back", "receiver", "blocker")
    play.facts["fumble_forced"] = 1
    play.words += f" {finder} to {at} {wording.yards(advance)} ({chaser}). FUMBLES ({chaser}),"
    if luck.chance(0.5):
        mate = foe.one_of(luck, "safety", "cornerback")
        play.words += f" recovered by {foe.named(mate)} at {at}."
        play.facts["fumble_recovery_2_team"] = foe.code
        return
    play.words += f" RECOVERED by {team.named(chaser)} at {at}."
    play.facts["fumble_recovery_2_team"] = team.code
    play.team, play.spot = team, 100 - play.spot


def bad_snap(game: Game, formation: str) -> Play:
    """A snap that goes wrong: nobody is charged with a gain or a loss."""
    luck, team, foe = game.luck, game.offense, game.defense
    quarterback = team.star("quarterback")
    back = min(luck.between(0, 6), game.spot - 1)
    spot = game.spot - back
    place = wording.spot(team, foe, spot)
    facts = {"rusher_player_name": quarterback.name, "yards_gained": 0, "fumble": 1, "fumble_not_forced": 1}
    facts |= {"fumbled_1_team": team.code, "aborted_play": 1, "fumble_recovery_1_yards": 0}
    play = Play(
        "run", f"{quarterback} FUMBLES (Aborted) at {place},", team, spot, game.seconds("run"), facts, formation
    )
    if luck.chance(0.3):
        play.words = f"{quarterback} Aborted. {team.star('blocker')} FUMBLES at {place},"
    if luck.chance(game.rate("fumble", "aborted_lost")):
        finder = foe.one_of(luck, "lineman", "linebacker")
        play.words += f" RECOVERED by {foe.named(finder)} at {place}."
        play.facts |= {"fumble_lost": 1, "fumble_recovery_1_team": foe.code}
        play.team, play.spot, play.new_series, play.stops_clock = foe, 100 - spot, True, True
        return play
    play.facts["fumble_recovery_1_team"] = team.code
    tackler = foe.one_of(luck, "lineman", "linebacker")
    if "Aborted." in play.words:
        play.words += f" recovered by {team.named(quarterback)} at {place}."
        play.words += f" {quarterback} to {place} for no gain ({tackler})."
    else:
        play.words += f" and recovers at {place}. {quarterback} to {place} for no gain ({tackler})."
    return play
