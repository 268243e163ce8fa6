"""Every cell legal in its column (R4.2), every set of dice totals sound; and the nearest legal text if not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from string import ascii_uppercase
from typing import Any

from chartkit.dice import DiceSet, format_totals
from chartkit.findings import Catalogue, Finding, JsonPath, as_text, block_at, common_codes, distance, value_at
from chartkit.systems.ddf.charts import (
    FOULS,
    TEAM_COLUMNS,
    ColumnPlace,
    Kind,
    NotAResultError,
    Result,
    columns,
    dice,
    form_list,
    forms,
    forms_in_order,
    meaning,
    parse,
)
from chartkit.systems.ddf.data import shipped, shipped_data

_NUMBERS = re.compile(r"\d+")
#: No cell has more than 8 letters; for a text longer than this no correction is suggested.
_LONGEST_MEANT = 20
#: Thirty totals with commas between them have 89 characters.
_LONGEST_SET = 200
_NO_PARENTHESES = str.maketrans("", "", "()")
_FORCED = (Kind.FORCED, Kind.FORCED_TD)
_PART = re.compile(r"\s*(\d{1,4})\s*(?:[-–]\s*(\d{1,4})\s*)?")
_FORM = "totals and ranges of {first}-{last} with commas between them, such as `{example}`; empty for none"

#: Columns in the order of a chart file.
_CHARTS = ("offense", "defense", "special_teams", "coverage", "supplement")
_IN_FILE = sorted(TEAM_COLUMNS, key=lambda place: _CHARTS.index(place.chart))


@cache
def codes() -> Catalogue:
    """Every code that a check of this game's files can give."""
    return common_codes() | Catalogue.from_toml(shipped("codes.toml"))


def told(
    code: str,
    path: JsonPath,
    value: object = None,
    *,
    way: str = "says",
    allowed: str = "",
    suggestion: str = "",
    **parts: object,
) -> Finding:
    """A finding in the words of complaints.toml; `way` chooses among several."""
    words = shipped_data("complaints.toml")[code]
    message = words[way].format(value=as_text(value), **parts)
    allowed = allowed or words.get("allowed", "").format(**parts)
    return codes()[code].finding(message, path, value=value, allowed=allowed, suggestion=suggestion)


def check_cells(data: Any) -> Iterator[Finding]:
    """Every cell of a team chart that its column does not allow."""
    for place in _IN_FILE:
        yield from check_column(data, place)


def check_column(data: Any, place: ColumnPlace) -> Iterator[Finding]:
    """Every cell of one column that is not legal there; the schema reports rows that the dice cannot give."""
    rows = set(map(str, place.dice.totals))
    for row, text in block_at(data, *place.path).items():
        if isinstance(text, str) and not _is_canonical(text, place.chart, place.name) and row in rows:
            yield _complaint(text, (*place.path, row), place.chart, place.name)


def legal_result(text: Any, chart: str, column: str) -> Result | None:
    """What a cell says if it may stand in the column; None for anything else."""
    return _legal_result(text, chart, column) if isinstance(text, str) else None


@lru_cache(maxsize=65_536)
def _legal_result(text: str, chart: str, column: str) -> Result | None:
    try:
        result = parse(text)
    except NotAResultError:
        return None
    return result if result.form in columns.legal_forms(chart, column) else None


@lru_cache(maxsize=65_536)
def _is_canonical(text: str, chart: str, column: str) -> bool:
    """Legal in the column and written in its canonical form: nothing to say about it."""
    result = legal_result(text, chart, column)
    return result is not None and str(result) == text


#: Letters that are taken for digits, and the other way round.
_AS_DIGITS = str.maketrans({"O": "0", "I": "1", "L": "1"})
_AS_LETTERS = str.maketrans({"0": "O", "1": "I"})


def plain(text: str) -> str:
    """Without spaces, in capitals."""
    return "".join(text.split()).upper()


def read_cell(text: str, chart: str, column: str) -> str | None:
    """The only legal cell that the text can mean; None if there are none or several.

    >>> read_cell("OF 1O", "offense", "6-SHORT"), read_cell("incomplete", "offense", "6-SHORT")
    ('OFF 10', 'INC')
    """
    bare, spelled = plain(text), shipped_data("complaints.toml")["spelled"]
    first, *others = text.upper().split() or [""]
    letters = len(bare) - len(bare.lstrip(ascii_uppercase))
    ways = {
        # A word and its number, split at the space or where the letters end.
        spelled.get(first, first) + "".join(others).translate(_AS_DIGITS),
        spelled.get(bare[:letters], bare[:letters]) + bare[letters:].translate(_AS_DIGITS),
        # A number, or a word.
        bare.translate(_AS_DIGITS) if any(letter.isdigit() for letter in bare) else bare,
        bare.translate(_AS_LETTERS),
    }
    found = {str(result) for way in ways if (result := legal_result(way, chart, column)) is not None}
    return found.pop() if len(found) == 1 else None


def _complaint(text: str, path: JsonPath, chart: str, column: str) -> Finding:
    legal = columns.legal_forms(chart, column)
    allowed = form_list(legal)
    try:
        result = parse(text)
    except NotAResultError as error:
        why = f": {error.reason}" if error.reason else ""
        # What --fix would write counts more than what is spelled nearest.
        nearest = read_cell(text, chart, column) or suggest(text, chart, column)
        return told("DDF201", path, text, allowed=allowed, suggestion=nearest, why=why)
    if result.form in legal:
        way = "says" if text.strip() else "empty"
        return told("DDF205", path, text, way=way, suggestion=str(result), result=str(result))
    if chart == "defense" and result.kind in FOULS:
        return told("DDF203", path, text, allowed=allowed, meaning=meaning(result))
    code, nearest = "DDF204" if result.kind in _FORCED else "DDF202", suggest(text, chart, column, most=1)
    return told(code, path, text, allowed=allowed, suggestion=nearest, meaning=meaning(result))


def suggest(text: str, chart: str, column: str, *, most: int = 2) -> str:
    """The nearest text that the column allows: numbers are kept if they can be; empty when nothing is near.

    >>> suggest("OF 10", "offense", "6-SHORT")
    'OFF 10'
    """
    plain = "".join(text.split()).upper()
    if len(plain) > _LONGEST_MEANT:
        return ""
    numbers = [int(each) for each in _NUMBERS.findall(plain)]
    ranked = []
    for order, (candidate, kept) in enumerate(_candidates(numbers, chart, column)):
        changes = _changes(plain, candidate.replace(" ", "").upper())
        own = [int(each) for each in _NUMBERS.findall(candidate)]
        gap = abs(own[0] - numbers[0]) if own and numbers else 0
        ranked.append((changes, candidate[:1] != plain[:1], not kept, gap, order, candidate))
    best = min(ranked, default=None)
    # Two wrong letters of a short text leave nothing to go by.
    limit = most if len(plain) > 4 else 1
    return "" if best is None or best[0] > limit or best[0] >= len(plain) else best[-1]


def _changes(text: str, candidate: str) -> int:
    """Number of letters to change; a missing or extra pair of parentheses counts as one."""
    bare = [each.translate(_NO_PARENTHESES) for each in (text, candidate)]
    return min(distance(text, candidate), distance(*bare) + 1)


def _candidates(numbers: list[int], chart: str, column: str) -> Iterator[tuple[str, bool]]:
    """Texts that are legal in the column, made with the numbers of the wrong text; and whether they keep one."""
    known = forms()
    for name in forms_in_order(columns.legal_forms(chart, column)):
        for example in known[name].examples:
            if "#" not in known[name].text and name not in ("gain", "gain*", "gain!", "gain*!", "loss", "loss*"):
                yield example, bool(numbers) and str(numbers[0]) in example
                continue
            if not _NUMBERS.search(example):
                yield example, False
            for number in numbers:
                candidate = _NUMBERS.sub(str(number), example)
                if _is_canonical(candidate, chart, column):
                    yield candidate, True


def check_sets(data: Any, paths: tuple[JsonPath, ...]) -> Iterator[Finding]:
    """Every set of totals that is wrong; the schema reports what is no text."""
    for path in paths:
        text = value_at(data, *path)
        if isinstance(text, str) and text:
            yield from check_set(text, path)


def check_set(text: str, path: JsonPath, rolled: DiceSet = dice.OFFENSIVE) -> Iterator[Finding]:
    """What is wrong with one set of totals of some dice."""
    possible = rolled.totals
    example = "10-12,19,33-36" if rolled is dice.OFFENSIVE else "1,3-4"
    form = _FORM.format(first=possible[0], last=possible[-1], example=example)
    if len(text) > _LONGEST_SET:
        yield told("DDF220", path, text, way="long", allowed=form, length=len(text))
        return
    seen: set[int] = set()
    twice: set[int] = set()
    for part in text.split(",") if text.strip() else []:
        match = _PART.fullmatch(part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, -1)
        if last < first:
            way = "backwards" if match else "says"
            turned = text.replace(part, f"{match[2]}-{match[1]}", 1) if match else ""
            yield told("DDF220", path, text, way=way, allowed=form, suggestion=turned, part=as_text(part.strip()))
            return
        span = set(range(first, last + 1))
        twice |= seen & span
        seen |= span
    inside = seen & set(possible)
    for code, wrong in (("DDF221", seen - inside), ("DDF222", twice)):
        if wrong:
            best = format_totals(inside)
            yield told(code, path, text, allowed=form, suggestion=best, totals=format_totals(wrong))
    if seen == inside and not twice and format_totals(seen) != text:
        yield told("DDF223", path, text, suggestion=format_totals(seen))
