"""Runs, passes, sacks, kneels and spikes, and every advance with the ball."""

from __future__ import annotations

from chartkit.plays.description.events import Event
from chartkit.plays.description.record import Kind, Leg
from chartkit.plays.description.story import Story, reads


@reads("passing")
def passing(story: Story, event: Event) -> None:
    """A throw; the word also occurs in remarks, where no player stands before it."""
    if event.before is None or not story.begins(Kind.PASS):
        # A second throw, after a lateral or from beyond the line, does not change what the play was.
        return
    match = event.match
    story.said.update(
        passer=event.before,
        receiver=event.after,
        pass_length=match["length"],
        pass_location=match["place"],
        incomplete=bool(match["incomplete"]),
        complete=not match["incomplete"],
    )
    story.said.pop("runner", None)
    if match["incomplete"]:
        story.how = "incomplete"
    else:
        story.gives_ball(story.context.offense, event.after, "catch")


@reads("run")
def run(story: Story, event: Event) -> None:
    match = event.match
    _runs(story, event, bool(match["scrambles"]), match["middle"], match["side"], match["gap"])


@reads("rush")
def rush(story: Story, event: Event) -> None:
    """`rushes left end`: how the run of a two-point try is told."""
    match = event.match
    _runs(story, event, False, match["rush_middle"], match["rush_side"], match["rush_gap"])


@reads("scramble")
def scramble(story: Story, event: Event) -> None:
    _runs(story, event, True, None, None, None)


def _runs(
    story: Story, event: Event, scrambles: bool, middle: str | None, side: str | None, gap: str | None
) -> None:
    if event.before is None or not story.begins(Kind.RUN):
        return
    story.gives_ball(story.context.offense, event.before, "run")
    story.said.update(
        runner=event.before,
        scramble=scrambles,
        run_location="middle" if middle else side,
        run_gap=gap,
    )


@reads("sack")
def sack(story: Story, event: Event) -> None:
    if event.before is None or not story.begins(Kind.PASS):
        return
    story.gives_ball(story.context.offense, event.before, "sack")
    story.said.pop("runner", None)
    story.said.update(sack=True, passer=event.before)


@reads("kneel")
def kneel(story: Story, event: Event) -> None:
    if event.before is None or not story.begins(Kind.KNEEL):
        return
    story.gives_ball(story.context.offense, event.before, "kneel")
    story.said["runner"] = event.before


@reads("ball_spiked")
@reads("spike")
def spike(story: Story, event: Event) -> None:
    if event.before is not None and story.begins(Kind.SPIKE):
        story.said.update(passer=event.before, incomplete=True)
    elif story.kind is Kind.PASS and story.said.get("incomplete") and story.said.get("receiver") is None:
        # Old books: `pass incomplete. Ball spiked to stop clock.`
        story.kind = Kind.SPIKE


@reads("interception")
def interception(story: Story, event: Event) -> None:
    story.is_a(Kind.PASS)
    team = story.context.defense
    story.gives_ball(team, event.after, "interception")
    story.said.update(interception=True, interceptor=event.after, complete=False)
    story.said["caught_at"] = story.spot_after(event)


@reads("lateral")
def lateral(story: Story, event: Event) -> None:
    story.gives_ball(story.ball, event.after, "lateral")


@reads("handoff")
def handoff(story: Story, event: Event) -> None:
    """A hand-off after a bobble is told as one; a remark about a trick play is not followed by a gain."""
    if event.after is not None and event.match.string[event.end : event.end + 2] in (" t", " r", " p", " f"):
        story.gives_ball(story.ball, event.after, "handoff")


@reads("move")
def move(story: Story, event: Event) -> None:
    """`to BUF 25 for 5 yards`: the man with the ball gets somewhere."""
    match = event.match
    how = match["how"] or ""
    if story.kind is None:
        # `4-B.Doe to DEN 7 for -4 yards`: a run that the scorer could not place.
        if event.before is None:
            return
        story.is_a(Kind.RUN)
        story.gives_ball(story.context.offense, event.before, "run")
        story.said["runner"] = event.before
    elif story.how in ("", "incomplete", "loose", "done"):
        return
    elif match["end"] is None and event.before is None and match.start() > story.read_to + 1:
        # `Officially, a sack for 9 yards`: a remark.
        return
    end = None if match["end"] in (None, "End Zone") else story.context.spot(match["end"])
    out = "ob" in how
    story.legs.append(
        Leg(
            team=story.ball,
            player=event.before or story.carrier,
            how=story.how,
            end=end,
            yards=int(match["gain"] or 0),
            out_of_bounds=out,
            gave_up=bool(match["gave_up"]),
        )
    )
    story.how = "done"


@reads("touchdown")
def touchdown(story: Story, event: Event) -> None:
    if not event.match["no_touchdown"]:
        story.said["touchdown_team"] = story.ball


@reads("safety")
def safety(story: Story, event: Event) -> None:
    if not event.match["no_safety"]:
        story.said["safety"] = True
