"""The state of a play while its description is read: who has the ball, and what each phrase does with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from chartkit.plays.description.phrases import AT, Event
from chartkit.plays.description.record import Context, Fumble, Leg, Player, PlayKind, Spot, goal_distance

_FIELD_GOAL = {"GOOD": "made", "No Good": "missed", "BLOCKED": "blocked", "Aborted": "aborted"}
_EXTRA_POINT = {
    "GOOD": "good",
    "No Good": "failed",
    "Blocked": "blocked",
    "BLOCKED": "blocked",
    "Aborted": "aborted",
}


@dataclass(slots=True)
class Story:
    """What has been read so far; `said` collects the fields of the record by name."""

    text: str
    context: Context
    kind: PlayKind | None = None
    ball: str | None = None  # the team in possession
    carrier: Player | None = None
    how: str = ""
    legs: list[Leg] = field(default_factory=list)
    fumbles: list[Fumble] = field(default_factory=list)
    said: dict[str, Any] = field(default_factory=dict)
    first_leg: int = 0  # where the play proper begins, after a bobble in the backfield
    first_fumble: int = 0
    read_to: int = 0  # the end of the phrase before

    def is_a(self, kind: PlayKind) -> None:
        """The first thing that happens names the play."""
        if self.kind is None:
            self.kind = kind

    def begins(self, kind: PlayKind) -> bool:
        """A play begins; a bobbled snap or hand-off that the offense picks up again only delays it."""
        if self.kind is None:
            self.kind = kind
            return True
        if (
            self.kind is PlayKind.RUN
            and self.how in ("recovery", "lateral")
            and self.ball == self.context.offense
            and not self.placed
        ):
            self.kind = kind
            self.first_leg, self.first_fumble = len(self.legs), len(self.fumbles)
            return True
        return False

    @property
    def placed(self) -> bool:
        """Has the run been told with its direction, or a throw been made?"""
        return bool(self.said.get("run_location") or self.said.get("scramble"))

    def gives_ball(self, team: str | None, player: Player | None, how: str) -> None:
        self.ball, self.carrier, self.how = team, player, how

    def last_fumble(self, **changes: Any) -> None:
        """Add what happened to the loose ball; a recovery that nobody fumbled belongs to a kick."""
        if self.fumbles:
            self.fumbles[-1] = replace(self.fumbles[-1], **changes)

    @property
    def loose(self) -> bool:
        """Is the last fumble still rolling?"""
        if not self.fumbles:
            return False
        last = self.fumbles[-1]
        return last.recovered_by is None and not last.out_of_bounds

    def spot_after(self, event: Event) -> Spot | None:
        """The ` at BUF 25` that follows a player."""
        match = AT.match(self.text, event.end)
        return self.context.spot(match["spot"]) if match else None


Handler = Callable[[Story, Event], None]
HANDLERS: dict[str, Handler] = {}


def reads(name: str) -> Callable[[Handler], Handler]:
    """Register the function that understands one phrase."""

    def register(handler: Handler) -> Handler:
        HANDLERS[name] = handler
        return handler

    return register


@reads("passing")
def passing(story: Story, event: Event) -> None:
    """A throw; the word also occurs in remarks, where no player stands before it."""
    if event.before is None or not story.begins(PlayKind.PASS):
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
    if event.before is None or not story.begins(PlayKind.RUN):
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
    if event.before is None or not story.begins(PlayKind.PASS):
        return
    story.gives_ball(story.context.offense, event.before, "sack")
    story.said.pop("runner", None)
    story.said.update(sack=True, passer=event.before)


@reads("kneel")
def kneel(story: Story, event: Event) -> None:
    if event.before is None or not story.begins(PlayKind.KNEEL):
        return
    story.gives_ball(story.context.offense, event.before, "kneel")
    story.said["runner"] = event.before


@reads("ball_spiked")
@reads("spike")
def spike(story: Story, event: Event) -> None:
    if event.before is not None and story.begins(PlayKind.SPIKE):
        story.said.update(passer=event.before, incomplete=True)
    elif story.kind is PlayKind.PASS and story.said.get("incomplete") and story.said.get("receiver") is None:
        # Old books: `pass incomplete. Ball spiked to stop clock.`
        story.kind = PlayKind.SPIKE


@reads("interception")
def interception(story: Story, event: Event) -> None:
    story.is_a(PlayKind.PASS)
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
        story.is_a(PlayKind.RUN)
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


@reads("kickoff")
def kickoff(story: Story, event: Event) -> None:
    if event.before is None or not story.begins(PlayKind.KICKOFF):
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
        distance = goal_distance(start, kicking) - goal_distance(ends or landed or start, kicking)
    _kick(story, event, distance, landed, to == "end zone")
    story.said.update(kick_from=start, onside=bool(match["onside"]), kicking_team=kicking)
    story.gives_ball(context.opponent(kicking), None, "return")


@reads("punt")
def punt(story: Story, event: Event) -> None:
    if event.before is None or not story.begins(PlayKind.PUNT):
        return
    match, context = event.match, story.context
    to = match["punted_to"]
    landed = None if to == "end zone" else context.spot(to)
    ends = context.spot(match["punt_ends"])
    distance = int(match["punted"])
    if ends and context.yards_to_goal is not None:
        distance = context.yards_to_goal - goal_distance(ends, context.offense)
    _kick(story, event, distance, landed, to == "end zone")
    story.said["kicking_team"] = context.offense
    story.gives_ball(context.defense, None, "return")


def _kick(story: Story, event: Event, distance: int | None, landed: Spot | None, end_zone: bool) -> None:
    story.said.update(kicker=event.before, kick_distance=distance, kick_to=landed, kick_into_end_zone=end_zone)


@reads("blocked_punt")
def blocked_punt(story: Story, event: Event) -> None:
    if event.before is None or not story.begins(PlayKind.PUNT):
        return
    story.said.update(kicker=event.before, blocked=True, kicking_team=story.context.offense)


@reads("aborted_punt")
def aborted_punt(story: Story, event: Event) -> None:
    if event.before is None or not story.begins(PlayKind.PUNT):
        return
    story.ball = story.context.offense
    story.said.update(kicker=event.before, aborted=True, kicking_team=story.context.offense)


@reads("field_goal")
def field_goal(story: Story, event: Event) -> None:
    if event.before is None or not story.begins(PlayKind.FIELD_GOAL):
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
    if event.before is None or not story.begins(PlayKind.EXTRA_POINT):
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
    if story.kind in (PlayKind.PUNT, PlayKind.KICKOFF) and not story.legs:
        story.said["kick_out_of_bounds"] = True
        story.how = "done"


@reads("touchback")
def touchback(story: Story, event: Event) -> None:
    story.said["touchback"] = True
    if story.how == "return":
        story.how = "done"


@reads("fumble")
def fumble(story: Story, event: Event) -> None:
    match = event.match
    forced = match["forced"]
    aborted = forced == "Aborted" or bool(story.said.get("aborted"))
    if story.kind is None:
        story.is_a(PlayKind.RUN)
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
    story.is_a(PlayKind.RUN)
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
    elif team is not None and team == story.said.get("kicking_team") and story.kind is PlayKind.KICKOFF:
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
    elif story.kind in (PlayKind.PUNT, PlayKind.KICKOFF) and not story.said.get("blocked"):
        story.said["kick_out_of_bounds"] = True


@reads("dead")
def dead(story: Story, event: Event) -> None:
    """Nobody fell on it: the ball goes back to the side that lost it."""
    if story.loose:
        story.last_fumble(recovered_at=story.context.spot(event.match["dead_at"]))
