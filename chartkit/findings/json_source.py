"""A JSON file read for people: exact complaints about broken files, and the line and column of every value."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chartkit.errors import InputError
from chartkit.findings.catalogue import common_codes
from chartkit.findings.finding import Finding, JsonPath, as_text

if TYPE_CHECKING:
    from chartkit.findings.positions import Position, Positions

#: A chart has some 25 kB, a season's files a few hundred; beyond this something else was given.
_MOST_BYTES = 16_000_000
_ANOTHER = "Check that this is the file you meant."
_UTF8_MARK = b"\xef\xbb\xbf"
_WIDE_MARKS = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16", b"\x00\x00\xfe\xff": "UTF-32"}


class UnreadableError(InputError):
    """A file that cannot be read as JSON at all; carries the finding that says why and where."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding
        super().__init__(finding.message, where=finding.where, remedy=finding.remedy or None)


@dataclass
class JsonSource:
    """The data of a file, what was wrong with the file itself, and positions worked out when asked for."""

    file: str
    text: str
    data: Any
    #: Duplicate keys, NaN, a byte order mark: the data can still be checked.
    findings: list[Finding] = field(default_factory=list)

    @cached_property
    def positions(self) -> Positions:
        """Where every value and every key stands; worked out when something must be placed."""
        from chartkit.findings.positions import Positions

        return Positions(self.text)

    def located(self, findings: list[Finding]) -> list[Finding]:
        """The findings with file, line and column; what is missing is placed at what should hold it."""
        if not findings:
            return []
        return [self._locate(each) for each in findings]

    def _locate(self, finding: Finding) -> Finding:
        key = self.positions.of_key(finding.path) if finding.at_key else None
        position = key or self.positions.nearest(finding.path)
        return replace(finding, file=self.file, line=position.line, column=position.column)


def _unreadable(
    file: str, code: str, message: str, position: Position | None = None, *, remedy: str = ""
) -> UnreadableError:
    kind = common_codes()[code]
    found = kind.finding(message)
    return UnreadableError(
        replace(
            found,
            file=file,
            line=position.line if position else None,
            column=position.column if position else None,
            remedy=remedy or kind.remedy,
        )
    )


def read_json(path: Path) -> JsonSource:
    """Read a file; raise UnreadableError with one clear message when it is not JSON."""
    file = str(path)
    try:
        if path.is_dir():
            raise _unreadable(file, "CK002", "this is a folder, not a file.", remedy="Name a file in it.")
        size = path.stat().st_size
        if size > _MOST_BYTES:
            raise _unreadable(
                file,
                "CK003",
                f"the file has {size / 1e6:,.0f} MB; no file of chartkit has more than {_MOST_BYTES / 1e6:,.0f}.",
            )
        raw = path.read_bytes()
    except FileNotFoundError as error:
        raise _unreadable(file, "CK001", "there is no such file.") from error
    except OSError as error:
        raise _unreadable(file, "CK001", f"the file cannot be opened: {error.strerror}.") from error
    return read_bytes(raw, file)


def read_bytes(raw: bytes, file: str) -> JsonSource:
    """Read JSON that is already in memory under the name of its file."""
    marked = raw.startswith(_UTF8_MARK)
    source = _parse(_decode(raw.removeprefix(_UTF8_MARK), file), file)
    if marked:
        mark = common_codes()["CK007"].finding("the file begins with a byte order mark.")
        source.findings.append(replace(mark, file=file, line=1, column=1))
    return source


def _decode(raw: bytes, file: str) -> str:
    for mark, name in _WIDE_MARKS.items():
        if raw.startswith(mark):
            raise _unreadable(file, "CK004", f"the file is written in {name}, not in UTF-8.")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        from chartkit.findings.positions import Positions

        before = raw[: error.start].decode("utf-8")
        position = Positions(before).at(len(before))
        raise _unreadable(
            file, "CK004", f"the byte 0x{raw[error.start]:02x} here is not UTF-8 text.", position
        ) from error


def _parse(text: str, file: str) -> JsonSource:
    flawed = False

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal flawed
        found = dict(items)
        flawed = flawed or len(found) != len(items)
        return found

    def constant(name: str) -> float:
        nonlocal flawed
        flawed = True
        return float(name)

    try:
        data = json.loads(text, object_pairs_hook=pairs, parse_constant=constant)
    except json.JSONDecodeError as error:
        from chartkit.findings.positions import Position

        position = Position(error.lineno, error.colno)
        if not text[: error.pos].strip():
            # Nothing to be mended at its first letter: this is something else.
            what = f"it begins with {as_text(text[error.pos])!r}" if text.strip() else "the file is empty"
            raise _unreadable(file, "CK005", f"this is not JSON: {what}.", position, remedy=_ANOTHER) from error
        raise _unreadable(file, "CK005", f"this is not JSON: {_explain(error, text)}", position) from error
    except RecursionError as error:
        raise _unreadable(file, "CK005", "this is not a file of chartkit: it is nested too deeply.") from error
    except ValueError as error:
        raise _unreadable(file, "CK005", "the file holds a number that is far too long.") from error
    source = JsonSource(file, text, data)
    if flawed:
        source.findings.extend(_flaws(source))
    return source


def _explain(error: json.JSONDecodeError, text: str) -> str:
    found = text[error.pos : error.pos + 1]
    if not found:
        return "the file ends too early."
    if error.msg.startswith("Expecting property name"):
        before = text[: error.pos].rstrip()
        extra = " (is there a comma too many?)" if before.endswith(",") or found == "}" else ""
        return f"a key in double quotes must stand here{extra}, not {as_text(found)!r}."
    if error.msg.startswith("Expecting ',' delimiter"):
        return f"a comma or a closing bracket is missing before {as_text(found)!r}."
    if error.msg.startswith("Expecting ':' delimiter"):
        return f"a colon is missing before {as_text(found)!r}."
    if error.msg.startswith(("Illegal trailing comma", "Expecting value")):
        return f"a value must stand here, not {as_text(found)!r}."
    if error.msg.startswith("Unterminated string"):
        return "this text has no closing quote."
    if error.msg.startswith("Extra data"):
        return "there is more text after the end of the JSON."
    return f"{error.msg[:1].lower()}{error.msg[1:]}."


def _flaws(source: JsonSource) -> list[Finding]:
    """Every duplicate key and every NaN of a file, with its position."""
    positions = source.positions
    found = []
    for path, again, first in positions.places.duplicates:
        message = f"the key `{as_text(path[-1])}` stands twice; the first is in line {positions.at(first).line}."
        found.append((common_codes()["CK006"].finding(message, path, value=path[-1]), positions.at(again)))
    for path, offset, name in positions.places.constants:
        message = f"`{name}` is not a JSON number."
        found.append((common_codes()["CK008"].finding(message, path, value=name), positions.at(offset)))
    return [replace(each, file=source.file, line=at.line, column=at.column) for each, at in found]


def broken_paths(source: JsonSource) -> frozenset[JsonPath]:
    """Places about which the file itself was already reported."""
    return frozenset(each.path for each in source.findings if each.path)
