"""Our own vectors (V1-V58): single plays between two invented teams, in the format of worked examples."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from chartkit.systems.ddf.charts import dice
from chartkit.systems.ddf.engine.examples.judge import judge
from chartkit.systems.ddf.engine.examples.position import Example
from chartkit.systems.ddf.rules.options import Options
from chartkit.systems.ddf.rules.priority import COLUMN_NAMES, OUTCOMES, ROW_NAMES
from chartkit.systems.ddf.rules.priority_chart import Outcome, standard_priority
from chartkit.systems.ddf.rules.tables import rule_fields, standard_rules

HERE = Path(__file__).parent
VECTORS = json.loads((HERE / "vectors.json").read_text("utf-8"))["examples"]
SITUATIONS = json.loads((HERE / "situations.json").read_text("utf-8"))["examples"]


@pytest.mark.parametrize("example", [pytest.param(example, id=example["id"]) for example in VECTORS + SITUATIONS])
def test_vector(example: dict[str, Any]) -> None:
    verdict = judge(Example.from_json(example))
    assert verdict.passed, verdict.why


def test_v1_to_v56_are_all_there() -> None:
    numbers = {int(example["id"].split("-")[0][1:]) for example in VECTORS}
    assert numbers == set(range(1, 57))


def test_v57_every_outcome_of_the_dice_reproduces_the_distributions() -> None:
    for dice_set, outcomes in ((dice.OFFENSIVE, 216), (dice.DEFENSIVE, 36)):
        totals = [dice_set.total(faces) for faces in product(*(die.faces for die in dice_set.dice))]
        assert len(totals) == outcomes
        assert all(Fraction(totals.count(t), outcomes) == dice_set.chance(t) for t in dice_set.totals)


def test_v58_every_cell_of_the_priority_chart_maps() -> None:
    table = rule_fields(standard_rules(), 2017, Options.basic())["priority"]
    for row, name in enumerate(ROW_NAMES):
        for column, defense in enumerate(COLUMN_NAMES):
            assert OUTCOMES[table[row][column]] is Outcome(standard_priority().outcomes[name, defense])
