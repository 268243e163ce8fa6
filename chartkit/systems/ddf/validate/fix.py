"""What a text of a chart file was certainly meant to be, so that it can be mended without asking."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from string import ascii_uppercase
from typing import Any

from chartkit.findings import Finding, JsonPath, value_at
from chartkit.systems.ddf.charts import SQUIB_RETURN, TEAM_COLUMNS
from chartkit.systems.ddf.validate.cells import legal_result
from chartkit.systems.ddf.validate.validator import FILES
from chartkit.systems.game_files import Mender

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


MENDER = Mender(FILES, _new_text)
fix_path = MENDER.fix_path
