"""Problems with a place, and their reporters."""

from chartkit.findings.catalogue import Catalogue, Code, common_codes
from chartkit.findings.checked import Checked
from chartkit.findings.finding import Finding, JsonPath, PlaceNamer, Severity, as_text, counted, named
from chartkit.findings.json_source import JsonSource, UnreadableError, read_bytes, read_json
from chartkit.findings.nearest import nearest
from chartkit.findings.shape import Shape
from chartkit.findings.toml_source import read_toml, refuse_misshapen

__all__ = [
    "Catalogue",
    "Checked",
    "Code",
    "Finding",
    "JsonPath",
    "JsonSource",
    "PlaceNamer",
    "Severity",
    "Shape",
    "UnreadableError",
    "as_text",
    "common_codes",
    "counted",
    "named",
    "nearest",
    "read_bytes",
    "read_json",
    "read_toml",
    "refuse_misshapen",
]
