"""Sets of dice totals: within the dice, each total once, written in one form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from chartkit.dice import format_totals
from chartkit.findings import Finding, JsonPath, as_text
from chartkit.systems.ddf import columns, dice
from chartkit.systems.ddf.validate.codes import codes
from chartkit.systems.ddf.validate.reading import value_at

_PART = re.compile(r"\s*(\d{1,4})\s*(?:[-–]\s*(\d{1,4})\s*)?")
_FIRST, _LAST = dice.OFFENSIVE.totals[0], dice.OFFENSIVE.totals[-1]
_FORM = "totals and ranges of 10-39 with commas between them, such as `10-12,19,33-36`; empty for none"

#: Every set of totals of a team chart; what is an optional block may be missing.
TEAM_SETS: tuple[JsonPath, ...] = (
    ("offense", "fumble_recovered"),
    ("special_teams", "pat_good"),
    ("supplement", "qb_great_protection"),
    ("supplement", "qb_good_decision"),
    ("supplement", "ball_protection"),
    ("supplement", "sack_rate", "on"),
    ("supplement", "fumble_recovery", "on"),
    *(("supplement", "penalty_influence", foul, "on") for foul in columns.PENALTY_INFLUENCE),
    *(("supplement", "line_of_scrimmage", foul, "post") for foul in columns.LINE_OF_SCRIMMAGE),
)
SEASON_SETS: tuple[JsonPath, ...] = (
    ("generic", "holding"),
    ("generic", "between_downs", "offense"),
    ("generic", "between_downs", "defense"),
)


def check_sets(data: Any, paths: tuple[JsonPath, ...]) -> Iterator[Finding]:
    """Every set of totals that is wrong; what is no text is the shape's affair."""
    for path in paths:
        text = value_at(data, *path)
        if isinstance(text, str) and text:
            yield from check_set(text, path)


def check_set(text: str, path: JsonPath) -> Iterator[Finding]:
    """What is wrong with one set of totals."""
    seen: set[int] = set()
    twice: set[int] = set()
    for part in text.split(",") if text.strip() else []:
        match = _PART.fullmatch(part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, -1)
        if last < first:
            why = "runs backwards" if match else "is neither a total nor a range"
            yield codes()["DDF220"].finding(
                f"`{as_text(part.strip())}` {why}.",
                path,
                value=text,
                allowed=_FORM,
                suggestion=_turned(text, part, match),
            )
            return
        span = set(range(first, last + 1))
        twice |= seen & span
        seen |= span
    inside = {total for total in seen if _FIRST <= total <= _LAST}
    if outside := seen - inside:
        yield codes()["DDF221"].finding(
            f"the dice cannot give {format_totals(outside)}.",
            path,
            value=text,
            allowed=_FORM,
            suggestion=format_totals(inside),
        )
    if twice:
        yield codes()["DDF222"].finding(
            f"{format_totals(twice)} stands twice.",
            path,
            value=text,
            allowed=_FORM,
            suggestion=format_totals(inside),
        )
    if not outside and not twice and format_totals(seen) != text:
        yield codes()["DDF223"].finding(
            f"`{as_text(text)}` is read, but should be written shorter.",
            path,
            value=text,
            suggestion=format_totals(seen),
        )


def _turned(text: str, part: str, match: re.Match[str] | None) -> str:
    """The set with a backward range turned round."""
    return text.replace(part, f"{match[2]}-{match[1]}", 1) if match else ""
