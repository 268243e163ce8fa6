"""The official gain and return of a play: where a fumble went back to, and where a foul wiped out the rest."""

from __future__ import annotations

from collections.abc import Sequence

from chartkit.plays.description.field import Context, yards_to_goal
from chartkit.plays.description.record import Fumble, Leg, Penalty, Player, Ruling, Spot

_ADVANCES = ("run", "catch", "sack", "kneel", "lateral", "handoff")
_RETURNS = ("return", "interception", "lateral")


def first_touch(fumble: Fumble) -> Spot | None:
    """Where somebody first got a hand on the loose ball; until there the gain is the ball carrier's."""
    return fumble.touched or fumble.recovered_at


def gain(
    legs: Sequence[Leg],
    fumbles: Sequence[Fumble],
    penalties: Sequence[Penalty],
    context: Context,
    holder: Player | None = None,
) -> int:
    """Yards from scrimmage as the scorer counts them; `holder` is who should have had the snap."""
    team = context.offense
    taken, rest = _split(legs, _ADVANCES)
    first = taken[0] if taken else None
    start = context.yards_to_goal
    if start is None and first is not None and first.end is not None:
        start = yards_to_goal(first.end, team) + first.yards
    total = sum(leg.yards for leg in taken)
    if start is None:
        return total
    if fumbles and fumbles[0].aborted and not taken:
        return _after_bad_snap(fumbles[0], rest, start, team, holder)
    if fumbles and taken:
        total = max(_after_fumble(total, taken[-1], fumbles[0], rest, start, team), start - 100)
    # A foul of the offense that is enforced before the end of the run takes the rest away.
    return min([total, *(reached for reached in _fouls(penalties, start, team) if reached >= 0)])


def _split(legs: Sequence[Leg], hows: tuple[str, ...]) -> tuple[list[Leg], list[Leg]]:
    """The legs until the ball is loose, and those after it."""
    count = next((at for at, leg in enumerate(legs) if leg.how not in hows), len(legs))
    return list(legs[:count]), list(legs[count:])


def _kept(fumble: Fumble) -> bool:
    """Did the fumbler himself get it back?"""
    return fumble.recovered_by == fumble.team and fumble.recovering_player == fumble.player


def _after_bad_snap(
    fumble: Fumble, rest: Sequence[Leg], start: int, team: str | None, holder: Player | None
) -> int:
    """A bad snap loses no rushing yards; what the man behind it still makes beyond the line counts."""
    if _kept(fumble) or (fumble.recovered_by == team and fumble.recovering_player == holder):
        return max(0, start - _last_spot(fumble, rest, team))
    return 0


def _after_fumble(total: int, last: Leg, fumble: Fumble, rest: Sequence[Leg], start: int, team: str | None) -> int:
    touch = first_touch(fumble)
    if touch is None:
        return total
    if _kept(fumble):
        # He picks it up himself: his run goes on.
        return min(start, start - _last_spot(fumble, rest, team))
    reached = start - min(100, yards_to_goal(touch, team))
    if (fumble.out_of_bounds and fumble.touched is None) or (total >= 0 and last.how != "sack"):
        return min(total, reached)
    if fumble.recovered_by == team and fumble.touched is None:
        reached = max(reached, start - min(100, _last_spot(fumble, rest, team)))
        if last.how != "sack":
            return reached
    # Behind the line the loss ends where the ball is picked up; a sack or a lost ball is never a gain.
    return min(0, reached)


def _last_spot(fumble: Fumble, rest: Sequence[Leg], team: str | None) -> int:
    """How far the side that kept the ball was from the goal in the end."""
    ends = [leg.end for leg in rest if leg.team == team]
    if ends:
        return yards_to_goal(ends[-1], team) if ends[-1] is not None else 0
    return yards_to_goal(fumble.recovered_at, team) if fumble.recovered_at is not None else 0


def _fouls(penalties: Sequence[Penalty], start: int, team: str | None) -> list[int]:
    """How far the ball had come where this team's fouls are enforced."""
    return [
        start - yards_to_goal(foul.spot, team)
        for foul in penalties
        if foul.spot is not None
        and ((foul.ruling is Ruling.ACCEPTED and foul.team == team) or foul.ruling is Ruling.OFFSETTING)
    ]


def return_yards(
    legs: Sequence[Leg],
    fumbles: Sequence[Fumble],
    penalties: Sequence[Penalty],
    caught: Spot | None,
    team: str | None,
    muff_is_fumble: bool = True,
) -> int:
    """Yards of a kick or interception return, all laterals together.

    Whoever picks up his own muff still returns the kick. A team-mate recovers a fumble on a punt; on a kickoff,
    where a muff is no fumble, he returns it.
    """
    kept = any(
        fumble.muffed and (_kept(fumble) or (fumble.recovered_by == team and not muff_is_fumble))
        for fumble in fumbles
    )
    hows = (*_RETURNS, "recovery") if kept else _RETURNS
    taken, rest = _split([leg for leg in legs if leg.how not in ("run", "catch", "sack")], hows)
    taken = [leg for leg in taken if leg.team == team]
    if not taken:
        return 0
    total = sum(leg.yards for leg in taken if not leg.gave_up)
    first = taken[0]
    if first.end is not None:
        start = yards_to_goal(first.end, team) + first.yards
    elif caught is not None:
        start = yards_to_goal(caught, team)
    else:
        return total
    own = [fumble for fumble in fumbles if fumble.team == team and not fumble.muffed]
    if own and (touch := first_touch(own[0])) is not None:
        if _kept(own[0]):
            total = start - _last_spot(own[0], rest, team)
        else:
            total = min(total, start - yards_to_goal(touch, team))
    if fouls := _fouls(penalties, start, team):
        # A foul before the end of the return wipes out the rest; a return that went backwards then counts as none.
        total = max(0, min(total, *fouls))
    return total
