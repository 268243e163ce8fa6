"""The habits of every computer coach as numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from chartkit.errors import InputError
from chartkit.systems.ddf.coaches.habits import first_down_worth, habits
from chartkit.systems.ddf.kernel import places as p
from chartkit.systems.ddf.kernel.calling import FORMATION_BITS
from chartkit.systems.ddf.kernel.coach_tables import drawing_rows
from chartkit.systems.ddf.kernel.codes import KICKOFF_CHOICES
from chartkit.systems.ddf.kernel.layout import Numbers, bits

_SIDES = ("offense", "defense")


def add_habits(rules: Numbers) -> None:
    """Write the habits into the rules of `layout.rules_of`."""
    found: Mapping[str, Any] = habits()
    m = np.zeros(p.RULES + p.RULES_SIZE, np.int32)
    m[p.RULES :] = rules
    _rows(m, found)
    m[p.HURRY_CLOCK : p.HURRY_CLOCK + p.MOST_PERIODS] = -1
    for row in found["hurry"]:
        for period in row["periods"]:
            m[p.HURRY_CLOCK + period] = max(m[p.HURRY_CLOCK + period], row["clock"])
    two, desperate, value = found["two_points"], found["desperate"], found["value"]
    m[p.TWO_POINT_PERIODS], m[p.TWO_POINT_CLOCK] = bits(two["periods"]), two["clock"]
    for lead in two["ahead"]:
        m[p.TWO_POINT_AHEAD + 64 + lead] = 1
    single = {
        p.TIMEOUT_INSIDE: found["timeout_inside"],
        p.SPIKE_INSIDE: found["spike_inside"],
        p.LAST_KICK_INSIDE: found["last_kick_inside"],
        p.KNEEL_CLOCK: found["kneel_at_half"]["clock"],
        p.KNEEL_CLOSE: found["kneel"]["close"],
        p.KNEEL_SPOT: found["kneel_at_half"]["to_spot"],
        p.DESPERATE_CLOCK: desperate["clock"],
        p.DESPERATE_LOW: desperate["field_goal_ahead"][0],
        p.DESPERATE_HIGH: desperate["field_goal_ahead"][1],
        p.POOCH_INSIDE: found["pooch"]["inside"],
        p.POOCH_AT: found["pooch"]["land_at"],
        p.LET_ROLL_AT: found["let_it_roll_at"],
        p.GO_FROM: found["fourth_down"]["go_from"],
        p.GO_WITH: found["fourth_down"]["go_with"],
        p.WORTH_TRY: value["try"],
        p.WORTH_KICKOFF: value["kickoff"],
        p.WORTH_FREE_KICK: value["free_kick"],
        p.WORTH_KICKOFF_YARD: value["kickoff_yard"],
    }
    for place, number in single.items():
        m[place] = number
    m[p.WORTH : p.WORTH + 101] = first_down_worth()
    m[p.WORTH_DOWN : p.WORTH_DOWN + 4] = value["down"]
    m[p.WORTH_YARD : p.WORTH_YARD + 4] = value["yard_to_go"]
    shares = found["formations"]
    rows = (shares["tries"], *shares["downs"], shares["short"], shares["long"])
    drawing = drawing_rows(np.array(rows, np.float64), FORMATION_BITS)
    m[p.STANDARD_FORMATIONS : p.STANDARD_FORMATIONS + drawing.size] = drawing.ravel()
    rules[:] = m[p.RULES :]


def _rows(m: Numbers, found: Mapping[str, Any]) -> None:
    for rows, number, at, width in (
        (found["kickoff"], p.HABIT_KICKOFFS, p.HABIT_KICKOFF, 5),
        (found["hurry"], p.HABIT_HURRIES, p.HABIT_HURRY, 6),
    ):
        if len(rows) > p.MOST_HABITS:
            raise InputError(f"the coach's habits have more than {p.MOST_HABITS} rows.", where="coach_habits.json")
        m[number] = len(rows)
        for place, row in enumerate(rows):
            when = (bits(row["periods"]), row["clock"], *row["ahead"])
            first = (
                (KICKOFF_CHOICES.index(row["choice"]),)
                if width == 5
                else (_SIDES.index(row["side"]), row["from_spot"])
            )
            m[at + width * place : at + width * place + width] = (*first, *when)
