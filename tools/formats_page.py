"""The file formats as a page of the documentation, written from the JSON Schemas."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from chartkit import resources
from chartkit.systems.ddf.charts import columns

_INTRODUCTION = """\
# The files that chartkit reads and writes

This is the public contract for other programs. The JSON Schemas in `schemas/` state it formally; this page is
written from them by `make docs`. Files are UTF-8 JSON with a newline at the end and always the same order and
layout, so that a changed cell is a one-line difference. Loading and saving such a file gives the same bytes.

- Cells are the texts of [the result language](result-language.md): `7`, `-2`, `12*`, `INC`, `OFF 10`.
- A column is a block from the dice total to the cell: `"27": "OFF 10"` is `offense.columns.6-SHORT.27`.
- A set of totals is a text of totals and ranges, `10-12,19,33-36`; the empty text is no total.
- A chart that a team does not have (an older season, an average team) is the empty text, an empty block or `null`,
  never missing.

`chartkit validate` checks all of it and more ([what it says](validation.md)); `chartkit new` writes a blank chart.

## Help while typing

Editors check and complete charts as you type when they know the schema. In a checkout, Visual Studio Code knows
all of them (`.vscode/settings.json`; for the TOML templates with the extension Even Better TOML). In a folder of
your own, put the schemas beside your charts (an installed chartkit has them in the folder that
`python -c "from chartkit import resources; print(resources.schema('team-chart').parent)"` prints) and write into
`.vscode/settings.json`:

```json
"json.schemas": [
  {"fileMatch": ["**/charts/*.json"], "url": "./schemas/team-chart.schema.json"},
  {"fileMatch": ["**/season.json"], "url": "./schemas/season.schema.json"}
]
```

JetBrains editors have the same list under *Languages & Frameworks > Schemas and DTDs > JSON Schema Mappings*;
Neovim, Emacs, Helix and others give it to their JSON language server under the same name. Anywhere, a file may name
its schema itself, in a first field `"$schema"`.
"""

#: Schema, where such files are found.
DOCUMENTED = {
    "team-chart": "`build/<season>/charts/<TEAM>.json`",
    "season": "`build/<season>/season.json`",
    "game": "game logs",
    "generic-charts": "`chartkit/systems/ddf/data/generic-<season>.json`, shipped",
    "priority-chart": "`chartkit/systems/ddf/data/priority_chart.json`, shipped; a publisher may edit it",
    "season-constants": "`chartkit/systems/ddf/data/season_constants.json`, shipped",
    "legal-results": "`chartkit/systems/ddf/data/legal_results.json`, shipped",
    "plausible": "`chartkit/systems/ddf/data/plausible.json`, shipped",
}
_CELLS = "column-"


class _Schema:
    """A schema with its references followed."""

    def __init__(self, name: str) -> None:
        self.root: Mapping[str, Any] = json.loads(resources.schema(name).read_text("utf-8"))

    def plain(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        """The schema itself: a reference is followed, of alternatives the one with the most to say is taken."""
        if "$ref" in schema:
            target = self.root["$defs"][schema["$ref"].rpartition("/")[2]]
            return {**self.plain(target), **{key: value for key, value in schema.items() if key != "$ref"}}
        if "anyOf" in schema:
            longest = max(schema["anyOf"], key=lambda each: len(json.dumps(each)))
            return {**self.plain(longest), **{key: value for key, value in schema.items() if key != "anyOf"}}
        return schema

    def rows(self, schema: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str, str]]:
        """Path, type and words of every field below."""
        needed = set(schema.get("required", ()))
        for name, part in schema.get("properties", {}).items():
            if name == "$schema":
                continue
            field = self.plain(part)
            where = f"{path}.{name}" if path else name
            words = ". ".join(each.rstrip(".") for each in (field.get("title"), field.get("description")) if each)
            kind = self._kind(part, field)
            yield where, kind if name in needed else f"{kind}, optional", words
            if not kind.startswith("column"):
                below = field
                if kind == "list" and "items" in field:
                    below, where = self.plain(field["items"]), f"{where}[]"
                yield from self.rows(below, where)

    def _kind(self, part: Mapping[str, Any], field: Mapping[str, Any]) -> str:
        if _CELLS in json.dumps(part.get("$ref", "")) or any(
            _CELLS in each.get("$ref", "") for each in part.get("anyOf", [])
        ):
            return f"column of {len(field['properties'])} cells"
        if "const" in field:
            return f"`{json.dumps(field['const'])}`" if isinstance(field["const"], str | int) else "fixed list"
        if "enum" in field:
            return "one of " + ", ".join(f"`{each}`" if each else "the empty text" for each in field["enum"])
        names = field.get("type", "object")
        words = {"object": "block", "array": "list", "string": "text", "integer": "whole number"}
        kinds = " or ".join(words.get(each, each) for each in ([names] if isinstance(names, str) else names))
        low, high = field.get("minimum"), field.get("maximum", field.get("exclusiveMaximum"))
        if low is None:
            return kinds
        return f"{kinds} {low} to {high}" if high is not None else f"{kinds} from {low}"


def _merged(rows: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Fields of the six formations and of the nine plays are told once."""
    told: set[str] = set()
    kept = []
    for path, kind, words in rows:
        general, said = path, words
        for names, stands_for in _ALIKE.items():
            for name in names:
                general = general.replace(f".{name}", f".{stands_for}")
                said = said.removeprefix(name).removeprefix(". ")
        if general not in told:
            told.add(general)
            kept.append((general, kind, said))
    return kept


_ALIKE = {columns.FORMATIONS: "(formation)", columns.PLAYS: "(play)"}


def formats_page() -> str:
    """The page in Markdown."""
    parts = [_INTRODUCTION]
    for name, where in DOCUMENTED.items():
        schema = _Schema(name)
        parts += [
            f"## {schema.root['title']}\n",
            f"{schema.root['description']}\n",
            f"Files: {where}. Schema: `schemas/{name}.schema.json`.\n",
            "| Field | What it is | Meaning |",
            "|---|---|---|",
            *(f"| `{path}` | {kind} | {words} |" for path, kind, words in _merged(list(schema.rows(schema.root)))),
            "",
        ]
    return "\n".join(parts)
