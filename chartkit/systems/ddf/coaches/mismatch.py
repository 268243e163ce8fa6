"""Mismatches of play and formation, as data: when an audible is worth a thought (R28.15, R31.6)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from chartkit.systems.ddf.referee.decisions import Decision
from chartkit.systems.ddf.shipped import shipped


@cache
def mismatches() -> Mapping[str, Any]:
    """The shipped table."""
    found: Mapping[str, Any] = json.loads(shipped("mismatches.json"))
    return found


def mismatched(decision: Decision) -> bool:
    """Whether the revealed calls are a mismatch against the side that is asked."""
    play, formation = decision.about
    answers = mismatches()["plays"].get(play)
    if answers is None:
        return False
    side = "bad" if decision.team == decision.state.possession else "good"
    return formation in answers[side]
