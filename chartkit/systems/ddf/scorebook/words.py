"""Situations, plays and their outcome in plain football English."""

from __future__ import annotations

from chartkit.football.field import KICK_BEYOND_LINE, ORDINALS, clock_in_words, period_short, spot_in_words
from chartkit.pages import counted
from chartkit.systems.ddf.data import shipped_data
from chartkit.systems.ddf.engine.events import DEFENSIVE, OFFENSIVE, Ball, Chance, Happening
from chartkit.systems.ddf.engine.state import COIN_TOSS, FREE_KICK, KICKOFF, SCRIMMAGE, TRY, GameState
from chartkit.systems.ddf.scorebook.plays import Play

Teams = tuple[str, str]


def situation(play: Play, teams: Teams) -> str:
    """`2-7-PHI 44`, `PHI kicks off from the PHI 35`, `PHI tries from the 2`."""
    own, other = teams[play.team], teams[1 - play.team]
    where = spot_in_words(play.spot, own, other)
    if play.phase == SCRIMMAGE:
        to_go = "goal" if play.spot + play.to_go >= 100 else str(play.to_go)
        return f"{play.down}-{to_go}-{where}"
    if play.phase in (KICKOFF, FREE_KICK):
        return f"{own} {'free kick' if play.phase == FREE_KICK else 'kickoff'} from {where}"
    return f"{own} try"


def called_in_words(play: Play) -> str:
    """`9-SIDELINE against F-BLITZ`, `PUNT`, `kick`."""
    if play.phase == TRY and not play.call[:1].isdigit():
        return "kick" if play.call in ("PAT", "") else play.call
    return f"{play.call} against {play.formation}" if play.formation and play.call[:1].isdigit() else play.call


def _rolled(play: Play) -> str:
    """The two totals that decided a play from scrimmage, or the kicker's."""
    offense = _total(play.chances, OFFENSIVE, ("offense.", "special."))
    defense = _total(play.chances, DEFENSIVE, ("defense.",))
    found = [str(total) for total in (offense, defense) if total is not None]
    return f"Rolled {' and '.join(found)}: " if found else ""


def _total(chances: tuple[Chance, ...], dice: int, charts: tuple[str, ...]) -> int | None:
    return next((each.total for each in chances if each.dice == dice and each.chart.startswith(charts)), None)


def _gain(each: Happening, the: str) -> str:
    much = "no gain" if each.yards == 0 else f"{each.yards}" if each.yards > 0 else f"a loss of {-each.yards}"
    out = ", out of bounds" if each.detail == "out of bounds" else ""
    return f"for {much} to {'the end zone' if each.spot >= 100 else the}{out}"


def _landed(each: Happening, the: str) -> str:
    in_end_zone = each.spot >= 100 or each.spot <= 0
    if each.what in ("interception", "fumble"):
        return "in the end zone" if in_end_zone else f"at {the}"
    return "into the end zone" if in_end_zone else f"to {the}"


def _foul(each: Happening, teams: Teams) -> str:
    how, words = next(
        (how, words) for how, words in shipped_data("phrases.json")["fouls"].items() if each.detail.endswith(how)
    )
    foul = each.detail.removesuffix(how).strip()
    walked = f", {counted(abs(each.yards), 'yard')}" if each.yards and how not in ("declined", "offset") else ""
    return f"penalty on {teams[each.team]} ({foul}), {words}{walked}"


def _happened(each: Happening, teams: Teams) -> str:
    """One happening; empty for what the others already say."""
    if each.what == "penalty":
        return _foul(each, teams)
    phrases: dict[str, str] = shipped_data("phrases.json")["phrases"]
    phrase = phrases.get(f"{each.what}/{each.detail}") or phrases.get(each.what, "")
    where = spot_in_words(each.spot, teams[each.team], teams[1 - each.team])
    the = where if where == "50" else f"the {where}"
    return phrase.format(
        team=teams[each.team],
        where=where,
        the=the,
        gain=_gain(each, the),
        landed=_landed(each, the),
        yards=counted(abs(each.yards), "yard"),
        kick=each.yards + KICK_BEYOND_LINE,
        # An incompletion has no yards.
        detail=each.detail.replace("incomplete 0", "incomplete"),
    )


def outcome(play: Play, teams: Teams) -> str:
    """What became of a play: `complete for 6 to the NE 38`."""
    told = [words for words in (_happened(each, teams) for each in play.happenings) if words]
    return ", ".join(told) or "nothing happens"


def sentence(play: Play, teams: Teams) -> str:
    """`2-7-PHI 44: 9-SIDELINE against F-BLITZ. Rolled 24 and 1: complete for 6 to the NE 38.`"""
    became = outcome(play, teams)
    called, rolled = called_in_words(play), _rolled(play)
    if called and not rolled:
        became = became[0].upper() + became[1:]
    return f"{situation(play, teams)}: {called + '. ' if called else ''}{rolled}{became}."


def ball_in_words(ball: Ball, codes: tuple[str, str]) -> str:
    """`PHI 2nd and 7 at the PHI 44`, `NE kicks off from the NE 35`."""
    own, other = codes[ball.team], codes[1 - ball.team]
    where = spot_in_words(ball.spot, own, other)
    if ball.phase == SCRIMMAGE:
        to_go = "goal" if ball.spot + ball.to_go >= 100 else str(ball.to_go)
        return f"{own} {ORDINALS[ball.down]} and {to_go} at the {where}"
    return {
        KICKOFF: f"{own} kicks off from the {where}",
        FREE_KICK: f"{own} kicks free from the {where}",
        TRY: f"{own} tries for the extra point",
        COIN_TOSS: "Coin toss",
    }.get(ball.phase, "Final")


def ball_of(state: GameState) -> Ball:
    """Where the ball is, without the rest of the state."""
    return Ball(state.phase, state.possession, state.down, state.to_go, state.spot)


def situation_line(state: GameState, codes: tuple[str, str]) -> str:
    """Clock, score, ball and timeouts in one line."""
    score = f"{codes[1]} {state.score[1]}, {codes[0]} {state.score[0]}"
    timeouts = f"timeouts {codes[1]} {state.timeouts[1]}, {codes[0]} {state.timeouts[0]}"
    clock = f"{period_short(state.period)} {clock_in_words(state.clock)}"
    return f"-- {clock}  {score}  {ball_in_words(ball_of(state), codes)}  ({timeouts})"
