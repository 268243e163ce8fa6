"""Cards that were damaged, swapped or forged are never read as charts, and nothing is written outside."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from reportlab.graphics.barcode.qr import QrCodeWidget
from support.cards import printed, read, sheets_of
from support.charts import random_chart
from typer.testing import CliRunner, Result

from chartkit.cli.app import build_app
from chartkit.errors import InputError
from chartkit.paper import Document, QrCode, Sheet, Text, draw_pdf, has_team_foot
from chartkit.systems.ddf.cards import DdfCards
from chartkit.systems.ddf.cards.job import card_checksum, load_layout
from chartkit.systems.ddf.cards.read_back import read_foot
from chartkit.systems.ddf.charts import TeamChart, TeamName, team_to_text

FILES = Path(__file__).parent / "files"
LAYOUT = load_layout("classic", "letter")
CHART = random_chart(1, code="PHI")


def run(*words: object) -> Result:
    return CliRunner().invoke(build_app(), [str(word) for word in words])


def told(result: Result) -> str:
    """The message of a command, which `main` prints for errors that a user can mend."""
    if isinstance(result.exception, InputError):
        return str(result.exception)
    assert isinstance(result.exception, SystemExit), result.exception
    return result.output


def drawn(*sheets: Sheet) -> bytes:
    return draw_pdf(Document("Cards", sheets), LAYOUT.style)


def with_foot(sheet: Sheet, change: Callable[[str], str]) -> Sheet:
    items = [
        replace(item, text=change(item.text)) if isinstance(item, Text) and read_foot(item.text) else item
        for item in sheet.items
    ]
    return replace(sheet, items=tuple(items))


@pytest.mark.parametrize(
    "name,message",
    [
        ("pdf_pdfium_error", "damaged or was cut short"),
        ("pdf_one_bit_flip", "damaged or was cut short"),
        ("pdf_0_different_byteflip", "damaged or was cut short"),
        ("pdf_season_sup", "no page of this PDF is a team card"),
    ],
)
def test_kept_files_are_refused_with_one_message(name: str, message: str, tmp_path: Path) -> None:
    result = run("import-pdf", FILES / f"{name}.pdf", "--out", tmp_path / "out")
    assert message in told(result)
    assert not (tmp_path / "out").exists()


def test_no_single_bit_makes_another_chart(tmp_path: Path, flips: int) -> None:
    """Some flips harm nothing; all others are refused, by the file's own checksums and by the card's alone."""
    good, text = printed([CHART], LAYOUT), team_to_text(CHART)
    path = tmp_path / "flipped.pdf"
    for seed in range(flips):
        bit = random.Random(seed).randrange(8 * len(good))
        flipped = bytearray(good)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        for reader in (as_file, as_pages):
            wrong = [chart for chart in reader(path) if chart != text]
            assert not wrong, f"bit {bit} (seed {seed}): another chart was read; the file is {path}"


def as_file(path: Path) -> list[str]:
    """What import-pdf would write."""
    try:
        return [chart.text for chart in DdfCards().read(path).charts]
    except InputError:
        return []


def as_pages(path: Path) -> list[str]:
    """What is read without a look at the checksums that PDF files have by themselves."""
    try:
        return [team_to_text(card.chart) for card in read(path.read_bytes()).cards]
    except InputError:
        return []


def test_a_cell_that_was_changed_after_printing_is_noticed(tmp_path: Path) -> None:
    other = replace(CHART, power_rating=CHART.power_rating + 1)
    sheets = [with_foot(sheet, lambda foot: foot.replace(*checksums(other, CHART))) for sheet in all_sheets(other)]
    path = tmp_path / "changed.pdf"
    path.write_bytes(drawn(*sheets))
    result = run("import-pdf", path, "--out", tmp_path / "out")
    assert result.exit_code == 1
    assert f"make chart {card_checksum(other)}, but the foot says {card_checksum(CHART)}" in result.output
    assert not (tmp_path / "out").exists()


def all_sheets(chart: TeamChart) -> list[Sheet]:
    return sheets_of([chart], LAYOUT)


def checksums(*charts: TeamChart) -> list[str]:
    return [card_checksum(chart) for chart in charts]


def test_a_foot_that_lost_its_checksum_is_damaged() -> None:
    [foot] = [item.text for item in all_sheets(CHART)[0].items if isinstance(item, Text) and read_foot(item.text)]
    assert has_team_foot(foot)
    for broken in (foot[:-1], foot.replace("chart ", ""), foot.replace(" on ", " ")):
        assert read_foot(broken) is None
        assert has_team_foot(broken)
    assert not has_team_foot("Printed by chartkit · 2017 season charts · classic on letter")


def test_a_foot_that_names_no_style_is_told_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "forged.pdf"
    path.write_bytes(
        drawn(*(with_foot(sheet, lambda foot: foot.replace("classic", "clas4ic")) for sheet in all_sheets(CHART)))
    )
    result = run("import-pdf", path, "--out", tmp_path / "out")
    assert f"{path}: there is no style 'clas4ic'" in told(result)
    assert not (tmp_path / "out").exists()


def test_two_cards_of_one_team_are_told(tmp_path: Path) -> None:
    other = random_chart(2, code="PHI")
    path = tmp_path / "two.pdf"
    for sheets, message in (
        ([*all_sheets(CHART), *all_sheets(CHART)], "a second offense sheet of 2017 PHI; the first is on page 1"),
        ([*all_sheets(CHART)[:2], all_sheets(other)[2]], "another chart of 2017 PHI than on page 1"),
    ):
        path.write_bytes(drawn(*sheets))
        result = run("import-pdf", path, "--out", tmp_path / "out")
        assert result.exit_code == 1
        assert message in result.output
        assert not (tmp_path / "out").exists()


def old_foot(foot: str) -> str:
    """The foot as cards had it before there was a checksum."""
    found = read_foot(foot)
    assert found is not None
    more = "basic" if found.more == "basic" else "supplement"
    parts = (found.sheet, found.style, found.paper, found.season, found.code, found.city, found.name, more)
    return " | ".join(map(str, ("chartkit", "ddf", *parts)))


def test_a_card_without_a_checksum_is_read_with_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "old.pdf"
    path.write_bytes(drawn(*(with_foot(sheet, old_foot) for sheet in all_sheets(CHART))))
    result = run("import-pdf", path, "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert "2017 PHI: this card has no checksum" in result.output
    assert (tmp_path / "out" / "PHI.json").read_text("utf-8") == team_to_text(CHART)


def test_a_card_without_a_checksum_must_be_legal(tmp_path: Path) -> None:
    passes = {**CHART.offense.columns, "1-LINE PLUNGE": CHART.offense.columns["7-MEDIUM"]}
    chart = replace(CHART, offense=replace(CHART.offense, columns=passes))
    path = tmp_path / "old.pdf"
    path.write_bytes(drawn(*(with_foot(sheet, old_foot) for sheet in all_sheets(chart))))
    result = run("import-pdf", path, "--out", tmp_path / "out")
    assert result.exit_code == 1
    assert "page 1, offense.columns.1-LINE PLUNGE." in result.output
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("code", ["../../x", "/tmp/x", "..", "phi"])
def test_a_team_that_is_no_code_is_written_nowhere(code: str, tmp_path: Path) -> None:
    chart = replace(CHART, team=TeamName(code, "Any", "Town"))
    path, out = tmp_path / "a" / "b" / "forged.pdf", tmp_path / "a" / "b" / "out"
    path.parent.mkdir(parents=True)
    path.write_bytes(drawn(*all_sheets(chart)))
    before = sorted(tmp_path.rglob("*"))
    result = run("import-pdf", path, "--out", out)
    assert result.exit_code == 1
    assert "team.code" in result.output
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("style", ["classic", "ink-saver", "large-print"])
def test_the_square_code_survives_a_printer(style: str) -> None:
    """Every module of the code is told apart at 150 dots an inch in grey, with white around it."""
    layout = load_layout(style, "a4")
    sheets = sheets_of([CHART], layout)
    code = next(item for item in sheets[0].items if isinstance(item, QrCode))
    assert code.text == f"PHI 2017 {card_checksum(CHART).replace('-', '')}"
    page = pypdfium2.PdfDocument(draw_pdf(Document("Card", tuple(sheets)), layout.style))[0]
    scale = 150 / 72
    grey = np.asarray(page.render(scale=scale, grayscale=True).to_pil())
    widget = QrCodeWidget(code.text, barLevel="M")
    widget.qr.make()
    count = widget.qr.getModuleCount()
    assert count == 21
    module = code.box.width / count
    assert module * 25.4 / 72 >= 0.3, "millimetres that a phone's camera needs"
    for row in range(-3, count):
        for column in range(-3, count):
            x, y = code.box.x + (column + 0.5) * module, code.box.y + (row + 0.5) * module
            dark = row >= 0 and column >= 0 and bool(widget.qr.isDark(row, column))
            assert (grey[int(y * scale), int(x * scale)] < 128) == dark, (row, column)
