"""report.json: every figure of every column and team, the checks against the tolerances, and the worst ten."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.systems.ddf.compile.measure import Figure
from chartkit.systems.ddf.compile.outcomes import GRID
from chartkit.systems.ddf.compile.reasons import reason

if TYPE_CHECKING:
    from chartkit.systems.ddf.compile.desk import Desk
    from chartkit.systems.ddf.compile.measure import ColumnMeasure, TeamMeasure

FORMAT = "chartkit/compile-report@1"
#: Figures that are shares and shown in percentage points.
_SHARES = frozenset(
    {"completion", "trapped", "intercepted", "fumbled", "out of bounds", "fouls", "completion rate"}
)
_DIGITS = 5


def report_data(desk: Desk) -> dict[str, Any]:
    """The whole report as data."""
    judged = [c for c in desk.measured.columns if c.plays >= desk.settings["tolerance"]["fewest_plays"]]
    checks = [*_column_checks(desk, judged), *_team_checks(desk), *_kick_checks(desk)]
    return {
        "format": FORMAT,
        "game": "ddf",
        "season": desk.season,
        "notes": list(desk.notes),
        "passed": all(check["passed"] for check in checks),
        "checks": checks,
        "worst": [
            {**_named(column, figure), "reason": reason(desk, column, figure)}
            for column, figure in _worst(judged, 10)
        ],
        "touchdowns": desk.touchdowns,
        "squeeze": [
            {"inside": row.inside, "calls": list(row.calls), "yards": row.yards, "incomplete": len(row.incomplete)}
            for row in desk.squeeze
        ],
        "shrunk": [
            {"call": call, "side": side, "team": team, "toward_league": round(pulled, 3)}
            for (call, side, team), pulled in sorted(desk.shrunk.items())
        ],
        "columns": [_column(column) for column in desk.measured.columns],
        "teams": [_team(team) for team in desk.measured.teams],
        "kicks": [
            {"team": kick.team, "figures": {figure.name: _figure(figure) for figure in kick.figures}}
            for kick in desk.kicks
        ],
        "cancels": {
            team: {"QT": round(c.trapped, 4), "INT": round(c.intercepted, 4), "F": round(c.fumbled, 4)}
            for team, c in zip(desk.teams, desk.joint.state.cancels, strict=True)
            if c.any
        },
        "edits": {"applied": dict(desk.edited), "left_out": _left_out(desk)},
        "validator": {name: len(found) for name, found in desk.findings.items() if found},
    }


def _rounded(value: float) -> float:
    return round(float(value), _DIGITS)


def _figure(figure: Figure) -> dict[str, Any]:
    return {
        "real": _rounded(figure.real),
        "chart": _rounded(figure.chart),
        "allowed": _rounded(figure.allowed),
        "within": figure.within,
    }


def _column(column: ColumnMeasure) -> dict[str, Any]:
    return {
        "team": column.team,
        "side": column.side,
        "call": column.call,
        "plays": column.plays,
        "noise": _rounded(column.noise),
        "figures": {figure.name: _figure(figure) for figure in column.figures},
        "gains": _sparse(column.gains, column.real_gains),
    }


def _sparse(chart: Any, real: Any) -> dict[str, list[float]]:
    """Yards -> share of gains in the season and by the chart."""
    season, given = real / max(real.sum(), 1e-9), chart / max(chart.sum(), 1e-9)
    return {
        str(GRID[place]): [round(float(season[place]), 4), round(float(given[place]), 4)]
        for place in np.flatnonzero((season > 5e-5) | (given > 5e-5))
    }


def _team(team: TeamMeasure) -> dict[str, Any]:
    return {
        "team": team.team,
        "side": team.side,
        "figures": {figure.name: _figure(figure) for figure in team.figures},
    }


def _said(name: str, value: float) -> str:
    if name in _SHARES:
        return f"{100 * value:.2f} points"
    return (
        f"{value:.3f} yards"
        if name in ("mean yards", "distance", "yards per rush", "yards per pass")
        else f"{value:.2f}"
    )


def _check(what: str, side: str, figures: list[Figure], needed: float) -> dict[str, Any]:
    misses = np.array([figure.miss for figure in figures]) if figures else np.zeros(1)
    within = float(np.mean([figure.within for figure in figures])) if figures else 1.0
    return {
        "what": what,
        "side": side,
        "number": len(figures),
        "median": _rounded(float(np.median(misses))),
        "worst": _rounded(float(misses.max())),
        "median_text": _said(what, float(np.median(misses))),
        "worst_text": _said(what, float(misses.max())),
        "within": _rounded(within),
        "needed": needed,
        "passed": within >= needed - 1e-9,
    }


def _column_checks(desk: Desk, judged: list[ColumnMeasure]) -> Iterable[dict[str, Any]]:
    enough = desk.settings["tolerance"]["enough"]
    for side in ("offense", "defense"):
        columns = [column for column in judged if column.side == side]
        names = ["completion", "trapped", "intercepted", "fumbled", "mean yards", "distance"]
        if side == "offense":
            # A defense has no stars: its figure is in the columns, but nobody can answer for it.
            names.append("out of bounds")
        for name in names:
            figures = [figure for column in columns for figure in column.figures if figure.name == name]
            yield _check(name, side, figures, enough.get(name, 1.0))
        if side == "offense":
            fouls = [figure for column in columns for figure in column.figures if figure.name.startswith("foul ")]
            yield _check("fouls", side, fouls, enough.get("fouls", 1.0))


def _team_checks(desk: Desk) -> Iterable[dict[str, Any]]:
    enough = desk.settings["tolerance"]["enough"]
    for side in ("offense", "defense"):
        teams = [team for team in desk.measured.teams if team.side == side]
        for place, figure in enumerate(teams[0].figures):
            figures = [team.figures[place] for team in teams]
            yield _check(figure.name, side, figures, enough.get(figure.name, 1.0))
    yield _league_touchdowns(desk)


def _league_touchdowns(desk: Desk) -> dict[str, Any]:
    teams = [team for team in desk.measured.teams if team.side == "offense"]
    place = [figure.name for figure in teams[0].figures].index("touchdowns")
    real = sum(team.figures[place].real for team in teams)
    chart = sum(team.figures[place].chart for team in teams)
    allowed = desk.settings["tolerance"]["enough"]["league_touchdowns"] * real
    return _check("league touchdowns", "season squeeze", [Figure("touchdowns", real, chart, allowed)], 1.0)


def _kick_checks(desk: Desk) -> Iterable[dict[str, Any]]:
    names = dict.fromkeys(figure.name for kick in desk.kicks for figure in kick.figures)
    for name in names:
        figures = [figure for kick in desk.kicks for figure in kick.figures if figure.name == name]
        yield _check(name, "kicking", figures, desk.settings["tolerance"]["enough"].get("kicks", 1.0))


def _left_out(desk: Desk) -> list[dict[str, str]]:
    return [
        {"team": team, "cell": left.edit.cell, "why": left.why}
        for team, gone in sorted(desk.not_applied.items())
        for left in gone
    ]


def _worst(judged: list[ColumnMeasure], number: int) -> list[tuple[ColumnMeasure, Figure]]:
    every = [
        (column, figure)
        for column in judged
        for figure in column.figures
        if figure.allowed > 0 and (column.side == "offense" or figure.name != "out of bounds")
    ]
    every.sort(key=lambda pair: (-pair[1].miss / pair[1].allowed, pair[0].team, pair[0].call, pair[1].name))
    return every[:number]


def _named(column: ColumnMeasure, figure: Figure) -> dict[str, Any]:
    return {
        "team": column.team,
        "side": column.side,
        "call": column.call,
        "plays": column.plays,
        "figure": figure.name,
        **_figure(figure),
    }
