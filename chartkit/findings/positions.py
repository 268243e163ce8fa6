"""Line and column of the values of a JSON text that is known to be well formed."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from dataclasses import dataclass, field

from chartkit.findings.finding import JsonPath

_LINE_END = re.compile(r"\r\n|\n|\r")
_SPACE = re.compile(r"[ \t\n\r]*")
_SCALAR = re.compile(r"[^\s,\]}]+")
_CONSTANTS = ("NaN", "Infinity", "-Infinity")
_TEXT = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"')
#: Steps over a whole value at the speed of the json module.
_step_over = json.JSONDecoder().raw_decode
#: Looking up this many paths one by one costs about as much as noting where everything stands.
_MOST_LOOKED_UP = 24


@dataclass(frozen=True, slots=True)
class Position:
    """Line and column, both from 1, columns in characters."""

    line: int
    column: int


@dataclass
class Places:
    """Offsets of all keys and values by path, and the flaws that only a full scan can place."""

    values: dict[JsonPath, int] = field(default_factory=dict)
    keys: dict[JsonPath, int] = field(default_factory=dict)
    #: Path of a key that came again, where it came again, where it stood first.
    duplicates: list[tuple[JsonPath, int, int]] = field(default_factory=list)
    constants: list[tuple[JsonPath, int, str]] = field(default_factory=list)


class Positions:
    """Where things stand in a text; a few paths are looked up singly, many by one scan."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
        self._places: Places | None = None
        self._looked_up = 0

    def at(self, offset: int) -> Position:
        """The position of a character."""
        line = bisect_right(self._starts, offset)
        return Position(line, offset - self._starts[line - 1] + 1)

    @property
    def places(self) -> Places:
        """Where everything stands; scanned on first use."""
        if self._places is None:
            self._places = scan(self._text)
        return self._places

    def of(self, path: JsonPath) -> Position | None:
        """Where the value stands; None when the file has no such value."""
        offset = self._offsets(path)[1]
        return None if offset is None else self.at(offset)

    def of_key(self, path: JsonPath) -> Position | None:
        """Where the key of the value stands."""
        offset = self._offsets(path)[0]
        return None if offset is None else self.at(offset)

    def nearest(self, path: JsonPath) -> Position:
        """Where the value stands, or else the nearest thing around it."""
        for length in range(len(path), 0, -1):
            if position := self.of(path[:length]):
                return position
        return self.of(()) or Position(1, 1)

    def _offsets(self, path: JsonPath) -> tuple[int | None, int | None]:
        self._looked_up += 1
        if self._places is None and self._looked_up <= _MOST_LOOKED_UP:
            return look_up(self._text, path)
        return self.places.keys.get(path), self.places.values.get(path)


def look_up(text: str, path: JsonPath) -> tuple[int | None, int | None]:
    """Where the key and the value of one path stand, in a text without duplicate keys."""
    key: int | None = None
    offset = _skip(text, 0)
    for step in path:
        wanted, is_list = step, text[offset] == "["
        if text[offset] not in "{[" or is_list is not isinstance(step, int):
            return None, None
        here = _skip(text, offset + 1)
        index = 0
        while text[here] not in "}]":
            start = here
            if is_list:
                name: str | int = index
            else:
                name, here = _name(text, here)
            if name == wanted:
                key, offset = None if is_list else start, here
                break
            here = _skip(text, _step_over(text, here)[1])
            here = _skip(text, here + 1) if text[here] == "," else here
            index += 1
        else:
            return None, None
    return key, offset


def scan(text: str) -> Places:
    """Walk a well-formed JSON text once, without recursion, and note where everything stands."""
    found = Places()
    path: list[str | int] = []
    offset = _skip(text, 0)
    while True:
        # A value begins here.
        found.values[tuple(path)] = offset
        first = text[offset]
        if first in "{[":
            inside = _skip(text, offset + 1)
            if text[inside] not in "}]":
                path.append(0 if first == "[" else "")
                offset = inside if first == "[" else _key(found, text, path, inside)
                continue
            offset = inside + 1
        elif first == '"':
            offset += len(_quoted(text, offset))
        else:
            offset = _scalar(found, text, path, offset)
        # The value has ended: close what closes, then go on to the next value.
        offset = _skip(text, offset)
        while path and text[offset] in "}]":
            path.pop()
            offset = _skip(text, offset + 1)
        if not path:
            return found
        offset = _skip(text, offset + 1)
        step = path[-1]
        if isinstance(step, int):
            path[-1] = step + 1
        else:
            offset = _key(found, text, path, offset)


def _skip(text: str, offset: int) -> int:
    match = _SPACE.match(text, offset)
    return match.end() if match else offset


def _quoted(text: str, offset: int) -> str:
    match = _TEXT.match(text, offset)
    if match is None:
        raise ValueError(f"no JSON text at {offset}")
    return match[0]


def _name(text: str, offset: int) -> tuple[str, int]:
    """The key that begins here, and where its value begins."""
    quoted = _quoted(text, offset)
    name: str = quoted[1:-1] if "\\" not in quoted else json.loads(quoted)
    colon = _skip(text, offset + len(quoted))
    return name, _skip(text, colon + 1)


def _key(found: Places, text: str, path: list[str | int], offset: int) -> int:
    """Note the key that begins here; answer where its value begins."""
    path[-1], value = _name(text, offset)
    whole = tuple(path)
    if whole in found.keys:
        found.duplicates.append((whole, offset, found.keys[whole]))
    found.keys[whole] = offset
    return value


def _scalar(found: Places, text: str, path: list[str | int], offset: int) -> int:
    match = _SCALAR.match(text, offset)
    word = match[0] if match else text[offset]
    if word in _CONSTANTS:
        found.constants.append((tuple(path), offset, word))
    return offset + len(word)
