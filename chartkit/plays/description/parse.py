"""From the text of a description to its record: its fixed phrases in order, then the official gain and return."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

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
_REVIEW = re.compile(
    r"(?:^|[.\]] )(?P<by>[^.]*?) (?:challenged|reviewed) the (?P<ruling>[^.]*?) ruling,? and the play was "
    r"(?P<outcome>REVERSED|[Rr]eversed|Upheld|[A-Z][a-z]+)\.?"
)
# A challenge that fails costs a timeout: `(Timeout #2.)`, `(Timeout #1 at 07:00.)`.
_LOST_TIMEOUT = re.compile(r"\(Timeout #(?P<number>\d)")
_CHALLENGED_BY = re.compile(r"(?P<by>[A-Z][\w. ]*?) challenged the |Challenged by (?P<code>[A-Z]{2,4})\b")
_REVERSED = "REVERSED."
_TIMEOUT = re.compile(r"(?:^|\. )Timeout #(?P<number>\d) by (?P<team>[A-Z]{2,4}) at ")
_SPOT = r"(?:[A-Z]{2,4} )?-?\d{1,2}(?![-\d])"
_AT = re.compile(rf"(?: \([^)]*\))?(?: \[[^\]]*\])?,? at (?P<spot>{_SPOT})")

# `12-T.Brady`, `T.Brady`, `A.St. Brown`, `B.De La Puente`, `Tr.Williams`, `D.Jones III`.
_INITIAL = r"[A-Z]\. ?|[A-Z][a-z'’]{1,4}\. ?"
_PLAYER = re.compile(
    r"(?=[A-Z\d])(?<![A-Za-z.])(?:(?P<number>\d{1,2})-)?"
    rf"(?P<name>(?(number)(?:{_INITIAL})?|(?:{_INITIAL}))(?:[A-Z]\.)*(?:St\. ?)?[A-Za-z][\w'’-]*"
    r"(?: (?:(?!Aborted|Lateral|Direct|Touchback|Handoff|Penalty|The )[A-Z][a-z][\w'’-]*(?![\w.])"
    r"|(?:II|III|IV|V)(?!\w|\.\w)|[JS]r\.))*)"
)
# Two players of a team with one initial are told apart by the whole first name.
_FULL_NAME = re.compile(r"(?:(?P<number>\d{1,2})-)?(?P<name>[A-Z][a-z]+(?: [A-Z][\w'’-]+){1,2})")

_PENALTY = re.compile(
    r"(?:PENALTY|Penalty) on (?P<team>[A-Z]{2,4})?(?:-(?:(?P<number>\d{1,3})-)?(?P<name>[^,]+?))?\s*"
    r"(?:, (?P<foul>[^,\d][^,]*?))??, ?"
    r"(?:(?P<yards>-?\d{1,3}) yards?|(?P<ruling>declined|offsetting|superseded))"
    r"(?:, enforced (?:at (?P<spot>(?:[A-Z]{2,4} )?-?\d{1,3})|(?P<end_zone>in End Zone)"
    r"|(?P<between>between downs)))?"
    r"(?P<safety>, SAFETY)?(?P<no_play> - No Play)?"
)
# Names that changed their spelling or carry the distance, under one name.
_FOULS = {"Face Mask (15 Yards)": "Face Mask"}

# Phrases that begin with a small letter or a number; a method of `_Story` has the name of each.
_PHRASES = {
    "move": r"(?P<gave_up>\(didn't try to advance\) )?(?:"
    r"(?P<how>to|ran ob at|pushed ob at|tackled at|at|ob at|ran ob in|pushed ob in|tackled in|ob in|in) "
    rf"(?P<end>{_SPOT}|End Zone) )?for (?:(?P<gain>-?\d{{1,3}}) yards?|no gain)",
    "passing": r"pass(?P<incomplete> incomplete)?(?: (?P<length>short|deep))?(?: (?P<place>left|middle|right))?"
    r"(?:(?P<to> to )|(?P<intended> intended for ))?",
    # `rushes left end`: how scorers write the run of a two-point try.
    "run": r"(?:(?P<scrambles>scrambles )|rushes )?"
    r"(?:(?P<middle>up the middle)|(?P<side>left|right) (?P<gap>end|tackle|guard))|(?P<scramble>scrambles)|rushes",
    "sack": r"(?:is )?sacked",
    "kneel": r"kneels",
    "spike": r"spiked the ball",
    "touched": rf"touched at (?P<touched_at>{_SPOT})",
    "recovery": r"recovered by (?P<recovered_by>[A-Z]{2,4})(?:-|\b)",
    "own_recovery": rf"and recovers (?:at (?P<recovered_at>{_SPOT})|in End Zone)",
    "ball_out": rf"(?:ball )?out of bounds(?: at (?P<out_at>{_SPOT})|(?P<out_in_end_zone> in End Zone))",
    "dead": rf"declared dead (?:at (?P<dead_at>{_SPOT})|in End Zone)",
    "kickoff": rf"kicks (?P<onside>onside )?(?P<kicked>-?\d{{1,3}}|[A-Z]\S*) yards? from (?P<kicked_from>{_SPOT})"
    rf" to (?P<kicked_to>end zone|{_SPOT})(?:, impetus ends at (?P<kick_ends>{_SPOT}))?",
    "punt": rf"punts (?P<punted>-?\d{{1,3}}) yards? to (?P<punted_to>end zone|{_SPOT})"
    rf"(?:, impetus ends at (?P<punt_ends>{_SPOT}))?",
    "blocked_punt": r"punt is BLOCKED(?: by )?",
    "aborted_punt": r"punt is Aborted",
    "field_goal": r"(?P<distance>\d{1,3}) yard field goal is (?P<field_goal_result>GOOD|No Good|BLOCKED|Aborted)",
    "extra_point": r"extra point is (?P<extra_point_result>GOOD|No Good|Blocked|BLOCKED|Aborted)",
    "fair_catch": r"fair catch by ",
    "downed": r"downed by (?P<downed_by>[A-Z]{2,4})",
    "kick_out": r"(?<=, )out of bounds(?! (?:at|in))",
}
# Phrases that begin with a capital: searched separately, which halves the time.
_LOUD_PHRASES = {
    "ball_spiked": r"Ball spiked",
    "interception": r"INTERCEPTED by ",
    "fumble": rf"FUMBLES(?: \((?P<forced>[^)]*)\))?(?: \[[^\]]*\])?(?: at (?P<fumbled_at>{_SPOT}))?",
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


def _one_of(phrases: Mapping[str, str]) -> str:
    return "|".join(f"(?P<{name}>{phrase})" for name, phrase in phrases.items())


_EVENT = re.compile(rf"(?<!\w)(?:(?=[A-Z])(?:{_one_of(_LOUD_PHRASES)})|(?![A-Z])(?:{_one_of(_PHRASES)}))")
#: Phrases that begin a kind of play: they count only behind a player's name, and only as the first of their play.
_BEGINS = {
    "passing": PlayKind.PASS,
    "run": PlayKind.RUN,
    "sack": PlayKind.PASS,
    "kneel": PlayKind.KNEEL,
    "kickoff": PlayKind.KICKOFF,
    "punt": PlayKind.PUNT,
    "blocked_punt": PlayKind.PUNT,
    "aborted_punt": PlayKind.PUNT,
    "field_goal": PlayKind.FIELD_GOAL,
    "extra_point": PlayKind.EXTRA_POINT,
}
_DONE_BY_A_PLAYER = frozenset({*_BEGINS, "spike"} - {"blocked_punt", "aborted_punt"})
_DONE_TO_A_PLAYER = frozenset(("passing", "interception", "lateral", "takeaway", "recovery", "fair_catch"))
_FIELD_GOAL = {"GOOD": "made", "No Good": "missed", "BLOCKED": "blocked", "Aborted": "aborted"}
_EXTRA_POINT = _FIELD_GOAL | {"GOOD": "good", "No Good": "failed", "Blocked": "blocked"}


def parse(text: str, context: Context) -> PlayDescription:
    """Read one play description.

    >>> game = Context(home="AAA", away="BBB", offense="BBB")
    >>> play = parse("(3:02) B.Doe pass deep left to R.Roe pushed ob at AAA 40 for 22 yards.", game)
    >>> play.kind.value, play.pass_length, play.yards, play.out_of_bounds
    ('pass', 'deep', 22, True)
    """
    text = text.strip()
    if "Timeout #" in text and not text.startswith("(") and (timeout := _TIMEOUT.search(text)) is not None:
        team = context.team(timeout["team"])
        return PlayDescription(PlayKind.TIMEOUT, text, timeout=int(timeout["number"]), timeout_team=team)
    clock = _CLOCK.match(text)
    body = text[clock.end() :] if clock else text
    reviews, body = _reviews(body)
    formations, body = _formations(body)
    fouls, body = _penalties(body, context)
    story = _Story(body, context, ball=context.offense)
    for event in _events(body):
        begins = _BEGINS.get(event.name)
        if begins is None or (event.before is not None and story.begins(begins)):
            getattr(story, event.name)(event)
        story.read_to = event.end
    said = _completed(story, fouls)
    if "(Timeout #" in text and (lost := _LOST_TIMEOUT.search(text)) is not None:
        said.update(timeout=int(lost["number"]), timeout_team=_challenger(text, context))
    return PlayDescription(
        kind=story.kind or (PlayKind.PENALTY if fouls else PlayKind.MARKER),
        text=text,
        clock=clock[1] if clock else None,
        formations=formations,
        no_play=any(foul.no_play for foul in fouls),
        legs=tuple(story.legs),
        fumbles=tuple(story.fumbles),
        penalties=fouls,
        reviews=reviews,
        end=story.legs[-1].end if story.legs else None,
        out_of_bounds=any(leg.out_of_bounds for leg in story.legs),
        **said,
    )


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
    found = _FORMATION.findall(body)
    names = tuple(dict.fromkeys(name for group in found for name in group.split(", ")))
    return names, _FORMATION.sub("", body)


def _penalties(text: str, context: Context) -> tuple[tuple[Penalty, ...], str]:
    """The fouls in a text, and the text without them."""
    if "enalty on" not in text and "PENALTY on" not in text:
        return (), text
    found = []
    for match in _PENALTY.finditer(text):
        foul = (match["foul"] or "").strip()
        found.append(
            Penalty(
                team=context.team(match["team"]),
                player=_player(match) if match["name"] else None,
                name=_FOULS.get(foul, foul),
                ruling=Ruling(match["ruling"] or "accepted"),
                yards=int(match["yards"]) if match["yards"] else None,
                spot=context.spot(match["spot"]),
                no_play=bool(match["no_play"]),
                in_end_zone=bool(match["end_zone"]),
                between_downs=bool(match["between"]),
                safety=bool(match["safety"]),
            )
        )
    return tuple(found), _PENALTY.sub("", text)


def _challenger(text: str, context: Context) -> str | None:
    *_, last = (None, *_CHALLENGED_BY.finditer(text))
    if last is None:
        return None
    return context.team(last["code"]) if last["code"] else context.named(last["by"])


class _Event(NamedTuple):
    """One phrase, the player named right before it and the one right after it."""

    name: str
    match: re.Match[str]
    before: Player | None
    after: Player | None
    end: int


def _player(match: re.Match[str]) -> Player:
    number = match["number"]
    return Player(match["name"], int(number) if number else None)


def _events(text: str) -> Iterator[_Event]:
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
        yield _Event(name, match, before, after, end)


def _full_name_before(text: str, start: int) -> Player | None:
    """A player by his whole name at the beginning of a sentence: `Alex Smith pass incomplete`."""
    if start == 0 or text[start - 1] != " ":
        return None
    ends = (text.rfind(mark, 0, start - 1) for mark in (". ", ") ", "] "))
    begin = max([0, *(end + 2 for end in ends if end >= 0)])
    found = _FULL_NAME.fullmatch(text, begin, start - 1)
    return _player(found) if found else None


@dataclass(slots=True)
class _Story:
    """The play as far as it has been read; `said` collects the fields of the record by name.

    After its helpers come the phrases: a method for each, under its name.
    """

    text: str
    context: Context
    ball: str | None  # the team in possession
    kind: PlayKind | None = None
    carrier: Player | None = None
    how: str = ""
    legs: list[Leg] = field(default_factory=list)
    fumbles: list[Fumble] = field(default_factory=list)
    said: dict[str, Any] = field(default_factory=dict)
    first_leg: int = 0  # where the play proper begins, after a bobble in the backfield
    first_fumble: int = 0
    read_to: int = 0  # the end of the phrase before

    def begins(self, kind: PlayKind) -> bool:
        """A play begins; a bobbled snap or hand-off that the offense picks up again only delays it."""
        placed = self.said.get("run_location") or self.said.get("scramble")
        bobbled = self.kind is PlayKind.RUN and self.how in ("recovery", "lateral") and not placed
        if self.kind is not None and not (bobbled and self.ball == self.context.offense):
            return False
        if self.kind is not None:
            self.first_leg, self.first_fumble = len(self.legs), len(self.fumbles)
        self.kind = kind
        return True

    def gives_ball(self, team: str | None, player: Player | None, how: str) -> None:
        self.ball, self.carrier, self.how = team, player, how

    @property
    def loose(self) -> bool:
        """Whether the last fumble has not been recovered yet."""
        return bool(self.fumbles) and self.fumbles[-1].recovered_by is None and not self.fumbles[-1].out_of_bounds

    def last_fumble(self, **changes: Any) -> None:
        self.fumbles[-1] = replace(self.fumbles[-1], **changes)

    def recovered(self, team: str | None, player: Player | None, spot: Spot | None) -> None:
        """Somebody has the loose ball; a recovery without a fumble is that of a kick."""
        if self.loose:
            self.last_fumble(recovered_by=team, recovering_player=player, recovered_at=spot)
        elif team is not None and team == self.said.get("kicking_team") and self.kind is PlayKind.KICKOFF:
            self.said["own_kick_recovery"] = True
        self.comes_to_rest(spot)
        self.gives_ball(team, player, "recovery")

    def comes_to_rest(self, spot: Spot | None) -> None:
        """A blocked kick ends there."""
        if self.said.get("blocked") and self.said.get("loose_at") is None:
            self.said["loose_at"] = spot

    def spot_after(self, event: _Event) -> Spot | None:
        """The ` at BUF 25` that follows a player."""
        match = _AT.match(self.text, event.end)
        return self.context.spot(match["spot"]) if match else None

    def passing(self, event: _Event) -> None:
        # A second throw, after a lateral or from beyond the line, does not change what the play was.
        match = event.match
        self.said.update(
            passer=event.before,
            receiver=event.after,
            pass_length=match["length"],
            pass_location=match["place"],
            incomplete=bool(match["incomplete"]),
            complete=not match["incomplete"],
        )
        self.said.pop("runner", None)
        if match["incomplete"]:
            self.how = "incomplete"
        else:
            self.gives_ball(self.context.offense, event.after, "catch")

    def run(self, event: _Event) -> None:
        match = event.match
        self.gives_ball(self.context.offense, event.before, "run")
        self.said.update(
            runner=event.before,
            scramble=bool(match["scrambles"] or match["scramble"]),
            run_location="middle" if match["middle"] else match["side"],
            run_gap=match["gap"],
        )

    def sack(self, event: _Event) -> None:
        self.gives_ball(self.context.offense, event.before, "sack")
        self.said.pop("runner", None)
        self.said.update(sack=True, passer=event.before)

    def kneel(self, event: _Event) -> None:
        self.gives_ball(self.context.offense, event.before, "kneel")
        self.said["runner"] = event.before

    def spike(self, event: _Event) -> None:
        if event.before is not None and self.begins(PlayKind.SPIKE):
            self.said.update(passer=event.before, incomplete=True)
        elif self.kind is PlayKind.PASS and self.said.get("incomplete") and self.said.get("receiver") is None:
            # Old books: `pass incomplete. Ball spiked to stop clock.`
            self.kind = PlayKind.SPIKE

    ball_spiked = spike

    def interception(self, event: _Event) -> None:
        self.kind = self.kind or PlayKind.PASS
        self.gives_ball(self.context.defense, event.after, "interception")
        self.said.update(interception=True, interceptor=event.after, complete=False)
        self.said["intercepted_at"] = self.spot_after(event)

    def lateral(self, event: _Event) -> None:
        self.gives_ball(self.ball, event.after, "lateral")

    def handoff(self, event: _Event) -> None:
        """A hand-off after a bobble; a remark about a trick play is not followed by a gain."""
        if event.after is not None and event.match.string[event.end : event.end + 2] in (" t", " r", " p", " f"):
            self.gives_ball(self.ball, event.after, "handoff")

    def move(self, event: _Event) -> None:
        """`to BUF 25 for 5 yards`: the man with the ball gets somewhere."""
        match = event.match
        if self.kind is None:
            # `4-B.Doe to DEN 7 for -4 yards`: a run that the scorer could not place.
            if event.before is None:
                return
            self.kind = PlayKind.RUN
            self.gives_ball(self.context.offense, event.before, "run")
            self.said["runner"] = event.before
        elif self.how in ("", "incomplete", "loose", "done"):
            return
        elif match["end"] is None and event.before is None and match.start() > self.read_to + 1:
            # `Officially, a sack for 9 yards`: a remark.
            return
        self.legs.append(
            Leg(
                team=self.ball,
                player=event.before or self.carrier,
                how=self.how,
                end=None if match["end"] == "End Zone" else self.context.spot(match["end"]),
                yards=int(match["gain"] or 0),
                out_of_bounds="ob" in (match["how"] or ""),
                gave_up=bool(match["gave_up"]),
            )
        )
        self.how = "done"

    def touchdown(self, event: _Event) -> None:
        if not event.match["no_touchdown"]:
            self.said["touchdown_team"] = self.ball

    def safety(self, event: _Event) -> None:
        if not event.match["no_safety"]:
            self.said["safety"] = True

    def kickoff(self, event: _Event) -> None:
        match, context = event.match, self.context
        start, ends = context.spot(match["kicked_from"]), context.spot(match["kick_ends"])
        # On kickoffs the offense of the table is the receiving team; without it, teams kick from their own side.
        kicking = context.defense or (start.side if start else None)
        landed = None if match["kicked_to"] == "end zone" else context.spot(match["kicked_to"])
        stated = match["kicked"]
        distance = int(stated) if stated.lstrip("-").isdigit() else None
        if start and (ends or distance is None) and (ends or landed):
            distance = goal_distance(start, kicking) - goal_distance(ends or landed or start, kicking)
        self.said.update(kick_from=start, onside=bool(match["onside"]))
        self._kicks(event, kicking, distance, landed)

    def punt(self, event: _Event) -> None:
        match, context = event.match, self.context
        landed = None if match["punted_to"] == "end zone" else context.spot(match["punted_to"])
        ends = context.spot(match["punt_ends"])
        distance = int(match["punted"])
        if ends and context.yards_to_goal is not None:
            distance = context.yards_to_goal - goal_distance(ends, context.offense)
        self._kicks(event, context.offense, distance, landed)

    def _kicks(self, event: _Event, kicking: str | None, distance: int | None, landed: Spot | None) -> None:
        self.said.update(kicker=event.before, kicking_team=kicking, kick_distance=distance, kick_to=landed)
        self.said["kick_into_end_zone"] = landed is None
        self.gives_ball(self.context.opponent(kicking), None, "return")

    def blocked_punt(self, event: _Event) -> None:
        self.said.update(kicker=event.before, blocked=True, kicking_team=self.context.offense)

    def aborted_punt(self, event: _Event) -> None:
        self.said.update(kicker=event.before, aborted=True, kicking_team=self.context.offense)

    def field_goal(self, event: _Event) -> None:
        result = _FIELD_GOAL[event.match["field_goal_result"]]
        self.said.update(
            kicker=event.before,
            kick_distance=int(event.match["distance"]),
            field_goal_result=result,
            blocked=result == "blocked",
            kicking_team=self.context.offense,
            aborted=result == "aborted",
        )
        if result == "missed":
            self.gives_ball(self.context.defense, None, "missed_kick")

    def extra_point(self, event: _Event) -> None:
        result = _EXTRA_POINT[event.match["extra_point_result"]]
        self.said.update(kicker=event.before, extra_point_result=result, kicking_team=self.context.offense)

    def two_point(self, event: _Event) -> None:
        self.said["two_point"] = True

    def defensive_two_point(self, event: _Event) -> None:
        self.said["defensive_two_point"] = False

    def attempt(self, event: _Event) -> None:
        """The verdict on a try, first the offense's and then the defense's."""
        good = event.match["attempt_result"] == "SUCCEEDS"
        if "defensive_two_point" in self.said:
            self.said["defensive_two_point"] = good
        else:
            self.said["two_point_result"] = "success" if good else "failure"

    def fair_catch(self, event: _Event) -> None:
        self.said.update(fair_catch=True, returner=event.after)
        self.how = "done"

    def downed(self, event: _Event) -> None:
        self.said["downed"] = True
        self.comes_to_rest(self.spot_after(event))
        self.how = "done"

    def kick_out(self, event: _Event) -> None:
        if self.kind in (PlayKind.PUNT, PlayKind.KICKOFF) and not self.legs:
            self.said["kick_out_of_bounds"] = True
            self.how = "done"

    def touchback(self, event: _Event) -> None:
        self.said["touchback"] = True
        if self.how == "return":
            self.how = "done"

    def fumble(self, event: _Event) -> None:
        match = event.match
        forced = match["forced"]
        if self.kind is None:
            self.kind = PlayKind.RUN
            self.said.setdefault("runner", event.before)
        aborted = not self.fumbles and (forced == "Aborted" or bool(self.said.get("aborted")))
        if aborted:
            self.said["aborted"] = True
        self.fumbles.append(
            Fumble(
                team=self.ball,
                player=event.before or self.carrier,
                aborted=aborted,
                forced_by=None if forced == "Aborted" else forced,
                spot=self.context.spot(match["fumbled_at"]) or (self.legs[-1].end if self.legs else None),
            )
        )
        self.how = "loose"

    def aborted(self, event: _Event) -> None:
        """A bad snap: `3-J.Doe Aborted. 60-R.Roe FUMBLES at BUF 20`."""
        if event.before is not None:
            self.kind = self.kind or PlayKind.RUN
            self.said["aborted"] = True
            self.said.setdefault("runner", event.before)

    def muff(self, event: _Event) -> None:
        """The man who should catch the kick drops it: the ball is still the kickers' to take."""
        team = self.context.opponent(self.said.get("kicking_team"))
        self.gives_ball(team, event.before, "loose")
        self.fumbles.append(Fumble(team=team, player=event.before, muffed=True, spot=self.said.get("kick_to")))
        self.said.setdefault("returner", event.before)

    def touched(self, event: _Event) -> None:
        if self.fumbles and self.fumbles[-1].touched is None:
            self.last_fumble(touched=self.context.spot(event.match["touched_at"]))

    def recovery(self, event: _Event) -> None:
        team = self.context.team(event.match["recovered_by"] or event.match["taken_by"])
        self.recovered(team, event.after, self.spot_after(event))

    takeaway = recovery

    def own_recovery(self, event: _Event) -> None:
        if self.fumbles:
            last = self.fumbles[-1]
            self.recovered(last.team, last.player, self.context.spot(event.match["recovered_at"]))

    def ball_out(self, event: _Event) -> None:
        if self.loose:
            self.last_fumble(
                out_of_bounds=True,
                recovered_at=self.context.spot(event.match["out_at"]),
                in_end_zone=bool(event.match["out_in_end_zone"]),
            )
        elif self.kind in (PlayKind.PUNT, PlayKind.KICKOFF) and not self.said.get("blocked"):
            self.said["kick_out_of_bounds"] = True
        self.comes_to_rest(self.context.spot(event.match["out_at"]))

    def dead(self, event: _Event) -> None:
        """Nobody fell on it: the ball goes back to the side that lost it."""
        if self.loose:
            self.last_fumble(recovered_at=self.context.spot(event.match["dead_at"]))
        self.comes_to_rest(self.context.spot(event.match["dead_at"]))


# The official yards.


_ADVANCES = ("run", "catch", "sack", "kneel", "lateral", "handoff")
_RETURNS = ("return", "interception", "lateral")


def _completed(story: _Story, fouls: Sequence[Penalty]) -> dict[str, Any]:
    """What was said, with the gain and the return as the scorer counts them."""
    said, context, fumbles = story.said, story.context, story.fumbles
    kicking = said.pop("kicking_team", None)
    intercepted, kicked = said.get("interception"), story.kind in (PlayKind.PUNT, PlayKind.KICKOFF)
    if story.kind in (PlayKind.RUN, PlayKind.PASS, PlayKind.KNEEL) and not intercepted:
        said["yards"] = _gain(story, fouls, said.get("runner"))
    if intercepted or kicked:
        team = context.defense if intercepted else context.opponent(kicking)
        said["return_team"] = team
        said["return_yards"] = _return_yards(story, fouls, said.get("intercepted_at") or said.get("kick_to"), team)
        if returned := [leg for leg in story.legs if leg.how == "return"]:
            said["returner"] = returned[0].player
        if said.get("kick_distance") is not None and fumbles and fumbles[0].muffed:
            # A muffed kick that rolls on is as long as where it is next touched.
            touch, landed = fumbles[0].first_touch, said.get("kick_to")
            if touch is not None and landed is not None:
                said["kick_distance"] += max(0, goal_distance(landed, kicking) - goal_distance(touch, kicking))
    if any(foul.safety for foul in fouls):
        said["safety"] = True
    return said


def _split(legs: Sequence[Leg], hows: tuple[str, ...]) -> tuple[Sequence[Leg], Sequence[Leg]]:
    """The legs until the ball is loose, and those after it."""
    count = next((at for at, leg in enumerate(legs) if leg.how not in hows), len(legs))
    return legs[:count], legs[count:]


def _gain(story: _Story, fouls: Sequence[Penalty], holder: Player | None) -> int:
    """Yards from scrimmage; `holder` is who should have had the snap."""
    team, start = story.context.offense, story.context.yards_to_goal
    fumble = next(iter(story.fumbles[story.first_fumble :]), None)
    taken, rest = _split(story.legs[story.first_leg :], _ADVANCES)
    if start is None and taken and taken[0].end is not None:
        start = goal_distance(taken[0].end, team) + taken[0].yards
    total = sum(leg.yards for leg in taken)
    if start is None:
        return total
    if fumble and fumble.aborted and not taken:
        # A bad snap loses no rushing yards; what the man behind it still makes beyond the line counts.
        held = fumble.kept or (fumble.recovered_by == team and fumble.recovering_player == holder)
        return max(0, start - _last_spot(fumble, rest, team)) if held else 0
    if fumble and taken:
        total = max(_after_fumble(total, taken[-1], fumble, rest, start, team), start - 100)
    # A foul of the offense that is enforced before the end of the run takes the rest away.
    return min([total, *(reached for reached in _fouls(fouls, start, team) if reached >= 0)])


def _after_fumble(total: int, last: Leg, fumble: Fumble, rest: Sequence[Leg], start: int, team: str | None) -> int:
    touch = fumble.first_touch
    if touch is None:
        return total
    if fumble.kept:
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
    *_, last = (fumble.recovered_at, *(leg.end for leg in rest if leg.team == team))
    return goal_distance(last, team) if last is not None else 0


def _fouls(penalties: Sequence[Penalty], start: int, team: str | None) -> list[int]:
    """How far the ball had come where this team's fouls are enforced."""
    return [
        start - goal_distance(foul.spot, team)
        for foul in penalties
        if foul.spot is not None
        and ((foul.ruling is Ruling.ACCEPTED and foul.team == team) or foul.ruling is Ruling.OFFSETTING)
    ]


def _return_yards(story: _Story, fouls: Sequence[Penalty], caught: Spot | None, team: str | None) -> int:
    """Yards of a kick or interception return, all laterals together.

    Whoever picks up his own muff still returns the kick. A team-mate recovers a fumble on a punt; on a kickoff,
    where a muff is no fumble, he returns it.
    """
    kickoff = story.kind is PlayKind.KICKOFF
    muffs = [fumble for fumble in story.fumbles if fumble.muffed]
    kept = any(muff.kept or (kickoff and muff.recovered_by == team) for muff in muffs)
    hows = (*_RETURNS, "recovery") if kept else _RETURNS
    taken, rest = _split([leg for leg in story.legs if leg.how not in ("run", "catch", "sack")], hows)
    taken = [leg for leg in taken if leg.team == team]
    if not taken:
        return 0
    total = sum(leg.yards for leg in taken if not leg.gave_up)
    if taken[0].end is not None:
        start = goal_distance(taken[0].end, team) + taken[0].yards
    elif caught is not None:
        start = goal_distance(caught, team)
    else:
        return total
    own = next((fumble for fumble in story.fumbles if fumble.team == team and not fumble.muffed), None)
    if own and (touch := own.first_touch) is not None:
        total = start - _last_spot(own, rest, team) if own.kept else min(total, start - goal_distance(touch, team))
    if enforced := _fouls(fouls, start, team):
        # A foul before the end of the return wipes out the rest; a return that went backwards then counts as none.
        total = max(0, min(total, *enforced))
    return total
