"""Coach's Call Football as a game system: the one object that offers what the game can do.

Every method imports its room when it is called: most of them load numpy, pandas, numba or a drawing library, and a
command needs one or two of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from chartkit import resources
from chartkit.systems.base import Cards, Charts, Compiler, GameSystem

if TYPE_CHECKING:
    from chartkit.dice import DiceSet
    from chartkit.league import Simulation
    from chartkit.systems.base import Referee

TITLE = "Coach's Call Football"
_OWN = "coachs-call-"


class CoachsCall(GameSystem):
    """Coach's Call Football."""

    name = "coachs-call"
    title = TITLE

    @property
    def dice(self) -> Mapping[str, DiceSet]:
        """Two six-sided dice, read combined or as a sum (1.2)."""
        from chartkit.dice import DiceSet, Die

        faces = tuple(range(1, 7))
        return {
            "combined": DiceSet("combined", (Die("first", faces, times=10), Die("second", faces))),
            "sum": DiceSet("sum", (Die("first", faces), Die("second", faces))),
        }

    def charts(self) -> Charts:
        """Validator, cells in words and odds."""
        from chartkit.systems.coachs_call.reports import CallCharts

        return CallCharts()

    def compiler(self) -> Compiler:
        """Grades from a season's plays."""
        from chartkit.systems.coachs_call.compile import CallCompiler

        return CallCompiler()

    def cards(self) -> Cards:
        """Roster sheets, action tables, rare plays, clock strips and reference."""
        from chartkit.systems.coachs_call.cards import CallCards

        return CallCards()

    def referee(self) -> Referee:
        """Games at the table, by computers or people."""
        from chartkit.systems.coachs_call.gameday import CallReferee

        return CallReferee()

    def simulation(self) -> Simulation:
        """Games and seasons, compiled or at the table."""
        from chartkit.systems.coachs_call.simulation import CallSimulation

        return CallSimulation()

    def schemas(self) -> Mapping[str, Path]:
        """The game's schemas stand at the top of the repository, where people look for them."""
        folder = resources.schema(f"{_OWN}team").parent
        return {
            path.name.removesuffix(".schema.json"): path for path in sorted(folder.glob(f"{_OWN}*.schema.json"))
        }

    def templates(self) -> Mapping[str, Path]:
        """The game's templates, beside its schemas."""
        folder = resources.template(f"{_OWN}cards.toml").parent
        return {path.name: path for path in sorted(folder.glob(f"{_OWN}*.toml"))}
