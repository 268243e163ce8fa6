"""Numbers of the supplement sheet: their spans (R3.7), and those that follow from others (R26.4, R28, R32.4)."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal

from chartkit.systems.ddf.charts.columns import PASSES, PLAYS, RUNS

#: R3.7: the whole numbers of the supplement sheet with their lowest and highest; None is open.
SPANS: Mapping[tuple[str, ...], tuple[int, int | None]] = {
    ("home_field_advantage",): (0, 3),
    ("road_adjustment",): (0, 2),
    ("offense_audibles",): (0, 3),
    ("defense_audibles",): (0, 3),
    ("no_huddle_quota",): (0, None),
    ("pass_percent",): (0, 100),
    ("sack_rate", "sack_yards"): (-99, -1),
    ("sack_rate", "scramble_yards"): (1, 99),
    **{("play_calls", play, field): (0, None) for play in PLAYS for field in ("calls", "quota")},
}


def half_up(value: Decimal) -> int:
    """Round to the nearest whole number, halves up (R0.7)."""
    return int(value.quantize(Decimal(1), ROUND_HALF_UP))


def _percent(part: int, whole: int) -> int:
    """Part of a hundred, half up (R0.7)."""
    return (200 * part + whole) // (2 * whole)


def solitaire_ranges(calls: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    """Running sums of the rounded shares within runs and within passes, the last closed at 100 (R31.4, R32.4).

    A play whose share rounds to nothing has no range.

    >>> solitaire_ranges({"1-LINE PLUNGE": 157, "2-OFF TACKLE": 91, "3-END RUN": 129, "4-DRAW": 54})["3-END RUN"]
    (58, 87)
    """
    ranges: dict[str, tuple[int, int]] = {}
    for group in (RUNS, PASSES):
        counts = {play: calls.get(play, 0) for play in group}
        whole = sum(counts.values())
        if not whole:
            continue
        reached = 0
        for play, count in counts.items():
            last = 100 if play == group[-1] else min(100, reached + _percent(count, whole))
            if last > reached:
                ranges[play] = (reached + 1, last)
            reached = last
    return ranges


def pass_percent(calls: Mapping[str, int]) -> int | None:
    """Passes of all calls, rounded; None when nothing was called (R31.4, R32.4)."""
    whole = sum(calls.get(play, 0) for play in PLAYS)
    return _percent(sum(calls.get(play, 0) for play in PASSES), whole) if whole else None


def muffed_snap_rating(percent: float) -> str:
    """The percentage with its point moved one place right, rounded, in three digits (R28.14).

    >>> muffed_snap_rating(0.175), muffed_snap_rating(0.025)
    ('002', '000')
    """
    return f"{half_up(Decimal(repr(float(percent))) * 10):03d}"


def muff_chance(rating: str) -> Decimal:
    """R28.14: the probability of a muffed snap, rating in a thousand."""
    return Decimal(int(rating)) / 1000


def overtime_quota(quota: int) -> int:
    """R26.4: calls added to a play's quota for overtime, a quarter of it, halves up.

    >>> overtime_quota(30)
    8
    """
    return half_up(Decimal(quota) / 4)


def point_spread(one: float, other: float) -> float:
    """R28.17: by how many points the first team is favoured."""
    return round(one - other, 1)
