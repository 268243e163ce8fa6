"""JSON and TOML files read for people: exact complaints about broken ones, and the place of every JSON value."""

from __future__ import annotations

import json
import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from chartkit import files
from chartkit.errors import CHECK_FILE, InputError
from chartkit.findings.finding import Finding, JsonPath, common_codes, limited
from chartkit.findings.schema import Schema
from chartkit.findings.text import as_text

#: A chart has some 25 kB, a season's files a few hundred; beyond this something else was given.
_MOST_BYTES = 16_000_000
#: A large coach file has some 50,000 values.
_MOST_VALUES = 1_000_000
#: Limits of what any file of chartkit needs; a chart is five deep, and its longest text is a checksum.
DEEPEST = 64
LARGEST = 10**30
LONGEST_TEXT = 10_000

_UTF8_MARK = b"\xef\xbb\xbf"
_WIDE_MARKS = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16", b"\x00\x00\xfe\xff": "UTF-32"}
_CONSTANTS = ("NaN", "Infinity", "-Infinity")
_LINE_END = re.compile(r"\r\n|\n|\r")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}\[\],]|[^\s,:\[\]{}"]+', re.DOTALL)
#: What the limits are about: brackets, long texts (closed, or to the end of the line), and long or odd numbers.
_LIMITED = re.compile(
    r"""(?:[^"\[\]{}0-9]++|"[^"\\\r\n]{0,100}+"|[0-9][0-9.]{0,29}+(?![0-9.eE+-]))*+"""
    r"""("(?:[^"\\\r\n]|\\.)*+"?|[\[\]{}]|[0-9][0-9.eE+-]*|\Z)"""
)
#: Every escape; `half` is a surrogate that stands alone.
_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?P<half>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)


class UnreadableError(InputError):
    """A file that cannot be read as JSON at all; carries the findings that say why and where."""

    def __init__(self, finding: Finding, *more: Finding) -> None:
        self.finding = finding
        self.findings = (finding, *more)
        super().__init__(finding.message, where=finding.where, remedy=finding.remedy or None)


@dataclass(frozen=True, slots=True)
class Position:
    """Line and column, both from 1, columns in characters."""

    line: int
    column: int


@dataclass
class Places:
    """Offsets of all keys and values by path, and the flaws that the json module does not place."""

    values: dict[JsonPath, int] = field(default_factory=dict)
    keys: dict[JsonPath, int] = field(default_factory=dict)
    #: Path of a key that came again, where it came again, where it stood first.
    duplicates: list[tuple[JsonPath, int, int]] = field(default_factory=list)
    constants: list[tuple[JsonPath, int, str]] = field(default_factory=list)


def scan(text: str) -> Places:
    """Walk a well-formed JSON text once, without recursion, and note where everything stands."""
    found = Places()
    path: list[str | int] = []
    wants_key = False
    for match in _TOKEN.finditer(text):
        token, offset = match[0], match.start()
        if token in ("}", "]"):
            path.pop()
            wants_key = False
        elif token == ",":
            wants_key = isinstance(path[-1], str)
            if isinstance(path[-1], int):
                path[-1] += 1
        elif wants_key:
            path[-1] = json.loads(token)
            whole, wants_key = tuple(path), False
            if whole in found.keys:
                found.duplicates.append((whole, offset, found.keys[whole]))
            found.keys[whole] = offset
        else:
            found.values[tuple(path)] = offset
            if token in ("{", "["):
                wants_key = token == "{"
                path.append("" if wants_key else 0)
            elif token in _CONSTANTS:
                found.constants.append((tuple(path), offset, token))
    return found


class Positions:
    """Where things stand in a well-formed JSON text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(text))]

    @cached_property
    def places(self) -> Places:
        """Where everything stands."""
        return scan(self._text)

    def at(self, offset: int) -> Position:
        """The position of a character."""
        line = bisect_right(self._starts, offset)
        return Position(line, offset - self._starts[line - 1] + 1)

    def of(self, path: JsonPath) -> Position | None:
        """Where the value stands; None when the file has no such value."""
        return self.at(self.places.values[path]) if path in self.places.values else None

    def of_key(self, path: JsonPath) -> Position | None:
        """Where the key of the value stands."""
        return self.at(self.places.keys[path]) if path in self.places.keys else None

    def nearest(self, path: JsonPath) -> Position:
        """Where the value stands, or else the nearest thing around it."""
        for length in range(len(path), 0, -1):
            if position := self.of(path[:length]):
                return position
        return self.of(()) or Position(1, 1)


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
        """Where every value and every key stands."""
        return Positions(self.text)

    def located(self, findings: list[Finding]) -> list[Finding]:
        """The findings with file, line and column; what is missing is placed at what should hold it."""
        keys = [self.positions.of_key(each.path) if each.at_key else None for each in findings]
        return [
            _placed(each, self.file, key or self.positions.nearest(each.path))
            for each, key in zip(findings, keys, strict=True)
        ]


def _placed(finding: Finding, file: str, at: Position | None) -> Finding:
    return replace(finding, file=file, line=at.line if at else None, column=at.column if at else None)


def _flaw(file: str, code: str, message: str, position: Position | None = None, *, remedy: str = "") -> Finding:
    kind = common_codes()[code]
    return replace(_placed(kind.finding(message), file, position), remedy=remedy or kind.remedy)


def read_json(path: Path) -> JsonSource:
    """Read a file; raise UnreadableError with one clear message when it is not JSON."""
    file = str(path)
    try:
        if path.is_dir():
            remedy = "Name a file in it."
            raise UnreadableError(_flaw(file, "CK002", "this is a folder, not a file.", remedy=remedy))
        size = path.stat().st_size
        if size > _MOST_BYTES:
            most = f"no file of chartkit has more than {_MOST_BYTES / 1e6:,.0f}"
            raise UnreadableError(_flaw(file, "CK003", f"the file has {size / 1e6:,.0f} MB; {most}."))
        return read_bytes(path.read_bytes(), file)
    except FileNotFoundError as error:
        raise UnreadableError(_flaw(file, "CK001", "there is no such file.")) from error
    except OSError as error:
        raise UnreadableError(_flaw(file, "CK001", f"the file cannot be opened: {error.strerror}.")) from error


def read_bytes(raw: bytes, file: str) -> JsonSource:
    """Read JSON that is already in memory under the name of its file."""
    text = _decode(raw.removeprefix(_UTF8_MARK), file)
    _refuse_excess(text, file)
    source = _parse(text, file)
    source.findings += limited(
        _flaw(file, "CK012", f"`{match[0]}` is half a character.", source.positions.at(match.start()))
        for match in _ESCAPE.finditer(text)
        if match["half"]
    )
    if raw.startswith(_UTF8_MARK):
        mark = common_codes()["CK007"].finding("the file begins with a byte order mark.")
        source.findings.append(_placed(mark, file, Position(1, 1)))
    return source


def _decode(raw: bytes, file: str) -> str:
    for mark, name in _WIDE_MARKS.items():
        if raw.startswith(mark):
            raise UnreadableError(_flaw(file, "CK004", f"the file is written in {name}, not in UTF-8."))
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8")
        message = f"the byte 0x{raw[error.start]:02x} here is not UTF-8 text."
        raise UnreadableError(_flaw(file, "CK004", message, Positions(before).at(len(before)))) from error


def _refuse_excess(text: str, file: str) -> None:
    """Raise UnreadableError for nesting, numbers, texts and sizes that no file of chartkit needs."""
    if text.count(",") >= _MOST_VALUES:
        raise UnreadableError(_flaw(file, "CK011", f"the file holds more than {_MOST_VALUES:,} values."))
    depth = 0
    why = ""
    for match in _LIMITED.finditer(text):
        token = match[1]
        if token in ("{", "["):
            depth += 1
            why = f"this is nested more than {DEEPEST} deep." if depth > DEEPEST else ""
        elif token in ("}", "]"):
            depth -= 1
        elif token.startswith('"'):
            if len(token) > LONGEST_TEXT:
                why = f"this text has {len(token):,} characters; no text may have more than {LONGEST_TEXT:,}."
        elif len(token) > 30 or "e" in token.lower():
            why = _excessive_number(token)
        if why:
            raise UnreadableError(_flaw(file, "CK011", why, Positions(text).at(match.start(1))))


def _excessive_number(token: str) -> str:
    """Why a number is too long or too large; empty if it is neither, or not a number at all."""
    if len(token) > 100:
        return f"this is a number that is far too long: {len(token):,} characters."
    try:
        return "this number is far too large." if float(token) > LARGEST else ""
    except ValueError:
        return ""


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
        source = JsonSource(file, text, json.loads(text, object_pairs_hook=pairs, parse_constant=constant))
    except json.JSONDecodeError as error:
        raise UnreadableError(*_not_json(text, file, error)) from error
    if flawed:
        source.findings += limited(_flaws(source))
    return source


def _not_json(text: str, file: str, error: json.JSONDecodeError) -> Iterator[Finding]:
    positions = Positions(text)
    if not text[: error.pos].strip():
        # Wrong from the first letter on: this is another kind of file.
        what = f"it begins with {as_text(text[error.pos])!r}" if text.strip() else "the file is empty"
        yield _flaw(file, "CK005", f"this is not JSON: {what}.", positions.at(error.pos), remedy=CHECK_FILE)
        return
    for offset, why in syntax_errors(text):
        yield _flaw(file, "CK005", f"this is not JSON: {why}", positions.at(offset))


def _flaws(source: JsonSource) -> Iterator[Finding]:
    """Every duplicate key and every NaN of a file, with its position."""
    positions = source.positions
    for path, again, first in positions.places.duplicates:
        message = f"the key `{as_text(path[-1])}` stands twice; the first is in line {positions.at(first).line}."
        finding = common_codes()["CK006"].finding(message, path, value=path[-1])
        yield _placed(finding, source.file, positions.at(again))
    for path, offset, name in positions.places.constants:
        finding = common_codes()["CK008"].finding(f"`{name}` is not a JSON number.", path, value=name)
        yield _placed(finding, source.file, positions.at(offset))


def broken_paths(source: JsonSource) -> frozenset[JsonPath]:
    """Places about which the file itself was already reported."""
    return frozenset(each.path for each in source.findings if each.path)


# Everything that breaks the grammar of a text in one go: each error is explained, patched and read past.
# The json module stops at the first error, and JSON5 readers accept what must be fixed, so the patches are ours.


#: After this many errors the rest is guesswork, and each costs a pass over the text.
_MOST_ERRORS = 20
_CLOSING = {"}": "]", "]": "}"}
_WORD = re.compile(r"[^\s,:\[\]{}\"]+")
_SINGLE_QUOTED = re.compile(r"'[^'\"\n]*'")
_COMMENT = re.compile(r"//[^\n]*|#[^\n]*|/\*.*?\*/", re.DOTALL)
_JUNK = re.compile(r"[^,\]}\n]*")
_STARTS_VALUE = '"{[-0123456789tfn'

#: What the json module says of an error, and what we say.
_SAID = {
    "Expecting ',' delimiter": "a comma or a closing bracket is missing before {}.",
    "Expecting ':' delimiter": "a colon is missing before {}.",
    "Illegal trailing comma": "a value must stand here, not {}.",
    "Expecting value": "a value must stand here, not {}.",
    "Unterminated string": "this text has no closing quote.",
    "Extra data": "there is more text after the end of the JSON.",
}
#: From where to where the text is replaced, and by what.
_Patch = tuple[int, int, str]


def syntax_errors(text: str) -> Iterator[tuple[int, str]]:
    """Offset and explanation of each error, at most one a line: a second one mostly follows from the first."""
    patched, shift, last_line = text, 0, 0
    for _ in range(_MOST_ERRORS):
        try:
            json.loads(patched)
            return
        except json.JSONDecodeError as error:
            if error.lineno > last_line:
                yield error.pos - shift, _explain(error, patched)
            last_line = max(last_line, error.lineno)
            patch = _patch(error, patched)
            if patch is None:
                return
            start, end, by = patch
            patched = patched[:start] + by + patched[end:]
            shift += len(by) - (end - start)


def _explain(error: json.JSONDecodeError, text: str) -> str:
    found = as_text(text[error.pos : error.pos + 1])
    if not text[error.pos :]:
        return "the file ends too early."
    if error.msg.startswith("Expecting property name"):
        before = text[: error.pos].rstrip()
        extra = " (is there a comma too many?)" if before.endswith(",") or found == "}" else ""
        return f"a key in double quotes must stand here{extra}, not {found!r}."
    said = next((words for begins, words in _SAID.items() if error.msg.startswith(begins)), None)
    return said.format(repr(found)) if said else f"{error.msg[:1].lower()}{error.msg[1:]}."


def _patch(error: json.JSONDecodeError, text: str) -> _Patch | None:
    """The likeliest repair of one error; None where there is nothing to go on from."""
    at, message = error.pos, error.msg
    found = text[at : at + 1]
    if not found or message.startswith(("Unterminated string", "Extra data")):
        return None
    if comment := _COMMENT.match(text, at):
        return at, comment.end(), ""
    if message.startswith("Invalid control character"):
        return _close_quote(text, at) if found in "\r\n" else (at, at + 1, " ")
    if message.startswith("Invalid \\"):
        backslash = text.rfind("\\", 0, at + 1)
        return backslash, backslash + 1, "\\\\"
    if message.startswith("Expecting ',' delimiter"):
        return _separate(text, at)
    if message.startswith("Expecting ':' delimiter"):
        return (at, at, ":") if found in _STARTS_VALUE else (at, at + 1, ":") if found == "=" else None
    if message.startswith("Illegal trailing comma"):
        return at, at + 1, " "
    is_key = message.startswith("Expecting property name")
    if found in "}]" and text[:at].rstrip().endswith(","):
        comma = text.rfind(",", 0, at)
        return comma, comma + 1, " "
    if quoted := _SINGLE_QUOTED.match(text, at):
        return at, quoted.end(), f'"{quoted[0][1:-1]}"'
    if word := _WORD.match(text, at):
        return at, word.end(), json.dumps(word[0])
    if is_key:
        return (at, at + 1, " ") if found == "," else None
    return (at, at, "null") if found in ",}]" else None


def _close_quote(text: str, line_end: int) -> _Patch:
    """A text runs over the end of its line: its quote is missing there, before the comma."""
    end = len(text[:line_end].rstrip())
    end -= text[end - 1] == ","
    return end, end, '"'


def _separate(text: str, at: int) -> _Patch:
    """A value ended, and neither a comma nor the right bracket follows."""
    found = text[at]
    if found in _CLOSING:
        return at, at + 1, _CLOSING[found]
    if found in _STARTS_VALUE:
        return at, at, ","
    junk = _JUNK.match(text, at)
    return at, max(at + 1, junk.end() if junk else at), ""


# TOML files that people write: read, and held to their schema, with one message about everything that is wrong.


_MOST_TOLD = 10
#: The longest template has some 20 kB.
_MOST_TOML_BYTES = 1_000_000
_TOO_DEEP = f"the entries are nested more than {DEEPEST} deep."
_PLACE = re.compile(r" \(at line (?P<line>\d+), column (?P<column>\d+)\)$")


def read_toml(path: Path, schema: Path | None = None) -> dict[str, Any]:
    """The data of a TOML file that obeys the schema; raise InputError with place and remedy when it does not."""
    where = str(path)
    raw = files.read_bytes(path)
    if len(raw) > _MOST_TOML_BYTES:
        what = f"the file has {len(raw) / 1e6:,.1f} MB; no settings have more than {_MOST_TOML_BYTES / 1e6:,.0f}."
        raise InputError(what, where=where, remedy=CHECK_FILE)
    try:
        data = tomllib.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputError("this is not UTF-8 text.", where=where, remedy="Save it again as UTF-8.") from error
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(path, str(error)) from error
    except RecursionError as error:
        raise InputError(_TOO_DEEP, where=where, remedy="Write it flatter.") from error
    except ValueError as error:
        # Python refuses to read a number of thousands of digits.
        raise InputError(
            "the file holds a number that is far too long.", where=where, remedy="Shorten it."
        ) from error
    _refuse_toml_excess(data, where)
    if schema is not None:
        refuse_misshapen(data, schema, where)
    return data


def _not_toml(path: Path, said: str) -> InputError:
    at = _PLACE.search(said)
    if at is None:
        return InputError("this is not TOML: the file ends too early.", where=path, remedy="Mend its end.")
    why = as_text(said[: at.start()])
    return InputError(
        f"this is not TOML: {why[:1].lower()}{why[1:]}.",
        where=f"{path}:{at['line']}:{at['column']}",
        remedy="Mend the text at this place.",
    )


def _refuse_toml_excess(data: Mapping[str, Any], where: str) -> None:
    """Raise InputError for nesting, numbers and texts that no file of chartkit needs."""
    waiting: list[tuple[Any, str, int]] = [(data, "", 0)]
    while waiting:
        value, name, depth = waiting.pop()
        why = ""
        if depth > DEEPEST:
            why = _TOO_DEEP
        elif isinstance(value, dict):
            waiting += [(each, f"{key}: ", depth + 1) for key, each in value.items()]
        elif isinstance(value, list):
            waiting += [(each, name, depth + 1) for each in value]
        elif isinstance(value, int) and abs(value) > LARGEST:
            why = "this number is far too large."
        elif isinstance(value, str) and len(value) > LONGEST_TEXT:
            why = f"this text has {len(value):,} characters; no text may have more than {LONGEST_TEXT:,}."
        if why:
            raise InputError(f"{as_text(name)}{why}" if depth <= DEEPEST else why, where=where)


def refuse_misshapen(data: Mapping[str, Any], schema: Path, where: str) -> None:
    """Raise InputError with every entry that does not obey the schema, as the author wrote it."""
    told = [f"{each.dotted or 'the file'}: {each.sentence}" for each in Schema.load(schema).findings(data)]
    if len(told) == 1:
        raise InputError(told[0], where=where)
    if told:
        more = [f"... and {len(told) - _MOST_TOLD} more"] if len(told) > _MOST_TOLD else []
        listed = "\n  ".join([*told[:_MOST_TOLD], *more])
        raise InputError(f"{len(told)} entries are wrong:\n  {listed}", where=where)
