"""What a fan would laugh at: looks through a game for choices that no coach would make near the end of a half."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from chartkit.systems.ddf.charts import PASSES, PLAYS, RUNS
from chartkit.systems.ddf.engine import decisions as d
from chartkit.systems.ddf.engine.table import GameLog
from chartkit.systems.ddf.scorebook import Play, plays_of

THROWS_WHEN_LEADING = "throws when leading with two minutes left"
RUNS_WHEN_BEHIND = "runs when behind in the last minute"
RUNS_ON_FOURTH = "runs on a fourth and long that must be made"
#: What a team that has no run, or no pass, left may do.
_FORCED = {THROWS_WHEN_LEADING: RUNS, RUNS_WHEN_BEHIND: PASSES, RUNS_ON_FOURTH: PASSES}


def absurdities(log: GameLog) -> list[str]:
    """One line for each."""
    plays = plays_of(log.events)
    forced = {why: {id(play) for play in _without(kind, log, plays)} for why, kind in _FORCED.items()}
    found = [
        _told(play, why) for play in plays for why in _alone(play, log.score) if id(play) not in forced.get(why, ())
    ]
    found += [_told(play, why) for play, after in pairwise(plays) for why in _followed(play, after)]
    return [*found, *(_told(play, "hands over the ball after kneeling") for play in _knelt_away(plays))]


def _told(play: Play, why: str) -> str:
    where = f"period {play.period}, {play.clock} s left, down {play.down} and {play.to_go} at {play.spot}"
    return f"{why}: {play.call} ({where}, score {play.score[play.team]}-{play.score[1 - play.team]})"


def _without(kind: Sequence[str], log: GameLog, plays: Sequence[Play]) -> Iterator[Play]:
    """Plays of a team whose quotas leave it no run, or no pass, that may be called there (R25.1, R26.2)."""
    calls: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for play in plays:
        extra = (log.matchup.home, log.matchup.away)[play.team].supplement
        made = calls[play.team]
        quotas = extra.play_calls if extra and log.matchup.options.play_quotas else {}
        near = log.matchup.new_game().not_allowed
        there = [call for call in kind if 100 - play.spot > near[PLAYS.index(call)]]
        if quotas and all(made[call] >= quotas[call].quota for call in there):
            yield play
        if play.call:
            made[play.call] += 1


def _alone(play: Play, final: Sequence[int]) -> Iterator[str]:
    """What a play shows by itself."""
    lead = play.score[play.team] - play.score[1 - play.team]
    if play.phase == "scrimmage":
        yield from _from_scrimmage(play, lead)
    last = play.period > 4 or (play.period == 4 and play.clock <= 30)
    if play.phase == "try" and play.call == d.PAT and lead == -2 and last:
        yield "kicks the extra point when two behind"
    if play.phase == "kickoff":
        kick = play.first("kickoff")
        if kick and kick.detail == d.ONSIDE_KICK and (lead >= 0 or play.period < 4):
            yield "an onside kick without need"
        if kick and kick.spot >= 106 and play.first("return"):
            yield "runs a kick out from deep in the end zone"
    behind = final[play.team] < final[1 - play.team]
    declined = any(foul.team != play.team and foul.how == "declined" for foul in play.penalties)
    if play.after.phase == "over" and behind and play.phase == "scrimmage" and declined:
        yield "declines a foul and loses"


def _from_scrimmage(play: Play, lead: int) -> Iterator[str]:
    yield from _stops(play, lead)
    late, over = play.period == 4, play.period > 4
    if over and lead < 0 and play.call == d.PUNT:
        yield "punts away the only possession of overtime"
    if over and lead < -3 and play.call == d.FIELD_GOAL:
        yield "kicks a field goal that does not help"
    if late and lead < -3 and play.call == d.FIELD_GOAL and play.clock <= 20:
        yield "kicks a field goal that does not help"
    if late and play.clock <= 60 and -8 <= lead < 0 and play.call == d.PUNT:
        yield "punts with no time to get the ball back"
    if late and play.clock <= 120 and lead > 0 and play.down < 3 and play.call in PASSES:
        yield THROWS_WHEN_LEADING
    if late and play.clock <= 120 and lead > 0 and play.down == 4 and play.to_go > 3 and play.call in PASSES:
        yield "throws on fourth and long when leading late"
    needs = 100 - play.spot > 2 and play.to_go > 1
    if late and play.clock <= 60 and lead < 0 and needs and play.call in RUNS:
        yield RUNS_WHEN_BEHIND
    must = over or (late and play.clock <= 120)
    if must and lead < 0 and play.down == 4 and play.to_go >= 6 and play.call in RUNS:
        yield RUNS_ON_FOURTH
    if play.period == 2 and play.clock <= 10 and play.call == d.PUNT:
        yield "punts on the last play of the half"
    early = play.period < 4 or (late and play.clock > 300)
    if early and play.down == 4 and play.to_go >= 10 and play.spot <= 40 and play.call in (*PASSES, *RUNS):
        yield "goes for it on fourth and long deep in the own half"


def _stops(play: Play, lead: int) -> Iterator[str]:
    """What a timeout of the offense, or its hurry, shows."""
    own = play.team in play.timeouts
    if own and play.call == d.PUNT:
        yield "takes a timeout and punts"
    enough = play.period < 4 or lead >= -3
    if own and play.down == 4 and play.call == d.FIELD_GOAL and play.clock > 30 and enough:
        yield "takes a timeout before a field goal with much time left"
    near = (play.spot >= 75 and -2 <= lead <= 0) or (play.spot >= 90 and lead == -3)
    if (own or play.no_huddle) and play.period == 4 and play.clock > 60 and near:
        yield "stops the clock for the other side"


def _followed(play: Play, after: Play) -> Iterator[str]:
    """What two plays show together."""
    same = play.period == after.period
    lead = play.score[play.team] - play.score[1 - play.team]
    goes_on = play.phase == "scrimmage" and play.call != d.PUNT and not play.points and play.spot >= 20
    declined = any(foul.team != play.team and foul.how == "declined" for foul in play.penalties)
    if declined and goes_on and not same and (play.period == 2 or (play.period == 4 and lead <= 0)):
        yield "declines a foul and the half ends"
    if play.call == d.QB_KNEEL and same and play.team in after.timeouts:
        yield "takes a timeout after kneeling"


def _knelt_away(plays: Sequence[Play]) -> Iterator[Play]:
    """Kneels of a series after which the other team had the ball in the same period."""
    for play, after in pairwise(plays):
        gives = after.team != play.team and after.period == play.period and after.phase == "scrimmage"
        if play.call == d.QB_KNEEL and gives and play.wiped_out is None and after.clock > 0:
            yield play
