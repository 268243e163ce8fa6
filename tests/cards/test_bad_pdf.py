"""PDFs that are no cards: a clear message, nothing written."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from support.cards import printed, sheets_of
from support.charts import random_chart
from typer.testing import CliRunner

from chartkit.cli.app import build_app
from chartkit.errors import InputError
from chartkit.paper import Document, draw_pdf
from chartkit.systems.ddf.cards.job import load_layout
from chartkit.systems.ddf.cards.read_back import read_file


def good() -> bytes:
    return printed([random_chart(1)], load_layout("classic", "letter"))


def letter_to_grandmother() -> bytes:
    stream = io.BytesIO()
    canvas = Canvas(stream)
    canvas.drawString(72, 700, "Dear grandmother, the chartkit cards arrived.")
    canvas.save()
    return stream.getvalue()


def scan() -> bytes:
    stream = io.BytesIO()
    canvas = Canvas(stream)
    canvas.drawImage(ImageReader(Image.new("L", (60, 80), 200)), 0, 0, 600, 800)
    canvas.save()
    return stream.getvalue()


def encrypted() -> bytes:
    stream = io.BytesIO()
    canvas = Canvas(stream, encrypt=StandardEncryption("secret", "owner"))
    canvas.drawString(72, 700, "chartkit")
    canvas.save()
    return stream.getvalue()


BAD = {
    "not a PDF": (lambda: b"PK\x03\x04 a workbook", "not a PDF"),
    "empty": (lambda: b"", "not a PDF"),
    "a letter": (letter_to_grandmother, "no page of this PDF is a team card"),
    "a scan": (scan, "this PDF is a scan"),
    "cut short": (lambda: good()[: len(good()) // 2], "damaged or was cut short"),
    "cut at the end": (lambda: good()[:-600], "damaged or was cut short"),
    "encrypted": (encrypted, "encrypted"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files_are_named_and_nothing_is_written(name: str, tmp_path: Path) -> None:
    make, message = BAD[name]
    path, out = tmp_path / "in.pdf", tmp_path / "out"
    path.write_bytes(make())
    with pytest.raises(InputError, match=message) as caught:
        read_file(path)
    assert str(path) in str(caught.value)
    result = CliRunner().invoke(build_app(), ["import-pdf", str(path), "--out", str(out)])
    assert result.exit_code != 0
    assert not out.exists()


def test_a_missing_page_names_its_cells(tmp_path: Path) -> None:
    layout = load_layout("classic", "letter")
    sheets = sheets_of([random_chart(1)], layout)
    path = tmp_path / "two.pdf"
    path.write_bytes(draw_pdf(Document("Two", (sheets[0], sheets[2])), layout.style))
    cards = read_file(path)
    assert cards.cards == ()
    assert [str(problem) for problem in cards.problems] == [
        "page 1, defense: no page has its cells (270 missing)",
        "page 1, special_teams: no page has its cells (231 missing)",
    ]


def test_a_cell_that_says_nothing_is_named_with_its_page(tmp_path: Path) -> None:
    layout = load_layout("ink-saver", "a4")
    chart = random_chart(1)
    data = list(sheets_of([chart], layout))
    spoiled = _with_text(data[0], "offense.columns.6-SHORT.27", "Q7")
    path, out = tmp_path / "spoiled.pdf", tmp_path / "out"
    path.write_bytes(draw_pdf(Document("S", (spoiled, *data[1:])), layout.style))
    cards = read_file(path)
    assert [str(p) for p in cards.problems] == [
        "page 1, offense.columns.6-SHORT.27: 'Q7' is not a result of the game"
    ]
    result = CliRunner().invoke(build_app(), ["import-pdf", str(path), "--out", str(out)])
    assert result.exit_code == 1
    assert "page 1, offense.columns.6-SHORT.27" in result.output
    assert not out.exists()


def _with_text(sheet, key, text):
    from dataclasses import replace

    from chartkit.paper import Placed

    def mended(item):
        if not isinstance(item, Placed):
            return item
        rows = tuple(
            tuple(replace(cell, text=text) if cell is not None and cell.key == key else cell for cell in row)
            for row in item.grid.rows
        )
        return replace(item, grid=replace(item.grid, rows=rows))

    return replace(sheet, items=tuple(mended(item) for item in sheet.items))
