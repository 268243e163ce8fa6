"""How well grades give the season back: what the tables promise each team, beside what it did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from chartkit.errors import InputError
from chartkit.findings import read_json
from chartkit.league import TeamFigure
from chartkit.pages import Report, Table
from chartkit.plays import team_means
from chartkit.plays.players import Rated
from chartkit.systems.coachs_call import odds
from chartkit.systems.coachs_call.compile.grades import Graded
from chartkit.systems.coachs_call.compile.refit import columns_of
from chartkit.systems.coachs_call.odds import PASSES, RUNS
from chartkit.systems.coachs_call.tables import GAME, STATUSES, Tables
from chartkit.systems.coachs_call.teams import BACKS, GRADED_SLOTS, RECEIVERS
from chartkit.systems.coachs_call.words import SLOT_NAMES, STATUS_NAMES

FORMAT = "chartkit/coachs-call-report@1"
#: Length of an average field goal, for the share that is made.
_FIELD_GOAL = 38


def figures(
    plays: pd.DataFrame,
    rated: Mapping[str, Mapping[str, Rated]],
    graded: Mapping[str, Graded],
    tables: Tables,
) -> list[TeamFigure]:
    """The figures that grades decide on, for rosters of the even status."""
    shares = columns_of(plays).value_counts(normalize=True)
    real = team_means(plays)
    promised: dict[str, dict[str, float]] = {name: {} for name in real}
    for team, own in graded.items():
        grades = own.grades
        carries = {slot: rated[team][slot].rate.plays for slot in BACKS}
        targets = {slot: rated[team][slot].rate.plays for slot in RECEIVERS}
        passer = {"quarterback": grades["QB"], "mobility": grades["MOB"]}
        runs = {slot: {"rusher": grades[slot]} for slot in BACKS}
        throws = {slot: {**passer, "receiver": grades[slot]} for slot in RECEIVERS}
        against = {"defense": grades["DEF"]}
        found = {
            "yards per run": _mixed(tables, RUNS, shares, runs, carries),
            "yards per throw or sack": _mixed(tables, PASSES, shares, throws, targets),
            "completion %": 100 * _mixed(tables, PASSES, shares, throws, targets, what="completed"),
            "yards allowed per play": _mixed(tables, RUNS + PASSES, shares, {"": against}, {"": 1}),
            "yards per scramble": odds.scramble_mean(tables, passer),
            "field goals made %": 100 * odds.field_goal_odds(tables, _FIELD_GOAL, {"kicker": grades["K"]}) / 35,
            "gross punt": odds.gross_punt(tables, {"punter": grades["P"]}),
            "punt return": odds.return_mean(tables, "punt_return", {"punt_returner": grades["PR"]}),
        }
        for name, value in found.items():
            promised[name][team] = value
    # Some sources have no scrambles or punt returners at all.
    shown = {"field goals made %": f"field goals made % ({_FIELD_GOAL} yards)"}
    return [TeamFigure(shown.get(name, name), promised[name], own) for name, own in real.items() if own]


def _mixed(
    tables: Tables,
    columns: Sequence[str],
    shares: pd.Series[Any],
    men: Mapping[str, Mapping[str, str]],
    use: Mapping[str, int],
    *,
    what: str = "yards",
) -> float:
    """The mean over columns as often as the league called them, and men as often as they played."""
    weights = {(name, man): shares.get(name, 0.0) * (use[man] + 1) for name in columns for man in men}
    parts = (
        weight * getattr(odds.play_odds(tables, name, men[man]), what) for (name, man), weight in weights.items()
    )
    return float(sum(parts) / sum(weights.values()))


def report_data(
    found: Sequence[TeamFigure], graded: Mapping[str, Mapping[str, Graded]], season: int
) -> dict[str, Any]:
    """The whole report as data: figures, how often each grade was given, how far budgets moved them."""
    given = {
        slot: {grade: sum(own["even"].grades[slot] == grade for own in graded.values()) for grade in "ABCD"}
        for slot in GRADED_SLOTS
    }
    moved = {
        status: round(sum(len(own[status].moved) for own in graded.values()) / max(1, len(graded)), 2)
        for status in STATUSES
    }
    return {
        "format": FORMAT,
        "game": GAME,
        "season": season,
        "figures": [figure.to_json() for figure in found],
        "grades": given,
        "moved": moved,
    }


def summary(data: Mapping[str, Any]) -> Report:
    """The report as tables for a terminal or a page."""

    def shown(value: float | None) -> str:
        return "-" if value is None else f"{value:.2f}"

    columns = ("promised", "real", "correlation", "typical_miss")
    figures_table = Table(
        f"What the grades promise, and what the teams of {data['season']} did",
        ("figure", "promised", "real", "likeness", "typical miss"),
        tuple((row["figure"], *(shown(row[name]) for name in columns)) for row in data["figures"]),
        left=frozenset({"figure"}),
        under=(
            "Means over all teams by the odds of the tables, rosters of the even status. Likeness (correlation) is",
            "1 when teams stand apart just as they did; three or four grades cannot come near it.",
        ),
    )
    grades_table = Table(
        "Grades of the even rosters",
        ("slot", "A", "B", "C", "D"),
        tuple((SLOT_NAMES[slot], *(str(own[grade]) for grade in "ABCD")) for slot, own in data["grades"].items()),
        left=frozenset({"slot"}),
    )
    moved = ", ".join(f"{STATUS_NAMES[status]} {number}" for status, number in data["moved"].items())
    return Report(data, (figures_table, grades_table), (f"Grades that the budget moved, of 14 a team: {moved}.",))


def read_summary(build: Path) -> Report:
    """The summary of a build's report."""
    path = build / "report.json"
    data = read_json(path).data
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise InputError(
            "this is no report of this game's compiler.",
            where=str(path),
            remedy="Make it again with `chartkit compile SEASON --system coachs-call`.",
        )
    return summary(data)
