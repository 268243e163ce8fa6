"""The fixed phrases of a description, found in order: who did what, where, for how many yards; and the fouls."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from chartkit.plays.description.record import Context, Penalty, Player, Ruling

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
