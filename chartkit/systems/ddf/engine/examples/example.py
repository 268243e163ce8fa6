"""One worked example as read from its file, and the teams in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chartkit.errors import InputError

#: R35.12: a team without a year plays under the charts and constants of 2017.
SEASON = 2017
_WITH_YEAR = re.compile(r"(\d{4})\s+(\S.*)")
_SPOT = re.compile(r"(?:\d{4} )?[A-Z]{2,4} \d{1,2}")
Json = Mapping[str, Any]
#: What the parts of an example are in JSON.
_KINDS: Mapping[str, type] = {"state": dict, "call": dict, "expected": dict, "options": list, "rolls": list}


@dataclass(frozen=True)
class Example:
    """A situation, what was called and rolled, and what should come out."""

    id: str
    kind: str
    mode: str
    options: tuple[str, ...]
    state: Json
    call: Json
    rolls: tuple[Json, ...]
    #: In order; empty when the file names none.
    decisions: tuple[Json, ...]
    expected: Json

    @classmethod
    def from_json(cls, data: Json) -> Example:
        """Read an example; a decision may be one or a list (R35.12)."""
        if not isinstance(data, Mapping):
            raise InputError("an example is an object with `id`, `kind` and `expected`.")
        for name, kind in _KINDS.items():
            if not isinstance(data.get(name) or kind(), kind):
                raise InputError(f"`{name}` of an example is {'a list' if kind is list else 'an object'}.")
        decision = data.get("decision") or []
        try:
            return cls(
                id=str(data["id"]),
                kind=str(data["kind"]),
                mode=str(data.get("mode", "basic")),
                options=tuple(data.get("options") or ()),
                state=data.get("state") or {},
                call=data.get("call") or {},
                rolls=tuple(data.get("rolls") or ()),
                decisions=tuple(decision) if isinstance(decision, list) else (decision,),
                expected=data["expected"] or {},
            )
        except KeyError as missing:
            raise InputError(f"an example lacks {missing}.") from missing


def split_team(name: str) -> tuple[int, str]:
    """Season and code of a team: `2016 NYG` is NYG of 2016.

    >>> split_team("2016 NYG"), split_team("PHI")
    ((2016, 'NYG'), (2017, 'PHI'))
    """
    match = _WITH_YEAR.fullmatch(name.strip())
    return (int(match[1]), match[2]) if match else (SEASON, name.strip())


@dataclass(frozen=True)
class Teams:
    """The two teams; the first is the home team unless the state says otherwise (R35.12)."""

    codes: tuple[str, str]
    seasons: tuple[int, int]

    def number(self, name: str) -> int:
        """Home is 0, visitor 1."""
        code = split_team(name)[1]
        if code not in self.codes:
            raise InputError(f"{code!r} is neither {self.codes[0]} nor {self.codes[1]}.")
        return self.codes.index(code)


def _named(example: Example) -> list[str]:
    """Every team that the example names, the kicking or possessing one first."""
    state, call = example.state, example.call
    named = [state.get(key) for key in ("kicking_team", "possession", "receiving_team", "defense")]
    named += [call.get("defense_team"), *(roll.get("team") for roll in example.rolls)]
    named += [decision.get("by") for decision in example.decisions]
    for key in ("score", "timeouts", "no_huddle", "offensive_audibles", "defensive_audibles", "score_change"):
        for place in (state, example.expected):
            if isinstance(place.get(key), Mapping):
                named += list(place[key])
    for place in (state, example.expected):
        spot = place.get("ball_on")
        if isinstance(spot, str) and " " in spot and not spot.lower().startswith(("own ", "opp ")):
            named.append(spot.rsplit(" ", 1)[0])
    named += [example.expected.get("possession"), example.expected.get("against")]
    spots = [value for value in example.expected.values() if isinstance(value, str) and _SPOT.fullmatch(value)]
    named += [spot.rsplit(" ", 1)[0] for spot in spots]
    return [name for name in named if isinstance(name, str)]


def find_teams(example: Example) -> Teams:
    """The two teams of an example; one that is never named is called OPPONENT."""
    seasons: dict[str, int] = {}
    for name in _named(example):
        season, code = split_team(name)
        seasons[code] = season if season != SEASON or code not in seasons else seasons[code]
    codes = [*seasons, "OFFENSE", "OPPONENT"]
    first, second = (codes[0], codes[1]) if len(seasons) > 1 else (codes[0], "OPPONENT")
    home = example.state.get("home")
    if isinstance(home, str) and split_team(home)[1] == second:
        first, second = second, first
    return Teams((first, second), (seasons.get(first, SEASON), seasons.get(second, SEASON)))


def read_spot(text: str, team: int, teams: Teams) -> int:
    """`NE 37`, `50`, `own 8`, `opp 8` as yards from a team's own goal line (R2.1)."""
    words = text.strip().rsplit(" ", 1)
    if len(words) == 1:
        if words[0] != "50":
            raise InputError(f"the spot {text!r} does not say whose half it is.")
        return 50
    half, yards = words[0], int(words[1])
    if half.lower() in ("own", "opp"):
        return yards if half.lower() == "own" else 100 - yards
    return yards if teams.number(half) == team else 100 - yards


def write_spot(spot: int, team: int, teams: Teams, like: str = "") -> str:
    """A spot as the example writes it."""
    if spot == 50:
        return "50"
    if like.lower().startswith(("own ", "opp ")):
        return f"own {spot}" if spot < 50 else f"opp {100 - spot}"
    return f"{teams.codes[team]} {spot}" if spot < 50 else f"{teams.codes[1 - team]} {100 - spot}"


def read_clock(text: str) -> int:
    """`2:20` in seconds."""
    minutes, seconds = text.split(":")
    return 60 * int(minutes) + int(seconds)


def write_clock(seconds: int) -> str:
    """Seconds as `2:20`."""
    return f"{seconds // 60}:{seconds % 60:02d}"
