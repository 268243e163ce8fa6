"""Findings come whenever jsonschema complains; the schemas describe what ships and use only words that are said."""

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from support.charts import random_chart, random_season, wild_chart
from support.properties import examples

from chartkit import resources
from chartkit.findings import Schema, read_toml
from chartkit.findings.schema import WORDS as SAID
from chartkit.paper import load_template
from chartkit.systems.ddf.charts import season_to_json, team_to_json
from tools.formats_page import DOCUMENTED

ROOT = Path(__file__).parents[2]
SCHEMAS = sorted((ROOT / "schemas").glob("*.schema.json"))
DATA = ROOT / "chartkit" / "systems" / "ddf" / "data"
SHIPPED = {
    "priority_chart.json": "priority-chart",
    "season_constants.json": "season-constants",
    "legal_results.json": "legal-results",
    "plausible.json": "plausible",
    "generic-2017.json": "generic-charts",
}
TEMPLATES = ("ddf-classify", "ddf-compile", "ddf-penalties")
BASES: dict[str, list[Any]] = {
    "team-chart": [team_to_json(make(seed)) for seed in range(2) for make in (random_chart, wild_chart)],
    "season": [season_to_json(random_season(seed)) for seed in range(2)],
    "priority-chart": [json.loads((DATA / "priority_chart.json").read_text("utf-8"))],
    "season-constants": [json.loads((DATA / "season_constants.json").read_text("utf-8"))],
    "plausible": [json.loads((DATA / "plausible.json").read_text("utf-8"))],
    **{name: [read_toml(resources.template(f"{name}.toml"))] for name in TEMPLATES},
    "family-layout": [read_toml(resources.template("family/old-grid.toml"))],
    "paper-template": [load_template("classic", "ddf-cards.toml")],
}
VALIDATORS = {name: Draft202012Validator(json.loads(resources.schema(name).read_text("utf-8"))) for name in BASES}
VALUES = [
    "",
    "7",
    "INC",
    "x",
    0,
    7,
    -1,
    2.5,
    101,
    1000000000.5,
    None,
    True,
    [],
    {},
    [1],
    {"10": "7"},
    "10-12",
    "PHI",
    ["A", "A"],
]


@pytest.mark.parametrize("file", SCHEMAS, ids=lambda file: file.stem)
def test_every_schema_is_one(file: Path) -> None:
    Draft202012Validator.check_schema(json.loads(file.read_text("utf-8")))


@pytest.mark.parametrize("name", DOCUMENTED)
def test_a_public_schema_says_what_it_is(name: str) -> None:
    schema = json.loads(resources.schema(name).read_text("utf-8"))
    assert schema["$id"].endswith(f"/{name}.schema.json")
    assert schema["title"]
    assert schema["description"]


@pytest.mark.parametrize(("file", "name"), SHIPPED.items())
def test_the_data_files_that_ship_fit_their_schemas(file: str, name: str) -> None:
    data = json.loads((DATA / file).read_text("utf-8"))
    assert Schema.load(resources.schema(name)).findings(data) == []
    assert (DATA / data["$schema"]).resolve() == resources.schema(name).resolve()


def _places(data: Any) -> list[tuple[Any, Any]]:
    found = []
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        found.append((data, key))
        if isinstance(value, dict | list):
            found += _places(value)
    return found


@examples(100)
@given(st.sampled_from(sorted(BASES)), st.randoms(use_true_random=False))
def test_the_verdict_is_that_of_jsonschema(name: str, rng: random.Random) -> None:
    data = copy.deepcopy(rng.choice(BASES[name]))
    for _ in range(rng.choice([0, 1, 1, 2])):
        holder, key = rng.choice(_places(data))
        action = rng.choice(["set", "set", "drop", "add"])
        if action == "drop":
            del holder[key]
        elif action == "add" and isinstance(holder, dict):
            holder["weather"] = rng.choice(VALUES)
        else:
            holder[key] = rng.choice(VALUES)
        if not data:
            break
    ours = Schema.load(resources.schema(name)).findings(data)
    theirs = list(VALIDATORS[name].iter_errors(data))
    assert bool(ours) == bool(theirs), (ours[:2], [error.message[:200] for error in theirs[:2]])


def test_it_is_stricter_than_the_standard_in_one_thing() -> None:
    shape = Schema({"type": "object", "properties": {"season": {"type": "integer"}}})
    assert [each.suggestion for each in shape.findings({"season": 2017.0})] == ["2017"]
    assert [each.code for each in shape.findings({"season": True})] == ["CK101"]


def _keywords(schema: Any) -> set[str]:
    """Every keyword of a schema, but not the names of fields and definitions."""
    if isinstance(schema, list):
        return {word for each in schema for word in _keywords(each)}
    if not isinstance(schema, dict):
        return set()
    named = [each for name in ("properties", "$defs") for each in schema.get(name, {}).values()]
    inner = [schema[name] for name in SUBSCHEMAS if name in schema]
    return set(schema) | _keywords(named) | _keywords(inner)


SUBSCHEMAS = ("items", "prefixItems", "anyOf", "oneOf", "additionalProperties", "propertyNames")
FOR_PEOPLE = {"$schema", "$id", "$defs", "$comment", "$ref", "title", "description", "examples", "default"}


@pytest.mark.parametrize("file", SCHEMAS, ids=lambda file: file.stem)
def test_every_keyword_of_a_schema_has_its_words(file: Path) -> None:
    silent = {"properties", "items", "prefixItems", "propertyNames"}
    assert _keywords(json.loads(file.read_text("utf-8"))) <= FOR_PEOPLE | silent | SAID.keys()


@pytest.mark.parametrize(("text", "is_right"), [("BRK", True), ("BRK\n", False), ("BRKX\n", False), ("٣٣", False)])
def test_anchors_mean_the_whole_text_and_digits_are_ascii(text: str, is_right: bool) -> None:
    schema = Schema({"type": "string", "pattern": r"^(?:[A-Z]{3}|\d\d)$"})
    assert (schema.findings(text) == []) is is_right


def test_entries_that_cannot_be_sorted_are_compared_in_time() -> None:
    entries = [value for number in range(20_000) for value in (number, str(number))]
    assert Schema({"type": "array", "uniqueItems": True}).findings(entries) == []


def test_too_many_too_few_and_the_same_twice() -> None:
    shape = Schema(
        {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 3, "uniqueItems": True}
    )
    assert [each.message for each in shape.findings(["a"])] == ["there are 1 entries here."]
    found = shape.findings(["a", "b", "a", "c"])
    assert [(each.code, each.dotted) for each in found] == [("CK107", ""), ("CK107", "[2]")]
