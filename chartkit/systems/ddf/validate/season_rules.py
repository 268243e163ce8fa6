"""The rules of a season file: teams, schedule, generic charts, formation mix."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from chartkit.findings import Finding, as_text, block_at, list_at, nearest, value_at
from chartkit.systems.ddf.charts import columns, dice
from chartkit.systems.ddf.validate.cells import check_column, check_set
from chartkit.systems.ddf.validate.paths import codes

_ROWS = frozenset(map(str, dice.OFFENSIVE.totals))
_SLACK = 0.005
_MOST_SHARE = 1e9


def check_season_rules(data: Any) -> Iterator[Finding]:
    """Everything that the rules say about a season file beyond its shape and its sets of totals."""
    yield from _teams(data)
    yield from _schedule(data)
    path = ("generic", "squib_kick_return")
    yield from check_column(block_at(data, *path), path, "generic", columns.SQUIB, _ROWS)
    for index, row in enumerate(list_at(data, "generic", "squeeze")):
        incomplete = value_at(row, "incomplete")
        if isinstance(incomplete, str) and incomplete:
            yield from check_set(incomplete, ("generic", "squeeze", index, "incomplete"))
    yield from _formation_mix(data)


def _codes(data: Any) -> list[str]:
    return [code for team in list_at(data, "teams") if isinstance(code := value_at(team, "code"), str)]


def _teams(data: Any) -> Iterator[Finding]:
    seen: set[str] = set()
    for index, team in enumerate(list_at(data, "teams")):
        code = value_at(team, "code")
        if isinstance(code, str):
            if code in seen:
                yield codes()["DDF271"].finding(
                    f"`{as_text(code)}` stands in the list twice.",
                    ("teams", index, "code"),
                    value=code,
                    allowed="each once",
                )
            seen.add(code)


def _schedule(data: Any) -> Iterator[Finding]:
    known = dict.fromkeys(_codes(data))
    busy: set[tuple[Any, str]] = set()
    for index, game in enumerate(list_at(data, "schedule")):
        for side in ("home", "away"):
            code = value_at(game, side)
            if not isinstance(code, str):
                continue
            path = ("schedule", index, side)
            if code not in known:
                yield codes()["DDF270"].finding(
                    f"`{as_text(code)}` is not a team of this season.",
                    path,
                    value=code,
                    allowed="a code of the list of teams",
                    suggestion=nearest(code, known, most=1),
                )
                continue
            week = value_at(game, "week")
            if side == "away" and code == value_at(game, "home"):
                yield codes()["DDF272"].finding(f"`{as_text(code)}` plays itself.", path, value=code)
            elif isinstance(week, int) and (week, code) in busy:
                yield codes()["DDF275"].finding(f"`{as_text(code)}` plays twice in week {week}.", path, value=code)
            if isinstance(week, int):
                busy.add((week, code))
        yield from _half_a_score(game, index)


def _half_a_score(game: Any, index: int) -> Iterator[Finding]:
    if not isinstance(game, dict) or not {"home_score", "away_score"} <= game.keys():
        return
    missing = [field for field in ("home_score", "away_score") if game[field] is None]
    if len(missing) == 1:
        yield codes()["DDF273"].finding(
            "only the other team has a score.", ("schedule", index, missing[0]), value="null", allowed="a score"
        )


def _is_number(share: Any) -> bool:
    """A number that can be added up; the shape says what shares must be."""
    return isinstance(share, int | float) and not isinstance(share, bool) and abs(share) < _MOST_SHARE


def _formation_mix(data: Any) -> Iterator[Finding]:
    for call, mix in block_at(data, "formation_mix").items():
        shares = list(mix.values()) if isinstance(mix, dict) else []
        if shares and all(_is_number(each) for each in shares):
            whole = sum(shares)
            if abs(whole - 1) > _SLACK:
                yield codes()["DDF274"].finding(
                    f"the shares add up to {whole:.3f}.",
                    ("formation_mix", call),
                    value=round(whole, 6),
                    allowed="shares that add up to 1",
                )
