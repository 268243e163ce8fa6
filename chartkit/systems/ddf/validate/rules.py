"""Rules that reach beyond a single cell: of a team chart (R3.4, R3.6, R3.7, R28.14, R32) and of a season file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeGuard

from chartkit.dice import DiceSet
from chartkit.findings import Finding, JsonPath, as_text, block_at, list_at, nearest, value_at, whole_at
from chartkit.systems.ddf.charts import (
    MARKED,
    SQUIB_RETURN,
    Column,
    Odds,
    chart_checksum,
    checksum,
    column_odds,
    columns,
    dice,
    team_from_json,
)
from chartkit.systems.ddf.charts.chart_json import range_text
from chartkit.systems.ddf.data import shipped_data
from chartkit.systems.ddf.validate.cells import check_column, check_set, legal_result, told

_MEASURES: Mapping[str, Callable[[Odds], float | None]] = {
    "completion": lambda odds: float(odds.completions),
    "trapped": lambda odds: float(odds.trapped),
    "interception": lambda odds: odds.counts["INT"] / odds.outcomes,
    "fumble": lambda odds: odds.counts["F"] / odds.outcomes,
    "penalty": lambda odds: odds.counts["penalty"] / odds.outcomes,
    "touchdown": lambda odds: odds.counts["TD"] / odds.outcomes,
    "breakaway": lambda odds: odds.counts["B"] / odds.outcomes,
    "yards": lambda odds: None if odds.yards.mean is None else float(odds.yards.mean),
}
_ROWS = tuple(map(str, dice.OFFENSIVE.totals))


def thresholds() -> Mapping[str, Any]:
    """What real teams have shown."""
    data: Mapping[str, Any] = shipped_data("plausible.json")
    return data


def measures(odds: Odds, names: Mapping[str, Any]) -> dict[str, float]:
    """The named measures of a column, as far as it has them."""
    return {name: value for name in names if (value := _MEASURES[name](odds)) is not None}


def check_plausibility(data: Any) -> Iterator[Finding]:
    """Columns far from real ones, and an offense better than any; columns with illegal cells are left alone."""
    limits = thresholds()
    means = {}
    for name, spans in limits["columns"].items():
        chart, _, column = name.partition(".")
        path: JsonPath = (chart, "columns", column)
        odds = _sound_odds(block_at(data, *path), chart, column)
        if odds is None:
            continue
        if column in limits["best_offense"]:
            means[column] = odds.yards_per_play
        for measure, value in measures(odds, spans).items():
            low, high = spans[measure]
            # Rounded values are compared, so that no finding says 8.3% where 8.3% is allowed.
            if not _told(measure, low) <= _told(measure, value) <= _told(measure, high):
                said, lowest, highest = (_said(measure, each) for each in (value, low, high))
                words = {"measure": limits["measures"][measure], "low": lowest, "high": highest}
                yield told("DDF301", path, said, **words)
    best = limits["best_offense"]
    if len(means) == len(best) and all(mean is not None and mean > best[play] for play, mean in means.items()):
        yield told("DDF302", ("offense", "columns"))


def check_source(data: Any) -> Iterator[Finding]:
    """Whether the chart is still the one that its source describes; only for a chart without errors."""
    claimed = value_at(data, "source", "chart_sha256")
    if not isinstance(claimed, str) or checksum(data) == claimed:
        return
    # Not written as chartkit writes it, or really changed.
    if chart_checksum(team_from_json(data)) != claimed:
        yield told("DDF303", ("source", "chart_sha256"), claimed)


def _sound_odds(cells: Mapping[str, Any], chart: str, column: str) -> Odds | None:
    """The odds of a column if every cell is there and legal; a blank column is a chart still to be filled in."""
    legal = [result for row in _ROWS if (result := legal_result(cells.get(row), chart, column)) is not None]
    if not len(legal) == len(cells) == len(_ROWS) or all(text == "0" for text in cells.values()):
        return None
    return column_odds(Column(dice.OFFENSIVE.totals[0], tuple(legal)))


def _told(measure: str, value: float) -> float:
    return round(value, 1) if measure == "yards" else round(100 * value, 1)


def _said(measure: str, value: float) -> str:
    return f"{_told(measure, value):.1f}" + ("" if measure == "yards" else "%")


_RANGE = re.compile(r"\s*(\d{1,3})\s*(?:[-–]\s*(\d{1,3})\s*)?")
#: R3.7: field of the supplement -> lowest, highest.
_SPANS: Mapping[tuple[str, ...], tuple[float, float | None]] = {
    **columns.SPANS,
    ("muffed_snap_percent",): (0, 0.999_999),
}
#: Spans whose ends do not say what is meant.
_SPAN_WORDS = {
    ("muffed_snap_percent",): "0 or more and below 1",
    ("sack_rate", "sack_yards"): "a loss, -1 to -99",
    ("sack_rate", "scramble_yards"): "a gain, 1 to 99",
}


def check_team_rules(data: Any) -> Iterator[Finding]:
    """Everything that the rules say about a team chart beyond its cells and sets of totals."""
    yield from _field_goals(data)
    supplement = block_at(data, "supplement")
    if supplement:
        yield from _big_play(data, supplement)
        yield from _symbols(supplement)
        yield from _spans(supplement)
        yield from _quotas(supplement)
        yield from _solitaire(supplement)
        yield from _muffed_snaps(supplement)


def _field_goals(data: Any) -> Iterator[Finding]:
    """R3.4: exactly the shortest and longest yardages are bold.

    A cell that is no legal result could be any distance; then only what is wrong in any case is reported.
    """
    path: JsonPath = ("special_teams", "columns", columns.FIELD_GOAL)
    column = block_at(data, *path)
    cells = {row: legal_result(column.get(row), "special_teams", columns.FIELD_GOAL) for row in _ROWS}
    kicks = {row: cell for row, cell in cells.items() if cell is not None and cell.form in ("gain", "gain!")}
    yards = [cell.yards for cell in kicks.values()]
    shortest, longest = min(yards, default=0), max(yards, default=0)
    for row, cell in kicks.items():
        place, at_an_end = (*path, row), cell.yards in (shortest, longest)
        if cell.bold and not at_an_end:
            ends: dict[str, Any] = {"shortest": shortest, "longest": longest}
            yield told("DDF230", place, str(cell), suggestion=str(cell.yards), **ends)
        elif not cell.bold and at_an_end and None not in cells.values():
            end = "longest" if cell.yards == longest else "shortest"
            yield told("DDF230", place, str(cell), way="plain", suggestion=f"{cell}!", end=end)


def _big_play(data: Any, supplement: Mapping[str, Any]) -> Iterator[Finding]:
    """R28.13: a bold gain in 6-SHORT needs the chart that it sends to."""
    chart = supplement.get("short_pass_big_play")
    if chart is not None and chart != {}:
        return
    path: JsonPath = ("offense", "columns", "6-SHORT")
    for row, text in block_at(data, *path).items():
        result = legal_result(text, "offense", "6-SHORT")
        if result is not None and result.bold:
            yield told("DDF231", (*path, row), text, suggestion=text.replace("!", ""))


def _symbols(supplement: Mapping[str, Any]) -> Iterator[Finding]:
    """R3.6, R32.8: one of two symbols or none, never both."""
    for where, marks in MARKED.items():
        result, on = (value_at(supplement, *where, field) for field in ("result", "on"))
        path = ("supplement", *where)
        words = {"one": marks[0], "other": marks[1]}
        if isinstance(result, str) and result not in ("", *marks):
            both = all(mark in result for mark in marks)
            best = "" if both else nearest(result, marks)
            way = "both" if both else "says"
            yield told("DDF210", (*path, "result"), result, way=way, suggestion=best, **words)
        if result == "" and isinstance(on, str) and on.strip():
            yield told("DDF211", (*path, "result"), result, on=as_text(on), **words)
        if result in marks and isinstance(on, str) and not on.strip():
            yield told("DDF212", (*path, "on"), on, result=result)


def _spans(supplement: Mapping[str, Any]) -> Iterator[Finding]:
    """R3.7: numbers within their ranges; only a warning by R4.3."""
    for where, (low, high) in _SPANS.items():
        value = value_at(supplement, *where)
        if _is_number(value) and (value < low or (high is not None and value > high)):
            words = _SPAN_WORDS.get(where, f"{low} or more" if high is None else f"{low} to {high}")
            best = _within(value, low, high, turned=where[0] == "sack_rate")
            yield told("DDF261", ("supplement", *where), value, allowed=words, suggestion=best)


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _within(value: float, low: float, high: float | None, *, turned: bool) -> str:
    """The nearest number of the range; for yards with the wrong sign the same yards with the other."""
    if turned and high is not None and low <= -value <= high:
        return str(-value)
    best = low if value < low else high
    return str(best) if isinstance(best, int) else ""


def _quotas(supplement: Mapping[str, Any]) -> Iterator[Finding]:
    """R32.3: the most calls in one game cannot exceed those of the season."""
    for play in columns.PLAYS:
        calls, quota = (whole_at(supplement, "play_calls", play, field) for field in ("calls", "quota"))
        if calls is not None and quota is not None and quota > max(calls, 0):
            path = ("supplement", "play_calls", play, "quota")
            yield told("DDF240", path, quota, calls=calls, most=max(calls, 0))


def _calls(supplement: Mapping[str, Any], plays: tuple[str, ...]) -> dict[str, int] | None:
    """The calls of these plays; None unless all are known and there are any."""
    found = {play: whole_at(supplement, "play_calls", play, "calls") for play in plays}
    known = {play: calls for play, calls in found.items() if calls is not None and calls >= 0}
    return known if len(known) == len(plays) and any(known.values()) else None


def _solitaire(supplement: Mapping[str, Any]) -> Iterator[Finding]:
    """R31.3, R32.4: ranges cover 1-100 once and follow from the calls; so does the pass percent."""
    for group, plays in columns.GROUPS.items():
        texts = block_at(supplement, "solitaire", group)
        if any(isinstance(texts.get(play), str) and texts[play] for play in plays):
            yield from _ranges(texts, ("supplement", "solitaire", group), plays, _calls(supplement, plays))
    percent, calls = whole_at(supplement, "pass_percent"), _calls(supplement, columns.PLAYS)
    if percent is not None and calls is not None and 0 <= percent <= 100:
        expected = columns.pass_percent(calls)
        if percent != expected:
            path = ("supplement", "pass_percent")
            yield told("DDF253", path, percent, suggestion=str(expected), expected=expected)


def _span(text: str) -> tuple[int, int] | None:
    match = _RANGE.fullmatch(text)
    if match is None:
        return None
    first, last = int(match[1]), int(match[2] or match[1])
    return (first, last) if 1 <= first <= last <= 100 else None


def _ranges(
    texts: Mapping[str, Any], path: JsonPath, plays: tuple[str, ...], calls: Mapping[str, int] | None
) -> Iterator[Finding]:
    """The calls say what each range must be; without calls each must begin where the one before it ended."""
    expected = columns.solitaire_ranges(calls) if calls else None
    spans: dict[str, tuple[int, int] | None] = {}
    broken = False
    for play in plays:
        text = texts.get(play, "")
        if not isinstance(text, str):
            broken = True
            continue
        spans[play] = _span(text) if text.strip() else None
        if text.strip() and spans[play] is None:
            broken = True
            best = _range_text(expected.get(play)) if expected else ""
            yield told("DDF250", (*path, play), text, suggestion=best)
    if expected is not None:
        yield from _against_calls(texts, path, spans, expected)
    elif not broken:
        yield from _cover(texts, path, spans)


def _against_calls(
    texts: Mapping[str, Any],
    path: JsonPath,
    spans: Mapping[str, tuple[int, int] | None],
    expected: Mapping[str, tuple[int, int]],
) -> Iterator[Finding]:
    """Every range that differs from the one that follows from the calls; gaps and overlaps are named."""
    plays = list(spans)
    for index, play in enumerate(plays):
        span, wanted = spans[play], expected.get(play)
        if span == wanted or (span is None and str(texts.get(play, "")).strip()):
            continue
        before = next((other[1] for each in reversed(plays[:index]) if (other := spans[each])), 0)
        after = next((other[0] for each in plays[index + 1 :] if (other := spans[each])), 101)
        right = {"allowed": _range_text(wanted) or "no range", "suggestion": _range_text(wanted)}
        if problem := _misplaced(span, before, after):
            yield told("DDF251", (*path, play), texts.get(play), **problem, **right)
        else:
            said = _range_text(span) or "no range"
            yield told("DDF252", (*path, play), texts.get(play), text=said, **right)


def _misplaced(span: tuple[int, int] | None, before: int, after: int) -> dict[str, str]:
    """Whether a range leaves a gap to its neighbours or overlaps with them."""
    if span is None:
        return {}
    if span[0] <= before or span[1] >= after:
        return {"way": "says"}
    if span[0] > before + 1:
        return {"way": "before", "gap": _gap(before + 1, span[0] - 1)}
    return {"way": "after", "gap": _gap(span[1] + 1, after - 1)} if span[1] < after - 1 else {}


def _cover(
    texts: Mapping[str, Any], path: JsonPath, spans: Mapping[str, tuple[int, int] | None]
) -> Iterator[Finding]:
    """Without calls: each range begins where the one before ended, and the last ends at 100."""
    reached = 0
    for play, span in spans.items():
        if span is None:
            continue
        if problem := _misplaced(span, reached, span[1] + 1):
            yield told("DDF251", (*path, play), texts.get(play), allowed=f"from {reached + 1}", **problem)
        reached = span[1]
        last = play
    if reached != 100:
        yield told("DDF251", (*path, last), texts.get(last), way="after", gap=_gap(reached + 1, 100))


def _gap(first: int, last: int) -> str:
    return f"{first} is" if first == last else f"{first}-{last} are"


def _range_text(span: tuple[int, int] | None) -> str:
    return range_text(*span) if span else ""


def _muffed_snaps(supplement: Mapping[str, Any]) -> Iterator[Finding]:
    """R28.14: the rating is the converted percentage; only a warning by R4.3."""
    percent, rating = supplement.get("muffed_snap_percent"), supplement.get("muffed_snap_rating")
    # A percentage outside its range is reported on its own.
    if _is_number(percent) and 0 <= percent < 1 and isinstance(rating, str):
        expected = columns.muffed_snap_rating(percent)
        if rating != expected:
            words: dict[str, Any] = {"percent": percent, "expected": expected}
            yield told("DDF260", ("supplement", "muffed_snap_rating"), rating, suggestion=expected, **words)


_SLACK = 0.005
_MOST_SHARE = 1e9
_SCORES = ("home_score", "away_score")


def check_season_rules(data: Any) -> Iterator[Finding]:
    """Everything that the rules say about a season file beyond its shape and its sets of totals."""
    yield from _teams(data)
    yield from _schedule(data)
    yield from check_column(data, SQUIB_RETURN)
    for index, row in enumerate(list_at(data, "generic", "squeeze")):
        incomplete = value_at(row, "incomplete")
        if isinstance(incomplete, str) and incomplete:
            yield from check_set(incomplete, ("generic", "squeeze", index, "incomplete"))
    for path, thrown in _house_sets(data):
        totals = value_at(data, *path)
        if isinstance(totals, str) and totals:
            yield from check_set(totals, path, thrown)
    yield from _formation_mix(data)


def _house_sets(data: Any) -> Iterator[tuple[JsonPath, DiceSet]]:
    """Where the house tables have sets of totals, and of which dice."""
    house: JsonPath = ("generic", "house")
    for name in ("short", "safety", "try_counts", "try_fails"):
        yield (*house, name), dice.OFFENSIVE
    for name in ("home_field", "comeback"):
        for index in range(len(list_at(data, *house, name))):
            yield (*house, name, index), dice.DEFENSIVE
    for team in block_at(data, *house, "red_zone"):
        for side in ("offense", "defense"):
            yield (*house, "red_zone", team, side, "on"), dice.DEFENSIVE
    for team in block_at(data, *house, "close"):
        yield (*house, "close", team, "on"), dice.DEFENSIVE


def _teams(data: Any) -> Iterator[Finding]:
    seen: set[str] = set()
    for index, team in enumerate(_codes(data)):
        if team and team in seen:
            yield told("DDF271", ("teams", index, "code"), team)
        seen.add(team)


def _codes(data: Any) -> list[str]:
    """The code of each team of the list; empty where it is no text."""
    found = (value_at(team, "code") for team in list_at(data, "teams"))
    return [code if isinstance(code, str) else "" for code in found]


def _schedule(data: Any) -> Iterator[Finding]:
    known = dict.fromkeys(filter(None, _codes(data)))
    busy: set[tuple[Any, str]] = set()
    for index, game in enumerate(list_at(data, "schedule")):
        week = value_at(game, "week")
        for side in ("home", "away"):
            team, path = value_at(game, side), ("schedule", index, side)
            if not isinstance(team, str):
                continue
            if team not in known:
                yield told("DDF270", path, team, suggestion=nearest(team, known, most=1))
                continue
            if side == "away" and team == value_at(game, "home"):
                yield told("DDF272", path, team)
            elif isinstance(week, int) and (week, team) in busy:
                yield told("DDF275", path, team, week=week)
            if isinstance(week, int):
                busy.add((week, team))
        scores = [(name, game[name]) for name in _SCORES if name in game] if isinstance(game, dict) else []
        missing = [name for name, score in scores if score is None]
        if len(scores) == 2 and len(missing) == 1:
            yield told("DDF273", ("schedule", index, missing[0]), "null")


def _formation_mix(data: Any) -> Iterator[Finding]:
    for call, mix in block_at(data, "formation_mix").items():
        shares = list(mix.values()) if isinstance(mix, dict) else []
        # Only numbers that can be added up; the schema says what shares must be.
        if shares and all(_is_number(each) and abs(each) < _MOST_SHARE for each in shares):
            whole = sum(shares)
            if abs(whole - 1) > _SLACK:
                yield told("DDF274", ("formation_mix", call), round(whole, 6), whole=whole)
