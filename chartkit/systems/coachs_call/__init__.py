"""Coach's Call Football: universal action tables, teams by letter grades, one roll a play and its written history.

`CoachsCall` is the one object that offers what the game can do; its rooms are loaded when they are asked for.
Code cites the sections of the game's specification (3.2), and the readings of its damaged and silent places (A26).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from chartkit import resources
from chartkit.dice import DiceSet, Die
from chartkit.systems.base import GameSystem

GAME, TITLE = "coachs-call", "Coach's Call Football"
_OWN = f"{GAME}-"


class CoachsCall(GameSystem):
    """Coach's Call Football."""

    name, title = GAME, TITLE
    rooms = MappingProxyType(
        {
            "charts": f"{__name__}.reports:CallCharts",
            "compiler": f"{__name__}.compiler:CallCompiler",
            "cards": f"{__name__}.cards:CallCards",
            "referee": f"{__name__}.gameday:CallReferee",
            "simulation": f"{__name__}.simulation:CallSimulation",
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
