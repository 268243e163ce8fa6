"""The columns of the charts (R3), which results are legal in each (R4.2, as data), and the numbers beside them.

Numbers of the supplement sheet have spans (R3.7), and some follow from others (R26.4, R28, R32.4).
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal
from functools import cache

from chartkit.systems.ddf.data import shipped_data

#: R3.2: the plays that can be called.
RUNS = ("1-LINE PLUNGE", "2-OFF TACKLE", "3-END RUN", "4-DRAW")
PASSES = ("5-SCREEN", "6-SHORT", "7-MEDIUM", "8-LONG", "9-SIDELINE")
PLAYS = RUNS + PASSES
#: The two groups of solitaire ranges (R31.3).
GROUPS = {"run": RUNS, "pass": PASSES}
BREAKAWAY, TRAPPED = "B", "QT"
OFFENSE = (*PLAYS, BREAKAWAY, TRAPPED)
#: R3.3: the formations.
FORMATIONS = ("A-STANDARD", "B-RUSH MIDDLE", "C-RUSH WIDE", "D-PASS NICKEL", "E-PASS DIME", "F-BLITZ")
#: R3.4: special teams.
KICKOFF, KICKOFF_RETURN, PUNT, PUNT_RETURN = "KICKOFF", "KICKOFF RETURN", "PUNT", "PUNT RETURN"
FUMBLE_RETURN, INTERCEPTION_RETURN, FIELD_GOAL = "FUMBLE RETURN", "INTERCEPTION RETURN", "FIELD GOAL"
SPECIAL_TEAMS = (KICKOFF, KICKOFF_RETURN, PUNT, PUNT_RETURN, FUMBLE_RETURN, INTERCEPTION_RETURN, FIELD_GOAL)
#: R3.5: one column of five cells each.
KICK_COVERAGE, PUNT_COVERAGE = "KICK COVERAGE", "PUNT COVERAGE"
QT_CONTAINMENT, FG_ADJUSTMENT = "QT CONTAINMENT", "FG ADJUSTMENT"
COVERAGE = (KICK_COVERAGE, PUNT_COVERAGE, QT_CONTAINMENT, FG_ADJUSTMENT)
#: R3.6: the 30-row supplement chart that holds results.
BIG_PLAY = "SHORT PASS BIG PLAY"
#: R28.1, R28.11, R28.12: the offense's cancellation charts: field of the supplement -> its symbol.
CANCELLATION = {"qb_great_protection": "XQT", "qb_good_decision": "XINT", "ball_protection": "XF"}
#: R3.6: the four columns of Defense Penalty Influence.
PENALTY_INFLUENCE = ("DEF 5", "DEF 5X", "DEF 15", "PI")
#: R3.6, R32.8: a column holds one of two symbols or none; the first means more than average, the second fewer.
INFLUENCE_MARKS = {
    "DEF 5": ("DEF 5", "XDEF 5"),
    "DEF 5X": ("DEF 5X", "XDEF 5X"),
    "DEF 15": ("DEF 15", "XDEF 15"),
    "PI": ("PI X", "XPI"),
}
SACK_RATE_MARKS = ("SCK", "QR")
FUMBLE_RECOVERY_MARKS = ("G", "NG")
#: R3.6: the two columns of the Line of Scrimmage Penalty Check.
LINE_OF_SCRIMMAGE = ("OFF 5", "DEF 5")
#: R3.8: the season-wide return chart.
SQUIB = "SQUIB KICK RETURN"


@cache
def _legal() -> Mapping[str, frozenset[str]]:
    data = shipped_data("legal_results.json")
    groups = {name: frozenset(forms) for name, forms in data["groups"].items()}
    return {
        column: frozenset().union(*(groups.get(form, frozenset({form})) for form in forms))
        for column, forms in data["columns"].items()
    }


def legal_forms(chart: str, column: str) -> frozenset[str]:
    """The forms (`Result.form`) allowed in a column of a chart: `legal_forms("offense", "6-SHORT")` (R4.2)."""
    return _legal()[f"{chart}.{column}"]


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
    for group in GROUPS.values():
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
