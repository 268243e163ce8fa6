"""The rules that are tables: sound against their schema, and editing one changes the game."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from support.charts import random_chart, random_generic
from support.games import RandomCoach, game_file

from chartkit import resources
from chartkit.errors import InputError
from chartkit.systems.ddf.engine.matchup import matchup
from chartkit.systems.ddf.engine.table import SeededRolls, play
from chartkit.systems.ddf.gameday.opening import DdfReferee
from chartkit.systems.ddf.rules.options import Options
from chartkit.systems.ddf.rules.tables import TABLES, RuleBook, rules_with, standard_rules, unknown_rules
from chartkit.systems.recorded import game_file_text

Edit = Callable[[dict[str, Any]], None]


def _edit(name: str, change: Edit) -> RuleBook:
    table = copy.deepcopy(dict(standard_rules().tables[name]))
    change(table)
    return rules_with({name: table})


def _events(rules: RuleBook | None, seed: int) -> Any:
    charts = random_chart(1), random_chart(2, code="BBB")
    table = matchup(*charts, random_generic(1), Options.advanced(), rules)
    return play(table, (RandomCoach("a"), RandomCoach("b")), SeededRolls(seed))


EDITS: dict[str, Edit] = {
    "priority_chart": lambda t: t["rows"]["#"].__setitem__(0, "OFF"),
    "timing": lambda t: t["rows"][0].__setitem__("seconds", 30),
    "restrictions": lambda t: t["not_allowed"].append({"play": "1-LINE PLUNGE", "inside": 99}),
    "penalties": lambda t: t["fouls"]["OFF 5"].__setitem__("yards", 7),
    "let_it_roll": lambda t: t.__setitem__("inside", 60),
    "pi_x": lambda t: t["yards"]["9-SIDELINE"].__setitem__("plus", 20),
    "season_constants": lambda t: t["onside_recovered"][0].__setitem__("value", "10-39"),
    "overtime": lambda t: t["regular"][-2].__setitem__("ot_seconds", 300),
}


@pytest.mark.parametrize("name", TABLES)
def test_editing_a_table_changes_the_game(name: str) -> None:
    rules = _edit(name, EDITS[name])
    assert any(_events(rules, seed).events != _events(None, seed).events for seed in range(150))


def test_a_game_by_edited_rules_carries_them_in_its_file(tmp_path: Path) -> None:
    log = _events(_edit("timing", EDITS["timing"]), 3)
    assert set(game_file(log)["rules"]) == {"timing"}
    (tmp_path / "game.json").write_text(game_file_text(game_file(log)), "utf-8")
    assert tuple(DdfReferee().recorded_game(tmp_path / "game.json").events) == log.events


@pytest.mark.parametrize("name", ["timing", "restrictions", "penalties", "let_it_roll", "pi_x", "overtime"])
def test_every_table_is_sound(name: str) -> None:
    schema = json.loads(resources.schema("ddf-rule-tables").read_text("utf-8"))
    jsonschema.validate(standard_rules().tables[name], {"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]})


def test_a_season_beyond_the_known_rules_says_so() -> None:
    last = standard_rules().tables["season_constants"]["known_to"]
    assert unknown_rules(last) == ""
    assert f"{last + 1} are not known here" in unknown_rules(last + 1)
    assert standard_rules().season(last + 1) == standard_rules().season(last)


def test_a_broken_table_is_refused_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "timing.json").write_text('{"rows": [', "utf-8")
    with pytest.raises(InputError, match=r"timing\.json, line 1"):
        RuleBook.load(tmp_path)
    (tmp_path / "timing.json").write_text('{"rows": []}', "utf-8")
    with pytest.raises(InputError, match="not as it should be"):
        RuleBook.load(tmp_path)
    with pytest.raises(InputError, match="no table"):
        rules_with({"weather": {}})
