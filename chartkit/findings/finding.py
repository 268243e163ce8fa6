"""One problem with its place: what is wrong, where, what is allowed there, and the nearest thing that would do; the
catalogue of all kinds of problems; and what a whole check found."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from itertools import islice
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, overload

from chartkit.findings.text import as_text, visible
from chartkit.pages import counted, render

if TYPE_CHECKING:
    import pandas as pd

#: The way from the top of a JSON file to a value: keys and, in lists, numbers from 0.
JsonPath = tuple[str | int, ...]
#: Turns a JSON path into words for the reader of the report.
PlaceNamer = Callable[[JsonPath], str]


#: A team code; what a chart's file is called, and what a finding on a card names.
_TEAM = re.compile(r"[A-Z][A-Z0-9]{1,3}")
#: Layers of checking, in the order in which they are done.
LAYERS = ("file", "shape", "rules", "plausibility")
#: More cannot be fixed at once, and a broken file may have a hundred thousand findings.
MOST_FINDINGS = 1000
#: Rows of a table in a notebook; the data frame has them all.
_MOST_ROWS = 40


class Severity(StrEnum):
    """How bad it is: a file that cannot be read, a rule broken, or only odd."""

    UNREADABLE = "unreadable"
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem that a person can find and fix."""

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
            return visible(f"{self.file}:{self.cell}" if self.file else self.cell)
        return visible(
            ":".join(str(part) for part in (self.file, self.line, self.column) if part not in ("", None))
        )

    @property
    def team(self) -> str:
        """The team whose file or card it is; empty for a file of the whole season."""
        named = self.file and PurePath(self.file).stem.partition(".")[0]
        return next((word for word in (named, *self.cell.split()) if _TEAM.fullmatch(word)), "")

    @property
    def dotted(self) -> str:
        """The path as people write it: `offense.columns.6-SHORT.27`, `schedule[3].home`."""
        text = ""
        for step in self.path:
            text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
        return visible(text)

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

    def __str__(self) -> str:
        about = f"{self.place}: {self.sentence}" if self.place else self.sentence
        return " ".join(
            part
            for part in (f"{self.where}:" if self.where else "", self.severity, f"{self.code}: {about}")
            if part
        )

    def to_json(self) -> dict[str, Any]:
        """The finding as one record of the JSON report; what is not known is null."""
        return {
            "code": self.code,
            "severity": str(self.severity),
            "file": visible(self.file) or None,
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


@dataclass(frozen=True, slots=True)
class Change:
    """A problem that was fixed: what stood in the file, and what stands there now."""

    finding: Finding
    old: str
    new: str

    @property
    def sentence(self) -> str:
        """The change in one line, with its place."""
        place = self.finding.place or self.finding.dotted
        return visible(f"{self.finding.where}: {place}: {self.old} is now {self.new}")

    def to_json(self) -> dict[str, Any]:
        """The change as one record of the JSON report."""
        where = self.finding.to_json()
        return {key: where[key] for key in ("code", "file", "line", "column", "path", "place")} | {
            "old": self.old,
            "new": self.new,
        }


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding; a code is never used again for another meaning."""

    code: str
    layer: str
    severity: Severity
    title: str
    description: str
    example: str
    remedy: str

    def finding(
        self,
        message: str,
        path: JsonPath = (),
        *,
        value: object = None,
        allowed: str = "",
        suggestion: str = "",
    ) -> Finding:
        """A finding of this kind, not yet placed in a file."""
        found = None if value is None else as_text(value)
        return Finding(
            self.code, self.severity, visible(message), path, "", found, visible(allowed), visible(suggestion)
        )


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Codes by name."""

    codes: Mapping[str, Code]

    @classmethod
    def from_toml(cls, text: str) -> Catalogue:
        """Read the codes of one data file; every field must be there."""
        found = {code: Code(code=code, **fields) for code, fields in tomllib.loads(text).items()}
        if odd := [each.code for each in found.values() if each.layer not in LAYERS]:
            raise ValueError(f"{', '.join(odd)}: unknown layer")
        return cls({code: replace(each, severity=Severity(each.severity)) for code, each in found.items()})

    def __getitem__(self, code: str) -> Code:
        return self.codes[code]

    def __iter__(self) -> Iterator[Code]:
        """In the order of the layers, then by code."""
        return iter(sorted(self.codes.values(), key=lambda each: (LAYERS.index(each.layer), each.code)))

    def __or__(self, other: Catalogue) -> Catalogue:
        """Both; a code that stands in both is a mistake of ours."""
        if twice := self.codes.keys() & other.codes.keys():
            raise ValueError(f"codes used twice: {', '.join(sorted(twice))}")
        return Catalogue({**self.codes, **other.codes})


@cache
def common_codes() -> Catalogue:
    """The codes of files and shapes, the same for every game system."""
    return Catalogue.from_toml((Path(__file__).parent / "data" / "codes.toml").read_text("utf-8"))


def limited(findings: Iterable[Finding]) -> list[Finding]:
    """The first of many findings; where there are more, the last one says so."""
    found = list(islice(findings, MOST_FINDINGS + 1))
    if len(found) > MOST_FINDINGS:
        found[-1] = common_codes()["CK108"].finding(f"more than {MOST_FINDINGS:,} things are wrong with this file.")
    return found


def codes_page(catalogue: Catalogue) -> str:
    """Markdown with a section for each code."""
    return render(
        "codes.md", layers={layer: [code for code in catalogue if code.layer == layer] for layer in LAYERS}
    )


def failing(findings: Iterable[Finding], *, strict: bool = False) -> list[Finding]:
    """The findings that make a file fail: errors, and warnings too when strict."""
    return [each for each in findings if strict or each.severity is not Severity.WARNING]


def named(findings: Iterable[Finding], place: PlaceNamer) -> list[Finding]:
    """The same findings with the place said in words."""
    return [replace(each, place=visible(place(each.path))) for each in findings]


@dataclass(frozen=True, slots=True)
class Checked(Sequence[Finding]):
    """Files that were looked at, and everything that was found in them, one finding after the other.

    >>> found = Checked(("A.json",), (Finding("DDF101", Severity.WARNING, "odd"),))
    >>> len(found), found.passed, [each.code for each in found.filter(severity="warning")]
    (1, True, ['DDF101'])
    """

    files: tuple[str, ...]
    findings: tuple[Finding, ...]

    @overload
    def __getitem__(self, place: int) -> Finding: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Finding, ...]: ...
    def __getitem__(self, place: int | slice) -> Finding | tuple[Finding, ...]:
        return self.findings[place]

    def __len__(self) -> int:
        return len(self.findings)

    @property
    def passed(self) -> bool:
        """Nothing but warnings, if anything at all."""
        return self.exit_code() == 0

    def filter(
        self, *, severity: Severity | str | None = None, code: str | None = None, team: str | None = None
    ) -> Checked:
        """Only the findings of a severity, a code, a team."""
        wanted = {"severity": severity and Severity(severity), "code": code, "team": team}
        asked = {name: value for name, value in wanted.items() if value is not None}
        found = (each for each in self.findings if all(getattr(each, name) == asked[name] for name in asked))
        return replace(self, findings=tuple(found))

    def to_frame(self) -> pd.DataFrame:
        """A row a finding."""
        # pandas is heavy.
        import pandas as pd

        rows = [{"team": each.team or None, **each.to_json()} for each in self.findings]
        return pd.DataFrame(rows, columns=["team", *Finding("", Severity.ERROR, "").to_json()])

    def __repr__(self) -> str:
        return f"<Checked {self.summary()}>"

    def _repr_html_(self) -> str:
        return render("findings.html", checked=self, most=_MOST_ROWS)

    @classmethod
    def all_of(cls, parts: Iterable[Checked]) -> Checked:
        """Several checks as one."""
        every = list(parts)
        return cls(
            tuple(file for part in every for file in part.files),
            tuple(finding for part in every for finding in part.findings),
        )

    def number(self, severity: Severity) -> int:
        """How many findings are that bad."""
        return sum(each.severity is severity for each in self.findings)

    def exit_code(self, *, strict: bool = False) -> int:
        """0 fine, 1 findings, 2 something could not be read."""
        if self.number(Severity.UNREADABLE):
            return 2
        return 1 if failing(self.findings, strict=strict) else 0

    def summary(self) -> str:
        """One line for people: `32 files: 1 error, 2 warnings`."""
        parts = [
            f"{count} unreadable" if severity is Severity.UNREADABLE else counted(count, severity)
            for severity in Severity
            if (count := self.number(severity))
        ]
        return f"{counted(len(self.files), 'file')}: {', '.join(parts) or 'nothing wrong'}"

    def to_json(self) -> dict[str, Any]:
        """The whole check as JSON."""
        return {
            "files": list(self.files),
            "unreadable": self.number(Severity.UNREADABLE),
            "errors": self.number(Severity.ERROR),
            "warnings": self.number(Severity.WARNING),
            "findings": [each.to_json() for each in self.findings],
        }


# Paths in data that was not checked yet.


def value_at(data: Any, *path: str | int) -> Any:
    """The value at a path; None when there is no such path."""
    for step in path:
        if isinstance(data, Mapping):
            data = data.get(step)
        elif isinstance(data, list) and isinstance(step, int) and step < len(data):
            data = data[step]
        else:
            return None
    return data


def block_at(data: Any, *path: str | int) -> Mapping[str, Any]:
    """The block at a path; empty when there is none."""
    found = value_at(data, *path)
    return found if isinstance(found, Mapping) else {}


def whole_at(data: Any, *path: str | int) -> int | None:
    """The whole number at a path; None when there is none."""
    found = value_at(data, *path)
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def list_at(data: Any, *path: str | int) -> list[Any]:
    """The list at a path; empty when there is none."""
    found = value_at(data, *path)
    return found if isinstance(found, list) else []


def path_in_words(
    path: JsonPath, words: Mapping[str, str], entries: Mapping[str, str], row: Callable[[str, str], str]
) -> str:
    """Say where it is.

    `words` are fields that go by another name (an empty one says nothing), `entries` what one entry of a list is
    called; `row` says a key that is a number, after the key before it, and nothing of other keys.
    """
    said = []
    for index, step in enumerate(path):
        before = str(path[index - 1]) if index else ""
        if isinstance(step, int):
            said.append(f"{entries.get(before, 'entry')} {step + 1}")
        elif number := row(before, step):
            said.append(number)
        else:
            said.append(words.get(step, step or '""'))
    return ", ".join(word for word in said if word) or ", ".join(map(str, path))


def changed_values(old: Any, new: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    """Path, old and new of every value in which the JSON of two files differs, in the order of the files."""
    if old == new:
        return
    if (isinstance(old, Mapping) and old) or (isinstance(new, Mapping) and new):
        before, after = (each if isinstance(each, Mapping) else {} for each in (old, new))
        for key in dict.fromkeys([*before, *after]):
            yield from changed_values(before.get(key), after.get(key), (*path, key))
    else:
        yield path, old, new
