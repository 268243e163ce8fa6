"""Many games of a system that runs its rules in two ways: as machine code, and at the table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from chartkit.errors import InputError
from chartkit.football.teams import SeasonTeam
from chartkit.league import Simulation
from chartkit.running.compiled import Engine
from chartkit.systems.checking import CHARTS

COMPILED, TABLE = "compiled", "table"


class TwoWaySimulation(Simulation):
    """What follows from having a compiled engine."""

    threaded = frozenset({COMPILED})
    #: The rules as machine code.
    machine: ClassVar[Engine]

    def is_prepared(self, engine: str) -> bool:
        """The table always is; the compiled engine when its machine code is on this computer."""
        return engine != COMPILED or self.machine.is_compiled()

    def kept_in(self) -> Path:
        """The folder of the machine code that this version would use."""
        return self.machine.folder


def chart_files(build: Path, teams: Sequence[SeasonTeam]) -> dict[str, Path]:
    """The chart file of each team of a league, in a build or in a folder of charts."""
    folder = build / CHARTS if (build / CHARTS).is_dir() else build
    found = {team.code: folder / f"{team.code}.json" for team in teams}
    for code, path in found.items():
        if not path.is_file():
            raise InputError(f"there is no chart of {code}.", where=str(folder), remedy="Compile the season again.")
    return found
