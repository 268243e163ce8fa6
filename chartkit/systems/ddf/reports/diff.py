"""`chartkit diff`: two charts cell by cell, and what the changes do to the odds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from chartkit.systems.ddf.charts import SHARES, Part, TeamChart, column_odds, columns, dice_of, parts, team_to_json
from chartkit.systems.ddf.validate import load_team_chart, place_in_words
from chartkit.tables import Report, Table

#: Blocks of the file that are columns of cells; everything else is compared value by value.
_CELL_BLOCKS = (
    ("offense", "columns"),
    ("defense",),
    ("special_teams", "columns"),
    ("special_teams", "coverage"),
    ("supplement", "short_pass_big_play"),
)


def diff_report(old: Path, new: Path) -> Report:
    """What changed between two chart files."""
    return charts_diff(load_team_chart(old), load_team_chart(new))


def charts_diff(old: TeamChart, new: TeamChart) -> Report:
    """What changed between two charts, grouped by column, with the effect on the odds of each column."""
    before, after = ({part.title + part.chart: part for part in parts(chart)} for chart in (old, new))
    changed = []
    tables = []
    for key in dict.fromkeys([*before, *after]):
        one, two = before.get(key), after.get(key)
        part = two or one
        if part is None or (one and two and one.column == two.column):
            continue
        cells = _changed_cells(one, two)
        effects = list(_effects(one, two)) if one and two else []
        changed.append({"place": part.place, "cells": cells, "odds": effects})
        rows = tuple((str(cell["dice"]), cell["ways"], cell["old"], cell["new"]) for cell in cells)
        under = tuple(f"{effect['measure']} {effect['text']}" for effect in effects)
        tables.append(Table(part.place, ("dice", "rolls", "old", "new"), rows, under=under))
    values = list(_changed_values(team_to_json(old), team_to_json(new)))
    if values:
        body = tuple((each["place"], _shown(each["old"]), _shown(each["new"])) for each in values)
        tables.append(Table("Other values", ("value", "old", "new"), body, frozenset({"value", "old", "new"})))
    count = sum(len(each["cells"]) for each in changed)
    counts = f"{_number(count, 'cell')} in {_number(len(changed), 'column')}, {_number(len(values), 'other value')}"
    note = f"changed: {counts}." if count or values else "the charts are the same."
    data = {
        "old": {"team": old.team.code, "season": old.season},
        "new": {"team": new.team.code, "season": new.season},
        "columns": changed,
        "values": values,
    }
    return Report(data, tuple(tables), (note,))


def _number(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def _changed_cells(old: Part | None, new: Part | None) -> list[dict[str, Any]]:
    some = new or old
    if some is None:
        return []
    dice_set = dice_of(some.column)
    found = []
    for total in dice_set.totals:
        texts = [str(part.column[total]) if part else "" for part in (old, new)]
        if texts[0] != texts[1]:
            ways = f"{dice_set.ways[total]}/{dice_set.outcomes}"
            found.append({"dice": total, "ways": ways, "old": texts[0], "new": texts[1]})
    return found


def _effects(old: Part, new: Part) -> Iterator[dict[str, Any]]:
    """Every share and the mean of the yards that the changes move."""
    one, two = column_odds(old.column), column_odds(new.column)
    pairs: list[tuple[str, Fraction | None, Fraction | None]] = []
    if new.chart == "offense" and new.name in columns.PASSES:
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


def _changed_values(old: Any, new: Any, path: tuple[str | int, ...] = ()) -> Iterator[dict[str, Any]]:
    """Every value outside the columns of cells and the source that is not the same."""
    if path in _CELL_BLOCKS or path == ("source",) or old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys([*old, *new]):
            yield from _changed_values(old.get(key), new.get(key), (*path, key))
        return
    yield {"path": ".".join(map(str, path)), "place": place_in_words(path), "old": old, "new": new}


def _shown(value: Any) -> str:
    if value is None:
        return "none"
    return value if isinstance(value, str) and value else "(empty)" if value == "" else str(value)
