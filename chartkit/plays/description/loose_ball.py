"""Fumbles, muffs and who gets them."""

from __future__ import annotations

from chartkit.plays.description.events import Event
from chartkit.plays.description.record import Fumble, Kind, Player, Spot
from chartkit.plays.description.story import Story, reads


@reads("fumble")
def fumble(story: Story, event: Event) -> None:
    match = event.match
    forced = match["forced"]
    aborted = forced == "Aborted" or bool(story.said.get("aborted"))
    if story.kind is None:
        story.is_a(Kind.RUN)
        story.ball = story.context.offense
        story.said.setdefault("runner", event.before)
    if aborted and not story.fumbles:
        story.said["aborted"] = True
    story.fumbles.append(
        Fumble(
            team=story.ball,
            player=event.before or story.carrier,
            aborted=aborted and not story.fumbles,
            forced_by=None if forced == "Aborted" else forced,
            spot=story.context.spot(match["fumbled_at"]) or (story.legs[-1].end if story.legs else None),
        )
    )
    story.how = "loose"


@reads("aborted")
def aborted(story: Story, event: Event) -> None:
    """A bad snap: `3-J.Doe Aborted. 60-R.Roe FUMBLES at BUF 20`."""
    if event.before is None:
        return
    story.is_a(Kind.RUN)
    story.ball = story.context.offense
    story.said["aborted"] = True
    story.said.setdefault("runner", event.before)


@reads("muff")
def muff(story: Story, event: Event) -> None:
    """The man who should catch the kick drops it: the ball is still the kickers' to take."""
    team = story.context.opponent(story.said.get("kicking_team"))
    story.ball, story.carrier = team, event.before
    story.fumbles.append(Fumble(team=team, player=event.before, muffed=True, spot=story.said.get("kick_to")))
    story.said.setdefault("returner", event.before)
    story.how = "loose"


@reads("touched")
def touched(story: Story, event: Event) -> None:
    if story.fumbles and story.fumbles[-1].touched is None:
        story.last_fumble(touched=story.context.spot(event.match["touched_at"]))


@reads("takeaway")
@reads("recovery")
def recovery(story: Story, event: Event) -> None:
    team = story.context.team(event.match["recovered_by"] or event.match["taken_by"])
    _recovered(story, team, event.after, story.spot_after(event))


@reads("own_recovery")
def own_recovery(story: Story, event: Event) -> None:
    if story.fumbles:
        last = story.fumbles[-1]
        _recovered(story, last.team, last.player, story.context.spot(event.match["recovered_at"]))


def _recovered(story: Story, team: str | None, player: Player | None, spot: Spot | None) -> None:
    if story.loose:
        story.last_fumble(recovered_by=team, recovering_player=player, recovered_at=spot)
    elif team is not None and team == story.said.get("kicking_team") and story.kind is Kind.KICKOFF:
        story.said["own_kick_recovery"] = True
    story.gives_ball(team, player, "recovery")


@reads("ball_out")
def ball_out(story: Story, event: Event) -> None:
    if story.loose:
        story.last_fumble(
            out_of_bounds=True,
            recovered_at=story.context.spot(event.match["out_at"]),
            in_end_zone=bool(event.match["out_in_end_zone"]),
        )
    elif story.kind in (Kind.PUNT, Kind.KICKOFF) and not story.said.get("blocked"):
        story.said["kick_out_of_bounds"] = True


@reads("dead")
def dead(story: Story, event: Event) -> None:
    """Nobody fell on it: the ball goes back to the side that lost it."""
    if story.loose:
        story.last_fumble(recovered_at=story.context.spot(event.match["dead_at"]))
