"""Sets of totals as people write them: `10-12,19,33-36`."""

from __future__ import annotations

import re
from collections.abc import Iterable

_PART = re.compile(r"\s*(\d+)\s*(?:[-–]\s*(\d+)\s*)?")


def parse_totals(text: str) -> frozenset[int]:
    """Read a set of totals; the empty text is no total.

    >>> sorted(parse_totals("10-12,19"))
    [10, 11, 12, 19]
    """
    totals: set[int] = set()
    if not text.strip():
        return frozenset()
    for part in text.split(","):
        match = _PART.fullmatch(part)
        if match is None:
            raise ValueError(f"{part.strip()!r} is neither a total nor a range such as 12-29")
        first = int(match[1])
        last = int(match[2] or first)
        if last < first:
            raise ValueError(f"the range {part.strip()!r} runs backwards")
        span = set(range(first, last + 1))
        if twice := totals & span:
            raise ValueError(f"{min(twice)} stands twice")
        totals |= span
    return frozenset(totals)


def format_totals(totals: Iterable[int]) -> str:
    """Write a set of totals in its one canonical form.

    >>> format_totals({12, 10, 11, 19})
    '10-12,19'
    """
    parts: list[list[int]] = []
    for total in sorted(set(totals)):
        if parts and total == parts[-1][1] + 1:
            parts[-1][1] = total
        else:
            parts.append([total, total])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in parts)
