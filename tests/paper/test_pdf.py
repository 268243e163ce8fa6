"""The drawing of any document: same bytes, embedded fonts, a title and a language, text in reading order."""

from __future__ import annotations

import io
import re
from itertools import pairwise

import pdfplumber
import pypdfium2
import pytest

from chartkit.errors import InputError
from chartkit.paper import (
    POINTS_PER_CM,
    Box,
    Cell,
    Document,
    Figure,
    Grid,
    Placed,
    Shape,
    Sheet,
    Style,
    Text,
    differences,
    draw_pdf,
    html_page,
    load_template,
    opened,
    papers,
    table,
    text_page,
)
from chartkit.paper.layout import ruler

STYLE = Style.from_template(load_template("classic", "ddf-cards.toml"))


def document(*cells: Cell) -> Document:
    grid = Grid("g", "A grid", (1.0,) * len(cells), (1.0,), (tuple(cells),), heading_rows=0)
    words = Text("Above – the grid", Box(20, 20, 200, 20), "title", level=1)
    return Document("A title", (Sheet("One", 400, 300, (words, Placed(grid, Box(20, 60, 300, 20)))),))


def test_the_same_document_gives_the_same_bytes() -> None:
    page = document(Cell("7", "green"), Cell("INC", "black"), Cell("16", "green", bold=True))
    assert draw_pdf(page, STYLE) == draw_pdf(page, STYLE)


def test_title_language_and_embedded_fonts() -> None:
    data = draw_pdf(document(Cell("7", "green"), Cell("8", bold=True)), STYLE)
    assert b"/Lang (en)" in data
    assert b"DisplayDocTitle" in data
    pdf = pypdfium2.PdfDocument(data)
    assert pdf.get_metadata_dict()["Title"] == "A title"
    pdf.close()
    names = set(re.findall(rb"/FontName /(\S+)", data))
    embedded = len(re.findall(rb"/FontFile2", data))
    assert {name.partition(b"+")[2] for name in names} == {b"DejaVuSans", b"DejaVuSans-Bold"}
    assert embedded == len(names)


def test_text_is_text_in_reading_order() -> None:
    with opened(draw_pdf(document(Cell("OFF 10", "yellow"), Cell("(TD)", "green")), STYLE), "x") as pdf:
        assert pdf.letters(0).text.split() == ["Above", "–", "the", "grid", "OFF", "10", "(TD)"]


def test_a_changed_cell_is_found_by_verifying() -> None:
    right, wrong = document(Cell("7", "green")), document(Cell("8", "green"))
    with opened(draw_pdf(wrong, STYLE), "x") as pdf:
        assert [str(d) for _, _, found in differences(right, pdf) for d in found] == [
            "page 1, One: '8' instead of '7'"
        ]
    with opened(draw_pdf(right, STYLE), "x") as pdf:
        assert [d for _, _, found in differences(right, pdf) for d in found] == []


def test_fills_are_grouped_by_colour() -> None:
    cells = [Cell("1", "green"), Cell("2", "red"), Cell("3", "green"), Cell("4", "red")]
    data = draw_pdf(document(*cells), STYLE)
    with pdfplumber.open(io.BytesIO(data)) as pdf:
        stream = pdf.pages[0].page_obj.contents[0].get_data()
    assert stream.count(b" rg") == 2


def test_a_text_that_cannot_fit_or_be_written_is_an_error() -> None:
    with pytest.raises(InputError, match="does not fit"):
        draw_pdf(document(Cell("X" * 400)), STYLE)
    with pytest.raises(InputError, match="no letter '漢'"):
        draw_pdf(document(Cell("漢")), STYLE)


def test_the_ruler_is_five_centimetres_long() -> None:
    for paper in papers(load_template("classic", "ddf-cards.toml")).values():
        lines = [item for item in ruler(paper, 15) if isinstance(item, Shape) and item.figure is Figure.LINE]
        assert max(line.box.width for line in lines) == pytest.approx(5 * POINTS_PER_CM)
        ticks = sorted(line.box.x for line in lines if line.box.width == 0)
        assert [b - a for a, b in pairwise(ticks)] == pytest.approx([POINTS_PER_CM] * 5)


def test_web_page_has_tables_headings_and_spans() -> None:
    rows = (
        (Cell("Both", "heading", across=2), None, None),
        (Cell("1", "dice"), Cell("7 < 8", "green"), Cell("side", "strip", down=2, turned=True)),
        (Cell("2", "dice"), Cell("", "white"), None),
    )
    grid = Grid("g", "A grid", (1, 1, 1), (1, 1, 1), rows)
    page = html_page(Document("T & T", (Sheet("S", 100, 100, (Placed(grid, Box(0, 0, 9, 9)),)),)), STYLE)
    assert '<html lang="en">' in page
    assert "<title>T &amp; T</title>" in page
    assert '<th class="look-heading" scope="col" colspan="2">Both</th><td></td>' in page
    assert '<th class="look-dice" scope="row">1</th><td class="look-green">7 &lt; 8</td>' in page
    assert '<tr><th class="look-dice" scope="row">2</th><td class="look-white"></td></tr>' in page
    assert ".look-red { color:#000000; background-color:#E58273; border:2px solid #000 }" in page


def test_plain_text_is_aligned() -> None:
    grid = table(
        "g", "Odds", ("Total", "Ways"), [("10", "2"), (Cell("11"), Cell("16", key="k", bold=True))], (1, 1)
    )
    text = text_page(Document("T", (Sheet("S", 100, 100, (Placed(grid, Box(0, 0, 9, 9)),)),)))
    assert text == "T\n\n\nODDS\nTotal  Ways\n  10    2\n  11   16!\n"
