"""Repair a chart file in place: texts that can only mean one thing are corrected; the old file is kept."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from chartkit.files import write_bytes
from chartkit.findings import (
    Change,
    Finding,
    JsonPath,
    JsonSource,
    Severity,
    UnreadableError,
    read_bytes,
    read_json,
    value_at,
)
from chartkit.systems.ddf.charts import SQUIB_RETURN, TEAM_COLUMNS
from chartkit.systems.ddf.validate.cells import legal_result
from chartkit.systems.ddf.validate.validator import FILES, check_source_file

#: Repairing a key or a type can uncover texts that were not checked before.
_MOST_ROUNDS = 3
#: Results written in words, or with a letter too few, without spaces and in upper case.
_SPELLED: Mapping[str, str] = {
    "OF": "OFF",
    "OFFENSE": "OFF",
    "OFFENCE": "OFF",
    "DE": "DEF",
    "DF": "DEF",
    "DEFENSE": "DEF",
    "DEFENCE": "DEF",
    "INCOMP": "INC",
    "INCOMPLETE": "INC",
    "INCOMPLETION": "INC",
    "INTERCEPTED": "INT",
    "INTERCEPTION": "INT",
    "FUM": "F",
    "FUMBLE": "F",
    "TOUCHDOWN": "TD",
    "BREAKAWAY": "B",
    "BLOCK": "BK",
    "BLOCKED": "BK",
    "FAIRCATCH": "FC",
    "GOOD": "G",
    "NOGOOD": "NG",
    "PASSINTERFERENCE": "PI",
}
#: Letters that are taken for digits, and the other way round.
_AS_DIGITS = str.maketrans({"O": "0", "I": "1", "L": "1"})
_AS_LETTERS = str.maketrans({"0": "O", "1": "I"})
_CELL_CODES = frozenset({"DDF201", "DDF202", "DDF203", "DDF204"})
#: Findings whose suggestion says the same in the form that is wanted.
_SAME_IN_FORM = frozenset({"DDF205", "DDF223"})
#: Findings whose suggestion is certain if only case and spaces differ.
_NAMES = frozenset({"CK103", "CK104", "DDF210", "DDF270"})
_WHOLE = re.compile(r"\s*-?[0-9]{1,9}\s*")


def fix_path(path: Path) -> list[Change]:
    """Mend a file, or the files of a folder; what was changed, with its place in the old file."""
    return [change for file in FILES.files_of(path) for change in _fix_file(file)]


def _fix_file(path: Path) -> list[Change]:
    try:
        source = read_json(path)
    except UnreadableError:
        return []
    text, changes = mended(source)
    if changes:
        write_bytes(_free_name(path), path.read_bytes())
        write_bytes(path, text.encode("utf-8"))
    return changes


def _free_name(path: Path) -> Path:
    """A name beside the file that nothing has: `PHI.json.old`, `PHI.json.old2`."""
    number = 1
    while (kept := path.with_name(f"{path.name}.old{number if number > 1 else ''}")).exists():
        number += 1
    return kept


def mended(source: JsonSource) -> tuple[str, list[Change]]:
    """The text with every certain change made, and the changes."""
    done: list[Change] = []
    for _ in range(_MOST_ROUNDS):
        wanted = list(_certain_changes(source))
        still_wrong = _wrong_paths(_changed(source, wanted))
        # A change that does not make its place right is not made.
        wanted = [each for each in wanted if _new_path(each) not in still_wrong]
        if not wanted:
            break
        done += wanted
        source = _changed(source, wanted)
    return source.text, done


def _wrong_paths(source: JsonSource) -> set[JsonPath]:
    """Places that break a rule; a type that was mended may show a rule that is mended next."""
    return {
        each.path
        for each in check_source_file(source)
        if each.severity is not Severity.WARNING and _new_text(each, source.data) is None
    }


def _new_path(change: Change) -> JsonPath:
    path = change.finding.path
    return (*path[:-1], json.loads(change.new)) if change.finding.at_key else path


def _changed(source: JsonSource, changes: list[Change]) -> JsonSource:
    """The source with new texts in place of the old ones."""
    places = source.positions.places
    offsets = {
        (places.keys if each.finding.at_key else places.values)[each.finding.path]: each.new for each in changes
    }
    text = source.text
    for offset in sorted(offsets, reverse=True):
        end = json.JSONDecoder().raw_decode(text, offset)[1]
        text = text[:offset] + offsets[offset] + text[end:]
    return read_bytes(text.encode("utf-8"), source.file)


def _certain_changes(source: JsonSource) -> Iterator[Change]:
    seen: set[JsonPath] = set()
    for finding in check_source_file(source):
        if finding.path in seen or not finding.path:
            continue
        new = _new_text(finding, source.data)
        if new is not None:
            seen.add(finding.path)
            old = finding.path[-1] if finding.at_key else value_at(source.data, *finding.path)
            yield Change(finding, json.dumps(old, ensure_ascii=False), new)


def _new_text(finding: Finding, data: Any) -> str | None:
    """The JSON text that was certainly meant; None when more than one reading is possible."""
    value = finding.path[-1] if finding.at_key and finding.path else value_at(data, *finding.path)
    meant: object = None
    if finding.code in _SAME_IN_FORM:
        meant = finding.suggestion
    elif finding.code in _CELL_CODES and isinstance(value, str):
        chart, column = _columns().get(finding.path[:-1], ("", ""))
        meant = read_cell(value, chart, column) if column else None
    elif finding.code in _NAMES and isinstance(value, str):
        meant = finding.suggestion if _plain(value) == _plain(finding.suggestion) else None
    elif finding.code == "CK106" and isinstance(value, str):
        meant = _plain(value) if _plain(value) != value else None
    elif finding.code == "CK101":
        # The suggestion is JSON: a number in quotes, or a whole number without its point.
        if finding.suggestion:
            return finding.suggestion
        is_whole = finding.allowed == "a whole number" and isinstance(value, str) and _WHOLE.fullmatch(value)
        meant = int(value) if is_whole else None
    return None if meant is None or meant == value else json.dumps(meant, ensure_ascii=False)


def _plain(text: str) -> str:
    return "".join(text.split()).upper()


@cache
def _columns() -> Mapping[JsonPath, tuple[str, str]]:
    """For the path of each column, the chart and column that its legality goes by."""
    return {place.path: (place.chart, place.name) for place in (*TEAM_COLUMNS, SQUIB_RETURN)}


def read_cell(text: str, chart: str, column: str) -> str | None:
    """The one legal cell that the text can be read as; None when there is none, or more than one.

    >>> read_cell("OF 1O", "offense", "6-SHORT"), read_cell("incomplete", "offense", "6-SHORT")
    ('OFF 10', 'INC')
    """
    plain = _plain(text)
    first, *others = text.upper().split() or [""]
    letters = len(plain) - len(plain.lstrip(ascii_uppercase))
    ways = {
        # A word and its number, split at the space or where the letters end.
        _SPELLED.get(first, first) + "".join(others).translate(_AS_DIGITS),
        _SPELLED.get(plain[:letters], plain[:letters]) + plain[letters:].translate(_AS_DIGITS),
        # A number, or a word.
        plain.translate(_AS_DIGITS) if any(letter.isdigit() for letter in plain) else plain,
        plain.translate(_AS_LETTERS),
    }
    found = {str(result) for way in ways if (result := legal_result(way, chart, column)) is not None}
    return found.pop() if len(found) == 1 else None
