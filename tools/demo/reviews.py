"""Challenges and replay: some rulings stand, some are reversed and told twice."""

from __future__ import annotations

from tools.demo import wording
from tools.demo.state import End, Game, Play


def review(game: Game, play: Play) -> None:
    """Perhaps somebody wants to see this play again; a lost challenge costs a timeout."""
    luck = game.luck
    if (
        play.kind not in ("run", "pass")
        or play.flagged
        or play.facts.get("fumble")
        or play.facts.get("interception")
    ):
        return
    if "Lateral" in play.words or "Direct snap" in play.words:
        return
    booth = game.late or play.end is End.TOUCHDOWN
    if not luck.chance(
        game.rate("challenge", "booth" if booth else "asked") * (4 if play.end is End.TOUCHDOWN else 1)
    ):
        return
    team = game.defense if luck.chance(0.6) else game.offense
    if not booth and not game.timeouts[team]:
        return
    asks = "The Replay Official reviewed" if booth else f"{team.city} challenged"
    ruling = _ruling(play)
    before = _as_first_ruled(game, play)
    if before is None or luck.chance(game.rate("challenge", "upheld")):
        outcome = luck.pick(["stands", "was confirmed"])
        play.words += f" {asks} the {ruling} ruling, and the play was Upheld. The ruling on the field {outcome}."
        if not booth:
            game.timeouts[team] -= 1
            play.words += f" (Timeout #{3 - game.timeouts[team]}.)"
            play.facts |= {"timeout": 1, "timeout_team": team.code}
            play.stops_clock = True
    else:
        play.words = f"{before} {asks} the {ruling} ruling, and the play was REVERSED. {play.formation}{play.words}"
    play.facts["replay_or_challenge"] = 1


def _ruling(play: Play) -> str:
    if play.end is End.TOUCHDOWN:
        return "runner broke the plane"
    if play.facts.get("complete_pass"):
        return "incomplete pass"
    return "pass completion" if play.facts.get("incomplete_pass") else "runner was down by contact"


def _as_first_ruled(game: Game, play: Play) -> str | None:
    """The description before the reversal: a catch that was none, or a ball on the ground that was caught."""
    team, foe, facts = game.offense, game.defense, play.facts
    aim = f"{facts.get('pass_length')} {facts.get('pass_location')}"
    head, _, tail = play.words.partition(f" {aim}")
    if facts.get("complete_pass") and play.end is End.DEAD:
        receiver = tail.split(" to ")[1]
        for ending in (" ran ob at", " pushed ob at"):
            receiver = receiver.split(ending)[0]
        return f"{head.removesuffix(' pass')} pass incomplete {aim} to {receiver}."
    if facts.get("incomplete_pass") and facts.get("receiver_player_name") and facts["air_yards"] < game.to_goal:
        receiver = tail.removeprefix(" to ").split(" (")[0].split(" [")[0].removesuffix(".")
        gain = max(facts["air_yards"], 1 - game.spot)
        at = f"{wording.spot(team, foe, game.spot + gain)} {wording.yards(gain)}"
        passer = head.removesuffix(" pass incomplete")
        return (
            f"{passer} pass {aim} to {receiver} to {at} {wording.tacklers(game.luck, foe, 'cornerback', 'safety')}."
        )
    return None


def hurt(game: Game, play: Play) -> None:
    """A remark about an injury, as scorers add it."""
    luck = game.luck
    if play.kind not in ("run", "pass") or not luck.chance(game.rate("game", "hurt")):
        return
    team = luck.pick([game.offense, game.defense])
    player = team.one_of(luck, "lineman", "linebacker", "cornerback", "blocker", "receiver")
    play.words += f" {team.named(player)} was injured during the play."
    if luck.chance(0.3):
        play.words += " He is Out."
    play.stops_clock = play.stops_clock or game.late
