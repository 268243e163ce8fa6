"""Every code with its title, meaning and an example, as data: what `chartkit codes` and the docs page show."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path

from chartkit.findings.finding import Finding, JsonPath, Severity
from chartkit.findings.text import as_text, visible
from chartkit.pages import render

#: Layers of checking, in the order in which they are done.
LAYERS = ("file", "shape", "rules", "plausibility")
#: More cannot be mended at once, and a broken file may have a hundred thousand findings.
MOST_FINDINGS = 1000


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
        return cls({code: _read(code, fields) for code, fields in tomllib.loads(text).items()})

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


def _read(code: str, fields: Mapping[str, str]) -> Code:
    if fields["layer"] not in LAYERS:
        raise ValueError(f"{code}: unknown layer {fields['layer']}")
    return Code(
        code=code,
        layer=fields["layer"],
        severity=Severity(fields["severity"]),
        title=fields["title"],
        description=fields["description"],
        example=fields["example"],
        remedy=fields["remedy"],
    )


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
