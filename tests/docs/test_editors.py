"""The settings of editors attach every schema to files that really follow it."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

ROOT = Path(__file__).parents[2]
SETTINGS = json.loads((ROOT / ".vscode" / "settings.json").read_text("utf-8"))
SHIPPED = [path for folder in ("chartkit", "templates") for path in sorted((ROOT / folder).rglob("*"))]
#: No file is all that these describe: a paper template is put together from several, and each rule table is a part.
IN_PARTS = {"ddf-rule-tables.schema.json", "paper-template.schema.json"}


def attached() -> Iterator[tuple[Path, Path]]:
    """Each shipped file that an editor would check, and its schema."""
    for entry in SETTINGS["json.schemas"]:
        for pattern in entry["fileMatch"]:
            yield from ((path, ROOT / entry["url"]) for path in SHIPPED if path.match(pattern))
    for pattern, url in SETTINGS["evenBetterToml.schema.associations"].items():
        yield from ((path, ROOT / url) for path in SHIPPED if re.match(pattern, path.as_posix()))


def content(path: Path) -> Any:
    text = path.read_text("utf-8")
    return tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)


@pytest.mark.parametrize(("path", "schema"), list(attached()), ids=lambda path: path.name)
def test_shipped_files_follow_the_schema_that_an_editor_uses(path: Path, schema: Path) -> None:
    jsonschema.validate(content(path), content(schema))


def test_every_schema_of_a_whole_file_is_attached() -> None:
    urls = {entry["url"] for entry in SETTINGS["json.schemas"]}
    urls |= set(SETTINGS["evenBetterToml.schema.associations"].values())
    assert {Path(url).name for url in urls} | IN_PARTS == {path.name for path in (ROOT / "schemas").glob("*.json")}
