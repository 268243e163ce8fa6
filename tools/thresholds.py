"""Thresholds of the plausibility check from compiled seasons.

Run: python -m tools.thresholds build/2016 build/2017

Every measure's span is what the real teams show, widened on both sides by half of its width, because a team that
was not among them may go a little further.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from chartkit.files import dumps, write_text
from chartkit.systems.ddf.charts import TeamChart, column_odds
from chartkit.systems.ddf.data import FOLDER
from chartkit.systems.ddf.validate import load_team_chart
from chartkit.systems.ddf.validate.rules import measures, thresholds
from chartkit.systems.game_files import CHARTS

_WIDER = 0.5
#: One cell of a rare result makes no team odd, even if the compiler never writes it: 15 of 216 rolls.
_RARE = 0.07


def derive(charts: Sequence[TeamChart]) -> dict[str, Any]:
    """The thresholds that these teams give, for the columns and measures that the present file names."""
    known = thresholds()
    spans: dict[str, dict[str, list[float]]] = {}
    for name, wanted in known["columns"].items():
        part, _, column = name.partition(".")
        odds = [column_odds(getattr(chart, part).columns[column]) for chart in charts]
        shown = [measures(each, wanted) for each in odds]
        spans[name] = {
            measure: _span(measure, [each[measure] for each in shown if measure in each]) for measure in wanted
        }
    best = {
        play: round(max(float(column_odds(chart.offense.columns[play]).yards_per_play or 0) for chart in charts), 2)
        for play in known["best_offense"]
    }
    seasons = sorted({chart.season for chart in charts})
    return {
        "$schema": known["$schema"],
        "derived_from": f"{len(charts)} compiled charts of {', '.join(map(str, seasons))}; spans widened by half",
        "measures": known["measures"],
        "columns": spans,
        "best_offense": best,
    }


def _span(measure: str, values: list[float]) -> list[float]:
    slack = _WIDER * (max(values) - min(values))
    low, high = min(values) - slack, max(values) + slack
    if measure != "yards":
        low, high = (max(0.0, low) if measure == "completion" else 0.0), min(1.0, max(high, _RARE))
    return [round(low, 3), round(high, 3)]


def main(builds: Sequence[str]) -> None:
    """Read the charts of these builds and write the data file."""
    charts = [load_team_chart(path) for build in builds for path in sorted((Path(build) / CHARTS).glob("*.json"))]
    write_text(FOLDER / "plausible.json", dumps(derive(charts)))


if __name__ == "__main__":
    main(sys.argv[1:])
