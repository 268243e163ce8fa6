"""Data-Driven Football seasons, played and compared."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from chartkit.systems.proving import Certified, Effort


class DdfProving:
    """The proof of Data-Driven Football's charts."""

    def round_trip(self, build: Path, effort: Effort, told: Callable[[str, int, int], None]) -> Certified:
        """The certificate of a build."""
        from chartkit.systems.ddf.proof.roundtrip import round_trip
        from chartkit.systems.ddf.proof.runner import Workers

        workers = Workers(effort.jobs, effort.backend, effort.scheduler)
        return round_trip(build, effort.runs, effort.seed, workers, told=told)
