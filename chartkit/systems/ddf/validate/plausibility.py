"""Warnings about charts that break no rule but look like no real team; the thresholds are data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from chartkit.findings import Finding, JsonPath, block_at, value_at
from chartkit.systems.ddf.charts import End, Odds, chart_checksum, checksum, dice, team_from_json
from chartkit.systems.ddf.data import shipped_data
from chartkit.systems.ddf.validate.cells import legal_result, told

_MEASURES: Mapping[str, Callable[[Odds], float | None]] = {
    "completion": lambda odds: float(odds.completions),
    "trapped": lambda odds: float(odds.trapped),
    "interception": lambda odds: odds.counts["INT"] / odds.outcomes,
    "fumble": lambda odds: odds.counts["F"] / odds.outcomes,
    "penalty": lambda odds: odds.counts["penalty"] / odds.outcomes,
    "touchdown": lambda odds: odds.counts["TD"] / odds.outcomes,
    "breakaway": lambda odds: odds.counts["B"] / odds.outcomes,
    "yards": lambda odds: None if odds.yards.mean is None else float(odds.yards.mean),
}
_ROWS = tuple(map(str, dice.OFFENSIVE.totals))


def thresholds() -> Mapping[str, Any]:
    """What real teams have shown."""
    data: Mapping[str, Any] = shipped_data("plausible.json")
    return data


def measures(odds: Odds, names: Mapping[str, Any]) -> dict[str, float]:
    """The named measures of a column, as far as it has them."""
    return {name: value for name in names if (value := _MEASURES[name](odds)) is not None}


def check_plausibility(data: Any) -> Iterator[Finding]:
    """Columns far from real ones, and an offense better than any; columns with illegal cells are left alone."""
    limits = thresholds()
    means = {}
    for name, spans in limits["columns"].items():
        chart, _, column = name.partition(".")
        path: JsonPath = (chart, "columns", column)
        odds = _sound_odds(block_at(data, *path), chart, column)
        if odds is None:
            continue
        if column in limits["best_offense"]:
            means[column] = odds.yards_per_play
        for measure, value in measures(odds, spans).items():
            low, high = spans[measure]
            # Rounded values are compared, so that no finding says 8.3% where 8.3% is allowed.
            if not _told(measure, low) <= _told(measure, value) <= _told(measure, high):
                said, lowest, highest = (_said(measure, each) for each in (value, low, high))
                words = {"measure": limits["measures"][measure], "low": lowest, "high": highest}
                yield told("DDF301", path, said, **words)
    best = limits["best_offense"]
    if len(means) == len(best) and all(mean is not None and mean > best[play] for play, mean in means.items()):
        yield told("DDF302", ("offense", "columns"))


def check_source(data: Any) -> Iterator[Finding]:
    """Whether the chart is still the one that its source describes; only for a chart without errors."""
    claimed = value_at(data, "source", "chart_sha256")
    if not isinstance(claimed, str) or checksum(data) == claimed:
        return
    # Not written as chartkit writes it, or really changed.
    if chart_checksum(team_from_json(data)) != claimed:
        yield told("DDF303", ("source", "chart_sha256"), claimed)


def _sound_odds(cells: Mapping[str, Any], chart: str, column: str) -> Odds | None:
    """The odds of a column if every cell is there and legal; a blank column is a chart still to be filled in."""
    texts = [cells.get(row) for row in _ROWS]
    if len(cells) != len(_ROWS) or not all(isinstance(text, str) for text in texts):
        return None
    by_text: dict[str, int] = {}
    for text, ways in zip(texts, dice.OFFENSIVE.ways.values(), strict=True):
        by_text[str(text)] = by_text.get(str(text), 0) + ways
    if by_text.keys() == {"0"}:
        return None
    found: dict[End, int] = {}
    for text, ways in by_text.items():
        result = legal_result(text, chart, column)
        if result is None:
            return None
        end = End(result)
        found[end] = found.get(end, 0) + ways
    return Odds(dice.OFFENSIVE.outcomes, found)


def _told(measure: str, value: float) -> float:
    return round(value, 1) if measure == "yards" else round(100 * value, 1)


def _said(measure: str, value: float) -> str:
    return f"{_told(measure, value):.1f}" + ("" if measure == "yards" else "%")
