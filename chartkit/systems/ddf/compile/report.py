"""The report of a compile: report.json with its checks and worst ten, and the tables that are printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.pages import Report, Table
from chartkit.systems.ddf.charts import KICKOFF, PUNT, TRAPPED
from chartkit.systems.ddf.compile.field_goals import attempts
from chartkit.systems.ddf.compile.fit_space import FOULS, GRID
from chartkit.systems.ddf.compile.measure import Figure
from chartkit.systems.ddf.compile.special_teams import RETURNS, kicked_tries, returns_of
from chartkit.systems.ddf.compile.supplement import loose_balls

if TYPE_CHECKING:
    from chartkit.systems.ddf.compile.measure import ColumnMeasure, Measure
    from chartkit.systems.ddf.compile.stages import Compilation


#: Figures whose name in report.json is technical.
_PLAIN = {"distance": "spread of the gains", "mean yards": "average yards"}

HEADINGS = ("figure", "side", "how many", "typical miss", "worst miss", "near enough", "wanted")
NOTES = (
    "The dice are not rolled but counted: every total of both sides, against the opponents really met.",
    "typical miss: half of them are nearer. near enough: the share that is as near as the dice and luck allow. "
    "points: percentage points. spread of the gains: how many yards the chart's gains would have to be moved, on "
    "average, to be those of the season.",
)


def plain(figure: str) -> str:
    """A figure as it is shown."""
    return _PLAIN.get(figure, figure)


def check_rows(checks: Iterable[Mapping[str, Any]]) -> list[tuple[str, ...]]:
    """A row for each check, without its verdict."""
    return [
        (
            plain(check["what"]),
            check["side"],
            str(check["number"]),
            check["median_text"],
            check["worst_text"],
            f"{100 * check['within']:.1f}%",
            f"{100 * check['needed']:.0f}%",
        )
        for check in checks
    ]


_ENDINGS = {"intercepted": "INT", "trapped": "QT", "fumbled": "F", "completion": "INC"}
_ONE = 1 / 216


def reason(compilation: Compilation, column: ColumnMeasure, figure: Figure) -> str:
    """The likeliest cause of a miss."""
    ending = _ENDINGS.get(figure.name)
    split = compilation.joint.contributions.split[column.call].get(ending) if ending else None
    if split is not None:
        place = compilation.teams.index(column.team)
        miss = float((split.first_miss if column.side == "offense" else split.second_miss)[place])
        others = "defenses" if column.side == "offense" else "offenses"
        if abs(miss) > 0.5 * figure.allowed:
            return (
                f"both charts add up: the {others} that it met give {abs(100 * miss):.1f} points too "
                f"{'many' if miss > 0 else 'few'}, and another number would put other teams outside their tolerance"
            )
    if figure.name == "out of bounds" and column.side == "defense":
        return "stars stand on offense charts only: a defense changes them by forced results alone"
    if figure.name.startswith("foul "):
        wanting = [
            foul
            for foul in FOULS
            if 0 < next((f.real for f in column.figures if f.name == f"foul {foul}"), 0.0) < 1.5 * _ONE
        ]
        if len(wanting) > 1:
            return f"{' and '.join(wanting)} both want 1 of 216, and only total 19 weighs that little"
        return "a foul needs whole 216ths, and the totals that would fit hold rarer results"
    if figure.name == "distance":
        return (
            f"{column.plays} plays: the other side's results are added to so few gains and blur them; with so few, "
            f"luck alone is worth {column.noise:.2f} yards"
        )
    if column.plays < 60:
        return f"only {column.plays} plays: one of them is {100 / column.plays:.1f} points"
    return "the dice have no totals that come nearer"


def _is_edited(compilation: Compilation, column: ColumnMeasure) -> bool:
    return (column.team, column.side, column.call) in compilation.by_hand.columns


def _miss_reason(compilation: Compilation, column: ColumnMeasure, figure: Figure) -> str:
    if _is_edited(compilation, column):
        return "this column was edited by hand"
    return reason(compilation, column, figure)


FORMAT = "chartkit/compile-report@1"
#: Figures that are shares and shown in percentage points.
_SHARES = frozenset(
    {"completion", "trapped", "intercepted", "fumbled", "out of bounds", "fouls", "completion rate"}
)
_DIGITS = 5


def report_data(compilation: Compilation) -> dict[str, Any]:
    """The whole report as data."""
    judged = [c for c in compilation.measured.columns if c.plays >= compilation.settings.tolerance.fewest_plays]
    checks = [*_column_checks(compilation, judged), *_team_checks(compilation), *_kick_checks(compilation)]
    return {
        "format": FORMAT,
        "game": "ddf",
        "season": compilation.season,
        "notes": list(compilation.notes),
        "passed": all(check["passed"] for check in checks),
        "checks": checks,
        "worst": [
            {**_named(column, figure), "reason": _miss_reason(compilation, column, figure)}
            for column, figure in _worst(judged, 10)
        ],
        "touchdowns": compilation.touchdowns,
        "squeeze": [
            {"inside": row.inside, "calls": list(row.calls), "yards": row.yards, "incomplete": len(row.incomplete)}
            for row in compilation.squeeze
        ],
        "shrunk": [
            {"call": call, "side": side, "team": team, "toward_league": round(pulled, 3)}
            for (call, side, team), pulled in sorted(compilation.shrunk.items())
        ],
        "columns": [
            _column(column) | ({"edited": True} if _is_edited(compilation, column) else {})
            for column in compilation.measured.columns
        ],
        "teams": [{"team": each.team, "side": each.side, **_figures(each)} for each in compilation.measured.teams],
        "kicks": [{"team": each.team, **_figures(each)} for each in compilation.measured.kicks],
        "cancels": {
            team: {"QT": round(c.trapped, 4), "INT": round(c.intercepted, 4), "F": round(c.fumbled, 4)}
            for team, c in zip(compilation.teams, compilation.joint.state.cancels, strict=True)
            if c.any
        },
        "edits": {"applied": dict(compilation.edited), "left_out": _left_out(compilation)},
        "validator": {name: len(found) for name, found in compilation.findings.items() if found},
    }


def fallback_notes(compilation: Compilation) -> list[str]:
    """What was filled in where the season or a team has no play of some kind, and from where."""
    plays, usual = compilation.plays, compilation.settings.fallback
    deep = plays[(plays["column"] == KICKOFF) & (plays["kick"] == "deep") & ~plays["wiped"]]
    punts = plays[(plays["column"] == PUNT) & ~plays["wiped"] & ~plays["outcome"].isin(["blocked", "foul"])]
    kinds = [
        ("deep kickoffs", deep["offense"], "every kickoff is a touchback"),
        ("punts", punts["offense"], f"a punt goes {usual.columns[PUNT]} yards"),
        ("field goals", attempts(plays)["offense"], f"{usual.field_goals:.0%} of all kicks in reach are good"),
        ("kicked tries", kicked_tries(plays)["offense"], "every kick is good"),
        ("trapped passers", plays["offense"][plays["second_column"] == TRAPPED], f"{usual.trapped} yards"),
        ("fumbles", loose_balls(plays)["by"], "the offense recovers every fumble"),
    ]
    for column in RETURNS:
        yards = f"a return gains {usual.columns[column]} yards"
        kinds.append((f"{column.lower()}s", returns_of(plays, column)["return_by"], yards))
    notes = []
    for kind, teams, instead in kinds:
        without = sorted(set(compilation.teams) - set(teams))
        if teams.empty:
            notes.append(f"no {kind} in the season: {instead}")
        elif without:
            notes.append(f"no {kind} by {', '.join(without)}: the league's are used")
    if not plays["foul"].notna().any():
        notes.append("no penalties in the season: no column has a foul")
    for call, targets in compilation.targets.calls.items():
        if targets.offense.gains.sum() == 0:
            notes.append(f"no gain on {call} in the season: it gains {usual.gain} yards")
    return notes


def _rounded(value: float) -> float:
    return round(float(value), _DIGITS)


def _figure(figure: Figure) -> dict[str, Any]:
    return {
        "real": _rounded(figure.real),
        "chart": _rounded(figure.chart),
        "allowed": _rounded(figure.allowed),
        "within": figure.within,
    }


def _figures(measure: Measure) -> dict[str, Any]:
    return {"figures": {figure.name: _figure(figure) for figure in measure.figures}}


def _column(column: ColumnMeasure) -> dict[str, Any]:
    return {
        "team": column.team,
        "side": column.side,
        "call": column.call,
        "plays": column.plays,
        "noise": _rounded(column.noise),
        **_figures(column),
        "gains": _sparse(column.gains, column.real_gains),
    }


def _sparse(chart: Any, real: Any) -> dict[str, list[float]]:
    """Yards -> share of gains in the season and by the chart."""
    season, given = real / max(real.sum(), 1e-9), chart / max(chart.sum(), 1e-9)
    return {
        str(GRID[place]): [round(float(season[place]), 4), round(float(given[place]), 4)]
        for place in np.flatnonzero((season > 5e-5) | (given > 5e-5))
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


def _column_checks(compilation: Compilation, judged: list[ColumnMeasure]) -> Iterable[dict[str, Any]]:
    enough = compilation.settings.tolerance.enough
    for side in ("offense", "defense"):
        columns = [column for column in judged if column.side == side]
        names = ["completion", "trapped", "intercepted", "fumbled", "mean yards", "distance"]
        if side == "offense":
            # Stars stand in offense columns only, so a defense is not judged by them.
            names.append("out of bounds")
        for name in names:
            figures = [figure for column in columns for figure in column.figures if figure.name == name]
            yield _check(name, side, figures, enough.get(name, 1.0))
        if side == "offense":
            fouls = [figure for column in columns for figure in column.figures if figure.name.startswith("foul ")]
            yield _check("fouls", side, fouls, enough.get("fouls", 1.0))


def _team_checks(compilation: Compilation) -> Iterable[dict[str, Any]]:
    enough = compilation.settings.tolerance.enough
    for side in ("offense", "defense"):
        teams = [team for team in compilation.measured.teams if team.side == side]
        for name in (figure.name for figure in teams[0].figures):
            yield _check(name, side, [team.figure(name) for team in teams], enough.get(name, 1.0))
    scored = [team.figure("touchdowns") for team in compilation.measured.teams if team.side == "offense"]
    real, chart = sum(figure.real for figure in scored), sum(figure.chart for figure in scored)
    league = Figure("touchdowns", real, chart, enough["league_touchdowns"] * real)
    yield _check("league touchdowns", "season squeeze", [league], 1.0)


def _kick_checks(compilation: Compilation) -> Iterable[dict[str, Any]]:
    figures: dict[str, list[Figure]] = {}
    for figure in (figure for kick in compilation.measured.kicks for figure in kick.figures):
        figures.setdefault(figure.name, []).append(figure)
    for name, found in figures.items():
        yield _check(name, "kicking", found, compilation.settings.tolerance.enough.get("kicks", 1.0))


def _left_out(compilation: Compilation) -> list[dict[str, str]]:
    return [
        {"team": team, "cell": left.edit.cell, "why": left.why}
        for team, gone in sorted(compilation.not_applied.items())
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


def summary_tables(report: Mapping[str, Any]) -> Report:
    """The summary of report.json as tables."""
    checks = report.get("checks", [])
    rows = tuple(
        (*row, "ok" if check["passed"] else "MISSED") for row, check in zip(check_rows(checks), checks, strict=True)
    )
    title = f"{report.get('season', '')}: charts beside the season"
    table = Table(title, (*HEADINGS, ""), rows, frozenset({"figure", "side", ""}))
    return Report(report, (table,), NOTES if checks else ())
