"""`chartkit diff`: two charts cell by cell, and what the changes do to the odds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from chartkit.findings import changed_values, value_at
from chartkit.pages import Report, Table, counted
from chartkit.systems.ddf.charts import (
    SHARES,
    TEAM_COLUMNS,
    Column,
    ColumnPlace,
    TeamChart,
    column_odds,
    place_in_words,
    put_at,
    team_to_json,
)
from chartkit.systems.ddf.validate import load_team_chart


def diff_report(old: Path, new: Path) -> Report:
    """What changed between two chart files."""
    return charts_diff(load_team_chart(old), load_team_chart(new))


def charts_diff(old: TeamChart, new: TeamChart) -> Report:
    """What changed between two charts, grouped by column, with the effect on the odds of each column."""
    changed = []
    tables = []
    for place in TEAM_COLUMNS:
        one, two = place.of(old), place.of(new)
        if one == two:
            continue
        cells = _changed_cells(place, one, two)
        effects = list(_effects(place, one, two)) if one and two else []
        changed.append({"place": place.words, "cells": cells, "odds": effects})
        rows = tuple((str(cell["dice"]), cell["ways"], cell["old"], cell["new"]) for cell in cells)
        under = tuple(f"{effect['measure']} {effect['text']}" for effect in effects)
        tables.append(Table(place.words, ("dice", "rolls", "old", "new"), rows, under=under))
    values = [
        {"path": ".".join(path), "place": place_in_words(path), "old": before, "new": after}
        for path, before, after in changed_values(_without_columns(old), _without_columns(new))
    ]
    if values:
        body = tuple((each["place"], _shown(each["old"]), _shown(each["new"])) for each in values)
        tables.append(Table("Other values", ("value", "old", "new"), body, frozenset({"value", "old", "new"})))
    count = sum(len(each["cells"]) for each in changed)
    counts = f"{counted(count, 'cell')} in {counted(len(changed), 'column')}, {counted(len(values), 'other value')}"
    note = f"changed: {counts}." if count or values else "the charts are the same."
    data = {
        "old": {"team": old.team.code, "season": old.season},
        "new": {"team": new.team.code, "season": new.season},
        "columns": changed,
        "values": values,
    }
    return Report(data, tuple(tables), (note,))


def _without_columns(chart: TeamChart) -> dict[str, Any]:
    """The values of a chart that are no cells of a column; where it came from does not count."""
    data = {**team_to_json(chart), "source": None}
    for place in TEAM_COLUMNS:
        if value_at(data, *place.path) is not None:
            put_at(data, place.path, None)
    return data


def _changed_cells(place: ColumnPlace, old: Column | None, new: Column | None) -> list[dict[str, Any]]:
    found = []
    for total in place.dice.totals:
        before, after = (str(column[total]) if column else "" for column in (old, new))
        if before != after:
            ways = f"{place.dice.ways[total]}/{place.dice.outcomes}"
            found.append({"dice": total, "ways": ways, "old": before, "new": after})
    return found


def _effects(place: ColumnPlace, old: Column, new: Column) -> Iterator[dict[str, Any]]:
    """Every share and the mean of the yards that the changes move."""
    one, two = column_odds(old), column_odds(new)
    pairs: list[tuple[str, Fraction | None, Fraction | None]] = []
    if place.is_pass:
        pairs.append(("completion", one.completions, two.completions))
    pairs += [(name, one.share(name), two.share(name)) for name in SHARES]
    pairs.append(("mean yards", one.yards.mean, two.yards.mean))
    for name, before, after in pairs:
        if before != after:
            yield {
                "measure": name,
                "old": None if before is None else str(before),
                "new": None if after is None else str(after),
                "text": f"{_measure(name, before)} -> {_measure(name, after)}",
            }


def _measure(name: str, value: Fraction | None) -> str:
    if value is None:
        return "none"
    return f"{float(value):.2f}" if name == "mean yards" else f"{float(100 * value):.1f}%"


def _shown(value: Any) -> str:
    if value is None:
        return "none"
    return value if isinstance(value, str) and value else "(empty)" if value == "" else str(value)
