"""The nearest of the possible texts: what a person probably meant."""

from __future__ import annotations

from collections.abc import Iterable


def distance(one: str, other: str) -> int:
    """Letters to add, drop, change or swap with a neighbour to get from one text to the other.

    >>> distance("ITN", "INT"), distance("OF10", "OFF10")
    (1, 1)
    """
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        this = [row]
        for place, wanted in enumerate(other, 1):
            cost = min(last[place] + 1, this[-1] + 1, last[place - 1] + (letter != wanted))
            if row > 1 and place > 1 and letter == other[place - 2] and one[row - 2] == wanted:
                cost = min(cost, before[place - 2] + 1)
            this.append(cost)
        before, last = last, this
    return last[-1]


def nearest(text: str, possible: Iterable[str], *, most: int | None = None) -> str:
    """The possible text that is nearest, ignoring case and spaces; empty when nothing is near.

    >>> nearest("6-SHROT", ["6-SHORT", "8-LONG"])
    '6-SHORT'
    """
    plain = _plain(text)
    limit = max(1, len(plain) // 3) if most is None else most
    ranked = [(distance(plain, _plain(each)), order, each) for order, each in enumerate(possible)]
    best = min(ranked, default=None)
    return best[2] if best and best[0] <= limit and best[0] < max(len(plain), 1) else ""


def _plain(text: str) -> str:
    return "".join(text.split()).upper()
