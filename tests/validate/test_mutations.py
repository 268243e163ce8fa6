"""One random illegal edit of a valid chart: the validator names that place, every time, and only that place."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.charts import any_result, random_chart, wild_chart
from support.properties import examples

from chartkit.files import dumps
from chartkit.findings import Finding, JsonPath, JsonSource, read_bytes
from chartkit.systems.ddf.charts import TEAM_COLUMNS, TEAM_SETS, columns, forms, parse, team_to_text
from chartkit.systems.ddf.validate.validator import FILES

TEXTS = [team_to_text(make(seed)) for seed in range(3) for make in (random_chart, wild_chart)]
#: What is wrong with the charts before any edit: they are legal, but invented.
BEFORE = [
    {(each.code, each.path) for each in FILES.check_source(read_bytes(text.encode(), "X.json"))} for text in TEXTS
]
GARBAGE = ["X", "ITN 4", "OFF 11", "(12", "INC INC", "12**", "?", "7 yards", "B 3", "PI", "100", "-0", "1e3"]


def _at(data: Any, path: JsonPath) -> Any:
    for step in path:
        data = data[step]
    return data


def _put(data: Any, path: JsonPath, value: Any) -> JsonPath:
    _at(data, path[:-1])[path[-1]] = value
    return path


def _cell(rng: random.Random, data: Any) -> tuple[JsonPath, str, str]:
    place = rng.choice(TEAM_COLUMNS)
    return (*place.path, str(rng.choice(place.dice.totals))), place.chart, place.name


def garbage_cell(rng: random.Random, data: Any) -> JsonPath:
    path, _, _ = _cell(rng, data)
    return _put(data, path, rng.choice(GARBAGE))


def cell_of_another_column(rng: random.Random, data: Any) -> JsonPath:
    path, chart, column = _cell(rng, data)
    illegal = [form for form in forms() if form not in columns.legal_forms(chart, column)]
    return _put(data, path, str(any_result(rng, rng.choice(illegal))))


def cell_of_another_type(rng: random.Random, data: Any) -> JsonPath:
    path, _, _ = _cell(rng, data)
    return _put(data, path, rng.choice([7, None, 2.5, True, ["7"], {"yards": 7}]))


def sloppy_cell(rng: random.Random, data: Any) -> JsonPath:
    path, _, _ = _cell(rng, data)
    text = _at(data, path)
    return _put(data, path, rng.choice([f" {text}", f"{text} ", f" {text} "]))


def missing_row(rng: random.Random, data: Any) -> JsonPath:
    path, _, _ = _cell(rng, data)
    del _at(data, path[:-1])[path[-1]]
    return path


def extra_row(rng: random.Random, data: Any) -> JsonPath:
    path, _, _ = _cell(rng, data)
    return _put(data, (*path[:-1], rng.choice(["0", "9", "6", "40", "010", "27 ", "x"])), "7")


OPTIONAL = {("source",), ("$schema",)}


def _blocks(data: Any, path: JsonPath = ()) -> list[JsonPath]:
    found = [path]
    for key, value in data.items():
        if isinstance(value, dict) and (*path, key) not in OPTIONAL:
            found += _blocks(value, (*path, key))
    return found


def missing_field(rng: random.Random, data: Any) -> JsonPath:
    while True:
        path = rng.choice(_blocks(data))
        name = rng.choice(list(_at(data, path)))
        if (*path, name) not in OPTIONAL:
            del _at(data, path)[name]
            return (*path, name)


def unknown_field(rng: random.Random, data: Any) -> JsonPath:
    path = rng.choice(_blocks(data))
    return _put(data, (*path, rng.choice(["weather", "6-SHROT", "Offense", ""])), rng.choice(["x", 3, {}]))


def broken_set(rng: random.Random, data: Any) -> JsonPath:
    path = rng.choice(TEAM_SETS)
    if path[-1] == "on" and not _at(data, path):
        path = TEAM_SETS[0]
    wrong = ["9-12", "35-40", "12-10", "10,10", "10-20,15", "ten", "10;11", ",", "10-", 12]
    return _put(data, path, rng.choice(wrong))


def wrong_symbol(rng: random.Random, data: Any) -> JsonPath:
    where = rng.choice(["sack_rate", "fumble_recovery", *columns.PENALTY_INFLUENCE])
    path: JsonPath = (
        ("supplement", where) if where in data["supplement"] else ("supplement", "penalty_influence", where)
    )
    _at(data, path)["on"] = "10-12"
    return _put(data, (*path, "result"), rng.choice(["", "SCK/QR", "XINT", "Post", "sck", 5]))


def wrong_bold(rng: random.Random, data: Any) -> JsonPath:
    path: JsonPath = ("special_teams", "columns", "FIELD GOAL")
    kicks = {row: cell for row, text in _at(data, path).items() if (cell := parse(text)).form.startswith("gain")}
    row = rng.choice(list(kicks))
    cell = kicks[row]
    return _put(data, (*path, row), f"{cell.yards}{'' if cell.bold else '!'}")


def quota_above_calls(rng: random.Random, data: Any) -> JsonPath:
    play = rng.choice(columns.PLAYS)
    calls = data["supplement"]["play_calls"][play]["calls"]
    return _put(data, ("supplement", "play_calls", play, "quota"), calls + rng.randint(1, 50))


def wrong_range(rng: random.Random, data: Any) -> JsonPath:
    group = rng.choice(["run", "pass"])
    play = rng.choice(list(data["supplement"]["solitaire"][group]))
    path: JsonPath = ("supplement", "solitaire", group, play)
    first, last = map(int, _at(data, path).split("-"))
    wrong = [f"{first}-{last - 1}", f"{first + 1}-{last}", f"{first}-{last + 1}", f"{last}-{first}"]
    wrong += ["", "1 to 5", "0-7"]
    return _put(data, path, rng.choice([each for each in wrong if each != _at(data, path)]))


def wrong_pass_percent(rng: random.Random, data: Any) -> JsonPath:
    now = data["supplement"]["pass_percent"]
    return _put(data, ("supplement", "pass_percent"), rng.choice([now + 1, now - 1, 101, -1, "61", now + 0.5]))


def wrong_muffs(rng: random.Random, data: Any) -> JsonPath:
    now = data["supplement"]["muffed_snap_rating"]
    others = [each for each in ("000", "003", "009", "010", "2", "0o2", 2) if each != now]
    return _put(data, ("supplement", "muffed_snap_rating"), rng.choice(others))


def number_out_of_range(rng: random.Random, data: Any) -> JsonPath:
    field, values = rng.choice(
        [
            ("home_field_advantage", [4, -1, 99]),
            ("road_adjustment", [3, -1]),
            ("offense_audibles", [4, -2]),
            ("defense_audibles", [4, -2]),
            ("no_huddle_quota", [-1]),
            ("muffed_snap_percent", [1, 1.5, -0.1]),
        ]
    )
    return _put(data, ("supplement", field), rng.choice(values))


def wrong_head(rng: random.Random, data: Any) -> JsonPath:
    path, value = rng.choice(
        [
            (("game",), "chess"),
            (("season",), "2017"),
            (("season",), 1066),
            (("season",), True),
            (("team", "code"), "Eagles"),
            (("team", "code"), "phi"),
            (("team", "city"), None),
            (("power_rating",), "228.5"),
            (("offense",), []),
            (("defense",), None),
            (("supplement",), ""),
            (("special_teams", "coverage"), "none"),
        ]
    )
    return _put(data, path, value)


EDITS: list[Callable[[random.Random, Any], JsonPath]] = [
    garbage_cell,
    cell_of_another_column,
    cell_of_another_type,
    sloppy_cell,
    missing_row,
    extra_row,
    missing_field,
    unknown_field,
    broken_set,
    wrong_symbol,
    wrong_bold,
    quota_above_calls,
    wrong_range,
    wrong_pass_percent,
    wrong_muffs,
    number_out_of_range,
    wrong_head,
]


def _stands_at(source: JsonSource, finding: Finding) -> bool:
    """Line and column lead to the value, to the key of an unknown field, or to what should hold a missing one."""
    lines = source.text.split("\n")
    rest = lines[finding.line - 1][finding.column - 1 :] if finding.line and finding.column else ""
    try:
        value = _at(source.data, finding.path)
    except (KeyError, TypeError):
        return rest.startswith("{")
    if finding.at_key:
        return rest.startswith(json.dumps(finding.path[-1], ensure_ascii=False))
    if isinstance(value, dict | list):
        return rest[:1] in "{["
    return rest.startswith(json.dumps(value, ensure_ascii=False))


@examples(150)
@given(st.sampled_from(EDITS), st.integers(0, len(TEXTS) - 1), st.randoms(use_true_random=False))
def test_one_illegal_edit_is_named_and_nothing_else(
    edit: Callable[[random.Random, Any], JsonPath], which: int, rng: random.Random
) -> None:
    data = json.loads(TEXTS[which])
    path = edit(rng, data)
    source = read_bytes(dumps(data).encode("utf-8"), "X.json")
    found = [each for each in FILES.check_source(source) if (each.code, each.path) not in BEFORE[which]]
    assert {each.path for each in found} == {path}, [(each.code, each.dotted, each.message) for each in found]
    assert all(each.place and _stands_at(source, each) for each in found)


@examples(20)
@given(st.integers(0, len(TEXTS) - 1), st.randoms(use_true_random=False))
def test_a_row_written_twice_is_named_in_its_line(which: int, rng: random.Random) -> None:
    lines = TEXTS[which].split("\n")
    cells = [index for index, line in enumerate(lines) if line.startswith("        ") and line.endswith('",')]
    number = rng.choice(cells)
    lines.insert(number + 1, lines[number])
    source = read_bytes("\n".join(lines).encode("utf-8"), "X.json")
    twice = [each for each in FILES.check_source(source) if each.code == "CK006"]
    assert [each.line for each in twice] == [number + 2]
    assert twice[0].message.endswith(f"in line {number + 1}.")


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
def test_every_kind_of_edit_is_really_illegal(edit: Callable[[random.Random, Any], JsonPath]) -> None:
    rng = random.Random(1)
    for text in TEXTS:
        data = json.loads(text)
        edit(rng, data)
        assert data != json.loads(text)


def test_a_text_that_no_terminal_can_print_is_still_reported() -> None:
    data = json.loads(TEXTS[0])
    data["offense"]["columns"]["6-SHORT"]["27"] = "\ud800"
    text = json.dumps(data)
    found = [each for each in FILES.check_source(read_bytes(text.encode(), "X.json")) if each.code == "DDF201"]
    assert [each.value for each in found] == ["\\ud800"]
