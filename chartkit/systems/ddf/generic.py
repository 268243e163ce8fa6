"""The generic charts that ship with chartkit (R3.8, R32.12), for seasons that have none of their own."""

from __future__ import annotations

import json
from functools import cache

from chartkit.systems.ddf.chart import GenericCharts
from chartkit.systems.ddf.chart_json import generic_from_json
from chartkit.systems.ddf.shipped import FOLDER, shipped

_PREFIX = "generic-"


@cache
def _shipped() -> dict[int, str]:
    names = [path.name for path in FOLDER.glob(f"{_PREFIX}*.json")]
    return {int(name.removeprefix(_PREFIX).removesuffix(".json")): name for name in sorted(names)}


def shipped_seasons() -> tuple[int, ...]:
    """The seasons whose generic charts ship with chartkit."""
    return tuple(_shipped())


@cache
def standard_generic(season: int) -> GenericCharts:
    """The shipped generic charts of the season, or of the shipped season nearest to it.

    >>> standard_generic(2017).squib_kick_return[22].yards
    16
    """
    nearest = min(_shipped(), key=lambda other: (abs(other - season), other))
    return generic_from_json(json.loads(shipped(_shipped()[nearest]))["generic"])
