"""What is drawn, where: golden positions, nothing clipped, nothing touching a frame, nothing too small."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path

import numpy as np
import pytest
from support.cards import PAPERS, STYLES, letters, printed, sheets_of
from support.charts import random_chart, wild_chart

from chartkit.paper import Cell, Sheet, opened
from chartkit.systems.ddf.cards.job import load_layout

GOLDEN = Path(__file__).parent / "golden"
SMALLEST_ON_LETTER = 7.0


def drawing(sheet: Sheet, data: bytes, page: int) -> str:
    """Each text of a sheet with its look and the point where its first letter was drawn."""
    with opened(data, "golden") as pdf:
        drawn = pdf.letters(page)
        pieces = list(sheet.texts())
        found = drawn.in_boxes({str(index): box for index, (_, box) in enumerate(pieces)})
        lines = []
        for index, (piece, _) in enumerate(pieces):
            text, first = found[str(index)]
            at = f"{drawn.xs[first]:7.1f} {drawn.ys[first]:7.1f}" if first >= 0 else f"{'-':>7} {'-':>7}"
            lines.append(f"{at}  {piece.look:12} {' '.join(text.split())}".rstrip())
    return "\n".join(lines) + "\n"


def unlike(now: str, before: str) -> list[str]:
    """Lines that differ by more than the tenth of a point that readers of PDF files round differently."""
    lines = list(zip_longest(now.splitlines(), before.splitlines(), fillvalue=""))
    return [f"{new!r}, before {old!r}" for new, old in lines if new[15:] != old[15:] or _moved(new, old)]


def _moved(new: str, old: str) -> bool:
    places = [[line[at : at + 8].strip() for at in (0, 8)] for line in (new, old)]
    return any(
        one != other and ("-" in (one, other) or abs(float(one) - float(other)) > 0.11)
        for one, other in zip(*places, strict=True)
    )


@pytest.mark.parametrize("style", ["classic", "ink-saver"])
def test_the_team_card_is_drawn_as_before(style: str, update_golden: bool) -> None:
    layout, chart = load_layout(style, "letter"), random_chart(1)
    sheets, data = sheets_of([chart], layout), printed([chart], layout)
    names = ("offense", "defense", "supplement")
    for page, (name, sheet) in enumerate(zip(names, sheets, strict=True)):
        path = GOLDEN / f"{name}-{style}-letter.txt"
        now = drawing(sheet, data, page)
        if update_golden:
            path.write_text(now, "utf-8")
        wrong = unlike(now, path.read_text("utf-8"))
        assert not wrong, f"{path.name}: {wrong[:5]}; if the new drawing is right, run with --update-golden"


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("style", STYLES)
def test_every_letter_stays_inside_its_cell_and_off_its_frame(style: str, paper: str) -> None:
    layout = load_layout(style, paper)
    charts = [wild_chart(3)]
    data = printed(charts, layout)
    for page, sheet in enumerate(sheets_of(charts, layout)):
        ink = letters(data, page)
        left, top, right, bottom = np.array([letter[2:] for letter in ink]).T
        across, down = (left + right) / 2, (top + bottom) / 2
        for piece, box in sheet.texts():
            look = layout.style.looks[piece.look]
            room = layout.style.frame_depth(look.frame)
            own = (across > box.x) & (across < box.right) & (down > box.y) & (down < box.bottom)
            sides = (left - box.x, box.right - right, top - box.y, box.bottom - bottom)
            nearest = min(np.where(own, side, np.inf).min() for side in sides)
            assert nearest > room, f"{sheet.title}: {piece.text!r} touches its frame"


@pytest.mark.parametrize("style", STYLES)
def test_everything_lies_where_a_printer_prints(style: str) -> None:
    for paper in PAPERS:
        layout = load_layout(style, paper, marks=True)
        data = printed([wild_chart(4)], layout, fit_one=True)
        for page, sheet in enumerate(sheets_of([wild_chart(4)], layout, fit_one=True)):
            edge = layout.paper.margin
            for _, _, left, top, right, bottom in letters(data, page):
                assert left >= edge
                assert top >= edge
                assert right <= sheet.width - edge
                assert bottom <= sheet.height - edge
            # Marks and rulers stay within a quarter of an inch of the paper's edge.
            for item in sheet.items:
                box = item.box
                assert min(box.x, box.y, sheet.width - box.right, sheet.height - box.bottom) >= 18


@pytest.mark.parametrize("style", STYLES)
def test_all_text_on_letter_is_at_least_seven_points(style: str) -> None:
    layout = load_layout(style, "letter")
    charts = [wild_chart(seed, code=f"T{seed}") for seed in range(4)]
    data = printed(charts, layout)
    for page, sheet in enumerate(sheets_of(charts, layout)):
        small = [f"{letter} at {size}" for letter, size, *_ in letters(data, page) if size < SMALLEST_ON_LETTER]
        assert small == [], sheet.title


def test_the_order_of_columns_is_that_of_the_published_sheets() -> None:
    offense, defense, supplement = sheets_of([random_chart(2)], load_layout("classic", "letter"))

    def headings(sheet: Sheet, grid: int) -> list[str]:
        item = [item for item in sheet.items if hasattr(item, "grid")][grid]
        cells = [c for c, _ in item.grid.placed(item.box) if c.look == "heading"]
        return [" ".join(cell.text.split()) for cell in cells]

    assert headings(offense, 0) == [
        *("# ON DICE", "B", "QT", "# ON DICE"),
        *("1 LINE PLUNGE", "2 OFF TACKLE", "3 END RUN", "4 DRAW"),
        *("5 SCREEN", "6 SHORT", "7 MEDIUM", "8 LONG", "9 SIDELINE"),
    ]
    assert headings(defense, 1) == [
        *("KICK- OFF", "KICKOFF RETURN", "PUNT", "PUNT RETURN", "FUMBLE RETURN", "INT RETURN", "FIELD GOAL"),
        "# ON DICE",
    ]
    assert headings(defense, 2) == ["KICK COVG.", "PUNT COVG.", "QT CONTAIN", "FG ADJ"]
    assert headings(supplement, 0)[:4] == ["# ON DICE", "SHORT PASS BIG PLAY", "CANCELLATION", "DEF. SACK RATE"]


def test_the_strip_tells_recovered_and_lost_as_the_published_sheet_does() -> None:
    from dataclasses import replace

    chart = random_chart(3)
    chart = replace(chart, offense=replace(chart.offense, fumble_recovered=frozenset(range(12, 30))))
    offense = sheets_of([chart], load_layout("classic", "letter"))[0]
    strip = next(piece for piece, _ in offense.texts() if piece.key == "offense.fumble_recovered")
    assert strip.text == "Fumble Recovered 12-29 * Lost Ball 10,11,30-39"
    dice = [piece for piece, _ in offense.texts() if isinstance(piece, Cell) and piece.bold and not piece.key]
    assert [cell.look for cell in dice] == ["red"] * 2 + ["white"] * 18 + ["red"] * 10
