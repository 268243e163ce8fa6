"""What the coaches call: run or pass, kick or go, timeouts, kneels and spikes."""

from __future__ import annotations

from dataclasses import dataclass

from tools.demo.league import Team
from tools.demo.state import Game

_LONG_KICK = 36


@dataclass(frozen=True)
class Call:
    """A decision before the snap."""

    kind: str
    formation: str = ""


def call(game: Game, *, hurried: bool) -> Call:
    """What the offense does on this down."""
    if may_kneel(game):
        return Call("kneel")
    last_chance = game.quarter in (2, 4, 5) and game.clock <= 8
    needs_points = game.lead <= 0 if game.quarter >= 4 else True
    close = game.to_goal <= _LONG_KICK + 2
    if last_chance and close and needs_points and (game.quarter == 2 or game.lead >= -3):
        return Call("field_goal")
    if game.overtime and sudden_death(game) and game.to_goal <= 22:
        return Call("field_goal")
    if game.down == 4:
        return _fourth_down(game, hurried=hurried)
    if hurried and game.running and game.down <= 2 and game.clock <= 40 and game.luck.chance(0.35):
        return Call("spike")
    return _run_or_pass(game, hurried=hurried)


def sudden_death(game: Game) -> bool:
    """Overtime in which the next points win."""
    return game.overtime and len(game.had_ball) == 2 and game.lead == 0


def may_kneel(game: Game) -> bool:
    """Whether the offense can run out the half without a play."""
    if game.quarter == 2:
        return game.clock <= 20 and game.spot < 45 and game.lead > -8
    if game.quarter != 4 or game.lead <= 0:
        return False
    kneels = 4 - game.down
    stopped = min(game.timeouts[game.defense], kneels)
    return kneels > 0 and game.clock <= kneels * 41 - stopped * 38 - 1


def _fourth_down(game: Game, *, hurried: bool) -> Call:
    luck, lead = game.luck, game.lead
    nerve = game.offense["nerve"]
    long_kick = _LONG_KICK + round(2 * game.offense["kicker"])
    in_range = game.to_goal <= long_kick
    late = game.quarter == 4 and game.clock <= 240
    if late and lead < 0:
        kick_helps = lead >= -3 and game.clock <= 130
        if in_range and (kick_helps or (lead in range(-11, -8) and game.clock > 60)):
            return Call("field_goal")
        if game.clock <= 150 or game.to_go <= 4 or lead <= -9:
            return _run_or_pass(game, hurried=hurried)
    if game.to_go <= 1:
        share = 0.75 if game.to_goal <= 4 else 0.72 if game.spot >= 45 else 0.38 if game.spot >= 33 else 0.05
    elif game.to_go <= 3:
        share = 0.5 if long_kick < game.to_goal <= 50 else 0.18 if game.spot >= 50 else 0.03
    else:
        share = 0.4 if long_kick < game.to_goal <= 42 and game.to_go <= 6 else 0.0
    if luck.chance(share * (1 + 0.7 * nerve)):
        return _run_or_pass(game, hurried=False)
    if in_range:
        return Call("field_goal")
    if luck.chance(game.rate("call", "fake_punt") * (1 + nerve)) and 35 <= game.spot <= 60 and game.to_go <= 6:
        return Call("fake_punt", "(Punt formation) ")
    return Call("punt", "(Punt formation) " if luck.chance(0.2) else "")


def _run_or_pass(game: Game, *, hurried: bool) -> Call:
    luck, team = game.luck, game.offense
    if game.to_go == 1 and game.down >= 3 and luck.chance(0.3):
        return Call("sneak")
    table = game.rate("call", {1: "first", 2: "second", 3: "third", 4: "fourth"}[game.down])
    share = next(share for limit, share in table if game.to_go <= limit)
    share += game.rate("call", "lean") * team["lean"]
    if game.quarter == 4 or (game.quarter == 3 and abs(game.lead) > 16):
        weight = min(1.0, abs(game.lead) / 10) * (1.0 if game.clock < 600 or game.quarter == 4 else 0.5)
        share += game.rate("call", "trailing" if game.lead < 0 else "leading") * weight
    if hurried:
        share = max(share, 0.88)
    if game.to_goal <= 3:
        share -= 0.03
    throw = luck.chance(share)
    shotgun = luck.chance(
        game.rate("call", "shotgun_pass" if throw else "shotgun_run") + (0.2 if game.down >= 3 else 0)
    )
    no_huddle = luck.chance(0.7 if hurried else game.rate("call", "no_huddle") * (1 + 1.3 * team["tempo"]))
    words = ", ".join(word for word, used in (("No Huddle", no_huddle), ("Shotgun", shotgun)) if used)
    return Call("pass" if throw else "run", f"({words}) " if words else "")


def hurried(game: Game) -> bool:
    """Whether the offense is short of time and wants points."""
    if game.quarter == 2:
        return game.clock <= 110 and game.spot >= 22
    if game.overtime:
        return game.clock <= 110
    return game.quarter == 4 and game.lead <= 0 and game.clock <= (120 if game.lead >= -8 else 240)


def between_plays(game: Game) -> int:
    """Seconds from the end of the last play to this snap."""
    if not game.running:
        return 0
    if hurried(game):
        return game.seconds("hurry")
    if game.restart:
        return game.seconds("restart")
    if game.quarter == 4 and game.lead > 0 and game.clock <= 360:
        return game.seconds("slow")
    if game.luck.chance(0.08 * (1 + game.offense["tempo"])):
        return game.seconds("no_huddle")
    return game.seconds("huddle")


def timeout(game: Game) -> Team | None:
    """Who stops the clock now, if anybody."""
    luck, left = game.luck, game.timeouts
    if game.running and game.late:
        if game.quarter == 4 and game.lead > 0 and left[game.defense] and game.lead <= 16 and luck.chance(0.85):
            return game.defense
        if hurried(game) and left[game.offense] and game.clock < 90 and luck.chance(0.65):
            return game.offense
        if game.quarter == 2 and left[game.defense] and game.down >= 3 and game.clock > 25 and luck.chance(0.45):
            return game.defense
    if luck.chance(game.rate("call", "timeout_early")) and not game.late:
        team = game.offense if luck.chance(0.65) else game.defense
        return team if left[team] else None
    return None


def kick_style(game: Game, kicker_team: Team) -> str:
    """Deep, squib or onside."""
    behind = game.score[game.other(kicker_team)] - game.score[kicker_team]
    if game.quarter == 4 and 0 < behind <= 16 and game.clock <= (120 if behind <= 8 else 240):
        return "onside"
    if game.luck.chance(game.rate("call", "onside_surprise") * (1 + kicker_team["nerve"])) and game.quarter < 4:
        return "onside"
    if game.quarter == 2 and game.clock <= 20:
        return "squib"
    return "squib" if game.luck.chance(game.rate("call", "squib")) else "deep"


def goes_for_two(game: Game) -> bool:
    """Whether the team that has just scored a touchdown wants two points."""
    if game.overtime:
        return game.lead == -2
    if game.quarter == 4 and game.lead in (-10, -5, -2, 1, 5):
        return True
    return game.luck.chance(game.rate("call", "two_point") * (1 + game.offense["nerve"]))
