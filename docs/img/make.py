"""Draws one page of each kind, of an invented team, for the documentation. Run: python docs/img/make.py"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import pypdfium2

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from support.charts import random_chart, random_season  # noqa: E402

from chartkit.paper.pdf import draw  # noqa: E402
from chartkit.systems.ddf.cards.printer import SHEETS, DdfPrinter  # noqa: E402
from chartkit.systems.ddf.chart_json import season_to_text, team_to_text  # noqa: E402
from chartkit.systems.printing import PrintJob  # noqa: E402

SCALE, COLOURS = 1.35, 64


def _save(job: PrintJob, names: list[str]) -> None:
    """The first pages of a job, as small pictures."""
    [made] = DdfPrinter().compose(job)
    pdf = pypdfium2.PdfDocument(draw(made.document, made.style))
    for page, name in zip(pdf, names, strict=False):
        picture = page.render(scale=SCALE).to_pil().convert("RGB").quantize(COLOURS)
        picture.save(Path(__file__).parent / f"{name}.png", optimize=True)
    pdf.close()


def main() -> None:
    """All pictures."""
    with tempfile.TemporaryDirectory() as name:
        build = Path(name)
        (build / "charts").mkdir()
        for number, code in enumerate(("AAA", "BBB")):
            (build / "charts" / f"{code}.json").write_text(team_to_text(random_chart(number, code=code)), "utf-8")
        (build / "season.json").write_text(season_to_text(random_season(1)), "utf-8")
        one = ("AAA",)
        _save(PrintJob(build, one), ["team-offense", "team-defense", "team-supplement"])
        _save(PrintJob(build, one, style="ink-saver"), ["ink-saver-offense", "ink-saver-defense"])
        _save(PrintJob(build, one, style="large-print"), ["large-print-offense", "large-print-defense"])
        _save(PrintJob(build, one, what=("team",), paper="tabloid", fit_one=True), ["tabloid-one"])
        for kind in SHEETS:
            _save(PrintJob(build, what=(kind,)), [f"sheet-{kind}"])
        _save(PrintJob(build, what=("book",)), ["book-cover", "book-contents"])


if __name__ == "__main__":
    main()
