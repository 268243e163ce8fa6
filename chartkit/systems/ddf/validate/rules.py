"""Rules that reach beyond a single cell: of a team chart (R3.4, R3.6, R3.7, R28.14, R32) and of a season file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from chartkit.dice import DiceSet
from chartkit.findings import Finding, JsonPath, as_text, block_at, list_at, nearest, value_at, whole_at
from chartkit.systems.ddf.charts import MARKED, SQUIB_RETURN, Result, columns, dice, scalars
from chartkit.systems.ddf.validate.cells import check_column, check_set, codes, legal_result

_RANGE = re.compile(r"\s*(\d{1,3})\s*(?:[-–]\s*(\d{1,3})\s*)?")
_GROUPS = {"run": columns.RUNS, "pass": columns.PASSES}
#: R3.7: field of the supplement -> lowest, highest.
_SPANS: Mapping[tuple[str, ...], tuple[float, float | None]] = {
    **scalars.SPANS,
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
    known: dict[str, Result] = {}
    unknown = False
    column = block_at(data, *path)
    for total in dice.OFFENSIVE.totals:
        text = column.get(str(total))
        result = legal_result(text, "special_teams", columns.FIELD_GOAL) if isinstance(text, str) else None
        if result is None:
            unknown = True
        else:
            known[str(total)] = result
    kicks = {row: cell for row, cell in known.items() if cell.form in ("gain", "gain!")}
    if not kicks:
        return
    ends = {pick(cell.yards for cell in kicks.values()) for pick in (min, max)}
    for row, cell in kicks.items():
        if cell.bold and cell.yards not in ends:
            yield codes()["DDF230"].finding(
                f"`{cell}` is bold, but the shortest and longest are {min(ends)} and {max(ends)}.",
                (*path, row),
                value=str(cell),
                allowed="`!` on the shortest and the longest only",
                suggestion=str(cell.yards),
            )
        elif not cell.bold and cell.yards in ends and not unknown:
            yield codes()["DDF230"].finding(
                f"`{cell}` is the {'longest' if cell.yards == max(ends) else 'shortest'}, but not bold.",
                (*path, row),
                value=str(cell),
                allowed="`!` on the shortest and the longest only",
                suggestion=f"{cell}!",
            )


def _big_play(data: Any, supplement: Mapping[str, Any]) -> Iterator[Finding]:
    """R28.13: a bold gain in 6-SHORT needs the chart that it sends to."""
    chart = supplement.get("short_pass_big_play")
    if chart is not None and chart != {}:
        return
    path: JsonPath = ("offense", "columns", "6-SHORT")
    for row, text in block_at(data, *path).items():
        result = legal_result(text, "offense", "6-SHORT") if isinstance(text, str) else None
        if result is not None and result.bold:
            yield codes()["DDF231"].finding(
                f"`{as_text(text)}` is bold, but the team has no Short Pass-Big Play chart.",
                (*path, row),
                value=text,
                suggestion=text.replace("!", ""),
            )


def _symbols(supplement: Mapping[str, Any]) -> Iterator[Finding]:
    """R3.6, R32.8: one of two symbols or none, never both."""
    for where, marks in MARKED.items():
        result, on = (value_at(supplement, *where, field) for field in ("result", "on"))
        path = ("supplement", *where)
        if isinstance(result, str) and result not in ("", *marks):
            both = all(mark in result for mark in marks)
            yield codes()["DDF210"].finding(
                "both symbols stand here; a column never holds both."
                if both
                else f"`{as_text(result)}` is no symbol of this chart.",
                (*path, "result"),
                value=result,
                allowed=f"`{marks[0]}` or `{marks[1]}` or the empty text, never both",
                suggestion="" if both else nearest(result, marks),
            )
        if result == "" and isinstance(on, str) and on.strip():
            yield codes()["DDF211"].finding(
                f"totals {as_text(on)} carry no symbol.",
                (*path, "result"),
                value=result,
                allowed=f"`{marks[0]}` or `{marks[1]}`",
            )
        if result in marks and isinstance(on, str) and not on.strip():
            yield codes()["DDF212"].finding(f"`{result}` stands on no total.", (*path, "on"), value=on)


def _spans(supplement: Mapping[str, Any]) -> Iterator[Finding]:
    """R3.7: numbers within their ranges; only a warning by R4.3."""
    for where, (low, high) in _SPANS.items():
        value = value_at(supplement, *where)
        if not isinstance(value, int | float) or isinstance(value, bool):
            continue
        if value < low or (high is not None and value > high):
            words = _SPAN_WORDS.get(where, f"{low} or more" if high is None else f"{low} to {high}")
            yield codes()["DDF261"].finding(
                f"`{value}` is outside the range.",
                ("supplement", *where),
                value=value,
                allowed=words,
                suggestion=_within(value, low, high, turned=where[0] == "sack_rate"),
            )


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
            yield codes()["DDF240"].finding(
                f"the quota {quota} is above the {calls} calls of the season.",
                ("supplement", "play_calls", play, "quota"),
                value=quota,
                allowed=f"0 to {max(calls, 0)}",
            )


def _calls(supplement: Mapping[str, Any], plays: tuple[str, ...]) -> dict[str, int] | None:
    """The calls of these plays; None unless all are known and there are any."""
    found = {play: whole_at(supplement, "play_calls", play, "calls") for play in plays}
    known = {play: calls for play, calls in found.items() if calls is not None and calls >= 0}
    return known if len(known) == len(plays) and any(known.values()) else None


def _solitaire(supplement: Mapping[str, Any]) -> Iterator[Finding]:
    """R31.3, R32.4: ranges cover 1-100 once and follow from the calls; so does the pass percent."""
    for group, plays in _GROUPS.items():
        texts = block_at(supplement, "solitaire", group)
        if any(isinstance(texts.get(play), str) and texts[play] for play in plays):
            yield from _ranges(texts, ("supplement", "solitaire", group), plays, _calls(supplement, plays))
    percent, calls = whole_at(supplement, "pass_percent"), _calls(supplement, columns.PLAYS)
    if percent is not None and calls is not None and 0 <= percent <= 100:
        expected = scalars.pass_percent(calls)
        if percent != expected:
            yield codes()["DDF253"].finding(
                f"{percent} does not follow from the calls.",
                ("supplement", "pass_percent"),
                value=percent,
                allowed=str(expected),
                suggestion=str(expected),
            )


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
    expected = scalars.solitaire_ranges(calls) if calls else None
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
            yield codes()["DDF250"].finding(
                f"`{as_text(text)}` is not a range of 1-100.",
                (*path, play),
                value=text,
                allowed="first and last of 1-100, such as `1-36`",
                suggestion=_range_text(expected.get(play)) if expected else "",
            )
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
    """Every range that is not the one that follows from the calls; a gap or an overlap is said as such."""
    plays = list(spans)
    for index, play in enumerate(plays):
        span, wanted = spans[play], expected.get(play)
        if span == wanted or (span is None and str(texts.get(play, "")).strip()):
            continue
        before = [other[1] for each in plays[:index] if (other := spans[each])]
        after = [other[0] for each in plays[index + 1 :] if (other := spans[each])]
        problem = _misplaced(span, before[-1] if before else 0, after[0] if after else 101)
        code, message = problem or (
            "DDF252",
            f"`{_range_text(span) or 'no range'}` does not follow from the calls.",
        )
        yield codes()[code].finding(
            message,
            (*path, play),
            value=texts.get(play),
            allowed=_range_text(wanted) or "no range",
            suggestion=_range_text(wanted),
        )


def _misplaced(span: tuple[int, int] | None, before: int, after: int) -> tuple[str, str] | None:
    """Whether a range leaves a gap to its neighbours or overlaps with them."""
    if span is None:
        return None
    if span[0] <= before or span[1] >= after:
        return "DDF251", "this range overlaps with its neighbour."
    if span[0] > before + 1:
        return "DDF251", f"{_gap(before + 1, span[0] - 1)} missing before this range."
    if span[1] < after - 1:
        return "DDF251", f"{_gap(span[1] + 1, after - 1)} missing after this range."
    return None


def _cover(
    texts: Mapping[str, Any], path: JsonPath, spans: Mapping[str, tuple[int, int] | None]
) -> Iterator[Finding]:
    """Without calls: each range begins where the one before ended, and the last ends at 100."""
    reached = 0
    for play, span in spans.items():
        if span is None:
            continue
        if problem := _misplaced(span, reached, span[1] + 1):
            code, message = problem
            yield codes()[code].finding(
                message, (*path, play), value=texts.get(play), allowed=f"from {reached + 1}"
            )
        reached = span[1]
        last = play
    if reached != 100:
        yield codes()["DDF251"].finding(
            f"{_gap(reached + 1, 100)} missing after this range.", (*path, last), value=texts.get(last)
        )


def _gap(first: int, last: int) -> str:
    return f"{first} is" if first == last else f"{first}-{last} are"


def _range_text(span: tuple[int, int] | None) -> str:
    if span is None:
        return ""
    return f"{span[0]}-{span[1]}" if span[0] != span[1] else str(span[0])


def _muffed_snaps(supplement: Mapping[str, Any]) -> Iterator[Finding]:
    """R28.14: the rating is the converted percentage; only a warning by R4.3."""
    percent, rating = supplement.get("muffed_snap_percent"), supplement.get("muffed_snap_rating")
    if not isinstance(percent, int | float) or isinstance(percent, bool) or not isinstance(rating, str):
        return
    # A percentage outside its range is reported on its own.
    if not 0 <= percent < 1:
        return
    expected = scalars.muffed_snap_rating(percent)
    if rating != expected:
        yield codes()["DDF260"].finding(
            f"`{as_text(rating)}` does not follow from {percent} percent.",
            ("supplement", "muffed_snap_rating"),
            value=rating,
            allowed=expected,
            suggestion=expected,
        )


_SLACK = 0.005
_MOST_SHARE = 1e9


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
    for name in ("short", "safety"):
        yield (*house, name), dice.OFFENSIVE
    for name in ("home_field", "comeback"):
        for index in range(len(list_at(data, *house, name))):
            yield (*house, name, index), dice.DEFENSIVE
    for team in block_at(data, *house, "red_zone"):
        for side in ("offense", "defense"):
            yield (*house, "red_zone", team, side, "on"), dice.DEFENSIVE


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
