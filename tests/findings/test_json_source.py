"""Broken files: one clear message with the position; positions that are right."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.properties import examples

from chartkit.findings import UnreadableError, read_bytes, read_json
from chartkit.findings.source import Positions, scan, syntax_errors

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-99, 99)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)


def _paths(data: Any, path: tuple[str | int, ...] = ()) -> list[tuple[tuple[str | int, ...], Any]]:
    found = [(path, data)]
    if isinstance(data, dict):
        for key, value in data.items():
            found += _paths(value, (*path, key))
    if isinstance(data, list):
        for index, value in enumerate(data):
            found += _paths(value, (*path, index))
    return found


@examples(100)
@given(JSON, st.sampled_from([None, 0, 1, 2, "\t"]), st.booleans(), st.sampled_from(["\n", "\r\n", "\r"]))
def test_every_value_stands_where_it_is_said_to_stand(data: Any, indent: Any, ascii_only: bool, end: str) -> None:
    text = json.dumps(data, indent=indent, ensure_ascii=ascii_only).replace("\n", end)
    places, positions = scan(text), Positions(text)
    lines = text.split(end)
    for path, value in _paths(data):
        offset = places.values[path]
        assert json.JSONDecoder().raw_decode(text, offset)[0] == value
        if path and isinstance(path[-1], str):
            assert json.JSONDecoder().raw_decode(text, places.keys[path])[0] == path[-1]
        else:
            assert path not in places.keys
        position = positions.at(offset)
        assert lines[position.line - 1][position.column - 1 :].startswith(text[offset])
    assert places.values.keys() == {path for path, _ in _paths(data)}


@pytest.mark.parametrize("path", [("b",), ("a", 3), ("a", "x"), ("a", 0, "y"), (0,)])
def test_what_is_not_there_is_nowhere(path: tuple[str | int, ...]) -> None:
    positions = Positions('{"a": [1, 2, 3]}')
    assert (positions.of(path), positions.of_key(path)) == (None, None)


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ('{"a": 1,\n "b" 2}', 2, 6, "a colon is missing before '2'"),
        ('{"a": 1\n "b": 2}', 2, 2, "a comma or a closing bracket is missing"),
        ('{"a": 1,\n}', 2, 1, "is there a comma too many"),
        ("{a: 1}", 1, 2, "a key in double quotes must stand here"),
        ("{'a': 1}", 1, 2, "a key in double quotes must stand here"),
        ('{"a": }', 1, 7, "a value must stand here, not '}'"),
        ('{"a": "x}', 1, 7, "no closing quote"),
        ('{"a": 1} x', 1, 10, "more text after the end"),
        ('{"a": 1', 1, 8, "ends too early"),
        ("", 1, 1, "the file is empty"),
        ("PK a workbook", 1, 1, "it begins with 'P'"),
        ('{"a": "\\q"}', 1, 8, "escape"),
        ('{"a": "tab\there"}', 1, 11, "control character"),
        ('{"a": 1, // note\n "b": 2}', 1, 10, "a key in double quotes must stand here"),
    ],
)
def test_broken_json_is_explained_at_its_position(text: str, line: int, column: int, says: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        read_bytes(text.encode(), "PHI.json")
    finding = caught.value.finding
    assert (finding.code, finding.line, finding.column) == ("CK005", line, column)
    assert says.lower() in finding.message.lower()
    assert str(caught.value).startswith(f"PHI.json:{line}:{column}: ")


MANY_ERRORS = """{
  "a": 1
  "b" 2,
  'c': 3,
  d: 4,
  "e": "five,
  "f": "\\q",
  "g": [1, 2,],
  "h": , // nothing
  "i": "a\ttab",
  "j": 10 yards,
  "k": {"l": 1],
  "m": 12,
}
"""


def test_all_errors_of_a_text_are_told_in_one_go() -> None:
    with pytest.raises(UnreadableError) as caught:
        read_bytes(MANY_ERRORS.encode(), "PHI.json")
    assert [(each.line, each.column) for each in caught.value.findings] == [
        (3, 3),
        (4, 3),
        (5, 3),
        (6, 14),
        (7, 9),
        (8, 14),
        (9, 8),
        (10, 10),
        (11, 11),
        (12, 15),
        (14, 1),
    ]


@examples(100)
@given(JSON, st.randoms(use_true_random=False))
def test_a_text_with_one_letter_too_few_has_its_first_error_where_json_sees_it(data: Any, rng: Any) -> None:
    text = json.dumps({"data": data}, indent=1)
    cut = rng.randrange(1, len(text))
    broken = text[:cut] + text[cut + 1 :]
    try:
        json.loads(broken)
    except json.JSONDecodeError as error:
        found = list(syntax_errors(broken))
        assert found[0][0] == error.pos
        assert [offset for offset, _ in found] == sorted(offset for offset, _ in found)
        assert all(0 <= offset <= len(broken) for offset, _ in found)


@pytest.mark.parametrize("text", ["[" * 200_000, '{"a":' * 200_000, "[" * 5000 + "]" * 5000])
def test_nesting_without_end_is_no_crash(text: str) -> None:
    with pytest.raises(UnreadableError):
        read_bytes(text.encode(), "PHI.json")


def test_a_number_without_end_is_no_crash() -> None:
    with pytest.raises(UnreadableError, match="number that is far too long"):
        read_bytes(b'{"a": ' + b"9" * 10_000 + b"}", "PHI.json")


def test_every_key_that_stands_twice_and_every_nan_is_told() -> None:
    source = read_bytes(b'{"a": 1,\n "b": {"c": NaN, "c": -Infinity},\n "a": 2, "\\u0061": 3}', "PHI.json")
    assert [(each.code, each.dotted, each.line, each.column) for each in source.findings] == [
        ("CK006", "b.c", 2, 18),
        ("CK006", "a", 3, 2),
        ("CK006", "a", 3, 10),
        ("CK008", "b.c", 2, 13),
        ("CK008", "b.c", 2, 23),
    ]


def test_files_that_are_no_files(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="there is no such file"):
        read_json(tmp_path / "none.json")
    with pytest.raises(UnreadableError, match="this is a folder"):
        read_json(tmp_path)
    with pytest.raises(UnreadableError, match=r"cannot be opened|no such file"):
        read_json(tmp_path / "none.json" / "deeper.json")


def test_a_file_of_200_mb_is_refused_without_being_read(tmp_path: Path) -> None:
    huge = tmp_path / "huge.json"
    with huge.open("wb") as stream:
        stream.truncate(200_000_000)
    with pytest.raises(UnreadableError, match="has 200 MB; no file of chartkit has more than 16"):
        read_json(huge)


@pytest.mark.parametrize(
    ("raw", "says", "position"),
    [
        ("{}".encode("utf-16"), "UTF-16", (None, None)),
        ("{}".encode("utf-16-be"), "JSON", (1, 1)),
        (b"\xfe\xff\x00{\x00}", "UTF-16", (None, None)),
        ('{\n"city": "Montr\xe9al"}'.encode("latin-1"), "0xe9", (2, 15)),
        (b"\xff", "0xff", (1, 1)),
    ],
)
def test_other_encodings(raw: bytes, says: str, position: tuple[int | None, int | None]) -> None:
    with pytest.raises(UnreadableError, match=says) as caught:
        read_bytes(raw, "PHI.json")
    assert (caught.value.finding.line, caught.value.finding.column) == position


def test_a_byte_order_mark_is_read_past_with_a_warning() -> None:
    source = read_bytes(b'\xef\xbb\xbf{"a": 1}', "PHI.json")
    assert source.data == {"a": 1}
    assert [each.code for each in source.findings] == ["CK007"]
    assert source.positions.of(("a",)).column == 7  # type: ignore[union-attr]
