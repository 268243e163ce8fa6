"""Vectors, worked examples, situations and single plays by the compiled rules as well as at the table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.both_ways import both_ways
from support.perft import enumerate_play, perft_chart, perft_generic
from support.situations import situation

from chartkit.systems.ddf.engine.examples.judge import judge
from chartkit.systems.ddf.engine.examples.position import Example
from chartkit.systems.ddf.engine.matchup import first_state, matchup
from chartkit.systems.ddf.rules.options import Options

HERE = Path(__file__).parent
SPEC = HERE.parents[2] / ".." / "shared" / "spec" / "ddf-examples.json"
#: Call, cells, and what else there is to the situation.
SITUATIONS: list[tuple[str, list[tuple[Any, ...]], dict[str, Any]]] = [
    ("2-OFF TACKLE", [("off", "7")], {}),
    ("2-OFF TACKLE", [("off", "OFF 10", 11), ("off", "OFF 15", 12), ("off", "7")], {"choose": "accept OFF 15"}),
    ("2-OFF TACKLE", [("off", "OFF 10", 11), ("off", "OFF 15", 12), ("off", "7")], {"choose": "decline"}),
    ("7-MEDIUM", [("off", "OFF 10", 11), ("off", "OFF 12*", 12)], {"choose": "accept"}),
    ("1-LINE PLUNGE", [("off", "OFF 5")], {"at": "NE 8"}),
    (
        "PUNT",
        [("special.PUNT", "OFF 10", 11), ("special.PUNT", "42"), ("special.PUNT RETURN", "6")],
        {"down": 4, "choose": "decline"},
    ),
]


@pytest.mark.parametrize(
    "file", [HERE / "vectors.json", HERE / "situations.json", SPEC], ids=lambda file: file.stem
)
def test_examples_by_both_ways(file: Path) -> None:
    if not file.is_file():
        pytest.skip(f"{file} is not on this machine")
    # A sample: some examples have lost cells, which are tried one after the other.
    examples = json.loads(file.read_text("utf-8"))["examples"][::3]
    with both_ways() as both:
        verdicts = [judge(Example.from_json(example)) for example in examples]
    assert [verdict.why for verdict in verdicts if verdict.passed is False] == []
    assert both.steps > len(examples) // 4


def test_situations_by_both_ways() -> None:
    with both_ways() as both:
        for call, cells, more in SITUATIONS:
            situation(call, cells, **more)
    assert both.steps >= len(SITUATIONS)


def test_every_roll_of_one_play_by_both_ways() -> None:
    table = matchup(perft_chart("HOM"), perft_chart("VIS"), perft_generic(), Options.basic())
    state = first_state(table)._replace(phase="scrimmage", clock=600, down=2, spot=50, to_gain=57)
    with both_ways() as both:
        outcomes, branches = enumerate_play(table, state, offense_call="2-OFF TACKLE", defense_call="A-STANDARD")
    assert sum(outcomes.values()) == 1
    assert both.steps > branches // 4 > 0
