"""Examples that play nothing: dice readings, odds, the priority chart, and the sums of the rule book."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from chartkit.systems.ddf.charts import Kind, Result, dice, parse, scalars
from chartkit.systems.ddf.engine.events import DICE_NAMES
from chartkit.systems.ddf.engine.examples.example import Example
from chartkit.systems.ddf.engine.examples.observe import meet
from chartkit.systems.ddf.engine.rolls import DICE_SETS
from chartkit.systems.ddf.rules.flow import visitor_audibles
from chartkit.systems.ddf.rules.tables import standard_rules

Words = dict[str, Any]
#: Stands for a cell that is lost when only its kind is known.
STANDS_FOR = {"#": Result(Kind.YARDS, 7), "-#": Result(Kind.YARDS, -2), "INT": Result(Kind.INTERCEPTION, 40)}


def dice_total(example: Example) -> Words:
    """The total of the faces that were rolled (R1.1, R1.3)."""
    roll = example.rolls[0]
    dice_set = DICE_SETS[DICE_NAMES.index(roll["dice"])]
    return {"total": dice_set.total(tuple(roll["faces"][die.name] for die in dice_set.dice))}


def priority_look_up(example: Example) -> Words:
    """Two cells through the priority chart (R5)."""
    offense, defense = (
        parse(roll["result"]) if roll.get("result") is not None else STANDS_FOR[roll.get("result_type") or "#"]
        for roll in example.rolls[:2]
    )
    reading = meet(standard_rules().priority, offense, defense)
    yards = {"yards": reading.result.yards} if reading.result is not None else {}
    return {"priority": reading.label, "play_result": reading.text, **yards}


def _odds(row: Mapping[str, Any]) -> Words:
    """Ways and percentage of totals, with as many places as the example prints."""
    dice_set = dice.DEFENSIVE if row.get("of") == dice.DEFENSIVE.outcomes else dice.OFFENSIVE
    totals = row.get("totals") or ([row["total"]] if "total" in row else None)
    ways = sum(dice_set.ways[total] for total in totals) if totals else int(row["ways"])
    percent = round(100 * ways / dice_set.outcomes, len(str(row["percent"]).partition(".")[2]))
    return {**row, "ways": ways, "of": dice_set.outcomes, "percent": percent}


def _spread(example: Example) -> Words:
    ratings = example.expected["ratings"]
    one, other = ratings
    spread = scalars.point_spread(ratings[one], ratings[other])
    return {
        "ratings": ratings,
        "spread": abs(spread),
        "favored": one if spread > 0 else other,
        "beats_spread_with_margin_of_at_least": math.floor(abs(spread)) + 1,
        "win_needs_margin_above": int(abs(spread)),
    }


def _rating_row(row: Mapping[str, Any]) -> Words:
    percent = Decimal(row["percent"].rstrip("%"))
    moved = percent * 10
    steps = {
        "percent": row["percent"],
        "step1": f"{percent:.3f}".removeprefix("0"),
        "step2": f"{moved:.2f}",
        "step3": scalars.half_up(moved),
        "msr": scalars.muffed_snap_rating(float(percent)),
    }
    return {name: value for name, value in steps.items() if name in {*row, "msr"}}


def _audibles(example: Example) -> Words:
    state = example.state
    home, visitor, start = state["home"], state["visitor"], state["start"]
    allowed = {
        side: visitor_audibles(count, state["home_hfa"], state["visitor_ra"])
        for side, count in start[visitor].items()
    }
    return {"final": {home: dict(start[home]), visitor: allowed}}


def _muffs(example: Example) -> Words:
    rating = next(iter(example.state["msr"].values()))
    return {"probability": float(scalars.muff_chance(rating)), "as": f"0.1 x 0.1 x {int(rating) / 10:.1f}"}


#: The sums of the rule book, by what an example of one expects.
_ARITHMETIC: Mapping[str, Callable[[Example], Words]] = {
    "probabilities": lambda example: {"probabilities": [_odds(row) for row in example.expected["probabilities"]]},
    "ways": lambda example: _odds(example.expected),
    "ratings": _spread,
    "rows": lambda example: {"rows": [_rating_row(row) for row in example.expected["rows"]]},
    "final": _audibles,
    "probability": _muffs,
    "added": lambda example: {
        "added": {play: scalars.overtime_quota(count) for play, count in example.state["quota"].items()}
    },
}


def arithmetic(example: Example) -> Words | None:
    """The sum that an example does; None when there is no rule for it."""
    return next((done(example) for name, done in _ARITHMETIC.items() if name in example.expected), None)
