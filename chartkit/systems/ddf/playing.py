"""Data-Driven Football at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chartkit.systems.playing import ExampleVerdict


class DdfPlaying:
    """The referee of Data-Driven Football."""

    def examples(self, data: Any) -> Sequence[ExampleVerdict]:
        """Play worked examples with scripted dice (R35.12)."""
        from chartkit.systems.ddf.referee.examples.run import judge_all

        return judge_all(data)
