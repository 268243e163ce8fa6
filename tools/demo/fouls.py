"""Flags: before the snap, during a play, after it; taken, declined or offset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tools.demo import wording
from tools.demo.league import Player, Team
from tools.demo.sheet import SURVIVES_NO_PLAY
from tools.demo.state import End, Game, Play


@dataclass(frozen=True)
class Foul:
    """One flag: its name in the words and in the statistics, against whom, and what it costs."""

    words: str
    official: str
    guilty: Team
    player: Player | None
    yards: int
    first: bool = False
    spot: bool = False
    after: bool = False


@dataclass(frozen=True)
class Series:
    """Down and distance that a flag leads to."""

    spot: int
    down: int
    to_go: int
    first: bool


_BY_POSITION = {
    "False Start": ("blocker", "blocker", "tight_end", "receiver"),
    "Offensive Holding": ("blocker", "blocker", "tight_end"),
    "Offensive Pass Interference": ("receiver", "tight_end"),
    "Delay of Game": ("quarterback",),
    "Roughing the Passer": ("lineman", "linebacker"),
    "Defensive Offside": ("lineman", "linebacker"),
    "Neutral Zone Infraction": ("lineman",),
    "Encroachment": ("lineman",),
}
_NO_NAME = {"Offensive 12 On-field", "Illegal Shift", "Defensive Too Many Men on Field"}


def _foul(game: Game, name: str, rule: Mapping[str, Any]) -> Foul:
    guilty = game.offense if rule["side"] == "offense" else game.defense
    usual = (
        ("blocker", "tight_end", "receiver") if guilty == game.offense else ("cornerback", "safety", "linebacker")
    )
    player = None if name in _NO_NAME else guilty.one_of(game.luck, *_BY_POSITION.get(name, usual))
    official = rule.get("name", name)
    return Foul(
        words=rule.get("text", official if "(15" not in name else name),
        official=official,
        guilty=guilty,
        player=player,
        yards=rule["yards"],
        first=rule.get("first", False),
        spot=rule.get("spot", False),
        after=rule.get("after", False),
    )


def _drawn(game: Game, when: str, kinds: set[str] | None = None) -> list[Foul]:
    found = []
    for name, rule in game.rate("foul", when).items():
        if kinds is not None and rule["on"] not in kinds:
            continue
        guilty = game.offense if rule["side"] == "offense" else game.defense
        if game.luck.chance(rule["rate"] * (1 - 0.25 * guilty["manners"])):
            found.append(_foul(game, name, rule))
    return found


def walk_off(yards: int, room: int) -> int:
    """A penalty never takes more than half the distance to the goal line."""
    return min(yards, room // 2)


def before_snap(game: Game, formation: str) -> tuple[Play, Series] | None:
    """A flag that kills the play before it starts, or nothing."""
    drawn = _drawn(game, "before")
    if not drawn:
        return None
    foul = drawn[0]
    return _no_play(game, Play("no_play", "", game.offense, game.spot, 0, {}, formation), foul)


def _no_play(game: Game, play: Play, foul: Foul, *, others: str = "") -> tuple[Play, Series]:
    team, foe = game.offense, game.defense
    against_offense = foul.guilty == team
    room = game.spot if against_offense else game.to_goal
    cost = walk_off(foul.yards, room)
    if foul.official == "Defensive Pass Interference":
        # At the spot of the foul; in the end zone the ball goes to the one-yard line.
        cost = max(1, min(play.target or 1, game.to_goal - 1))
    spot = game.spot - cost if against_offense else game.spot + cost
    series = _again(game, spot, first=foul.first)
    charge = wording.flag(foul.guilty, foul.player, foul.words)
    place = wording.spot(team, foe, game.spot)
    words = play.words.replace("TOUCHDOWN.", "TOUCHDOWN NULLIFIED by Penalty.").replace(
        "is GOOD,", "is GOOD, NULLIFIED by Penalty,"
    )
    lead = f"{words} " if words else ""
    words = f"{lead}PENALTY on {charge}, {wording.flag_yards(cost)}, enforced at {place} - No Play.{others}"
    facts = {name: value for name, value in play.facts.items() if name in SURVIVES_NO_PLAY}
    facts |= {"yards_gained": 0, "penalty": 1, "penalty_team": foul.guilty.code, "penalty_type": foul.official}
    facts |= {"penalty_yards": cost, "first_down": int(series.first)}
    dead = Play("no_play", words, team, spot, play.seconds, facts, play.formation, stops_clock=True, flagged=True)
    return dead, series


def _again(game: Game, spot: int, *, first: bool) -> Series:
    line = game.spot + game.to_go
    if first or spot >= line:
        return Series(spot, 1, min(10, 100 - spot), True)
    return Series(spot, game.down, line - spot, False)


def during(game: Game, play: Play) -> tuple[Play, Series | None]:
    """Flags thrown on a run or pass that was run; the series is given when the down is played again."""
    if play.flagged or play.facts.get("aborted_play"):
        return play, None
    kinds = {"both"}
    if play.throw:
        kinds |= {"throw", "incomplete"} if play.facts.get("incomplete_pass") else {"throw"}
    elif play.kind == "run":
        kinds.add("run")
    drawn = _drawn(game, "live", kinds)
    offense = [foul for foul in drawn if foul.guilty == game.offense]
    defense = [foul for foul in drawn if foul.guilty == game.defense]
    turnover = play.team != game.offense or play.new_series
    if offense and defense and not turnover:
        return _offset(game, play, offense[0], defense[0])
    if offense:
        return _against_offense(game, play, offense)
    if defense:
        return _against_defense(game, play, defense[0])
    return _after_play(game, play), None


def _offset(game: Game, play: Play, one: Foul, other: Foul) -> tuple[Play, Series]:
    place = wording.spot(game.offense, game.defense, game.spot)
    words = play.words.replace("TOUCHDOWN.", "TOUCHDOWN NULLIFIED by Penalty.")
    words += (
        f" Penalty on {wording.flag(one.guilty, one.player, one.words)}, offsetting, enforced at {place} - No Play."
    )
    words += f" Penalty on {wording.flag(other.guilty, other.player, other.words)}, offsetting."
    facts: dict[str, Any] = {name: value for name, value in play.facts.items() if name in SURVIVES_NO_PLAY}
    dead = Play("no_play", words, game.offense, game.spot, play.seconds, facts, play.formation, stops_clock=True)
    dead.flagged = dead.blank = True
    return dead, Series(game.spot, game.down, game.to_go, False)


def _worth(game: Game, team: Team, spot: int, down: int, to_go: int) -> float:
    # A coach's rough feeling for a situation, in points, seen by the offense of this play.
    value = (spot - 22) * 0.06 - (down - 1) * 0.5 - max(0, to_go - 4) * 0.06 * down
    return value if team == game.offense else -(spot - 22) * 0.06


def _worth_of(game: Game, play: Play) -> float:
    sign = 1 if play.team == game.offense else -1
    if play.end is End.TOUCHDOWN:
        return 7.0 * sign
    if play.end is End.SAFETY:
        return -4.0
    if play.team != game.offense or play.new_series:
        return _worth(game, play.team, play.spot, 1, 10)
    line = game.spot + game.to_go
    if play.spot >= line:
        return _worth(game, play.team, play.spot, 1, 10) + 0.3
    if game.down == 4:
        return -(100 - play.spot - 22) * 0.06
    return _worth(game, play.team, play.spot, game.down + 1, line - play.spot)


def _declined(play: Play, foul: Foul) -> Play:
    play.words += f" Penalty on {wording.flag(foul.guilty, foul.player, foul.words)}, declined."
    play.flagged = True
    return play


def _against_offense(game: Game, play: Play, fouls: list[Foul]) -> tuple[Play, Series | None]:
    foul = fouls[0]
    if len(fouls) > 1 and fouls[1].official != foul.official:
        second = f" Penalty on {wording.flag(fouls[1].guilty, fouls[1].player, fouls[1].words)}, declined."
    else:
        second = ""
    beyond = play.kind == "run" and play.spot > game.spot + 4 and not play.new_series and play.team == game.offense
    blocked_downfield = foul.spot or (foul.official == "Offensive Holding" and game.luck.chance(0.35))
    if beyond and blocked_downfield and play.end is End.DEAD and not play.facts.get("fumble"):
        return _downfield(game, play, foul)
    dead, series = _no_play(game, play, foul, others=second)
    if _worth_of(game, play) < _worth(game, game.offense, series.spot, series.down, series.to_go):
        return _declined(play, foul), None
    return dead, series


def _downfield(game: Game, play: Play, foul: Foul) -> tuple[Play, Series]:
    # The run counts up to the spot of the foul, the yards come off from there, the down is played again.
    team, foe = game.offense, game.defense
    spot = game.luck.between(game.spot + 1, play.spot - 1)
    cost = walk_off(foul.yards, spot)
    charge = wording.flag(foul.guilty, foul.player, foul.words)
    play.words += f" PENALTY on {charge}, {wording.flag_yards(cost)}, enforced at {wording.spot(team, foe, spot)}."
    play.facts |= {"yards_gained": spot - game.spot, "penalty": 1, "penalty_team": team.code}
    play.facts |= {"penalty_type": foul.official, "penalty_yards": cost}
    play.flagged = play.stops_clock = True
    play.spot = spot - cost
    return play, _again(game, play.spot, first=False)


def _against_defense(game: Game, play: Play, foul: Foul) -> tuple[Play, Series | None]:
    if foul.after and play.facts.get("complete_pass") and play.team == game.offense and play.end is End.DEAD:
        return _added(game, play, foul), None
    dead, series = _no_play(game, play, foul)
    if _worth_of(game, play) > _worth(game, game.offense, series.spot, series.down, series.to_go):
        return _declined(play, foul), None
    return dead, series


def _after_play(game: Game, play: Play) -> Play:
    if play.end is End.TOUCHDOWN and game.luck.chance(game.rate("foul", "kick", "celebration")):
        return _celebration(game, play)
    if play.end is not End.DEAD or play.new_series or play.team != game.offense:
        return play
    drawn = _drawn(game, "after")
    return _added(game, play, drawn[0]) if drawn else play


def _celebration(game: Game, play: Play) -> Play:
    """Too much joy after a touchdown costs fifteen yards on the kickoff."""
    name = game.luck.pick(["Taunting", "Unsportsmanlike Conduct"])
    dancer = play.team.one_of(game.luck, "receiver", "back", "linebacker")
    play.words += f" PENALTY on {wording.flag(play.team, dancer, name)}, 15 yards, enforced between downs."
    play.facts |= {"penalty": 1, "penalty_team": play.team.code, "penalty_type": name, "penalty_yards": 15}
    play.flagged, play.moved = True, -15
    return play


def _added(game: Game, play: Play, foul: Foul) -> Play:
    team, foe = game.offense, game.defense
    against_offense = foul.guilty == team
    cost = walk_off(foul.yards, play.spot if against_offense else 100 - play.spot)
    charge = wording.flag(foul.guilty, foul.player, foul.words)
    play.words += (
        f" PENALTY on {charge}, {wording.flag_yards(cost)}, enforced at {wording.spot(team, foe, play.spot)}."
    )
    play.facts |= {"penalty": 1, "penalty_team": foul.guilty.code, "penalty_type": foul.official}
    play.facts |= {"penalty_yards": cost}
    play.flagged = play.stops_clock = True
    play.moved = -cost if against_offense else cost
    play.gives_first = foul.first
    return play


def on_kick(game: Game, play: Play) -> tuple[Play, Series | None]:
    """Flags on punts and field goals: the kicker is hit, or a blocker is used as a ladder."""
    luck = game.luck
    if play.flagged or play.facts.get("punt_blocked") or play.end in (End.TOUCHDOWN, End.SAFETY):
        return play, None
    if play.kind == "field_goal":
        if not luck.chance(game.rate("foul", "kick", "leverage")) or game.to_goal < 4:
            return play, None
        foul = Foul("Leverage", "Leverage", game.defense, game.defense.one_of(luck, "lineman"), 15, first=True)
        return _no_play(game, play, foul)
    if luck.chance(game.rate("foul", "kick", "roughing_kicker")):
        hitter = game.defense.one_of(luck, "linebacker", "safety")
        return _no_play(
            game, play, Foul("Roughing the Kicker", "Roughing the Kicker", game.defense, hitter, 15, first=True)
        )
    if luck.chance(game.rate("foul", "kick", "running_into")):
        hitter = game.defense.one_of(luck, "linebacker", "safety")
        foul = Foul("Running Into the Kicker", "Running Into the Kicker", game.defense, hitter, 5)
        # Five yards are worth a second kick only when they bring the first down near.
        return _no_play(game, play, foul) if luck.chance(0.4) else (_declined(play, foul), None)
    return play, None
