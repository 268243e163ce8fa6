"""Coach's Call Football as a game system: the one object that offers what the game can do.

Its rooms are imported when they are asked for: most of them load numpy, pandas, numba or a drawing library, and a
command needs one or two of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from chartkit import resources
from chartkit.dice import DiceSet, Die
from chartkit.systems.base import GameSystem
from chartkit.systems.coachs_call.tables import GAME, TITLE

_OWN = "coachs-call-"


class CoachsCall(GameSystem):
    """Coach's Call Football."""

    name = GAME
    title = TITLE
    rooms = MappingProxyType(
        {
            "charts": "chartkit.systems.coachs_call.reports:CallCharts",
            "compiler": "chartkit.systems.coachs_call.compile:CallCompiler",
            "cards": "chartkit.systems.coachs_call.cards:CallCards",
            "referee": "chartkit.systems.coachs_call.gameday:CallReferee",
            "simulation": "chartkit.systems.coachs_call.simulation:CallSimulation",
        }
    )

    @property
    def dice(self) -> Mapping[str, DiceSet]:
        """Two six-sided dice, read combined or as a sum (1.2)."""
        faces = tuple(range(1, 7))
        return {
            "combined": DiceSet("combined", (Die("first", faces, times=10), Die("second", faces))),
            "sum": DiceSet("sum", (Die("first", faces), Die("second", faces))),
        }

    def schemas(self) -> Mapping[str, Path]:
        """The schemas of its files."""
        return resources.schemas(_OWN)

    def templates(self) -> Mapping[str, Path]:
        """The templates of its sheets."""
        return resources.templates(_OWN)
