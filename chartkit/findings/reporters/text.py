"""Findings for people: where, what, what is allowed, what was probably meant."""

from __future__ import annotations

from collections.abc import Callable

from chartkit.findings.finding import Finding, Severity

#: Paints a text in a colour, or leaves it alone.
Paint = Callable[[str, str], str]
_COLOURS = {Severity.UNREADABLE: "red", Severity.ERROR: "red", Severity.WARNING: "yellow"}


def _unpainted(text: str, colour: str) -> str:
    return text


def finding_text(finding: Finding, paint: Paint = _unpainted) -> str:
    """One finding as lines of text; the first is `file:line:column: severity CODE: place`."""
    head = f"{paint(str(finding.severity), _COLOURS[finding.severity])} {finding.code}"
    place = finding.place or finding.dotted
    lines = [f"{finding.where}: {head}{f': {place}' if place else ''}", f"    {finding.message}"]
    if finding.allowed:
        lines.append(f"    allowed: {finding.allowed}")
    if finding.suggestion:
        lines.append(f"    did you mean `{finding.suggestion}`?")
    if finding.remedy:
        lines.append(f"    {finding.remedy}")
    return "\n".join(lines)
