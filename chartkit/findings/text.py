"""Texts for people: values as they stand in the file, safe to print, and the text that was probably meant."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import islice
from typing import TypeVar

from chartkit.errors import InputError, UnknownNameError

Value = TypeVar("Value")

_MOST_SHOWN = 60
#: No known name is longer than this, and comparing long texts is slow.
_LONGEST_COMPARED = 60
_MOST_COMPARED = 200
#: Control characters, characters that change the direction of writing, and surrogates.
_UNPRINTABLE = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
_SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}


def visible(text: str) -> str:
    r"""The text with every character that a terminal would act on or could not print, escaped as in JSON.

    >>> visible("\x1b[31mred")
    '\\u001b[31mred'
    """
    return _UNPRINTABLE.sub(lambda found: _SHORT.get(found[0], f"\\u{ord(found[0]):04x}"), text)


def as_text(value: object) -> str:
    """A value as it stands in the file; texts without their quotes, long ones cut."""
    text = visible(value[: _MOST_SHOWN + 1] if isinstance(value, str) else _encoded(value))
    return text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 3] + "..."


def _encoded(value: object) -> str:
    """The beginning of the value's JSON: enough to show."""
    text = ""
    try:
        for part in json.JSONEncoder(ensure_ascii=False, default=str).iterencode(value):
            text += part
            if len(text) > _MOST_SHOWN:
                break
    except ValueError:
        # Python refuses to write a number of thousands of digits.
        text += "a number of thousands of digits"
    return text


def distance(one: str, other: str) -> int:
    """Letters to add, drop, change or swap with a neighbour to get from one text to the other.

    difflib counts matching letters, for which a swap is as far as a change.

    >>> distance("ITN", "INT"), distance("OF10", "OFF10")
    (1, 1)
    """
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        this = [row]
        for place, wanted in enumerate(other, 1):
            cost = min(last[place] + 1, this[-1] + 1, last[place - 1] + (letter != wanted))
            if row > 1 and place > 1 and letter == other[place - 2] and one[row - 2] == wanted:
                cost = min(cost, before[place - 2] + 1)
            this.append(cost)
        before, last = last, this
    return last[-1]


def nearest(text: str, possible: Iterable[str], *, most: int | None = None) -> str:
    """The possible text that is nearest, ignoring case and spaces; empty when nothing is near.

    >>> nearest("6-SHROT", ["6-SHORT", "8-LONG"])
    '6-SHORT'
    """
    candidates = list(islice(possible, _MOST_COMPARED + 1))
    if len(text) > _LONGEST_COMPARED or len(candidates) > _MOST_COMPARED:
        return ""
    plain = _plain(text)
    limit = max(1, len(plain) // 3) if most is None else most
    ranked = [
        (distance(plain, _plain(each)), order, each)
        for order, each in enumerate(candidates)
        if abs(len(_plain(each)) - len(plain)) <= limit
    ]
    best = min(ranked, default=None)
    return best[2] if best and best[0] <= limit and best[0] < max(len(plain), 1) else ""


def _plain(text: str) -> str:
    return "".join(text.split()).upper()


class ByName(dict[str, Value]):
    """A dict by name; a name that is not there is a KeyError that says which one was probably meant.

    >>> ByName({"6-SHORT": 1})["6-SHROT"]
    Traceback (most recent call last):
    chartkit.errors.UnknownNameError: there is no '6-SHROT'. Did you mean 6-SHORT?
    """

    def __missing__(self, name: str) -> Value:
        raise unknown_name(name, self)


def unknown_name(name: object, known: Iterable[str]) -> UnknownNameError:
    """The error for a name that is not among the known ones: the nearest of them, or all."""
    names = list(known)
    guess = nearest(name, names) if isinstance(name, str) else ""
    remedy = f"Did you mean {guess}?" if guess else f"There is: {', '.join(names)}." if names else None
    return UnknownNameError(f"there is no {as_text(name)!r}.", remedy=remedy)


# Names that people type.


def match_name(text: str, names: tuple[str, ...], what: str) -> str:
    """The name that a person means: `6`, `short`, `6-short` for 6-SHORT."""
    wanted = _bare(text)
    several: list[str] = []
    for fits in (_whole, _piece, _start):
        found = [name for name in names if wanted and fits(_bare(name), wanted)]
        if len(found) == 1:
            return found[0]
        several = several or found
    if several:
        raise InputError(f"{text!r} is more than one {what}.", remedy=f"Choose one of {', '.join(several)}.")
    guess = nearest(text, names)
    remedy = f"Did you mean {guess}?" if guess else f"Known are: {', '.join(names)}."
    raise InputError(f"there is no {what} called {text!r}.", remedy=remedy)


def _bare(text: str) -> str:
    return " ".join(text.upper().replace("-", " ").replace("_", " ").split())


def _whole(name: str, wanted: str) -> bool:
    return name == wanted


def _piece(name: str, wanted: str) -> bool:
    number, _, rest = name.partition(" ")
    return wanted == rest or (len(number) == 1 and wanted == number)


def _start(name: str, wanted: str) -> bool:
    return name.startswith(wanted) or wanted in name.split()
