"""Small sums of the rule book: muffs, audibles, overtime quotas, point spread."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal


def half_up(value: Decimal) -> int:
    """Round to the nearest whole number, halves up (R0.7)."""
    return int(value.quantize(Decimal(1), ROUND_HALF_UP))


def muff_chance(rating: str) -> Decimal:
    """R28.14: the probability of a muffed snap, rating in a thousand."""
    return Decimal(int(rating)) / 1000


def visitor_audibles(start: int, home_field_advantage: int, road_adjustment: int) -> int:
    """R28.16: what is left of a visitor's audibles, clamped once at the end.

    >>> visitor_audibles(3, 2, 1)
    2
    """
    return max(0, min(3, start - home_field_advantage + road_adjustment))


def overtime_quota(quota: int) -> int:
    """R26.4: calls added to a play's quota for overtime, a quarter of it, halves up.

    >>> overtime_quota(30)
    8
    """
    return half_up(Decimal(quota) / 4)


def point_spread(one: float, other: float) -> float:
    """R28.17: by how many points the first team is favoured."""
    return round(one - other, 1)
