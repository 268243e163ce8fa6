"""TOML files that people write: what is wrong with one, in their words and with its place."""

import json
from pathlib import Path

import pytest

from chartkit.errors import InputError
from chartkit.findings import read_toml


@pytest.fixture
def schema(tmp_path: Path) -> Path:
    path = tmp_path / "schema.json"
    yards = {"type": "integer", "exclusiveMinimum": 0}
    row = {"type": "array", "prefixItems": [yards, {"enum": ["OFF 5", "OFF 10"]}], "minItems": 2, "maxItems": 2}
    names = {"type": "object", "propertyNames": {"pattern": "^[1-9]$"}, "additionalProperties": {"type": "string"}}
    fields = {"yards": yards, "row": row, "names": names}
    path.write_text(json.dumps({"type": "object", "properties": fields, "additionalProperties": False}))
    return path


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("yards = 0", "yards: `0` is out of range. Allowed: a number above 0."),
        ("yards = nan", "yards: this must be a whole number, but it is `NaN`. Allowed: a whole number."),
        ("yrads = 3", "yrads: `yrads` is not known here. Allowed: yards, row, names. Did you mean `yards`?"),
        (
            'row = [5, "OF 5"]',
            "row[1]: `OF 5` is not possible here. Allowed: `OFF 5`, `OFF 10`. Did you mean `OFF 5`?",
        ),
        ('names = {10 = "x"}', "names.10: `10` does not have the form of this field."),
        (
            "yards = 0\nrow = []",
            "2 entries are wrong:\n  yards: `0` is out of range. Allowed: a number above 0.\n  row:",
        ),
    ],
)
def test_every_wrong_entry_is_named(tmp_path: Path, schema: Path, text: str, message: str) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(text, "utf-8")
    with pytest.raises(InputError) as caught:
        read_toml(mine, schema)
    assert str(caught.value).startswith(f"{mine}: {message}")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"yards = 3\nrow = [\n", "mine.toml: this is not TOML: the file ends too early"),
        (b"yards = 3\nrow 3\n", "mine.toml:2:5: this is not TOML: expected '=' after a key"),
        ("# Montréal".encode("latin-1"), "mine.toml: this is not UTF-8 text. Save it again as UTF-8."),
    ],
)
def test_a_file_that_cannot_be_read(tmp_path: Path, content: bytes, message: str) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_toml(mine)
    assert message in str(caught.value)


def test_a_mark_before_the_text_is_read_past(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("yards = 3", "utf-8-sig")
    assert read_toml(tmp_path / "mine.toml") == {"yards": 3}


def test_no_file_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_toml(tmp_path / "none.toml")
    with pytest.raises(InputError, match="this is a folder"):
        read_toml(tmp_path)
