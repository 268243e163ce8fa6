"""What was checked and what was found, and what that means for the exit code."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from chartkit.findings.finding import Finding, Severity, counted
from chartkit.records import dataclass


@dataclass(frozen=True, slots=True)
class Checked:
    """Files that were looked at, with everything that was found in them."""

    files: tuple[str, ...]
    findings: tuple[Finding, ...]

    @classmethod
    def all_of(cls, parts: Iterable[Checked]) -> Checked:
        """Several checks as one."""
        every = list(parts)
        return cls(
            tuple(file for part in every for file in part.files),
            tuple(finding for part in every for finding in part.findings),
        )

    def count(self, severity: Severity) -> int:
        """How many findings are that bad."""
        return sum(each.severity is severity for each in self.findings)

    def exit_code(self, *, strict: bool = False) -> int:
        """0 fine, 1 findings, 2 something could not be read."""
        if self.count(Severity.UNREADABLE):
            return 2
        return 1 if counted(self.findings, strict=strict) else 0

    def summary(self) -> str:
        """One line for people: `32 files: 1 error, 2 warnings`."""
        files = _number(len(self.files), "file")
        parts = [
            f"{count} {word}" if severity is Severity.UNREADABLE else _number(count, word)
            for severity, word in (
                (Severity.UNREADABLE, "unreadable"),
                (Severity.ERROR, "error"),
                (Severity.WARNING, "warning"),
            )
            if (count := self.count(severity))
        ]
        return f"{files}: {', '.join(parts) or 'nothing wrong'}"

    def to_json(self) -> dict[str, Any]:
        """The whole check as JSON."""
        return {
            "files": list(self.files),
            "unreadable": self.count(Severity.UNREADABLE),
            "errors": self.count(Severity.ERROR),
            "warnings": self.count(Severity.WARNING),
            "findings": [each.to_json() for each in self.findings],
        }


def _number(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"
