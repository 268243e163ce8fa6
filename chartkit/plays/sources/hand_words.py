"""What the words of a play-by-play kept by hand mean; the words themselves are in templates/hand-plays.toml."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from chartkit import resources
from chartkit.football.field import KICK_BEYOND_LINE, clock_seconds

HEADINGS = ("game", "offense", "defense", "down", "to go", "yard line", "play", "result", "yards", "notes")
_QUARTER = re.compile(r"\bQ([1-9])\b", re.IGNORECASE)
_CLOCK = re.compile(r"\b\d{1,2}:[0-5]\d\b")
_RETURN = re.compile(r"\breturn(?:ed)?\s+(-?\d+)\b", re.IGNORECASE)
_AIR = re.compile(r"\bair\s+(-?\d+)\b", re.IGNORECASE)
_KICKS = ("punt", "kickoff")
_DEAD_KICK = {"blocked", "touchback", "fair catch", "downed", "out of bounds", "recovered by kickers"}


@dataclass(frozen=True)
class PlayWord:
    """A play that may be named: what it sets, and how the description tells it."""

    name: str
    kind: str
    set: Mapping[str, Any]
    words: str


@dataclass(frozen=True)
class ResultWord:
    """A result that may be named."""

    name: str
    set: Mapping[str, Any]
    words: str
    by: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    gives_ball: bool = False
    minus: bool = False


@dataclass(frozen=True)
class Words:
    """All plays, all results, and which fit together."""

    plays: Mapping[str, PlayWord]
    results: Mapping[str, ResultWord]
    fitting: Mapping[str, tuple[str, ...]]


@cache
def words() -> Words:
    """Read the words once."""
    data = tomllib.loads(resources.template("hand-plays.toml").read_text(encoding="utf-8"))
    return Words(
        plays={row["name"]: PlayWord(**row) for row in data["play"]},
        results={row["name"]: ResultWord(**row) for row in data["result"]},
        fitting={kind: tuple(names) for kind, names in data["results"].items()},
    )


@dataclass(frozen=True)
class HandPlay:
    """One row, its cells read and checked."""

    offense: str
    defense: str
    down: int | None
    to_go: int
    goal_to_go: bool
    yards_to_goal: int | None
    play: PlayWord
    results: tuple[ResultWord, ...]
    yards: int | None
    notes: str


def quarter(notes: str) -> int | None:
    """`Q3` in the notes begins the third quarter."""
    found = _QUARTER.search(notes)
    return int(found[1]) if found else None


def clock(notes: str) -> int | None:
    """`8:30` in the notes is the time left in the quarter, in seconds."""
    found = _CLOCK.search(notes)
    return clock_seconds(found[0]) if found else None


def columns(play: HandPlay) -> dict[str, Any]:
    """The row as columns of the play table."""
    kind, names = play.play.kind, {result.name for result in play.results}
    made: dict[str, Any] = {
        # On a kickoff the play table gives the ball to the receivers.
        "posteam": play.defense if kind == "kickoff" else play.offense,
        "defteam": play.offense if kind == "kickoff" else play.defense,
        "down": play.down,
        "ydstogo": play.to_go,
        "goal_to_go": play.goal_to_go,
        "yards_gained": 0,
        **play.play.set,
    }
    if play.yards_to_goal is not None:
        made["yardline_100"] = 100 - play.yards_to_goal if kind == "kickoff" else play.yards_to_goal
    for result in play.results:
        made.update(result.set)
        made.update(result.by.get(kind, {}))
    if made["play_type"] == "no_play":
        made.update(_penalty(play, names))
    else:
        made.update(_yards(play, kind, names))
        made.update(_ball(play, kind, names))
    if kind == "pass":
        made["qb_dropback"] = 1
        air = _AIR.search(play.notes)
        if air:
            made["air_yards"] = int(air[1])
    made["desc"] = describe(play)
    return made


def _penalty(play: HandPlay, names: set[str]) -> dict[str, Any]:
    name = re.split(r"[,;(]", _bare(play.notes))[0].strip()
    return {
        "penalty_team": play.offense if "offense penalty" in names else play.defense,
        "penalty_yards": abs(play.yards or 0),
        "penalty_type": name.title() or None,
        "touchdown": 0,
    }


def _yards(play: HandPlay, kind: str, names: set[str]) -> dict[str, Any]:
    """One column of yards: the gain, the length of a kick, or the return of an interception."""
    yards = play.yards or 0
    back = _RETURN.search(play.notes)
    if kind in _KICKS:
        fielded = "returned" in names or not names & _DEAD_KICK
        return {
            "kick_distance": yards,
            "return_yards": int(back[1]) if back else 0,
            "return_team": play.defense if fielded else None,
        }
    if kind in ("field_goal", "extra_point"):
        spot = play.yards_to_goal if play.yards_to_goal is not None else 0
        return {"kick_distance": play.yards if play.yards is not None else spot + KICK_BEYOND_LINE}
    if "intercepted" in names:
        return {"return_yards": int(back[1]) if back else yards, "return_team": play.defense}
    if "incomplete" in names or kind == "two_point":
        return {}
    caught = kind == "pass" and not names & {"sack", "scramble", "bad snap"}
    return {"yards_gained": yards, **({"complete_pass": 1} if caught else {})}


def _ball(play: HandPlay, kind: str, names: set[str]) -> dict[str, Any]:
    """Follow the ball from hand to hand: who fumbled, who got it, who scored."""
    holder, other = play.offense, play.defense
    if kind in _KICKS or names & {"blocked", "no good"}:
        holder, other = other, holder
    made: dict[str, Any] = {}
    for result in play.results:
        if "fumble" in result.set:
            made["fumbled_1_team"] = holder
            made["fumble_recovery_1_team"] = other if result.gives_ball else holder
        if result.gives_ball:
            holder, other = other, holder
    if "touchdown" in names:
        made["td_team"] = holder
        own = holder == play.offense and kind in ("run", "pass")
        thrown = kind == "pass" and "scramble" not in names
        made["pass_touchdown"] = own and thrown
        made["rush_touchdown"] = own and not thrown
        made["return_touchdown"] = not own
    return made


def _bare(notes: str) -> str:
    for pattern in (_QUARTER, _CLOCK, _RETURN, _AIR):
        notes = pattern.sub("", notes)
    return " ".join(notes.split()).strip(" .,;")


def describe(play: HandPlay) -> str:
    """The row as a sentence, in the order in which scorers write."""
    told = ", ".join(result.words for result in play.results if result.words)
    yards = f" for {play.yards} yards" if play.yards is not None else ""
    parts = [f"{play.offense} {play.play.words}{yards}", told, play.notes.strip()]
    return ". ".join(part.rstrip(".") for part in parts if part) + "."
