"""The game clock as scorers write it."""

from __future__ import annotations


def seconds(text: str) -> int:
    """Seconds of `8:30`, and of `:07` in the last minute.

    >>> seconds("8:30"), seconds(":07")
    (510, 7)
    """
    minutes, _, rest = text.rpartition(":")
    return 60 * int(minutes or 0) + int(rest)
