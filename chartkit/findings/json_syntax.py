"""Everything that breaks the grammar of a JSON text, in one go: each error is explained, patched and read past.

The json module stops at the first error, and JSON5 readers accept what must be mended, so the patches are ours.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from chartkit.findings.text import as_text

#: After so many errors the rest is guesswork, and every one costs a pass over the text.
_MOST_ERRORS = 20
_CLOSING = {"}": "]", "]": "}"}
_WORD = re.compile(r"[^\s,:\[\]{}\"]+")
_SINGLE_QUOTED = re.compile(r"'[^'\"\n]*'")
_COMMENT = re.compile(r"//[^\n]*|#[^\n]*|/\*.*?\*/", re.DOTALL)
_JUNK = re.compile(r"[^,\]}\n]*")
_STARTS_VALUE = '"{[-0123456789tfn'

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
