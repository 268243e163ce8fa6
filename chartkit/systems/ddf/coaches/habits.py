"""What every computer coach does unless a table of its own says otherwise: data files, laid out for `decide`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate
from typing import Any

from chartkit.errors import InputError
from chartkit.systems.ddf.charts import FORMATIONS, PLAYS
from chartkit.systems.ddf.coaches.mind import MOST_HABITS, MOST_LEAD, SIDES, WHEN, WHOLE
from chartkit.systems.ddf.data import shipped

HABITS_FILE = "coach_habits.json"
#: Kinds of kickoffs as the file names them, in the order of `rules.names`.
_KICKOFFS = ("KICKOFF", "SQUIB KICK", "ONSIDE KICK")
#: The sides of the mismatch table as the file names them: bad for the offense, good for it.
_MISMATCHES = ("bad", "good")


@cache
def habits() -> Mapping[str, Any]:
    """The shipped habits."""
    found: Mapping[str, Any] = json.loads(shipped(HABITS_FILE))
    return found


@cache
def mismatches() -> Mapping[str, Any]:
    """The shipped table of mismatches of play and formation (R28.15, R31.6)."""
    found: Mapping[str, Any] = json.loads(shipped("mismatches.json"))
    return found


def bits(numbers: Iterable[int]) -> int:
    """A set of numbers as one number with a bit for each."""
    return sum(1 << number for number in numbers)


def when(row: Mapping[str, Any]) -> list[int]:
    """When a row holds: periods, seconds left, lead from, lead to."""
    return [bits(row["periods"]), row["clock"], *row["ahead"]]


def _padded(name: str, rows: Sequence[list[int]], width: int) -> list[list[int]]:
    """Rows of a habit; those that are empty hold in no period."""
    if len(rows) > MOST_HABITS:
        raise InputError(f"{name} has {len(rows)} rows; {MOST_HABITS} is the most.", where=HABITS_FILE)
    return [*rows, *([0] * width for _ in range(MOST_HABITS - len(rows)))]


def _first_down_worth(points: Sequence[Sequence[int]]) -> list[int]:
    """Thousandths of a point of first and 10 at each yard line 0..100: straight lines between the points."""
    found = [points[0][1]]
    for spot in range(1, 101):
        left = max((point for point in points if point[0] <= spot), key=lambda point: point[0])
        right = min((point for point in points if point[0] >= spot), key=lambda point: point[0], default=points[-1])
        width = right[0] - left[0]
        found.append(left[1] if not width else left[1] + (right[1] - left[1]) * (spot - left[0]) // width)
    return found


@cache
def habit_fields() -> Mapping[str, Any]:
    """The fields of `Mind` that hold for every coach."""
    data, answers = habits(), mismatches()
    two, value, fronts = data["two_points"], data["value"], data["formations"]
    kickoffs = [[*when(row), _KICKOFFS.index(row["choice"])] for row in data["kickoff"]]
    hurries = [
        [*when(row), SIDES.index(row["side"]), row["from_spot"], row["to_spot"], row["from_down"]]
        for row in data["hurry"]
    ]
    shares = (fronts["tries"], *fronts["downs"], fronts["short"], fronts["long"])
    return {
        "habit_kickoffs": _padded("kickoff", kickoffs, WHEN + 1),
        "habit_hurries": _padded("hurry", hurries, WHEN + 4),
        "habit_hurry_periods": bits({period for row in data["hurry"] for period in row["periods"]}),
        "habit_hurry_inside": max(row["clock"] for row in data["hurry"]),
        "habit_timeout_inside": data["timeout_inside"],
        "habit_spike_inside": data["spike_inside"],
        "habit_last_kick_inside": data["last_kick_inside"],
        "habit_half_kneel_clock": data["kneel_at_half"]["clock"],
        "habit_half_kneel_spot": data["kneel_at_half"]["to_spot"],
        "habit_pooch_inside": data["pooch"]["inside"],
        "habit_pooch_land_at": data["pooch"]["land_at"],
        "habit_let_it_roll_at": data["let_it_roll_at"],
        "habit_go_from": data["fourth_down"]["go_from"],
        "habit_go_with": data["fourth_down"]["go_with"],
        "habit_two_point_periods": bits(two["periods"]),
        "habit_two_point_clock": two["clock"],
        "habit_two_point_leads": [int(lead in two["ahead"]) for lead in range(-MOST_LEAD, MOST_LEAD + 1)],
        "habit_formations": [list(accumulate(row)) for row in shares],
        "habit_mismatches": [
            [bits(FORMATIONS.index(each) for each in answers["plays"][play][side]) for play in PLAYS]
            for side in _MISMATCHES
        ],
        "habit_audible_downs": bits(answers["downs"]),
        "habit_audible_chance": round(answers["chance"] * WHOLE),
        "habit_worth_first_down": _first_down_worth(value["first_down"]),
        "habit_worth_down": value["down"],
        "habit_worth_yard": value["yard_to_go"],
        "habit_worth_far_yard": value["far_yard"],
        "habit_worth_try": value["try"],
        "habit_worth_kickoff": value["kickoff"],
        "habit_worth_kickoff_yard": value["kickoff_yard"],
        "habit_worth_free_kick": value["free_kick"],
    }


def lay_habits(game: Any) -> None:
    """Write the habits into the fields of a game."""
    for name, value in habit_fields().items():
        setattr(game, name, value)
