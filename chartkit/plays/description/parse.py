"""From the text of a description to its record, with the official gain and return."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from chartkit.plays.description.phrases import HANDLERS, Story, events, penalties
from chartkit.plays.description.record import (
    Context,
    Fumble,
    Leg,
    Penalty,
    PlayDescription,
    Player,
    PlayKind,
    Review,
    Ruling,
    Spot,
    goal_distance,
)

_CLOCK = re.compile(r"\s*\((\d{0,2}:\d\d)\)\s*")
_FORMATION = re.compile(r"\((No Huddle, Shotgun|No Huddle|Shotgun|[A-Z][A-Za-z ]+ formation)\)\s*")
_FORMATION_WORDS = ("Shotgun)", "No Huddle)", " formation)")
_REVIEW = re.compile(
    r"(?:^|[.\]] )(?P<by>[^.]*?) (?:challenged|reviewed) the (?P<ruling>[^.]*?) ruling,? and the play was "
    r"(?P<outcome>REVERSED|[Rr]eversed|Upheld|[A-Z][a-z]+)\.?"
)
# A challenge that fails costs a timeout: `(Timeout #2.)`, `(Timeout #1 at 07:00.)`.
_LOST_TIMEOUT = re.compile(r"\(Timeout #(?P<number>\d)")
_CHALLENGED_BY = re.compile(r"(?P<by>[A-Z][\w. ]*?) challenged the |Challenged by (?P<code>[A-Z]{2,4})\b")
_REVERSED = "REVERSED."
_TIMEOUT = re.compile(r"(?:^|\. )Timeout #(?P<number>\d) by (?P<team>[A-Z]{2,4}) at ")
_ADVANCES = ("run", "catch", "sack", "kneel", "lateral", "handoff")
_RETURNS = ("return", "interception", "lateral")


def parse(text: str, context: Context) -> PlayDescription:
    """Read one play description.

    >>> game = Context(home="AAA", away="BBB", offense="BBB")
    >>> play = parse("(3:02) B.Doe pass deep left to R.Roe pushed ob at AAA 40 for 22 yards.", game)
    >>> play.kind.value, play.pass_length, play.yards, play.out_of_bounds
    ('pass', 'deep', 22, True)
    """
    text = text.strip()
    if "Timeout #" in text and not text.startswith("(") and (timeout := _TIMEOUT.search(text)) is not None:
        return PlayDescription(
            kind=PlayKind.TIMEOUT,
            text=text,
            timeout=int(timeout["number"]),
            timeout_team=context.team(timeout["team"]),
        )
    clock = _CLOCK.match(text)
    body = text[clock.end() :] if clock else text
    reviews, body = _reviews(body)
    formations, body = _formations(body)
    fouls, body = penalties(body, context)
    story = Story(text=body, context=context)
    for event in events(body):
        HANDLERS[event.name](story, event)
        story.read_to = event.end
    return _record(text, clock[1] if clock else None, formations, fouls, reviews, story)


def _reviews(body: str) -> tuple[tuple[Review, ...], str]:
    """The reviews, and the text that counts: what follows the last reversal."""
    if "REVERSED" not in body and "the play was" not in body:
        return (), body
    reviews = tuple(
        Review(match["by"].strip(), match["ruling"], match["outcome"].capitalize())
        for match in _REVIEW.finditer(body)
    )
    after = body.rpartition(_REVERSED)[2].strip() if _REVERSED in body else ""
    return reviews, after or body


def _formations(body: str) -> tuple[tuple[str, ...], str]:
    if not any(word in body for word in _FORMATION_WORDS):
        return (), body
    found = _FORMATION.findall(body)
    names = tuple(dict.fromkeys(name for group in found for name in group.split(", ")))
    return names, _FORMATION.sub("", body)


def _record(
    text: str,
    clock: str | None,
    formations: tuple[str, ...],
    fouls: tuple[Penalty, ...],
    reviews: tuple[Review, ...],
    story: Story,
) -> PlayDescription:
    said = story.said
    kind = story.kind or (PlayKind.PENALTY if fouls else PlayKind.MARKER)
    context = story.context
    legs, fumbles = story.legs, story.fumbles
    caught = said.pop("caught_at", None)
    kicking = said.pop("kicking_team", None)
    if kind in (PlayKind.RUN, PlayKind.PASS, PlayKind.KNEEL) and not said.get("interception"):
        said["yards"] = gain(
            legs[story.first_leg :], fumbles[story.first_fumble :], fouls, context, said.get("runner")
        )
    if said.get("interception") or kind in (PlayKind.PUNT, PlayKind.KICKOFF):
        caught = caught or said.get("kick_to")
        said["return_team"] = context.defense if said.get("interception") else context.opponent(kicking)
        _returns(said, story, fouls, caught, kicking)
    if any(foul.safety for foul in fouls):
        said["safety"] = True
    if "(Timeout #" in text and (lost := _LOST_TIMEOUT.search(text)) is not None:
        said.update(timeout=int(lost["number"]), timeout_team=_challenger(text, context))
    return PlayDescription(
        kind=kind,
        text=text,
        clock=clock,
        formations=formations,
        no_play=any(foul.no_play for foul in fouls),
        legs=tuple(legs),
        fumbles=tuple(fumbles),
        penalties=fouls,
        reviews=reviews,
        end=legs[-1].end if legs else None,
        out_of_bounds=any(leg.out_of_bounds for leg in legs),
        **said,
    )


def _challenger(text: str, context: Context) -> str | None:
    found = list(_CHALLENGED_BY.finditer(text))
    if not found:
        return None
    match = found[-1]
    return context.team(match["code"]) if match["code"] else context.named(match["by"])


def _returns(
    said: dict[str, Any], story: Story, fouls: tuple[Penalty, ...], caught: Any, kicking: str | None
) -> None:
    said["return_yards"] = return_yards(
        story.legs, story.fumbles, fouls, caught, said["return_team"], story.kind is not PlayKind.KICKOFF
    )
    returned = [leg for leg in story.legs if leg.how == "return"]
    if returned:
        said["returner"] = returned[0].player
    if said.get("kick_distance") is not None and story.fumbles and story.fumbles[0].muffed:
        _lengthen(said, story, kicking)


def _lengthen(said: dict[str, Any], story: Story, kicking: str | None) -> None:
    """A muffed kick that rolls on is as long as where it is next touched."""
    touch, landed = first_touch(story.fumbles[0]), said.get("kick_to")
    if touch is None or landed is None:
        return
    further = goal_distance(landed, kicking) - goal_distance(touch, kicking)
    if further > 0:
        said["kick_distance"] += further


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
        start = goal_distance(first.end, team) + first.yards
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
    reached = start - min(100, goal_distance(touch, team))
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
        return goal_distance(ends[-1], team) if ends[-1] is not None else 0
    return goal_distance(fumble.recovered_at, team) if fumble.recovered_at is not None else 0


def _fouls(penalties: Sequence[Penalty], start: int, team: str | None) -> list[int]:
    """How far the ball had come where this team's fouls are enforced."""
    return [
        start - goal_distance(foul.spot, team)
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
        start = goal_distance(first.end, team) + first.yards
    elif caught is not None:
        start = goal_distance(caught, team)
    else:
        return total
    own = [fumble for fumble in fumbles if fumble.team == team and not fumble.muffed]
    if own and (touch := first_touch(own[0])) is not None:
        if _kept(own[0]):
            total = start - _last_spot(own[0], rest, team)
        else:
            total = min(total, start - goal_distance(touch, team))
    if fouls := _fouls(penalties, start, team):
        # A foul before the end of the return wipes out the rest; a return that went backwards then counts as none.
        total = max(0, min(total, *fouls))
    return total
