"""One worked example as read from its file, and the teams in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from chartkit.errors import InputError
from chartkit.football.field import spot_in_words

#: R35.12: a team without a year plays under the charts and constants of 2017.
SEASON = 2017
_WITH_YEAR = re.compile(r"(\d{4})\s+(\S.*)")
_SPOT = re.compile(r"((?:\d{4} )?[A-Z]{2,4}) \d{1,2}")
Json = Mapping[str, Any]
#: What the parts of an example are in JSON.
_KINDS: Mapping[str, type] = {"state": dict, "call": dict, "expected": dict, "options": list, "rolls": list}
#: What has a value for each team, and the field of a state that it is.
STATE_PAIRS = {
    "score": "score",
    "timeouts": "timeouts",
    "no_huddle": "no_huddle",
    "offensive_audibles": "offense_audibles",
    "defensive_audibles": "defense_audibles",
}


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
        for name in ("id", "kind", "expected"):
            if name not in data:
                raise InputError(f"an example lacks {name!r}.")
        parts: dict[str, Any] = {name: data.get(name) or kind() for name, kind in _KINDS.items()}
        for name, kind in _KINDS.items():
            if not isinstance(parts[name], kind):
                raise InputError(f"`{name}` of an example is {'a list' if kind is list else 'an object'}.")
        decision = data.get("decision") or []
        return cls(
            id=str(data["id"]),
            kind=str(data["kind"]),
            mode=str(data.get("mode", "basic")),
            decisions=tuple(decision) if isinstance(decision, list) else (decision,),
            **{**parts, "options": tuple(parts["options"]), "rolls": tuple(parts["rolls"])},
        )


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


def _named(example: Example) -> Iterator[Any]:
    """Every team that the example names, the kicking or possessing one first."""
    state, expected = example.state, example.expected
    yield from (state.get(key) for key in ("kicking_team", "possession", "receiving_team", "defense"))
    yield example.call.get("defense_team")
    yield from (roll.get("team") for roll in example.rolls)
    yield from (decision.get("by") for decision in example.decisions)
    for key in (*STATE_PAIRS, "score_change"):
        for place in (state, expected):
            yield from place[key] if isinstance(place.get(key), Mapping) else ()
    halves = (str(place.get("ball_on")).rpartition(" ")[0] for place in (state, expected))
    yield from (half for half in halves if half.lower() not in ("", "own", "opp"))
    yield from (expected.get("possession"), expected.get("against"))
    yield from (match[1] for told in expected.values() if (match := _SPOT.fullmatch(str(told))))


def find_teams(example: Example) -> Teams:
    """The two teams of an example; one that is never named is called OPPONENT."""
    seasons: dict[str, int] = {}
    for name in _named(example):
        if isinstance(name, str):
            season, code = split_team(name)
            seasons[code] = season if season != SEASON or code not in seasons else seasons[code]
    first, second = (*seasons, "OPPONENT")[:2] if seasons else ("OFFENSE", "OPPONENT")
    home = example.state.get("home")
    if isinstance(home, str) and split_team(home)[1] == second:
        first, second = second, first
    return Teams((first, second), (seasons.get(first, SEASON), seasons.get(second, SEASON)))


def read_spot(text: str, team: int, teams: Teams) -> int:
    """`NE 37`, `50`, `own 8`, `opp 8` as yards from a team's own goal line (R2.1)."""
    half, _, yards = text.strip().rpartition(" ")
    if not half:
        if yards != "50":
            raise InputError(f"the spot {text!r} does not say whose half it is.")
        return 50
    own = half.lower() == "own" or (half.lower() != "opp" and teams.number(half) == team)
    return int(yards) if own else 100 - int(yards)


def write_spot(spot: int, team: int, teams: Teams, like: str = "") -> str:
    """A spot as the example writes it."""
    if like.lower().startswith(("own ", "opp ")):
        return spot_in_words(spot, "own", "opp")
    return spot_in_words(spot, teams.codes[team], teams.codes[1 - team])
