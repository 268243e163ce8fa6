"""Findings as annotations that GitHub shows beside the changed lines."""

from __future__ import annotations

from chartkit.findings.catalogue import Catalogue
from chartkit.findings.finding import Finding, Severity


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
    level = "warning" if finding.severity is Severity.WARNING else "error"
    return f"::{level} {said}::{_escape(message)}"
