"""Every code with its title, meaning and an example, as data: what `chartkit codes` and the docs page show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from chartkit.findings.finding import Finding, JsonPath, Severity, as_text
from chartkit.records import dataclass

#: Layers of checking, in the order in which they are done.
LAYERS = ("file", "shape", "rules", "plausibility")


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
        return Finding(self.code, self.severity, message, path, "", found, allowed, suggestion)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Codes by name."""

    codes: Mapping[str, Code]

    @classmethod
    def from_toml(cls, text: str) -> Catalogue:
        """Read the codes of one data file; every field must be there."""
        import tomllib

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
