"""The fixed phrases of a description, found in order, and what each says of the ball and the play."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from chartkit.plays.description.record import (
    Context,
    Fumble,
    Leg,
    Penalty,
    Player,
    PlayKind,
    Ruling,
    Spot,
    goal_distance,
)

SPOT = r"(?:[A-Z]{2,4} )?-?\d{1,2}(?![-\d])"

# `12-T.Brady`, `T.Brady`, `A.St. Brown`, `B.De La Puente`, `Tr.Williams`, `D.Jones III`.
_INITIAL = r"[A-Z]\. ?|[A-Z][a-z'’]{1,4}\. ?"
_PLAYER = re.compile(
    r"(?=[A-Z\d])(?<![A-Za-z.])(?:(?P<number>\d{1,2})-)?"
    rf"(?P<name>(?(number)(?:{_INITIAL})?|(?:{_INITIAL}))(?:[A-Z]\.)*(?:St\. ?)?[A-Za-z][\w'’-]*"
    r"(?: (?:(?!Aborted|Lateral|Direct|Touchback|Handoff|Penalty|The )[A-Z][a-z][\w'’-]*(?![\w.])"
    r"|(?:II|III|IV|V)(?!\w|\.\w)|[JS]r\.))*)"
)

# Phrases that begin with a small letter or a number.
_PHRASES = {
    "move": r"(?P<gave_up>\(didn't try to advance\) )?(?:"
    r"(?P<how>to|ran ob at|pushed ob at|tackled at|at|ob at|ran ob in|pushed ob in|tackled in|ob in|in) "
    rf"(?P<end>{SPOT}|End Zone) )?for (?:(?P<gain>-?\d{{1,3}}) yards?|no gain)",
    "passing": r"pass(?P<incomplete> incomplete)?(?: (?P<length>short|deep))?(?: (?P<place>left|middle|right))?"
    r"(?:(?P<to> to )|(?P<intended> intended for ))?",
    "run": r"(?P<scrambles>scrambles )?(?:(?P<middle>up the middle)|"
    r"(?P<side>left|right) (?P<gap>end|tackle|guard))",
    "rush": r"rushes(?: (?:(?P<rush_middle>up the middle)|"
    r"(?P<rush_side>left|right) (?P<rush_gap>end|tackle|guard)))?",
    "scramble": r"scrambles",
    "sack": r"(?:is )?sacked",
    "kneel": r"kneels",
    "spike": r"spiked the ball",
    "touched": rf"touched at (?P<touched_at>{SPOT})",
    "recovery": r"recovered by (?P<recovered_by>[A-Z]{2,4})(?:-|\b)",
    "own_recovery": rf"and recovers (?:at (?P<recovered_at>{SPOT})|in End Zone)",
    "ball_out": rf"(?:ball )?out of bounds(?: at (?P<out_at>{SPOT})|(?P<out_in_end_zone> in End Zone))",
    "dead": rf"declared dead (?:at (?P<dead_at>{SPOT})|in End Zone)",
    "kickoff": rf"kicks (?P<onside>onside )?(?P<kicked>-?\d{{1,3}}|[A-Z]\S*) yards? from (?P<kicked_from>{SPOT})"
    rf" to (?P<kicked_to>end zone|{SPOT})(?:, impetus ends at (?P<kick_ends>{SPOT}))?",
    "punt": rf"punts (?P<punted>-?\d{{1,3}}) yards? to (?P<punted_to>end zone|{SPOT})"
    rf"(?:, impetus ends at (?P<punt_ends>{SPOT}))?",
    "blocked_punt": r"punt is BLOCKED(?: by )?",
    "aborted_punt": r"punt is Aborted",
    "field_goal": r"(?P<distance>\d{1,3}) yard field goal is (?P<field_goal_result>GOOD|No Good|BLOCKED|Aborted)",
    "extra_point": r"extra point is (?P<extra_point_result>GOOD|No Good|Blocked|BLOCKED|Aborted)",
    "fair_catch": r"fair catch by ",
    "downed": r"downed by (?P<downed_by>[A-Z]{2,4})",
    "kick_out": r"(?<=, )out of bounds(?! (?:at|in))",
}
# Phrases that begin with a capital: looked for apart, which halves the time.
_LOUD_PHRASES = {
    "ball_spiked": r"Ball spiked",
    "interception": r"INTERCEPTED by ",
    "fumble": rf"FUMBLES(?: \((?P<forced>[^)]*)\))?(?: \[[^\]]*\])?(?: at (?P<fumbled_at>{SPOT}))?",
    "aborted": r"Aborted",
    "muff": r"MUFFS catch",
    "takeaway": r"RECOVERED by (?P<taken_by>[A-Z]{2,4})(?:-|\b)",
    "lateral": r"(?:Lateral|Pass back) to ",
    "handoff": r"Handoff to ",
    "two_point": r"(?<!DEFENSIVE )TWO-POINT CONVERSION ATTEMPT",
    "defensive_two_point": r"DEFENSIVE TWO-POINT (?:CONVERSION )?ATTEMPT",
    "attempt": r"ATTEMPT (?P<attempt_result>SUCCEEDS|FAILS)",
    "touchback": r"(?<=[.,] )Touchback",
    "touchdown": r"(?<=[.,] )TOUCHDOWN(?P<no_touchdown> NULLIFIED)?",
    "safety": r"(?<=[.,] )SAFETY(?P<no_safety> NULLIFIED)?",
}
# Two players of a team with one initial are told apart by the whole first name.
_FULL_NAME = re.compile(r"(?:(?P<number>\d{1,2})-)?(?P<name>[A-Z][a-z]+(?: [A-Z][\w'’-]+){1,2})")
_DONE_BY_A_PLAYER = frozenset(
    ("passing", "run", "rush", "scramble", "sack", "kneel", "spike", "kickoff", "punt", "field_goal", "extra_point")
)
_DONE_TO_A_PLAYER = frozenset(("passing", "interception", "lateral", "takeaway", "recovery", "fair_catch"))
AT = re.compile(rf"(?: \([^)]*\))?(?: \[[^\]]*\])?,? at (?P<spot>{SPOT})")
_PENALTY = re.compile(
    r"(?:PENALTY|Penalty) on (?P<team>[A-Z]{2,4})?(?:-(?:(?P<number>\d{1,3})-)?(?P<name>[^,]+?))?\s*"
    r"(?:, (?P<foul>[^,\d][^,]*?))??, ?"
    r"(?:(?P<yards>-?\d{1,3}) yards?|(?P<ruling>declined|offsetting|superseded))"
    r"(?:, enforced (?:at (?P<spot>(?:[A-Z]{2,4} )?-?\d{1,3})|(?P<end_zone>in End Zone)"
    r"|(?P<between>between downs)))?"
    r"(?P<safety>, SAFETY)?(?P<no_play> - No Play)?"
)
# Names that changed their spelling or carry the distance, under one name.
_NAMES = {"Face Mask (15 Yards)": "Face Mask"}


def _one_of(phrases: Mapping[str, str]) -> str:
    return "|".join(f"(?P<{name}>{phrase})" for name, phrase in phrases.items())


_EVENT = re.compile(rf"(?<!\w)(?:(?=[A-Z])(?:{_one_of(_LOUD_PHRASES)})|(?![A-Z])(?:{_one_of(_PHRASES)}))")


class Event(NamedTuple):
    """One phrase, the player named right before it and the one right after it."""

    name: str
    match: re.Match[str]
    before: Player | None
    after: Player | None
    end: int


def _player(match: re.Match[str]) -> Player:
    number = match["number"]
    return Player(match["name"], int(number) if number else None)


def events(text: str) -> Iterator[Event]:
    """The phrases of a text in order, each with the players next to it."""
    ends: dict[int, Player] = {}
    starts: dict[int, tuple[Player, int]] = {}
    for match in _PLAYER.finditer(text):
        player = _player(match)
        ends[match.end()] = player
        starts[match.start()] = (player, match.end())
    for number, match in enumerate(_EVENT.finditer(text)):
        name = match.lastgroup or ""
        before = ends.get(match.start() - 1)
        if before is None and (name in _DONE_BY_A_PLAYER or number == 0):
            before = _full_name_before(text, match.start())
        after, end = starts.get(match.end(), (None, match.end()))
        if after is None and name in _DONE_TO_A_PLAYER and (full := _FULL_NAME.match(text, end)):
            after, end = _player(full), full.end()
        yield Event(name, match, before, after, end)


def _full_name_before(text: str, start: int) -> Player | None:
    """A player by his whole name at the beginning of a sentence: `Alex Smith pass incomplete`."""
    if start == 0 or text[start - 1] != " ":
        return None
    begin = max(
        text.rfind(mark, 0, start - 1) + 2 if mark in text[: start - 1] else 0 for mark in (". ", ") ", "] ")
    )
    found = _FULL_NAME.fullmatch(text, begin, start - 1)
    return _player(found) if found else None


def penalties(text: str, context: Context) -> tuple[tuple[Penalty, ...], str]:
    """The fouls in a text, and the text without them."""
    if "enalty on" not in text and "PENALTY on" not in text:
        return (), text
    found = []
    for match in _PENALTY.finditer(text):
        group = match.groupdict()
        foul = (group["foul"] or "").strip()
        name, number = group["name"], group["number"]
        found.append(
            Penalty(
                team=context.team(group["team"]),
                player=Player(name, int(number) if number else None) if name else None,
                name=_NAMES.get(foul, foul),
                ruling=Ruling(group["ruling"] or "accepted"),
                yards=int(group["yards"]) if group["yards"] else None,
                spot=context.spot(group["spot"]),
                no_play=bool(group["no_play"]),
                in_end_zone=bool(group["end_zone"]),
                between_downs=bool(group["between"]),
                safety=bool(group["safety"]),
            )
        )
    return tuple(found), _PENALTY.sub("", text)


# The state of a play while its description is read.


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
        """Whether the direction of the run, or a scramble, has been read."""
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


def reads(*names: str, begins: PlayKind | None = None) -> Callable[[Handler], Handler]:
    """Register the function that understands some phrases.

    A phrase that begins a kind of play counts only behind a player's name, and only as the first of its play.
    """

    def register(handler: Handler) -> Handler:
        def read(story: Story, event: Event) -> None:
            if begins is None or (event.before is not None and story.begins(begins)):
                handler(story, event)

        HANDLERS.update(dict.fromkeys(names, read))
        return handler

    return register


@reads("passing", begins=PlayKind.PASS)
def passing(story: Story, event: Event) -> None:
    """A throw; the word also occurs in remarks, where no player stands before it."""
    # A second throw, after a lateral or from beyond the line, does not change what the play was.
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


@reads("run", begins=PlayKind.RUN)
def run(story: Story, event: Event) -> None:
    match = event.match
    _runs(story, event, bool(match["scrambles"]), match["middle"], match["side"], match["gap"])


@reads("rush", begins=PlayKind.RUN)
def rush(story: Story, event: Event) -> None:
    """`rushes left end`: how scorers write the run of a two-point try."""
    match = event.match
    _runs(story, event, False, match["rush_middle"], match["rush_side"], match["rush_gap"])


@reads("scramble", begins=PlayKind.RUN)
def scramble(story: Story, event: Event) -> None:
    _runs(story, event, True, None, None, None)


def _runs(
    story: Story, event: Event, scrambles: bool, middle: str | None, side: str | None, gap: str | None
) -> None:
    story.gives_ball(story.context.offense, event.before, "run")
    story.said.update(
        runner=event.before,
        scramble=scrambles,
        run_location="middle" if middle else side,
        run_gap=gap,
    )


@reads("sack", begins=PlayKind.PASS)
def sack(story: Story, event: Event) -> None:
    story.gives_ball(story.context.offense, event.before, "sack")
    story.said.pop("runner", None)
    story.said.update(sack=True, passer=event.before)


@reads("kneel", begins=PlayKind.KNEEL)
def kneel(story: Story, event: Event) -> None:
    story.gives_ball(story.context.offense, event.before, "kneel")
    story.said["runner"] = event.before


@reads("ball_spiked", "spike")
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
    """A hand-off after a bobble; a remark about a trick play is not followed by a gain."""
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


@reads("kickoff", begins=PlayKind.KICKOFF)
def kickoff(story: Story, event: Event) -> None:
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


@reads("punt", begins=PlayKind.PUNT)
def punt(story: Story, event: Event) -> None:
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


@reads("blocked_punt", begins=PlayKind.PUNT)
def blocked_punt(story: Story, event: Event) -> None:
    story.said.update(kicker=event.before, blocked=True, kicking_team=story.context.offense)


@reads("aborted_punt", begins=PlayKind.PUNT)
def aborted_punt(story: Story, event: Event) -> None:
    story.ball = story.context.offense
    story.said.update(kicker=event.before, aborted=True, kicking_team=story.context.offense)


@reads("field_goal", begins=PlayKind.FIELD_GOAL)
def field_goal(story: Story, event: Event) -> None:
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


@reads("extra_point", begins=PlayKind.EXTRA_POINT)
def extra_point(story: Story, event: Event) -> None:
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


@reads("takeaway", "recovery")
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
