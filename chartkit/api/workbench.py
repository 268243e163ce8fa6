"""A chart on the workbench: its cells as they are printed, what a change does, and the changes kept as hand edits.

    trial = try_changes(chart, {"offense.columns.6-SHORT.27": "12"})
    trial.findings, trial.figures
    keep_changes(chart, {"offense.columns.6-SHORT.27": "12"}, reason="the long one in week 3", folder="edits/2031")

Nothing but the edits file is ever written: `compile` applies it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from chartkit import systems
from chartkit.api.cards import print_cards
from chartkit.api.charts import Chart, with_values
from chartkit.api.seasons import Season
from chartkit.errors import InputError, NotOffered
from chartkit.files import dumps, file_name, write_text
from chartkit.findings import Finding, failing, unknown_name
from chartkit.pages import Report
from chartkit.systems.base import Compiler, Grid, HandEdit


@dataclass(frozen=True)
class Figure:
    """One figure of a column before and after a change."""

    table: str
    column: str
    figure: str
    before: str
    after: str


@dataclass(frozen=True)
class Trial:
    """A chart with changes that are not kept."""

    findings: tuple[Finding, ...]
    #: None when the changes break the rules of the game.
    chart: Chart | None
    #: What the changes do to the odds of the columns.
    figures: tuple[Figure, ...] = ()


def grids(chart: Chart) -> Sequence[Grid]:
    """The chart as it is printed; each cell by its place in the file."""
    return systems.find(chart.game).charts().grids(chart.data)


def cells(chart: Chart) -> dict[str, Any]:
    """What stands at each place of the grids."""
    return {
        place: value_at(chart.data, place) for grid in grids(chart) for _, places in grid.rows for place in places
    }


def value_at(data: Any, place: str) -> Any:
    """What stands at a place; None when there is nothing."""
    for key in place.split("."):
        data = data.get(key) if isinstance(data, Mapping) else None
    return data


def try_changes(chart: Chart, changes: Mapping[str, str], columns: Sequence[str] = ()) -> Trial:
    """Everything that is wrong with a changed chart, and what the changes do to some of its columns, or to all."""
    charts = systems.find(chart.game).charts()
    with _changed(chart, changes) as (old, new, data):
        findings = tuple(replace(each, file="") for each in charts.check(new).findings)
        if failing(findings):
            return Trial(findings, None)
        edited = replace(chart, data=data, value=charts.load(new), path=None)
        try:
            before, after = (charts.odds(path, None, columns) for path in (old, new))
        except (NotOffered, InputError):
            # What is no column has no odds.
            return Trial(findings, edited)
        return Trial(findings, edited, tuple(_figures(before, after)))


@contextmanager
def _changed(chart: Chart, changes: Mapping[str, str]) -> Iterator[tuple[Path, Path, dict[str, Any]]]:
    """The chart's own file, a file with the changes in it, and its data."""
    if chart.path is None:
        raise InputError(f"{chart!r} is in no file yet.", remedy="Save it first.")
    known = cells(chart)
    if unknown := [place for place in changes if place not in known]:
        raise unknown_name(unknown[0], known)
    data = with_values(chart.data, {place: _like(known[place], text) for place, text in changes.items()})
    # The fingerprint of what was compiled: the finding that it differs would be no news here.
    (data.get("source") or {}).pop("chart_sha256", None)
    with tempfile.TemporaryDirectory() as folder:
        new = Path(folder) / file_name(chart.team, ".json")
        write_text(new, dumps(data))
        yield chart.path, new, data


def _like(old: Any, text: str) -> Any:
    """A text as the kind of value that stood there; what cannot be read as such stays a text, and is found."""
    if isinstance(old, int | float) and not isinstance(old, bool):
        try:
            return int(text) if isinstance(old, int) or text.lstrip("-").isdigit() else float(text)
        except ValueError:
            return text
    return None if old is None and not text else text


def _figures(before: Report, after: Report) -> Iterator[Figure]:
    """Every figure of the tables that differs."""
    old = dict(_named(before))
    for (table, column, name), text in _named(after):
        was = old.pop((table, column, name), "")
        if was != text:
            yield Figure(table, column, name, was, text)
    for (table, column, name), text in old.items():
        yield Figure(table, column, name, text, "")


def _named(report: Report) -> Iterator[tuple[tuple[str, str, str], str]]:
    for table in report.tables:
        for row in table.rows:
            for name, text in zip(table.headings[1:], row[1:], strict=True):
                if text:
                    yield (table.title, row[0], name), text


def column_odds(chart: Chart, column: str) -> Report:
    """The odds of a column, in all parts of the chart that have one of that name."""
    with _changed(chart, {}) as (path, _, _):
        return systems.find(chart.game).charts().odds(path, None, [column])


def against_the_season(season: Season, team: str, column: str) -> list[dict[str, Any]]:
    """What the compiler measured of a team's column: the real season's figures beside those of its chart."""
    try:
        rows = season.report.data.get("columns", [])
    except InputError:
        return []
    return [
        {"side": row["side"], "plays": row["plays"], "figure": name, **figures}
        for row in rows
        if row["team"] == team and row["call"] == column
        for name, figures in row["figures"].items()
    ]


def hand_edits(chart: Chart, folder: str | Path | None = None) -> Sequence[HandEdit]:
    """The edits that compile would apply to the chart, from edits/SEASON or another folder."""
    target = None if folder is None else Path(folder)
    system = systems.find(chart.game)
    return system.compiler().hand_edits(chart.season, chart.team, target) if system.offers("compiler") else ()


def keeps_edits(chart: Chart) -> bool:
    """Whether the chart's game has files of hand edits; without them changes can only be tried."""
    system = systems.find(chart.game)
    return system.offers("compiler") and type(system.compiler()).keep_edits is not Compiler.keep_edits


def keep_changes(
    chart: Chart, changes: Mapping[str, str], *, reason: str, folder: str | Path | None = None
) -> Path:
    """Add the changes to the chart's edits file; a cell that is again as it was compiled loses its edit."""
    known = cells(chart)
    dropped = [
        place for place, text in changes.items() if place in known and _like(known[place], text) == known[place]
    ]
    with _changed(chart, changes) as (old, new, _):
        compiler = systems.find(chart.game).compiler()
        target = None if folder is None else Path(folder)
        return compiler.keep_edits(old, new, reason=reason, target=target, without=dropped)


def card_page(chart: Chart) -> str:
    """The team's cards as an HTML page that stands alone."""
    with tempfile.TemporaryDirectory() as folder:
        (page,) = print_cards(chart, Path(folder) / "card.html")
        return page.read_text("utf-8")
