"""Problems with a place, and their reporters: what every checker of files finds and every command prints.

A checker reads a file (`read_json`, `read_toml`), holds it to its JSON Schema (`Schema`) and to rules of its own,
and answers with `Finding`s: a code of the `Catalogue`, a message, a place, what is allowed there, what was probably
meant. Checking never prints; `reporters` turn findings into text, GitHub annotations or SARIF.
"""

from chartkit.findings.finding import (
    Catalogue,
    Change,
    Checked,
    Code,
    Finding,
    JsonPath,
    PlaceNamer,
    Severity,
    block_at,
    changed_values,
    codes_page,
    common_codes,
    failing,
    limited,
    list_at,
    named,
    path_in_words,
    value_at,
    whole_at,
)
from chartkit.findings.schema import Schema
from chartkit.findings.source import (
    JsonSource,
    UnreadableError,
    broken_paths,
    read_bytes,
    read_json,
    read_toml,
    refuse_misshapen,
)
from chartkit.findings.text import ByName, as_text, distance, match_name, nearest, unknown_name, visible

__all__ = [
    "ByName",
    "Catalogue",
    "Change",
    "Checked",
    "Code",
    "Finding",
    "JsonPath",
    "JsonSource",
    "PlaceNamer",
    "Schema",
    "Severity",
    "UnreadableError",
    "as_text",
    "block_at",
    "broken_paths",
    "changed_values",
    "codes_page",
    "common_codes",
    "distance",
    "failing",
    "limited",
    "list_at",
    "match_name",
    "named",
    "nearest",
    "path_in_words",
    "read_bytes",
    "read_json",
    "read_toml",
    "refuse_misshapen",
    "unknown_name",
    "value_at",
    "visible",
    "whole_at",
]
