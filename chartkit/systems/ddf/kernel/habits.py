"""The computer coach as numbers: the habits of every coach, and tables by situation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from chartkit.errors import InputError
from chartkit.systems.ddf.coaches.habits import first_down_worth, habits
from chartkit.systems.ddf.coaches.tables import CoachTable, Drawn, class_of
from chartkit.systems.ddf.columns import FORMATIONS, PLAYS
from chartkit.systems.ddf.kernel import calling as k
from chartkit.systems.ddf.kernel import places as p
from chartkit.systems.ddf.kernel.codes import KICKOFF_CHOICES
from chartkit.systems.ddf.kernel.layout import Numbers, bits

_SIDES = ("offense", "defense")
_FOURTH = ("go", "punt", "field goal")


def add_habits(rules: Numbers) -> None:
    """Write the habits into the rules of `layout.rules_of`."""
    found: Mapping[str, Any] = habits()
    m = np.zeros(p.RULES + p.RULES_SIZE, np.int64)
    m[p.RULES :] = rules
    _rows(m, found)
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
    for number, row in enumerate(rows):
        at = p.STANDARD_FORMATIONS + 6 * number
        m[at : at + 6] = running_sums(row)
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


def running_sums(shares: Sequence[float]) -> Numbers:
    """Shares as running sums that end at `calling.WHOLE`."""
    sums = np.cumsum(np.array(shares, np.float64))
    whole: Numbers = np.round(sums / sums[-1] * k.WHOLE).astype(np.int64)
    return whole


def _sums(drawn: Drawn, names: Sequence[str]) -> Numbers:
    """A row of a coach's table in the order of `names`."""
    found, sums = drawn
    shares = dict.fromkeys(names, 0.0)
    for place, name in enumerate(found):
        shares[name] += sums[place] - (sums[place - 1] if place else 0.0)
    return running_sums([max(0.0, share) for share in shares.values()])


def coach_of(table: CoachTable, start: int) -> Numbers:
    """A coach's table as numbers; `start` is where it will stand among the others."""
    grid = table.grid
    states = len(grid.states) + 1
    if states > k.MOST_STATES:
        raise InputError(f"a coach's table has more than {k.MOST_STATES - 1} states of the game.")
    distances, fields, kicks = len(grid.distance) + 1, len(grid.field) + 1, len(grid.kick_field) + 1
    head = np.zeros(k.HEAD, np.int64)
    head[k.STATES], head[k.DISTANCES], head[k.FIELDS], head[k.KICK_FIELDS] = states, distances, fields, kicks
    for value in range(128):
        head[k.DISTANCE_CLASS + value] = class_of(value, grid.distance)
        head[k.FIELD_CLASS + value] = class_of(value, grid.field)
        head[k.KICK_CLASS + value] = class_of(value, grid.kick_field)
    for number, (_, quarters, seconds, low, high) in enumerate(grid.states):
        at = k.STATE_ROWS + 4 * number
        head[at : at + 4] = (bits(quarters), seconds, low, high)
    situations = list(product(range(4), range(distances), range(fields), range(states)))
    fourths = list(product(range(distances), range(kicks), range(states)))
    missing: list[tuple[int, ...]] = [place for place in situations if place not in table.calls]
    missing += [place for place in fourths if place not in table.fourth_down]
    if missing:
        raise InputError(f"a coach's table says nothing about {len(missing)} situations, such as {missing[0]}.")
    calls = [_sums(table.calls[place], PLAYS) for place in situations]
    kicked = [_sums(table.fourth_down[place], _FOURTH) for place in fourths]
    nothing = np.zeros(6, np.int64)
    answers = [
        _sums(table.formations[place], FORMATIONS) if place in table.formations else nothing for place in situations
    ]
    head[k.CALLS_AT] = start + k.HEAD
    head[k.FOURTH_AT] = head[k.CALLS_AT] + 9 * len(calls)
    head[k.FORMATIONS_AT] = head[k.FOURTH_AT] + 3 * len(kicked)
    return np.concatenate([head, *calls, *kicked, *answers])
