"""From the text of a description to its record."""

from __future__ import annotations

import re
from typing import Any

from chartkit.plays.description import kicks, loose_ball, scrimmage, yards
from chartkit.plays.description.events import events
from chartkit.plays.description.field import Context, yards_to_goal
from chartkit.plays.description.penalties import penalties
from chartkit.plays.description.record import Kind, Penalty, PlayDescription, Review
from chartkit.plays.description.story import HANDLERS, Story

# The modules register what they understand; naming them here keeps the imports from looking unused.
PARTS = (kicks, loose_ball, scrimmage)

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
            kind=Kind.TIMEOUT,
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
    kind = story.kind or (Kind.PENALTY if fouls else Kind.MARKER)
    context = story.context
    legs, fumbles = story.legs, story.fumbles
    caught = said.pop("caught_at", None)
    kicking = said.pop("kicking_team", None)
    if kind in (Kind.RUN, Kind.PASS, Kind.KNEEL) and not said.get("interception"):
        said["yards"] = yards.gain(
            legs[story.first_leg :], fumbles[story.first_fumble :], fouls, context, said.get("runner")
        )
    if said.get("interception") or kind in (Kind.PUNT, Kind.KICKOFF):
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
    said["return_yards"] = yards.return_yards(
        story.legs, story.fumbles, fouls, caught, said["return_team"], story.kind is not Kind.KICKOFF
    )
    returned = [leg for leg in story.legs if leg.how == "return"]
    if returned:
        said["returner"] = returned[0].player
    if said.get("kick_distance") is not None and story.fumbles and story.fumbles[0].muffed:
        _lengthen(said, story, kicking)


def _lengthen(said: dict[str, Any], story: Story, kicking: str | None) -> None:
    """A muffed kick that rolls on is as long as where it is next touched."""
    touch, landed = yards.first_touch(story.fumbles[0]), said.get("kick_to")
    if touch is None or landed is None:
        return
    further = yards_to_goal(landed, kicking) - yards_to_goal(touch, kicking)
    if further > 0:
        said["kick_distance"] += further
