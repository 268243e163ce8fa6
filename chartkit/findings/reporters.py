"""Findings for people, for GitHub and for SARIF viewers."""

from __future__ import annotations

from os import fsencode
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from chartkit.findings.finding import Catalogue, Checked, Code, Finding, Severity

#: What a terminal shows the place of a finding in.
COLOURS = {Severity.UNREADABLE: "red", Severity.ERROR: "red", Severity.WARNING: "yellow"}
_SARIF_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"


def finding_text(finding: Finding) -> str:
    """One finding as lines of text; the first is `file:line:column: severity CODE: place`."""
    place = finding.place or finding.dotted
    head = f"{finding.where}: {finding.severity} {finding.code}"
    lines = [f"{head}: {place}" if place else head, f"    {finding.message}"]
    if finding.allowed:
        lines.append(f"    allowed: {finding.allowed}")
    if finding.suggestion:
        lines.append(f"    did you mean `{finding.suggestion}`?")
    if finding.remedy:
        lines.append(f"    {finding.remedy}")
    return "\n".join(lines)


def _escape(text: str, *, also: str = "") -> str:
    for letter in "%\r\n" + also:
        text = text.replace(letter, f"%{ord(letter):02X}")
    return text


def annotation(finding: Finding, catalogue: Catalogue) -> str:
    """One workflow command: `::error file=...,line=...,col=...,title=...::message`."""
    properties = {
        "file": finding.file,
        "line": finding.line,
        "col": finding.column,
        "title": f"{finding.code} {catalogue[finding.code].title}",
    }
    said = ",".join(f"{key}={_escape(str(value), also=':,')}" for key, value in properties.items() if value)
    place = finding.place or finding.cell or finding.dotted
    message = f"{place}: {finding.sentence}" if place else finding.sentence
    return f"::{_level(finding.severity)} {said}::{_escape(message)}"


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
    artifact = {"uri": path.as_uri() if path.is_absolute() else quote(fsencode(path.as_posix()))}
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
        "$schema": _SARIF_SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "columnKind": "unicodeCodePoints",
                "results": [_result(finding, order) for finding in checked.findings],
            }
        ],
    }
