"""Line and column of every value of a JSON text that is known to be well formed."""

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


@dataclass(frozen=True, slots=True)
class Position:
    """Line and column, both from 1, columns in characters."""

    line: int
    column: int


@dataclass
class Positions:
    """Offsets of keys and values by path, and the flaws that only a scan can place."""

    text: str
    values: dict[JsonPath, int] = field(default_factory=dict)
    keys: dict[JsonPath, int] = field(default_factory=dict)
    #: Path of the key that came again, where it came again, where it stood first.
    duplicates: list[tuple[JsonPath, Position, Position]] = field(default_factory=list)
    constants: list[tuple[JsonPath, Position, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(self.text))]

    def at(self, offset: int) -> Position:
        """The position of a character."""
        line = bisect_right(self._starts, offset)
        return Position(line, offset - self._starts[line - 1] + 1)

    def of(self, path: JsonPath) -> Position | None:
        """Where the value stands; None when the file has no such value."""
        offset = self.values.get(path)
        return None if offset is None else self.at(offset)

    def of_key(self, path: JsonPath) -> Position | None:
        """Where the key of the value stands."""
        offset = self.keys.get(path)
        return None if offset is None else self.at(offset)

    def nearest(self, path: JsonPath) -> Position:
        """Where the value stands, or else the nearest thing around it."""
        for length in range(len(path), 0, -1):
            if position := self.of(path[:length]):
                return position
        return self.of(()) or Position(1, 1)


def scan(text: str) -> Positions:
    """Walk a well-formed JSON text once, without recursion, and note where everything stands."""
    found = Positions(text)
    path: list[str | int] = []
    open_lists: list[bool] = []
    offset = _skip(text, 0)
    while True:
        # A value begins here.
        found.values[tuple(path)] = offset
        first = text[offset]
        if first in "{[":
            inside = _skip(text, offset + 1)
            if text[inside] not in "}]":
                is_list = first == "["
                open_lists.append(is_list)
                path.append(0 if is_list else "")
                offset = inside if is_list else _key(found, path, inside)
                continue
            offset = inside + 1
        elif first == '"':
            offset += len(_quoted(text, offset))
        else:
            offset = _scalar(found, path, offset)
        # The value has ended: close what closes, then go on to the next value.
        offset = _skip(text, offset)
        while open_lists and text[offset] in "}]":
            open_lists.pop()
            path.pop()
            offset = _skip(text, offset + 1)
        if not open_lists:
            return found
        offset = _skip(text, offset + 1)
        step = path[-1]
        if isinstance(step, int):
            path[-1] = step + 1
        else:
            offset = _key(found, path, offset)


def _skip(text: str, offset: int) -> int:
    match = _SPACE.match(text, offset)
    return match.end() if match else offset


def _quoted(text: str, offset: int) -> str:
    match = _TEXT.match(text, offset)
    if match is None:
        raise ValueError(f"no JSON text at {offset}")
    return match[0]


def _key(found: Positions, path: list[str | int], offset: int) -> int:
    """Read the key that begins here; answer where its value begins."""
    quoted = _quoted(found.text, offset)
    path[-1] = quoted[1:-1] if "\\" not in quoted else json.loads(quoted)
    whole = tuple(path)
    if whole in found.keys:
        found.duplicates.append((whole, found.at(offset), found.at(found.keys[whole])))
    found.keys[whole] = offset
    colon = _skip(found.text, offset + len(quoted))
    return _skip(found.text, colon + 1)


def _scalar(found: Positions, path: list[str | int], offset: int) -> int:
    match = _SCALAR.match(found.text, offset)
    word = match[0] if match else found.text[offset]
    if word in _CONSTANTS:
        found.constants.append((tuple(path), found.at(offset), word))
    return offset + len(word)
