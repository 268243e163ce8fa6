"""The totals that the game book itself states on its page of team statistics."""

from __future__ import annotations

import re
from collections.abc import Sequence

from chartkit.football import clock
from chartkit.plays.gamebook.pages import Line

# Heading of a line, and the statistics that its numbers are; None for one that is not compared.
_LINES: dict[str, tuple[str | None, ...]] = {
    "TOTAL FIRST DOWNS": ("first_downs",),
    "By Rushing": ("first_downs_rushing",),
    "By Passing": ("first_downs_passing",),
    "By Penalty": ("first_downs_penalty",),
    "THIRD DOWN EFFICIENCY": ("third_downs_made", "third_downs"),
    "FOURTH DOWN EFFICIENCY": ("fourth_downs_made", "fourth_downs"),
    "TOTAL NET YARDS": ("total_yards",),
    "Total Offensive Plays (inc. times thrown passing)": ("plays",),
    "NET YARDS RUSHING": ("rushing_yards",),
    "Total Rushing Plays": ("rushes",),
    "NET YARDS PASSING": ("net_passing_yards",),
    "Times thrown - yards lost attempting to pass": ("sacks", "sack_yards"),
    "Gross yards passing": ("passing_yards",),
    "PASS ATTEMPTS-COMPLETIONS-HAD INTERCEPTED": ("passes", "completions", "interceptions"),
    "KICKOFFS Number-In End Zone-Touchbacks": ("kickoffs", None, None),
    "PUNTS Number and Average": ("punts", "punt_average"),
    "No. and Yards Punt Returns": ("punt_returns", "punt_return_yards"),
    "No. and Yards Kickoff Returns": ("kickoff_returns", "kickoff_return_yards"),
    "No. and Yards Interception Returns": (None, "interception_return_yards"),
    "PENALTIES Number and Yards": ("penalties", "penalty_yards"),
    "FUMBLES Number and Lost": ("fumbles", "fumbles_lost"),
    "TOUCHDOWNS": ("touchdowns",),
    "Kicking Made-Attempts": ("extra_points", "extra_points_tried"),
    "FIELD GOALS Made-Attempts": ("field_goals", "field_goals_tried"),
    "SAFETIES": ("safeties",),
    "FINAL SCORE": ("points",),
    "TIME OF POSSESSION": ("possession_seconds",),
}
_VALUE = r"-?\d[\d.:%-]*"
_LINE = re.compile(rf"^(?P<heading>.+?) (?P<visitor>{_VALUE}) (?P<home>{_VALUE})$")


def read_statistics(lines: Sequence[Line]) -> list[tuple[str, str, float]]:
    """Every stated total as side ("away" or "home"), statistic and value."""
    found = []
    for line in lines:
        match = _LINE.match(line.text)
        names = _LINES.get(match["heading"]) if match else None
        if match is None or names is None:
            continue
        for side, text in (("away", match["visitor"]), ("home", match["home"])):
            found += [(side, name, value) for name, value in _values(names, text)]
    return found


def _values(names: tuple[str | None, ...], text: str) -> list[tuple[str, float]]:
    if names == ("possession_seconds",):
        return [("possession_seconds", float(clock.seconds(text)))]
    if len(names) == 1:
        return [(names[0] or "", float(text))]
    # Numbers are joined by hyphens, and a yardage may be negative: 2--3.
    numbers = [float(number) for number in re.split(r"(?<=\d)-", text.rstrip("%"))]
    pairs = [(name, value) for name, value in zip(names, numbers, strict=False) if name]
    known = dict(pairs)
    if "punt_average" in known:
        # The book gives the average to a tenth of a yard.
        known["punt_yards"] = float(round(known.pop("punt_average") * known["punts"]))
    return list(known.items())
