"""Examples that play nothing: dice readings, odds, the priority chart, and the sums of the rule book."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from chartkit.dice import DiceSet
from chartkit.systems.ddf.charts import Kind, Result, dice, parse, scalars
from chartkit.systems.ddf.engine.examples.example import Example
from chartkit.systems.ddf.engine.examples.reading import meet
from chartkit.systems.ddf.rules.flow import visitor_audibles
from chartkit.systems.ddf.rules.tables import standard_rules

Words = dict[str, Any]
_SETS: Mapping[str, DiceSet] = {"offensive": dice.OFFENSIVE, "defensive": dice.DEFENSIVE, "d10": dice.D10}
#: Stands for a cell that is lost when only its kind is known.
STANDS_FOR = {"#": Result(Kind.YARDS, 7), "-#": Result(Kind.YARDS, -2), "INT": Result(Kind.INTERCEPTION, 40)}


def dice_total(example: Example) -> Words:
    """The total of the faces that were rolled (R1.1, R1.3)."""
    roll = example.rolls[0]
    dice_set = _SETS[roll["dice"]]
    faces = roll["faces"]
    return {"total": dice_set.total(tuple(faces[die.name] for die in dice_set.dice))}


def priority_look_up(example: Example) -> Words:
    """Two cells through the priority chart (R5)."""
    cells = [
        parse(roll["result"]) if roll.get("result") is not None else STANDS_FOR[roll.get("result_type") or "#"]
        for roll in example.rolls
    ]
    reading = meet(standard_rules().priority, cells[0], cells[1])
    got: Words = {"priority": reading.label, "play_result": reading.text}
    if "yards" in example.expected and reading.result is not None:
        got["yards"] = reading.result.yards
    return got


def _set_of(expected: Mapping[str, Any]) -> DiceSet:
    return dice.DEFENSIVE if expected.get("of") == dice.DEFENSIVE.outcomes else dice.OFFENSIVE


def _percent(ways: int, of: int, like: float) -> float:
    """A percentage with as many places as the example prints."""
    places = len(str(like).partition(".")[2])
    return round(100 * ways / of, places)


def _odds(row: Mapping[str, Any]) -> Words:
    dice_set = _set_of(row)
    totals = row.get("totals") or ([row["total"]] if "total" in row else None)
    ways = sum(dice_set.ways[total] for total in totals) if totals else int(row["ways"])
    return {
        **row,
        "ways": ways,
        "of": dice_set.outcomes,
        "percent": _percent(ways, dice_set.outcomes, row["percent"]),
    }


def _spread(example: Example) -> Words:
    ratings = example.expected["ratings"]
    one, other = ratings
    spread = scalars.point_spread(ratings[one], ratings[other])
    got: Words = {"ratings": ratings, "spread": abs(spread), "favored": one if spread > 0 else other}
    if "beats_spread_with_margin_of_at_least" in example.expected:
        got["beats_spread_with_margin_of_at_least"] = math.floor(abs(spread)) + 1
    if "win_needs_margin_above" in example.expected:
        got["win_needs_margin_above"] = int(abs(spread))
    return got


def _rating_rows(example: Example) -> Words:
    rows = []
    for row in example.expected["rows"]:
        percent = Decimal(row["percent"].rstrip("%"))
        moved = percent * 10
        steps = {
            "step1": f"{percent:.3f}".removeprefix("0"),
            "step2": f"{moved:.2f}",
            "step3": scalars.half_up(moved),
        }
        rating = scalars.muffed_snap_rating(float(percent))
        rows.append({"percent": row["percent"], **{k: v for k, v in steps.items() if k in row}, "msr": rating})
    return {"rows": rows}


def _audibles(example: Example) -> Words:
    state = example.state
    home, visitor = state["home"], state["visitor"]
    start = state["start"]
    final = {
        home: dict(start[home]),
        visitor: {
            side: visitor_audibles(start[visitor][side], state["home_hfa"], state["visitor_ra"])
            for side in start[visitor]
        },
    }
    return {"final": final}


def _muffs(example: Example) -> Words:
    rating = next(iter(example.state["msr"].values()))
    digit = int(rating)
    return {"probability": float(scalars.muff_chance(rating)), "as": f"0.1 x 0.1 x {digit / 10:.1f}"}


def _quotas(example: Example) -> Words:
    quota = example.state["quota"]
    return {"added": {play: scalars.overtime_quota(count) for play, count in quota.items()}}


#: The sums of the rule book, by what an example of one expects.
_ARITHMETIC: Mapping[str, Callable[[Example], Words]] = {
    "probabilities": lambda example: {"probabilities": [_odds(row) for row in example.expected["probabilities"]]},
    "ways": lambda example: _odds(example.expected),
    "ratings": _spread,
    "rows": _rating_rows,
    "final": _audibles,
    "probability": _muffs,
    "added": _quotas,
}


def arithmetic(example: Example) -> Words | None:
    """The sum that an example does; None when there is no rule for it."""
    return next((done(example) for name, done in _ARITHMETIC.items() if name in example.expected), None)
