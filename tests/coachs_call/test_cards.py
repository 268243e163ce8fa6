"""Sheets on paper: every text in its place, rosters read back as they were, damage noticed."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.rosters import EVEN, eagles

from chartkit.errors import InputError
from chartkit.football.teams import Record
from chartkit.paper import Document, draw_pdf, seal
from chartkit.systems.base import PrintJob
from chartkit.systems.coachs_call.cards import CallCards, load_layout, read_file, roster_sheet
from chartkit.systems.coachs_call.reports import CallCharts
from chartkit.systems.coachs_call.tables import COLUMNS, standard_tables
from chartkit.systems.coachs_call.teams import Grades, Team, team_checksum, team_to_text
from chartkit.systems.coachs_call.words import cell_text, rare_text

#: 76 points: all B, and a back who receives.
STRONG = Grades(76, dict.fromkeys(EVEN, "B"), ("RB2",))


def lions() -> Team:
    players = {
        "QB": "M.Stafford",
        "REC1": "A.St. Brown",
        "REC2": "Ju.Smith-Schuster",
        "DB4": "H.Clinton-Dix",
        "KR": "Ö.Ñandú",
    }
    rosters = {"heavy_favorite": STRONG, "even": Grades(66, EVEN)}
    return eagles(
        code="DET", city="Detroit", name="Lions", record=Record(9, 6, 1), players=players, rosters=rosters
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "charts").mkdir()
    for team in (eagles(), lions()):
        (tmp_path / "charts" / f"{team.code}.json").write_text(team_to_text(team))
    return tmp_path


@pytest.mark.parametrize(("style", "paper"), [("classic", "letter"), ("ink-saver", "a4"), ("large-print", "legal")])
def test_everything_is_where_it_should_be_and_rosters_come_back(folder: Path, style: str, paper: str) -> None:
    cards = CallCards()
    (made,) = cards.compose(PrintJob(folder, what=("all",), style=style, paper=paper))
    pdf = draw_pdf(made.document, made.style)
    assert cards.check(made, pdf) == []
    path = folder / "print.pdf"
    path.write_bytes(pdf)
    read = cards.read(path)
    assert {chart.file_name: chart.text for chart in read.charts} == {
        f"{team.code}.json": team_to_text(team) for team in (eagles(), lions())
    }
    assert len(read.other_pages) == len(made.document.sheets) - 2
    assert CallCharts().check(path).exit_code(strict=True) == 0


def test_16_5_every_cell_of_the_tables_is_on_paper(folder: Path) -> None:
    (made,) = CallCards().compose(PrintJob(folder, what=("tables",)))
    texts = {piece.text for sheet in made.document.sheets for piece, _ in sheet.texts()}
    tables = standard_tables()
    assert {cell_text(cell) for column in COLUMNS for cell in tables.columns[column].values()} <= texts
    assert {"A-a", "C-j", "B-h ★", "55-56", "65-66"} <= texts
    assert "C-k" not in texts
    assert {f"{entry.summary}." for part in tables.rare.values() for entry in part.values()} <= {
        text.removesuffix(" Injury.").partition(" Inside the")[0] for text in texts
    }


def test_teams_and_kinds_apart(folder: Path) -> None:
    prints = CallCards().compose(PrintJob(folder, what=("roster", "clock")), apart=True)
    assert [made.name for made in prints] == ["2017-DET", "2017-PHI", "2017-clock"]
    (one,) = CallCards().compose(PrintJob(folder / "charts" / "PHI.json", what=("roster",)))
    assert one.name == "2017-PHI"


def test_what_cannot_be_printed_is_told(folder: Path) -> None:
    with pytest.raises(InputError, match="cannot print 'gear'"):
        CallCards().compose(PrintJob(folder, what=("gear",)))
    with pytest.raises(InputError, match="there is no chart of XXX"):
        CallCards().compose(PrintJob(folder, teams=("XXX",)))


def test_a_changed_grade_is_noticed(tmp_path: Path) -> None:
    """The sheet of another team with the foot of this one: legal, but not what was printed."""
    layout = load_layout("classic", "letter")
    other = eagles(rosters={"even": Grades(66, {**EVEN, "REC1": "A", "REC2": "C"})})
    sheet = roster_sheet(other, layout, checksum=seal(team_checksum(eagles())))
    path = tmp_path / "forged.pdf"
    path.write_bytes(draw_pdf(Document("forged", (sheet,)), layout.style))
    (problem,) = read_file(path).problems
    assert problem.cell == "checksum"
    (finding,) = CallCharts().check(path).findings
    assert finding.code == "CC290"


def test_an_illegal_cell_is_named(tmp_path: Path) -> None:
    layout = load_layout("classic", "letter")
    sheet = roster_sheet(eagles(rosters={"even": Grades(66, {**EVEN, "QB": "E"})}), layout)
    path = tmp_path / "illegal.pdf"
    path.write_bytes(draw_pdf(Document("illegal", (sheet,)), layout.style))
    (problem,) = read_file(path).problems
    assert problem.cell == "rosters.even.grades.QB"


def test_a_pdf_of_something_else(folder: Path, tmp_path: Path) -> None:
    (made,) = CallCards().compose(PrintJob(folder, what=("clock",)))
    path = tmp_path / "clock.pdf"
    path.write_bytes(draw_pdf(made.document, made.style))
    with pytest.raises(InputError, match="no page of this PDF is a roster sheet"):
        read_file(path)
    path.write_bytes(b"no pdf")
    assert CallCharts().check(path).exit_code() == 2


def test_rare_plays_have_words() -> None:
    for part in standard_tables().rare.values():
        for entry in part.values():
            assert rare_text(entry.result)
            if entry.reversed_result:
                assert rare_text(entry.reversed_result)
