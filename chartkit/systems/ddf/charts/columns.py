"""The columns of the charts (R3) and which results are legal in each (R4.2, as data)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from chartkit.systems.ddf.data import shipped_data

#: R3.2: the plays that can be called.
RUNS = ("1-LINE PLUNGE", "2-OFF TACKLE", "3-END RUN", "4-DRAW")
PASSES = ("5-SCREEN", "6-SHORT", "7-MEDIUM", "8-LONG", "9-SIDELINE")
PLAYS = RUNS + PASSES
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
