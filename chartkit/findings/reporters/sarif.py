"""Findings as SARIF 2.1.0, the format that code-scanning viewers read."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from chartkit.findings.catalogue import Catalogue, Code
from chartkit.findings.checked import Checked
from chartkit.findings.finding import Finding, Severity

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"


def _level(severity: Severity) -> str:
    return "warning" if severity is Severity.WARNING else "error"


def _rule(code: Code) -> dict[str, Any]:
    return {
        "id": code.code,
        "name": "".join(word.capitalize() for word in code.title.replace("-", " ").replace(",", "").split()),
        "shortDescription": {"text": code.title},
        "fullDescription": {"text": code.description},
        "help": {"text": f"{code.remedy} Example: {code.example}"},
        "defaultConfiguration": {"level": _level(code.severity)},
        "properties": {"layer": code.layer},
    }


def _location(finding: Finding) -> dict[str, Any]:
    # Relative and with forward slashes on every system, as viewers expect.
    path = PurePath(finding.file)
    artifact = {"uri": path.as_uri() if path.is_absolute() else quote(path.as_posix())}
    physical: dict[str, Any] = {"artifactLocation": artifact}
    if finding.line:
        physical["region"] = {"startLine": finding.line, "startColumn": finding.column or 1}
    location: dict[str, Any] = {"physicalLocation": physical}
    if finding.path:
        name = finding.cell or finding.place
        location["logicalLocations"] = [{"fullyQualifiedName": finding.dotted, "name": name or finding.dotted}]
    return location


def _result(finding: Finding, order: dict[str, int]) -> dict[str, Any]:
    return {
        "ruleId": finding.code,
        "ruleIndex": order[finding.code],
        "level": _level(finding.severity),
        "message": {"text": f"{finding.place}: {finding.sentence}" if finding.place else finding.sentence},
        "locations": [_location(finding)],
    }


def sarif(checked: Checked, catalogue: Catalogue, version: str) -> dict[str, Any]:
    """The whole check as one SARIF log."""
    rules = list(catalogue)
    order = {code.code: index for index, code in enumerate(rules)}
    driver = {"name": "chartkit", "version": version, "rules": [_rule(code) for code in rules]}
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "columnKind": "unicodeCodePoints",
                "results": [_result(finding, order) for finding in checked.findings],
            }
        ],
    }
