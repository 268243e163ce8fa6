"""Kickoffs, punts, field goals and tries."""

from __future__ import annotations

from chartkit.plays.description.events import Event
from chartkit.plays.description.field import yards_to_goal
from chartkit.plays.description.record import Kind, Spot
from chartkit.plays.description.story import Story, reads


@reads("kickoff")
def kickoff(story: Story, event: Event) -> None:
    if event.before is None or not story.begins(Kind.KICKOFF):
        return
    match, context = event.match, story.context
    start = context.spot(match["kicked_from"])
    # On kickoffs the offense of the table is the receiving team; without it, teams kick from their own side.
    kicking = context.defense or (start.side if start else None)
    to = match["kicked_to"]
    landed = None if to == "end zone" else context.spot(to)
    ends = context.spot(match["kick_ends"])
    stated = match["kicked"]
    distance = int(stated) if stated.lstrip("-").isdigit() else None
    if start and (ends or distance is None) and (ends or landed):
        distance = yards_to_goal(start, kicking) - yards_to_goal(ends or landed or start, kicking)
    _kick(story, event, distance, landed, to == "end zone")
    story.said.update(kick_from=start, onside=bool(match["onside"]), kicking_team=kicking)
    story.gives_ball(context.opponent(kicking), None, "return")


@reads("punt")
def punt(story: Story, event: Event) -> None:
    if event.before is None or not story.begins(Kind.PUNT):
        return
    match, context = event.match, story.context
    to = match["punted_to"]
    landed = None if to == "end zone" else context.spot(to)
    ends = context.spot(match["punt_ends"])
    distance = int(match["punted"])
    if ends and context.yards_to_goal is not None:
        distance = context.yards_to_goal - yards_to_goal(ends, context.offense)
    _kick(story, event, distance, landed, to == "end zone")
    story.said["kicking_team"] = context.offense
    story.gives_ball(context.defense, None, "return")


def _kick(story: Story, event: Event, distance: int | None, landed: Spot | None, end_zone: bool) -> None:
    story.said.update(kicker=event.before, kick_distance=distance, kick_to=landed, kick_into_end_zone=end_zone)


@reads("blocked_punt")
def blocked_punt(story: Story, event: Event) -> None:
    if event.before is None or not story.begins(Kind.PUNT):
        return
    story.said.update(kicker=event.before, blocked=True, kicking_team=story.context.offense)


@reads("aborted_punt")
def aborted_punt(story: Story, event: Event) -> None:
    if event.before is None or not story.begins(Kind.PUNT):
        return
    story.ball = story.context.offense
    story.said.update(kicker=event.before, aborted=True, kicking_team=story.context.offense)


_FIELD_GOAL = {"GOOD": "made", "No Good": "missed", "BLOCKED": "blocked", "Aborted": "aborted"}
_EXTRA_POINT = {
    "GOOD": "good",
    "No Good": "failed",
    "Blocked": "blocked",
    "BLOCKED": "blocked",
    "Aborted": "aborted",
}


@reads("field_goal")
def field_goal(story: Story, event: Event) -> None:
    if event.before is None or not story.begins(Kind.FIELD_GOAL):
        return
    result = _FIELD_GOAL[event.match["field_goal_result"]]
    story.said.update(
        kicker=event.before,
        kick_distance=int(event.match["distance"]),
        field_goal_result=result,
        blocked=result == "blocked",
        kicking_team=story.context.offense,
        aborted=result == "aborted",
    )
    if result == "aborted":
        story.ball = story.context.offense
    elif result == "missed":
        story.gives_ball(story.context.defense, None, "missed_kick")


@reads("extra_point")
def extra_point(story: Story, event: Event) -> None:
    if event.before is None or not story.begins(Kind.EXTRA_POINT):
        return
    result = _EXTRA_POINT[event.match["extra_point_result"]]
    story.said.update(kicker=event.before, extra_point_result=result, kicking_team=story.context.offense)
    if result == "aborted":
        story.ball = story.context.offense


@reads("two_point")
def two_point(story: Story, event: Event) -> None:
    story.said["two_point"] = True


@reads("defensive_two_point")
def defensive_two_point(story: Story, event: Event) -> None:
    story.said["defensive_two_point"] = False


@reads("attempt")
def attempt(story: Story, event: Event) -> None:
    """The verdict on a try, first the offense's and then the defense's."""
    good = event.match["attempt_result"] == "SUCCEEDS"
    if "defensive_two_point" in story.said:
        story.said["defensive_two_point"] = good
    else:
        story.said["two_point_result"] = "success" if good else "failure"


@reads("fair_catch")
def fair_catch(story: Story, event: Event) -> None:
    story.said.update(fair_catch=True, returner=event.after)
    story.how = "done"


@reads("downed")
def downed(story: Story, event: Event) -> None:
    story.said["downed"] = True
    story.how = "done"


@reads("kick_out")
def kick_out(story: Story, event: Event) -> None:
    if story.kind in (Kind.PUNT, Kind.KICKOFF) and not story.legs:
        story.said["kick_out_of_bounds"] = True
        story.how = "done"


@reads("touchback")
def touchback(story: Story, event: Event) -> None:
    story.said["touchback"] = True
    if story.how == "return":
        story.how = "done"
