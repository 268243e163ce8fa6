"""Work on the chart files of Data-Driven Football."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from chartkit.findings import Catalogue, Checked
from chartkit.systems.ddf.check_documents import check_anything
from chartkit.systems.ddf.reports.diff import diff_report
from chartkit.systems.ddf.reports.explain import explain
from chartkit.systems.ddf.reports.new import blank_text
from chartkit.systems.ddf.reports.odds import odds_report
from chartkit.systems.ddf.reports.picture import draw
from chartkit.systems.ddf.validate import codes
from chartkit.tables import Report


class DdfChartWork:
    """Validator, result language and odds behind the commands."""

    def codes(self) -> Catalogue:
        """Every code of the validator."""
        return codes()

    def check(self, path: Path) -> Checked:
        """Validate a chart, a season file, a build, a workbook or a PDF of cards."""
        return check_anything(path)

    def explain(self, words: Sequence[str]) -> Report:
        """A cell in words."""
        return explain(words)

    def odds(self, chart: Path, against: Path | None, wanted: Sequence[str]) -> Report:
        """Exact odds as tables."""
        return odds_report(chart, against, wanted)

    def plot_odds(self, chart: Path, against: Path | None, target: Path) -> None:
        """Exact odds as a picture."""
        draw(chart, against, target)

    def diff(self, old: Path, new: Path) -> Report:
        """Two charts cell by cell."""
        return diff_report(old, new)

    def new_chart(self, team: str, season: int | None, city: str, name: str) -> str:
        """A blank chart to fill in by hand."""
        return blank_text(team, season, city, name)
