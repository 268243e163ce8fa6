"""A 32-team season of team cards: drawing, verifying and reading back, beside plain cells on a bare canvas.

Run: python benchmarks/print.py [--rounds 5] [--teams 32]
Goals: the season in under 30 s on one core including verification; at least 40 pages a second without; reading back
at least 6 times as fast as pdfplumber's extract_table.
Seconds are processor time of this process, so that a busy machine does not blur them.
"""

from __future__ import annotations

import argparse
import io
import json
import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
SEASON_GOAL, PAGES_GOAL, READ_GOAL = 30.0, 40.0, 6.0
_READ_PAGES = 3


def _season(folder: Path, teams: int) -> None:
    from support.charts import random_chart, random_season

    from chartkit.systems.ddf.charts import season_to_text, team_to_text

    (folder / "charts").mkdir()
    codes = tuple(f"T{number:02}" for number in range(teams))
    for number, code in enumerate(codes):
        (folder / "charts" / f"{code}.json").write_text(team_to_text(random_chart(number, code=code)), "utf-8")
    (folder / "season.json").write_text(season_to_text(random_season(1, codes)), "utf-8")


def _jobs(folder: Path) -> tuple[int, dict[str, tuple[int, Callable[[], object]]]]:
    import pdfplumber
    from reportlab.lib import colors
    from reportlab.lib.pagesizes import landscape, letter
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import Table

    from chartkit.paper import draw_pdf, opened
    from chartkit.systems.base import PrintJob
    from chartkit.systems.ddf.cards.printer import DdfCards
    from chartkit.systems.ddf.cards.read_back import read_pages

    job = PrintJob(folder)
    printer = DdfCards()
    [made] = printer.compose(job)
    data = draw_pdf(made.document, made.style)
    sheets = made.document.sheets
    cells = [[(piece.text, box) for piece, box in sheet.texts()] for sheet in sheets]

    def whole_job() -> None:
        [again] = printer.compose(job)
        if wrong := printer.check(again, draw_pdf(again.document, again.style)):
            sys.exit(f"verification failed: {wrong[0]}")

    def bare_canvas() -> None:
        canvas = Canvas(io.BytesIO(), pagesize=landscape(letter), invariant=1)
        for page in cells:
            canvas.setFont("Helvetica", 9)
            for text, box in page:
                canvas.rect(box.x, 612 - box.bottom, box.width, box.height)
                canvas.drawCentredString(box.x + box.width / 2, 615 - box.y - box.height / 2, text)
            canvas.showPage()
        canvas.save()

    def platypus() -> None:
        canvas = Canvas(io.BytesIO(), pagesize=landscape(letter), invariant=1)
        for page in cells[:_READ_PAGES]:
            rows = [[text for text, _ in page[start : start + 12]] for start in range(0, len(page) - 12, 12)]
            style = [("GRID", (0, 0), (-1, -1), 0.4, colors.black)]
            style += [
                ("BACKGROUND", (c, r), (c, r), colors.lightgreen) for r in range(len(rows)) for c in range(12)
            ]
            table = Table(rows, rowHeights=9, style=style)
            table.wrapOn(canvas, 700, 500)
            table.drawOn(canvas, 20, 20)
            canvas.showPage()
        canvas.save()

    def read_back() -> None:
        with opened(data, "benchmark") as pdf:
            read_pages(pdf)

    def extract_table() -> None:
        with pdfplumber.open(io.BytesIO(data)) as pdf:
            for page in pdf.pages[:_READ_PAGES]:
                page.extract_table()

    pages = len(sheets)
    return pages, {
        "whole job, verified": (pages, whole_job),
        "compose (read, check, lay out)": (pages, lambda: printer.compose(job)),
        "draw": (pages, lambda: draw_pdf(made.document, made.style)),
        "plain cells on a bare canvas": (pages, bare_canvas),
        "reportlab Table, a ground a cell": (_READ_PAGES, platypus),
        "read back": (pages, read_back),
        "pdfplumber extract_table": (_READ_PAGES, extract_table),
    }


def main() -> None:
    """Print medians, ratios and whether the goals are met."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--teams", type=int, default=32)
    options.add_argument("--json", action="store_true")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _season(folder, chosen.teams)
        pages, jobs = _jobs(folder)
        taken: dict[str, list[float]] = {job: [] for job in jobs}
        for _ in range(chosen.rounds):
            for job, (_, run) in jobs.items():
                start = process_time()
                run()
                taken[job].append(process_time() - start)
    seconds = {job: statistics.median(times) for job, times in taken.items()}
    speed = {job: jobs[job][0] / max(seconds[job], 1e-9) for job in jobs}
    made = pages / (seconds["compose (read, check, lay out)"] + seconds["draw"])
    results = {
        "season of team cards, verified, seconds": (seconds["whole job, verified"], SEASON_GOAL, "<"),
        "pages a second without verification": (made, PAGES_GOAL, ">="),
        "drawing / plain cells on a bare canvas": (speed["draw"] / speed["plain cells on a bare canvas"], None, ""),
        "drawing / reportlab Table": (speed["draw"] / speed["reportlab Table, a ground a cell"], None, ""),
        "reading back / extract_table": (speed["read back"] / speed["pdfplumber extract_table"], READ_GOAL, ">="),
    }
    if chosen.json:
        print(
            json.dumps(
                {"pages": pages, "pages_per_second": speed, "results": {k: v[0] for k, v in results.items()}}
            )
        )
        return
    print(f"{chosen.teams} teams, {pages} pages, median of {chosen.rounds} rounds\n")
    for job in jobs:
        low, high = min(taken[job]), max(taken[job])
        print(f"{job:36} {speed[job]:8.1f} pages/s   {seconds[job]:7.2f} s [{low:.2f}-{high:.2f}]")
    print()
    for name, (value, goal, how) in results.items():
        met = (
            "" if goal is None else f"goal {how} {goal:g}: {'met' if (value < goal) == (how == '<') else 'MISSED'}"
        )
        print(f"{name:42} {value:8.2f}   {met}")


if __name__ == "__main__":
    main()
