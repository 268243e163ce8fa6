"""Playing a game by its rules: what every game system offers at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class ExampleVerdict:
    """One worked example: whether it came out as expected (None: it cannot be played), and why."""

    id: str
    passed: bool | None
    expected: Mapping[str, Any]
    got: Mapping[str, Any]
    why: str

    def to_json(self) -> dict[str, Any]:
        """As `chartkit referee --json` prints it."""
        return {
            "id": self.id,
            "passed": self.passed,
            "expected": dict(self.expected),
            "got": dict(self.got),
            "why": self.why,
        }


class Playing(Protocol):
    """The referee of a game system."""

    def examples(self, data: Any) -> Sequence[ExampleVerdict]:
        """Play the worked examples of a file and compare."""
