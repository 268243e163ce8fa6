"""Game books: the real one against its own statistics, and an invented one with every kind of line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from reportlab.lib import pdfencrypt
from reportlab.pdfgen import canvas
from typer.testing import CliRunner

from chartkit.cli.app import build_app
from chartkit.errors import InputError
from chartkit.plays import Reconciliation, reading, reconcile
from chartkit.plays.sources.gamebook import GameBook, read_gamebook
from tests.support.gamebook import QUARTERS, print_gamebook

REAL = Path(__file__).parents[2].parent / "shared" / "data" / "gamebook" / "2013_19_NO_SEA.pdf"
needs_real_book = pytest.mark.skipif(not REAL.is_file(), reason="the real game book is not on this machine")


def reconciled(path: Path) -> Reconciliation:
    (season,) = reading.read([path])
    return reconcile(season.plays, season.stated)


@pytest.fixture(scope="module")
def real() -> GameBook:
    return read_gamebook(REAL)


@pytest.fixture(scope="module")
def invented(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return print_gamebook(tmp_path_factory.mktemp("books") / "acorns.pdf")


@needs_real_book
def test_the_real_book_gives_the_known_game(real: GameBook):
    assert (real.cover.season, real.cover.week, real.cover.postseason) == (2013, 19, True)
    assert (real.away, real.home, real.rows["game_id"].iloc[0]) == ("NO", "SEA", "2013_19_NO_SEA")
    adds_up = reconciled(REAL)
    assert adds_up.clean
    points = adds_up.by_game.set_index("team")
    assert points.loc["SEA", ["points", "points_q1", "points_q2", "points_q3", "points_q4"]].tolist() == [
        23,
        6,
        10,
        0,
        7,
    ]
    assert points.loc["NO", ["points", "points_q1", "points_q2", "points_q3", "points_q4"]].tolist() == [
        15,
        0,
        0,
        0,
        15,
    ]


@needs_real_book
def test_every_total_that_the_real_book_states_is_reproduced():
    adds_up = reconciled(REAL)
    assert adds_up.totals_stated == 88
    assert adds_up.totals == ()


@needs_real_book
def test_every_line_and_play_of_the_real_book_is_accounted_for(real: GameBook):
    import pdfplumber

    account = real.account
    assert account.lines == account.lines_in_entries + account.headings
    with pdfplumber.open(REAL) as book:
        text = "\n".join(page.extract_text() for page in book.pages[7:13])
    snaps = re.findall(r"^\d-\d+-(?:[A-Z]+ )?\d+ \(", text, re.MULTILINE)
    assert len(snaps) == sum(entry.kind == "snap" for entry in account.entries)
    for words in ("kicks", "extra point is", "TWO-POINT", "Timeout #", "PENALTY on", "Penalty on", "FUMBLES"):
        printed = len(re.findall(rf"(?<!\(){words}", text))
        assert printed == sum(len(re.findall(rf"(?<!\(){words}", d)) for d in real.rows["desc"])
    last = real.account.scores[-1]
    assert last[1:] == ("NO", 15, "SEA", 23)


def test_the_invented_book_adds_up_to_what_it_states(invented: Path):
    adds_up = reconciled(invented)
    assert adds_up.clean
    assert adds_up.totals == ()
    assert adds_up.totals_stated > 30


def test_lines_of_the_invented_book_become_the_right_rows(invented: Path):
    book = read_gamebook(invented)
    rows = book.rows
    assert (book.away, book.home, book.cover.week) == ("PRC", "OAK", 3)
    assert (book.account.quarters, book.account.lines_in_entries > len(rows)) == ([1, 2, 3, 4, 5], True)

    def find(words: str) -> dict[str, object]:
        (found,) = rows[rows["desc"].str.contains(words, regex=False)].to_dict("records")
        return {str(name): value for name, value in found.items()}

    foul = find("Unnecessary Roughness")
    assert (foul["play_type"], foul["yards_gained"], foul["penalty_yards"]) == ("pass", 23, 15)
    wrapped = find("sack")
    assert (wrapped["fumble_recovery_1_team"], wrapped["yards_gained"]) == ("OAK", -8)
    overturned = find("REVERSED")
    assert (overturned["touchdown"], overturned["incomplete_pass"], overturned["down"]) == (False, True, 2)
    kick = find("W.Wing to OAK 30")
    assert (kick["posteam"], kick["yardline_100"], kick["return_yards"], kick["time"]) == ("OAK", 20, 5, "10:58")
    try_ = find("TWO-POINT")
    assert (try_["posteam"], try_["two_point_conv_result"]) == ("PRC", "failure")
    assert find("T.Toe extra point")["time"] == "12:50"
    assert find("scrambles")["first_down"] is False
    assert find("H.Half right end")["first_down"] is True
    (season,) = reading.read([invented])
    assert season.set_aside["reason"].value_counts().to_dict() == {
        "comment, not a play": 2,
        "timeout": 1,
        "game or quarter marker": 1,
    }


def test_a_folder_of_game_books_is_a_season(tmp_path: Path):
    print_gamebook(tmp_path / "one.pdf")
    print_gamebook(tmp_path / "two.pdf", date="Sunday, 10/5/2014")
    (season,) = reading.read([tmp_path])
    assert sorted(season.plays["game_id"].unique()) == ["2014_03_PRC_OAK", "2014_05_PRC_OAK"]
    assert season.rows == len(season.plays) + len(season.set_aside)


def test_ingest_reads_a_game_book(invented: Path):
    shown = CliRunner().invoke(build_app(), ["ingest", str(invented), "--check"])
    assert shown.exit_code == 0, shown.output
    assert "Final score reproduced from the plays in 1 of 1 games" in shown.output


def _picture(path: Path) -> None:
    book = canvas.Canvas(str(path))
    book.rect(100, 100, 300, 300, fill=1)
    book.showPage()
    book.save()


def _letter(path: Path) -> None:
    book = canvas.Canvas(str(path))
    book.drawString(100, 700, "Dear commissioner, here is no football at all.")
    book.save()


def _locked(path: Path) -> None:
    book = canvas.Canvas(str(path), encrypt=pdfencrypt.StandardEncryption("secret"))
    book.drawString(100, 700, "Play By Play")
    book.save()


def _cut_off(path: Path) -> None:
    print_gamebook(path)
    path.write_bytes(path.read_bytes()[:4000])


def _three_quarters(path: Path) -> None:
    print_gamebook(path, {name: lines for name, lines in QUARTERS.items() if name != "Third Quarter"})


def _no_pdf(path: Path) -> None:
    path.write_text("First Quarter, Play By Play")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (_picture, "pictures without text"),
        (_letter, "not a game book"),
        (_locked, "encrypted"),
        (_cut_off, "cut off before its end"),
        (_three_quarters, "play-by-play of the third quarter is missing"),
        (_no_pdf, "not a PDF"),
    ],
)
def test_what_is_no_game_book_is_refused_with_the_reason(make, message: str, tmp_path: Path):
    path = tmp_path / "book.pdf"
    make(path)
    with pytest.raises(InputError, match=message) as refused:
        list(reading.read([path]))
    assert str(path) in str(refused.value)


def test_a_foul_between_downs_is_a_row_of_its_own(invented: Path):
    (season,) = reading.read([invented])
    (foul,) = season.plays[season.plays["desc"].str.contains("Unsportsmanlike")].to_dict("records")
    assert (foul["play_type"], foul["penalty_team"], foul["posteam"]) == ("no_play", "PRC", "OAK")
