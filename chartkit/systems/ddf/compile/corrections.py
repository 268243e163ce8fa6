"""What playing the season corrects: columns, red zones, close games, tries for two, factors of tables.

`calibrate` finds the corrections; here they are applied to targets and coach tables, and saved with the fit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from chartkit.fitting import Vector
from chartkit.systems.ddf.charts import RUNS
from chartkit.systems.ddf.compile.coach_tables import FOURTH, rounded_shares
from chartkit.systems.ddf.compile.targets import PASSING, RUNNING, Targets, with_yards

#: Offenses are what teams did, defenses what they allowed.
ALLOWED = {"offense": False, "defense": True}
_KINDS = (RUNNING, PASSING)
#: League-wide factors: the choices of the fourth-down tables; going for it with few yards to go rather than with
#: many; runs inside the 10; balls that are measured short; the comeback table; plays of a game.
FEW_YARDS, GOAL_LINE_RUN, SHORT, COMEBACK, PACE = "few yards", "goal-line run", "short", "comeback", "pace"
FACTORS = (*FOURTH, FEW_YARDS, GOAL_LINE_RUN, SHORT, COMEBACK, PACE)
DIGITS = 4
#: Classes of distance: to the goal up to here, and few or many yards to the line to gain.
_GOAL_LINE, _FEW, _MANY = 10, 3, 7
#: Nearer than this to the goal everybody kicks: more or fewer field goals come from the edge of the range.
_SURE_KICK = 20


@dataclass(frozen=True)
class Corrections:
    """What playing says beside the season's own plays."""

    #: (side, kind of play) -> by team: yards a play that its columns hold more than the season's plays say.
    yards: Mapping[tuple[str, str], Vector]
    #: Side -> by team: touchdowns that its red zone adds.
    touchdowns: Mapping[str, Vector]
    #: By team: yards that a gain is longer late in close games.
    close: Vector
    #: Of failed tries for two the share that counts; below 0, of good ones the share that does not.
    tries: float
    factors: Mapping[str, float]

    @classmethod
    def none(cls, teams: int) -> Corrections:
        """Nothing is corrected."""
        return cls(
            {(side, kind): np.zeros(teams) for side in ALLOWED for kind in _KINDS},
            {side: np.zeros(teams) for side in ALLOWED},
            np.zeros(teams),
            0.0,
            dict.fromkeys(FACTORS, 1.0),
        )

    def to_json(self) -> dict[str, Any]:
        """As the saved fit has it."""
        return {
            "yards": {f"{side} {kind}": _listed(values) for (side, kind), values in self.yards.items()},
            "touchdowns": {side: _listed(values) for side, values in self.touchdowns.items()},
            "close": _listed(self.close),
            "tries": round(self.tries, DIGITS),
            "factors": dict(self.factors),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Corrections:
        """Of a saved fit."""
        return cls(
            {(side, kind): np.array(data["yards"][f"{side} {kind}"]) for side in ALLOWED for kind in _KINDS},
            {side: np.array(data["touchdowns"][side]) for side in ALLOWED},
            np.array(data["close"]),
            data["tries"],
            data["factors"],
        )

    def targets(self, plain: Targets) -> Targets:
        """The targets of the columns; `plain` are those of the season's plays."""
        return replace(with_yards(plain, self.yards), short=min(plain.short * self.factors[SHORT], 1.0))

    def coach(self, plain: Mapping[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
        """The coach tables; `plain` are those of the season's plays."""
        return {team: self._table(tables) for team, tables in plain.items()}

    def _table(self, tables: dict[str, Any]) -> dict[str, Any]:
        own = self.factors
        calls = {
            key: weighed(shares, dict.fromkeys(RUNS, own[GOAL_LINE_RUN]))
            if _reach(key.split("|")[2]) <= _GOAL_LINE
            else shares
            for key, shares in tables["calls"].items()
        }
        fourth_down = {}
        for key, shares in tables["fourth_down"].items():
            to_go, to_goal = (_reach(name) for name in key.split("|")[:2])
            more = own[FEW_YARDS] if to_go <= _FEW else 1 / own[FEW_YARDS] if to_go > _MANY else 1.0
            kicked = own["field goal"] if to_goal > _SURE_KICK else 1.0
            fourth_down[key] = weighed(shares, {**own, "go": own["go"] * more, "field goal": kicked})
        return {**tables, "calls": calls, "fourth_down": fourth_down}


def _listed(values: Vector) -> list[float]:
    return [round(float(value), DIGITS) for value in values]


def _reach(name: str) -> int:
    """The end of a class of distances: 6 of `4-6`; 99 of `11+`."""
    return 99 if name.endswith("+") else int(name.rsplit("-", maxsplit=1)[-1])


def weighed(shares: Mapping[str, float], factors: Mapping[str, float]) -> dict[str, float]:
    """Shares with some of them multiplied."""
    return rounded_shares({name: share * factors.get(name, 1.0) for name, share in shares.items()})
