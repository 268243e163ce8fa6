"""Exhaustive enumeration of single plays: exact probabilities that sum to 1, outcome tables as golden files."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from support.perft import enumerate_play, perft_chart, perft_generic

from chartkit.systems.ddf.engine.matchup import first_state, matchup
from chartkit.systems.ddf.rules.options import Options

GOLDEN = Path(__file__).parent / "perft"
MATCHUPS = {
    mode: matchup(perft_chart("HOM"), perft_chart("VIS"), perft_generic(), options)
    for mode, options in (("basic", Options.basic()), ("advanced", Options.advanced()))
}

POSITIONS: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "run at midfield, basic": (
        "basic",
        {"down": 2, "spot": 50, "to_gain": 57},
        {"offense_call": "2-OFF TACKLE", "defense_call": "A-STANDARD"},
    ),
    "fourth and goal, basic": (
        "basic",
        {"down": 4, "spot": 97, "to_gain": 100, "clock": 50, "period": 4},
        {"offense_call": "3-END RUN", "defense_call": "B-RUSH MIDDLE"},
    ),
    "pass from the own 4, basic": (
        "basic",
        {"down": 1, "spot": 4, "to_gain": 14},
        {"offense_call": "7-MEDIUM", "defense_call": "F-BLITZ"},
    ),
    "short pass, advanced": (
        "advanced",
        {"down": 3, "spot": 60, "to_gain": 68},
        {"offense_call": "6-SHORT", "defense_call": "D-PASS NICKEL"},
    ),
    "punt to the goal line, basic": (
        "basic",
        {"down": 4, "spot": 54, "to_gain": 60},
        {"offense_call": "PUNT", "defense_call": "A-STANDARD", "let_it_roll": "let it roll"},
    ),
    "field goal, advanced": (
        "advanced",
        {"down": 4, "spot": 75, "to_gain": 80},
        {"offense_call": "FIELD GOAL", "defense_call": "A-STANDARD"},
    ),
    "kickoff, basic": (
        "basic",
        {"phase": "kickoff", "down": 0, "spot": 35, "to_gain": 0},
        {"kick_return": "return"},
    ),
    "two-point try, basic": (
        "basic",
        {"phase": "try", "down": 0, "spot": 98, "to_gain": 100},
        {"try": "TWO POINT", "offense_call": "1-LINE PLUNGE", "defense_call": "A-STANDARD"},
    ),
}


@pytest.mark.parametrize("position", POSITIONS)
def test_every_roll_of_one_play(position: str, update_golden: bool) -> None:
    mode, change, answers = POSITIONS[position]
    table = MATCHUPS[mode]
    state = first_state(table)._replace(**{"phase": "scrimmage", "clock": 600, **change})
    outcomes, branches = enumerate_play(table, state, **answers)
    assert sum(outcomes.values()) == 1
    told = {
        "position": position,
        "branches": branches,
        "outcomes": {name: str(Fraction(chance)) for name, chance in sorted(outcomes.items())},
    }
    file = GOLDEN / f"{position.replace(', ', '-').replace(' ', '-')}.json"
    if update_golden:
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    assert json.loads(file.read_text("utf-8")) == told
