"""report.html: the report as one self-contained page, verdicts first, then pictures of every column."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from chartkit.dice import format_totals
from chartkit.systems.ddf.chart import Squeeze
from chartkit.systems.ddf.compile.outcomes import is_pass
from chartkit.systems.ddf.compile.report_words import HEADINGS, NOTES, check_rows, plain

_WIDTH, _HEIGHT, _FLOOR = 220, 84, 72


@cache
def _style() -> str:
    return files("chartkit.systems.ddf").joinpath("data/compile_report.css").read_text("utf-8")


def page(report: Mapping[str, Any], squeeze: Sequence[Squeeze]) -> str:
    """The whole page."""
    season = report["season"]
    verdict = "every figure is near enough" if report["passed"] else "some figures are too far off"
    notes = "".join(f"<li>{escape(note)}</li>" for note in report["notes"])
    parts = [
        f"<h1>The charts of {season} beside the season</h1>",
        f'<p class="soft">{escape(NOTES[0])} The formations are called as often as season.json says, and a gain '
        f"ends at the goal line, from the spots really met. In short: {verdict}.</p>",
        f"<ul>{notes}</ul>" if notes else "",
        "<h2>Figures</h2>",
        _checks(report["checks"]),
        f'<p class="soft">{escape(NOTES[1])}</p>',
        "<h2>Touchdowns and the squeeze table</h2>",
        _touchdowns(report["touchdowns"], squeeze),
        "<h2>The worst ten columns</h2>",
        _worst(report["worst"]),
        "<h2>Teams</h2>",
        _teams(report["teams"]),
        "<h2>Every column</h2>",
        '<p class="soft">Bars: share of the season\'s gains. Line: what the chart gives. '
        "Below: how many yards a gain is off on average; in brackets what luck alone makes of so few plays.</p>",
        *_columns(report["columns"]),
    ]
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Charts of {season}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{_style()}</style></head>'
        f"<body>{''.join(parts)}</body></html>\n"
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], left: int) -> str:
    """A table whose first `left` columns begin at the left; cells are HTML."""

    def cell(tag: str, place: int, text: str) -> str:
        kind = " class=left" if place < left else ""
        return f"<{tag}{kind}>{text}</{tag}>"

    top = "".join(cell("th", place, escape(text)) for place, text in enumerate(head))
    body = "".join(f"<tr>{''.join(cell('td', place, text) for place, text in enumerate(row))}</tr>" for row in rows)
    return f"<div class=scroll><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"


def _checks(checks: Sequence[Mapping[str, Any]]) -> str:
    rows = [
        (
            *map(escape, row),
            '<span class="ok">ok</span>' if check["passed"] else '<span class="miss">missed</span>',
        )
        for row, check in zip(check_rows(checks), checks, strict=True)
    ]
    return _table((*HEADINGS, ""), rows, 2)


def _touchdowns(counts: Mapping[str, float], squeeze: Sequence[Squeeze]) -> str:
    real = counts["real"]
    rows = [
        (escape(name), f"{number:.0f}", "" if name == "real" else f"{100 * (number / max(real, 1) - 1):+.1f}%")
        for name, number in counts.items()
    ]
    table = [
        (
            f"inside the {row.inside}",
            escape(", ".join(row.calls)),
            str(row.yards),
            escape(format_totals(row.incomplete)) or "-",
        )
        for row in squeeze
    ]
    return (
        _table(("squeeze table", "touchdowns", ""), rows, 1)
        + "<p></p>"
        + _table(("line of scrimmage", "calls", "yards off", "incomplete on"), table, 2)
    )


def _shown(value: float) -> str:
    return f"{value:.3f}"


def _worst(worst: Iterable[Mapping[str, Any]]) -> str:
    rows = [
        (
            escape(w["team"]),
            escape(w["side"]),
            escape(w["call"]),
            escape(plain(w["figure"])),
            escape(w["reason"]),
            str(w["plays"]),
            _shown(w["real"]),
            _shown(w["chart"]),
            _shown(w["allowed"]),
        )
        for w in worst
    ]
    return _table(("team", "side", "call", "figure", "reason", "plays", "season", "chart", "allowed"), rows, 5)


def _teams(teams: Sequence[Mapping[str, Any]]) -> str:
    names = list(teams[0]["figures"]) if teams else []
    rows = []
    for team in teams:
        cells = [escape(team["team"]), escape(team["side"])]
        for name in names:
            figure = team["figures"][name]
            text = f"{figure['real']:.2f} / {figure['chart']:.2f}"
            cells.append(text if figure["within"] else f'<span class="miss">{text}</span>')
        rows.append(cells)
    return _table(("team", "side", *(f"{name}: season / chart" for name in names)), rows, 2)


def _columns(columns: Sequence[Mapping[str, Any]]) -> Iterable[str]:
    by_team: dict[str, list[Mapping[str, Any]]] = {}
    for column in columns:
        by_team.setdefault(column["team"], []).append(column)
    for team, own in sorted(by_team.items()):
        missed = sum(not figure["within"] for column in own for figure in column["figures"].values())
        said = f"{missed} of {sum(len(c['figures']) for c in own)} figures outside" if missed else "all within"
        yield f"<details><summary>{escape(team)}: {said}</summary>"
        for side in ("offense", "defense"):
            plots = "".join(_plot(column) for column in own if column["side"] == side)
            yield f"<p>{side}</p><div class=plots>{plots}</div>"
        yield "</details>"


def _plot(column: Mapping[str, Any]) -> str:
    """Real gains as bars and the chart's as a line, in bins of one yard (runs) or two (passes)."""
    wide = is_pass(column["call"])
    low, high, step = (-6, 50, 2) if wide else (-6, 22, 1)
    bins = range(low, high + 1, step)
    real, chart = [0.0] * len(bins), [0.0] * len(bins)
    for yards, (season, given) in column["gains"].items():
        place = (min(max(int(yards), low), high) - low) // step
        real[place] += season
        chart[place] += given
    top = max(*real, *chart, 1e-6)
    width = _WIDTH / len(bins)
    bars = "".join(
        f"<rect class=real x={i * width:.1f} y={_FLOOR - _FLOOR * value / top:.1f} width={width - 0.5:.1f} "
        f"height={_FLOOR * value / top:.1f} />"
        for i, value in enumerate(real)
        if value > 0
    )
    line = " ".join(f"{(i + 0.5) * width:.1f},{_FLOOR - _FLOOR * value / top:.1f}" for i, value in enumerate(chart))
    marks = "".join(
        f"<text x={((yards - low) / step + 0.5) * width:.0f} y={_HEIGHT - 2} text-anchor=middle>{yards}</text>"
        for yards in (range(0, high, 20) if wide else range(0, high, 10))
    )
    distance = column["figures"]["distance"]["chart"]
    return (
        f'<figure><svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role=img>{bars}<polyline class=chart points="{line}"/>'
        f"<line class=axis x1=0 x2={_WIDTH} y1={_FLOOR} y2={_FLOOR} />{marks}</svg>"
        f"<figcaption><b>{escape(column['call'])}</b> {column['plays']} plays, off by {distance:.2f} "
        f"({column['noise']:.2f})</figcaption></figure>"
    )
