"""One problem with its place: what is wrong, where, what is allowed there, and the nearest thing that would do."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from enum import StrEnum
from typing import Any

from chartkit.records import dataclass

#: The way from the top of a JSON file to a value: keys and, in lists, numbers from 0.
JsonPath = tuple[str | int, ...]
#: Says a JSON path in the words of whoever reads the report.
PlaceNamer = Callable[[JsonPath], str]


class Severity(StrEnum):
    """How bad it is: a file that cannot be read, a rule broken, or only odd."""

    UNREADABLE = "unreadable"
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem that a person can find and mend."""

    code: str
    severity: Severity
    message: str
    path: JsonPath = ()
    #: The place in words: "offense, 6-SHORT, dice 27".
    place: str = ""
    #: The value found, as text; None when the trouble is that something is missing.
    value: str | None = None
    allowed: str = ""
    #: The nearest text that would be legal, if there is one.
    suggestion: str = ""
    #: What to do, for a file that cannot be read.
    remedy: str = ""
    file: str = ""
    line: int | None = None
    column: int | None = None
    #: The cell of a workbook, such as `Offense!F17`, when the file has cells instead of lines.
    cell: str = ""
    #: The trouble is the name of the field rather than its value.
    at_key: bool = False

    @property
    def where(self) -> str:
        """File with line and column, or with the cell."""
        if self.cell:
            return f"{self.file}:{self.cell}" if self.file else self.cell
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part not in ("", None))

    @property
    def dotted(self) -> str:
        """The path as people write it: `offense.columns.6-SHORT.27`, `schedule[3].home`."""
        text = ""
        for step in self.path:
            text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
        return text

    @property
    def sentence(self) -> str:
        """The message with what is allowed, what was probably meant and what to do, in one line."""
        parts = [
            self.message,
            f"Allowed: {self.allowed}." if self.allowed else "",
            f"Did you mean `{self.suggestion}`?" if self.suggestion else "",
            self.remedy,
        ]
        return " ".join(part for part in parts if part)

    def to_json(self) -> dict[str, Any]:
        """The finding as one record of the JSON report; what is not known is null."""
        return {
            "code": self.code,
            "severity": str(self.severity),
            "file": self.file or None,
            "line": self.line,
            "column": self.column,
            "cell": self.cell or None,
            "path": self.dotted,
            "place": self.place,
            "value": self.value,
            "message": self.message,
            "allowed": self.allowed or None,
            "suggestion": self.suggestion or None,
            "remedy": self.remedy or None,
        }


def as_text(value: object) -> str:
    """A value as it stands in the file; texts without their quotes, long ones cut."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    # A lone surrogate can be written in JSON but not on a terminal.
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return text if len(text) <= 60 else text[:57] + "..."


def counted(findings: Iterable[Finding], *, strict: bool = False) -> list[Finding]:
    """The findings that make a file fail: errors, and warnings too when strict."""
    return [each for each in findings if strict or each.severity is not Severity.WARNING]


def named(findings: Iterable[Finding], place: PlaceNamer) -> list[Finding]:
    """The same findings with the place said in words."""
    return [replace(each, place=place(each.path)) for each in findings]
