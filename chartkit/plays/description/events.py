"""The fixed phrases of a description, found in order: who did what, where, for how many yards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from chartkit.plays.description.record import Player

SPOT = r"(?:[A-Z]{2,4} )?-?\d{1,2}(?![-\d])"

# `12-T.Brady`, `T.Brady`, `A.St. Brown`, `B.De La Puente`, `Tr.Williams`, `D.Jones III`.
_INITIAL = r"[A-Z]\. ?|[A-Z][a-z'’]{1,4}\."
_PLAYER = re.compile(
    r"(?<![A-Za-z.])(?:(?P<number>\d{1,2})-)?"
    rf"(?P<name>(?(number)(?:{_INITIAL})?|(?:{_INITIAL}))(?:[A-Z]\.)*(?:St\. ?)?[A-Za-z][\w'’-]*"
    r"(?: (?:(?!Aborted|Lateral|Direct|Touchback|Handoff|Penalty|The )[A-Z][a-z][\w'’-]*(?![\w.])"
    r"|(?:II|III|IV|V)(?!\w|\.\w)|[JS]r\.))*)"
)

_PHRASES = {
    "move": r"(?P<gave_up>\(didn't try to advance\) )?(?:"
    r"(?P<how>to|ran ob at|pushed ob at|tackled at|at|ob at|ran ob in|pushed ob in|tackled in|ob in|in) "
    rf"(?P<end>{SPOT}|End Zone) )?for (?:(?P<gain>-?\d+) yards?|no gain)",
    "passing": r"pass(?P<incomplete> incomplete)?(?: (?P<length>short|deep))?(?: (?P<place>left|middle|right))?"
    r"(?:(?P<to> to )|(?P<intended> intended for ))?",
    "run": r"(?P<scrambles>scrambles )?(?:(?P<middle>up the middle)|"
    r"(?P<side>left|right) (?P<gap>end|tackle|guard))",
    "rush": r"rushes(?: (?:(?P<rush_middle>up the middle)|"
    r"(?P<rush_side>left|right) (?P<rush_gap>end|tackle|guard)))?",
    "scramble": r"scrambles",
    "sack": r"(?:is )?sacked",
    "kneel": r"kneels",
    "spike": r"spiked the ball|Ball spiked",
    "interception": r"INTERCEPTED by ",
    "fumble": rf"FUMBLES(?: \((?P<forced>[^)]*)\))?(?: \[[^\]]*\])?(?: at (?P<fumbled_at>{SPOT}))?",
    "aborted": r"Aborted",
    "muff": r"MUFFS catch",
    "touched": rf"touched at (?P<touched_at>{SPOT})",
    "recovery": r"(?:RECOVERED|recovered) by (?P<recovered_by>[A-Z]{2,4})(?:-|\b)",
    "own_recovery": rf"and recovers (?:at (?P<recovered_at>{SPOT})|in End Zone)",
    "ball_out": rf"(?:ball )?out of bounds(?: at (?P<out_at>{SPOT})|(?P<out_in_end_zone> in End Zone))",
    "dead": rf"declared dead (?:at (?P<dead_at>{SPOT})|in End Zone)",
    "lateral": r"(?:Lateral|Pass back) to ",
    "handoff": r"Handoff to ",
    "kickoff": rf"kicks (?P<onside>onside )?(?P<kicked>-?\d+|[A-Z]\S*) yards? from (?P<kicked_from>{SPOT}) to "
    rf"(?P<kicked_to>end zone|{SPOT})(?:, impetus ends at (?P<kick_ends>{SPOT}))?",
    "punt": rf"punts (?P<punted>-?\d+) yards? to (?P<punted_to>end zone|{SPOT})"
    rf"(?:, impetus ends at (?P<punt_ends>{SPOT}))?",
    "blocked_punt": r"punt is BLOCKED(?: by )?",
    "aborted_punt": r"punt is Aborted",
    "field_goal": r"(?P<distance>\d+) yard field goal is (?P<field_goal_result>GOOD|No Good|BLOCKED|Aborted)",
    "extra_point": r"extra point is (?P<extra_point_result>GOOD|No Good|Blocked|BLOCKED|Aborted)",
    "two_point": r"(?<!DEFENSIVE )TWO-POINT CONVERSION ATTEMPT",
    "defensive_two_point": r"DEFENSIVE TWO-POINT (?:CONVERSION )?ATTEMPT",
    "attempt": r"ATTEMPT (?P<attempt_result>SUCCEEDS|FAILS)",
    "fair_catch": r"fair catch by ",
    "downed": r"downed by (?P<downed_by>[A-Z]{2,4})",
    "kick_out": r"(?<=, )out of bounds(?! (?:at|in))",
    "touchback": r"(?<=[.,] )[Tt]ouchback",
    "touchdown": r"(?<=[.,] )TOUCHDOWN(?P<no_touchdown> NULLIFIED)?",
    "safety": r"(?<=[.,] )SAFETY(?P<no_safety> NULLIFIED)?",
}
_EVENT = re.compile(r"(?<!\w)(?:" + "|".join(f"(?P<{name}>{phrase})" for name, phrase in _PHRASES.items()) + ")")

AT = re.compile(rf"(?: \([^)]*\))?(?: \[[^\]]*\])?,? at (?P<spot>{SPOT})")


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
    for match in _EVENT.finditer(text):
        after, end = starts.get(match.end(), (None, match.end()))
        name = match.lastgroup
        yield Event(name or "", match, ends.get(match.start() - 1), after, end)
